# Scorepad in a container: what the locks name and nothing else, as a user without rights, on a read-only root.
FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
COPY requirements-run.lock requirements-build.lock ./
RUN python -m venv /opt/scorepad \
 && /opt/scorepad/bin/python -m pip install --require-hashes --only-binary :all: -r requirements-run.lock \
 && python -m pip install --require-hashes --only-binary :all: -r requirements-build.lock
COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY services services
COPY workers workers
COPY migrations migrations
RUN python -m pip wheel --no-deps --no-build-isolation --wheel-dir /build/wheel . \
 && /opt/scorepad/bin/python -m pip install --no-deps --no-index /build/wheel/scorepad-*.whl

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Scorepad" \
      org.opencontainers.image.description="Keeps score of card games from an immutable log" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --gid 10001 scorepad \
 && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin scorepad \
 && install --directory --owner=scorepad --group=scorepad /var/lib/scorepad
COPY --from=build /opt/scorepad /opt/scorepad
ENV PATH=/opt/scorepad/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    SCOREPAD_DATA=/var/lib/scorepad \
    SCOREPAD_HOST=0.0.0.0
WORKDIR /var/lib/scorepad
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["scorepad"]
CMD ["serve"]

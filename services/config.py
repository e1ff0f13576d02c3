"""Settings, from the environment or `.env`; every name begins with `SCOREPAD_`."""

import hashlib
import ipaddress
import os
import tempfile
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_SOCKET_LIMIT: Final = 100
"""Bytes that a unix socket's path may have everywhere (108 on Linux, 104 elsewhere)."""


def _lower(level: object) -> object:
    return level.lower() if isinstance(level, str) else level


def _listed(said: str | None) -> list[str]:
    return [part.strip() for part in (said or "").split(",") if part.strip()]


def _is_url(url: SecretStr, *schemes: str) -> bool:
    parts = urlsplit(url.get_secret_value())
    try:
        named = parts.port
    except ValueError:
        return False
    return parts.scheme in schemes and named != 0 and not (parts.scheme == "sqlite" and parts.netloc)


class Settings(BaseSettings):
    """
    What can be set. Nothing needs to be: with no setting all lives in one folder of this machine.

    Args:
        database_url: `postgresql://…` or `sqlite:///…`; SQLite in the data folder if unset.
        redis_url: `redis://…`, `rediss://…` or `unix://…`; the bundled server in the data folder if unset.
        data: The folder of the embedded stores.
        signing_keys: The folder of the keys that sign checkpoints; `signing` in the data folder if unset.
        link_secret: What signs links to matches: 32 characters or more, the same for every process; `link.key` in the
            data folder if unset.
        host: The address that the API binds.
        port: The API's port; 0 takes a free one.
        workers: Worker processes that `scorepad up` starts.
        pool: Database connections that each process may hold.
        event_bytes: The largest body of one event.
        batch_bytes: The largest body of a batch.
        batch_events: The most events in a batch.
        url_bytes: The longest path with its query.
        head_bytes: The largest head of a request: its first line and its headers.
        head_seconds: How long the head of a request may take to arrive.
        body_seconds: How long a body may take to arrive.
        idle_seconds: How long a connection is kept for the next request.
        reports_per_minute: Reports, and other changes, that each key may make.
        reads_per_minute: Requests that each key may read with.
        address_per_minute: Requests without a key that each address may make (IPv6: each /64).
        guesses_per_minute: Keys that are none that each address may send.
        connections: Open connections that a process holds.
        connections_per_address: Open connections of one address.
        streams: Open streams that a process holds.
        streams_per_address: Open streams without a key of one address.
        streams_per_key: Open streams of one key.
        trusted_proxies: Addresses and networks, with commas, of which `X-Forwarded-For` and `-Proto` are believed.
        drain_seconds: How often each worker drains without being woken.
        audit_seconds: How often each worker compares every head with its boards.
        beat_seconds: How often a stream shows that it is alive.
        allow_lossy_database: Whether PostgreSQL may run with `fsync` or `synchronous_commit` off.
        log_level: `debug`, `info`, `warning` or `error`.
    """

    model_config = SettingsConfigDict(env_prefix="SCOREPAD_", env_file=".env", extra="ignore", frozen=True)

    database_url: SecretStr | None = None
    redis_url: SecretStr | None = None
    data: Path = Path("scorepad-data")
    signing_keys: Path | None = None
    link_secret: Annotated[SecretStr, Field(min_length=32, max_length=1000)] | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    pool: Annotated[int, Field(ge=1, le=1000)] = 40
    event_bytes: Annotated[int, Field(ge=1024)] = 64 * 1024
    batch_bytes: Annotated[int, Field(ge=1024)] = 1024 * 1024
    batch_events: Annotated[int, Field(ge=1)] = 5000
    url_bytes: Annotated[int, Field(ge=1024)] = 24 * 1024
    head_bytes: Annotated[int, Field(ge=1024)] = 32 * 1024
    head_seconds: Annotated[float, Field(gt=0)] = 10.0
    body_seconds: Annotated[float, Field(gt=0)] = 30.0
    idle_seconds: Annotated[int, Field(ge=1)] = 5
    reports_per_minute: Annotated[int, Field(ge=1)] = 30_000
    reads_per_minute: Annotated[int, Field(ge=1)] = 60_000
    address_per_minute: Annotated[int, Field(ge=1)] = 30_000
    guesses_per_minute: Annotated[int, Field(ge=1)] = 3000
    connections: Annotated[int, Field(ge=1)] = 8000
    connections_per_address: Annotated[int, Field(ge=1)] = 6000
    streams: Annotated[int, Field(ge=1)] = 6000
    streams_per_address: Annotated[int, Field(ge=1)] = 5000
    streams_per_key: Annotated[int, Field(ge=1)] = 1000
    trusted_proxies: str | None = None
    drain_seconds: Annotated[float, Field(gt=0, le=60)] = 1.0
    audit_seconds: Annotated[float, Field(gt=0)] = 3600.0
    beat_seconds: Annotated[float, Field(gt=0, le=15)] = 15.0
    allow_lossy_database: bool = False
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_lower)] = "info"

    @field_validator("database_url")
    @classmethod
    def _kept_in_either(cls, url: SecretStr | None) -> SecretStr | None:
        if url and not _is_url(url, "sqlite", "postgresql", "postgres", "postgresql+psycopg"):
            raise ValueError("begins with postgresql:// or sqlite:///, and a port is a number")
        return url

    @field_validator("redis_url")
    @classmethod
    def _bytes_only(cls, url: SecretStr | None) -> SecretStr | None:
        if url and not _is_url(url, "redis", "rediss", "unix"):
            raise ValueError("begins with redis://, rediss:// or unix://, and a port is a number")
        if url and "decode_responses" in url.get_secret_value():
            raise ValueError("decode_responses cannot be used: RQ reads bytes")
        return url

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, said: str | None) -> str | None:
        for proxy in _listed(said):
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                raise ValueError("names addresses or networks, such as 10.0.0.2,fd00::/64, and not everybody") from None
        return said

    @property
    def proxies(self) -> list[str]:
        """The proxies that are believed, each as it was said."""
        return _listed(self.trusted_proxies)

    @property
    def database(self) -> str:
        """The database's URL as SQLAlchemy takes it."""
        if self.database_url is None:
            return f"sqlite:///{self.data.resolve() / 'scorepad.db'}"
        url = self.database_url.get_secret_value()
        for prefix in ("postgresql://", "postgres://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url

    @property
    def signing_folder(self) -> Path:
        """Where the private keys are that sign checkpoints."""
        return (self.signing_keys or self.data / "signing").resolve()

    @property
    def socket(self) -> Path:
        """The unix socket of the bundled server: in the data folder, unless that lies too deep."""
        folder = self.data.resolve()
        path = folder / "valkey.sock"
        if len(os.fsencode(path)) <= _SOCKET_LIMIT:
            return path
        name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"scorepad-{os.getuid()}-{name}" / "valkey.sock"

    @property
    def redis(self) -> str:
        """The Redis URL."""
        return self.redis_url.get_secret_value() if self.redis_url else f"unix://{self.socket}"

    @property
    def bundled_redis(self) -> bool:
        """Whether Scorepad starts the Redis server itself."""
        return self.redis_url is None


def flaws(error: ValidationError) -> list[str]:
    """What is wrong with settings, by the names that they are set by; never their values."""
    return [
        f"SCOREPAD_{str(flaw['loc'][0]).upper()}: {flaw['msg'].removeprefix('Value error, ')}"
        for flaw in error.errors(include_url=False, include_input=False)
    ]

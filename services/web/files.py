"""The pages' own files: style sheets, scripts and drawings."""

from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

STATIC: Final = Path(__file__).parent / "static"
_WORKS: Final = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
"""A worker's policy comes with its script."""


class Files(StaticFiles):
    """The files, drawings with their encoding too, and scripts with what they may do as workers."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """A file, or that it did not change."""
        answer = super().file_response(*args, **kwargs)
        kind = answer.headers.get("Content-Type", "")
        if kind.endswith("+xml"):
            answer.headers["Content-Type"] += "; charset=utf-8"
        if "javascript" in kind:
            answer.headers["Content-Security-Policy"] = _WORKS
        return answer


def mount_static(app: FastAPI) -> None:
    """Serve them."""
    app.mount("/static", Files(directory=STATIC))

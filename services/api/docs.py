"""The API's documentation, with assets of our own: nothing is loaded from another host."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

router = APIRouter(include_in_schema=False)

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scorepad API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/static/favicon.svg">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/static/docs.js"></script>
</body>
</html>
"""
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""As the other pages' (services/web/pages.py), with the pictures that Swagger UI's style sheet holds."""


@router.get("/docs")
def docs() -> HTMLResponse:
    """Swagger UI on /openapi.json."""
    return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})


def mount_assets(app: FastAPI) -> None:
    """Serve Swagger UI's files from the package that carries them."""
    app.mount("/docs/assets", StaticFiles(directory=Path(str(files("fastapi_offline") / "static"))))

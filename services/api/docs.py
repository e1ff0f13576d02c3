"""The API's documentation, with assets of our own: nothing is loaded from another host."""

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def docs() -> HTMLResponse:
    """Swagger UI on /openapi.json."""
    return get_swagger_ui_html(
        openapi_url="/openapi.json",
        title="Scorepad API",
        swagger_js_url="/docs/assets/swagger-ui-bundle.js",
        swagger_css_url="/docs/assets/swagger-ui.css",
        swagger_favicon_url="/static/favicon.svg",
    )


def mount_assets(app: FastAPI) -> None:
    """Serve Swagger UI's files from the package that carries them."""
    app.mount("/docs/assets", StaticFiles(directory=Path(str(files("fastapi_offline") / "static"))))

"""Every refusal as a problem document (RFC 9457): the one table of statuses."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from domain.errors import EventInvalid, Malformed, Refused, RuleViolation
from services import errors, telemetry

MEDIA_TYPE: Final = "application/problem+json"

_STATUS: Final[dict[type[Exception], tuple[int, str]]] = {
    Malformed: (400, "malformed"),
    errors.KeyNeeded: (401, "key_needed"),
    errors.Forbidden: (403, "forbidden"),
    errors.UnknownMatch: (404, "unknown"),
    errors.UnknownBoard: (404, "unknown"),
    errors.UnknownPlayer: (404, "unknown"),
    errors.UnknownKey: (404, "unknown"),
    errors.UnknownLink: (404, "unknown"),
    errors.NoCheckpoint: (404, "unknown"),
    errors.IdConflict: (409, "id_conflict"),
    errors.PlayerForgotten: (409, "player_forgotten"),
    errors.CursorAhead: (409, "cursor_ahead"),
    errors.VersionConflict: (412, "version_conflict"),
    errors.BrokenLedger: (500, "ledger_broken"),
    errors.NoLinks: (503, "no_links"),
    errors.StoreAway: (503, "store_away"),
}
_WORDS: Final = {
    400: "malformed",
    404: "unknown",
    405: "method_not_allowed",
    408: "too_slow",
    413: "too_large",
    414: "too_large",
    415: "malformed",
    431: "too_large",
}

_log = structlog.get_logger(__name__)


class TooLarge(HTTPException):
    """A body over the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"The body is larger than {limit} bytes.")


class TooSlow(HTTPException):
    """A body that did not arrive in its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(408, f"The body did not arrive within {seconds:g} seconds.")


class TooMany(HTTPException):
    """More than one caller, or this process, may have; `wait` is in seconds."""

    def __init__(
        self, status: int, code: str, detail: str, wait: int, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, {"Retry-After": str(wait)} | dict(headers or {}))
        self.code = code


def problem(status: int, code: str, detail: str, **more: Any) -> JSONResponse:
    """A problem document."""
    headers = more.pop("headers", None)
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, "code": code}
    return JSONResponse(body | more, status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every failure with a problem document, and never with a traceback."""
    for kind in _STATUS:
        app.add_exception_handler(kind, _service_error)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RuleViolation, _violation)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _unexpected)


def answer(error: HTTPException) -> JSONResponse:
    """The answer to a request that goes no further."""
    if isinstance(error, TooMany | TooSlow | TooLarge):
        telemetry.TURNED_AWAY.labels(_code(error)).inc()
    return problem(error.status_code, _code(error), str(error.detail), headers=dict(error.headers or {}))


def _code(error: HTTPException) -> str:
    return error.code if isinstance(error, TooMany) else _WORDS.get(error.status_code, "refused")


def refusal(violation: RuleViolation, **more: Any) -> JSONResponse:
    """The answer to what the rules or the schema refuse."""
    if isinstance(violation, EventInvalid):
        more["errors"] = [{"pointer": flaw.pointer, "detail": flaw.detail} for flaw in violation.flaws]
    return problem(422, violation.code, violation.detail, **more)


def _count(request: Request, code: str) -> None:
    if request.method == "POST":
        telemetry.REFUSED.labels(code).inc()


def _service_error(request: Request, error: Exception) -> Response:
    status, code = _STATUS[type(error)]
    _count(request, code)
    more: dict[str, Any] = {}
    if isinstance(error, errors.VersionConflict):
        more["version"] = error.current
    if isinstance(error, errors.CursorAhead):
        more["head"] = error.head
    if isinstance(error, errors.KeyNeeded):
        more["headers"] = {"WWW-Authenticate": "Bearer"}
    if isinstance(error, errors.StoreAway):
        more["headers"] = {"Retry-After": "1"}
    return problem(status, code, str(error), **more)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    _count(request, error.violation.code)
    return refusal(error.violation, index=error.index, version=error.version)


def _violation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RuleViolation)
    _count(request, error.code)
    return refusal(error)


def _parameters(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = [
        {"pointer": "/" + "/".join(str(part) for part in flaw["loc"]), "detail": flaw["msg"]} for flaw in error.errors()
    ]
    return problem(422, "event_invalid", "A parameter does not fit.", errors=found)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answered = answer(error)
    _count(request, _code(error))
    if "Allow" in answered.headers:
        answered.headers["Allow"] = ", ".join(_allowed(request))
    return answered


def _gone(request: Request, _error: Exception) -> Response:
    """Nobody is left to be answered: who leaves while sending is no fault of ours, and no line in the log."""
    _count(request, "gone")
    return Response(status_code=400)


def _allowed(request: Request) -> list[str]:
    """Every method that the path takes; Starlette names those of its first route alone."""

    def takes(method: str) -> bool:
        asked = dict(request.scope) | {"method": method}
        return any(route.matches(asked)[0] is Match.FULL for route in request.app.routes)

    return [method for method in ("DELETE", "GET", "HEAD", "POST", "PUT") if takes(method)]


def _unexpected(request: Request, error: Exception) -> Response:
    route = getattr(request.scope.get("route"), "path", None)
    _log.error("unexpected", route=route, error=type(error).__name__, exc_info=error)
    return problem(500, "internal", "Something went wrong here. It was logged.")

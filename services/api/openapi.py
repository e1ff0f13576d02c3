"""The OpenAPI document, completed: what the routes' signatures do not say of keys, bodies, answers and problems."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from domain.event import Opened
from domain.games import all_games, event_types
from services.api import context
from services.api.answers import ANSWERS, JSON, MORE_PROBLEMS, SCHEMAS, UUID, Contents, Schema, closed, listed, named
from services.api.problems import MEDIA_TYPE

_Security: TypeAlias = tuple[dict[str, list[str]], ...]
"""The keys that an operation takes, as OpenAPI says it."""

_KEY: Final = "key"
_SCHEME: Final = {"type": "http", "scheme": "bearer", "bearerFormat": "sp_<kind>_<id>_<secret>"}
_OPEN: Final[_Security] = ({_KEY: []}, {})
"""Who has a key may send it; who has none is let in too."""
_BODIES: Final = {"POST /v1/matches": "Opening", "POST /v1/matches/{match}/events": "Reports"}
_TAKES: Final = {"authorization": (401,), "idempotency-key": (409,), "if-match": (412,)}
"""Statuses that go with a header."""


class Documented(FastAPI):
    """An application whose OpenAPI document says all that is known of its operations."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._keys: dict[str, _Security] = {}

    def include_router(self, router: APIRouter, *args: Any, **more: Any) -> None:
        """Take a router's routes, and see which of them want a key."""
        for route in router.routes:
            if isinstance(route, APIRoute):
                self._keys |= {f"{method} {route.path_format}": _key(route) for method in route.methods or ()}
        super().include_router(router, *args, **more)

    def openapi(self) -> dict[str, Any]:
        """The document, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = _completed(super().openapi(), self._keys)
        return self.openapi_schema


def _completed(document: dict[str, Any], keys: dict[str, _Security]) -> dict[str, Any]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            _complete(name, operation, keys.get(name, ()))
    components = document.setdefault("components", {})
    components["securitySchemes"] = {_KEY: _SCHEME}
    components["schemas"] = SCHEMAS | _bodies()
    return document


def _key(route: APIRoute) -> _Security:
    """Whether a route wants a key, takes one, or knows of none."""
    calls = set(_calls(route.dependant))
    if calls & {context.bearer, context.log_follower}:
        return _OPEN[:1]
    return _OPEN if context.holder in calls else ()


def _calls(dependant: Dependant) -> Iterator[Any]:
    for each in dependant.dependencies:
        yield each.call
        yield from _calls(each)


def _complete(name: str, operation: dict[str, Any], security: _Security) -> None:
    statuses = {503, *MORE_PROBLEMS.get(name, ()), *_statuses(operation, needed=security == _OPEN[:1])}
    if security:
        operation["security"] = list(security)
    if name in _BODIES:
        operation["requestBody"]["content"][JSON]["schema"] = named(_BODIES[name])
    answers = ANSWERS.get(name)
    if answers is not None:
        operation["responses"] = {}
    for status, contents in (answers or {}).items():
        operation["responses"][str(status)] = _answer(status, contents)
    for status in sorted(statuses):
        operation["responses"].setdefault(str(status), _answer(status, {MEDIA_TYPE: named("Problem")}))
    # OpenAPI has this header in `security` alone.
    said = [each for each in operation.get("parameters", []) if each["name"] != "authorization"]
    operation.pop("parameters", None)
    operation |= {"parameters": said} if said else {}


def _statuses(operation: dict[str, Any], *, needed: bool) -> Iterator[int]:
    """The statuses of problems that go with what an operation takes."""
    if needed:
        yield 403
    if "requestBody" in operation:
        yield from (400, 413, 422)
    for parameter in operation.get("parameters", []):
        yield from _TAKES.get(parameter["name"], ())
        if parameter["in"] == "path":
            yield from (404, 414)
        if parameter["in"] == "query":
            yield from (414, 422)


def _answer(status: int, contents: Contents) -> Schema:
    said: Schema = {"description": HTTPStatus(status).phrase}
    if contents:
        said["content"] = {media: {} if schema is None else {"schema": schema} for media, schema in contents.items()}
    return said


def _bodies() -> dict[str, Schema]:
    """What is sent: an opening, and reports of every type."""
    schemas: dict[str, Schema] = {}
    reports = []
    for type_, model in sorted(event_types().items()):
        schemas |= _apart(type_, model.model_json_schema(ref_template=f"#/components/schemas/{type_}.{{model}}"))
        envelope = {"type": {"const": type_}, "data": named(type_)}
        time = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}
        reports.append(closed(envelope, id=UUID, occurred_at=time))
    schemas["Report"] = {"oneOf": reports}
    batch = closed({"events": listed(named("Report")) | {"minItems": 1}})
    schemas["Reports"] = {"oneOf": [named("Report"), batch]}
    opening = dict(schemas[Opened.TYPE])
    games = {"game": {"enum": sorted(all_games())}}
    schemas["Opening"] = opening | {"properties": opening["properties"] | games | {"id": UUID}}
    return schemas


def _apart(name: str, schema: Schema) -> dict[str, Schema]:
    """A schema and those inside it, each by a name."""
    inside = schema.pop("$defs", {})
    return {name: schema, **{f"{name}.{each}": part for each, part in inside.items()}}

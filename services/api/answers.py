"""What each operation answers when it does what it was asked: the one table for the OpenAPI document."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

from domain.board import Status
from services.api.streams import NDJSON
from services.formats.cloudevents import BATCH

Schema: TypeAlias = dict[str, Any]
Contents: TypeAlias = Mapping[str, Schema | None]
"""Media types, each with the schema of what stands in it, where that is one JSON document."""

JSON: Final = "application/json"
SSE: Final = "text/event-stream"

TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "integer", "minimum": 0}
UUID: Final[Schema] = {"type": "string", "format": "uuid"}
HEX: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def closed(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """An object that has these fields and no others."""
    properties = {**required, **optional}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def listed(of: Schema) -> Schema:
    """An array."""
    return {"type": "array", "items": of}


def named(component: str) -> Schema:
    """A reference to a schema that has a name."""
    return {"$ref": f"#/components/schemas/{component}"}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


def _page(of: Schema) -> Schema:
    return closed({"items": listed(of), "next": _or_null(TEXT)})


_TIME: Final[Schema] = {"type": "string", "format": "date-time"}
_OBJECT: Final[Schema] = {"type": "object"}
_MATCH: Final = {
    "match": UUID, "game": TEXT, "kind": TEXT, "version": NUMBER, "status": {"enum": list(get_args(Status))},
    "title": _or_null(TEXT), "players": _OBJECT, "options": _OBJECT, "visibility": {"type": ["string", "object"]},
    "opened_at": _TIME, "recorded_at": _TIME,
}  # fmt: skip
_KEY: Final = {
    "id": TEXT, "name": _or_null(TEXT), "scopes": listed(TEXT), "matches": _or_null(listed(UUID)), "created_at": _TIME,
    "expires_at": _or_null(_TIME), "revoked_at": _or_null(_TIME), "former_until": _or_null(_TIME),
    "used_at": _or_null(_TIME),
}  # fmt: skip
_LINK: Final = {
    "id": TEXT, "match": UUID, "role": TEXT, "created_at": _TIME, "expires_at": _or_null(_TIME),
    "revoked_at": _or_null(_TIME),
}  # fmt: skip
_BOARD: Final = (
    "match", "game", "board", "version", "status", "title", "players", "recorded_at", "why", "flags", "findings",
    "changes", "stuck",
)  # fmt: skip

SCHEMAS: Final[dict[str, Schema]] = {
    "Problem": {
        "type": "object",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": TEXT, "title": TEXT, "status": {"type": "integer", "minimum": 400, "maximum": 599}, "detail": TEXT,
            "code": {"type": "string", "pattern": "^[a-z0-9_]+$"}, "index": NUMBER, "version": NUMBER, "head": NUMBER,
            "errors": listed(closed({"pointer": TEXT, "detail": TEXT})),
        },
    },
    "Match": closed(_MATCH),
    "Event": closed(
        {
            "id": _or_null(UUID), "type": TEXT, "data": _OBJECT, "occurred_at": _or_null(_TIME), "ledger": TEXT,
            "match": UUID, "version": NUMBER, "recorded_at": _TIME, "actor": TEXT, "hash": HEX,
        },
        position=NUMBER,
    ),
    "Board": {
        "type": "object",
        "required": list(_BOARD),
        "description": "The whole schema of each board is at /v1/schemas/boards/{game}/{board}.",
    },
    "Player": closed(
        {"id": TEXT, "name": _or_null(TEXT), "named_at": _or_null(_TIME), "forgotten_at": _or_null(_TIME)}
    ),
    "Key": closed(_KEY),
    "Link": closed(_LINK),
    "Game": closed({"game": TEXT, "title": TEXT, "boards": listed(TEXT)}),
}  # fmt: skip
"""Schemas that have a name of their own, beside those of the events."""

_EVENTS: Final[Contents] = {JSON: _page(named("Event")), BATCH: listed(_OBJECT)}
_PATCH: Final = listed({"type": "object", "required": ["op", "path"]})
_SCHEMA: Final[Contents] = {"application/schema+json": {"type": "object", "required": ["$schema", "$id"]}}
_READY: Final[Contents] = {JSON: {"type": "object", "required": ["status", "redis", "live", "database"]}}
_LEAF: Final = closed({"position": NUMBER, "match": UUID, "version": NUMBER, "hash": HEX})

ANSWERS: Final[dict[str, dict[int, Contents]]] = {
    "POST /v1/matches": {201: {JSON: closed({"match": UUID, "version": NUMBER})}},
    "GET /v1/matches": {200: {JSON: _page(named("Match"))}},
    "GET /v1/matches/{match}": {200: {JSON: closed({**_MATCH, "names": _OBJECT})}},
    "POST /v1/matches/{match}/events": {
        201: {JSON: closed({
            "match": UUID, "version": NUMBER, "events": listed(closed({"id": UUID, "version": NUMBER})),
        })},
    },
    "GET /v1/matches/{match}/events": {200: {**_EVENTS, NDJSON: None}},
    "GET /v1/matches/{match}/boards/{board}": {200: {JSON: named("Board")}, 304: {}},
    "GET /v1/matches/{match}/boards/{board}/difference": {
        200: {
            JSON: closed({"match": UUID, "board": TEXT, "from": NUMBER, "to": NUMBER, "patch": _PATCH}),
            "application/json-patch+json": _PATCH,
        },
    },
    "GET /v1/matches/{match}/replay": {200: {NDJSON: None, SSE: None}, 204: {}},
    "GET /v1/matches/{match}/live": {200: {SSE: None}},
    "GET /v1/live": {200: {SSE: None}},
    "GET /v1/events/live": {200: {SSE: None}},
    "GET /v1/events": {200: _EVENTS},
    "GET /v1/ledger/checkpoint": {
        200: {JSON: closed({"size": NUMBER, "root": TEXT, "note": TEXT, "key": TEXT}), "text/plain": None},
    },
    "GET /v1/ledger/proof/inclusion": {
        200: {JSON: closed({
            "position": NUMBER, "size": NUMBER, "leaf": _LEAF, "leaf_hash": HEX, "path": listed(HEX), "root": HEX,
        })},
    },
    "GET /v1/ledger/proof/consistency": {
        200: {JSON: closed({"from": NUMBER, "to": NUMBER, "path": listed(HEX), "from_root": HEX, "to_root": HEX})},
    },
    "GET /v1/ledger/export": {200: {NDJSON: None}},
    "GET /v1/players": {200: {JSON: _page(named("Player"))}},
    "PUT /v1/players/{player}": {200: {JSON: named("Player")}},
    "DELETE /v1/players/{player}": {200: {JSON: closed({"id": TEXT, "matches": NUMBER, "left": listed(TEXT)})}},
    "GET /v1/keys": {200: {JSON: _page(named("Key"))}},
    "POST /v1/keys": {201: {JSON: closed({**_KEY, "key": TEXT})}},
    "GET /v1/keys/{key}": {200: {JSON: named("Key")}},
    "DELETE /v1/keys/{key}": {200: {JSON: named("Key")}},
    "POST /v1/keys/{key}/rotate": {200: {JSON: closed({**_KEY, "key": TEXT})}},
    "GET /v1/matches/{match}/links": {200: {JSON: _page(named("Link"))}},
    "POST /v1/matches/{match}/links": {201: {JSON: closed({**_LINK, "link": TEXT, "path": TEXT})}},
    "DELETE /v1/matches/{match}/links/{link}": {200: {JSON: named("Link")}},
    "POST /v1/tickets": {201: {JSON: closed({"ticket": TEXT, "expires_at": _TIME})}},
    "POST /v1/ledgers": {201: {JSON: closed({"ledger": TEXT, "key": TEXT, "id": TEXT})}},
    "GET /v1/admin/events": {200: {JSON: _page(named("Event"))}},
    "GET /v1/games": {200: {JSON: _page(named("Game"))}},
    "GET /v1/games/{game}": {
        200: {JSON: closed({
            "game": TEXT, "title": TEXT, "boards": listed(TEXT), "options": _OBJECT, "events": _OBJECT,
            "schemas": _OBJECT,
        })},
    },
    "GET /v1/schemas/events/{type}": {200: _SCHEMA},
    "GET /v1/schemas/boards/{game}/{board}": {200: _SCHEMA},
    "GET /v1/schemas/options/{game}": {200: _SCHEMA},
    "GET /healthz": {200: {JSON: closed({"status": {"const": "alive"}})}},
    "GET /readyz": {200: _READY, 503: _READY},
    "GET /metrics": {200: {"text/plain": None}},
}  # fmt: skip
"""By method and path; an operation that is not in it is declared by its signature alone."""
MORE_PROBLEMS: Final[dict[str, tuple[int, ...]]] = {
    "GET /v1/matches": (400,),
    "GET /v1/live": (404,),
    "GET /v1/events": (409,),
    "GET /v1/events/live": (409,),
    "GET /v1/admin/events": (409,),
    "GET /v1/ledger/checkpoint": (404, 500),
    "GET /v1/ledger/proof/inclusion": (400, 404, 409, 500),
    "GET /v1/ledger/proof/consistency": (400, 404, 409, 500),
    "GET /v1/ledger/export": (500,),
    "GET /v1/players": (400,),
    "PUT /v1/players/{player}": (409,),
    "DELETE /v1/players/{player}": (422,),
}
"""Statuses of problems beside those that go with what an operation takes."""

"""Drawing: what pages show of a match, in one manner and one language, from its boards."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Literal, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.environment import TemplateModule

from domain.games import all_games
from domain.text import shown as shown_card
from services import naming, people, reading, seeing
from services.bearers import Bearer
from services.folding import Folded
from services.web import pad, pairs, rows, slate, teams
from services.web.language import LANGUAGES, say
from services.wiring import Stores

Kind = Literal["board", "row"]
"""How a match is shown: whole, or as a line among others."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a match is drawn, and in which language."""

    kind: Kind
    language: str

    @classmethod
    def read(cls, text: str) -> "Manner | None":
        """
        What stands in an address: `board.de`; None if it is none.

        >>> Manner.read("row.en"), Manner.read("row")
        (Manner(kind='row', language='en'), None)
        """
        kind, _, language = text.partition(".")
        found = next((each for each in get_args(Kind) if each == kind), None)
        return cls(found, language) if found and language in LANGUAGES else None

    @property
    def text(self) -> str:
        """As it stands in an address."""
        return f"{self.kind}.{self.language}"


MANNERS: Final = tuple(f"{kind}.{language}" for kind in get_args(Kind) for language in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the boards of a game are laid out: the template, its style sheet, and what is worked out for it."""

    template: str
    style: str
    view: Callable[[dict[str, Any]], dict[str, Any]]


def _as_they_are(_boards: dict[str, Any]) -> dict[str, Any]:
    return {}


def _slate(boards: dict[str, Any]) -> dict[str, Any]:
    return {"remainders": {seat: slate.remainders(boards, seat) for seat in boards["match"]["seats"]}}


def _pad(boards: dict[str, Any]) -> dict[str, Any]:
    return {"pad": pad.pad(boards["rubber"])}


def _teams(boards: dict[str, Any]) -> dict[str, Any]:
    board = boards["match"]
    return {
        "sheet": teams.sheet(board),
        "score": teams.score(board),
        "progress": teams.progress(board),
        "outcome": teams.outcome(board),
    }


def _pairs(boards: dict[str, Any]) -> dict[str, Any]:
    ranking, traveller = boards["ranking"], boards["traveller"]
    return {
        "fields": pairs.fields(ranking, traveller),
        "sheets": pairs.sheets(traveller),
        "unit": pairs.unit(ranking),
        "progress": pairs.progress(ranking, traveller),
    }


LAYOUTS: Final = {
    "bridge.rubber": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.chicago": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.teams": Layout("boards/teams.html", "teams", _teams),
    "bridge.pairs": Layout("boards/pairs.html", "pairs", _pairs),
    "schnapsen": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "sixtysix": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "cribbage": Layout("boards/cribbage.html", "cribbage", _as_they_are),
}
PLAIN: Final = Layout("boards/plain.html", "plain", _as_they_are)
"""For a game that has no layout of its own yet: its boards as they are."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match as a page shows it: its version, whether it goes on, and the part of the page that changes."""

    match: str
    manner: Manner
    game: str
    version: int
    status: str
    title: str
    html: TemplateModule

    @property
    def text(self) -> str:
        """As streams send it."""
        told = {
            "match": self.match,
            "drawn": self.manner.text,
            "version": self.version,
            "status": self.status,
            "html": str(self.html),
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def drawn(stores: Stores, kept: Folded, bearer: Bearer | None, match: str, manner: Manner) -> Drawn:
    """A match as it is now for a reader; UnknownMatch if it does not exist for them."""
    found = seeing.find(stores, kept, bearer, match)
    boards = {board.name: json.loads(board.body) for board in reading.boards_for(stores, kept, bearer, match)}
    names = naming.names(stores, found.ledger, people.ids(json.loads(found.players)))
    return draw(boards, names, manner)


def draw(boards: dict[str, dict[str, Any]], names: dict[str, str], manner: Manner) -> Drawn:
    """Boards of a match, all of one version, in a manner."""
    first = next(iter(boards.values()))
    game = first["game"]
    called = people.units(first["players"], names)
    view: dict[str, Any] = {
        "match": first["match"],
        "game": game,
        "game_title": all_games()[game].title,
        "version": first["version"],
        "title": first["title"] or "",
        "status": first["status"],
        "board": first,
        "boards": boards,
        "called": called,
    }
    if manner.kind == "row":
        html = _filled(manner, "row.html", view | {"row": rows.row(game, boards)})
    else:
        layout = LAYOUTS.get(game, PLAIN)
        html = _filled(manner, layout.template, view | layout.view(boards))
    title = view["title"] or say(manner.language, view["game_title"])
    return Drawn(first["match"], manner, game, first["version"], first["status"], title, html)


def _filled(manner: Manner, template: str, view: dict[str, Any]) -> TemplateModule:
    """A part of a page, which pages take as it is: what was put into it was escaped when it was."""
    return _templates(manner.language).get_template(template).make_module(view)


def filled(language: str, template: str, view: dict[str, Any]) -> TemplateModule:
    """A part of a page, in a language, which pages take as it is."""
    return _templates(language).get_template(template).make_module(view)


def render(language: str, template: str, **view: Any) -> str:
    """A template filled in, in a language."""
    return _templates(language).get_template(template).render(**view)


@cache
def _templates(language: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("services.web"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"_": partial(say, language), "language": language, "languages": LANGUAGES}
    environment.filters |= {"number": pad.number, "contract": pad.contract, "card": shown_card}
    return environment

"""Drawing: what pages show of a match, in one manner and one language, from its boards."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Literal, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.environment import TemplateModule

from domain.games import all_games
from domain.text import shown as shown_card
from services import __version__, naming, people, reading, seeing
from services.bearers import Bearer
from services.errors import UnknownBoard, UnknownMatch
from services.folding import Folded
from services.seeing import Listed
from services.web import corrections, layouts, pad, rows
from services.web.language import LANGUAGES, say
from services.web.signs import signed
from services.wiring import Stores

Kind = Literal["board", "row", "strip", "traveller"]
"""How a match is shown: whole, as a line among others, as a strip over a picture, or one board at all its tables."""
_MANNER: Final = re.compile(r"(board|row|strip|traveller-([1-9][0-9]{0,3}))\.([a-z]+)")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a match is drawn, and in which language; a traveller, of which board."""

    kind: Kind
    language: str
    board: int | None = None

    @classmethod
    def read(cls, text: str) -> "Manner | None":
        """
        What stands in an address: `board.de`, `traveller-7.de`; None if it is none.

        >>> Manner.read("row.en"), Manner.read("row"), Manner.read("traveller-0.en")
        (Manner(kind='row', language='en', board=None), None, None)
        """
        found = _MANNER.fullmatch(text)
        if found is None or found[3] not in LANGUAGES:
            return None
        kind = next(each for each in get_args(Kind) if found[1].startswith(each))
        return cls(kind, found[3], int(found[2]) if found[2] else None)

    @property
    def text(self) -> str:
        """As it stands in an address."""
        return f"{self.kind}{'' if self.board is None else f'-{self.board}'}.{self.language}"


MANNERS: Final = tuple(f"{kind}.{language}" for kind in ("board", "row", "strip") for language in LANGUAGES)
"""How any match can be drawn; a session of pairs also by its boards, as `traveller-7.en`."""


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


def drawn(stores: Stores, kept: Folded, bearer: Bearer | None, match: str, manner: Manner, query: str = "") -> Drawn:
    """
    A match as it is now for a reader.

    Args:
        stores: Where boards and names are kept.
        kept: What was folded lately.
        bearer: The reader.
        match: The match's id.
        manner: How it is drawn.
        query: What addresses of it are followed by; on what streams send, by nothing.

    Errors:
        UnknownMatch: it does not exist for them.
        UnknownBoard: it has no such traveller.
    """
    found = seeing.find(stores, kept, bearer, match)
    boards = {board.name: json.loads(board.body) for board in reading.boards_for(stores, kept, bearer, match)}
    names = naming.names(stores, found.ledger, people.ids(json.loads(found.players)))
    return draw(boards, names, manner, query, json.loads(found.options))


def lines(
    stores: Stores, kept: Folded, bearer: Bearer | None, listed: Sequence[Listed], language: str, query: str
) -> list[Drawn]:
    """The lines of matches that were listed for a reader; without those that are gone meanwhile."""
    manner = Manner("row", language)
    needed = {name for match in listed for name in rows.NEEDED.get(match.game, ())}
    stored = reading.boards_of(stores, bearer, listed, needed)
    names = _names(stores, listed)
    found = []
    for match in listed:
        bodies = stored.get(match.id, {})
        if all(name in bodies for name in rows.NEEDED.get(match.game, ("",))):
            boards = {name: json.loads(bodies[name]) for name in rows.NEEDED[match.game]}
            found.append(draw(boards, names[match.ledger], manner, query))
        else:
            with suppress(UnknownMatch, UnknownBoard):
                found.append(drawn(stores, kept, bearer, match.id, manner, query))
    return found


def _names(stores: Stores, listed: Sequence[Listed]) -> dict[int, dict[str, str]]:
    """What all their players are called, by ledger: an id is somebody else in another."""
    ids: dict[int, list[str]] = {}
    for match in listed:
        ids.setdefault(match.ledger, []).extend(people.ids(json.loads(match.players)))
    return {ledger: naming.names(stores, ledger, of_ledger) for ledger, of_ledger in ids.items()}


def draw(
    boards: dict[str, dict[str, Any]],
    names: dict[str, str],
    manner: Manner,
    query: str = "",
    options: dict[str, Any] | None = None,
) -> Drawn:
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
        "query": query,
    }
    if manner.kind in {"row", "strip"}:
        html = filled(manner.language, f"{manner.kind}.html", view | {"row": rows.row(game, boards)})
    elif manner.kind == "traveller":
        html = filled(manner.language, "boards/traveller.html", view | layouts.traveller(boards, manner.board))
    else:
        layout = layouts.layout(game)
        html = filled(manner.language, layout.template, view | layout.view(boards | {"options": options or {}}))
    title = view["title"] or say(manner.language, view["game_title"])
    return Drawn(first["match"], manner, game, first["version"], first["status"], title, html)


def filled(language: str, template: str, view: dict[str, Any]) -> TemplateModule:
    """A part of a page, which pages take as it is: what was put into it was escaped when it was."""
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
    environment.globals |= {
        "_": partial(say, language),
        "language": language,
        "languages": LANGUAGES,
        "release": __version__,
    }
    environment.filters |= {
        "number": pad.number,
        "contract": pad.contract,
        "card": shown_card,
        "signed": signed,
        "mended": corrections.mended,
    }
    return environment

"""Drawing: what pages show of a match, in one manner and one language, from its boards."""

import json
import re
from collections.abc import Callable, Sequence
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
from services.web import corrections, form, pad, pairs, pegs, rows, slate, teams, track
from services.web.language import LANGUAGES, say
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
class Layout:
    """
    How the boards of a game are laid out: the template, its style sheet, and what is worked out for it.

    That is from the boards by their names, and under `options` those of the match, where they are known.
    """

    template: str
    style: str
    view: Callable[[dict[str, Any]], dict[str, Any]]


def _as_they_are(_boards: dict[str, Any]) -> dict[str, Any]:
    return {}


def _slate(boards: dict[str, Any]) -> dict[str, Any]:
    return {
        "remainders": {seat: slate.remainders(boards, seat) for seat in boards["match"]["seats"]},
        "course": slate.course(boards["deal"]),
        "bars": {seat: slate.bar(had) for seat, had in boards["deal"]["seats"].items()},
        "rule": slate.rule(boards["deal"]["result"]),
        "sheet": slate.sheet(boards["hands"]),
    }


def _cribbage(boards: dict[str, Any]) -> dict[str, Any]:
    sides = pegs.sides(boards)
    return {
        "track": track.track(boards["game"]["target"], pegs.names(boards), _safe(boards.get("options", {}))),
        "laps": track.laps(boards["game"]["target"]),
        "sides": sides,
        "lead": pegs.lead(sides),
        "word": pegs.word(boards),
        "turn": pegs.turn(boards["deal"]["street"]),
        "series": pegs.series(boards),
        "beside": pegs.beside(boards["hands"]),
    }


def _safe(options: dict[str, Any]) -> tuple[int, int] | None:
    """From which holes on a loser is not skunked, by the options that a match was opened with."""
    if "skunk_below" not in options:
        return None
    return options["skunk_below"], options["double_skunk_below"]


def _pad(boards: dict[str, Any]) -> dict[str, Any]:
    board = boards["rubber"]
    return {
        "pad": pad.pad(board),
        "toward": pad.toward(board),
        "turns": pad.turns(board),
        "ending": pad.ending(board),
    }


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
        "travellers": pairs.listed(traveller),
        "form": form.form(ranking, traveller),
        "unit": pairs.unit(ranking),
        "progress": pairs.progress(ranking, traveller),
    }


def _traveller(boards: dict[str, Any], number: int | None) -> dict[str, Any]:
    traveller = boards.get("traveller")
    sheet = pairs.sheet(traveller, number) if traveller and number else None
    if traveller is None or sheet is None:
        raise UnknownBoard("There is no traveller of this board.")
    before, after = pairs.beside(traveller, sheet.board)
    now = [each for each in traveller["current"] if each["board"] == sheet.board]
    unit = pairs.unit(boards["ranking"])
    leads = any(line.result.lead for group in sheet.groups for line in group.lines)
    return {"sheet": sheet, "unit": unit, "before": before, "after": after, "now": now, "leads": leads}


LAYOUTS: Final = {
    "bridge.rubber": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.chicago": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.teams": Layout("boards/teams.html", "teams", _teams),
    "bridge.pairs": Layout("boards/pairs.html", "pairs", _pairs),
    "schnapsen": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "sixtysix": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "cribbage": Layout("boards/cribbage.html", "cribbage", _cribbage),
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
        html = _filled(manner, f"{manner.kind}.html", view | {"row": rows.row(game, boards)})
    elif manner.kind == "traveller":
        html = _filled(manner, "boards/traveller.html", view | _traveller(boards, manner.board))
    else:
        layout = LAYOUTS.get(game, PLAIN)
        html = _filled(manner, layout.template, view | layout.view(boards | {"options": options or {}}))
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
        "mended": corrections.mended,
    }
    return environment

"""
Portable Bridge Notation 2.1, written in its export format.

Source:
    docs/formats.md, "PBN written". The standard is at tistis.nl/pbn: 2.3 (lines), 3.3 to 3.6 (tags,
    auction, play), 4 (supplemental tags).
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Final

from domain import wire
from domain.games.bridge.terms import Seat
from domain.match import Match
from services.formats.pbn.figures import figures, ruling, scoring
from services.formats.pbn.sections import auction, deal, play
from services.formats.sheets import Unwritable, sheets, unusual_options
from services.formats.sheets.seating import Names, Table, seating
from services.formats.sheets.sheet import Sheet
from services.formats.written import contract

_END: Final = "\r\n"
_WIDEST: Final = 255 - len(_END)
"""Characters of a line, its end not counted."""
_UNKNOWN: Final = "?"
_NEAR: Final = {**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("‘’", "'")}
"""What Latin-1 has in place of signs that titles are written with, ours of team matches too."""
_SEATS: Final[Mapping[Seat, str]] = {"W": "West", "N": "North", "E": "East", "S": "South"}
_NOBODY: Final = Table({})


def write(match: Match, names: Names | None = None) -> Iterator[str]:
    """
    The lines of the file, each with its end; every sheet is a game. Only characters of Latin-1 are in them.

    Args:
        match: The match.
        names: What players are called; None where the file is to have no names.

    Errors:
        Unwritable: more options are unusual than a line can hold.
    """
    said, own = scoring(match), _options(match)
    yield from (f"% PBN 2.1{_END}", f"% EXPORT{_END}")
    who = seating(match, names or {})
    for number, sheet in enumerate(sheets(match)):
        lines = chain([""] if number else [], game(sheet, said, match.opened_at, own, who(sheet)))
        yield from (f"{line}{_END}" for line in lines)


def game(
    sheet: Sheet,
    said: str,
    opened_at: datetime | None,
    own: Mapping[str, str] = MappingProxyType({}),
    who: Table = _NOBODY,
) -> Iterator[str]:
    """
    One game: the mandatory tags, the others by name, the auction and the play.

    Args:
        sheet: What the table tells.
        said: How the match is scored, as the standard says it.
        opened_at: When the match was opened.
        own: Tags of our own, the same in every game.
        who: What the players are called.
    """
    yield from (tag(name, value) for name, value in _mandatory(sheet, said, opened_at, who).items())
    supplemental = {name: value for name, value in {**_supplemental(sheet, said), **own}.items() if value is not None}
    yield from (tag(name, value) for name, value in sorted(supplemental.items()))
    yield from auction(sheet)
    yield from play(sheet)


def _options(match: Match) -> Mapping[str, str]:
    """The options that are not the usual ones, whole: cut off they could not be read again."""
    options = unusual_options(match)
    text = wire.canonical(options)
    if not tag("Options", text).endswith('}"]'):
        raise Unwritable(f"The options of the match take more than a line of PBN has: {text}")
    return {"Options": text} if options else {}


def tag(name: str, value: str) -> str:
    r"""
    One tag on its line. What does not fit on the line is cut off.

    >>> tag("Event", 'The "Open" \\ Kežmarok')
    '[Event "The \\"Open\\" \\\\ Ke?marok"]'
    """
    room = _WIDEST - len(f'[{name} ""]')
    plain = "".join(map(_printed, value))
    if plain.startswith("#"):
        plain = f" {plain}"  # a sharp in front would make it another game's value
    text = ""
    for sign in plain:
        escaped = f"\\{sign}" if sign in '"\\' else sign
        if len(text) + len(escaped) > room:
            break
        text += escaped
    return f'[{name} "{text}"]'


def _printed(sign: str) -> str:
    """A character as PBN may hold it: Latin-1 that is printed."""
    if sign.isspace():
        return " "
    sign = _NEAR.get(sign, sign)
    return sign if " " <= sign <= "~" or "\xa1" <= sign <= "\xff" else _UNKNOWN


def _mandatory(sheet: Sheet, said: str, opened_at: datetime | None, who: Table) -> dict[str, str]:
    result = sheet.contract is not None and sheet.declarer is not None
    return {
        "Event": sheet.title or _UNKNOWN,
        "Site": _UNKNOWN,
        "Date": f"{opened_at:%Y.%m.%d}" if opened_at else "????.??.??",
        "Board": str(sheet.number),
        **{_SEATS[seat]: who.seats.get(seat, _UNKNOWN) for seat in _SEATS},
        "Dealer": sheet.dealer or _UNKNOWN,
        "Vulnerable": sheet.vulnerable,
        "Deal": deal(sheet),
        "Scoring": said,
        "Declarer": (sheet.declarer if sheet.declarer in {*"NESW"} else _UNKNOWN) or "" if result else "",
        "Contract": contract(sheet.contract) if sheet.contract else "",
        "Result": str(sheet.made) if result else "",
    }


def _supplemental(sheet: Sheet, said: str) -> dict[str, str | None]:
    teams = sheet.room is not None or sheet.game == "bridge.teams"
    return {
        "Competition": {"bridge.teams": "Teams", "bridge.pairs": "Pairs", "bridge.rubber": "Rubber"}.get(
            sheet.game, "Chicago"
        ),
        "HomeTeam": "home" if teams else None,
        "VisitTeam": "away" if teams else None,
        "PairEW": sheet.ew,
        "PairNS": sheet.ns,
        "Room": sheet.room.capitalize() if sheet.room else None,
        "Round": None if sheet.round is None else str(sheet.round),
        "Table": sheet.table,
        **figures(sheet, said),
        **ruling(sheet),
    }

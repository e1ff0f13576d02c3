"""
USEBIO 1.2, the XML of British clubs, out of a pairs session.

Source:
    docs/formats.md, "USEBIO written".
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import chain
from typing import Final

from domain.cards import Card
from domain.games.bridge.pairs.boards import ranking, traveller
from domain.games.bridge.pairs.rows import LineRow, PairRow, TravellerSheet
from domain.games.bridge.pairs.state import Session
from domain.games.bridge.play import Hands
from domain.games.bridge.terms import SEATS, name_of
from domain.match import Match, counted
from services import people
from services.formats.sheets import check_writable
from services.formats.sheets.seating import Names
from services.formats.sheets.tables_told import tellings
from services.formats.usebio.scores import score
from services.formats.written import contract, hand

_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">',
    '<USEBIO Version="1.2">',
)
_EVENTS: Final = {"matchpoints": "MP_PAIRS", "butler": "BUTLER_PAIRS", "cross-imps": "CROSS_IMP"}
_POINTS: Final = {"matchpoints": "MATCH_POINTS", "butler": "BUTLER_POINTS", "cross-imps": "CROSS_IMP_POINTS"}
_SUITS: Final = (("CLUBS", 3), ("DIAMONDS", 2), ("HEARTS", 1), ("SPADES", 0))
"""The elements of a hand, and where each suit stands in a hand that is written spades first."""

Told = Mapping[str, str | None]
"""Elements and their text, in order; None is left out."""


def write(match: Match, names: Names | None = None) -> Iterator[str]:
    """The lines of the file, with these names, if any; Unwritable if the match is stuck."""
    check_writable(match)
    assert isinstance(match.state, Session), "it is written of sessions"
    yield from (
        f"{line}\n" for line in (*_HEAD, *_event(match, match.state, names or {}), *_handset(match), "</USEBIO>")
    )


def _event(match: Match, state: Session, names: Names) -> Iterator[str]:
    kind = f'EVENT_TYPE="{_EVENTS[state.options.scoring]}"'
    yield f"<EVENT {kind}>"
    yield from _elements(_heading(match, state))
    yield f"<PARTICIPANTS {kind}>"
    for row in ranking(state).pairs:
        sit = people.listed(match.players, row.pair) if names and row.pair in match.players else []
        players = (_inside("PLAYER", _elements({"PLAYER_NAME": names.get(id_, id_)})) for id_ in sit)
        yield from _inside("PAIR", chain(_elements(_pair(row, state)), *players))
    yield "</PARTICIPANTS>"
    for sheet in traveller(state).boards:
        yield f"<BOARD {kind}>"
        yield from _elements({"BOARD_NUMBER": str(sheet.board), "BOARD_AVERAGE": _average(sheet)})
        for line in sheet.lines:
            if line.status != "not_played":
                yield from _inside("TRAVELLER_LINE", _elements(_line(line, _POINTS[state.options.scoring])))
        yield "</BOARD>"
    yield "</EVENT>"


def _heading(match: Match, state: Session) -> Told:
    return {
        "EVENT_DESCRIPTION": match.opened.title,
        "PROGRAM_NAME": "Scorepad",
        "WINNER_TYPE": str(state.options.winners),
        "DATE": f"{match.opened_at:%d/%m/%Y}" if match.opened_at else None,
        "SESSION_COUNT": "1",
        "SECTION_COUNT": "1",
        "SCORING_METHOD": None if state.options.scoring == "matchpoints" else "IMPS",
    }


def _pair(row: PairRow, state: Session) -> Told:
    return {
        "PAIR_NUMBER": row.pair,
        "DIRECTION": row.direction if state.options.winners != 1 else "",
        "TOTAL_SCORE": row.shown.get("total", row.shown["points"]),
        "PERCENTAGE": row.shown.get("percentage"),
        "PLACE": None if row.rank is None else str(row.rank),
    }


def _average(sheet: TravellerSheet) -> str | None:
    """Butler's datum, where the board has one for all its tables."""
    if sheet.datum is None or len(sheet.groups) > 1 or sheet.datum_ew != sheet.datum:
        return None
    return str(sheet.datum)


def _line(line: LineRow, points: str) -> Told:
    played = line.status == "played"
    return {
        "NS_PAIR_NUMBER": line.ns,
        "EW_PAIR_NUMBER": line.ew,
        "CONTRACT": contract(line.contract).upper() if line.contract and played else None,
        "PLAYED_BY": line.declarer if played else None,
        "LEAD": line.lead if played else None,
        "TRICKS": str(line.tricks) if line.tricks is not None and played else None,
        **score(line),
        f"NS_{points}": line.shown.get("ns_points"),
        f"EW_{points}": line.shown.get("ew_points"),
    }


def _handset(match: Match) -> Iterator[str]:
    known = tellings(counted(match), "pairs").hands
    if not known:
        return
    yield "<HANDSET>"
    for board, hands in sorted(known.items()):
        yield "<BOARD>"
        yield from _elements({"BOARD_NUMBER": str(board)})
        yield from _hands(hands)
        yield "</BOARD>"
    yield "</HANDSET>"


def _hands(hands: Hands) -> Iterator[str]:
    for seat in SEATS:
        if seat in hands:
            yield from _inside("HAND", _elements({"DIRECTION": name_of(seat), **_suits(hands[seat])}))


def _suits(cards: Iterable[Card]) -> Told:
    ranks = hand(cards).split(".")
    return {name: ranks[place] for name, place in _SUITS}


def _inside(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield from (f"<{name}>", *lines, f"</{name}>")


def _elements(told: Told) -> Iterator[str]:
    yield from (f"<{name}>{_text(text)}</{name}>" for name, text in told.items() if text is not None)


def _text(text: str) -> str:
    """Text as XML 1.0 takes it: escaped, and without the characters that it has no way to write."""
    return escape("".join(sign if _allowed(sign) else "?" for sign in text), quote=False)


def _allowed(sign: str) -> bool:
    return sign in "\t\n" or " " <= sign <= "\ud7ff" or "\ue000" <= sign <= "\ufffd" or sign >= "\U00010000"

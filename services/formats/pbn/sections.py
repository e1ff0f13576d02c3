"""The cards and calls of a PBN game: the deal, the auction, and the play in columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.bridge.events import TRICKS
from domain.games.bridge.play import FULL, winner_of
from domain.games.bridge.terms import CONTRACTS, Seat, around, left_of, seat_of
from services.formats.sheets.sheet import Sheet
from services.formats.sheets.tables_told import Laid
from services.formats.written import hand

_CALLS: Final = {"P": "Pass"}
_NOTHING: Final = "-"
_END: Final = "*"


def deal(sheet: Sheet) -> str:
    """The hands from the dealer on, a dash for each that is not known; `?` if none is, and nothing was played."""
    hands = sheet.hands or {}
    if not hands and not list(play(sheet)):
        return "?"
    first = sheet.dealer or "N"
    held = (hand(hands[seat]) if seat in hands else _NOTHING for seat in around(first))
    return f"{first}:{' '.join(held)}"


def auction(sheet: Sheet) -> Iterator[str]:
    """The auction, four calls a line, the dealer's first; a star where it was not brought to its end."""
    if not sheet.calls:
        return
    calls = [_call(call) for _, call in sheet.calls]
    yield f'[Auction "{sheet.calls[0][0]}"]'
    for start in range(0, len(calls), FULL):
        yield " ".join(calls[start : start + FULL])
    if sheet.contract is None:
        yield _END


def _call(call: str) -> str:
    return _CALLS.get(call) or (call.replace("N", "NT") if call[0].isdecimal() else call)


def play(sheet: Sheet) -> Iterator[str]:
    """
    The play, a trick a line, in columns from the opening leader on, whoever led to the trick.

    Only the lead is a play too. A star ends what is not the whole of thirteen tricks.
    """
    declarer = seat_of(sheet.declarer or "")
    if declarer is None or sheet.contract is None:
        return
    tricks = sheet.tricks or (((Laid(left_of(declarer), sheet.lead),),) if sheet.lead else ())
    if not tricks:
        return
    leader = left_of(declarer)
    yield f'[Play "{leader}"]'
    turn: Seat | None = leader
    for trick in tricks:
        yield _trick(trick, leader, turn)
        turn = _winner(trick, sheet.contract)
    if len(tricks) < TRICKS or len(tricks[-1]) not in {0, FULL}:
        yield _END


def _trick(trick: Sequence[Laid], leader: Seat, turn: Seat | None) -> str:
    cells = dict.fromkeys(around(leader), _NOTHING)
    for place, laid in enumerate(trick):
        cells[laid.seat] = f"{_mark(laid, place, turn)}{laid.card[1]}{laid.card[0]}"
    return " ".join(cells.values())


def _mark(laid: Laid, place: int, turn: Seat | None) -> str:
    """What was irregular: a lead out of turn, else a revoke."""
    if not laid.irregular:
        return ""
    return "^L " if place == 0 and turn not in {None, laid.seat} else "^R "


def _winner(trick: Sequence[Laid], contract: str) -> Seat | None:
    if len(trick) < FULL:
        return None
    return winner_of(tuple((laid.seat, laid.card) for laid in trick), CONTRACTS[contract].strain)

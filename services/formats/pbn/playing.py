"""Deals, auctions and play as PBN writes them, in the order in which they happened."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.bridge.auction import Auction
from domain.games.bridge.play import FULL, winner_of
from domain.games.bridge.terms import CONTRACTS, SEATS, Seat, around, left_of
from domain.text import count
from services.formats import spelling
from services.formats.found import clause

_NOTE: Final = re.compile(r"=\d*=|\$\d*|[!?]+")
_CALLS: Final = dict.fromkeys(("P", "PASS"), "P") | {"X": "X", "XX": "XX"}
_BID: Final = re.compile(r"([1-7])(NT|[CDHSN])", re.IGNORECASE)
_MARKS: Final = frozenset({"^R", "^L"})
"""Before a card: a revoke, a lead out of turn."""


class Irregular(ValueError):  # noqa: N818  no error: the result stands
    """An auction or a play that cannot be told call by call, or card by card; the result stands."""


def hands(deal: str) -> dict[str, JsonValue] | None:
    """
    The hands of a Deal tag; None if they are not told. What is left out (`-`) stays out.

    >>> (hands("N:AKQ.JT9.876.5432 - - -") or {})["N"][:4]
    ['AS', 'KS', 'QS', 'JH']
    """
    first, colon, rest = deal.partition(":")
    if not colon or not rest.strip():
        return None
    seat = spelling.seat(first)
    written = rest.split()
    if len(written) != len(SEATS):
        raise ValueError(f"its Deal has {count(len(written), 'hand')}, not four")
    found: dict[str, JsonValue] = {}
    for place, holding in zip(around(seat), written, strict=True):
        if holding != "-":
            found[place] = spelling.hand(holding.split("."))
    return found or None


def auction(lines: Iterable[str], dealer: Seat) -> Auction:
    """
    An auction; Irregular if it is not a whole one by the rules.

    >>> auction(["1NT =1= Pass 3NT", "AP"], "E").calls[-4:]
    (('W', '3N'), ('N', 'P'), ('E', 'P'), ('S', 'P'))
    """
    made = Auction()
    seat = dealer
    for call in _calls(lines):
        while True:
            try:
                made.check(seat, call or "P")
            except RuleViolation as violation:
                raise Irregular(f"its auction breaks the rules: {clause(violation)}") from violation
            made, seat = made.with_call(seat, call or "P"), left_of(seat)
            if call is not None or made.over:
                break
    if made.calls and not made.over:
        raise Irregular("its auction does not end")
    return made


def _calls(lines: Iterable[str]) -> Iterator[str | None]:
    """Each call; None where all pass."""
    for token in _tokens(lines):
        if token.upper() == "AP":
            yield None
        elif token.upper() in _CALLS:
            yield _CALLS[token.upper()]
        elif found := _BID.fullmatch(token):
            yield found[1] + found[2][0].upper()
        else:
            raise Irregular(f"{token} stands in its auction")


@dataclass(frozen=True, slots=True)
class Played:
    """A card, who played it, and whether the file marks it as irregular."""

    seat: Seat
    card: Card
    irregular: bool = False


def cards(lines: Iterable[str], leader: Seat, contract: str) -> list[Played]:
    """
    The cards in the order of play; each row is a trick, written from the opening leader on.

    >>> [(played.seat, played.card) for played in cards(["S4 ST S8 S3", "- D5 D4 -"], "W", "3N")]
    [('W', '4S'), ('N', 'TS'), ('E', '8S'), ('S', '3S'), ('N', '5D'), ('E', '4D')]
    """
    columns = around(leader)
    trumps = CONTRACTS[contract].strain
    turn = leader
    told: list[Played] = []
    for row in _rows(lines):
        at = dict(zip(columns, row, strict=False))
        for _ in range(FULL):
            fallen = at.get(turn)
            if fallen is None:
                return told
            told.append(Played(turn, fallen[0], fallen[1]))
            turn = left_of(turn)
        turn = winner_of(tuple((played.seat, played.card) for played in told[-FULL:]), trumps)
    return told


def _rows(lines: Iterable[str]) -> Iterator[list[tuple[Card, bool] | None]]:
    """Tricks: each card with whether it is marked, or None where no card is known."""
    row: list[tuple[Card, bool] | None] = []
    marked = False
    for token in _tokens(lines):
        if token in _MARKS:
            marked = True
            continue
        if token.strip("-") == "":
            row.append(None)
        else:
            try:
                row.append((spelling.card(token), marked))
            except ValueError:
                raise Irregular(f"{token} stands in its play") from None
        marked = False
        if len(row) == FULL:
            yield row
            row = []
    if row:
        yield row


def _tokens(lines: Iterable[str]) -> Iterator[str]:
    """What is said, without marks and notes, up to the end of what is known."""
    for line in lines:
        for token in line.split():
            plain = _NOTE.sub("", token)
            if plain in {"*", "+"}:
                return
            if plain:
                yield plain

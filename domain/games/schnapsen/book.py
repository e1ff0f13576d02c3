"""
The accounts of a match: deals entered, Bummerl won, a director's points.

Source:
    docs/games/schnapsen.md, "The Bummerl".
"""

from typing import Final

from domain.games.schnapsen.ruleset import Rules
from domain.games.schnapsen.scoring import Result
from domain.games.schnapsen.state import Book, Line, Series, Slate
from domain.games.schnapsen.terms import SEATS, Seat, Suit, other
from domain.records import evolve

FIRST_DEALER: Final[Seat] = "A"
"""Who deals first where nobody says otherwise."""


def begun(state: Series, dealer: Seat | None) -> Book:
    """The book when a deal begins: its dealer, and a clean slate if the last Bummerl is won."""
    book = evolve(state.book, dealer=state.book.dealer or dealer or FIRST_DEALER)
    if book.slate.winner is None:
        return book
    return evolve(book, slate=Slate(book.slate.number + 1), banked=state.bummerls)


def entered(rules: Rules, book: Book, result: Result, version: int, trump: Suit | None) -> Book:
    """The book once a deal has ended."""
    assert book.dealer is not None, "a deal that ends has begun"
    winner = result.winner
    carried = book.carry if winner is not None and rules.options.tie_carry else 0
    slate = book.slate
    if winner is not None:
        slate = _with_points(rules, slate, winner, result.game_points + carried)
    line = Line(version, len(book.lines) + 1, slate.number, book.dealer, trump, result, carried, slate.won)
    carry = 0 if winner is not None else book.carry + (result.how != "misdeal")
    return evolve(
        book, slate=slate, lines=(*book.lines, line), dealer=_next_dealer(rules, book.dealer, winner), carry=carry
    )


def adjusted(rules: Rules, book: Book, seat: Seat, points: int) -> Book:
    """The book once a director has given (or, below zero, taken) game points on the slate."""
    return evolve(book, slate=_with_points(rules, book.slate, seat, points))


def _with_points(rules: Rules, slate: Slate, seat: Seat, points: int) -> Slate:
    won = slate.won.put(seat, slate.won.of(seat) + points)
    if slate.winner is not None and won.of(slate.winner) >= rules.ruleset.to_win:
        return Slate(slate.number, won, slate.winner)
    for each in SEATS:
        if won.of(each) >= rules.ruleset.to_win:
            return Slate(slate.number, won, each)
    return Slate(slate.number, won)


def _next_dealer(rules: Rules, dealer: Seat, winner: Seat | None) -> Seat:
    """Nobody won: the dealer stays, for a drawn deal and a misdeal alike."""
    if winner is None:
        return dealer
    return winner if rules.ruleset.next_dealer == "winner" else other(dealer)

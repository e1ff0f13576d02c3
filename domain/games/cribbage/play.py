"""
The play of a deal: whose turn it is, when a count closes and who takes the point for it.

Source:
    docs/games/cribbage.md, "The play" and "Hands known and unknown".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from domain.board import Note
from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.cribbage.holding import Holding
from domain.games.cribbage.pegging import pegged
from domain.games.cribbage.terms import HAND, LIMIT, Seat, value_of
from domain.text import shown

Moment: TypeAlias = tuple[Seat, tuple[tuple[str, int], ...]]
"""What one seat pegs at once: reasons and points."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat that laid no card at a count: any that it then held must be higher than the room left."""

    seat: Seat
    room: int
    version: int


@dataclass(frozen=True, slots=True)
class Play:
    """
    The play so far.

    Args:
        order: The seats in turn, the first leads the first count.
        hands: What is known of what they still hold.
        leader: Who leads the count when no card of it lies.
        pile: The cards of the count, in order.
        series: Which count of the deal it is.
        gone: Who has said go in this count, or passed without saying so.
        passes: Who of the unknown hands passed in this deal, and when.
        laid: Every card of the deal's play.
        findings: What was irregular.
    """

    order: tuple[Seat, ...]
    hands: Mapping[Seat, Holding]
    leader: Seat
    pile: tuple[tuple[Seat, Card], ...] = ()
    count: int = 0
    series: int = 1
    gone: tuple[Seat, ...] = ()
    passes: tuple[Pass, ...] = ()
    laid: tuple[tuple[Seat, Card], ...] = ()
    findings: tuple[Note, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all cards have been laid."""
        return len(self.laid) == len(self.order) * HAND

    @property
    def room(self) -> int:
        """How much the count can still take."""
        return LIMIT - self.count

    @property
    def turn(self) -> Seat | None:
        """Who has to lay a card or say go; who laid the last card, when all others have gone."""
        if self.over:
            return None
        if not self.pile:
            return self.leader
        due = self.due
        return due[0] if due else self.pile[-1][0]

    @property
    def due(self) -> tuple[Seat, ...]:
        """Who has still to speak after the last card, without the one who laid it."""
        return tuple(seat for seat in self.after(self.pile[-1][0])[:-1] if self._holds(seat) and seat not in self.gone)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody in turn, from the left of a seat round to it."""
        first = self.order.index(seat) + 1
        return self.order[first:] + self.order[:first]

    def next_leader(self) -> Seat:
        """Who would lead the next count: the first with cards after who laid the last."""
        able: list[Seat] = [seat for seat in self.after(self.pile[-1][0]) if self._holds(seat)]
        return able[0] if able else self.leader

    def cards_of(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat has laid."""
        return tuple(card for player, card in self.laid if player == seat)

    def _holds(self, seat: Seat) -> bool:
        return self.hands[seat].left > 0


def check_card(play: Play, seat: Seat, card: Card) -> None:
    """
    Whether a card may be laid, as far as the hands are known.

    Errors:
        RuleViolation: `play_over`, `out_of_turn`, `card_seen_twice`, `card_not_held`, `count_over_31`.
    """
    _check_not_over(play)
    _check_turn(play, seat)
    if any(card == other for _, other in play.laid):
        raise RuleViolation("card_seen_twice", f"{shown(card)} was laid before.")
    if not play.hands[seat].may_hold(card):
        raise RuleViolation("card_not_held", f"{seat} does not hold {shown(card)}.")
    if value_of(card) > play.room and not _opens_rightly(play, seat):
        passed = play.count + value_of(card)
        raise RuleViolation("count_over_31", f"{shown(card)} would make {passed}: {seat} lays another card or says go.")


def check_go(play: Play, seat: Seat) -> None:
    """
    Whether a seat may say go, as far as its hand is known.

    Errors:
        RuleViolation: `play_over`, `out_of_turn`, `go_but_can_play`.
    """
    _check_not_over(play)
    if seat != play.turn:
        raise RuleViolation("out_of_turn", f"It is {play.turn}'s turn, not {seat}'s.")
    if play.hands[seat].can_play(play.room):
        raise RuleViolation("go_but_can_play", f"{seat} holds a card that fits the count of {play.count}.")
    if play.pile and play.pile[-1][0] == seat:
        raise RuleViolation("out_of_turn", f"{seat} laid the last card and says no go: all others have gone.")


def with_card(play: Play, seat: Seat, card: Card, version: int) -> tuple[Play, tuple[Moment, ...]]:
    """The play after one more card, and what it brings to whom, moment by moment."""
    moments: list[Moment] = []
    if _opens(play, seat, card):
        moments.append((play.pile[-1][0], (("go", 1),)))
        play = _closed(_passed(play, (*play.due, play.pile[-1][0]), version))
    elif play.pile:
        due = play.due
        play = _passed(play, due[: due.index(seat)] if seat in due else due, version)
    play = replace(
        play,
        pile=(*play.pile, (seat, card)),
        count=play.count + value_of(card),
        laid=(*play.laid, (seat, card)),
        hands={**play.hands, seat: play.hands[seat].without(card)},
        findings=play.findings + _reneges(play, seat, card, version),
    )
    if awards := pegged([each for _, each in play.pile]):
        moments.append((seat, awards))
    if play.count == LIMIT:
        return _closed(play), tuple(moments)
    play, closing = _settled(play)
    return play, (*moments, *closing)


def with_go(play: Play, seat: Seat, version: int) -> tuple[Play, tuple[Moment, ...]]:
    """The play after a go, and the point for it if the count is closed with it."""
    return _settled(_passed(play, (seat,), version))


def reached(play: Play, seat: Seat, card: Card) -> int:
    """The count that a card makes; of a new one, if it cannot belong to the count on the table."""
    return value_of(card) + (0 if _opens(play, seat, card) else play.count)


def _opens(play: Play, seat: Seat, card: Card) -> bool:
    return bool(play.pile) and (value_of(card) > play.room or seat in play.gone)


def _settled(play: Play) -> tuple[Play, tuple[Moment, ...]]:
    """Close the count if nobody can add to it: a point to who laid the last card."""
    last = play.pile[-1][0]
    if play.due or play.hands[last].may_play(play.room):
        return play, ()
    return _closed(play), ((last, (("last" if play.over else "go", 1),)),)


def _closed(play: Play) -> Play:
    series = play.series if play.over else play.series + 1
    return replace(play, leader=play.next_leader(), pile=(), count=0, gone=(), series=series)


def _passed(play: Play, seats: Sequence[Seat], version: int) -> Play:
    """Seats let the count pass; of those whose hands are not known, it is kept what that says."""
    if not seats:
        return play
    unknown = tuple(Pass(seat, play.room, version) for seat in seats if not play.hands[seat].known)
    return replace(play, gone=(*play.gone, *seats), passes=play.passes + unknown)


def _reneges(play: Play, seat: Seat, card: Card, version: int) -> tuple[Note, ...]:
    """A card that would have fitted when its player passed."""
    for passed in play.passes:
        if passed.seat == seat and value_of(card) <= passed.room:
            at = LIMIT - passed.room
            text = f"{seat} laid no card at {at}, but held {shown(card)}: a renege, or the record is wrong."
            return (Note(code="renege", text=text, versions=(passed.version, version)),)
    return ()


def _check_not_over(play: Play) -> None:
    if play.over:
        raise RuleViolation("play_over", "All cards have been laid: the hands are shown.")


def _check_turn(play: Play, seat: Seat) -> None:
    """Whether a card from that seat can be: others before it may have passed unsaid if their hands are unknown."""
    if not play.hands[seat].left:
        raise RuleViolation("out_of_turn", f"{seat} has no cards left; it is {play.turn}'s turn.")
    if seat == play.turn or _opens_rightly(play, seat):
        return
    due = play.due if play.pile else ()
    if seat in due and _may_have_passed(play, due[: due.index(seat)]):
        return
    if due and seat == play.pile[-1][0] and _may_have_passed(play, due):
        return
    raise RuleViolation("out_of_turn", f"It is {play.turn}'s turn, not {seat}'s.")


def _opens_rightly(play: Play, seat: Seat) -> bool:
    """Whether the seat may lead the next count now: it is next to lead, and nobody is known to be able to add."""
    if not play.pile or seat != play.next_leader():
        return False
    last = play.pile[-1][0]
    return _may_have_passed(play, play.due) and (last == seat or not play.hands[last].can_play(play.room))


def _may_have_passed(play: Play, seats: Sequence[Seat]) -> bool:
    return not any(play.hands[seat].known or play.hands[seat].can_play(play.room) for seat in seats)

"""
One table and one board at duplicate: the deal in play, what came of it, and what a director awarded.

Source:
    docs/games/bridge.md, "One deal, reported in pieces" and "Awards".
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from pydantic import JsonValue

from domain.board import Note
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Fact
from domain.games.bridge import play as playing
from domain.games.bridge.awards import Awards
from domain.games.bridge.comparison import can_be, dealer_of, looks_wrong, ns_score, vulnerability_of
from domain.games.bridge.deal import Deal, check_deal, fold_deal, outcome, wrong_lead
from domain.games.bridge.events import (
    BoardAdjusted,
    BoardNotPlayed,
    CallMade,
    CardPlayed,
    ContractReached,
    DealEvent,
    DealPlayed,
    Dealt,
    TrickWon,
)
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.play import Hands
from domain.games.bridge.terms import name_of
from domain.records import evolve

InPlay: TypeAlias = Dealt | CallMade | ContractReached | CardPlayed | TrickWon
"""What happens in a deal before its hand is scored."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand: what it came to, and North–South's score."""

    version: int
    outcome: Outcome
    score: int
    round: int | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Awarded:
    """A director's award."""

    version: int
    awards: Awards
    reason: str
    round: int | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A board not played at a table."""

    version: int
    reason: str | None
    round: int | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of one table on one board. An award stands over the result, whichever came first."""

    deal: Deal | None = None
    played: Played | None = None
    awarded: Awarded | None = None
    skipped: Skipped | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing more is waited for."""
        return bool(self.played or self.awarded or self.skipped)

    @property
    def fact(self) -> Played | Awarded | Skipped | None:
        """The fact that counts."""
        return self.awarded or self.played or self.skipped

    @property
    def round(self) -> int | None:
        """The round that it was said to be of."""
        return next((fact.round for fact in (self.played, self.awarded, self.skipped) if fact and fact.round), None)


NOTHING: Final = Table()


def check_table(table: Table, board: int, event: DealEvent) -> None:
    """Whether the rules allow an event of the deal at a table; errors as in `check_deal`."""
    if isinstance(event, DealPlayed):
        _check_unreported(table)
    elif table.played or table.skipped:
        raise RuleViolation("deal_over", f"Board {board} has been reported from this table.")
    _check_seats(event)
    if isinstance(event, Dealt):
        check_deal(table.deal, event)
        check_dealer(board, event)
    else:
        check_deal(table.deal or begun(board, None), event)


def check_skipped(table: Table) -> None:
    """Whether a board can be reported as not played at a table."""
    _check_unreported(table)


def check_awarded(table: Table, board: int, event: BoardAdjusted) -> None:
    """Whether a director can award something at a table: once, and no score that cannot be."""
    if table.awarded:
        raise RuleViolation(
            "already_reported", f"Version {table.awarded.version} is an award for this table: correct or withdraw it."
        )
    check_scores(board, event.award)


def check_scores(board: int, awards: Awards) -> None:
    """Whether every assigned score can come about on the board: `result_invalid` if not."""
    for unit in ("NS", "EW", "home", "away"):
        award = getattr(awards, unit)
        for each in (award.score if award else None) or ():
            if not can_be(each.score, board):
                raise RuleViolation(
                    "result_invalid",
                    f"North–South cannot score {each.score} on board {board} (vulnerable: {vulnerability_of(board)}).",
                )


def check_dealer(board: int, event: Dealt) -> None:
    """Whether the dealer named is the one that the board's number tells."""
    dealer = dealer_of(board)
    if event.dealer not in {None, dealer}:
        raise RuleViolation("deal_invalid", f"{name_of(dealer)} deals board {board}.")


def begun(board: int, hands: Hands | None) -> Deal:
    """A deal before its first call."""
    return _fresh(board) if hands is None else evolve(_fresh(board), hands=hands)


@cache
def _fresh(board: int) -> Deal:
    return Deal(dealer=dealer_of(board), dealer_named=True)


def with_report(table: Table, board: int, fact: Fact[InPlay], hands: Hands | None) -> Table:
    """The table after a report that does not score the deal."""
    event = fact.event
    deal = table.deal or begun(board, hands)
    if isinstance(event, Dealt):
        hands = playing.known_hands(event.hands) if event.hands else deal.hands
        return evolve(table, deal=evolve(deal, dealt_at=fact.version, hands=hands))
    return evolve(table, deal=fold_deal(deal, Fact(fact.version, event), deal.dealer))


def with_result(table: Table, board: int, event: DealPlayed, version: int) -> Table:
    """The table with its hand scored."""
    result = outcome(table.deal or Deal(), event)
    score = ns_score(board, result.contract, result.declarer, result.tricks)
    played = Played(version, result, score, event.round, named(event.table))
    return Table(None, played, table.awarded, table.skipped)


def with_award(table: Table, event: BoardAdjusted, version: int) -> Table:
    """The table with an award."""
    return evolve(table, awarded=Awarded(version, event.award, event.reason, event.round, named(event.table)))


def with_skip(table: Table, event: BoardNotPlayed, version: int) -> Table:
    """The table with nothing to wait for."""
    return evolve(table, deal=None, skipped=Skipped(version, event.reason, event.round, named(event.table)))


def given(awards: Awards) -> dict[str, JsonValue]:
    """Awards as they stood in the event."""
    said: dict[str, JsonValue] = awards.model_dump(mode="json", exclude_none=True)
    return said


def named(table: str | int | None) -> str | None:
    """A table as text, so that 4 and "4" are one."""
    return None if table is None else str(table)


def oddities(table: Table, board: int, deal: Deal | None, hands: Hands | None) -> tuple[Note, ...]:
    """What is legal and odd about a hand just scored: `deal` is what was reported of it before."""
    played = table.played
    assert played is not None, "the hand was scored"
    notes: tuple[Note, ...] = ()
    if looks_wrong(played.score, board):
        text = f"Board {board}: {played.score} looks like a game at the other vulnerability ({played.outcome.spoken})."
        notes = (Note(code="looks_wrong", text=text, versions=(played.version,)),)
    if played.outcome.lead is None:
        return notes
    deal = deal or Deal()
    known = deal if deal.hands else evolve(deal, hands=hands)
    return notes + wrong_lead(known, played.outcome, played.version, board)


def irregular(before: Table, after: Table) -> tuple[Note, ...]:
    """What a report from a table showed to be irregular."""
    old = before.deal.findings if before.deal else ()
    return after.deal.findings[len(old) :] if after.deal else ()


def odd_hands(board: int, event: InPlay, known: Hands | None, version: int) -> tuple[Note, ...]:
    """That a table was dealt other hands than the board has: it may be fouled."""
    if not isinstance(event, Dealt) or not event.hands or not known:
        return ()
    dealt = playing.known_hands(event.hands)
    if all(hand == known.get(seat, hand) for seat, hand in dealt.items()):
        return ()
    text = f"Board {board}: the hands dealt at this table are not those known of the board. It may be fouled."
    return (Note(code="hands_differ", text=text, versions=(version,)),)


def odd_scores(board: int, event: BoardAdjusted, version: int) -> tuple[Note, ...]:
    """What is odd about the scores that a director assigned."""
    awards = [award for award in (event.award.NS or event.award.home, event.award.EW or event.award.away) if award]
    scores = {each.score for award in awards for each in award.score or ()}
    return tuple(
        Note(
            code="looks_wrong",
            text=f"Board {board}: {score} looks like a game at the other vulnerability.",
            versions=(version,),
        )
        for score in sorted(scores)
        if looks_wrong(score, board)
    )


def _check_unreported(table: Table) -> None:
    before = table.played or table.skipped
    if before:
        raise RuleViolation(
            "already_reported", f"Version {before.version} reports this table on this board: correct it instead."
        )


def _check_seats(event: DealEvent) -> None:
    """At duplicate a declarer is a player, not a side."""
    if isinstance(event, DealPlayed | ContractReached) and event.declarer in {"NS", "EW"}:
        raise EventInvalid([Flaw("/data/declarer", "is N, E, S or W: at duplicate a player declares")])

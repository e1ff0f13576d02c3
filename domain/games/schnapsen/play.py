"""
What happens in a deal: cards, tricks, draws, marriages, exchanges and closes.

Source:
    docs/games/schnapsen.md, "A deal".
"""

from typing import Final, assert_never

from domain.board import Note
from domain.cards import Card
from domain.games.schnapsen.checks import couple, marriage_value, must_lead
from domain.games.schnapsen.deal import Close, Deal, Denial, Led, Marriage, Score, Trick
from domain.games.schnapsen.events import (
    CardPlayed,
    MarriageDeclared,
    PlayEvent,
    TalonClosed,
    TrickPlayed,
    TrumpExchanged,
)
from domain.games.schnapsen.exchange import given_card
from domain.games.schnapsen.revokes import IRREGULAR, answered, shown_by
from domain.games.schnapsen.ruleset import Rules
from domain.games.schnapsen.scoring import Closing
from domain.games.schnapsen.terms import NO_POINTS, Both, CardPoints, Seat, other
from domain.games.schnapsen.trick import value_of, winner_of
from domain.records import evolve
from domain.text import shown

TRUMP_MARRIAGE: Final = 40


def play(rules: Rules, deal: Deal, event: PlayEvent, version: int) -> Deal:
    """The deal after an event that does not end it."""
    match event:
        case TrickPlayed() | CardPlayed():
            after = _with_cards(deal, event, version)
            if event.irregular and all(note.versions != (version,) for note in after.findings):
                text = "Reported as irregular, though no card that is known shows why."
                note = Note(code=IRREGULAR, text=text, versions=(version,))
                return evolve(after, findings=(*after.findings, note))
            return after
        case MarriageDeclared():
            return _with_marriage(deal, event, version)
        case TrumpExchanged():
            layout = deal.layout.exchanged(event.seat, given_card(rules, deal, event), event.takes)
            return evolve(deal, layout=layout, undrawn=None)
        case TalonClosed():
            return _with_close(deal, event, version)
        case _:
            assert_never(event)


def _with_cards(deal: Deal, event: TrickPlayed | CardPlayed, version: int) -> Deal:
    if isinstance(event, TrickPlayed):
        deal = _with_lead(deal, event.leader or deal.leader, event.lead, version, irregular=event.irregular)
        return _with_answer(deal, event.follow, version, irregular=event.irregular)
    if deal.led is None:
        return _with_lead(deal, event.seat, event.card, version, irregular=event.irregular)
    return _with_answer(deal, event.card, version, irregular=event.irregular)


def _with_lead(deal: Deal, seat: Seat, card: Card, version: int, *, irregular: bool) -> Deal:
    denials, findings = deal.denials, deal.findings
    if denials:
        denials, findings = shown_by(deal, seat, frozenset({card}), version)
    if irregular:
        findings += _irregular_lead(deal, seat, card, version)
    return Deal(
        version=deal.version,
        number=deal.number,
        dealer=deal.dealer,
        leader=seat,
        layout=deal.layout.without(seat, card),
        led=Led(card, version),
        scores=deal.scores,
        marriages=deal.marriages,
        close=deal.close,
        tricks=deal.tricks,
        denials=denials,
        findings=findings,
    )


def _with_answer(deal: Deal, card: Card, version: int, *, irregular: bool) -> Deal:
    assert deal.led is not None, "an answer follows a lead"
    lead, seat = deal.led.card, other(deal.leader)
    denials, findings = _judged(deal, seat, card, version, irregular=irregular)
    winner = seat if winner_of(lead, card, deal.layout.trump) == card else deal.leader
    value = value_of(lead, card)
    had = deal.scores.of(winner)
    score = Score(CardPoints(had.points + had.pending + value), NO_POINTS, had.tricks + 1)
    layout, undrawn = deal.layout.without(seat, card), None
    if deal.close is None and layout.talon_left:
        layout, undrawn = layout.drawn(winner), layout
    return Deal(
        version=deal.version,
        number=deal.number,
        dealer=deal.dealer,
        leader=winner,
        layout=layout,
        undrawn=undrawn,
        scores=deal.scores.put(winner, score),
        marriages=deal.marriages,
        close=deal.close,
        tricks=(*deal.tricks, Trick(version, deal.leader, lead, card, winner, value)),
        denials=denials,
        findings=findings,
    )


def _judged(
    deal: Deal, seat: Seat, card: Card, version: int, *, irregular: bool
) -> tuple[tuple[Denial, ...], tuple[Note, ...]]:
    """What an answer denies and shows, and the findings after it."""
    if not deal.bound:
        return deal.denials, deal.findings
    denials, findings = deal.denials, deal.findings
    if denials:
        denials, findings = shown_by(deal, seat, frozenset({card}), version)
    denied, notes = answered(deal, seat, card, version, irregular=irregular)
    return denials + denied, findings + notes


def _irregular_lead(deal: Deal, seat: Seat, card: Card, version: int) -> tuple[Note, ...]:
    notes = []
    if seat != deal.leader:
        text = f"{seat} led {shown(card)} out of turn."
        notes.append(Note(code="out_of_turn", text=text, versions=(version,)))
    if fault := must_lead(deal, seat, card):
        notes.append(Note(code="wrong_lead", text=f"{shown(card)} was led: {fault}", versions=(version,)))
    return tuple(notes)


def _with_marriage(deal: Deal, event: MarriageDeclared, version: int) -> Deal:
    trump = event.suit if event.value == TRUMP_MARRIAGE else deal.layout.trump
    layout = deal.layout.showing(event.seat, couple(event.suit), trump)
    value = CardPoints(marriage_value(event.suit, layout.trump))
    had = deal.scores.of(event.seat)
    score = (
        Score(CardPoints(had.points + value), had.pending, had.tricks)
        if had.tricks
        else Score(had.points, CardPoints(had.pending + value), 0)
    )
    denials, findings = shown_by(deal, event.seat, couple(event.suit), version)
    return evolve(
        deal,
        layout=layout,
        undrawn=None,
        scores=deal.scores.put(event.seat, score),
        promised=event.suit,
        marriages=(*deal.marriages, Marriage(version, event.seat, event.suit, value)),
        denials=denials,
        findings=findings,
    )


def _with_close(deal: Deal, event: TalonClosed, version: int) -> Deal:
    layout = deal.undrawn if event.before_draw and deal.undrawn is not None else deal.layout
    closing = Closing(event.seat, Both(deal.scores.a.tally, deal.scores.b.tally))
    close = Close(version, event.before_draw, len(deal.tricks), closing)
    return evolve(deal, layout=layout, undrawn=None, close=close)

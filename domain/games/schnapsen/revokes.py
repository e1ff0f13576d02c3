"""
Answers that the rules do not allow: seen at once, or shown by later play.

Source:
    docs/games/schnapsen.md, "Revokes".
"""

from collections.abc import Mapping
from typing import Final

from domain.board import Note
from domain.cards import Card
from domain.games.schnapsen.deal import Deal, Denial
from domain.games.schnapsen.layout import Layout
from domain.games.schnapsen.terms import Cards, Seat, named
from domain.games.schnapsen.trick import Band, denied_by, follow_band, legal_follows
from domain.text import shown

REVOKE: Final = "revoke"
IRREGULAR: Final = "irregular"

_DUTY: Final[dict[Band, str]] = {"beat": "beat", "follow": "follow suit to", "trump": "trump", "free": "answer"}


def breach(layout: Layout, seat: Seat, lead: Card, follow: Card) -> str | None:
    """
    Why an answer breaks phase 2, as far as the hand is known; None if it may be lawful.

    Args:
        layout: With the lead on the table, and the answer still in its hand.
        seat: Who answers.
        lead: The card led.
        follow: The answer.
    """
    denied = denied_by(lead, follow, layout.trump)
    if not denied or not layout.must_hold_one(seat, denied):
        return None
    known = layout.hand(seat).known
    if known.isdisjoint(denied):
        return f"{seat} cannot answer {shown(lead)} with {shown(follow)}: the cards left show that {seat} holds better."
    held = list(known)
    band = follow_band(held, lead, layout.trump, 2)
    legal = named(legal_follows(held, lead, layout.trump, 2))
    return f"{seat} must {_DUTY[band]} {shown(lead)} (band {band}) with {legal}, not {shown(follow)}."


def answered(
    deal: Deal, seat: Seat, follow: Card, version: int, *, irregular: bool
) -> tuple[tuple[Denial, ...], tuple[Note, ...]]:
    """
    What an answer in phase 2 denies to hold, if later play may tell otherwise, and whether it is a revoke at once.

    The finding names no card of the hand: it stands on boards while the hands are still the table's secret.
    """
    assert deal.led is not None, "an answer follows a lead"
    lead, layout = deal.led.card, deal.layout
    denied = denied_by(lead, follow, layout.trump)
    if not denied or not (irregular or layout.hand(seat).hidden):
        return (), ()
    denial = Denial(version, seat, lead, follow, layout.trump, denied)
    if not irregular or breach(layout, seat, lead, follow) is None:
        return (denial,), ()
    text = f"A revoke: {seat} answered {shown(lead)} with {shown(follow)} in version {version}."
    return (denial,), (Note(code=REVOKE, text=text, versions=(version,)),)


def shown_by(deal: Deal, seat: Seat, cards: Cards, version: int) -> tuple[tuple[Denial, ...], tuple[Note, ...]]:
    """The answers still in question, and all findings, once a seat has played or shown cards in phase 2."""
    proven = {old: held for old in deal.denials if old.seat == seat and (held := old.cards & cards)}
    return _found(deal, proven, version)


def shown_in_the_end(deal: Deal, version: int) -> tuple[Note, ...]:
    """All findings of a deal that ends: now also what the cards still held tell."""
    proven = {
        old: old.cards & deal.layout.hand(old.seat).known
        for old in deal.denials
        if deal.layout.must_hold_one(old.seat, old.cards)
    }
    return _found(deal, proven, version)[1]


def _found(deal: Deal, proven: Mapping[Denial, Cards], version: int) -> tuple[tuple[Denial, ...], tuple[Note, ...]]:
    if not proven:
        return deal.denials, deal.findings
    told = {(old.version,) for old in proven}
    kept = [note for note in deal.findings if note.code not in {REVOKE, IRREGULAR} or note.versions not in told]
    still = tuple(old for old in deal.denials if old not in proven)
    return still, (*kept, *(_note(old, held, version) for old, held in proven.items()))


def _note(old: Denial, held: Cards, version: int) -> Note:
    better, duty = "better", ""
    if held:
        band = follow_band(list(held), old.lead, old.trump, 2)
        better, duty = named(held), f", and had to {_DUTY[band]} it (band {band})"
    text = (
        f"A revoke: {old.seat} answered {shown(old.lead)} with {shown(old.follow)} in version {old.version}, "
        f"but held {better}, as version {version} shows{duty}."
    )
    return Note(code=REVOKE, text=text, versions=(old.version, version))

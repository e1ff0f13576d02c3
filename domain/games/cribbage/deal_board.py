"""What a deal of cribbage shows: the play on the table, and every hand as it was counted."""

from domain.board import Board, Part
from domain.cards import Card
from domain.games.cribbage.deal import Deal, Show
from domain.games.cribbage.race import Award
from domain.games.cribbage.state import Cribbage
from domain.games.cribbage.terms import Counted, Seat, Street


class Laid(Part):
    """A card on the table."""

    seat: Seat
    card: Card


class AwardLine(Part):
    """Points of one seat for one thing, and what of them moved the peg."""

    version: int
    seat: Seat
    reason: str
    points: int
    pegged: int


class Hand(Part):
    """A player's cards in the play: how many are left, and those that were laid."""

    left: int
    laid: tuple[Card, ...]


class Counting(Part):
    """A hand or crib as it was counted, with the sets of cards that score; null where only points were told."""

    version: int
    seat: Seat
    what: Counted
    cards: tuple[Card, ...] | None
    claimed: int | None
    total: int | None
    fifteens: tuple[tuple[Card, ...], ...]
    pairs: tuple[tuple[Card, ...], ...]
    runs: tuple[tuple[Card, ...], ...]
    flush: int
    nobs: int
    aloud: str | None


class DealBoard(Board):
    """The deal in play, or the last one. `count`, `series` and `pile` are of the play; `gone` have said go."""

    street: Street
    number: int
    dealer: Seat
    starter: Card | None
    turn: Seat | None
    count: int
    series: int
    pile: tuple[Laid, ...]
    gone: tuple[Seat, ...]
    last_award: AwardLine | None
    hands: dict[Seat, Hand]
    shows: tuple[Counting, ...]


def deal(state: Cribbage) -> DealBoard:
    """The deal: the play on the table, and the shows."""
    now = state.deal
    play = now.play if now else None
    last = state.race.awards[-1] if state.race.awards else None
    over = state.playing is None
    return DealBoard(
        street=("over" if over else now.street) if now else "deal",
        number=len(state.sheet) + (now is not None),
        dealer=now.dealer if now else state.dealer,
        starter=now.starter if now else None,
        turn=_turn(now) if now and not over else None,
        count=play.count if play else 0,
        series=play.series if play else 1,
        pile=tuple(Laid(seat=seat, card=card) for seat, card in play.pile) if play else (),
        gone=play.gone if play else (),
        last_award=award_line(last) if last else None,
        hands=_hands(now) if now else {},
        shows=tuple(_counting(show) for show in now.shows) if now else (),
    )


def award_line(award: Award) -> AwardLine:
    """An award as boards show it."""
    return AwardLine(
        version=award.version, seat=award.seat, reason=award.reason, points=award.points, pegged=award.pegged
    )


def _turn(deal: Deal) -> Seat | None:
    """Who is to act: the first who has not laid away, then who lays a card, then who counts."""
    match deal.street:
        case "deal":
            waiting: list[Seat] = [seat for seat in deal.order if seat not in deal.away]
            return waiting[0] if waiting else deal.order[0]
        case "play":
            return deal.play.turn if deal.play else None
        case _:
            return deal.next_show[0]


def _hands(deal: Deal) -> dict[Seat, Hand]:
    play = deal.play
    if play is None:
        return {}
    return {seat: Hand(left=play.hands[seat].left, laid=play.cards_of(seat)) for seat in sorted(deal.order)}


def _counting(show: Show) -> Counting:
    count = show.count
    groups = count.groups if count else None
    return Counting(
        version=show.version,
        seat=show.seat,
        what=show.what,
        cards=count.cards[:-1] if count else None,
        claimed=show.claimed,
        total=count.total if count else None,
        fifteens=groups.fifteens if groups else (),
        pairs=groups.pairs if groups else (),
        runs=groups.runs if groups else (),
        flush=count.flush if count else 0,
        nobs=count.nobs if count else 0,
        aloud=count.cadence if count else None,
    )

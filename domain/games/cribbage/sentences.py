"""What a match of cribbage says of its events, in sentences."""

from collections.abc import Sequence

from domain.cards import Card
from domain.games.cribbage.deal import Deal, Show
from domain.games.cribbage.options import CribbageOptions
from domain.games.cribbage.race import Award, Result
from domain.games.cribbage.terms import Kind, Seat, sides_of
from domain.text import count, listed, shown

_REASONS = {
    "fifteen": "fifteen",
    "thirtyone": "thirty-one",
    "pair": "a pair",
    "pair_royal": "a pair royal",
    "double_pair_royal": "a double pair royal",
    "go": "the go",
    "last": "the last card",
    "heels": "his heels",
    "muggins": "muggins",
    "overlooked": "points overlooked",
    "wrong_muggins": "a wrong call of muggins",
    "play": "the play",
    "hand": "the hand",
    "crib": "the crib",
    "penalty": "a penalty",
    "game": "the game",
}
_KINDS: dict[Kind, str] = {"normal": "", "skunk": ", a skunk", "double_skunk": ", a double skunk"}


def of_awards(awards: Sequence[Award]) -> tuple[str, ...]:
    """What was pegged, one sentence for each seat that pegs in turn."""
    sentences = []
    start = 0
    for end in range(1, len(awards) + 1):
        if end == len(awards) or awards[end].seat != awards[start].seat:
            sentences.append(_pegs(awards[start:end]))
            start = end
    return tuple(sentences)


def of_card(seat: Seat, card: Card, reached: int) -> str:
    """A card and the count that it makes."""
    return f"{seat} lays {shown(card)}: {reached}."


def of_starter(card: Card) -> str:
    """What was turned up."""
    return f"The starter is {shown(card)}."


def of_show(show: Show) -> str:
    """A hand or crib, counted aloud, and what its owner claimed."""
    assert show.count is not None
    cards, starter = show.count.cards[:-1], show.count.cards[-1]
    whose = f"{show.seat}'s {show.what}"
    said = f"{whose}, {listed([shown(card) for card in cards])} with {shown(starter)}: {show.count.cadence}."
    return said if show.claimed is None else f"{said} {show.seat} claimed {show.claimed}."


def of_discards(deal: Deal, seat: Seat) -> str:
    """Who laid away, and who has still to."""
    waiting = [other for other in deal.order if other not in deal.away]
    return f"{seat} has laid away; {listed(waiting)} has still to." if len(waiting) == 1 else f"{seat} has laid away."


def of_adjustment(unit: str, points: int, pegged: int, reason: str) -> str:
    """What a director gave or took."""
    verb = "awards" if points >= 0 else "takes from"
    moved = "" if pegged == points else f" ({abs(pegged)} pegged)"
    return f"The director {verb} {unit} {count(abs(points), 'point')}{moved}: {reason}"


def of_result(result: Result, options: CribbageOptions) -> str:
    """Who won a game, how high, and what it brings."""
    sides = sides_of(options.players)
    others = [score for side, score in enumerate(result.scores) if side != result.winner]
    scores = listed([str(score) for score in others])
    points = count(result.match_points[result.winner], "match point")
    return (
        f"{sides[result.winner]} wins game {result.number}, {options.target} to {scores}"
        f"{_KINDS[result.kind]}: {points}."
    )


def _pegs(awards: Sequence[Award]) -> str:
    worth = sum(award.points for award in awards)
    pegged = sum(award.pegged for award in awards)
    reasons = listed([_reason(award.reason) for award in awards])
    stopped = "" if pegged == worth else f" of {worth}"
    return f"{awards[0].seat} pegs {pegged}{stopped} for {reasons}."


def _reason(reason: str) -> str:
    return _REASONS.get(reason) or (
        f"a run of {reason[3:]}" if reason.startswith("run") and reason != "runs" else reason
    )

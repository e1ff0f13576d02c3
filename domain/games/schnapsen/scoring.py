"""
What a deal is worth, and to whom; what a Bummerl counts.

Source:
    docs/games/schnapsen.md, "Winning a deal" and "The Bummerl".
"""

from dataclasses import dataclass
from typing import Final, Literal, assert_never

from domain.games.schnapsen.ruleset import Rules
from domain.games.schnapsen.terms import Both, CardPoints, GamePoints, Seat, other

OUT: Final = 66
"""Card points that go out."""
SCHNEIDER_BELOW: Final = 33
LAST_TRICK_TEN: Final = 10
"""Sixty-Six: for the last trick of a deal that nobody closed."""

SettledHow = Literal[
    "claim", "closed_out", "beat_closer", "false_claim", "failed_close", "last_trick", "higher_total", "drawn"
]
"""How play settles a deal."""
AwardedHow = Literal["conceded", "foul", "misdeal"]
"""How a deal ends that is not played out."""
How = SettledHow | AwardedHow

_SCALE: Final = {3: "no trick taken", 2: "under 33 card points", 1: "33 card points or more"}


@dataclass(frozen=True, slots=True)
class Tally:
    """What a seat has: card points of its tricks and counted marriages, and how many tricks."""

    points: CardPoints
    tricks: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed the talon, and what both seats had at that moment."""

    by: Seat
    had: Both[Tally]


@dataclass(frozen=True, slots=True)
class Reading:
    """Which reading of a disputed rule decided, and what the other one would have paid."""

    option: Literal["closer_false_claim", "false_claim"]
    used: str
    otherwise: GamePoints


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a deal came to.

    Args:
        how: The rule or the award that ended it; None if a table reports no more than the points.
        winner: None if nobody won it.
        game_points: 0 to 3.
        because: What makes it so many.
        points: Final card points, the ten for the last trick among them; None if no card was reported.
        reading: Where the rule is disputed and the readings differ.
    """

    how: How | None
    winner: Seat | None
    game_points: GamePoints
    because: str
    points: Both[CardPoints] | None = None
    reading: Reading | None = None


def game_points(loser_card_points: CardPoints, loser_tricks: int) -> GamePoints:
    """
    Game points on the scale, read off the loser: 33 is not Schneider, and Schwarz counts tricks.

    Args:
        loser_card_points: What the loser's tricks and counted marriages are worth.
        loser_tricks: Tricks that the loser took.

    >>> [game_points(CardPoints(33), 4), game_points(CardPoints(32), 4), game_points(CardPoints(0), 1)]
    [1, 2, 2]
    >>> game_points(CardPoints(0), 0)
    3
    """
    if loser_tricks == 0:
        return GamePoints(3)
    return GamePoints(2 if loser_card_points < SCHNEIDER_BELOW else 1)


def settle(
    rules: Rules,
    tallies: Both[Tally],
    *,
    claimed_by: Seat | None,
    last_trick: Seat | None = None,
    closing: Closing | None = None,
) -> Result:
    """
    Settle a deal that was claimed, or whose cards have run out.

    Args:
        rules: The ruleset and the house's options.
        tallies: What both seats have, without the ten for the last trick.
        claimed_by: Who said 66; None if nobody did.
        last_trick: Who took the last trick; None while cards are held.
        closing: The close, if the talon was closed.

    >>> from domain.games.schnapsen.options import SchnapsenOptions
    >>> from domain.games.schnapsen.ruleset import SCHNAPSEN
    >>> had = Both(Tally(CardPoints(66), 5), Tally(CardPoints(32), 2))
    >>> settle(Rules(SCHNAPSEN, SchnapsenOptions()), had, claimed_by="A").game_points
    2
    """
    final = _with_last_trick(rules, tallies, last_trick, closing)
    if claimed_by is None:
        assert last_trick is not None, "a deal ends by a claim or when the cards are out"
        return _run_out(rules, final, last_trick, closing)
    if final.of(claimed_by).points >= OUT:
        return _went_out(rules, final, claimed_by, closing)
    return _claimed_falsely(rules, final, claimed_by, closing)


def bummerl_value(loser_won: int, *, schneider_double: bool) -> int:
    """
    What a Bummerl counts in a series.

    Args:
        loser_won: Game points that the loser won in it.
        schneider_double: Whether seven to nothing counts double.

    >>> bummerl_value(0, schneider_double=True), bummerl_value(1, schneider_double=True)
    (2, 1)
    """
    return 2 if schneider_double and loser_won <= 0 else 1


def payable(rules: Rules, how: How) -> frozenset[int]:
    """The game points that a deal can be worth that ended so; none if it cannot end so in this game."""
    by_total = rules.ruleset.cards_out == "higher_total"
    match how:
        case "misdeal":
            return frozenset({0})
        case "drawn":
            return frozenset({0}) if by_total else frozenset()
        case "last_trick":
            return frozenset() if by_total else frozenset({1})
        case "higher_total":
            return frozenset({1, 2, 3}) if by_total else frozenset()
        case "failed_close":
            return frozenset({2, 3})
        case "beat_closer":
            return frozenset({2, rules.ruleset.beat_closer_trickless})
        case "false_claim":
            return frozenset({1, 2, 3}) if rules.options.false_claim == "as_if_won" else frozenset({2, 3})
        case "claim" | "closed_out" | "conceded" | "foul":
            return frozenset({1, 2, 3})
        case _:
            assert_never(how)


def _with_last_trick(
    rules: Rules, tallies: Both[Tally], last_trick: Seat | None, closing: Closing | None
) -> Both[Tally]:
    if last_trick is None or closing is not None or rules.ruleset.cards_out != "higher_total":
        return tallies
    taker = tallies.of(last_trick)
    return tallies.put(last_trick, Tally(CardPoints(taker.points + LAST_TRICK_TEN), taker.tricks))


def _went_out(rules: Rules, final: Both[Tally], claimer: Seat, closing: Closing | None) -> Result:
    loser = other(claimer)
    if closing is None:
        worth = _on_scale(final.of(loser))
        return _result("claim", claimer, worth, _SCALE[worth], final)
    if closing.by == claimer:
        at_close = rules.ruleset.closed_out_on == "close"
        worth = _on_scale(closing.had.of(loser) if at_close else final.of(loser))
        because = f"{_SCALE[worth]} when the talon was closed" if at_close else _SCALE[worth]
        return _result("closed_out", claimer, worth, because, final)
    if closing.had.of(claimer).tricks == 0 and rules.ruleset.beat_closer_trickless != _PENALTY:
        because = "the closer was beaten by a seat without a trick when the talon was closed"
        return _result("beat_closer", claimer, rules.ruleset.beat_closer_trickless, because, final)
    return _result("beat_closer", claimer, _PENALTY, "the closer was beaten", final)


def _claimed_falsely(rules: Rules, final: Both[Tally], claimer: Seat, closing: Closing | None) -> Result:
    winner = other(claimer)
    penalty, because = _false_claim_penalty(rules, final.of(winner))
    if closing is None:
        as_won = _on_scale(final.of(winner))
        if rules.options.false_claim == "as_if_won":
            reading = _reading("false_claim", "as_if_won", as_won, penalty)
            return _result("false_claim", winner, as_won, f"{_SCALE[as_won]} by the winner", final, reading)
        reading = _reading("false_claim", "pagat", penalty, as_won)
        return _result("false_claim", winner, penalty, because, final, reading)
    if closing.by != claimer:
        return _result("false_claim", winner, penalty, because, final)
    failed, because_failed = _failed_close_penalty(closing)
    if rules.options.closer_false_claim == "failed_close":
        reading = _reading("closer_false_claim", "failed_close", failed, penalty)
        return _result("false_claim", winner, failed, because_failed, final, reading)
    reading = _reading("closer_false_claim", "false_claim", penalty, failed)
    return _result("false_claim", winner, penalty, because, final, reading)


def _run_out(rules: Rules, final: Both[Tally], last_trick: Seat, closing: Closing | None) -> Result:
    if closing is not None:
        worth, because = _failed_close_penalty(closing)
        return _result("failed_close", other(closing.by), worth, because, final)
    if rules.ruleset.cards_out == "last_trick":
        return _result("last_trick", last_trick, GamePoints(1), "the last trick", final)
    if final.a.points == final.b.points:
        return _result("drawn", None, GamePoints(0), "equal totals", final)
    winner: Seat = "A" if final.a.points > final.b.points else "B"
    worth = _on_scale(final.of(other(winner)))
    return _result("higher_total", winner, worth, _SCALE[worth], final)


_PENALTY: Final = GamePoints(2)
_PENALTY_TRICKLESS: Final = GamePoints(3)


def _false_claim_penalty(rules: Rules, opponent: Tally) -> tuple[GamePoints, str]:
    if opponent.tricks == 0 and rules.ruleset.false_claim_trickless != _PENALTY:
        return rules.ruleset.false_claim_trickless, "a false claim against a seat without a trick"
    return _PENALTY, "a false claim"


def _failed_close_penalty(closing: Closing) -> tuple[GamePoints, str]:
    if closing.had.of(other(closing.by)).tricks == 0:
        return _PENALTY_TRICKLESS, "a failed close against a seat without a trick when the talon was closed"
    return _PENALTY, "a failed close"


def _on_scale(loser: Tally) -> GamePoints:
    return game_points(loser.points, loser.tricks)


def _reading(
    option: Literal["closer_false_claim", "false_claim"], used: str, paid: GamePoints, otherwise: GamePoints
) -> Reading | None:
    return None if paid == otherwise else Reading(option, used, otherwise)


def _result(
    how: SettledHow,
    winner: Seat | None,
    worth: GamePoints,
    because: str,
    final: Both[Tally],
    reading: Reading | None = None,
) -> Result:
    points = Both(final.a.points, final.b.points)
    return Result(how, winner, worth, because, points, reading)

"""A short evening of every game, with what can be mended in it."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.facts import Report, corrected, inserted

Break: TypeAlias = tuple[list[Report], Report, int, str]
"""Reports, a mending that leaves a later one impossible, that one's version, and its code."""


@dataclass(frozen=True)
class Play:
    """
    A game to mend.

    Args:
        facts: What is reported, from version 2 on.
        better: What version 2 should have said.
        forgotten: What was forgotten before version 3.
        unit: Who is adjusted, and who gives up.
        players: Who sits there, and who comes instead.
    """

    game: str
    facts: list[Report]
    better: dict[str, Any]
    forgotten: Report
    unit: dict[str, Any]
    players: tuple[dict[str, Any], dict[str, Any]]
    breaks: Break
    options: dict[str, Any] = field(default_factory=dict)
    other_options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.game


def deal(contract: str, declarer: str, tricks: int, **where: Any) -> Report:
    return "bridge.deal_played", {"contract": contract, "declarer": declarer, "tricks": tricks, **where}


def contradicted(**where: Any) -> Break:
    """A contract and the deal played in it; the contract is corrected alone."""
    said = ("bridge.contract_reached", {"contract": "4S", "declarer": "S", **where})
    wrong = corrected(2, {**said[1], "contract": "4H"})
    return [said, deal("4S", "S", 10, **where)], wrong, 3, "contradicts_report"


def slate(winner: str, points: int) -> Report:
    return "schnapsen.deal_scored", {"winner": winner, "game_points": points}


def game(winner: str, loser_score: int) -> Report:
    return "cribbage.game_scored", {"winner": winner, "loser_score": loser_score}


def met(board: int, ns: str = "1", ew: str = "2") -> dict[str, Any]:
    return {"board": board, "ns": ns, "ew": ew}


def room(board: int, name: str) -> dict[str, Any]:
    return {"board": board, "room": name}


SLATE: dict[str, Any] = {
    "facts": [slate("A", 3), slate("B", 1), slate("A", 1)],
    "better": {"winner": "B", "game_points": 2},
    "forgotten": slate("B", 3),
    "unit": {"seat": "A"},
    "players": ({"A": "p-1", "B": "p-2"}, {"B": "p-3"}),
    "breaks": ([slate("A", 3), slate("A", 3), slate("B", 1)], inserted(4, slate("A", 1)), 4, "match_over"),
    "options": {"bummerls": 1},
    "other_options": {"bummerls": 2},
}
PLAYS = [
    Play(
        "bridge.rubber",
        [deal("4S", "N", 10), deal("2N", "E", 8), deal("1C", "E", 7)],
        {"contract": "3S", "declarer": "E", "tricks": 9},
        deal("4H", "W", 10),
        {"side": "NS"},
        ({"N": "p-1", "S": "p-2"}, {"S": "p-3"}),
        (
            [deal("4S", "N", 10), deal("2N", "N", 8), deal("1C", "E", 7)],
            corrected(3, deal("3N", "N", 9)[1]),
            4,
            "match_over",
        ),
        {"part_score_bonus": 100},
        {"part_score_bonus": 50},
    ),
    Play(
        "bridge.chicago",
        [deal("4S", "N", 10), deal("2N", "E", 8), deal("1C", "E", 7)],
        {"contract": "3S", "declarer": "E", "tricks": 9},
        deal("4H", "W", 10),
        {"side": "NS"},
        ({"N": "p-1", "S": "p-2"}, {"S": "p-3"}),
        contradicted(),
        {"vulnerability": "dealer"},
        {"vulnerability": "opponents"},
    ),
    Play(
        "bridge.teams",
        [
            deal("4S", "N", 10, **room(1, "open")),
            deal("4S", "N", 9, **room(1, "closed")),
            deal("3N", "E", 9, **room(2, "closed")),
        ],
        {"contract": "4S", "declarer": "N", "tricks": 8, **room(1, "open")},
        deal("3N", "E", 8, **room(2, "open")),
        {"side": "home"},
        ({"open.N": "p-1", "closed.N": "p-2"}, {"closed.N": "p-3"}),
        contradicted(**room(1, "open")),
        {"victory_points": "wbf"},
        {"victory_points": "bam"},
    ),
    Play(
        "bridge.pairs",
        [deal("4S", "N", 10, **met(1)), deal("4S", "N", 9, **met(1, "3", "4")), deal("1N", "W", 7, **met(2))],
        {"contract": "4S", "declarer": "N", "tricks": 8, **met(1)},
        deal("4S", "N", 11, **met(1, "5", "6")),
        {"pair": "1"},
        ({"1": ["p-1", "p-2"]}, {"1": ["p-1", "p-3"]}),
        contradicted(**met(1)),
        {"scoring": "matchpoints"},
        {"scoring": "cross-imps"},
    ),
    Play("schnapsen", **SLATE),
    Play("sixtysix", **SLATE),
    Play(
        "cribbage",
        [game("A", 85), game("B", 100), game("A", 119)],
        {"winner": "B", "loser_score": 40},
        game("B", 60),
        {"seat": "A"},
        ({"A": "p-1", "B": "p-2"}, {"B": "p-3"}),
        (
            [game("A", 80), game("B", 80), game("A", 80), game("B", 90), game("B", 70)],
            corrected(3, game("A", 80)[1]),
            5,
            "match_over",
        ),
        {"games": 3},
        {"games": 4},
    ),
]

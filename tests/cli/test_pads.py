"""Boards in a terminal, as players read them at 80 columns."""

import io
import json
from importlib.resources import files
from typing import Any

import pytest
from rich.console import Console

from domain.games import all_games
from services.cli import pads
from tests.cases import Told, tell
from tests.chance import dice
from tests.domain.games.bridge.telling import Event, award, in_room, of, opened, pairs, result, teams

TEAMS_MATCH = files("services.demo") / "4_teams.jsonl"
WIDTH = 80
FIVE = ("4S N 10", "3S N 10", "4S N 9", "4S N 10", "Pass")
"""On board 1: 420, 170, -50, 420, 0; of 8 matchpoints 7, 4, 0, 7, 2."""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_game_is_drawn_before_it_begins(game: str) -> None:
    lines = drawn(tell([opened(game)], at=set()))

    assert lines[0].endswith("live, version 1")
    assert lines[-1].endswith("begins.")


@pytest.mark.parametrize(
    ("game", "players", "where"),
    [
        ("bridge.rubber", {"N": "a", "S": "b"}, "Anna [/b] – Ben"),
        ("bridge.chicago", {"EW": ["a", "x"]}, "Anna [/b] – x"),
        ("bridge.teams", {"open.N": "a", "closed.W": "b"}, "Anna [/b] – Ben"),
        ("bridge.pairs", {"7": ["a", "b"]}, "7 Anna [/b] – Ben"),
        ("schnapsen", {"A": "a"}, "A Anna [/b]"),
        ("sixtysix", {"B": "a"}, "B Anna [/b]"),
        ("cribbage", {"A": "x", "B": "a"}, "B Anna [/b]"),
    ],
)
def test_names_stand_beside_seats_pairs_and_teams(game: str, players: dict[str, Any], where: str) -> None:
    events = [{"type": "match.opened", "data": {"game": game, "players": players}}]
    if game == "bridge.pairs":
        events.append(result(1, "7", "8", "4S N 10"))
    lines = drawn(tell(events, at=set()), {"a": "Anna [/b]", "b": "Ben"})

    assert where in " ".join(" ".join(lines).split())
    assert "Anna" not in " ".join(drawn(tell(events, at=set())))


def test_a_team_match_shows_the_score_and_every_board() -> None:
    events = [json.loads(line) for line in TEAMS_MATCH.read_text().splitlines()]
    lines = drawn(tell(events, at=set()))

    assert row(lines, "│ 27 ") == "│ 27 │ IMPs │ 14.50 │"
    assert row(lines, "│ 14.54 ") == "│ 14.54 │ VPs │ 5.46 │"
    assert "8 of 8 boards in" in lines
    assert row(lines, "Bd ") == "Bd Vul Open room NS Closed room NS Home Away"
    assert row(lines, "4 All") == "4 All 3NT S = 600 6NT S = 1\u2009440 13"
    assert row(lines, "5 NS") == "5 NS 4♠ X N −1 −200 5♥ E = −450 6"
    assert row(lines, "7 All") == "7 All 4♥ S +1 650 4♥ N +1 650 = ="
    assert row(lines, "8* None") == "8* None 1NT W = −90 award −120 1"
    assert "Home wins by 12.50 IMPs." in lines


def test_who_won_a_board_is_told_by_the_column() -> None:
    told = teams(in_room(1, "open", "4S N 10"), in_room(1, "closed", "4S N 9"), *both(2, "4S E 10", "4S E 9"))
    lines = drawn(told)

    ends = {name: line(lines, "Bd ").index(name) + len(name) for name in ("Home", "Away")}
    assert line(lines, "1  None")[: ends["Home"]].endswith(" 10")
    assert line(lines, "2  NS")[: ends["Away"]].endswith(" 10")


def test_a_room_that_is_waited_for_and_a_deal_in_play() -> None:
    play = of("bridge.contract_reached", board=2, room="closed", contract="3NX", declarer="W")
    lines = drawn(teams(in_room(1, "open", "4S N 10"), play))

    assert row(lines, "1 None") == "1 None 4♠ N = 420 …"
    assert row(lines, "2 NS") == "2 NS … playing"
    assert "Closed room, board 2: 3NT X by W, tricks 0 – 0" in lines


def test_of_a_long_match_the_newest_boards_are_shown() -> None:
    late = both(3, "4S N 10", "4S N 9")
    events = [event for board in (1, 2, *range(4, 27)) for event in both(board, "1N S 7", "1N S 7")]
    lines = drawn(teams(*events, *late))

    assert [line.split()[0] for line in below(lines, "Bd ")] == ["3", *(str(board) for board in range(12, 27))]
    assert "and 10 earlier boards" in [line.strip() for line in lines]


def test_a_session_shows_who_is_where_and_the_board_last_told_of() -> None:
    lines = drawn(pairs(*field(2, "1N S 7", "1N S 8", "1N S 9", "1N S 6", "Pass"), *field(1, *FIVE)))

    # Pair 105 has 6 and 6 of 8, pair 1 has 4 and 7.
    assert row(lines, "1 105") == "1 105 75.00 12.00 2"
    assert row(lines, "2 1 ") == "2 1 68.75 11.00 2"
    assert row(lines, "Board 1") == "Board 1: North deals, nobody vulnerable, 5 results, top 8"
    assert [line.split()[:2] for line in below(lines, "NS  EW")] == [
        ["1", "101"],
        ["4", "104"],
        ["2", "102"],
        ["5", "105"],
        ["3", "103"],
    ]
    assert row(lines, "3 103 4♠") == "3 103 4♠ N −1 −50 0.00 8.00"
    assert row(lines, "5 105 Pass") == "5 105 Pass 0 2.00 6.00"


def test_two_winners_stand_side_by_side() -> None:
    lines = drawn(pairs(*field(1, "4S N 10", "4S N 9"), winners=2))

    assert row(lines, "North–South") == "North–South East–West"
    assert row(lines, "1 1 ") == "1 1 100.00 2.00 1 1 102 100.00 2.00 1"


def test_an_adjusted_board_a_directors_points_and_a_shared_rank_are_marked() -> None:
    points = of("match.adjusted", pair="1", points="-1", reason="late")
    lines = drawn(pairs(*field(1, *FIVE), award(1, "2", "102", NS="A+", EW="A-"), points))

    # 5 of 6 are 6.5 of 8 by Neuberg's formula, and 1 is taken; 101 and 104 have 1.5.
    assert row(lines, "3 1 ") == "3 1 68.75 5.50 1 †"
    assert row(lines, "5 2 ") == "5 2 60.00 4.80 1 *"
    assert row(lines, "8= 101") == "8= 101 18.75 1.50 1"
    assert row(lines, "2* 102").startswith("2* 102 A+ / A− 4.80 3.20")
    assert "* 2 against 102: The director awards A+ to NS and A- to EW: ruling" in " ".join(lines)


def test_the_groups_of_a_fouled_board_are_tables_of_their_own() -> None:
    groups = [[{"ns": "1", "ew": "101"}, {"ns": "2", "ew": "102"}]]
    lines = drawn(pairs(*field(1, *FIVE), of("bridge.board_fouled", board=1, groups=groups, reason="two cards")))

    titles = [line.strip() for line in lines if line.strip().endswith("results")][1:]
    assert titles == ["Group 1 of the fouled board: 2 results", "All other tables: 3 results"]


def test_what_is_overdue_is_told() -> None:
    tables = [
        [{"table": 1, "ns": "1", "ew": "2", "boards": [1]}, {"table": 2, "ns": "3", "ew": "4", "boards": [2]}],
        [{"table": 1, "ns": "1", "ew": "2", "boards": [2]}, {"table": 2, "ns": "3", "ew": "4", "boards": [1]}],
    ]
    played = result(2, "1", "2", "4S N 10", round=2)
    lines = drawn(pairs(of("bridge.movement_set", rounds=tables), played))

    assert "1 board, 1 result, 3 to come" in lines
    assert "Overdue: round 1, table 1, board 1: 1 against 2" in lines
    assert "Overdue: round 1, table 2, board 2: 3 against 4" in lines


@pytest.mark.parametrize("options", [{}, {"winners": 2}, {"scoring": "cross-imps"}])
def test_a_session_of_thirty_pairs_and_twenty_six_boards_is_readable(options: dict[str, Any]) -> None:
    lines = drawn(pairs(*evening(), **options))

    assert len(lines) < 50
    assert max(map(len, lines)) <= WIDTH
    assert not any("…" in line for line in lines)
    ranked = below(lines, "Pair  ")
    assert len(ranked) == 15
    assert len(below(lines, "NS  EW")) == 15


def test_of_many_pairs_the_first_are_shown() -> None:
    lines = drawn(pairs(*field(1, *["4S N 10"] * 40)))

    assert "and 20 more pairs" in lines
    assert "and 20 more lines" in lines


def both(board: int, opened: str, closed: str) -> tuple[Event, Event]:
    return in_room(board, "open", opened), in_room(board, "closed", closed)


def field(board: int, *scores: str) -> list[Event]:
    """One board at several tables: pairs 1, 2, 3 … sit North–South, 101, 102 … East–West."""
    return [result(board, str(n), str(100 + n), score) for n, score in enumerate(scores, start=1)]


def evening() -> list[Event]:
    """26 boards at 15 tables, with results that chance gives."""
    chance = dice(26)
    return [
        event
        for board in range(1, 27)
        for event in field(
            board, *(f"{chance.randint(1, 4)}{chance.choice('CDHSN')}XX N {chance.randint(3, 13)}" for _ in range(15))
        )
    ]


def drawn(told: Told, names: dict[str, str] | None = None) -> list[str]:
    """What stands in the terminal in the end, line by line."""
    assert told.refused is None
    console = Console(file=io.StringIO(), width=WIDTH)
    console.print(pads.shown(told.boards[max(told.boards)], names or {}))
    written = console.file.getvalue() if isinstance(console.file, io.StringIO) else ""
    return [line.rstrip() for line in written.splitlines()]


def line(lines: list[str], begin: str) -> str:
    """The line that begins so."""
    return next(line for line in lines if line.lstrip().startswith(begin))


def row(lines: list[str], begin: str) -> str:
    """The line whose words begin so, with one space between them."""
    return next(words for words in map(_spaced, lines) if words.startswith(begin))


def below(lines: list[str], begin: str) -> list[str]:
    """The lines of the table whose head begins so."""
    head = next(number for number, line in enumerate(lines) if line.lstrip().startswith(begin))
    rest = lines[head + 2 :]
    return rest[: rest.index("")]


def _spaced(line: str) -> str:
    """Words with one space between them; thin spaces stay in their figures."""
    return " ".join(filter(None, line.split(" ")))

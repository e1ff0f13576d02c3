"""Names in what is written: only where they are asked for, and at the seats that their players had then."""

import csv
from typing import Any

import pytest

from domain.match import Match
from services.formats.pbn import writing as pbn
from services.formats.plain import writing as plain
from services.formats.usebio import writing as usebio
from tests.facts import corrected, deal, opened, tell

NAMES = {"a": "Anna", "b": "Ben", "c": "Čeněk", "d": "-Dora", "e": "Eva & <Co>"}
RUBBER = opened(players={"N": "a", "EW": ["b", "c"], "S": ["d", "x"]})
TEAMS = opened("bridge.teams", players={"open.N": "a", "closed.N": "b", "open.W": "x"})
PAIRS = opened("bridge.pairs", players={"1": ["a", "b"], "2": ["e", "x"], "NS": ["c"], "3": "d"})


def on_board(room: str | None = None, **more: Any) -> Any:
    type_, data = deal("4S", "N", 10, **({"room": room} if room else {"ns": "1", "ew": "2"}))
    return type_, {**data, "board": 1, **more}


def seats(match: Match, names: dict[str, str] | None = NAMES) -> list[tuple[str, ...]]:
    """West, North, East and South of each game."""
    told = [
        line
        for line in "".join(pbn.write(match, names)).splitlines()
        if line[1:6] in {"West ", "North", "East ", "South"}
    ]
    values = [line.partition('"')[2][:-2] for line in told]
    return [tuple(values[first : first + 4]) for first in range(0, len(values), 4)]


def test_pbn_names_who_sat_there() -> None:
    assert seats(tell(None, RUBBER, deal("4S", "N", 10))) == [("?en?k", "Anna", "Ben", "-Dora / x")]
    assert seats(tell(None, TEAMS, on_board("open"), on_board("closed"))) == [
        ("?", "Anna", "?", "?"),
        ("?", "Ben", "?", "?"),
    ]
    assert seats(tell(None, PAIRS, on_board())) == [("?", "Anna", "Eva & <Co>", "Ben")]


def test_a_seat_that_changed_hands_is_told_as_it_was_then() -> None:
    match = tell(
        None,
        RUBBER,
        deal("4S", "N", 10),
        ("match.players_changed", {"players": {"N": "e"}}),
        deal("1S", "N", 7),
        corrected(2, {"contract": "3S", "declarer": "N", "tricks": 9}),
    )

    assert [game[1] for game in seats(match)] == ["Anna", "Eva & <Co>"]


@pytest.mark.parametrize("opening", [RUBBER, TEAMS, PAIRS], ids=["rubber", "teams", "pairs"])
def test_nothing_is_named_where_it_is_not_asked_for(opening: Any) -> None:
    told = on_board("open") if opening is TEAMS else on_board() if opening is PAIRS else deal("4S", "N", 10)
    match = tell(None, opening, told)

    assert seats(match, None) == seats(match, {}) == [("?", "?", "?", "?")]
    assert "players" not in "".join(plain.write(match)).replace("# game", "")
    assert not any(name in "".join(plain.write(match)) for name in NAMES.values())


def test_csv_has_two_columns_more_and_no_formulas() -> None:
    rows = list(csv.DictReader(_without_notes("".join(plain.write(tell(None, RUBBER, deal("4S", "N", 10)), NAMES)))))
    assert (rows[0]["ns_players"], rows[0]["ew_players"]) == ("Anna – -Dora / x", "Ben – Čeněk")

    match = tell(None, opened(players={"N": "d"}), deal("4S", "N", 10))
    (row,) = csv.DictReader(_without_notes("".join(plain.write(match, NAMES))))
    assert (row["ns_players"], row["ew_players"]) == ("'-Dora", "")


def test_usebio_names_the_players_of_a_pair() -> None:
    text = "".join(usebio.write(tell(None, PAIRS, on_board()), NAMES))

    first, second = text.split("<PAIR>")[1:3]
    for pair, names in (
        (first, "<PLAYER>\n<PLAYER_NAME>Anna</PLAYER_NAME>\n</PLAYER>\n<PLAYER>"),
        (second, "Eva &amp; &lt;Co&gt;"),
    ):
        assert names in pair
        assert pair.index("<PLACE>") < pair.index("<PLAYER>") < pair.index("</PAIR>")
    assert "PLAYER" not in "".join(usebio.write(tell(None, PAIRS, on_board())))


def _without_notes(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]

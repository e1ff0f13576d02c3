"""A session of pairs, as a browser without JavaScript reads it, from a running house."""

import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.domain.games.bridge.telling import Event, award, of, opened, result
from tests.houses import Inhabited, running, until
from tests.sheets import Page, looked_at

FIVE = ("4S N 10", "3S N 10", "4S N 9", "4S N 10", "Pass")
"""On board 1: 420, 170, -50, 420, 0; of 8 matchpoints 7, 4, 0, 7, 2."""
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


def test_the_leaderboard_has_everybody_with_two_decimals(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE))

    assert places(page, "Leaderboard") == [
        ["Rank", "Pair", "%", "MPs", "Bds", "Sits"],
        ["1", "103", "100.00", "8.00", "1", "EW"],
        ["2=", "1", "87.50", "7.00", "1", "NS"],
        ["2=", "4", "87.50", "7.00", "1", "NS"],
        ["4", "105", "75.00", "6.00", "1", "EW"],
        ["5=", "2", "50.00", "4.00", "1", "NS"],
        ["5=", "102", "50.00", "4.00", "1", "EW"],
        ["7", "5", "25.00", "2.00", "1", "NS"],
        ["8=", "101", "12.50", "1.00", "1", "EW"],
        ["8=", "104", "12.50", "1.00", "1", "EW"],
        ["10", "3", "0.00", "0.00", "1", "NS"],
    ]
    assert "1 board, 5 results" in page.text


def test_two_winners_are_two_lists(here: Inhabited) -> None:
    page = session(here, *field(1, "4S N 10", "4S N 9"), winners=2)

    assert places(page, "North–South") == [
        ["Rank", "Pair", "%", "MPs", "Bds"],
        ["1", "1", "100.00", "2.00", "1"],
        ["2", "2", "0.00", "0.00", "1"],
    ]
    assert [row[:3] for row in places(page, "East–West")[1:]] == [["1", "102", "100.00"], ["2", "101", "0.00"]]
    assert "Leaderboard" not in page.captions


def test_bars_show_how_a_pair_fared_round_by_round(here: Inhabited) -> None:
    page = session(here, *in_rounds())

    assert page.table("Leaderboard")[0][3] == "by rounds"
    assert {row[1]: row[3] for row in page.table("Leaderboard")[1:]}["1"] == "100, 0 %"


def test_without_rounds_bars_are_boards_that_follow_each_other(here: Inhabited) -> None:
    page = session(here, *(event for board in range(1, 13) for event in field(board, "4S N 10", "4S N 9")))

    assert page.table("Leaderboard")[0][3] == "by boards"
    assert page.table("Leaderboard")[1][3] == "100, 100, 100, 100, 100, 100 %"


def test_places_won_and_lost_since_the_last_round(here: Inhabited) -> None:
    # All have half of two boards; before the second 1 and 4 were first, 2 and 3 third.
    page = session(here, *in_rounds())

    assert {row[1]: row[0] for row in page.table("Leaderboard")[1:]} == {
        "1": "1= = as before",
        "2": "1= ▲2 up 2",
        "3": "1= ▲2 up 2",
        "4": "1= = as before",
    }
    assert "▲▼ places since round 1" in page.text


def test_without_rounds_nobody_climbs(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), *field(2, *FIVE))

    assert "▲" not in page.text


def test_what_is_held_back_is_said_first(here: Inhabited) -> None:
    ticket = here.client.post("/v1/matches", json=opened("bridge.pairs")["data"] | {"visibility": "barometer"}).json()
    page = Page(httpx2.get(f"{here.house.url}/matches/{ticket['match']}").text)

    assert page.text.index("Results are released round by round.") < page.text.index("0 boards, 0 results")
    assert page.text.count("Results are released round by round.") == 1


def test_imps_have_no_percentages_and_a_true_minus(here: Inhabited) -> None:
    # 420 against -50 is 470: 10 IMPs.
    page = session(here, *field(1, "4S N 10", "4S N 9"), scoring="cross-imps")

    assert places(page, "Leaderboard") == [
        ["Rank", "Pair", "IMPs", "Bds", "Sits"],
        ["1=", "1", "10.00", "1", "NS"],
        ["1=", "102", "10.00", "1", "EW"],
        ["3=", "2", "−10.00", "1", "NS"],
        ["3=", "101", "−10.00", "1", "EW"],
    ]
    traveller = session(here, *field(1, "4S N 10", "4S N 9"), scoring="cross-imps", board=1)
    assert traveller.table("Board 1")[0][-2:] == ["NS IMPs", "EW IMPs"]


def test_the_acbls_totals_are_shown_where_they_are_agreed(here: Inhabited) -> None:
    # Two boards are a full session: pair 1's 2 of 2 on one board are scaled up to 4.
    page = session(here, *field(1, "4S N 10", "4S N 9"), result(2, "2", "101", "Pass"), totals="acbl", neuberg=False)

    assert ["1=", "1", "100.00", "4.00", "1", "NS"] in places(page, "Leaderboard")


def test_a_traveller_is_sorted_by_north_souths_score(here: Inhabited) -> None:
    led = result(1, "6", "106", "3NX W 7", lead="TH")
    page = session(here, *field(1, *FIVE), led, board=1, neuberg=False)

    # 300 beats 170, 0 and -50.
    assert page.table("Board 1") == [
        ["NS", "EW", "Contract", "Lead", "Score", "NS MPs", "EW MPs", "NS %", "EW %"],
        ["1", "101", "4♠ N =", "", "420", "9.00", "1.00", "90.00", "10.00"],
        ["4", "104", "4♠ N =", "", "420", "9.00", "1.00", "90.00", "10.00"],
        ["6", "106", "3NT X W −2", "10♥", "300", "6.00", "4.00", "60.00", "40.00"],
        ["2", "102", "3♠ N +1", "", "170", "4.00", "6.00", "40.00", "60.00"],
        ["5", "105", "Pass", "", "0", "2.00", "8.00", "20.00", "80.00"],
        ["3", "103", "4♠ N −1", "", "−50", "0.00", "10.00", "0.00", "100.00"],
    ]
    assert "Board 1 North deals, nobody vulnerable · 6 results, top 10" in page.text


def test_the_page_of_a_session_lists_its_travellers_and_leads_to_them(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), *field(12, "4S N 10"))

    assert "Board 1 North deals, nobody vulnerable 5 results, top 8" in page.text
    assert "Board 12 West deals, North–South vulnerable 1 result, top 8" in page.text
    assert re.findall(r'<a href="/matches/[^"/]+(/travellers/[^"]+)"', page.source) == [
        "/travellers/1",
        "/travellers/12",
    ]
    assert not [caption for caption in page.captions if caption.startswith("Board")]


def test_a_traveller_leads_to_those_beside_it(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), *field(2, *FIVE), *field(4, *FIVE), board=2)

    assert re.findall(r'rel="(\w+)" href="/matches/[^"/]+(/[^"]+)"', page.source) == [
        ("prev", "/travellers/1"),
        ("next", "/travellers/4"),
    ]


@pytest.mark.parametrize("path", ["3", "0", "01", "10000", "x", "1.en"])
def test_there_is_no_page_of_a_board_that_was_not_played(here: Inhabited, path: str) -> None:
    page = session(here, *field(1, *FIVE))
    match = re.findall(r'data-match="([^"]+)"', page.source)[0]

    assert here.client.get(f"/matches/{match}/travellers/1").status_code == 200
    assert here.client.get(f"/matches/{match}/travellers/{path}").status_code == 404
    assert here.client.get(f"/matches/{match}/drawn/traveller-{path}.en").status_code == 404


def test_a_private_traveller_is_for_who_may_see_the_match(here: Inhabited) -> None:
    data = opened("bridge.pairs")["data"] | {"visibility": "private"}
    match = here.client.post("/v1/matches", json=data).json()["match"]
    here.client.post(f"/v1/matches/{match}/events", json={"events": field(1, *FIVE)}).raise_for_status()
    link = here.client.post(f"/v1/matches/{match}/links", json={"role": "viewer"}).json()["link"]
    address = f"{here.house.url}/matches/{match}/travellers/1"
    until(lambda: here.client.get(address).status_code == 200)

    assert httpx2.get(address).status_code == 404
    assert httpx2.get(address, params={"link": link}).status_code == 200
    page = httpx2.get(f"{here.house.url}/matches/{match}", params={"link": link}).text
    assert f'href="/matches/{match}/travellers/1?link={link}"' in page


def test_a_rubber_has_no_travellers(here: Inhabited) -> None:
    assert here.client.get(f"/matches/{here.open()}/travellers/1").status_code == 404


def test_br025_a_board_not_played_has_no_score_and_stands_last(here: Inhabited) -> None:
    page = session(here, *field(1, "Pass", "4S N 9"), of("bridge.board_not_played", board=1, ns="3", ew="103"), board=1)

    rows = page.table("Board 1")[1:]
    assert [row[:3] for row in rows] == [["1", "101", "Pass"], ["2", "102", "4♠ N −1"], ["3", "103", "not played"]]
    assert rows[0][3] == "0"
    assert rows[2][3:] == [""] * 5


def test_an_adjusted_board_is_marked_and_explained(here: Inhabited) -> None:
    ruled = award(1, "2", "102", NS="A+", EW="A-")
    page, traveller = session(here, *field(1, *FIVE), ruled), session(here, *field(1, *FIVE), ruled, board=1)

    marked = {row[1] for row in places(page, "Leaderboard") if row[4].endswith("*")}
    assert marked == {"2", "102"}
    assert "* a board was adjusted" in page.text
    assert traveller.table("Board 1")[-1] == ["2*", "102", "A+ / A−", "", "4.80", "3.20", "60.00", "40.00"]
    assert "* 2 against 102: The director awards A+ to NS and A− to EW: ruling (played: 3♠ by North" in traveller.text


def test_without_an_award_nothing_is_marked(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE))

    assert "*" not in page.text
    assert "†" not in page.text


def test_an_assigned_score_stands_where_it_counts(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), award(1, "3", "103", NS={"score": 450}, EW={"score": 450}), board=1)

    assert page.table("Board 1")[1][:4] == ["3*", "103", "award", "450"]


def test_a_directors_points_are_marked_and_told(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), of("match.adjusted", pair="4", points="-0.5", reason="late"))

    assert ["3", "4†", "81.25", "6.50", "1", "NS"] in places(page, "Leaderboard")
    assert "† pair 4: −0.5 by the director" in page.text


def test_a_sit_out_is_told_below_the_traveller(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), award(1, "9", None, NS="60%"), board=1)

    assert "* Pair 9: Sits out: ruling (4.80)" in page.text


def test_the_groups_of_a_fouled_board_stand_apart(here: Inhabited) -> None:
    groups = [[{"ns": "1", "ew": "101"}, {"ns": "2", "ew": "102"}]]
    page = session(
        here, *field(1, *FIVE), of("bridge.board_fouled", board=1, groups=groups, reason="two cards"), board=1
    )

    assert [row[0] for row in page.table("Board 1")[1:]] == [
        "Group 1 of the fouled board: 2 results",
        *("1", "2"),
        "All other tables: 3 results",
        *("4", "5", "3"),
    ]


def test_the_datum_stands_beside_a_butlers_board(here: Inhabited) -> None:
    # Without the highest and the lowest: 420, 170, 0, of which the mean is 196.7.
    page = session(here, *field(1, *FIVE), scoring="butler")

    assert "5 results, datum 200" in page.text


def test_what_is_overdue_and_what_is_played_now(here: Inhabited) -> None:
    first, second = {"ns": "1", "ew": "2"}, {"ns": "3", "ew": "4"}
    tables = [
        [{"table": 1, **first, "boards": [1]}, {"table": 2, **second, "boards": [2]}],
        [{"table": 1, **first, "boards": [2]}, {"table": 2, **second, "boards": [1]}],
    ]
    page = session(
        here,
        of("bridge.movement_set", rounds=tables),
        result(1, "1", "2", "4S N 10", round=1),
        result(2, "1", "2", "4S N 10", round=2),
        of("bridge.contract_reached", board=1, ns="3", ew="4", contract="4HX", declarer="W"),
    )

    assert page.table("In play")[1:] == [["1", "3", "4", "4♥ X by West, tricks 0 – 0"]]
    assert page.table("Overdue")[1:] == [["1", "2", "2", "3", "4"]]
    assert "2 boards, 2 results, 2 to come" in page.text


def test_what_comes_from_outside_is_escaped(here: Inhabited) -> None:
    ruled = of("bridge.board_adjusted", board=1, ns="<b>1", ew="101", award={"NS": "A=", "EW": "A="}, reason=SCRIPT)
    events = (result(1, "<b>1", "101", "Pass"), ruled)
    page, traveller = session(here, *events), session(here, *events, board=1)

    assert not {SCRIPT, "<b>1"} & {
        part for each in (page, traveller) for part in (SCRIPT, "<b>1") if part in each.source
    }
    assert SCRIPT in page.text
    assert traveller.text.count(SCRIPT) == 2
    assert 'href="#pair-%3Cb%3E1"' in page.source
    assert ["1=", "<b>1"] in [row[:2] for row in places(page, "Leaderboard")]


def test_a_flag_is_shown(here: Inhabited) -> None:
    page = session(here, result(1, "1", "101", "3N N 9"), result(1, "1", "102", "3N N 9"))

    assert page.source.count('<p class="warning">') == 1


def test_each_line_says_how_its_points_came_about(here: Inhabited) -> None:
    page = session(here, *field(1, *FIVE), board=1)

    assert page.opened[0] == ["4♠ by North, made 4: 420. 7.00 of 8 against 4 others."]


def test_a_session_before_its_first_result_has_its_page(here: Inhabited) -> None:
    page = session(here)

    assert page.captions == []
    assert "0 boards, 0 results" in page.text


def field(board: int, *scores: str) -> list[Event]:
    """One board at several tables: pairs 1, 2, 3 … sit North–South, 101, 102 … East–West."""
    return [result(board, str(n), str(100 + n), score) for n, score in enumerate(scores, start=1)]


def in_rounds() -> list[Event]:
    """Two rounds at two tables: pair 1 is best in the first, and pair 3 in the second."""
    scores = {1: ("4S N 10", "4S N 9"), 2: ("4S N 9", "4S N 10")}
    return [
        result(board, ns, ew, score, round=board, table=table)
        for board, both in scores.items()
        for table, (ns, ew, score) in enumerate(zip(("1", "3"), ("2", "4"), both, strict=True), start=1)
    ]


def places(page: Page, caption: str) -> list[list[str]]:
    """A leaderboard without its bars."""
    head, *rows = page.table(caption)
    bars = next(n for n, name in enumerate(head) if name in {"by boards", "by rounds"})
    return [[cell for n, cell in enumerate(row) if n != bars] for row in (head, *rows)]


def session(here: Inhabited, *events: Event, board: int | None = None, **options: Any) -> Page:
    """The page of a session told so, or of one board of it."""
    path = "" if board is None else f"/travellers/{board}"
    return looked_at(here, [opened("bridge.pairs", **options), *events], path)

"""A team match, as a browser without JavaScript reads it, from a running house."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from importlib.resources import files
from typing import Any

import pytest

from services.web.margin import drawn
from tests.domain.games.bridge.telling import Event, in_room, of, opened
from tests.houses import Inhabited, running
from tests.sheets import Page, looked_at

TEAMS_MATCH = files("services.demo") / "4_teams.jsonl"
SWING = (in_room(1, "open", "4S N 10"), in_room(1, "closed", "4S N 9"))
"""Board 1: 420 in the open room, -50 in the closed one: 10 IMPs to home."""
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def quarter_final(here: Inhabited) -> Page:
    """A whole match: eight boards, a carry-over, a correction, an award and a point taken."""
    return looked_at(here, [json.loads(line) for line in TEAMS_MATCH.read_text().splitlines()])


def test_imps_and_victory_points_of_both_teams(quarter_final: Page) -> None:
    # 27 won; 13 won, 2.5 carried over and 1 taken. By the WBF's formula 12.5 IMPs on 8 boards are 14.535 VPs.
    assert quarter_final.table("The score")[1:] == [["27", "IMPs", "14.50"], ["14.54", "VPs", "5.46"]]
    assert "8 of 8 boards in" in quarter_final.text
    assert "Home wins by 12.50 IMPs." in quarter_final.text


def test_every_board_stands_in_a_row_with_both_rooms_and_who_won_it(quarter_final: Page) -> None:
    rows = quarter_final.table("Boards")

    assert rows[0] == ["Bd", "Vul", "Open room", "Closed room", "Home", "Away"]
    assert rows[1:] == [
        ["1", "None", "4♥ N = 420", "3NT N = 400", "1", ""],
        ["2", "NS", "4♠ E −1 50", "4♠ E = −420", "10", ""],
        ["3", "EW", "2♠ N = 110", "2♥ W = −110", "6", ""],
        ["4", "All", "3NT S = 600", "6NT S = 1\u2009440", "", "13"],
        ["5", "NS", "4♠ X N −1 −200", "5♥ E = −450", "6", ""],
        ["6", "EW", "3NT W −1 100", "Pass 0", "3", ""],
        ["7", "All", "4♥ S +1 650", "4♥ N +1 650", "= no swing"],
        ["8*", "None", "1NT W = −90", "award −120", "1", ""],
    ]


def test_an_award_is_told_with_its_reason(quarter_final: Page) -> None:
    assert (
        "* Board 8, closed room: The director awards −120 to home and −120 to away: "
        "misinformation: 1NT with an overtrick" in quarter_final.text
    )


def test_the_caption_says_whose_scores_they_are(quarter_final: Page) -> None:
    assert "Boards (scores are North–South’s in both rooms)" in quarter_final.captions


def test_suits_are_signs_in_text_and_words_for_who_hears_them(quarter_final: Page) -> None:
    four = '<span class="contract" role="img" aria-label="four hearts">4<span class="suit H">'
    assert f'{four}<span class="sign">♥\ufe0e</span><span class="letter">H</span></span></span>' in unescape(
        quarter_final.source
    )
    assert 'aria-label="four spades doubled"' in quarter_final.source


def test_a_room_that_is_waited_for_and_one_that_plays(here: Inhabited) -> None:
    page = match(here, SWING[0], of("bridge.contract_reached", board=2, room="open", contract="3NX", declarer="W"))

    assert page.table("Boards")[1:] == [
        ["1", "None", "4♠ N = 420", "…", "", ""],
        ["2", "NS", "playing", "…", "", ""],
    ]
    assert "Open room, board 2: 3NT X by West, tricks 0 – 0" in page.text
    assert "0 boards in" in page.text


def test_calls_are_shown_while_there_is_no_contract(here: Inhabited) -> None:
    calls = [("N", "1N"), ("E", "P"), ("S", "2C"), ("W", "X")]
    page = match(here, *(of("bridge.call_made", board=1, room="closed", seat=seat, call=call) for seat, call in calls))

    assert "Closed room, board 1: 1NT Pass 2♣ X" in page.text


def test_a_board_that_the_teams_count_apart_shows_what_each_counts(here: Inhabited) -> None:
    award = of("bridge.board_adjusted", board=1, award={"home": "A+", "away": "A+"}, reason="fouled")

    assert match(here, *SWING, award).table("Boards")[1][-2:] == ["+3", "+3"]


def test_an_award_stands_beside_the_deal_that_was_played(here: Inhabited) -> None:
    award = of("bridge.board_adjusted", board=1, room="closed", award={"home": "A+", "away": "A-"}, reason="late")
    page = match(here, *SWING, award)

    assert page.table("Boards")[1] == ["1*", "None", "4♠ N = 420", "4♠ N −1 A+ / A−", "3", ""]
    assert '<span class="ruled"><span class="contract"' in page.source


def test_a_board_not_played_is_no_flat_board(here: Inhabited) -> None:
    page = match(here, *SWING, of("bridge.board_not_played", board=2, room="open", reason="late"))

    assert page.table("Boards")[2] == ["2", "NS", "not played", "…", "", ""]
    assert " 1 board in " in page.text


def test_boards_won_come_first_at_board_a_match(here: Inhabited) -> None:
    flat = [in_room(2, room, "1N S 7") for room in ("open", "closed")]
    page = match(here, *SWING, *flat, victory_points="bam")

    assert page.table("The score")[1:] == [["1.50", "Boards", "0.50"], ["10", "IMPs", "0"]]
    assert [row[-2:] for row in page.table("Boards")[1:]] == [["1", ""], ["½", "½"]]


def test_imps_alone_have_no_victory_points(here: Inhabited) -> None:
    assert match(here, *SWING, victory_points=None).table("The score")[1:] == [["10", "IMPs", "0"]]


def test_the_running_margin_is_drawn_with_a_sentence_for_who_cannot_see_it(quarter_final: Page) -> None:
    # 2.5 carried over less 1 taken; then 1, 10, 6 to home, 13 to away, 6 and 3 to home, none, 1 to home.
    leads = re.findall(r"<rect [^>]*><title>([^<]*)</title>", quarter_final.source)
    assert leads[:4] == [
        "Away +1.50 before the first board",
        "Away +0.50 after board 1",
        "Home +9.50 after board 2",
        "Home +15.50 after board 3",
    ]
    assert leads[-1] == "Home +12.50 after board 8"
    assert re.findall(r'<svg [^>]*role="img" aria-label="([^"]*)"', quarter_final.source) == [
        "Largest leads: home +15.50 after board 3, away +1.50 before the first board. At the end: home +12.50."
    ]


def test_the_steps_reach_from_the_largest_lead_of_one_to_that_of_the_other() -> None:
    margin = drawn(Fraction(-5), [(1, Fraction(10)), (2, Fraction(-15))])

    assert margin is not None
    assert margin.path == "M0 66.67V66.67h10V0h10V100h10"
    assert (margin.zero, margin.home, margin.away, margin.start) == ("66.67", "10", "5", "")
    assert [(bar.team, bar.y, bar.height) for bar in margin.bars[1:]] == [
        ("home", "0", "66.67"),
        ("away", "66.67", "33.33"),
    ]


def test_one_board_is_no_line() -> None:
    assert drawn(Fraction(10), [(1, Fraction(10))]) is None


def test_a_row_opens_what_came_of_both_rooms(quarter_final: Page) -> None:
    opened = quarter_final.opened[0]

    assert opened[2] == "4♥ by North, made 4: 420. Lead Q♠ North–South: Home"
    assert opened[3] == "3NT by North, made 3: 400. Lead Q♠ North–South: Away"
    assert opened[4] == "1 IMP to home. vulnerable: None"


def test_a_row_opens_the_auction_that_goes_on(here: Inhabited) -> None:
    calls = [("N", "1N"), ("E", "P"), ("S", "2C"), ("W", "X")]
    page = match(here, *(of("bridge.call_made", board=1, room="closed", seat=seat, call=call) for seat, call in calls))

    assert page.table("Auction") == [
        ["West", "North deals", "East", "South"],
        ["", "1NT", "Pass", "2♣"],
        ["X", "?", "", ""],
    ]


def test_what_comes_from_outside_is_escaped(here: Inhabited) -> None:
    award = of("bridge.board_adjusted", board=1, award={"home": "A+", "away": "A-"}, reason=SCRIPT)
    page = match(here, *SWING, award)

    assert SCRIPT not in page.source
    assert f"The director awards A+ to home and A− to away: {SCRIPT}" in page.text


def test_nothing_of_style_or_script_stands_in_the_page(quarter_final: Page) -> None:
    assert " style=" not in quarter_final.source
    assert re.findall(r"<script[^>]*>([^<]*)", quarter_final.source) == ["", ""]


def test_a_flag_is_shown(here: Inhabited) -> None:
    page = match(here, in_room(1, "open", "4S N 10"), in_room(1, "closed", "4S E 10"))

    assert "Board 1: 4♠ was declared by North–South in one room and East–West in the other" in page.text


def test_a_match_before_its_first_board_has_its_page(here: Inhabited) -> None:
    page = match(here)

    assert page.table("The score")[1:] == [["0", "IMPs", "0"]]
    assert page.captions == ["The score"]


def match(here: Inhabited, *events: Event, **options: Any) -> Page:
    return looked_at(here, [opened("bridge.teams", **options), *events])

"""Sheets: what a match has to tell for a file, by table and board."""

from typing import Any

import pytest

from domain.match import Match
from services.formats.sheets import Unwritable, sheets
from services.formats.sheets.sheet import Sheet
from services.formats.sheets.tables_told import Laid
from tests.facts import (
    DEAL,
    PASSED,
    Report,
    bid,
    calls,
    cards,
    confirmed,
    corrected,
    deal,
    honours,
    opened,
    played,
    replayed,
    rubber,
    tell,
    trick,
    withdrawn,
    won,
)


def told(match: Match) -> list[Sheet]:
    return list(sheets(match))


def only(match: Match) -> Sheet:
    (sheet,) = sheets(match)
    return sheet


def pairs(*reports: Report | list[Report], **options: Any) -> Match:
    return tell(None, opened("bridge.pairs", title="Tuesday", options=options), *reports)


def teams(*reports: Report | list[Report]) -> Match:
    return tell(None, opened("bridge.teams"), *reports)


def result(board: int, ns: str, ew: str, tricks: int = 7, **more: Any) -> Report:
    return deal("1N", "N", tricks, board=board, ns=ns, ew=ew, **more)


def award(board: int, given: dict[str, Any], **where: str) -> Report:
    return "bridge.board_adjusted", {"board": board, "award": given, "reason": "a ruling", **where}


def test_a_sheet_tells_who_played_what_where_and_what_it_scored() -> None:
    sheet = only(pairs(result(2, "3NS", "1EW", 8, lead="TD", round=4, table=7)))

    assert (sheet.game, sheet.title, sheet.number, sheet.status) == ("bridge.pairs", "Tuesday", 2, "played")
    assert (sheet.dealer, sheet.vulnerable, sheet.ns, sheet.ew) == ("E", "NS", "3NS", "1EW")
    assert (sheet.contract, sheet.declarer, sheet.made, sheet.lead, sheet.score) == ("1N", "N", 8, "TD", 120)
    assert (sheet.round, sheet.table, sheet.room, sheet.awards, sheet.pad) == (4, "7", None, None, None)


def test_sheets_come_by_board_and_pair_whatever_the_order_of_the_reports() -> None:
    match = pairs(result(12, "10", "2"), result(2, "10", "2"), result(12, "9", "3"))

    assert [(sheet.number, sheet.ns) for sheet in told(match)] == [(2, "10"), (12, "9"), (12, "10")]


def test_points_and_percentages_are_those_of_the_boards() -> None:
    first, second, third = told(pairs(result(1, "1", "2"), result(1, "3", "4", 8), result(1, "5", "6", 8)))

    assert first.points == {"NS": "0", "EW": "4"}
    assert second.points == third.points == {"NS": "3", "EW": "1"}
    assert second.percentages == {"NS": "75", "EW": "25"}


def test_auction_and_cards_of_a_table_are_kept_in_their_order() -> None:
    where = {"board": 1, "ns": "1", "ew": "2"}
    hand = [*calls("N", "1N", "P", "P", "P"), *cards("E", "AH 2H 3H 4H"), played("E", "2S"), deal(tricks=7)]

    sheet = only(pairs([(type_, where | data) for type_, data in hand]))

    assert sheet.calls == (("N", "1N"), ("E", "P"), ("S", "P"), ("W", "P"))
    assert sheet.tricks[0] == (Laid("E", "AH"), Laid("S", "2H"), Laid("W", "3H"), Laid("N", "4H"))
    assert sheet.tricks[1] == (Laid("E", "2S"),)
    assert sheet.lead == "AH"


def test_a_trick_told_by_its_winner_alone_has_no_cards() -> None:
    match = rubber(bid("1S", "S"), won("W"), trick("W", "AH 2H 3H 4H"), played("W", "5H"), deal("1S", "S", 7))

    assert [len(trick) for trick in only(match).tricks] == [0, 4, 1]


def test_a_table_has_its_own_hands_or_those_of_the_board() -> None:
    turned = dict(zip("NESW", (DEAL["E"], DEAL["S"], DEAL["W"], DEAL["N"]), strict=True))
    match = pairs(
        ("bridge.dealt", {"board": 1, "hands": DEAL}),
        ("bridge.dealt", {"board": 1, "ns": "1", "ew": "2", "hands": turned}),
        [result(1, "1", "2"), result(1, "3", "4"), result(2, "1", "2")],
    )

    own, common, unknown = told(match)

    assert own.hands == {seat: frozenset(hand) for seat, hand in turned.items()}
    assert common.hands == {seat: frozenset(hand) for seat, hand in DEAL.items()}
    assert unknown.hands is None


def test_hands_of_a_team_match_are_for_both_rooms() -> None:
    match = teams(
        ("bridge.dealt", {"board": 1, "hands": DEAL}),
        *(deal("1N", "N", 7, board=1, room=room) for room in ("open", "closed")),
    )

    assert [sheet.hands is not None for sheet in told(match)] == [True, True]


def test_what_was_corrected_or_withdrawn_is_told_as_it_counts_now() -> None:
    match = pairs(
        result(1, "1", "2"),
        result(1, "3", "4"),
        corrected(2, {"board": 1, "ns": "1", "ew": "2", "contract": "2N", "declarer": "S", "tricks": 8}),
        withdrawn(3),
        confirmed(2),
    )

    assert [(sheet.ns, sheet.contract, sheet.version) for sheet in told(match)] == [("1", "2N", 2)]


def test_an_award_keeps_the_result_under_it_and_says_why() -> None:
    sheet = only(pairs(result(1, "1", "2"), award(1, {"NS": "A+", "EW": "A-"}, ns="1", ew="2")))

    assert (sheet.status, sheet.contract, sheet.reason, sheet.version) == ("adjusted", "1N", "a ruling", 3)
    assert sheet.awards is not None
    assert sheet.awards.NS is not None
    assert sheet.awards.NS.text == "A+"


def test_who_sits_out_and_what_was_not_played_have_their_sheets() -> None:
    match = pairs(
        ("bridge.board_not_played", {"board": 1, "ns": "1", "ew": "2", "round": 2, "reason": "late"}),
        award(1, {"EW": "60%"}, ew="7"),
        result(1, "3", "4"),
    )

    late, normal, out = told(match)

    assert (late.status, late.contract, late.reason, late.round) == ("not_played", None, "late", 2)
    assert normal.status == "played"
    assert (out.status, out.ns, out.ew, out.reason) == ("adjusted", None, "7", "a ruling")


def test_rooms_tell_which_team_sat_where_and_the_imps_of_both() -> None:
    match = teams(
        deal("4S", "N", 10, board=1, room="closed"),
        deal("4S", "N", 9, board=1, room="open", table=3, round=2),
        deal("4S", "N", 9, board=2, room="open"),
    )

    first, second, waiting = told(match)

    assert (first.room, first.ns, first.ew, first.points) == ("open", "home", "away", {"NS": "-10", "EW": "10"})
    assert (second.room, second.ns, second.ew, second.points) == ("closed", "away", "home", {"NS": "10", "EW": "-10"})
    assert (first.table, first.round, second.round) == ("3", 2, None)
    assert (waiting.number, waiting.points) == (2, {})


def test_what_is_ruled_for_a_whole_board_has_a_sheet_without_a_room() -> None:
    match = teams(
        deal("4S", "N", 10, board=1, room="open"),
        award(1, {"home": "A+", "away": "A-"}),
        ("bridge.board_not_played", {"board": 2}),
    )

    table, ruled, skipped = told(match)

    assert (table.room, table.status) == ("open", "played")
    assert (ruled.room, ruled.status, ruled.ns) == (None, "adjusted", None)
    assert (skipped.room, skipped.status) == (None, "not_played")


def test_deals_of_a_rubber_tell_the_pad_before_and_what_they_brought() -> None:
    match = rubber(deal("4S", "S", 11), honours("N", 100), PASSED, deal("2H", "we", 8))

    game, passed, part = told(match)

    assert [sheet.number for sheet in (game, passed, part)] == [1, 2, 3]
    assert game.pad is not None
    assert (game.pad.above, game.pad.below) == ({"NS": 130, "EW": 0}, {"NS": 120, "EW": 0})
    assert (game.pad.honours_by, game.pad.honours, game.vulnerable) == ("N", 100, "None")
    assert part.pad is not None
    assert part.pad.before["NS"].text == "0 130/120 0"
    assert (part.vulnerable, part.declarer, part.pad.honours) == ("NS", "NS", 0)
    assert (passed.contract, passed.declarer) == ("Pass", None)


def test_cards_of_one_deal_of_a_rubber_are_not_those_of_the_next() -> None:
    match = rubber(bid("1N", "S"), cards("W", "AH 2H 3H 4H"), deal("1N", "S", 7), deal("2N", "S", 8))

    assert [len(sheet.tricks) for sheet in told(match)] == [1, 0]


@pytest.mark.parametrize(("vulnerability", "second"), [("dealer", "EW"), ("opponents", "NS")])
def test_a_chicago_is_vulnerable_by_the_number_of_the_deal(vulnerability: str, second: str) -> None:
    match = tell(None, opened("bridge.chicago", options={"vulnerability": vulnerability}), [deal(tricks=7)] * 4)

    found = [sheet.vulnerable for sheet in told(match)]

    assert (found[0], found[1], found[3]) == ("None", second, "All")


def test_what_is_in_play_has_no_sheet_yet() -> None:
    assert told(rubber(bid("4S", "N"))) == []
    assert told(pairs([("bridge.call_made", {"board": 1, "ns": "1", "ew": "2", "seat": "N", "call": "1N"})])) == []
    assert told(teams([("bridge.call_made", {"board": 1, "room": "open", "seat": "N", "call": "1N"})])) == []


def test_a_match_that_is_stuck_has_none() -> None:
    with pytest.raises(Unwritable, match="stuck at version 2"):
        sheets(replayed(opened(), played("N", "AS")))

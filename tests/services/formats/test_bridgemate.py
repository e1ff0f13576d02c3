"""Results as the Bridgemate Data Connector hands them out."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.formats import bridgemate
from services.formats.found import Bad, Found, Item, Left, Told
from tests.cases import SHARED
from tests.readings import boards, cut, events, facts, fault, items, of, survives

FOLDER = SHARED / "data" / "bridge" / "events" / "bridgemate"
NOTHING_LED = {"LeadCardRank": 0, "LeadCardSuit": 0}


def row(**more: object) -> dict[str, object]:
    """Table 1 of section A, round 1, board 1: pair 1 makes 4♠ with ten tricks, South playing."""
    place = {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1, "ScoringDirection": 3}
    pairs = {"IsDeleted": False, "PairNorthSouth": 1, "PairEastWest": 2, "DeclaringPair": 1, "DeclarerDirection": 3}
    result = {"Level": 4, "Denomination": 4, "Stake": 0, "TotalTricks": 10}
    return {"SessionGuid": "F" * 32} | place | pairs | result | NOTHING_LED | {"ValidationMessages": None} | more


def answer(*rows: object, **more: object) -> str:
    head = {"RequestCommand": 23, "DataType": 12, "LastQueueItemId": 4, "ErrorType": 0, "SessionGuid": "F" * 32}
    return json.dumps(head | {"SerializedData": json.dumps(list(rows))} | more, indent=1)


def read(*rows: object) -> list[Item]:
    return items(bridgemate.read, answer(*rows))


def only(found: list[Item]) -> tuple[str, Any]:
    [fact] = facts(found)
    return fact


def test_a_result_is_told_with_its_table_and_its_line() -> None:
    [told] = of(Told, read(row(Stake=1, LeadCardRank=14, LeadCardSuit=3)))

    assert (told.line, told.what) == (7, "section A, table 1, board 1, 1 against 2")
    place = {"board": 1, "ns": "1", "ew": "2", "round": 1, "table": 1}
    result = {"contract": "4SX", "declarer": "S", "tricks": 10, "lead": "AH"}
    assert told.events == [("bridge.deal_played", place | result)]


def test_how_a_session_is_scored_is_not_guessed() -> None:
    [found] = of(Found, read(row()))

    assert (found.key, found.game, found.options) == ("A", "bridge.pairs", {})
    assert set(found.unsure) == {"scoring"}


@pytest.mark.parametrize(("number", "strain"), list(enumerate("CDHSN", start=1)))
def test_denominations_are_numbered_from_clubs_to_notrump(number: int, strain: str) -> None:
    assert only(read(row(Denomination=number)))[1]["contract"] == f"4{strain}"


@pytest.mark.parametrize(("number", "seat"), list(enumerate("NESW", start=1)))
def test_declarers_are_numbered_from_north_round_the_table(number: int, seat: str) -> None:
    declaring = 1 if seat in "NS" else 2

    assert only(read(row(DeclarerDirection=number, DeclaringPair=declaring)))[1]["declarer"] == seat


@pytest.mark.parametrize(("stake", "doubled"), [(0, ""), (1, "X"), (2, "XX")])
def test_stakes_are_doubles(stake: int, doubled: str) -> None:
    assert only(read(row(Stake=stake)))[1]["contract"] == f"4S{doubled}"


@pytest.mark.parametrize(
    ("rank", "suit", "card"), [(2, 1, "2C"), (9, 2, "9D"), (10, 3, "TH"), (11, 4, "JS"), (14, 1, "AC")]
)
def test_leads_are_numbered_by_rank_and_suit(rank: int, suit: int, card: str) -> None:
    assert only(read(row(LeadCardRank=rank, LeadCardSuit=suit)))[1]["lead"] == card


def test_level_0_is_passed_out_and_has_nothing_else() -> None:
    kind, data = only(read(row(Level=0, Denomination=0, DeclarerDirection=0, TotalTricks=0)))

    assert kind == "bridge.deal_played"
    assert data == {"board": 1, "ns": "1", "ew": "2", "round": 1, "table": 1, "contract": "Pass"}


@pytest.mark.parametrize(
    ("level", "ns", "ew"),
    [
        (-1, "A-", "A-"),
        (-2, "A-", "A="),
        (-3, "A-", "A+"),
        (-4, "A=", "A-"),
        (-5, "A=", "A="),
        (-6, "A=", "A+"),
        (-7, "A+", "A-"),
        (-8, "A+", "A="),
        (-9, "A+", "A+"),
    ],
)
def test_levels_below_0_are_artificial_scores(level: int, ns: str, ew: str) -> None:
    kind, data = only(read(row(Level=level, Denomination=0, DeclarerDirection=0, TotalTricks=0)))

    assert (kind, data["award"]) == ("bridge.board_adjusted", {"NS": ns, "EW": ew})


def test_level_10_below_0_is_a_board_that_was_not_played() -> None:
    assert only(read(row(Level=-10, Denomination=0, DeclarerDirection=0)))[0] == "bridge.board_not_played"


def test_a_later_row_for_the_same_table_and_board_replaces_the_earlier_one() -> None:
    found = read(row(), row(BoardNumber=2), row(TotalTricks=9))

    assert [(told.place, told.events[0][1]["tricks"]) for told in of(Told, found)] == [(1, 10), (2, 9)]
    assert [left.reason for left in of(Left, found)] == ["a later row of the file replaces it"]


def test_a_deleted_row_and_what_it_deleted_are_not_told() -> None:
    found = read(row(), row(IsDeleted=True, Level=99))

    assert [left.reason for left in of(Left, found)] == [
        "a later row of the file replaces it",
        "it was deleted, and nothing was entered instead",
    ]
    assert not of(Told, found)
    assert not of(Bad, found)


def test_a_row_after_a_deleted_one_is_told() -> None:
    assert only(read(row(), row(IsDeleted=True), row(TotalTricks=11)))[1]["tricks"] == 11


def test_the_same_board_at_another_table_or_in_another_round_replaces_nothing() -> None:
    found = read(row(), row(TableNumber=2, PairNorthSouth=3, DeclaringPair=3, PairEastWest=4), row(RoundNumber=2))

    assert len(of(Told, found)) == 3


def test_a_result_for_one_side_is_the_tables_unless_it_is_east_wests() -> None:
    found = read(row(ScoringDirection=1), row(ScoringDirection=2, TotalTricks=9))

    assert only(found)[1]["tricks"] == 10
    assert [bad.reason for bad in of(Bad, found)] == [
        "it counts for East–West alone; a score that differs by side is a director's award"
    ]


def test_pairs_that_sat_the_other_way_round_are_told_so() -> None:
    _, data = only(read(row(DeclaringPair=2, DeclarerDirection=1)))

    assert (data["ns"], data["ew"], data["declarer"]) == ("2", "1", "N")


def test_numbers_are_per_direction_where_two_pairs_of_one_number_meet() -> None:
    found = read(
        row(PairNorthSouth=1, PairEastWest=1),
        row(TableNumber=2, PairNorthSouth=2, PairEastWest=3, DeclaringPair=2),
    )

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1NS", "1EW"), ("2NS", "3EW")]
    assert set(of(Found, found)[0].unsure) == {"scoring", "winners"}


def test_numbers_are_per_direction_where_one_number_sits_at_two_tables_in_a_round() -> None:
    found = read(row(PairEastWest=2), row(TableNumber=2, PairNorthSouth=2, PairEastWest=1, DeclaringPair=2))

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1NS", "2EW"), ("2NS", "1EW")]


def test_a_pair_that_changes_direction_between_rounds_is_one_pair() -> None:
    found = read(row(), row(RoundNumber=2, BoardNumber=3, PairNorthSouth=2, PairEastWest=1, DeclaringPair=2))

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1", "2"), ("2", "1")]


def test_every_section_is_a_match_of_its_own_and_every_session() -> None:
    assert [told.key for told in of(Told, read(row(), row(SectionLetters="B")))] == ["A", "B"]
    other = "0" * 32
    assert [told.key for told in of(Told, read(row(), row(SessionGuid=other)))] == [f"{'F' * 32} A", f"{other} A"]


def test_the_domain_takes_what_is_told() -> None:
    found = read(row(), row(BoardNumber=2, Level=-9), row(BoardNumber=3, Level=-10), row(BoardNumber=4, Level=0))

    told = events(found, "A")
    assert len(boards(told)["traveller"]["boards"]) == 4


def test_a_request_that_puts_results_and_several_answers_are_read() -> None:
    put = json.dumps({"Command": 10, "SerializedData": json.dumps([row()])})
    several = f"[{answer(row())},\n{answer(row(BoardNumber=2))}]"

    assert len(of(Told, items(bridgemate.read, put))) == 1
    assert [told.line for told in of(Told, items(bridgemate.read, several))] == [7, 15]


@pytest.mark.parametrize("data", ["", "[]", None])
def test_an_answer_without_rows_tells_nothing(data: object) -> None:
    assert items(bridgemate.read, answer(SerializedData=data)) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"Level": 8}, "Level is 8: -10 to 7"),
        ({"Level": -11}, "Level is -11: -10 to 7"),
        ({"Level": True}, "Level is True: -10 to 7"),
        ({"Level": 4.0}, "Level is 4.0: -10 to 7"),
        ({"Denomination": 0}, "Denomination is 0: 1 to 5"),
        ({"Stake": 3}, "Stake is 3: 0 to 2"),
        ({"TotalTricks": 14}, "TotalTricks is 14: 0 to 13"),
        ({"TotalTricks": None}, "TotalTricks is missing: 0 to 13"),
        ({"DeclarerDirection": 0}, "DeclarerDirection is 0: 1 to 4"),
        ({"DeclaringPair": 7}, "DeclaringPair is neither 1 nor 2"),
        ({"LeadCardRank": 1}, "LeadCardRank is 1: 2 to 14"),
        ({"LeadCardRank": 14}, "LeadCardSuit is 0: 1 to 4"),
        ({"ScoringDirection": 0}, "ScoringDirection is 0: 1 to 3"),
        ({"PairEastWest": 0}, "PairEastWest is 0: 1 to 99999"),
        ({"BoardNumber": 0}, "BoardNumber is 0: 1 to 9999"),
        ({"TableNumber": "1"}, "TableNumber is 1: 1 to 9999"),
        ({"SectionLetters": None}, "SectionLetters is missing: A to Z"),
        ({"IsDeleted": 1}, "IsDeleted is neither true nor false"),
    ],
)
def test_what_cannot_be_read_is_bad_with_the_fields_name(more: dict[str, object], why: str) -> None:
    found = read(row(**more))

    assert [bad.reason for bad in of(Bad, found)] == [why]
    assert not of(Told, found)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("", "not JSON"),
        ("{}", "SerializedData is missing"),
        ("[1]", "SerializedData is missing"),
        (answer(DataType=13), "DataType is 13, and not 12"),
        (answer(ErrorType=5), "answered with an error"),
        (answer(ErrorType=[]), "answered with an error"),
        (answer(SerializedData="{}"), "holds no list of results"),
        (answer(SerializedData=5), "holds no list of results"),
        (answer(SerializedData='[{"Level": 1, "Level": 2}]'), "in the string: A key stands twice"),
        (answer(SerializedData="[NaN]"), "in the string: NaN is not a JSON number"),
        (answer(SerializedData="[1e999]"), "in the string: A number is too large"),
        (answer(SerializedData='["\\u0000"]'), "in the string: A string holds NUL"),
        (answer(SerializedData="[" * 500_000), "in the string: The JSON is nested deeper"),
        (answer(SerializedData="[,]"), "in the string: This is not JSON"),
        (answer(row()).encode("utf-16"), "not JSON"),
        (b"\0" * 100, "not JSON"),
        ("<a>" * 700_000, "no JSON"),
    ],
    ids=lambda value: repr(value[-24:]),
)
def test_what_is_no_answer_with_results_is_refused(file: bytes | str, why: str) -> None:
    assert why in fault(bridgemate.read, file).reason


def test_a_fault_inside_the_string_is_told_with_the_strings_line() -> None:
    assert fault(bridgemate.read, answer(SerializedData="[,]")).line == 7


def test_rows_that_are_no_objects_are_bad() -> None:
    assert [bad.reason for bad in of(Bad, read(5, row()))] == ["it is no JSON object"]


def test_a_file_cut_off_anywhere_is_refused() -> None:
    for piece in cut(answer(row(), row(BoardNumber=2)).encode()):
        assert fault(bridgemate.read, piece).reason


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-12, 20), st.text(max_size=3), st.just([]), st.just({}), st.floats(0, 1)
)


@given(
    rows=st.lists(
        st.fixed_dictionaries({}, optional=dict.fromkeys(row(), ANYTHING)).map(lambda said: row(**said)) | ANYTHING
    )
)
def test_whatever_stands_in_the_fields_it_is_told_or_refused_in_words(rows: list[Any]) -> None:
    survives(bridgemate.read, answer(*rows).encode())


@given(
    head=st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("DataType", "Command", "ErrorType", "SerializedData"), ANYTHING)
    )
)
def test_whatever_stands_around_the_rows_it_is_told_or_refused_in_words(head: dict[str, Any]) -> None:
    survives(bridgemate.read, answer(row(), **head).encode())


@pytest.mark.skipif(not FOLDER.exists(), reason="the makers' examples are not on this machine")
@pytest.mark.parametrize("name", ["PollQueueForNewResults.json", "PutResults.json"])
def test_the_makers_examples_are_read_and_their_lead_refused(name: str) -> None:
    """They are schematic, with 1 in every field: no card has the rank 1."""
    found = items(bridgemate.read, (FOLDER / name).read_bytes())

    assert [each.key for each in of(Found, found)] == ["A"]
    assert [left.reason for left in of(Left, found)] == ["a later row of the file replaces it"]
    assert [(bad.line, bad.reason) for bad in of(Bad, found)] == [(1, "LeadCardRank is 1: 2 to 14")]
    mended = (FOLDER / name).read_bytes().replace(rb"LeadCardRank\u0022:1", rb"LeadCardRank\u0022:0")
    assert only(items(bridgemate.read, mended))[1] == {
        "board": 1,
        "ns": "1NS",
        "ew": "1EW",
        "round": 1,
        "table": 1,
        "contract": "1CX",
        "declarer": "N",
        "tricks": 1,
    }

"""Small events of my.acbl.org, each with a trap of the format; and a real one with all that was published."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.formats import acbl
from services.formats.found import Bad, Found, Item, Left, Told
from tests.cases import SHARED
from tests.domain.games.bridge.published import EVENTS, rankings
from tests.readings import (
    boards,
    cut,
    events,
    facts,
    fault,
    items,
    of,
    points_unlike,
    results_unlike,
    survives,
    total_of,
    totals_unlike,
)

FILE = SHARED / "data" / "bridge" / "events" / "acbl" / "acbl_club_1430335.json"
NAME = "acbl_club_1430335"

published = pytest.mark.skipif(not FILE.exists(), reason="the published event is not on this machine")


@published
def test_every_result_of_a_real_event_is_told_as_published() -> None:
    found = items(acbl.read, FILE.read_bytes())

    assert not of(Bad, found)
    assert not of(Left, found)
    assert results_unlike(NAME, found) == set()
    assert [(dict(each.options), each.unsure) for each in of(Found, found)] == [
        ({"scoring": "matchpoints"} | EVENTS[NAME].options, {})
    ]


@published
def test_every_point_total_and_percentage_of_a_real_event_is_reproduced() -> None:
    told = events(items(acbl.read, FILE.read_bytes()), "A")

    assert points_unlike(NAME, told) == set()
    assert totals_unlike(NAME, told, total_of) == set()
    assert len(rankings()[NAME]) == 25


@published
def test_a_real_event_is_told_in_the_order_in_which_it_was_played() -> None:
    shown = boards(events(items(acbl.read, FILE.read_bytes()), "A"))

    assert "out_of_sequence" not in {flag["code"] for flag in shown["ranking"]["flags"]}


def row(ns: object = "1", ew: object = "2", **more: object) -> dict[str, object]:
    return {"round_number": 1, "table_number": 1, "ns_pair": ns, "ew_pair": ew} | more


def played(contract: str = "4 S", by: str = "S", taken: object = "10", result: str = "=", **more: Any) -> Any:
    return row(**({"contract": contract, "declarer": by, "tricks_taken": taken, "result": result} | more))


def board(*rows: object, number: object = 1, **more: object) -> dict[str, object]:
    return {"board_number": number, "results": list(rows)} | more


def section(*of_boards: object, name: object = "A", pairs: object = ()) -> dict[str, object]:
    return {"name": name, "pair_summaries": list(pairs) if isinstance(pairs, tuple) else pairs, "boards": [*of_boards]}


def event(*sections: object, **more: object) -> str:
    heading = {"name": "Monday Pairs", "type": "PAIRS", "board_scoring_method": "MATCH_POINTS", "winner_type": 1}
    return json.dumps(heading | {"sections": list(sections)} | more, indent=1)


def read(*rows: object, **more: object) -> list[Item]:
    return items(acbl.read, event(section(board(*rows), **more)))


def reason(found: list[Item]) -> str:
    [bad] = of(Bad, found)
    assert not of(Told, found)
    return bad.reason


def test_a_result_is_told_with_its_round_and_table_and_its_line() -> None:
    text = event(
        section(board(played("5 H xx", "W", "12", "+1", ns_score="-1200", ew_score="1200", opening_lead="H2")))
    )
    [told] = of(Told, items(acbl.read, text))

    assert told.line == text[: text.index('"round_number"')].count("\n")
    assert told.what == "board 1, 1 against 2"
    place = {"board": 1, "ns": "1", "ew": "2", "round": 1, "table": 1}
    result = {"contract": "5HXX", "declarer": "W", "tricks": 12, "lead": "2H"}
    assert told.events == [("bridge.deal_played", place | result)]


def test_an_event_is_scored_as_the_acbl_scores() -> None:
    [found] = of(Found, read(played()))

    assert (found.key, found.title) == ("A", "Monday Pairs")
    assert found.options == {"scoring": "matchpoints", "scale": 1, "totals": "acbl", "winners": 1}
    assert found.unsure == {}


def test_imps_and_winners_that_are_not_told_are_not_guessed() -> None:
    [found] = of(Found, items(acbl.read, event(section(), board_scoring_method="IMPS", winner_type=None)))

    assert found.options == {"totals": "acbl"}
    assert found.unsure == {"scoring": "board_scoring_method IMPS", "winners": "winner_type None"}


@pytest.mark.parametrize("more", [{"contract": "PASS"}, {"contract": "", "ns_score": "PASS", "ew_score": "PASS"}])
def test_a_passed_out_deal_is_told_without_a_declarer(more: dict[str, str]) -> None:
    [(_, data)] = facts(read(row(declarer="", tricks_taken=None, result="", **({"ns_score": "0"} | more))))

    assert data == {"board": 1, "ns": "1", "ew": "2", "round": 1, "table": 1, "contract": "Pass"}


def test_tricks_may_be_told_by_the_result_alone() -> None:
    [(_, data)] = facts(read(played(taken=None, result="-2")))

    assert data["tricks"] == 8


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"taken": "9"}, "4S = is 10 tricks, and the file says 9"),
        ({"result": "+x"}, "'+x' is no result: =, or a sign and a number of tricks, +1 or -2"),
        ({"result": "+100", "taken": None}, "'+100' is no result: =, or a sign and a number of tricks, +1 or -2"),
        ({"result": "+4", "taken": None}, "4S +4 would be 14 tricks, and there are thirteen"),
        ({"result": "-11", "taken": None}, "4S -11 would be -1 tricks, and there are thirteen"),
        ({"ns_score": "450"}, "the file says NS 450; 4S by S making 10 on board 1 is 420"),
        ({"ns_score": "420", "ew_score": "-450"}, "the file says NS 450; 4S by S making 10 on board 1 is 420"),
        ({"by": "NS"}, "'NS' is no seat"),
        ({"contract": "4 X"}, "'4 X' is no contract"),
        ({"contract": "", "ns_score": "420"}, "it has the score 420 and no contract with its tricks"),
        ({"ns_score": "AVE+", "ew_score": "420"}, "it has an average for one side, and none for the other"),
        ({"ns_score": "maybe"}, "'MAYBE' is no score"),
        ({"taken": [10]}, "tricks_taken is neither text nor a whole number"),
        ({"taken": True}, "tricks_taken is neither text nor a whole number"),
        ({"ns_pair": "2"}, "pair 2 would meet itself, and pair_summaries do not tell two of that number apart"),
        ({"round_number": "x"}, "'x' is no round: 1 to 1000"),
    ],
)
def test_what_cannot_be_read_or_contradicts_itself_is_bad(more: dict[str, Any], why: str) -> None:
    assert reason(read(played(**more))) == why


@pytest.mark.parametrize(
    ("ns", "ew", "award"),
    [
        ("AVE", "AVE", {"NS": "A=", "EW": "A="}),
        ("AVE+", "AVE-", {"NS": "A+", "EW": "A-"}),
        ("Ave-", "Ave+", {"NS": "A-", "EW": "A+"}),
        ("A+", "A+", {"NS": "A+", "EW": "A+"}),
    ],
)
def test_averages_are_awards(ns: str, ew: str, award: dict[str, str]) -> None:
    [(kind, data)] = facts(read(row(contract="", ns_score=ns, ew_score=ew)))

    assert (kind, data["award"]) == ("bridge.board_adjusted", award)


def test_an_average_over_a_result_keeps_the_result() -> None:
    found = read(played(ns_score="AVE+", ew_score="AVE-"))

    assert [kind for kind, _ in facts(found)] == ["bridge.deal_played", "bridge.board_adjusted"]


def test_a_board_that_was_not_played_is_told_so() -> None:
    assert [kind for kind, _ in facts(read(row(contract="", ns_score="NP", ew_score="NP")))] == [
        "bridge.board_not_played"
    ]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"contract": "4 S", "declarer": "S"},
            "it has no contract and no score: it was sat out, or is not in",
        ),
        ({"contract": None}, "it has no contract and no score: it was sat out, or is not in"),
        ({"ns_score": "LATE"}, "a late play, not yet in"),
        ({"ns_score": "NS"}, "no score yet"),
        ({"ew_pair": ""}, "a pair sat out"),
        ({"ns_pair": None}, "a pair sat out"),
    ],
)
def test_rows_that_report_nothing_are_left(more: dict[str, object], why: str) -> None:
    found = read(row(**more))

    assert [left.reason for left in of(Left, found)] == [why]
    assert not of(Told, found)


def summary(number: object, direction: object) -> dict[str, object]:
    return {"pair_number": number, "direction": direction, "players": [{"name": "Iris Quill"}]}


def test_a_number_in_both_directions_makes_two_pairs_of_every_number() -> None:
    pairs = (summary("1", "NS"), summary("1", "EW"), summary("6", "NS"))
    found = read(played(ns="1", ew="1"), played(ns="6", ew="9"), pairs=pairs)

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1NS", "1EW"), ("6NS", "9EW")]
    assert "Quill" not in repr(found)


def test_with_two_winners_numbers_without_a_direction_have_that_in_which_they_sit() -> None:
    found = items(acbl.read, event(section(board(played(ns="3", ew="4"), played(ns="4", ew="3"))), winner_type=2))

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("3NS", "4EW"), ("4NS", "3EW")]


@pytest.mark.parametrize("direction", [None, "NS"])
def test_numbers_that_are_one_pairs_stay_as_they_are(direction: object) -> None:
    found = read(played(ns="1", ew="12"), pairs=(summary("1", direction), summary("12", direction)))

    assert (facts(found)[0][1]["ns"], facts(found)[0][1]["ew"]) == ("1", "12")


def test_every_section_is_a_match_of_its_own() -> None:
    found = items(acbl.read, event(section(board(played())), section(board(played()), name="B")))

    assert [(each.key, each.title) for each in of(Found, found)] == [
        ("A", "Monday Pairs (A)"),
        ("B", "Monday Pairs (B)"),
    ]
    assert [(told.key, told.place) for told in of(Told, found)] == [("A", 0), ("B", 1)]


def test_sections_that_are_scored_together_are_one_match() -> None:
    both = [section(board(played())), section(board(played()), name="B")]
    found = items(acbl.read, event(sessions=[{"sections": both, "cross_section_scoring": "Y"}]))

    assert [each.key for each in of(Found, found)] == [""]
    assert [data["ns"] for _, data in facts(found)] == ["A1", "B1"]
    boards(events(found, ""))


def test_sections_of_which_that_cannot_be_told_are_refused() -> None:
    both = [section(board(played())), section(board(played()), name="B")]
    unreadable = fault(acbl.read, event(sessions=[{"sections": both, "cross_section_scoring": "SOME"}]))

    assert unreadable.reason == "cross_section_scoring is SOME: are the sections one field?"


def test_the_names_of_the_page_itself_are_read() -> None:
    own = {"name": "A", "pair_summaries": [], "boards": [{"board_number": 1, "board_results": [played()]}]}
    sessions = [{"number": 1, "sections": [own]}, {"number": 2, "sections": [own]}]

    assert [told.key for told in of(Told, items(acbl.read, event(sessions=sessions)))] == ["1A", "2A"]


HANDS = {
    "north": ("A K Q J", "A K Q", "A K Q", "A K Q"),
    "east": ("10 9 8 7", "J 10 9", "J 10 9", "J 10 9"),
    "south": ("6 5 4 3 2", "8 7 6 5 4 3 2", "8", "-----"),
    "west": ("", "", "7 6 5 4 3 2", "8 7 6 5 4 3 2"),
}


def record(number: object = 1, dealer: str = "N", vulnerability: str = "None") -> dict[str, object]:
    suits = ("spades", "hearts", "diamonds", "clubs")
    cards = {f"{seat}_{suit}": held for seat, hand in HANDS.items() for suit, held in zip(suits, hand, strict=True)}
    return {"board": number, "dealer": dealer, "vulnerability": vulnerability} | cards


def with_records(*records: object) -> list[Item]:
    return items(acbl.read, event(sessions=[{"hand_records": list(records), "sections": [section(board(played()))]}]))


def test_the_hands_of_a_board_are_told_before_its_results() -> None:
    found = with_records(record())

    assert [kind for kind, _ in facts(found)] == ["bridge.dealt", "bridge.deal_played"]
    assert facts(found)[0][1]["hands"]["S"] == [
        "6S",
        "5S",
        "4S",
        "3S",
        "2S",
        "8H",
        "7H",
        "6H",
        "5H",
        "4H",
        "3H",
        "2H",
        "8D",
    ]
    boards(events(found, "A"))


def test_hands_of_a_board_that_nobody_played_are_left() -> None:
    assert [left.reason for left in of(Left, with_records(record(2, "E", "N-S")))] == ["no table played it"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"dealer": "E"}, "the file says that East deals; board 1 is dealt by North"),
        ({"vulnerability": "All"}, "the file says that everybody is vulnerable; on board 1 it is nobody"),
        ({"vulnerability": "green"}, "'green' is no vulnerability: None, NS, EW or All"),
    ],
)
def test_hands_with_another_dealer_or_vulnerability_are_bad(said: dict[str, str], why: str) -> None:
    assert [bad.reason for bad in of(Bad, with_records(record(**said)))] == [why]


def test_another_vulnerability_than_the_numbers_leaves_the_board_out() -> None:
    found = items(acbl.read, event(section(board(played(), vulnerability="EW"))))

    assert reason(found) == "the file says that East–West is vulnerable; on board 1 it is nobody; 1 result left out"


def test_an_adjustment_of_a_total_is_said_and_left() -> None:
    found = read(pairs=({"pair_number": "3", "adjustment": "-2.00"},))

    assert [(left.what, left.reason) for left in of(Left, found)] == [
        ("pair 3", "an adjustment of the total is not told: enter it as match.adjusted")
    ]


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("", "not JSON"),
        ("<html></html>", "save the JSON object that it holds"),
        ("[]", "no event of my.acbl.org"),
        ("{}", "no event of my.acbl.org"),
        (event(section(), type="TEAMS"), "its type is TEAMS: PAIRS is read"),
        (event(section(), sessions=5), "sessions is no list of objects"),
        (event(section(name=None)), "a section without a name"),
        (event(section(board(5))), "results is no list of objects"),
        (event(*(section(name=str(n)) for n in range(1000))), "more than 500 sections"),
        (event(section(pairs=[{"pair_number": n} for n in range(30_000)])), "more pairs are listed"),
        ('{"type": "PAIRS", "type": "PAIRS", "sections": []}', "A key stands twice"),
        ('{"sections": [], "id": NaN}', "NaN is not a JSON number"),
        ('{"sections": ["\\u0000"]}', "A string holds NUL"),
        ('{"sections": [' + "[" * 2_000_000, "nested deeper"),
        ("\0" * 100, "not JSON"),
        (event(section()).encode("utf-16"), "not JSON"),
        (event(section()).encode("utf-32"), "not JSON"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_what_is_no_pairs_event_is_refused(file: bytes | str, why: str) -> None:
    assert why in fault(acbl.read, file).reason


def test_a_fault_of_the_json_is_told_with_its_line() -> None:
    assert fault(acbl.read, '{"type": "PAIRS",\n "sections": [}').line == 2


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "latin-1"])
def test_characters_are_utf_8_with_a_mark_or_without_else_latin_1(codec: str) -> None:
    text = json.dumps(json.loads(event(section(board(played())))) | {"name": "Café"}, ensure_ascii=False)
    [found] = of(Found, items(acbl.read, text.encode(codec)))

    assert found.title == "Café"


def test_a_file_cut_off_anywhere_is_refused() -> None:
    for piece in cut(event(section(board(played(), played(ns="3", ew="4")))).encode()):
        assert fault(acbl.read, piece).reason


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 20),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.just([{}]),
    st.floats(0, 1),
)
FIELDS = {
    **dict.fromkeys(("ns_pair", "ew_pair", "contract", "declarer", "tricks_taken", "result"), ANYTHING),
    **dict.fromkeys(("ns_score", "ew_score", "opening_lead", "round_number", "table_number"), ANYTHING),
}


@given(
    rows=st.lists(st.fixed_dictionaries({}, optional=FIELDS) | ANYTHING, max_size=3),
    about=st.fixed_dictionaries({}, optional={"board_number": ANYTHING, "vulnerability": ANYTHING}),
    pairs=st.lists(
        st.fixed_dictionaries({}, optional=dict.fromkeys(("pair_number", "direction", "adjustment"), ANYTHING))
    ),
    heading=st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("name", "winner_type", "board_scoring_method", "cross_section_scoring", "hand_records"), ANYTHING
        ),
    ),
)
def test_whatever_stands_in_the_fields_it_is_told_or_refused_in_words(
    rows: list[Any], about: dict[str, Any], pairs: list[Any], heading: dict[str, Any]
) -> None:
    survives(acbl.read, event(section(board(*rows, **about), pairs=pairs), **heading).encode())

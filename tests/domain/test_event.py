import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import games, wire
from domain.errors import EventInvalid, RuleViolation
from domain.event import Adjusted, Opened
from domain.games.bridge.events import CardPlayed, ContractReached, DealPlayed, HonoursClaimed, TrickWon

LARGEST = 2**53 - 1


def test_a_body_holds_what_was_given_and_no_defaults() -> None:
    event = wire.read(DealPlayed, {"tricks": 10, "declarer": "S", "contract": "4S"})

    assert wire.body(event) == '{"contract":"4S","declarer":"S","tricks":10}'


def test_a_null_that_was_given_stays() -> None:
    event = wire.read(DealPlayed, {"contract": "Pass", "declarer": None})

    assert wire.body(event) == '{"contract":"Pass","declarer":null}'


@pytest.mark.parametrize(
    ("model", "given_", "stored"),
    [
        (DealPlayed, {"contract": "3NTX", "declarer": "we", "result": "="}, ("3NX", "NS")),
        (ContractReached, {"contract": "1NTXX", "declarer": "they"}, ("1NXX", "EW")),
        (ContractReached, {"contract": "7N", "declarer": "N"}, ("7N", "N")),
    ],
)
def test_contracts_and_sides_are_stored_canonical(model: Any, given_: dict[str, Any], stored: tuple[str, str]) -> None:
    event = wire.read(model, given_)

    assert (event.contract, event.declarer) == stored
    assert json.loads(wire.body(event))["contract"] == stored[0]


@pytest.mark.parametrize(
    ("written", "stored"), [("10H", "TH"), ("10h", "TH"), ("th", "TH"), ("as", "AS"), ("2C", "2C")]
)
def test_cards_are_stored_canonical(written: str, stored: str) -> None:
    event = wire.read(CardPlayed, {"seat": "N", "card": written})

    assert wire.body(event) == f'{{"card":"{stored}","seat":"N"}}'


@pytest.mark.parametrize(
    "card", ["1H", "0H", "AX", "A", "", "ASS", "110H", "H10", "A♠", "Aſ", "AS ", 7, None, True, ["AS"]]
)
def test_what_is_no_card_is_refused(card: Any) -> None:
    with pytest.raises(EventInvalid) as invalid:
        wire.read(CardPlayed, {"seat": "N", "card": card})
    assert [flaw.pointer for flaw in invalid.value.flaws] == ["/data/card"]


@pytest.mark.parametrize(
    "spelling", ["4s", "4SXXX", "8S", "0H", "4T", "N3", "NT", "4XS", "7NNX", "4S X", "pass", "", "4SR", 4]
)
def test_what_is_no_contract_is_refused_and_never_guessed(spelling: Any) -> None:
    with pytest.raises(RuleViolation) as refused:
        wire.read(ContractReached, {"contract": spelling, "declarer": "N"})
    assert refused.value.code == "contract_invalid"


@pytest.mark.parametrize("tricks", [True, False, 1.0, "4", " 4 ", "1_0", [4], {}])
def test_br151_only_a_whole_number_is_a_whole_number(tricks: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(DealPlayed, {"contract": "4S", "declarer": "S", "tricks": tricks})


@pytest.mark.parametrize("points", [True, 100.0, "100"])
def test_br151_honours_are_whole_numbers(points: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(HonoursClaimed, {"seat": "N", "points": points})


@pytest.mark.parametrize("result", [True, 1, 1.0, ["="], {"tricks": 1}])
def test_br152_a_result_is_text(result: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(DealPlayed, {"contract": "4S", "declarer": "S", "result": result})


@pytest.mark.parametrize("title", [True, 7, ["x"]])
def test_br152_only_text_is_text(title: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(Opened, {"game": "bridge.rubber", "title": title})


@pytest.mark.parametrize("of", [0, -1, True, 1.0, "2", None, LARGEST + 1])
def test_a_version_is_a_whole_number_from_one(of: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(wire.find(games.event_types(), "match.withdrawn"), {"of": of, "reason": "x"})


@pytest.mark.parametrize(
    "points",
    [
        "NaN",
        "inf",
        "-Infinity",
        "sNaN",
        "",
        " 5",
        "5 ",
        "1_0",
        "five",
        "٣",
        "５",
        "0x10",
        "1e999",
        "0.0000001",
        "1000000.5",
        "1e999999999",
        1_000_001,
        -1_000_001,
        True,
        None,
        [5],
    ],
)
def test_br146_points_are_numbers_that_can_be_counted(points: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(Adjusted, {"side": "NS", "points": points, "reason": "slow play"})


@pytest.mark.parametrize(
    ("points", "stored"),
    [
        (5, "5"),
        (-300, "-300"),
        ("5", "5"),
        ("2.50", '"2.5"'),
        ("-0.000001", '"-0.000001"'),
        ("5.0", "5"),
        (2.5, '"2.5"'),
        (0, "0"),
        ("-0", "0"),
        ("1000000", "1000000"),
        ("100.00", "100"),
    ],
)
def test_points_are_stored_as_whole_numbers_or_strings_of_decimals(points: Any, stored: str) -> None:
    event = wire.read(Adjusted, {"side": "NS", "points": points, "reason": "slow play"})

    assert f'"points":{stored},' in wire.body(event)
    assert wire.body(wire.read_stored(Adjusted, wire.body(event))) == wire.body(event)


def test_unknown_fields_are_refused_by_their_place() -> None:
    with pytest.raises(EventInvalid) as invalid:
        wire.read(DealPlayed, {"contract": "4S", "declarer": "S", "tricks": 10, "trcks": 9, "a/b~c": 1})
    assert {flaw.pointer for flaw in invalid.value.flaws} == {"/data/trcks", "/data/a~1b~0c"}
    assert invalid.value.code == "event_invalid"
    assert "/data/trcks" in invalid.value.detail


def test_every_flaw_is_named_at_once() -> None:
    with pytest.raises(EventInvalid) as invalid:
        wire.read(CardPlayed, {"seat": "Q", "card": "AX", "irregular": 1})
    assert {flaw.pointer for flaw in invalid.value.flaws} == {"/data/seat", "/data/card", "/data/irregular"}


@pytest.mark.parametrize("data", [[], "x", 7, None, True])
def test_data_that_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(EventInvalid):
        wire.read(DealPlayed, data)


@pytest.mark.parametrize("name", ["bridge.deal_plaid", "", "match", "match.unreadable", "BRIDGE.DEAL_PLAYED"])
def test_an_unknown_type_is_refused_by_its_place_and_not_echoed(name: str) -> None:
    with pytest.raises(EventInvalid) as invalid:
        wire.find(games.event_types(), name)
    assert [flaw.pointer for flaw in invalid.value.flaws] == ["/type"]
    assert not name or name not in invalid.value.detail


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", "\x1b[31m", "' OR 1=1 --"])
def test_a_refusal_never_echoes_what_was_sent(evil: str) -> None:
    with pytest.raises(RuleViolation) as contract:
        wire.read(ContractReached, {"contract": evil, "declarer": "N"})
    with pytest.raises(RuleViolation) as seat:
        wire.read(CardPlayed, {"seat": evil, "card": evil})
    assert evil not in contract.value.detail
    assert evil not in seat.value.detail


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"leader": "N"},
        {"cards": ["AS", "2S", "3S", "4S"]},
        {"seat": "N", "leader": "N", "cards": ["AS", "2S", "3S", "4S"]},
        {"leader": "N", "cards": ["AS", "2S", "3S"]},
        {"leader": "N", "cards": ["AS", "2S", "3S", "4S", "5S"]},
        {"leader": "NS", "cards": ["AS", "2S", "3S", "4S"]},
    ],
)
def test_a_trick_is_told_by_its_winner_or_by_leader_and_four_cards(data: dict[str, Any]) -> None:
    with pytest.raises(EventInvalid):
        wire.read(TrickWon, data)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
CARDS = st.builds("{}{}".format, st.sampled_from("AKQJT98765432"), st.sampled_from("SHDC"))
CONTRACTS = st.builds(
    "{}{}{}".format,
    st.integers(1, 7),
    st.sampled_from(["C", "D", "H", "S", "N", "NT"]),
    st.sampled_from(["", "X", "XX"]),
)
UNITS = st.sampled_from(["N", "E", "S", "W", "NS", "EW", "we", "they"])
WORDS = TEXT.filter(bool)
BOARDS = st.integers(1, 9999)
PAIRS = st.sampled_from(["7", "3NS", "12EW"])
ROOMS = st.sampled_from(["open", "closed"])
AWARDS = st.one_of(
    st.sampled_from(["A+", "A=", "A-"]),
    st.builds("{}%".format, st.decimals(0, 100, places=2)),
    st.builds(lambda imps: {"imps": imps}, st.integers(-24, 24) | st.decimals(-24, 24, places=1).map(str)),
    st.builds(lambda score: {"score": score}, st.integers(-760, 760).map(lambda tens: 10 * tens)),
    st.just({"score": [{"score": 620, "weight": "0.67"}, {"score": 170, "weight": 0.33}]}),
)
DATA: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "bridge.deal_played": st.fixed_dictionaries(
        {"contract": CONTRACTS, "declarer": UNITS}, optional={"tricks": st.integers(0, 13), "lead": CARDS}
    ),
    "bridge.contract_reached": st.fixed_dictionaries({"contract": CONTRACTS, "declarer": UNITS}),
    "bridge.card_played": st.fixed_dictionaries(
        {"seat": st.sampled_from("NESW"), "card": CARDS}, optional={"irregular": st.booleans()}
    ),
    "bridge.trick_won": st.fixed_dictionaries(
        {"leader": st.sampled_from("NESW"), "cards": st.lists(CARDS, min_size=4, max_size=4)},
    ),
    "bridge.honours_claimed": st.fixed_dictionaries({"seat": UNITS, "points": st.sampled_from([100, 150])}),
    "bridge.board_adjusted": st.fixed_dictionaries(
        {"board": BOARDS, "award": st.fixed_dictionaries({"NS": AWARDS, "EW": AWARDS}), "reason": WORDS},
        optional={"ns": PAIRS, "ew": PAIRS, "table": st.integers(-9, 99) | TEXT},
    ),
    "bridge.board_not_played": st.fixed_dictionaries({"board": BOARDS}, optional={"room": ROOMS, "reason": WORDS}),
    "bridge.board_fouled": st.fixed_dictionaries(
        {
            "board": BOARDS,
            "groups": st.lists(
                st.lists(st.fixed_dictionaries({"ns": PAIRS, "ew": PAIRS}), min_size=1, max_size=3),
                min_size=1,
                max_size=2,
            ),
            "reason": WORDS,
        }
    ),
    "bridge.movement_set": st.fixed_dictionaries(
        {
            "rounds": st.lists(
                st.lists(
                    st.fixed_dictionaries(
                        {"table": st.integers(1, 9) | TEXT, "boards": st.lists(BOARDS, max_size=3)},
                        optional={"ns": st.none() | PAIRS, "ew": st.none() | PAIRS},
                    ),
                    max_size=2,
                ),
                min_size=1,
                max_size=2,
            )
        }
    ),
    "match.opened": st.fixed_dictionaries(
        {"game": st.just("bridge.rubber")},
        optional={
            "title": TEXT,
            "players": st.dictionaries(st.sampled_from("NESW"), WORDS),
            "options": st.fixed_dictionaries({"settle_to": st.sampled_from([100, 10, 1])}),
            "visibility": st.sampled_from(["public", "private", "hidden", "barometer"])
            | st.fixed_dictionaries({"delayed": st.integers(1, 86_400)}),
        },
    ),
    "match.adjusted": st.fixed_dictionaries(
        {
            "side": UNITS,
            "points": st.integers(-5000, 5000) | st.decimals(-5000, 5000, places=2).map(str),
            "reason": WORDS,
        }
    ),
    "match.corrected": st.fixed_dictionaries(
        {"of": st.integers(1, LARGEST), "data": st.dictionaries(TEXT, VALUES, max_size=3), "reason": WORDS},
    ),
}


@given(st.one_of([st.tuples(st.just(name), data) for name, data in DATA.items()]))
def test_a_body_read_and_written_again_is_the_same_bytes(told: tuple[str, dict[str, Any]]) -> None:
    name, data = told
    model = wire.find(games.event_types(), name)

    first = wire.body(wire.read(model, wire.loads(json.dumps(data))))

    assert wire.body(wire.read_stored(model, first)) == first
    assert wire.canonical(wire.loads(first)) == first
    assert set(json.loads(first)) == set(data)

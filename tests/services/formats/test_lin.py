"""LIN's single hands: whatever a file says of a hand, and nothing that it does not say."""

import re

import pytest

from services.formats.found import Asked, Bad, Found, Left, Told
from tests.cases import tell
from tests.lin_files import CARDS, DEAL, PLAYERS, RANKS, lin, play, reports, result, single, told, why

ALL = play(*CARDS)


def test_a_hand_is_told_with_its_cards_dealt_its_calls_and_its_play() -> None:
    found, hands, record = lin(single(cards=ALL))

    assert found == Found("", "bridge.pairs", numbered_here=True)
    assert isinstance(hands, Told)
    assert isinstance(record, Told)
    assert [(kind, sorted(data)) for kind, data in hands.events] == [("bridge.dealt", ["board", "hands"])]
    assert [kind for kind, _ in record.events] == ["bridge.call_made"] * 4 + ["bridge.card_played"] * 52 + [
        "bridge.deal_played"
    ]
    assert record.events[4] == ("bridge.card_played", {"board": 1, "ns": "1", "ew": "2", "seat": "E", "card": "AH"})
    at = {"board": 1, "ns": "1", "ew": "2"}
    assert record.events[-1][1] == at | {"contract": "1S", "declarer": "N", "tricks": 13, "lead": "AH"}
    assert (hands.place, record.place, record.what) == (0, 1, "board 1, 1 against 2")


def test_the_domain_takes_what_is_told() -> None:
    boards = tell(reports(lin(single(cards=ALL) + single(2, claim=9) + single(3, "p p p p"))))

    assert boards.refused is None
    assert len(boards.boards[max(boards.boards)]["traveller"]["boards"]) == 3


def test_the_fourth_hand_is_the_rest_of_the_pack() -> None:
    dealt = lin(single(claim=7))[1]

    assert isinstance(dealt, Told)
    assert dealt.events[0][1]["hands"]["E"] == [rank + "H" for rank in RANKS]


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (DEAL.replace("DAK", "DK"), "South has 12 cards, not thirteen"),
        (DEAL.replace("SHD", "SAHD", 1).replace("432C", "43C", 1), "dealt twice: A♠"),
        (DEAL.replace("SHDC", "SHDX"), "West's hand"),
        (f"{DEAL},SH{RANKS}DC,SA", "it has 5 hands, not four"),
    ],
)
def test_hands_that_are_no_hands_are_bad(deal: str, reason: str) -> None:
    assert reason in why(single(claim=7, md="3" + deal), Bad)


def test_of_two_hands_no_other_follows() -> None:
    dealt = lin(single(claim=7, md=f"3SHD{RANKS}C,SHDC{RANKS},,"))[1]

    assert isinstance(dealt, Told)
    assert set(dealt.events[0][1]["hands"]) == {"S", "W"}


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("1S d p p p", "1SX", "N"),
        ("1S d r p p p", "1SXX", "N"),
        ("1S d r p 2C p p p", "2C", "N"),
        ("1S p p d p p p", "1SX", "N"),
    ],
)
def test_br004_the_contract_comes_from_the_auction(calls: str, contract: str, declarer: str) -> None:
    said = result(single(calls=calls, claim=7))

    assert (said["contract"], said["declarer"], said["tricks"]) == (contract, declarer, 7)


def test_br004_a_deal_passed_out_is_a_result_without_declarer() -> None:
    assert result(single(calls="p p p p")) == {"board": 1, "ns": "1", "ew": "2", "contract": "Pass"}


def test_declarer_is_who_of_the_side_named_the_strain_first() -> None:
    assert result(single(calls="1H p 2H p 4H p p p", claim=10))["declarer"] == "N"
    assert result(single(calls="p 1D 1H 2D 2H p p p", claim=8))["declarer"] == "S"


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1s! P p! P", "1S"),
        ("1NT D R ppp", "1NXX"),
        ("1Sppp", "1S"),
        ("p 1n x ppp", "1NX"),
        ("1S!*pass Pass PASS", "1S"),
    ],
)
def test_calls_are_read_in_every_spelling(calls: str, contract: str) -> None:
    assert result(single(calls=calls, claim=7))["contract"] == contract


def test_alerts_explanations_and_chat_are_no_calls() -> None:
    text = single(claim=7).replace("mb|1S|", "an|1C, or so|mb|1S!|an|five\nof them|nt|well bid|")

    assert result(text)["contract"] == "1S"


@pytest.mark.parametrize("calls", ["1S p p p 2C", "2S 1C p p p", "1S r p p p", "d p p p", "8S p p p", "1S ? p p p"])
def test_a_call_that_cannot_be_is_bad(calls: str) -> None:
    assert why(single(calls=calls, claim=7), Bad)


def test_an_empty_call_is_no_pass() -> None:
    assert "is no call" in why(single(claim=7).replace("mb|1S|", "mb|1S|mb||"), Bad)


@pytest.mark.parametrize(("claim", "cards"), [(None, 8), (None, 47), (None, 0)])
def test_an_auction_alone_is_no_result(claim: int | None, cards: int) -> None:
    assert why(single(cards=play(*CARDS[:cards]), claim=claim), Left)


@pytest.mark.parametrize("cards", [48, 49, 51])
def test_the_last_trick_plays_itself(cards: int) -> None:
    (record,) = told(lin(single(cards=play(*CARDS[:cards]))))

    assert record.events[-1][1]["tricks"] == 13
    assert sum(kind == "bridge.card_played" for kind, _ in record.events) == cards


def test_the_last_trick_does_not_play_itself_where_hands_are_not_known() -> None:
    assert why(single(cards=play(*CARDS[:48]), md=f"3SHD{RANKS}C,,,"), Left)


def test_an_auction_without_an_end_is_left() -> None:
    assert "the auction has no end" in why(single(calls="1S p p", claim=7), Left)
    assert "it was not bid" in why(single(calls=""), Left)


def test_a_claim_is_what_declarer_has_in_all() -> None:
    assert result(single(cards=play(*CARDS[:8]), claim=11))["tricks"] == 11


@pytest.mark.parametrize(("cards", "claim"), [(8, 1), (48, 12), (52, 12), (0, 14)])
def test_a_claim_that_the_cards_contradict_is_bad(cards: int, claim: int) -> None:
    assert re.search(r"tricks?\b", why(single(cards=play(*CARDS[:cards]), claim=claim), Bad))


def test_two_claims_that_differ_are_bad() -> None:
    assert "two things under mc" in why(single(claim=7).replace("mc|7|", "mc|7|mc|8|"), Bad)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (("HA", "DA", "CA", "HK"), "North does not hold K♥"),
        (("HA", "DA", "CA", "SA", "SK", "SQ"), "East does not hold Q♠"),
        (("HA", "H1"), "is no card"),
        (("DA",), "East does not hold A♦"),
    ],
)
def test_cards_that_cannot_have_been_played_are_bad(cards: tuple[str, ...], reason: str) -> None:
    assert reason in why(single(cards=play(*cards), claim=7), Bad)


def test_who_revokes_is_bad() -> None:
    swapped = f"3SHD{RANKS}C,SHDC{RANKS},S{RANKS[:12]}H2DC,S2H{RANKS[:12]}DC"

    assert "must follow" in why(single(cards=play("HA", "DA", "CA", "SA"), claim=7, md=swapped), Bad)


def test_cards_are_read_in_every_spelling() -> None:
    cards = "pc|ha|pc|DA|pc|cA|pc|sa|pg||pc|SKHKDKCK|pg||"

    assert result(single(cards=cards, claim=7))["lead"] == "AH"
    assert len(told(lin(single(cards=cards, claim=7)))[0].events) == 4 + 8 + 1
    assert result(single(cards=ALL.replace("T|", "10|"), md="3" + DEAL.replace("T", "10")))["tricks"] == 13


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"sv": "b"}, "the file says that everybody is vulnerable; on board 1 it is nobody"),
        ({"sv": "q"}, "'q' is no vulnerability"),
        ({"md": "1" + DEAL}, "the file says that South deals; board 1 is dealt by North"),
        ({"md": DEAL}, "does not begin with its dealer"),
        ({"ah": "A hand"}, "has no number"),
        ({"ah": "Board 0"}, "has no number"),
        ({"ah": "Board 1|ah|Board 17"}, "several numbers: boards 1, 17"),
    ],
)
def test_what_does_not_agree_with_the_boards_number_is_bad(said: dict[str, str], reason: str) -> None:
    assert reason in why(single(claim=7, **said), Bad)


def test_two_numbers_of_one_hand_are_bad() -> None:
    assert "several numbers: boards 1, 2" in why("qx|o2|" + single(claim=7), Bad)


def test_a_dealer_or_a_vulnerability_that_is_not_said_follows_from_the_board() -> None:
    assert result(single(2, claim=7, sv="0", md="0" + DEAL))["declarer"] == "E"
    assert result("pn|a,b,c,d|qx|o4,BOARD 4|mb|1Hppp|mc|7|")["declarer"] == "W"


def test_pairs_are_numbered_by_their_names_whoever_sits_where() -> None:
    text = (
        single(1, claim=7)
        + single(2, claim=7, players="nan,Wim,SUE ,Eve")
        + single(3, claim=7, players="Eve,Kit,Wim,Lou")
        + single(4, claim=7, players="Nan,Ann,Sue,Bob")
    )

    assert [(each.events[-1][1]["ns"], each.events[-1][1]["ew"]) for each in told(lin(text))] == [
        *(("1", "2"), ("1", "2"), ("2", "3"), ("1", "4"))
    ]


def test_who_sat_down_sits_there_until_somebody_else_does() -> None:
    text = single(1, claim=7) + single(2, claim=7).partition("st||")[2]

    assert [each.events[-1][1]["ns"] for each in told(lin(text))] == ["1", "1"]


@pytest.mark.parametrize(
    "players", ["", ",,,", "Sue,Wim,Nan", "Sue,Wim,Nan,", "GiB,GiB,GiB,GiB", PLAYERS + "," + PLAYERS]
)
def test_a_result_that_nobody_can_be_credited_with_is_bad(players: str) -> None:
    assert "(pn)" in why(single(claim=7, players=players), Bad)


def test_names_are_told_to_nobody() -> None:
    items = lin(single(claim=7) + single(2, claim=99) + single(3))

    assert {type(item) for item in items} == {Found, Told, Bad, Left}
    assert not any(name in repr(items) for name in PLAYERS.split(","))


def test_hands_are_told_once_for_a_board_and_again_where_they_differ() -> None:
    other = f"3SHDC{RANKS},SHD{RANKS}C,S{RANKS}HDC"
    text = single(claim=7) + single(claim=7, players="a,b,c,d") + single(claim=7, players="e,f,g,h", md=other)
    kinds = [
        [kind for kind, _ in item.events if kind == "bridge.dealt"] for item in lin(text) if isinstance(item, Told)
    ]

    assert kinds == [["bridge.dealt"], [], [], ["bridge.dealt"]]
    assert told(lin(text))[2].events[0][1].keys() == {"board", "ns", "ew", "hands"}


def test_a_bad_hand_deals_nothing() -> None:
    items = lin(single(claim=14, md="3" + DEAL) + single(claim=7))

    assert [type(item) for item in items] == [Found, Bad, Told, Told]


def test_results_only_leaves_calls_and_cards_out_and_every_place_as_it_was() -> None:
    whole, short = (lin(single(cards=ALL), Asked(results_only=only)) for only in (False, True))

    assert [kind for item in short if isinstance(item, Told) for kind, _ in item.events] == [
        *("bridge.dealt", "bridge.deal_played")
    ]
    assert told(short)[0].events[-1] == told(whole)[0].events[-1]
    assert told(short)[0].place == told(whole)[0].place

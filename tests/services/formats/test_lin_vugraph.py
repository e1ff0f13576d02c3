"""LIN's vugraphs: one list of results, and the hands that belong to them."""

import pytest

from services.formats.found import Asked, Bad, Found, Left, Told, Unreadable
from tests.cases import tell
from tests.lin_files import CARDS, PLAYERS, RANKS, cut_short, lin, play, reports, room, single, told, vugraph

ALL = play(*CARDS)
WHOLE = vugraph(
    "1SN+6,7SSxx=,PASS,1NE-2", room("o1", cards=ALL), room("c1", "p p 7S d r p p p", claim=13), room("o2", "p p p p")
)


def test_a_segment_is_a_team_match() -> None:
    (found, *_) = lin(WHOLE)

    assert found == Found(
        *("", "bridge.teams", "Cup, Final, Segment 1"), {"boards": 2, "carry_over": {"home": "10.5", "away": 7}}
    )


def test_each_room_is_told_in_the_order_of_the_boards() -> None:
    records = [item for item in lin(WHOLE) if isinstance(item, Told)]

    assert [(record.what, record.line) for record in records] == [
        ("board 1, the hands", 4),
        ("board 1, open room", 4),
        ("board 1, closed room", 6),
        ("board 2, the hands", 8),
        ("board 2, open room", 8),
        ("board 2, closed room", 1),
    ]
    assert [record.place for record in records] == [0, 1, 3, 4, 5, 7]
    assert [record.events[-1][1] for record in told(lin(WHOLE))] == [
        {"board": 1, "room": "open", "contract": "1S", "declarer": "N", "tricks": 13, "lead": "AH"},
        {"board": 1, "room": "closed", "contract": "7SXX", "declarer": "S", "tricks": 13},
        {"board": 2, "room": "open", "contract": "Pass"},
        {"board": 2, "room": "closed", "contract": "1N", "declarer": "E", "tricks": 5},
    ]


def test_the_domain_takes_what_is_told() -> None:
    boards = tell(reports(lin(WHOLE)))

    assert boards.refused is None
    assert boards.boards[max(boards.boards)]["match"]["status"] == "complete"


def test_calls_and_cards_come_before_their_result() -> None:
    record = told(lin(WHOLE))[0]

    assert [kind for kind, _ in record.events] == ["bridge.call_made"] * 4 + ["bridge.card_played"] * 52 + [
        "bridge.deal_played"
    ]
    assert record.events[0] == ("bridge.call_made", {"board": 1, "room": "open", "seat": "N", "call": "1S"})


@pytest.mark.parametrize(
    ("listed", "contract", "declarer", "tricks"),
    [
        ("4SWx-4", "4SX", "W", 6),
        ("3NN+3", "3N", "N", 12),
        ("3nts=", "3N", "S", 9),
        ("1NE-7", "1N", "E", 0),
        ("2HNXX+5", "2HXX", "N", 13),
    ],
)
def test_results_of_the_list(listed: str, contract: str, declarer: str, tricks: int) -> None:
    (record,) = told(lin(vugraph(f"{listed},,,")))

    assert record.events == [
        *[
            (
                "bridge.deal_played",
                {"board": 1, "room": "open", "contract": contract, "declarer": declarer, "tricks": tricks},
            )
        ]
    ]


@pytest.mark.parametrize(
    "listed", ["4SW", "4S=", "SW=", "8SW=", "4SW+4", "1SW-8", "A==", "4SWxxx=", "450", "4SW==", "4SW+٣"]
)
def test_what_is_no_result_is_bad(listed: str) -> None:
    (bad,) = [item for item in lin(vugraph(f"{listed},,,")) if isinstance(item, Bad)]

    assert bad.what == "board 1, open room"


@pytest.mark.parametrize("listed", ["", " , ", "1SN=", ",,,,,,,"])
def test_a_blank_is_no_result_and_no_fault(listed: str) -> None:
    items = lin(vugraph(listed, room("c2", claim=7)))

    assert not [item for item in items if isinstance(item, Bad)]
    assert len([item for item in items if isinstance(item, Left)]) == 4 - len(told(items))


def test_more_results_than_boards_are_bad() -> None:
    (bad,) = [item for item in lin(vugraph("1SN=,1SN=,1SN=,1SN=,1SN=")) if isinstance(item, Bad)]

    assert "more results" in bad.reason


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (room("o1", "1S d p p p", claim=7), "The contract was reported as 1SX, not 1S"),
        (room("o1", "p p 1S p p p", claim=7), "The declarer was reported as South, not North"),
        (room("o1", cards=ALL), "7 tricks cannot be: the declarer has 13"),
        (room("o1", cards=play(*CARDS[:32])), "7 tricks cannot be: the declarer has 8"),
        (room("o1", claim=8), "gives the declarer 7 tricks, the hand itself 8 tricks"),
        (room("o1", "1S p p 1C", claim=7), "1C is not higher than 1S"),
        (room("o1", cards="pc|D2|"), "does not hold"),
        (room("o1").replace("sv|o|", "sv|b|"), "the file says that everybody is vulnerable"),
        (room("o1") + room("o1"), "more than once"),
        (room("o1").replace("mb|p|", "mbp|", 1), "a bar (|) is missing"),
    ],
)
def test_a_hand_that_contradicts_the_list_is_bad(hand: str, reason: str) -> None:
    items = lin(vugraph("1SN=,1SN=,,", hand, room("c1", claim=7)))

    (bad,) = [item for item in items if isinstance(item, Bad)]
    assert bad.what == "board 1, open room"
    assert reason in bad.reason
    assert [record.what for record in told(items)] == ["board 1, closed room"]


@pytest.mark.parametrize("hand", [room("o1", "1S p p", claim=8), room("o1", "", cards=ALL), "qx|o1|pg||\n"])
def test_a_hand_without_its_whole_auction_leaves_the_list_to_say_it(hand: str) -> None:
    (record,) = told(lin(vugraph("1HE=,,,", hand)))

    assert [kind for kind, _ in record.events] == ["bridge.deal_played"]


def test_results_only_takes_the_list_and_what_was_dealt() -> None:
    text = vugraph(
        "1SN=,1SN=,1SE=,", room("o1", "2C p p p", cards="pc|D2|"), room("c1"), room("c1"), room("o2"), room("o2")[:-30]
    )
    items = lin(text, Asked(results_only=True))

    assert [kind for item in items if isinstance(item, Told) for kind, _ in item.events] == [
        *("bridge.dealt", "bridge.deal_played", "bridge.deal_played", "bridge.deal_played")
    ]


def test_hands_of_the_other_room_are_told_apart_only_where_they_differ() -> None:
    other = f"SHDC{RANKS},SHD{RANKS}C,S{RANKS}HDC"
    same = told(lin(vugraph("1SN=,1SN=,,", room("o1"), room("c1"))))
    changed = told(lin(vugraph("1SN=,1SN=,,", room("o1"), room("c1", deal=other))))

    assert same[1].events[0][0] == "bridge.call_made"
    assert changed[1].events[0][0] == "bridge.dealt"
    assert changed[1].events[0][1].keys() == {"board", "room", "hands"}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (room("o1").replace("qx|o1|", "qx|o3|"), "board 3 is none of the boards 1 to 2"),
        (room("o1").replace("qx|o1|", "qx|b1|"), "'b1' is no room and board"),
        (room("o1").replace("qx|o1|st||", ""), "does not say of which room"),
    ],
)
def test_a_hand_of_no_room_is_bad(hand: str, reason: str) -> None:
    (bad,) = [item for item in lin(vugraph("1SN=,,,", hand)) if isinstance(item, Bad)]

    assert (bad.what, bad.line) == ("a hand", 4)
    assert reason in bad.reason


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Cup,Segment 1,P,1,2,,,,", "scored by P, not at IMPs"),
        ("Cup,Segment 1,,1,2,Reds,0,Blues,0", "scored by nothing that it names"),
        ("Cup,Segment 1,I,2,1,Reds,0,Blues,0", "boards 2 to 1"),
        ("Cup,Segment 1,I,0,2,Reds,0,Blues,0", "boards 0 to 2"),
        ("Cup,Segment 1,I,1,9999,Reds,0,Blues,0", "boards 1 to 9999"),
        ("Cup,Segment 1,I,1,2,Reds,some,Blues,0", "'some' is no number of IMPs"),
        ("Cup,Segment 1,I,1,2,Reds,10,5,Blues,7", "does not name title"),
        ("Cup", "does not name title"),
        ("", "does not name title"),
        ("Cup,Segment 1,I,1,2,Reds,0,Blues,0|bn|17,18", "other ones in its list of boards"),
    ],
)
def test_a_header_that_is_not_a_team_matchs_cannot_be_read(header: str, reason: str) -> None:
    with pytest.raises(Unreadable) as fault:
        lin("\n" + vugraph("1SN=,,,", header=header))

    assert fault.value.line == 2
    assert reason in fault.value.reason


@pytest.mark.parametrize("header", [",,I,1,2,,,,", "Cup,,I,1,2,,0,,0,,", "Cup,,i,1,2,,,,|bn|1,2,"])
def test_what_a_header_leaves_open_is_not_made_up(header: str) -> None:
    found = lin(vugraph("1SN=,,,", header=header))[0]

    assert isinstance(found, Found)
    assert found.title in {None, "Cup"}
    assert found.options["carry_over"] in ({}, {"home": 0, "away": 0})
    assert tell(reports([found])).refused is None


def test_a_header_that_breaks_off_cannot_be_read() -> None:
    with pytest.raises(Unreadable, match="breaks off"):
        lin(vugraph("1SN=,1SN").partition("SN|")[0])


def test_a_file_may_hold_several_segments_and_single_hands_before_them() -> None:
    items = lin(single(claim=7) + vugraph("1SN=,,,") + vugraph("1SE=,,,"))

    assert [(item.key, item.game, item.line) for item in items if isinstance(item, Found)] == [
        ("", "bridge.pairs", 1),
        ("2", "bridge.teams", 2),
        ("3", "bridge.teams", 5),
    ]
    assert [item.key for item in told(items)] == ["", "2", "3"]


def test_names_are_told_to_nobody() -> None:
    assert not any(name in repr(lin(WHOLE)) for name in [*PLAYERS.split(","), "Reds", "Blues"])


def test_a_segment_that_breaks_off_anywhere_tells_no_other_results() -> None:
    whole = {record.what: record.events[-1][1] for record in told(lin(WHOLE))}
    text = WHOLE.encode()

    for cut in range(0, len(text), 5):
        for record in told(cut_short(text[:cut])):
            assert record.events[-1][1].items() <= whole[record.what].items(), cut

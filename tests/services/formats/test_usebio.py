"""Small USEBIO files, each with a trap of the format."""

import io
import tracemalloc
from typing import Any

import pytest

from services.formats import usebio
from services.formats.found import Asked, Bad, Found, Item, Left, Told
from tests.readings import boards, cut, events, facts, fault, items, of, survives

HEAD = """<?xml version="1.0"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
<USEBIO Version="1.2"><CLUB><CLUB_NAME>Anvil</CLUB_NAME></CLUB>
"""
WINNERS = "<WINNER_TYPE>1</WINNER_TYPE>"


def line(ns: object = 1, ew: object = 2, **parts: object) -> str:
    said = {"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew} | parts
    return f"<TRAVELLER_LINE>{''.join(f'<{name}>{part}</{name}>' for name, part in said.items())}</TRAVELLER_LINE>\n"


def played(
    contract: str = "4S", by: str = "S", tricks: object = 10, *, ns: object = 1, ew: object = 2, **parts: object
) -> str:
    return line(ns, ew, CONTRACT=contract, PLAYED_BY=by, TRICKS=tricks, **parts)


def board(*lines: str, number: object = 1, more: str = "") -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{more}\n{''.join(lines)}</BOARD>\n"


def event(*parts: str, kind: str = "MP_PAIRS", heading: str = WINNERS, after: str = "") -> str:
    return f'{HEAD}<EVENT EVENT_TYPE="{kind}">{heading}\n{"".join(parts)}</EVENT>{after}</USEBIO>\n'


def read(*lines: str, **more: Any) -> list[Item]:
    return items(usebio.read, event(board(*lines), **more))


def only(found: list[Item]) -> Any:
    """The data of the only fact."""
    [(_, data)] = facts(found)
    return data


def reason(found: list[Item]) -> str:
    [bad] = of(Bad, found)
    assert not of(Told, found)
    return bad.reason


def test_a_line_is_told_with_its_place_and_its_words() -> None:
    found = read(played("3NTX", "E", 8, ns="3NS", ew="1EW", LEAD="TD", SCORE=100))

    [told] = of(Told, found)
    assert (told.place, told.line, told.what) == (0, 6, "board 1, 3NS against 1EW")
    assert told.events == [
        (
            "bridge.deal_played",
            {"board": 1, "ns": "3NS", "ew": "1EW", "contract": "3NX", "declarer": "E", "tricks": 8, "lead": "TD"},
        )
    ]


def test_places_count_on_over_what_is_not_told() -> None:
    found = read(played(), line(3, 4), played("9Z", ns=5, ew=6), played(ns=7, ew=8))

    assert [told.place for told in of(Told, found)] == [0, 3]
    assert [type(item) for item in found] == [Found, Told, Left, Bad, Told]


@pytest.mark.parametrize(
    ("kind", "heading", "scoring"),
    [
        ("MP_PAIRS", "", "matchpoints"),
        ("BUTLER_PAIRS", "", "butler"),
        ("CROSS_IMP", "", "cross-imps"),
        ("CROSS_IMPS", "", "cross-imps"),
        ("PAIRS", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>", "cross-imps"),
        ("PAIRS", "<BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>", "butler"),
        ("PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", "matchpoints"),
    ],
)
def test_the_kind_of_event_tells_the_scoring(kind: str, heading: str, scoring: str) -> None:
    [found] = of(Found, read(played(), kind=kind, heading=heading + WINNERS))

    assert (found.options, found.unsure) == ({"scoring": scoring, "winners": 1}, {})


def test_where_the_kind_is_open_the_points_of_the_first_board_tell_the_scoring() -> None:
    [found] = of(Found, read(played(NS_CROSS_IMP_POINTS=2, EW_CROSS_IMP_POINTS=-2), kind="PAIRS"))

    assert found.options["scoring"] == "cross-imps"


@pytest.mark.parametrize(
    ("kind", "method"), [("PAIRS", "IMPS"), ("PAIRS", ""), ("MP_PAIRS", "CROSS_IMPS"), ("MP_PAIRS", "HYBRID")]
)
def test_a_scoring_that_is_open_or_contradicted_is_not_guessed(kind: str, method: str) -> None:
    heading = f"{WINNERS}<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"
    [found] = of(Found, read(played(), kind=kind, heading=heading))

    assert "scoring" not in found.options
    assert found.unsure["scoring"] == f"EVENT_TYPE {kind}, BOARD_SCORING_METHOD {method or 'missing'}"


def test_winners_that_are_not_told_are_not_guessed() -> None:
    [found] = of(Found, read(played(), heading="<WINNER_TYPE>3</WINNER_TYPE>"))

    assert found.unsure == {"winners": "WINNER_TYPE 3"}


def test_points_below_two_for_every_result_beaten_are_of_the_small_scale() -> None:
    four = [played(ns=ns, ew=9 - ns, NS_MATCH_POINTS="1.5", EW_MATCH_POINTS="1.5") for ns in range(1, 5)]

    assert of(Found, read(*four))[0].options["scale"] == 1
    assert "scale" not in of(Found, read(*four[:2]))[0].options


def test_the_title_is_the_events_and_holds_no_more_than_a_title_may() -> None:
    heading = f"<EVENT_DESCRIPTION>{'Long &amp; ' * 100}</EVENT_DESCRIPTION><TITLE>Wednesday</TITLE>{WINNERS}"
    [long] = of(Found, read(played(), heading=heading))
    [short] = of(Found, read(played(), heading=f"<TITLE>Wednesday</TITLE>{WINNERS}"))

    assert long.title == ("Long & " * 100)[:200]
    assert short.title == "Wednesday"


@pytest.mark.parametrize(
    "kind", ["NOTSUP", "", "INDIVIDUAL", "SWISS_PAIRS", "SWISS_TEAMS", "TEAMS_OF_FOUR", "KO", "AGGREGATE"]
)
def test_other_kinds_of_event_are_refused_by_name(kind: str) -> None:
    unreadable = fault(usebio.read, event(board(played()), kind=kind))

    assert unreadable.line == 4
    assert f"EVENT_TYPE {kind or 'missing'}" in unreadable.reason


def test_a_match_in_an_event_is_refused() -> None:
    unreadable = fault(usebio.read, event("<MATCH><ROUND_NUMBER>1</ROUND_NUMBER></MATCH>"))

    assert "matches of a Swiss or a team event" in unreadable.reason


def test_a_passed_out_deal_has_no_declarer_whatever_stands_there() -> None:
    data = only(read(played("PASS", "N", 0, SCORE=0, LEAD="AS")))

    assert data == {"board": 1, "ns": "1", "ew": "2", "contract": "Pass"}


def test_a_score_that_contract_and_tricks_do_not_give_is_bad() -> None:
    found = items(usebio.read, event(board(played("4S", "S", 9, SCORE=420), number=3)))

    assert reason(found) == "the file says NS 420; 4S by S making 9 on board 3 is -50"


@pytest.mark.parametrize("said", ["Love", "None"])
def test_a_vulnerability_as_the_number_tells_it_is_taken(said: str) -> None:
    found = items(usebio.read, event(board(played(), more=f"<VULNERABILITY>{said}</VULNERABILITY>")))

    assert of(Told, found)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            "<VULNERABILITY>East-West</VULNERABILITY>",
            "the file says that East–West is vulnerable; on board 1 it is nobody",
        ),
        ("<DEALER>E</DEALER>", "the file says that East deals; board 1 is dealt by North"),
    ],
)
def test_another_vulnerability_or_dealer_than_the_numbers_leaves_the_board_out(more: str, why: str) -> None:
    found = items(usebio.read, event(board(played(), played(ns=3, ew=4), more=more)))

    assert reason(found) == f"{why}; its 2 lines are left out"


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"CONTRACT": "8S", "PLAYED_BY": "S", "TRICKS": 8}, "'8S' is no contract"),
        ({"CONTRACT": "4S", "PLAYED_BY": "X", "TRICKS": 8}, "'X' is no seat"),
        ({"CONTRACT": "4S", "PLAYED_BY": "S", "TRICKS": 14}, "'14' is no number of tricks: 0 to 13"),
        ({"CONTRACT": "4S", "PLAYED_BY": "S", "TRICKS": 10, "LEAD": "1S"}, "'1S' is no card"),
        ({"CONTRACT": "4S", "PLAYED_BY": "S", "TRICKS": 10, "SCORE": "Adj"}, "'ADJ' is no score"),
        ({"SCORE": 420}, "it has the score 420 and no contract with its tricks"),
        ({"CONTRACT": "4S", "PLAYED_BY": "S", "SCORE": 420}, "it has the score 420 and no contract with its tricks"),
        ({"ROUND_NUMBER": "x"}, "'x' is no round: 1 to 1000"),
        ({"NS_MATCH_POINTS": "NaN"}, "'NaN' is no number of points"),
    ],
)
def test_what_cannot_be_read_is_bad_with_a_sentence(parts: dict[str, object], why: str) -> None:
    assert reason(read(line(**parts))) == why


def test_a_line_that_reports_nothing_is_left() -> None:
    found = read(line(NS_MATCH_POINTS=0, EW_MATCH_POINTS=0), line(3, 4, CONTRACT="4S", PLAYED_BY="S"))

    assert [left.reason for left in of(Left, found)] == [
        "it has no contract and no score",
        "it has no tricks and no score",
    ]
    assert not of(Told, found)


def test_a_board_that_the_file_says_was_not_played_is_told_so() -> None:
    assert facts(read(line(CONTRACT="NP"))) == [("bridge.board_not_played", {"board": 1, "ns": "1", "ew": "2"})]


def test_round_and_table_are_told_where_they_stand() -> None:
    data = only(read(played(ROUND_NUMBER=3, TABLE_NUMBER=7)))

    assert (data["round"], data["table"]) == (3, 7)


AT_40 = played(ns=9, ew=9.5, NS_MATCH_POINTS="29.9", EW_MATCH_POINTS="10.1")


def award(code: str, *points: object, kind: str = "MP_PAIRS", beside: str = "") -> Any:
    name = {"MP_PAIRS": "MATCH_POINTS", "BUTLER_PAIRS": "BUTLER_POINTS", "CROSS_IMP": "CROSS_IMP_POINTS"}[kind]
    printed = dict(zip((f"NS_{name}", f"EW_{name}"), points, strict=bool(points)))
    found = read(line(SCORE=code, **printed), *([beside] if beside else []), kind=kind)
    return facts(found)[0][1]["award"]


@pytest.mark.parametrize(
    ("code", "points", "given"),
    [
        ("A5050", (), ("50%", "50%")),
        ("A6040", (24, 16), ("60%", "40%")),
        ("A6060", (24, 24), ("60%", "60%")),
        ("A5050", (23, 11), ("57.5%", "27.5%")),
        ("A5050", (18, 18), ("45%", "45%")),
    ],
)
def test_at_matchpoints_a_code_is_percentages_and_printed_points_go_before_it(
    code: str, points: tuple[int, ...], given: tuple[str, str]
) -> None:
    assert award(code, *points, beside=AT_40) == {"NS": given[0], "EW": given[1]}


def test_points_of_an_award_may_be_of_the_sessions_top_where_the_board_is_printed_unfactored() -> None:
    beside = AT_40.replace("29.9", "20").replace("10.1", "14")
    full = board(AT_40, number=1)
    found = items(
        usebio.read, event(full, board(line(SCORE="A5050", NS_MATCH_POINTS=20, EW_MATCH_POINTS=20), beside, number=2))
    )

    assert facts(found)[1][1]["award"] == {"NS": "50%", "EW": "50%"}


def test_points_in_the_proportion_of_the_code_are_its_percentages() -> None:
    assert award("A6040", 24, 16) == {"NS": "60%", "EW": "40%"}


def test_points_that_are_no_number_are_bad() -> None:
    assert reason(read(played(NS_MATCH_POINTS="many", EW_MATCH_POINTS="2"))) == "'many' is no number of points"


def test_points_that_no_top_explains_are_bad() -> None:
    found = read(line(SCORE="A5050", NS_MATCH_POINTS=23, EW_MATCH_POINTS=11))

    assert reason(found) == "A5050 and the points 23 and 11 differ, and no result of the board tells the top"


@pytest.mark.parametrize("kind", ["BUTLER_PAIRS", "CROSS_IMP"])
@pytest.mark.parametrize(
    ("code", "points", "given"),
    [
        ("A5050", (0, 0), ("A=", "A=")),
        ("A6040", (), ("A+", "A-")),
        ("A6040", (3, -3), ("A+", "A-")),
        ("A6040", (2, -2), ({"imps": "2"}, {"imps": "-2"})),
        ("A7030", ("4.5", "-4.5"), ({"imps": "4.5"}, {"imps": "-4.5"})),
    ],
)
def test_at_imps_a_code_is_an_artificial_score_or_the_printed_imps(
    kind: str, code: str, points: tuple[object, ...], given: tuple[Any, Any]
) -> None:
    assert award(code, *points, kind=kind) == {"NS": given[0], "EW": given[1]}


def test_at_imps_a_code_without_imps_of_its_own_is_bad() -> None:
    assert reason(read(line(SCORE="A7030"), kind="CROSS_IMP")) == "A7030 has no IMPs of its own, and none are printed"


def test_a_code_is_bad_where_the_scoring_is_open() -> None:
    assert "the file does not say how it is scored" in reason(read(line(SCORE="A6040"), kind="PAIRS"))


def test_percentages_of_each_side_are_an_award_as_scorepad_writes_it() -> None:
    shares = {"NS_SCORE": "57.5%", "EW_SCORE": "00%"}

    assert only(read(line(**shares)))["award"] == {"NS": "57.5%", "EW": "00%"}
    assert [kind for kind, _ in facts(read(played(**shares)))] == ["bridge.deal_played", "bridge.board_adjusted"]
    assert "is no award" in reason(read(line(NS_SCORE="57.5%")))


def test_an_award_over_a_result_keeps_the_result() -> None:
    found = read(played("4S", "S", 10, SCORE="A6040"))

    assert [kind for kind, _ in facts(found)] == ["bridge.deal_played", "bridge.board_adjusted"]
    boards(events(found, ""))


def participants(*pairs: tuple[object, str]) -> str:
    rows = (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>"
        "<PLAYER><PLAYER_NAME>Iris Quill</PLAYER_NAME></PLAYER></PAIR>"
        for number, direction in pairs
    )
    return f"<PARTICIPANTS>{''.join(rows)}</PARTICIPANTS>\n"


def test_a_number_in_both_directions_is_two_pairs() -> None:
    listed = participants((1, "NS"), (2, "NS"), (1, "EW"))
    found = items(usebio.read, event(listed, board(played(ns=1, ew=1), played(ns=2, ew=3))))

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1NS", "1EW"), ("2NS", "3EW")]


@pytest.mark.parametrize("listed", ["", participants((1, ""), (2, ""))])
def test_with_two_winners_numbers_without_a_direction_have_that_in_which_they_sit(listed: str) -> None:
    heading = "<WINNER_TYPE>2</WINNER_TYPE>"
    found = items(usebio.read, event(listed, board(played(ns=1, ew=2), played(ns="2", ew="9EW")), heading=heading))

    assert [(data["ns"], data["ew"]) for _, data in facts(found)] == [("1NS", "2EW"), ("2NS", "9EW")]


def test_a_number_listed_twice_without_a_direction_is_two_pairs() -> None:
    found = items(usebio.read, event(participants((1, ""), (1, "")), board(played(ns=1, ew=1))))

    assert (only(found)["ns"], only(found)["ew"]) == ("1NS", "1EW")


def test_a_pair_listed_twice_in_its_direction_is_one() -> None:
    found = items(usebio.read, event(participants((1, "NS"), (1, "NS")), board(played(ns=1, ew=2))))

    assert only(found)["ns"] == "1"


def test_a_pair_listed_in_one_direction_keeps_it_where_the_arrow_is_switched() -> None:
    listed = participants((1, "NS"), (1, "EW"), (2, "NS"))
    found = items(usebio.read, event(listed, board(played(ns=1, ew=2))))

    assert only(found)["ew"] == "2NS"


def test_pairs_of_one_number_that_nothing_tells_apart_are_bad() -> None:
    assert "pair 4 would meet itself" in reason(read(played(ns=4, ew=4)))


def test_two_pairs_of_one_number_told_after_the_boards_are_refused() -> None:
    unreadable = fault(usebio.read, event(board(played()), participants((1, "NS"), (1, "EW"))))

    assert "told only after the boards" in unreadable.reason


def test_nobodys_name_is_told() -> None:
    found = items(usebio.read, event(participants((1, "NS"), (2, "EW")), board(played(), played("9S", ns=3, ew=4))))

    assert "Quill" not in repr(found)


def section(name: str, *parts: str) -> str:
    return f'<SECTION SECTION_ID="{name}">{"".join(parts)}</SECTION>'


def test_every_section_and_session_is_a_match_of_its_own() -> None:
    first = f'<SESSION SESSION_ID="1">{section("A", board(played()))}{section("B", board(played()))}</SESSION>'
    second = f'<SESSION SESSION_ID="2">{section("A", board(played()))}</SESSION>'
    heading = f"<TITLE>Spring</TITLE><SESSION_COUNT>2</SESSION_COUNT>{WINNERS}"
    found = items(usebio.read, event(first, second, heading=heading))

    assert [(each.key, each.title) for each in of(Found, found)] == [
        ("1 A", "Spring (1 A)"),
        ("1 B", "Spring (1 B)"),
        ("2 A", "Spring (2 A)"),
    ]
    assert [(told.key, told.place) for told in of(Told, found)] == [("1 A", 0), ("1 B", 1), ("2 A", 2)]


def test_pairs_listed_for_the_event_sit_in_its_sections() -> None:
    found = items(usebio.read, event(participants((1, "NS"), (1, "EW")), section("A", board(played(ns=1, ew=1)))))

    assert (only(found)["ns"], only(found)["ew"]) == ("1NS", "1EW")


def test_a_section_told_twice_is_refused_and_not_mixed_up() -> None:
    unreadable = fault(usebio.read, event(section("A", board(played())), section("A", board(played()))))

    assert "A stands twice" in unreadable.reason


def test_a_second_event_is_refused() -> None:
    assert "a second EVENT" in fault(usebio.read, event(board(played()), after='<EVENT EVENT_TYPE="MP_PAIRS"/>')).reason


def test_an_event_without_travellers_says_so() -> None:
    [left] = items(usebio.read, event(participants((1, "NS"))))

    assert isinstance(left, Left)
    assert left.reason == "it holds no travellers"


HANDS = {
    "North": ("AKQJ", "AKQ", "AKQ", "AKQ"),
    "East": ("T987", "JT9", "JT9", "JT9"),
    "South": ("6543", "876", "876", "876"),
    "West": ("2", "5432", "5432", "5432"),
}


def hands(number: object = 1, dealt: dict[str, tuple[str, ...]] | None = None) -> str:
    suits = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    rows = (
        f"<HAND><DIRECTION>{seat}</DIRECTION>"
        + "".join(f"<{suit}>{cards}</{suit}>" for suit, cards in sorted(zip(suits, held, strict=True)))
        + "</HAND>"
        for seat, held in (dealt or HANDS).items()
    )
    return board(*rows, number=number)


def handset(*of_boards: str) -> str:
    return f"<HANDSET>{''.join(of_boards)}</HANDSET>"


def test_the_hands_at_the_end_belong_to_the_board_played() -> None:
    found = read(played(), after=handset(hands(1), hands(2)))

    kind, data = facts(found)[1]
    assert (kind, set(data)) == ("bridge.dealt", {"board", "hands"})
    assert data["hands"]["W"] == ["2S", "5H", "4H", "3H", "2H", "5D", "4D", "3D", "2D", "5C", "4C", "3C", "2C"]
    assert [left.reason for left in of(Left, found)] == ["no table played it"]
    boards(events(found, ""))


def test_hands_before_all_travellers_are_left() -> None:
    found = items(usebio.read, event(handset(hands()), board(played())))

    assert [left.reason for left in of(Left, found)] == ["they stand before the travellers that they belong to"]


def test_hands_beside_the_traveller_are_told_before_its_lines_and_once() -> None:
    beside = hands().removeprefix("<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>").removesuffix("</BOARD>\n")
    found = items(usebio.read, event(board(beside, played()), after=handset(hands())))

    assert [kind for kind, _ in facts(found)] == ["bridge.dealt", "bridge.deal_played"]
    assert [left.reason for left in of(Left, found)] == ["it is the same as on line 5"]


def test_other_hands_for_the_same_board_are_bad() -> None:
    other = dict(HANDS, North=HANDS["East"], East=HANDS["North"])
    found = read(played(), after=handset(hands(), hands(dealt=other)))

    assert [bad.reason for bad in of(Bad, found)] == ["it has other hands than on line 8"]


def test_a_hand_that_is_none_is_bad() -> None:
    found = read(played(), after=handset(hands(dealt={"North": ("1", "", "", "")})))

    assert [bad.reason for bad in of(Bad, found)] == ["'1...' is no hand: the ranks of four suits, spades first"]


def test_hands_of_several_sessions_are_left_where_nothing_says_whose_they_are() -> None:
    sessions = "".join(f'<SESSION SESSION_ID="{n}">{board(played())}</SESSION>' for n in (1, 2))
    found = items(usebio.read, event(sessions, after=handset(hands())))

    assert [left.reason for left in of(Left, found)] == ["the file does not say of which of its sessions they are"]


def test_hands_go_to_every_section_that_played_the_board() -> None:
    sections = section("A", board(played())) + section("B", board(played(), number=2))
    found = items(usebio.read, event(sections, after=handset(hands(2), hands(1))))

    assert [told.key for told in of(Told, found)] == ["A", "B", "B", "A"]


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE USEBIO [<!ENTITY a "aaaa">]>',
        '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE USEBIO [<!ENTITY % a SYSTEM "http://127.0.0.1/x.dtd"> %a;]>',
        '<!DOCTYPE USEBIO [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
    ],
)
def test_a_document_that_declares_entities_is_refused(declared: str) -> None:
    text = event(board(line(CONTRACT="&c;"))).replace(HEAD.splitlines()[1], declared)

    unreadable = fault(usebio.read, text)
    assert (unreadable.line, unreadable.reason) == (
        2,
        "it declares entities, which are not read: take the declaration out",
    )


def test_an_entity_of_the_dtd_that_is_not_loaded_stays_as_it_is_written() -> None:
    [found] = of(Found, read(played(), heading=f"<TITLE>Caf&eacute;</TITLE>{WINNERS}"))

    assert found.title == "Caf&eacute;"


@pytest.mark.parametrize("version", ['Version="1.3"', 'VERSION="1.2"'])
def test_versions_1_2_and_1_3_are_read(version: str) -> None:
    assert of(Told, items(usebio.read, event(board(played())).replace('Version="1.2"', version)))


@pytest.mark.parametrize("version", ['Version="2.0"', ""])
def test_other_versions_are_refused(version: str) -> None:
    assert "1.2 and 1.3 are read" in fault(usebio.read, event().replace('Version="1.2"', version)).reason


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("latin-1", ""),
        ("latin-1", "UTF-8"),
        ("latin-1", "ISO-8859-1"),
        ("cp1252", "windows-1252"),
        ("utf-16", "UTF-16"),
    ],
)
def test_characters_are_read_as_declared_else_as_utf_8_else_as_latin_1(codec: str, declared: str) -> None:
    text = event(board(played()), heading=f"<TITLE>Café Öl</TITLE>{WINNERS}")
    if declared:
        text = text.replace('version="1.0"', f'version="1.0" encoding="{declared}"')

    [found] = of(Found, items(usebio.read, text.encode(codec)))
    assert found.title == "Café Öl"


def test_latin_1_is_read_after_many_pieces_of_the_file() -> None:
    filling = board(played()) + f"<NOTES>{'ä' * 70_000}</NOTES>" * 3
    file = event(filling, section("Ä", board(played(number=2)))).encode("latin-1")

    assert of(Found, items(usebio.read, file))[1].key == "Ä"


def test_characters_that_are_not_in_the_encoding_declared_are_refused() -> None:
    file = event(board(played())).encode("utf-16") + b"\x00\xd8\x00\xd8"

    assert fault(usebio.read, file).reason == "it has characters that are not in the encoding that the file declares"


@pytest.mark.parametrize("name", ["EBCDIC-CP-US", "shift_jis", "zlib", "x" * 30])
def test_an_encoding_that_is_not_known_is_refused(name: str) -> None:
    file = event().replace('version="1.0"', f'version="1.0" encoding="{name}"').encode()

    assert fault(usebio.read, file).reason == f"this is in the encoding {name}, which is not read: save it as UTF-8"


def test_what_stands_before_a_fault_is_told() -> None:
    text = event(board(played()), board(played(), number=2))
    found = survives(usebio.read, text[: text.index("<BOARD_NUMBER>2")].encode())

    assert [told.what for told in of(Told, found)] == ["board 1, 1 against 2"]


def test_a_file_cut_off_anywhere_is_refused_with_its_line() -> None:
    file = event(participants((1, "NS")), *(board(played(LEAD="AS"), number=n) for n in range(1, 20))).encode().strip()

    for piece in cut(file):
        assert fault(usebio.read, piece).line == max(1, piece.count(b"\n") + 1)


DEEP = b"<a>" * 700_000


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\n\n",
        b"\0" * 1000,
        b'[Event ""]\n',
        b"{}",
        b"<html><body></body></html>",
        DEEP,
        b'<USEBIO Version="1.2">' + DEEP,
        b'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><BOARD>' + b"<a/>" * 60_000,
        b'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><TITLE>' + b"x" * 2_000_000,
        event("".join(section(str(n)) for n in range(1000))).encode(),
        event(participants(*((n, "NS") for n in range(30_000)))).encode(),
        b'<USEBIO Version="' + b"1" * 20_000_000,
        event(board(played())).replace("4S", "4\0S").encode(),
        event(board(played())).encode("utf-16")[:-1],
        event(board(played())).encode("utf-32"),
        event(board(played())).encode("utf-7").replace(b"<", b"+ADw-"),
        b"\xff\xfe" + event(board(played())).encode(),
        event(board(played())).replace("</BOARD>", "</EVENT>").encode(),
        event(board(played())).replace("USEBIO", "usebio").encode(),
    ],
    ids=lambda file: repr(file[:30]),
)
def test_what_is_no_usebio_file_is_refused(file: bytes) -> None:
    assert fault(usebio.read, file).reason


@pytest.mark.parametrize("number", ["0", "-1", "10000", "9" * 5000, "1e3", "１", "", "1 2"])
def test_a_board_without_a_number_that_a_board_can_have_is_bad(number: str) -> None:
    found = items(usebio.read, event(board(played(), number=number)))

    assert "is no board number: 1 to 9999" in reason(found)


@pytest.mark.parametrize(
    "parts",
    [
        {"SCORE": "9" * 5000},
        {"SCORE": "--5"},
        {"NS_MATCH_POINTS": "1e999999"},
        {"NS_MATCH_POINTS": "1e-99"},
        {"TRICKS": "9" * 5000},
        {"NS_PAIR_NUMBER": "9" * 5000},
        {"CONTRACT": "4S" * 5000},
        {"TABLE_NUMBER": "²"},
    ],
)
def test_figures_that_are_none_are_bad_and_no_more(parts: dict[str, str]) -> None:
    found = read(line(**({"CONTRACT": "4S", "PLAYED_BY": "S", "TRICKS": "10"} | parts)))

    assert [type(item) for item in found] == [Found, Bad]


@pytest.mark.laborious
def test_a_long_file_is_read_in_little_memory() -> None:
    lines = "".join(played(ns=pair, ew=pair + 50, NS_MATCH_POINTS=12, EW_MATCH_POINTS=12) for pair in range(1, 41))
    file = io.BytesIO(event(*(board(lines, number=number) for number in range(1, 801))).encode())
    tracemalloc.start()

    told = sum(isinstance(item, Told) for item in usebio.read(file, Asked()))
    peak = tracemalloc.get_traced_memory()[1]

    tracemalloc.stop()
    assert told == 800 * 40
    assert peak < 2_000_000 < len(file.getvalue()) / 2

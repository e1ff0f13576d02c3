"""PBN 2.1 in its export format, line by line as the standard has it."""

from dataclasses import replace
from typing import Any

import pytest

from domain.match import Match
from services.formats.pbn.writing import tag, write
from services.formats.sheets import Unwritable
from tests.facts import (
    CLOSED,
    DEAL,
    NINE_DEALS,
    PASSED,
    Report,
    bid,
    calls,
    cards,
    deal,
    honours,
    inserted,
    opened,
    played,
    replayed,
    rubber,
    tell,
    trick,
    won,
)
from tests.facts import dealt as dealt_in_short

HANDS = {"N": ".63.AKQ987.A9732", "E": "A8654.KQ5.T.QJT6", "S": "J973.J98742.3.K4", "W": "KQT2.AT.J6542.85"}
"""The deal of the standard's example (1.2)."""
AUCTION = ["1D", "1S", "3H", "4S", "4N", "X", "P", "P", "5C", "X", "5H", "X", "P", "P", "P"]
PLAY = (
    ("W", "KS 3H 4S 3S"),
    ("N", "2C 6C KC 5C"),
    ("S", "7S 2S 6H 5S"),
    ("N", "AC TC 4C 8C"),
    ("N", "AD TD 3D 2D"),
    ("N", "KD 5H 7H 4D"),
)
"""Its tricks, from the leader on; then South leads the two of hearts, and claims."""


def game(match: Match, number: int = 1) -> list[str]:
    """The lines of one game."""
    found = "".join(write(match)).removeprefix("% PBN 2.1\r\n% EXPORT\r\n").removesuffix("\r\n")
    return found.split("\r\n\r\n")[number - 1].split("\r\n")


def tags(match: Match, number: int = 1) -> dict[str, str]:
    """The tags of one game."""
    lines = [line[1:-2].split(' "', 1) for line in game(match, number) if line.startswith("[")]
    return dict(lines)


def at(where: dict[str, Any], *reports: Report | list[Report]) -> list[Report]:
    """Reports of a table."""
    flat = [each for report in reports for each in (report if isinstance(report, list) else [report])]
    return [(type_, where | data) for type_, data in flat]


def held(hand: str) -> list[str]:
    return [rank + suit for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]


def pairs(*reports: Report | list[Report], **options: Any) -> Match:
    return tell(None, opened("bridge.pairs", options=options), *reports)


def teams(*reports: Report | list[Report], **options: Any) -> Match:
    return tell(None, opened("bridge.teams", options=options), *reports)


def result(board: int, ns: str, ew: str, told: str, **more: Any) -> Report:
    return deal(*told.split()[:2], tricks=int(told.split()[2]), board=board, ns=ns, ew=ew, **more)


def award(where: dict[str, Any], reason: str = "a ruling", **given: Any) -> Report:
    return "bridge.board_adjusted", {**where, "award": given, "reason": reason}


def standard_example() -> Match:
    told = [("bridge.dealt", {"hands": {seat: held(hand) for seat, hand in HANDS.items()}}), *calls("N", *AUCTION)]
    told += [each for leader, fell in PLAY for each in cards(leader, fell)]
    told += [played("S", "2H"), deal("5HX", "S", 9)]
    return tell(
        None,
        opened("bridge.teams", title="Schiphol Bridgetournament"),
        at({"board": 1, "room": "open"}, told),
        deal("4S", "E", 10, board=1, room="closed"),
    )


def test_the_example_of_the_standard_is_written_as_the_standard_has_it() -> None:
    assert game(standard_example()) == [
        '[Event "Schiphol Bridgetournament"]',
        '[Site "?"]',
        '[Date "2026.11.29"]',
        '[Board "1"]',
        '[West "?"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        '[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]',
        '[Scoring "IMP"]',
        '[Declarer "S"]',
        '[Contract "5HX"]',
        '[Result "9"]',
        '[Competition "Teams"]',
        '[HomeTeam "home"]',
        '[PairEW "away"]',
        '[PairNS "home"]',
        '[Room "Open"]',
        '[Score "NS -300"]',
        '[ScoreIMP "NS 3 EW -3"]',
        '[VisitTeam "away"]',
        '[Auction "N"]',
        "1D 1S 3H 4S",
        "4NT X Pass Pass",
        "5C X 5H X",
        "Pass Pass Pass",
        '[Play "W"]',
        "SK H3 S4 S3",
        "C5 C2 C6 CK",
        "S2 H6 S5 S7",
        "C8 CA CT C4",
        "D2 DA DT D3",
        "D4 DK H5 H7",
        "- - - H2",
        "*",
    ]


def test_a_file_says_its_version_and_that_it_is_export_format() -> None:
    assert list(write(rubber()))[:2] == ["% PBN 2.1\r\n", "% EXPORT\r\n"]


def test_lines_end_with_both_signs_and_games_stand_apart_by_an_empty_line() -> None:
    text = "".join(write(rubber(*NINE_DEALS)))

    assert text.count("\n") == text.count("\r\n") == len(list(write(rubber(*NINE_DEALS))))
    assert text.count("\r\n\r\n") == 8
    assert not text.endswith("\r\n\r\n")


def test_no_line_is_longer_than_255_characters_with_its_end() -> None:
    match = tell(None, opened("bridge.pairs", title='"' * 200), award({"board": 1, "ns": "1"}, "r" * 500, NS="A+"))

    lines = list(write(match))

    assert max(map(len, lines)) == 255
    assert next(line for line in lines if line.startswith("[Event")).count('\\"') == 121


def test_tags_keep_quotes_and_backslashes_and_only_latin_1() -> None:
    assert tag("Event", 'The "\\"') == '[Event "The \\"\\\\\\""]'
    assert tag("Event", "Žižkov\tÖ\n\x85\x7f€") == '[Event "?i?kov Ö  ??"]'
    assert tag("Event", "Reds – O’Blues") == '[Event "Reds - O\'Blues"]'
    "".join(write(tell(None, opened(title="\u2660 \x80"), PASSED))).encode("latin-1")


@pytest.mark.parametrize("title", ["#", "##all", "#1"])
def test_a_title_with_a_sharp_is_no_inheritance(title: str) -> None:
    assert tag("Event", title) == f'[Event " {title}"]'


def test_supplemental_tags_stand_in_the_order_of_the_alphabet_before_the_auction() -> None:
    match = pairs(at({"board": 1, "ns": "3NS", "ew": "1EW", "round": 2, "table": "4"}, calls("N", *"PPPP"), PASSED))

    names = [line[1:].split()[0] for line in game(match) if line.startswith("[")]

    assert names[15:] == [
        *("Competition", "PairEW", "PairNS", "Round", "Score", "ScoreMP", "Table", "Auction"),
    ]


def test_br008_a_passed_out_board_has_no_declarer_and_no_result() -> None:
    match = pairs(at({"board": 1, "ns": "1", "ew": "2"}, calls("N", *"PPPP"), PASSED))

    told = tags(match)

    assert (told["Declarer"], told["Contract"], told["Result"], told["Score"]) == ("", "Pass", "", "NS 0")
    assert game(match)[-2:] == ['[Auction "N"]', "Pass Pass Pass Pass"]


def test_the_deal_begins_with_the_dealer_and_marks_unknown_hands() -> None:
    hands = {seat: DEAL[seat] for seat in "EW"}
    match = pairs(("bridge.dealt", {"board": 2, "hands": hands}), result(2, "1", "2", "1N N 7"))

    assert tags(match)["Deal"] == "E:T987.9876.T7.654 - .QJT.J65432.JT32 -"


def test_hands_of_one_table_stand_over_those_of_the_board() -> None:
    turned = dict(zip("NESW", (DEAL["E"], DEAL["S"], DEAL["W"], DEAL["N"]), strict=True))
    match = pairs(
        ("bridge.dealt", {"board": 1, "hands": DEAL}),
        ("bridge.dealt", {"board": 1, "ns": "1", "ew": "2", "hands": turned}),
        result(1, "1", "2", "1N N 7"),
        result(1, "3", "4", "1N N 7"),
    )

    assert tags(match, 1)["Deal"].startswith("N:T987.9876.T7.654 ")
    assert tags(match, 2)["Deal"].startswith("N:AKQJ.5432.98.987 ")


def test_a_deal_that_nobody_told_is_unknown() -> None:
    assert tags(pairs(result(1, "1", "2", "1N N 7")))["Deal"] == "?"


def test_a_lead_alone_is_a_play_that_goes_no_further() -> None:
    match = pairs(result(1, "1", "2", "3N S 9", lead="TD"))

    assert game(match)[-3:] == ['[Play "W"]', "DT - - -", "*"]
    assert tags(match)["Deal"] == "N:- - - -"


def test_a_whole_play_ends_without_a_star_and_keeps_its_columns() -> None:
    match = rubber(dealt_in_short("N", "E", "S", "W"), bid("7N", "N"), all_thirteen(), deal("7N", "N", 9))

    lines = game(match)

    assert lines[lines.index('[Play "E"]') + 1] == "C4 CA C2 C9"
    assert len(lines) - lines.index('[Play "E"]') == 14
    assert lines[-1] != "*"


def test_tricks_of_which_only_the_winner_is_known_are_dashes() -> None:
    match = rubber(bid("1S", "S"), won("W"), trick("W", "AH 2H 3H 4H"), deal("1S", "S", 7))

    assert game(match)[-4:] == ['[Play "W"]', "- - - -", "HA H2 H3 H4", "*"]


def test_a_lead_out_of_turn_and_a_revoke_are_marked() -> None:
    out = rubber(bid("1N", "S"), cards("W", "AH 2H 3H 4H"), played("N", "5H", irregular=True), deal("1N", "S", 7))
    revoke = rubber(
        *(dealt_in_short("N", "E", "S", "W"), bid("1N", "S"), played("W", "JC"), played("N", "9D", irregular=True)),
        deal("1N", "S", 7),
    )

    assert game(out)[-2:] == ["- ^L H5 - -", "*"]
    assert game(revoke)[-2:] == ["CJ ^R D9 - -", "*"]


def test_an_auction_that_a_ruling_cut_short_ends_with_a_star() -> None:
    where = {"board": 1, "ns": "1", "ew": "2"}
    match = pairs(at(where, calls("N", "1S", "P")), award(where, NS="A+", EW="A-"))

    assert game(match)[-3:] == ['[Auction "N"]', "1S Pass", "*"]
    assert tags(match)["Contract"] == ""


@pytest.mark.parametrize(
    ("options", "scoring"),
    [
        ({}, "MP;MP1"),
        ({"scale": 1}, "MP;MP2"),
        ({"scoring": "butler"}, "IMP;Butler-2"),
        ({"scoring": "butler", "datum": {"trim": 2}}, "IMP;Butler-4"),
        ({"scoring": "butler", "datum": {"trim": 0}}, "IMP;Butler"),
        ({"scoring": "butler", "datum": {"kind": "mean"}}, "IMP;Butler"),
        ({"scoring": "butler", "datum": {"kind": "median"}}, "IMP;Butler;Median"),
        ({"scoring": "cross-imps"}, "IMP;Cross2"),
        ({"scoring": "cross-imps", "cross_imps_divisor": "n"}, "IMP;Cross1"),
        ({"scoring": "cross-imps", "cross_imps_divisor": "sum"}, "IMP;Cross"),
    ],
)
def test_the_scoring_of_a_session_is_said_in_the_words_of_the_standard(options: Any, scoring: str) -> None:
    assert tags(pairs(result(1, "1", "2", "1N N 7"), **options))["Scoring"] == scoring


@pytest.mark.parametrize(("scale", "scoring"), [("wbf", "IMP"), (None, "IMP"), ("bam", "BAM")])
def test_the_scoring_of_a_team_match(scale: str | None, scoring: str) -> None:
    match = teams(deal("1N", "N", 7, board=1, room="open"), victory_points=scale)

    assert tags(match)["Scoring"] == scoring


def test_matchpoints_are_said_with_their_percentages() -> None:
    match = pairs(result(1, "1", "2", "1N N 7"), result(1, "3", "4", "1N N 8"), result(1, "5", "6", "1N N 8"))

    told = tags(match, 2)

    assert (told["Score"], told["ScoreMP"]) == ("NS 120", "NS 3 EW 1")
    assert (told["ScorePercentage"], told["PairNS"], told["PairEW"]) == ("NS 75 EW 25", "3", "4")
    assert "ScoreIMP" not in told


def test_imps_of_a_session_are_said_with_their_decimals() -> None:
    match = pairs(
        *(result(1, f"{2 * n}", f"{2 * n + 1}", f"1N N {tricks}") for n, tricks in enumerate((7, 8, 9), start=1)),
        scoring="cross-imps",
    )

    assert tags(match)["ScoreIMP"] == "NS -1.5 EW 1.5"
    assert "ScoreMP" not in tags(match)


def test_rooms_say_who_sat_where_and_imps_from_each_view() -> None:
    match = teams(
        deal("4S", "N", 10, board=2, room="open", ns="away", ew="home", round=1),
        deal("4S", "N", 9, board=2, room="closed", ns="home", ew="away"),
    )

    first, second = tags(match, 1), tags(match, 2)

    assert (first["Room"], first["PairNS"], first["PairEW"], first["Round"]) == ("Open", "away", "home", "1")
    assert (first["Score"], first["ScoreIMP"]) == ("NS 620", "NS 12 EW -12")
    assert (second["Room"], second["ScoreIMP"], second["Score"]) == ("Closed", "NS -12 EW 12", "NS -100")


def test_a_room_that_is_waited_for_leaves_the_imps_out() -> None:
    told = tags(teams(deal("4S", "N", 10, board=1, room="open")))

    assert "ScoreIMP" not in told
    assert told["Room"] == "Open"


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"NS": "A+", "EW": "A-"}, "NS A+ EW A-"),
        ({"NS": "57.5%", "EW": "40%"}, "NS 57.5% EW 40%"),
        ({"NS": {"score": -420}, "EW": {"score": 50}}, "NS score -420 EW score 50"),
        (
            {"NS": {"score": [{"score": 170, "weight": "0.67"}, {"score": 140, "weight": "0.33"}]}, "EW": "50%"},
            "NS score 170*0.67 140*0.33 EW 50%",
        ),
    ],
)
def test_an_award_stands_beside_the_result_that_it_covers(given: Any, text: str) -> None:
    where = {"board": 1, "ns": "1", "ew": "2"}

    told = tags(pairs(result(1, "1", "2", "4S N 9"), award(where, "a fouled hand", **given)))

    assert (told["Award"], told["Reason"]) == (text, "a fouled hand")
    assert (told["Declarer"], told["Contract"], told["Result"]) == ("N", "4S", "9")
    assert "Score" not in told


def test_awards_without_a_table_have_a_game_too() -> None:
    sits_out = tags(pairs(award({"board": 3, "ew": "7"}, EW="60%")))
    whole_board = tags(teams(award({"board": 3}, home={"imps": "3"}, away={"imps": "-3"})))

    assert (sits_out["PairEW"], sits_out["Award"], sits_out["Contract"]) == ("7", "EW 60%", "")
    assert "PairNS" not in sits_out
    assert (whole_board["Award"], whole_board["Board"]) == ("home imps 3 away imps -3", "3")
    assert "Room" not in whole_board


def test_a_board_that_was_not_played_has_neither_contract_nor_score() -> None:
    told = tags(pairs(("bridge.board_not_played", {"board": 1, "ns": "1", "ew": "2", "reason": "late"})))

    assert (told["Termination"], told["Reason"]) == ("abandoned", "late")
    assert (told["Declarer"], told["Contract"], told["Result"]) == ("", "", "")
    assert "Score" not in told


def test_a_rubber_tells_what_each_deal_brought_and_what_stood_before() -> None:
    match = rubber(*NINE_DEALS)

    found = [
        (told["Vulnerable"], told["ScoreRubber"], told["ScoreRubberHistory"])
        for told in (tags(match, number) for number in range(1, 10))
    ]

    # The pad of the Perl module's synopsis, by the Laws of 2014: 1690 to 880.
    assert found == [
        ("None", "NS 60/60 EW 0/0", "NS 0 0/0 EW 0 0/0"),
        ("None", "NS 300/0 EW 0/0", "NS 0 60/60 EW 0 0/0"),
        ("None", "NS 0/0 EW 30/100", "NS 0 360/60 EW 0 0/0"),
        ("EW", "NS 0/0 EW 0/90", "NS 0 360/60 0 EW 0 30/100 0"),
        ("EW", "NS 200/0 EW 0/0", "NS 0 360/60 0 EW 0 30/100 90"),
        ("EW", "NS 650/360 EW 0/0", "NS 0 560/60 0 EW 0 30/100 90"),
        ("All", "NS 0/0 EW 30/40", "NS 0 1210/60 360 0 EW 0 30/100 90 0"),
        ("All", "NS 0/60 EW 0/0", "NS 0 1210/60 360 0 EW 0 60/100 90 40"),
        ("All", "NS 0/0 EW 500/90", "NS 0 1210/60 360 60 EW 0 60/100 90 40"),
    ]
    assert tags(match)["Scoring"] == "Rubber"
    assert tags(match, 9)["Board"] == "9"


def test_honours_are_in_the_figures_and_said_by_name() -> None:
    told = tags(rubber(deal("4S", "S", 10), honours("N", 100)))

    assert (told["ScoreRubber"], told["Honours"]) == ("NS 100/120 EW 0/0", "N 100")


def test_a_declarer_of_whom_only_the_side_is_known_is_unknown() -> None:
    told = tags(rubber(deal("2H", "we", 10, lead="AS")))

    assert (told["Declarer"], told["DeclaringSide"], told["Result"]) == ("?", "NS", "10")
    assert "Play" not in told


def test_a_dealer_that_nobody_knows_is_unknown() -> None:
    assert tags(rubber(deal("1N", "N", 7)))["Dealer"] == "?"


def test_a_chicago_says_its_vulnerability_and_has_no_history() -> None:
    match = tell(None, opened("bridge.chicago"), deal("1N", "N", 7), PASSED, deal("4S", "E", 10))

    found = [tags(match, number) for number in (1, 2, 3)]

    assert [told["Vulnerable"] for told in found] == ["None", "EW", "EW"]
    assert [told["Dealer"] for told in found] == ["N", "E", "E"]
    assert found[2]["ScoreRubber"] == "NS 0/0 EW 500/120"
    assert found[0]["Scoring"] == found[0]["Competition"] == "Chicago"
    assert "ScoreRubberHistory" not in found[0]


def test_what_is_in_play_and_what_does_not_count_is_no_game() -> None:
    match = rubber(
        deal("1N", "N", 7),
        bid("4S", "N"),
        inserted(3, deal("2N", "S", 8)),
        ("match.withdrawn", {"of": 2, "reason": "never played"}),
    )

    assert [tags(match)["Contract"]] == ["2NT"]
    assert "".join(write(match)).count("[Event ") == 1


def test_an_empty_match_is_a_file_without_games() -> None:
    assert "".join(write(rubber(CLOSED))) == "% PBN 2.1\r\n% EXPORT\r\n"


def test_a_match_that_is_stuck_is_not_written() -> None:
    stuck = replayed(opened(), deal("1N", "N", 7), played("N", "AS"))

    with pytest.raises(Unwritable, match="stuck at version 3"):
        list(write(stuck))


def all_thirteen() -> list[Report]:
    """Thirteen tricks against North, card by card: East–West play low, North–South high."""
    fell, left = [], {seat: list(DEAL[seat]) for seat in "NESW"}
    leader = "E"
    ranks = "23456789TJQKA"
    while left["N"]:
        seats = "NESW"[("NESW").index(leader) :] + "NESW"[: ("NESW").index(leader)]
        trick: list[tuple[str, str]] = []
        for seat in seats:
            led = trick[0][1][1] if trick else None
            follow = [card for card in left[seat] if card[1] == led] or left[seat]
            card = follow[-1] if led is None or seat in "EW" else follow[0]
            left[seat].remove(card)
            trick.append((seat, card))
        fell += [played(seat, card) for seat, card in trick]
        leader = max(trick, key=lambda each: (each[1][1] == trick[0][1][1], ranks.index(each[1][0])))[0]
    return fell


def test_options_that_fit_on_no_line_are_not_cut_off() -> None:
    options = {"carry_over": {"home": "0." + "1" * 300, "away": 0}}
    with pytest.raises(Unwritable, match="more than a line of PBN"):
        list(write(_with_options(options)))


def _with_options(options: dict[str, Any]) -> Match:
    """A team match whose options are what nobody could have opened it with."""
    match = tell(None, opened("bridge.teams"))
    return replace(match, opened=match.opened.model_copy(update={"options": {**match.opened.options, **options}}))

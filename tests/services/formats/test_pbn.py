import io
import tracemalloc
from typing import Any

import pytest

from services.formats.found import Asked, Bad, Found, Item, Left, Told, Unreadable
from services.formats.pbn import read
from tests.cases import SHARED
from tests.chance import dice

HANDS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""Each seat has a suit."""
EVENTS = SHARED / "data" / "bridge" / "events" / "pbn"


def read_all(text: str | bytes, **asked: bool) -> list[Item]:
    raw = text if isinstance(text, bytes) else text.encode()
    return list(read(io.BytesIO(raw), Asked(**asked)))


def results(items: list[Item]) -> list[dict[str, Any]]:
    """What the hands say: the last event of every record that tells a result."""
    return [item.events[-1][1] for item in items if isinstance(item, Told) and item.events[-1][0] != "bridge.dealt"]


def only(kind: type[Any], items: list[Item]) -> list[Any]:
    return [item for item in items if isinstance(item, kind)]


def record(**tags: str) -> str:
    """A record of a pairs session."""
    usual = {
        "Event": "Tuesday",
        "Board": "1",
        "PairNS": "1",
        "PairEW": "2",
        "Declarer": "N",
        "Contract": "4S",
        "Result": "10",
    }
    return "".join(f'[{name} "{value}"]\n' for name, value in (usual | tags).items() if value is not None) + "\n"


def teams(**tags: str) -> str:
    return record(**{"HomeTeam": "Reds", "VisitTeam": "Blues", "PairNS": "", "PairEW": ""} | tags)


def test_a_record_tells_a_result() -> None:
    found, told = read_all(record(Round="3", Table="4"))

    assert isinstance(found, Found)
    assert (found.game, found.title, found.numbered_here) == ("bridge.pairs", "Tuesday", False)
    assert isinstance(told, Told)
    assert (told.line, told.what) == (1, "board 1, 1 against 2")
    assert told.events == [
        (
            "bridge.deal_played",
            {
                "board": 1,
                "ns": "1",
                "ew": "2",
                "round": 3,
                "table": "4",
                "contract": "4S",
                "declarer": "N",
                "tricks": 10,
            },
        )
    ]


@pytest.mark.parametrize(
    ("contract", "read_as"),
    [("4Hx", "4HX"), ("4HX", "4HX"), ("4SXX", "4SXX"), ("3NR", "3NXX"), ("1N", "1N"), ("1NT", "1N")],
)
def test_contracts_are_spelled_in_many_ways(contract: str, read_as: str) -> None:
    assert results(read_all(record(Contract=contract)))[0]["contract"] == read_as


@pytest.mark.parametrize("contract", ["Pass", "AP", "PASS"])
def test_a_passed_out_board_is_a_result_without_declarer(contract: str) -> None:
    items = read_all(record(Contract=contract, Declarer="", Result=""))

    assert results(items) == [{"board": 1, "ns": "1", "ew": "2", "contract": "Pass"}]


@pytest.mark.parametrize("tags", [{"Contract": "?"}, {"Contract": ""}, {"Result": "?"}, {"Result": ""}])
def test_what_is_unknown_is_left_out_and_no_fault(tags: dict[str, str]) -> None:
    items = read_all(record(**tags))

    assert [type(item) for item in items] == [Left]


def test_a_deal_alone_tells_its_hands_and_needs_no_pairs() -> None:
    items = read_all(f'[Event "Tuesday"]\n[Board "1"]\n[Deal "{HANDS}"]\n')

    assert [type(item) for item in items] == [Found, Told, Left]
    assert items[-1] == Left(1, "board 1", "it has a deal, and no result")


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ({"Contract": "8S"}, "'8S' is no contract"),
        ({"Result": "14"}, "'14' is no number of tricks: 0 to 13"),
        ({"Declarer": "?"}, "4S has no declarer"),
        ({"Board": ""}, "it has no board number"),
        ({"Board": "x"}, "'x' is no board number: 1 to 9999"),
        ({"Board": "0"}, "'0' is no board number: 1 to 9999"),
        ({"Board": "9" * 5000}, f"'{'9' * 40}' is no board number: 1 to 9999"),
        ({"Round": "9" * 5000}, f"'{'9' * 40}' is no round: 1 to 1000"),
        ({"Score": "9" * 5000}, f"'{'9' * 40}' is no score"),
        ({"Dealer": "E"}, "the file says that East deals; board 1 is dealt by North"),
        ({"Vulnerable": "All"}, "the file says that everybody is vulnerable; on board 1 it is nobody"),
        ({"Score": "NS 620"}, "the file says NS 620; 4S by N making 10 on board 1 is 420"),
        ({"Score": "-420"}, "the file says NS -420; 4S by N making 10 on board 1 is 420"),
        ({"Score": "NS 420 EW 420"}, "'NS 420 EW 420' is another score for each side: it takes a director's award"),
        ({"PairNS": "", "North": "", "South": "Emil"}, "it does not say which pair sits NS"),
        (
            {"Competition": "Individuals"},
            "it is a competition of individuals: pairs, teams, rubbers and Chicagos are scored",
        ),
        ({"Scoring": "Cavendish"}, "it is scored by 'Cavendish', which Scorepad does not know"),
    ],
)
def test_what_cannot_be_is_bad_with_its_line_and_a_reason(tags: dict[str, str], reason: str) -> None:
    items = read_all("\n" + record(**tags))

    assert items == [Bad(2, only(Bad, items)[0].what, reason)]


@pytest.mark.parametrize("score", ["420", "NS 420", "EW -420", "NS 420 EW -420", "EW -420 NS 420"])
def test_a_score_has_five_forms(score: str) -> None:
    assert len(results(read_all(record(Score=score)))) == 1


def test_a_bare_score_is_the_declarers() -> None:
    assert len(results(read_all(record(Declarer="W", Score="420")))) == 1


@pytest.mark.parametrize("vulnerable", ["None", "Love", "-"])
def test_nobody_vulnerable_is_written_in_three_ways(vulnerable: str) -> None:
    assert len(results(read_all(record(Vulnerable=vulnerable)))) == 1


@pytest.mark.parametrize("vulnerable", ["All", "Both"])
def test_everybody_vulnerable_is_written_in_two_ways(vulnerable: str) -> None:
    assert len(results(read_all(record(Board="04", Vulnerable=vulnerable)))) == 1


def test_a_number_sign_takes_the_nearest_real_value() -> None:
    items = read_all(
        record() + record(Event="#", PairNS="#", Contract="3N") + '[Event"#"]\n' + record(Event="#").partition("\n")[2]
    )

    assert [result["ns"] for result in results(items)] == ["1", "1", "1"]
    assert [found.title for found in only(Found, items)] == ["Tuesday"]


def test_a_number_sign_never_stands_for_a_contract() -> None:
    items = read_all(record() + record(Contract="#"))

    assert [type(item) for item in items] == [Found, Told, Left]


def test_two_number_signs_hold_for_all_later_records() -> None:
    later = record().replace('[Event "Tuesday"]\n', "")
    items = read_all(record(Event="##Tuesday") + later + record(Event="Wednesday") + later)

    assert [item.key for item in only(Told, items)] == [
        "bridge.pairs|Tuesday||",
        "bridge.pairs|Tuesday||",
        "bridge.pairs|Wednesday||",
        "bridge.pairs|Wednesday||",
    ]


def test_a_caret_marks_an_irregularity_and_the_result_stands() -> None:
    items = read_all(record(Result="^12", Declarer="^W"))

    assert (results(items)[0]["tricks"], results(items)[0]["declarer"]) == (12, "W")


def test_several_records_share_a_deal() -> None:
    second = record(Event="", Board="", PairNS="3", PairEW="4").replace('[Event ""]\n[Board ""]\n', "")
    items = read_all(record(Board="7", Deal=HANDS) + second)

    assert [result["board"] for result in results(items)] == [7, 7]


def test_a_record_without_an_event_belongs_to_the_one_before_it() -> None:
    later = teams(Board="2", Room="Closed").replace('[Event "Tuesday"]\n', "").replace('[HomeTeam "Reds"]\n', "")
    items = read_all(teams(Room="Open") + later.replace('[VisitTeam "Blues"]\n', ""))

    assert [found.title for found in only(Found, items)] == ["Reds – Blues, Tuesday"]
    assert [result["room"] for result in results(items)] == ["open", "closed"]


def test_a_tag_that_only_goes_on_after_an_empty_line_belongs_to_its_record() -> None:
    items = read_all(record() + '[Auction "N"]\n1S P 4S AP\n')

    assert len(only(Told, items)) == 1
    assert len(only(Told, items)[0].events) == 7


def test_comments_and_lines_for_programs_are_passed_over() -> None:
    text = '% PBN 2.1\n{ a comment\n\n [Board "9"] over lines }\n; [Board "8"]\n' + record().replace(
        '[Board "1"]', '[Board "1"] ; not "2"'
    )
    items = read_all(text + "{ comments {do not nest} }\ntrailing words\n\n\n")

    assert [result["board"] for result in results(items)] == [1]
    assert only(Bad, items) == []


def test_a_semicolon_in_a_value_is_no_comment() -> None:
    found = read_all(record(Scoring="IMP;Cross1"))[0]

    assert isinstance(found, Found)
    assert found.options == {"scoring": "cross-imps", "cross_imps_divisor": "n"}


@pytest.mark.parametrize(
    ("scoring", "options"),
    [
        ("MP;MP1", {"scoring": "matchpoints", "scale": 2}),
        ("MP;MP2", {"scoring": "matchpoints", "scale": 1}),
        ("IMP;Butler", {"scoring": "butler", "datum": {"kind": "mean"}}),
        ("IMP;Butler-2", {"scoring": "butler", "datum": {"kind": "trimmed-mean", "trim": 1}}),
        ("IMP;Cross", {"scoring": "cross-imps", "cross_imps_divisor": "sum"}),
        ("IMP;Cross2", {"scoring": "cross-imps", "cross_imps_divisor": "n-1"}),
        ("?", {}),
    ],
)
def test_scoring_becomes_options(scoring: str, options: dict[str, Any]) -> None:
    found = read_all(record(Scoring=scoring))[0]

    assert isinstance(found, Found)
    assert (found.options, found.unsure) == (options, {})


def test_imps_for_pairs_are_not_guessed() -> None:
    found = read_all(record(Scoring="IMP"))[0]

    assert isinstance(found, Found)
    assert list(found.unsure) == ["scoring"]


def test_pairs_without_numbers_are_numbered_and_never_named() -> None:
    names = {"PairNS": "", "PairEW": "", "East": "Vera", "West": "Emil"}
    items = read_all(
        record(**names, North="Ada", South="Max")
        + record(**names | {"Board": "2", "East": "Emil", "West": "Vera"}, North="Max", South="Ada")
    )

    assert [(result["ns"], result["ew"]) for result in results(items)] == [("1", "2"), ("1", "2")]
    assert only(Found, items)[0].numbered_here
    assert "Ada" not in str(items)


def test_names_in_place_of_pair_numbers_are_not_kept_either() -> None:
    items = read_all(record(PairNS="Ada-Max", PairEW="Vera-Emil"))

    assert [(result["ns"], result["ew"]) for result in results(items)] == [("1", "2")]
    assert "Ada" not in str(items)


def test_rooms_are_named() -> None:
    items = read_all(teams(Room="Open") + teams(Room="Closed"))

    assert [(found.game, found.title) for found in only(Found, items)] == [("bridge.teams", "Reds – Blues, Tuesday")]
    assert [result["room"] for result in results(items)] == ["open", "closed"]


def test_where_the_other_table_names_the_teams_the_other_way_round_home_is_who_sits_north_south() -> None:
    turned = {"HomeTeam": "Blues", "VisitTeam": "Reds"}
    items = read_all(teams() + teams(Board="2") + teams(**turned) + teams(Board="3") + teams(Board="2", **turned))

    assert [(result["board"], result["room"]) for result in results(items)] == [
        (1, "open"),
        (2, "open"),
        (1, "closed"),
        (3, "open"),
        (2, "closed"),
    ]
    assert [found.title for found in only(Found, items)] == ["Reds – Blues, Tuesday"]


def test_rooms_that_nothing_tells_are_bad_unless_they_come_in_order() -> None:
    text = teams() + teams() + teams(Board="2")

    assert [bad.line for bad in only(Bad, read_all(text))] == [1, 11, 21]
    assert [result["room"] for result in results(read_all(text, rooms_in_order=True))] == ["open", "closed", "open"]


def test_a_board_not_played_is_told_from_one_passed_out() -> None:
    unplayed = teams(Room="Open", Contract="Pass", Declarer="", Result="", ScoreIMP="NS 0 EW 0")
    passed = teams(Room="Closed", Contract="Pass", Declarer="", Result="", ScoreIMP="NS 0 EW 0", Score="NS 0")
    items = read_all(unplayed + passed)

    assert [left.what for left in only(Left, items)] == ["board 1, open room"]
    assert results(items) == [{"board": 1, "room": "closed", "contract": "Pass"}]


def test_hands_are_told_once_for_a_board_and_again_where_they_differ() -> None:
    other = HANDS.replace("N:", "E:")
    items = read_all(record(Deal=HANDS) + record(PairNS="3", PairEW="4", Deal=HANDS) + record(PairNS="5", Deal=other))

    told = [[type_ for type_, _ in item.events] for item in only(Told, items)]
    assert told == [
        ["bridge.dealt"],
        ["bridge.deal_played"],
        ["bridge.deal_played"],
        ["bridge.dealt", "bridge.deal_played"],
    ]
    assert only(Told, items)[0].events[0][1]["hands"]["N"][:2] == ["AS", "KS"]
    assert only(Told, items)[3].events[0][1]["hands"]["E"][:2] == ["AS", "KS"]


PLAYED = record(
    Deal="N:T7.QT6.AQ985.T87 98.542.KT643.K54 AQ32.AK97.72.Q62 KJ654.J83.J.AJ93",
    Declarer="S",
    Contract="3NT",
    Result="7",
).rstrip() + (
    '\n[Auction "N"]\nPass Pass 1NT =1= Pass ! 3NT AP\n[Note "1:fifteen to seventeen"]\n'
    '[Play "W"]\nS4 ST S8 S3\nDJ D5 D4 D7\n- - - C2\n*\n'
)


def test_the_auction_and_the_cards_are_told_in_the_order_in_which_they_fell() -> None:
    events = only(Told, read_all(PLAYED))[1].events

    calls = [(data["seat"], data["call"]) for type_, data in events if type_ == "bridge.call_made"]
    cards = [(data["seat"], data["card"]) for type_, data in events if type_ == "bridge.card_played"]
    assert calls == [("N", "P"), ("E", "P"), ("S", "1N"), ("W", "P"), ("N", "3N"), ("E", "P"), ("S", "P"), ("W", "P")]
    assert cards == [
        ("W", "4S"),
        ("N", "TS"),
        ("E", "8S"),
        ("S", "3S"),
        ("N", "5D"),
        ("E", "4D"),
        ("S", "7D"),
        ("W", "JD"),
    ]
    assert events[-1][1]["lead"] == "4S"


def test_only_results_are_told_where_that_is_asked_for() -> None:
    events = only(Told, read_all(PLAYED, results_only=True))[1].events

    assert [type_ for type_, _ in events] == ["bridge.deal_played"]
    assert events[0][1]["lead"] == "4S"


def test_cards_without_an_auction_come_after_the_contract() -> None:
    text = PLAYED.replace('[Auction "N"]\nPass Pass 1NT =1= Pass ! 3NT AP\n', "")
    events = only(Told, read_all(text))[1].events

    assert events[0] == (
        "bridge.contract_reached",
        {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "S"},
    )


@pytest.mark.parametrize(
    ("auction", "reason"),
    [
        ("Pass Pass 1NT Pass 3NT Pass Pass", "its auction does not end; the auction is left out"),
        ("Pass Pass 3NT 2S AP", "its auction breaks the rules: 2S is not higher than 3N; the auction is left out"),
        ("Pass Pass Pass 3NT AP", "its auction makes W declarer, not S; the auction is left out"),
        ("Pass Pass ^S 1NT AP", "^S stands in its auction; the auction is left out"),
    ],
)
def test_an_auction_that_cannot_be_told_leaves_the_result_and_the_cards(auction: str, reason: str) -> None:
    items = read_all(PLAYED.replace("Pass Pass 1NT =1= Pass ! 3NT AP", auction))

    assert [left.reason for left in only(Left, items)] == [reason]
    assert only(Told, items)[1].events[0][0] == "bridge.contract_reached"
    assert results(items)[0]["tricks"] == 7


def test_an_auction_that_comes_to_another_contract_is_bad() -> None:
    items = read_all(PLAYED.replace("3NT AP", "3NT Pass Pass X AP"))

    assert [bad.reason for bad in only(Bad, items)] == ["its auction comes to 3NX, and its Contract is 3N"]


def test_the_double_of_an_auction_is_not_lost_br004() -> None:
    items = read_all(PLAYED.replace("3NT AP", "3NT Pass Pass X XX AP").replace('"3NT"', '"3NTXX"'))

    assert results(items)[0]["contract"] == "3NXX"
    assert only(Left, items) == []


def test_a_comment_that_does_not_end_is_told_with_what_it_may_have_swallowed() -> None:
    items = read_all(record() + "{ a note\n" + record(Board="2"))

    assert [told["board"] for told in results(items)] == [1]
    assert only(Bad, items) == [Bad(9, "a record", "the comment that begins here does not end")]


def test_lines_may_end_with_a_carriage_return_alone() -> None:
    text = "% PBN 2.1\n" + record() + record(Board="2", Declarer="Q")

    items = read_all(text.replace("\n", "\r"))

    assert [told["board"] for told in results(items)] == [1]
    assert [bad.line for bad in only(Bad, items)] == [10]


@pytest.mark.parametrize("begins", ['[Event "', "", "{", '"'])
def test_a_line_that_would_fill_the_memory_is_refused_with_its_number(begins: str) -> None:
    with pytest.raises(Unreadable, match="line 9: a line of more than a million bytes"):
        read_all(record() + begins + "x" * 1_000_001)


def test_a_long_line_takes_little_more_memory_than_itself() -> None:
    line = ("x" * 900_000 + "\n").encode()
    tracemalloc.start()

    read_all(record().encode() + line)

    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_a_marked_revoke_is_told_as_irregular() -> None:
    items = read_all(PLAYED.replace("S4 ST S8 S3", "S4 ST ^R H2 S3"))

    marked = [data["card"] for _, data in only(Told, items)[1].events if data.get("irregular")]
    assert marked == ["2H"]


def test_the_play_of_a_board_whose_result_was_changed_for_it_is_left_out() -> None:
    items = read_all(PLAYED.replace('[Result "7"]', '[Result "^8"]'))

    assert [left.reason for left in only(Left, items)] == ["its result is marked as irregular; the play is left out"]
    assert results(items)[0]["tricks"] == 8


TABLE = (
    '[Event "Tuesday"]\n[Board "28"]\n[Dealer "W"]\n[Vulnerable "NS"]\n[Scoring "MatchPoints;MP1"]\n'
    '[ScoreTable "-Table\\2R;Round\\2R;PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Lead\\3L;'
    'Score_NS\\6R;Score_EW\\6R;Percentage_NS\\3R;Percentage_EW\\3R;Names_NS"]\n'
    '19 14  4 11 2HX  S  8 S6   "670"      - 100   0 "Ada;Max"\n'
    '10 14 20 38 2N   E  7 -    50 - 10 90 "Vera;Emil"\n'
    '20 14  5 10 Pass -  - -      "0"      -  48  52 ?\n'
    " 9 14  6  9 -    -  - -      -      -  ^60 ^40 ?\n"
    "11 14  7  8 -    -  - -      -      -  -   - ?\n"
)


def test_a_score_table_tells_a_whole_traveller() -> None:
    items = read_all(TABLE)

    assert [type(item) for item in items] == [Found, Told, Told, Told, Told, Left]
    told = [item.events[0] for item in only(Told, items)]
    at = {"board": 28, "round": 14}
    assert told[0] == (
        "bridge.deal_played",
        at | {"ns": "4", "ew": "11", "table": "19", "contract": "2HX", "declarer": "S", "tricks": 8, "lead": "6S"},
    )
    assert told[2] == ("bridge.deal_played", at | {"ns": "5", "ew": "10", "table": "20", "contract": "Pass"})
    assert told[3][0] == "bridge.board_adjusted"
    assert told[3][1]["award"] == {"NS": "60%", "EW": "40%"}
    assert "Ada" not in str(items)


def test_a_score_table_is_held_against_its_scores() -> None:
    items = read_all(TABLE.replace('"670"', '"470"'))

    assert [bad.what for bad in only(Bad, items)] == ["board 28, 4 against 11"]


def test_a_score_table_that_does_not_say_who_met_is_bad() -> None:
    items = read_all(TABLE.replace("PairId_NS", "Rank"))

    assert [bad.reason for bad in only(Bad, items)] == [
        "its ScoreTable does not say which pairs met (PairId_NS, PairId_EW)"
    ]


def test_rubber_and_chicago_have_no_boards() -> None:
    text = record(Scoring="Rubber", Board="", Dealer="E", Deal=HANDS.replace("N:", "E:")).replace('[Board ""]\n', "")
    items = read_all(text)

    assert [found.game for found in only(Found, items)] == ["bridge.rubber"]
    told = only(Told, items)[0].events
    assert [type_ for type_, _ in told] == ["bridge.dealt", "bridge.deal_played"]
    assert told[0][1]["dealer"] == "E"
    assert told[1][1] == {"contract": "4S", "declarer": "N", "tricks": 10}


def test_latin_1_and_utf_8_stand_in_one_file() -> None:
    one, other = record(Event="Köln").encode("latin-1"), record(Event="Köln", Board="2").encode()
    items = read_all(b"\xef\xbb\xbf" + one + other)

    assert [found.title for found in only(Found, items)] == ["Köln"]


def test_windows_line_ends_are_line_ends() -> None:
    assert len(results(read_all(record().replace("\n", "\r\n") * 2))) == 2


def test_a_value_said_twice_is_bad() -> None:
    items = read_all('[Event "Tuesday"]\n[Contract "4S"]\n[Contract "3S"]\n[Board "1"]\n')

    assert [(bad.line, bad.reason) for bad in only(Bad, items)] == [
        (3, "Contract stands twice in one record, with two values")
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "% PBN 2.1\n{ nothing }\n", "<xml/>"])
def test_a_file_without_a_tag_is_no_pbn(text: str) -> None:
    with pytest.raises(Unreadable):
        read_all(text)


def test_nothing_that_is_cut_or_garbled_does_more_than_be_refused() -> None:
    chance = dice(11)
    text = (PLAYED + TABLE + teams(Room="Open")).encode()
    for _ in range(300):
        cut = bytearray(text[: chance.randrange(len(text))])
        for _ in range(chance.randrange(4)):
            if cut:
                cut[chance.randrange(len(cut))] = chance.randrange(256)
        try:
            items = read_all(bytes(cut))
        except Unreadable:
            continue
        assert all(isinstance(item, Found | Told | Left | Bad) for item in items)


@pytest.mark.skipif(not EVENTS.exists(), reason="the published events are not on this machine")
def test_nine_matches_of_one_file_have_the_published_results() -> None:
    with (EVENTS / "realbridge_2021_qual_open_r2.pbn").open("rb") as file:
        items = list(read(file, Asked()))

    assert len(only(Found, items)) == 10
    assert len(results(items)) == 179
    assert len(only(Left, items)) == 20


@pytest.mark.parametrize(
    ("tags", "game", "options"),
    [
        ({"Competition": "Rubber"}, "bridge.rubber", {}),
        ({"Competition": "Teams", "Room": "Open"}, "bridge.teams", {}),
        ({"Scoring": "BAM", "Room": "Open"}, "bridge.teams", {"victory_points": "bam"}),
        ({"Scoring": "MP", "Options": '{\\"winners\\":2}'}, "bridge.pairs", {"scoring": "matchpoints", "winners": 2}),
    ],
)
def test_competition_scoring_and_options_tell_the_game(
    tags: dict[str, str], game: str, options: dict[str, Any]
) -> None:
    found = read_all(record(**tags))[0]

    assert isinstance(found, Found)
    assert (found.game, found.options) == (game, options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [("{", "its Options cannot be read: This is not JSON"), ("[]", "its Options are no JSON object")],
)
def test_options_that_are_none_are_bad(options: str, reason: str) -> None:
    [bad] = read_all(record(Options=options))

    assert isinstance(bad, Bad)
    assert bad.reason.startswith(reason)


def test_an_award_stands_over_a_result_or_alone() -> None:
    over, alone = (
        read_all(record(Award="NS A+ EW A-", Reason="late")),
        read_all(record(Award="NS 60% EW score -50", Contract="", Declarer="", Result="")),
    )

    assert [kind for told in only(Told, over) for kind, _ in told.events] == [
        "bridge.deal_played",
        "bridge.board_adjusted",
    ]
    assert results(over)[0]["reason"] == "late"
    assert results(alone)[0]["award"] == {"NS": "60%", "EW": {"score": -50}}


def test_an_award_that_is_none_is_bad() -> None:
    assert [bad.reason for bad in only(Bad, read_all(record(Award="A+")))] == ["'A+' is no award: NS A+ EW A-"]


def test_an_award_with_one_pair_is_for_sitting_out() -> None:
    [told] = only(Told, read_all(record(PairEW="", Award="NS 60%", Contract="", Declarer="", Result="", Round="2")))

    assert told.what == "board 1, 1 sitting out"
    assert told.events[0][1] == {
        "board": 1,
        "ns": "1",
        "round": 2,
        "award": {"NS": "60%"},
        "reason": "As the file says.",
    }


def test_an_award_at_teams_without_a_room_is_for_the_whole_board() -> None:
    [told] = only(Told, read_all(teams(Award="home imps 3 away imps -3", Contract="", Declarer="", Result="")))

    assert told.events[0][1]["award"] == {"home": {"imps": "3"}, "away": {"imps": "-3"}}
    assert "room" not in told.events[0][1]


def test_a_board_that_was_abandoned_was_not_played() -> None:
    items = read_all(record(Termination="abandoned", Reason="no time", Contract="", Declarer="", Result=""))

    assert only(Told, items)[0].events == [
        ("bridge.board_not_played", {"board": 1, "ns": "1", "ew": "2", "reason": "no time"})
    ]


@pytest.mark.parametrize(
    ("said", "told"), [("N 100", {"seat": "N", "points": 100}), ("EW 150", {"seat": "EW", "points": 150})]
)
def test_honours_of_a_rubber_are_told_after_the_deal(said: str, told: dict[str, Any]) -> None:
    items = read_all(record(Scoring="Rubber", Board="", Honours=said))

    assert only(Told, items)[-1].events == [("bridge.honours_claimed", told)]


def test_honours_that_are_none_are_bad() -> None:
    [bad] = only(Bad, read_all(record(Scoring="Rubber", Board="", Honours="N 120")))

    assert bad.reason == "'120' are no honours: 100 or 150"


def test_in_a_rubber_a_side_may_be_all_that_is_known_of_the_declarer() -> None:
    items = read_all(record(Scoring="Rubber", Board="", Declarer="?", DeclaringSide="EW"))

    assert results(items)[0]["declarer"] == "EW"


def test_an_auction_of_passes_is_a_result_without_a_contract() -> None:
    items = read_all(record(Contract="", Declarer="", Result="").rstrip("\n") + '\n[Auction "N"]\nAP\n')

    assert results(items)[0]["contract"] == "Pass"


@pytest.mark.parametrize(
    ("was", "is_now", "reason"),
    [
        ('[Auction "N"]', '[Auction "E"]', "its auction begins with E; the auction is left out"),
        ('[Play "W"]', '[Play "N"]', "N leads to 3N by S; the play is left out"),
        ("S4 ST S8 S3", "S4 S11 S8 S3", "S11 stands in its play; the play is left out"),
    ],
)
def test_a_course_that_begins_elsewhere_is_left_out(was: str, is_now: str, reason: str) -> None:
    assert was in PLAYED

    items = read_all(PLAYED.replace(was, is_now))

    assert [left.reason for left in only(Left, items)] == [reason]
    assert results(items)[0]["tricks"] == 7


def test_a_board_has_two_results_at_teams() -> None:
    [bad] = only(Bad, read_all(teams() + teams() + teams(), rooms_in_order=True))

    assert bad.reason == "it is result 3 of board 1, and there are two rooms"


def test_a_room_is_open_or_closed() -> None:
    assert [bad.reason for bad in only(Bad, read_all(teams(Room="1")))] == ["'1' is no room: Open or Closed"]


def test_a_deal_has_four_hands() -> None:
    assert [bad.reason for bad in only(Bad, read_all(record(Deal="N:AKQJT98765432... -")))] == [
        "its Deal has 2 hands, not four"
    ]


@pytest.mark.parametrize(("score", "fits"), [("- -50", False), ("- -420", True), ("420 -", True), ("- -", True)])
def test_a_score_table_may_have_the_score_of_one_side(score: str, fits: bool) -> None:
    header = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"

    items = read_all(f'[Event "x"]\n[Scoring "MP"]\n[Board "1"]\n[ScoreTable "{header}"]\n1 2 4S N 10 {score}\n')

    assert [type(item) for item in items] == ([Found, Told] if fits else [Bad])

"""The plain CSV of docs/formats.md, both ways."""

import csv
from io import BytesIO, StringIO
from typing import Any

import pytest

from domain.match import Match
from services.formats.found import Asked, Bad, Found, Item, Left, Told, Unreadable
from services.formats.plain import read
from services.formats.plain.cells import COLUMNS
from services.formats.plain.writing import write
from services.formats.sheets import Unwritable
from tests.cases import cases
from tests.cases import tell as tell_case
from tests.facts import CLOSED, NINE_DEALS, PASSED, Report, adjusted, deal, honours, opened, rubber, tell
from tests.papers import ROOT, blocks
from tests.roundtrips import read_again, shown

PAIRS = "board,ns,ew,contract,declarer,tricks\n"


def items(text: str | bytes) -> list[Item]:
    return list(read(BytesIO(text if isinstance(text, bytes) else text.encode()), Asked()))


def found(text: str) -> Found:
    first = items(text)[0]
    assert isinstance(first, Found)
    return first


def events(text: str | bytes) -> list[Any]:
    """What the rows tell; all must be read."""
    told: list[Any] = []
    for item in items(text)[1:]:
        assert isinstance(item, Told), item
        told += item.events
    return told


def fault(text: str) -> str:
    """What is wrong with the only row."""
    _, bad = items(text)
    assert isinstance(bad, Bad), bad
    return bad.reason


def unreadable(text: str | bytes) -> str:
    with pytest.raises(Unreadable) as raised:
        items(text)
    return str(raised.value)


def pairs(*reports: Report | list[Report], **options: Any) -> Match:
    return tell(None, opened("bridge.pairs", options=options), *reports)


def teams(*reports: Report | list[Report], **options: Any) -> Match:
    return tell(None, opened("bridge.teams", options=options), *reports)


def result(board: int, ns: str, ew: str, told: str = "1N N 7", **more: Any) -> Report:
    return deal(*told.split()[:2], tricks=int(told.split()[2]), board=board, ns=ns, ew=ew, **more)


def award(given: dict[str, Any], **where: Any) -> Report:
    return "bridge.board_adjusted", {**where, "award": given, "reason": "a ruling"}


# Reading


def test_a_result_is_read_by_the_names_of_the_columns_in_any_order() -> None:
    text = "Lead,tricks,declarer,contract,ew,ns,table,round,board\n10h,9,south,3nt,1EW,3NS,4,2,5\n"

    assert events(text) == [
        (
            "bridge.deal_played",
            {"board": 5, "ns": "3NS", "ew": "1EW", "table": "4", "round": 2}
            | {"contract": "3N", "declarer": "S", "tricks": 9, "lead": "TH"},
        )
    ]


@pytest.mark.parametrize(("told", "tricks"), [("=", 9), ("+1", 10), ("-2", 7), ("'+1", 10), ("+01", 10)])
def test_a_result_may_be_told_by_tricks_over_or_under(told: str, tricks: int) -> None:
    text = f"board,ns,ew,contract,declarer,result\n1,1,2,3N,S,{told}\n"

    assert events(text)[0][1]["tricks"] == tricks


def test_the_game_follows_from_the_columns() -> None:
    assert found("board,room,contract\n").game == "bridge.teams"
    assert found("board,room,ns,ew,contract\n").game == "bridge.teams"
    assert found(PAIRS).game == "bridge.pairs"
    assert found("contract,declarer,tricks\n").game == "bridge.rubber"


def test_notes_above_the_header_name_game_title_and_options() -> None:
    text = "# game=bridge.chicago\n#title = Friday, 7 pm\n# option.carry=false\n# option.honours=true\ncontract\n"

    told = found(text)

    assert (told.game, told.title, told.key, told.line) == ("bridge.chicago", "Friday, 7 pm", "", 5)
    assert told.options == {"carry": False, "honours": True}


def test_a_title_that_looks_like_a_number_is_text() -> None:
    assert found("# title=2026\ncontract\n").title == "2026"


def test_deals_of_a_rubber_are_told_with_dealer_and_honours() -> None:
    text = "dealer,contract,declarer,tricks,honours,honours_by\nE,4S,we,10,100,n\n,Pass,,,,\n"

    assert events(text.replace("we", "NS")) == [
        ("bridge.dealt", {"dealer": "E"}),
        ("bridge.deal_played", {"contract": "4S", "declarer": "NS", "tricks": 10}),
        ("bridge.honours_claimed", {"seat": "N", "points": 100}),
        ("bridge.deal_played", {"contract": "Pass"}),
    ]


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("E,4S,N,10,100,", "honours need honours, honours_by and a contract"),
        ("E,,,,100,N", "honours need honours, honours_by and a contract"),
        ("E,4S,N,10,120,N", "'120' are no honours: 100 or 150"),
    ],
)
def test_honours_that_cannot_be_are_told(row: str, hint: str) -> None:
    assert hint in fault(f"dealer,contract,declarer,tricks,honours,honours_by\n{row}\n")


def test_a_dealer_without_a_deal_is_no_deal() -> None:
    assert items("dealer,contract,declarer,tricks\nE,,,\n")[1:] == [Left(2, "a deal", "it has no result")]


def test_the_result_is_the_last_event_of_its_record_and_places_count_on() -> None:
    text = "dealer,contract,declarer,tricks,honours,honours_by\nE,4S,N,10,100,N\nS,1N,N,7,,\n"

    told = [item for item in items(text) if isinstance(item, Told)]

    assert [item.place for item in told] == [0, 1, 2]
    assert [item.events[-1][0] for item in told] == [
        *("bridge.deal_played", "bridge.honours_claimed", "bridge.deal_played"),
    ]
    assert [item.line for item in told] == [2, 2, 3]


@pytest.mark.parametrize(
    ("cell", "given"),
    [
        ("A+", "A+"),
        ("57.5%", "57.5%"),
        ("score -420", {"score": -420}),
        ("imps 2.5", {"imps": "2.5"}),
        (
            "score 170*0.67 140*0.33",
            {"score": [{"score": 170, "weight": "0.67"}, {"score": 140, "weight": "0.33"}]},
        ),
    ],
)
def test_awards_are_read_for_each_side(cell: str, given: Any) -> None:
    text = f"board,ns,ew,award_ns,award_ew,reason\n1,1,2,{cell},A-,too late\n"

    assert events(text) == [
        (
            "bridge.board_adjusted",
            {"board": 1, "ns": "1", "ew": "2", "reason": "too late"} | {"award": {"NS": given, "EW": "A-"}},
        )
    ]


def test_a_row_may_tell_an_award_and_the_result_under_it() -> None:
    text = "board,room,contract,declarer,tricks,award_home,award_away,status\n1,Open,1N,N,7,A+,A-,Adjusted\n"

    assert [type_ for type_, _ in events(text)] == ["bridge.board_adjusted", "bridge.deal_played"]
    assert events(text)[0][1]["reason"] == "As the file says."


def test_a_pair_may_sit_out_and_a_board_not_be_played() -> None:
    text = "board,ns,ew,award_ns,status,reason\n1,7,,60%,,bye\n2,1,2,,not played,\n"

    assert events(text) == [
        ("bridge.board_adjusted", {"board": 1, "ns": "7", "award": {"NS": "60%"}, "reason": "bye"}),
        ("bridge.board_not_played", {"board": 2, "ns": "1", "ew": "2"}),
    ]


def test_what_has_no_result_is_left_with_its_line() -> None:
    assert items(PAIRS + "\n1,1,2,,,\n")[1:] == [Left(3, "board 1, 1 against 2", "it has no result")]


def test_events_that_no_row_can_tell_stand_in_notes() -> None:
    text = PAIRS + '"# match.adjusted {""pair"":""1"",""points"":-2,""reason"":""late""}",,,,,\n# match.closed {}\n'

    assert events(text) == [
        ("match.adjusted", {"pair": "1", "points": -2, "reason": "late"}),
        ("match.closed", {}),
    ]


def test_a_note_is_read_as_the_documentation_writes_it_without_quotes() -> None:
    note = '# match.adjusted {"pair":"4","points":-2,"reason":"slow; play, again"}'

    assert (
        events(f"{PAIRS}{note}\n1,1,2,Pass,,\n{note},,,\n")[::2]
        == [("match.adjusted", {"pair": "4", "points": -2, "reason": "slow; play, again"})] * 2
    )


@pytest.mark.parametrize(
    "text",
    [
        "board;ns;ew;contract;declarer;tricks\r\n1;1;2;3N;S;9\r\n;;;;;\r\n\r\n",
        "\ufeffboard;ns;ew;contract;declarer;tricks\r\n1;1;2;3N;S;9",
        '"board","ns","ew","contract","declarer","tricks"\n"1","1","2","3N","S","9"\n',
        "board\tns\tew\tcontract\tdeclarer\ttricks\n1\t1\t2\t3N\tS\t9\n",
        "\n# title=x;;;;;\nboard;ns;ew;contract;declarer;tricks;;\n 1 ;1;2; 3N;S;9;;\n",
        '"# title=""a; b""";;;;;\nboard;ns;ew;contract;declarer;tricks\n1;1;2;3N;S;9\n',
        '# option.datum={"kind":"mean","round":1};;;;;\nboard;ns;ew;contract;declarer;tricks\n1;1;2;3N;S;9\n',
        "# title=x\rboard,ns,ew,contract,declarer,tricks\r1,1,2,3N,S,9\r",
    ],
)
def test_the_habits_of_spreadsheets_are_read(text: str) -> None:
    assert events(text) == [
        ("bridge.deal_played", {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "S", "tricks": 9})
    ]


def test_a_semicolon_in_a_cell_does_not_decide_what_separates() -> None:
    assert events("board,ns,ew,status,reason\n1,1,2,not_played,late; fined\n")[0][1]["reason"] == "late; fined"


def test_latin_1_is_read_where_a_line_is_no_utf_8() -> None:
    text = "board,ns,ew,status,reason\n1,1,2,not_played,Verspätung\n"

    assert events(text.encode("latin-1")) == events(text)


def test_a_row_of_several_lines_is_numbered_by_its_first() -> None:
    text = 'board,ns,ew,status,reason\n1,1,2,not_played,"two\nlines"\n2,1,2,,\n'

    assert events(text.rsplit("2,1", 1)[0])[0][1]["reason"] == "two\nlines"
    assert items(text)[-1] == Left(4, "board 2, 1 against 2", "it has no result")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("board,ns,ew,contrct\n", "line 1: there is no column 'contrct'"),
        ("# title=x\nboard,board\n", "line 2: the column board stands twice"),
        ("board,contract\n", "ns and ew (pairs), or room (teams)"),
        ("board,ns,contract\n", "bridge.pairs needs the column ew"),
        ("# game=bridge.teams\nboard,ns,ew\n", "bridge.teams needs the column room"),
        ("# game=bridge.rubber\nboard,contract\n", "bridge.rubber has no column board"),
        ("# game=cribbage\ncontract\n", "'cribbage' is no game of this format"),
        ("# colour=red\ncontract\n", "there is no setting colour"),
        ("# match.closed {}\ncontract\n", "match.closed stands below the header line"),
        ("# nonsense\ncontract\n", "line 1: a note is"),
        ("declarer\n", "bridge.rubber needs the column contract"),
        ("board,ns,ew,award_home\n", "bridge.pairs has no column award_home"),
        ("", "there is no header line"),
        ("\n;;\n", "there is no header line"),
        ("# title=x\n", "there is no header line"),
        ('"#\nboard,ns,ew"\n', "line 1: a note is"),
        ('board,ns,ew\n"1,2\n', "line 2: this is no CSV"),
        ('board,ns,ew\n1,1,2\n"1"x,2,3\n', "line 3: this is no CSV"),
    ],
)
def test_a_file_of_another_form_is_refused_with_its_line(text: str, hint: str) -> None:
    assert hint in unreadable(text)


def test_a_line_that_would_fill_the_memory_is_refused_with_its_number() -> None:
    assert "line 3: a line of more than a million bytes" in unreadable(PAIRS + "\n" + "1," * 600_000)


def test_a_header_of_many_empty_cells_is_read_at_once() -> None:
    assert found(f"{PAIRS.rstrip()}{',' * 900_000}\n").game == "bridge.pairs"


@pytest.mark.parametrize(("raw", "hint"), [("board".encode("utf-16"), "UTF-16"), (b"board,ns,ew\n1,\0,2\n", "line 2")])
def test_a_file_that_is_no_text_is_refused(raw: bytes, hint: str) -> None:
    assert hint in unreadable(raw)


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("1,1,2,4Z,N,7", "'4Z' is no contract"),
        ("1,1,2,4S,Q,7", "'Q' is no seat"),
        ("1,1,2,4S,N,14", "'14' is no number of tricks"),
        ("1,1,2,4S,,10", "no declarer"),
        ("1,1,2,4S,N,", "no tricks and no result"),
        ("1,1,2,Pass,N,", "a passed-out deal has no declarer"),
        ("1,1,2,,N,10", "it has no contract, but tricks and declarer"),
        (",1,2,4S,N,10", "it has no board"),
        ("x,1,2,4S,N,10", "'x' is no board number: 1 to 9999"),
        ("0,1,2,4S,N,10", "'0' is no board number: 1 to 9999"),
        (f"1,{'9' * 21},2,4S,N,10", "a pair number has 1 to 20 characters"),
        ("1,3,3,4S,N,10", "3 stands on both sides: in a Mitchell write 3NS and 3EW"),
        ("1,1,2,4S,N,10,7", "more cells than the header"),
    ],
)
def test_a_row_that_cannot_be_is_told_with_the_reason(row: str, hint: str) -> None:
    assert hint in fault(f"{PAIRS}{row}\n")


@pytest.mark.parametrize(
    ("columns", "row", "hint"),
    [
        ("contract,declarer,result", "3N,S,1", "'1' is no result"),
        ("contract,declarer,result", "7N,S,+1", "7N +1 would be 14 tricks, and there are thirteen"),
        ("contract,declarer,tricks,result", "3N,S,9,+1", "3N +1 is 10 tricks, and the file says 9"),
        (
            "contract,declarer,tricks,score",
            "4S,S,9,420",
            "the file says NS 420; 4S by S making 9 on board 1 is -50",
        ),
        ("contract,score", "Pass,90", "the file says NS 90; passed out on board 1 is 0"),
        ("contract,declarer,tricks,dealer", "4S,S,9,E", "the file says that East deals; board 1 is dealt by North"),
        ("award_ns,award_ew", f"score {'9' * 5000},A-", "is no award"),
        ("award_ns,award_ew", "B+,A-", "'B+' is no award"),
        ("award_ns,status", "A+,played", "go together"),
        ("contract,status", ",played", "a board that was played has a contract"),
        ("contract,status", ",adjusted", "go together"),
        ("contract,declarer,tricks,status", "1N,N,7,not_played", "has no contract and no award"),
        ("contract,status", ",eaten", "'eaten' is no status"),
        ("score,status", "420,", "it has no contract, but score"),
    ],
)
def test_what_does_not_agree_is_told_with_both(columns: str, row: str, hint: str) -> None:
    assert hint in fault(f"board,ns,ew,{columns}\n1,1,2,{row}\n")


NO_NOTES = [
    *("# match.opened {}", "# match.closed {", "# match.closed []", "# title=late", "#"),
    '# match.adjusted {"points":-2,"points":-3}',
    '# match.adjusted {"points":NaN}',
    '# match.adjusted {"points":1e999}',
    f"# match.adjusted {'[' * 100_000}",
    '# match.players_changed {"players":{"1":["Ada","Max"]}}',
    '# match.visibility_changed {"visibility":"public"}',
    '# match.released {"round":1}',
    '# match.corrected {"of":2,"data":{},"reason":"x"}',
    '# bridge.dealt {"board":1}',
]


@pytest.mark.parametrize("note", NO_NOTES, ids=lambda note: note[:40])
def test_a_note_that_cannot_stand_among_the_rows_is_told(note: str) -> None:
    assert fault(f"{PAIRS}{note}\n")


@pytest.mark.parametrize("value", ["NaN", "[" * 100_000, '{"a":1,"a":2}'], ids=["NaN", "deep", "twice"])
def test_what_is_no_strict_json_in_a_setting_is_text(value: str) -> None:
    assert found(f"# option.scale={value}\n{PAIRS}").options == {"scale": value}


def test_a_bad_row_does_not_stop_the_others() -> None:
    kinds = [type(item) for item in items(PAIRS + "1,1,2,9N,N,7\n1,3,4,1N,N,7\n")]

    assert kinds == [Found, Bad, Told]


def test_every_column_is_documented_and_no_other() -> None:
    table = (ROOT / "docs/formats.md").read_text().partition("\n## CSV\n")[2].partition("\n## ")[0]
    told = [
        name for line in table.splitlines() if line.startswith("| `") for name in line.split("|")[1].split("`")[1::2]
    ]

    assert sorted(told) == sorted(COLUMNS)


def test_the_example_of_the_documentation_is_read_whole_and_told() -> None:
    (example,) = [block.text for block in blocks(ROOT / "docs/formats.md") if block.language == "csv"]

    match = read_again(read, [example])

    sheets = shown(match)["traveller"]["boards"]
    assert [len(board["lines"]) + len(board["sit_outs"]) for board in sheets] == [2, 1, 1, 1]
    assert shown(match)["ranking"]["title"] == "Thursday"


# Writing


def lines(match: Match) -> list[list[str]]:
    return list(csv.reader(StringIO("".join(write(match)), newline="")))


def test_a_session_is_written_with_a_line_a_table() -> None:
    match = tell(
        None,
        opened("bridge.pairs", title="Tuesday", options={"scale": 1}),
        result(2, "3NS", "1EW", "4SX E 8", round=1, table=2, lead="AH"),
        result(2, "1", "2", "1N N 8"),
    )

    assert "".join(write(match)).split("\r\n") == [
        "# game=bridge.pairs",
        "# title=Tuesday",
        "# option.scale=1",
        "board,ns,ew,round,table,contract,declarer,tricks,lead,award_ns,award_ew,status,score,reason",
        "2,3NS,1EW,1,2,4SX,E,8,AH,,,played,300,",
        "2,1,2,,,1N,N,8,,,,played,120,",
        "",
    ]


def test_a_rubber_is_written_deal_by_deal() -> None:
    match = rubber(("bridge.dealt", {"dealer": "W"}), deal("4S", "we", 10), honours("S", 100), PASSED, CLOSED)

    assert lines(match)[1:] == [
        ["dealer", "contract", "declarer", "tricks", "lead", "honours", "honours_by"],
        ["W", "4S", "NS", "10", "", "100", "S"],
        ["N", "Pass", "", "", "", "", ""],
        ["# match.closed {}"],
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "'=1", "''@"])
def test_no_cell_is_a_formula(text: str) -> None:
    told = ("bridge.board_not_played", {"board": 1, "ns": f"x{text}", "ew": "2", "reason": f"{text.strip()}"})
    match = tell(None, opened("bridge.pairs", title=text), told, result(2, text.strip(), "b"))

    cells = [cell for line in lines(match) for cell in line]

    assert not [cell for cell in cells if cell[:1] in set("=+-@\t\r") and not cell[1:].isdecimal()]
    assert shown(read_again(read, write(match))) == shown(match)


def test_a_text_with_blanks_around_it_is_not_written_otherwise() -> None:
    with pytest.raises(Unwritable, match="blanks"):
        list(write(pairs(result(1, " 3", "4"))))


# There and back


PLAN = [
    [{"table": 1, "ns": "1", "ew": "2", "boards": [1, 2, 3]}],
    [{"table": 1, "ns": "3", "ew": "4", "boards": [1, 2]}],
]
SESSION: list[Report] = [
    ("bridge.movement_set", {"rounds": PLAN}),
    result(1, "1", "2", "4S N 10", round=1, table=1, lead="AH"),
    result(1, "3", "4", "3NX W 7", round=2, table=1),
    ("bridge.deal_played", {"board": 2, "ns": "1", "ew": "2", "contract": "Pass"}),
    award({"NS": {"score": 620}, "EW": {"score": -100}}, board=2, ns="3", ew="4", round=2, table="1"),
    result(2, "3", "4", "4S N 9"),
    ("bridge.board_not_played", {"board": 3, "ns": "1", "ew": "2", "reason": "no time, fined"}),
    result(4, "1", "2"),
    award(
        {"NS": {"score": [{"score": 620, "weight": "0.6"}, {"score": -100, "weight": "0.4"}]}, "EW": "A-"},
        board=4, ns="3", ew="4",
    ),
    award({"NS": "60%"}, board=4, ns="5"),
    award({"NS": "A+", "EW": "57.5%"}, board=1, ns="5", ew="6"),
    ("bridge.board_fouled", {"board": 1, "groups": [[{"ns": "1", "ew": "2"}]], "reason": "a card was misplaced"}),
    adjusted("-1.5", pair="2"),
    ("match.forfeited", {"pair": "4"}),
    CLOSED,
]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"scale": 1, "winners": 2}, {"neuberg": False, "split": "ns"}])
def test_a_session_is_the_same_there_and_back(options: Any) -> None:
    match = pairs(SESSION, **options)

    assert shown(read_again(read, write(match))) == shown(match)


def test_br019_an_average_plus_is_no_fixed_percentage_there_and_back() -> None:
    good = [result(board, "1", "2", "4S N 10") for board in (1, 2)]
    others = [result(board, "3", "4", "4S N 9") for board in (1, 2)]
    awards = [award({"NS": given, "EW": "40%"}, board=3, ns="1", ew="2") for given in ("A+", "60%")]
    found = [read_again(read, write(pairs(good, others, each))) for each in awards]

    points = [shown(match)["traveller"]["boards"][2]["lines"][0]["ns_percentage"] for match in found]

    assert points == ["100", "60"]


@pytest.mark.parametrize("scoring", ["cross-imps", "butler"])
def test_a_session_at_imps_is_the_same_there_and_back(scoring: str) -> None:
    match = pairs(
        result(1, "1", "2", "4S N 10"),
        result(1, "3", "4", "4S N 9"),
        award({"NS": {"imps": "-2.5"}, "EW": {"imps": "3"}}, board=1, ns="5", ew="6"),
        scoring=scoring,
    )

    assert shown(read_again(read, write(match))) == shown(match)


@pytest.mark.parametrize("options", [{}, {"boards": 2, "carry_over": {"home": "2.5"}}, {"victory_points": None}])
def test_a_team_match_is_the_same_there_and_back(options: Any) -> None:
    match = teams(
        deal("4S", "N", 10, board=3, room="open", ns="away", ew="home", round=1, table="a"),
        deal("4S", "N", 9, board=3, room="closed", ns="home"),
        deal("1N", "E", 7, board=1, room="open", lead="2S"),
        award({"home": {"score": -120}, "away": {"score": -90}}, board=1, room="closed"),
        award({"home": "A+", "away": {"imps": "-3"}}, board=2),
        deal("2N", "E", 7, board=2, room="open"),
        ("bridge.board_not_played", {"board": 4, "room": "open"}),
        ("bridge.board_not_played", {"board": 5, "reason": "late"}),
        adjusted(-3, side="home", unit="imps"),
        **options,
    )

    assert shown(read_again(read, write(match))) == shown(match)


def test_a_board_a_match_is_the_same_there_and_back() -> None:
    rooms = [deal("4S", "N", tricks, board=1, room=room) for tricks, room in ((10, "open"), (9, "closed"))]
    match = teams(rooms, award({"home": "60%", "away": "40%"}, board=2), victory_points="bam")

    assert shown(read_again(read, write(match))) == shown(match)


def test_a_rubber_is_the_same_there_and_back() -> None:
    match = rubber(
        ("bridge.dealt", {"dealer": "S"}),
        *NINE_DEALS[:2],
        PASSED,
        *NINE_DEALS[2:5],
        honours("E", 100),
        adjusted(-50, side="NS"),
        CLOSED,
        options={"part_score_bonus": 50},
    )

    assert shown(read_again(read, write(match))) == shown(match)


def test_a_chicago_is_the_same_there_and_back() -> None:
    options = {"carry": False, "first_dealer": "E", "vulnerability": "opponents"}
    match = tell(
        None,
        opened("bridge.chicago", title='A, "B"\nC', options=options),
        deal("2S", "N", 9),
        PASSED,
        deal("4H", "W", 9),
    )

    assert shown(read_again(read, write(match))) == shown(match)


def whole(name: str) -> list[Any]:
    """The cases of a file that open a match and end between two deals: what is being played no CSV tells."""
    found = cases(f"bridge/{name}.jsonl")
    return [each for each in found if each.id != "teams-contract-contradicted"]


@pytest.mark.laborious
@pytest.mark.parametrize(
    "case", [each for name in ("rubber", "chicago", "corrections", "teams", "pairs", "events") for each in whole(name)]
)
def test_every_vector_is_the_same_there_and_back(case: dict[str, Any]) -> None:
    match = tell_case(case["events"], at=set()).match
    assert match is not None

    assert shown(read_again(read, write(match))) == shown(match)

"""`scorepad fold` and `scorepad score bridge`: answers from the rules alone, and a line's number for what is wrong."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cases import SHARED, agrees, cases, pick
from tests.commands import ALONE, Commands

OPENED = {"type": "match.opened", "data": {"game": "bridge.rubber"}}
GAME = {"type": "bridge.deal_played", "data": {"contract": "4S", "declarer": "N", "tricks": 10}}
PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
TOO_MANY = {"type": "bridge.deal_played", "data": {"contract": "4S", "declarer": "N", "tricks": 14}}


@pytest.mark.laborious
@pytest.mark.parametrize(
    "case", [c for name in ("rubber", "corrections", "tricks", "refused") for c in cases(f"bridge/{name}.jsonl")]
)
def test_rubber_case_holds_through_the_command(cli: Commands, case: dict[str, Any]) -> None:
    if case["events"][0]["data"]["game"] != "bridge.rubber":
        pytest.fail("a case of another game")
    wanted = case.get("refused")

    said = cli.run("fold", "--each", cli.write("case.jsonl", *case["events"])).ends(1 if wanted else 0).lines

    refused = said.pop()["refused"] if wanted else None
    if wanted:
        codes = [wanted["code"]] if isinstance(wanted.get("code"), str) else wanted.get("code", [refused["code"]])
        assert refused["version"] == wanted["version"]
        assert refused["code"] in codes
    assert [line["version"] for line in said] == list(range(1, len(said) + 1))
    for expected in case.get("expect", []):
        line = said[-1 if expected["after"] == "end" else expected["after"] - 1]
        found = pick(line["boards"][expected["board"]], expected["path"])
        assert agrees(found, expected["value"]), (expected, found)


@pytest.mark.skipif(not SHARED.exists(), reason="the vectors are not on this machine")
def test_the_duplicate_puzzle_is_scored_to_the_point(cli: Commands) -> None:
    puzzle, expected = (SHARED / "vectors" / "bridge" / f"duplicate_puzzle{end}" for end in (".txt", ".expected.txt"))

    from_file = cli.run("score", "bridge", str(puzzle)).ends(0)
    without_count = cli.run("score", "bridge", given=puzzle.read_text().partition("\n")[2]).ends(0)

    assert from_file.out == without_count.out == expected.read_text()


def test_a_match_is_folded_at_the_end_or_after_each_event(cli: Commands) -> None:
    path = cli.write("match.jsonl", OPENED, GAME, PASS)

    (end,) = cli.run("fold", path).ends(0).lines
    each = cli.run("fold", "--each", path).ends(0).lines

    assert end == each[-1]
    assert [line["version"] for line in each] == [1, 2, 3]
    assert [line["boards"]["rubber"]["sides"]["NS"]["below"] for line in each] == [0, 120, 120]
    assert {"rubber", "hands"} <= set(end["boards"])
    assert end["boards"]["rubber"]["match"] is None


def test_one_board_is_picked(cli: Commands) -> None:
    (line,) = cli.run("fold", "-", "--board", "hands", given=lines(OPENED, GAME)).ends(0).lines

    assert list(line["boards"]) == ["hands"]


def test_exported_lines_are_folded_with_all_their_keys(cli: Commands) -> None:
    added = {"ledger": "main", "match": "m", "recorded_at": "t", "actor": "a", "hash": "h", "position": 7, "version": 9}
    sent = {"id": "0190163d-8694-739b-aea5-966c26f8ad90", "occurred_at": "2026-11-29T18:00:00Z"}

    exported = cli.run("fold", "-", given=lines(OPENED | added | sent, GAME | added | sent)).ends(0)

    assert exported.out == cli.run("fold", "-", given=lines(OPENED, GAME)).out


def test_empty_lines_and_any_line_ends_are_read_over(cli: Commands) -> None:
    plain = cli.run("fold", "-", given=lines(OPENED, GAME)).ends(0)

    for given in (
        "\n\n" + lines(OPENED, GAME).replace("\n", "\r\n\r\n"),
        lines(OPENED, GAME).rstrip("\n"),
        lines(OPENED, GAME).replace("\n", "\n \t\n"),
    ):
        assert cli.run("fold", "-", given=given).ends(0).out == plain.out


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x7f"])
def test_only_a_line_end_ends_a_line(cli: Commands, sign: str) -> None:
    opened = {"type": "match.opened", "data": {"game": "bridge.rubber", "title": f"a{sign}b"}}

    (line,) = cli.run("fold", "-", given=json.dumps(opened, ensure_ascii=False)).ends(0).lines

    assert line["boards"]["rubber"]["title"] == f"a{sign}b"


def test_a_refused_event_ends_it_with_the_version_the_code_and_the_line(cli: Commands) -> None:
    said = cli.run("fold", "--each", "-", given="\n" + lines(OPENED, GAME) + "\n\n" + lines(TOO_MANY, PASS)).ends(1)

    assert [line.get("version") for line in said.lines] == [1, 2, None]
    assert said.lines[-1] == {
        "refused": {
            "version": 3,
            "code": "tricks_out_of_range",
            "detail": "There are 13 tricks in a deal, not 14.",
            "line": 6,
        }
    }


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hello", "event_invalid"),
        ("[]", "event_invalid"),
        ("null", "event_invalid"),
        ("{}", "event_invalid"),
        ('{"type":"bridge.deal_played"}', "event_invalid"),
        ('{"type":"nothing","data":{}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"Pass","contract":"Pass"}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":NaN}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":1e999}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":true}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":10.0}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"Q","tricks":10}}', "event_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"7NNX","declarer":"N","tricks":10}}', "contract_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"8S","declarer":"N","tricks":10}}', "contract_invalid"),
        ('{"type":"bridge.deal_played","data":{"contract":"4SXXX","declarer":"N","tricks":10}}', "contract_invalid"),
        ('{"type":"match.closed","data":{"reason":"\\ud800"}}', "event_invalid"),
        ('{"type":"match.closed","data":{"reason":"\\u0000"}}', "event_invalid"),
        ('{"type":"match.closed","data":{},"colour":"red"}', "event_invalid"),
        ("[" * 100_000, "event_invalid"),
        ('{"type":"match.opened","data":{"game":"bridge.rubber"}}', "already_opened"),
    ],
)
def test_a_bad_line_is_refused_and_named(cli: Commands, line: str, code: str) -> None:
    refused = cli.run("fold", "-", given=f"{lines(OPENED)}\n{line}\n").ends(1).lines[-1]["refused"]

    assert (refused["version"], refused["code"], refused["line"]) == (2, code, 3)
    assert refused["detail"]


def test_the_first_event_opens_the_match(cli: Commands) -> None:
    (said,) = cli.run("fold", "-", given=lines(GAME)).ends(1).lines

    assert (said["refused"]["version"], said["refused"]["code"]) == (1, "event_invalid")


@pytest.mark.parametrize(
    ("words", "given", "hint"),
    [
        (["fold"], "", "Missing argument"),
        (["fold", "-"], "", "no events"),
        (["fold", "nowhere.jsonl"], "", "nowhere.jsonl cannot be read"),
        (["fold", "."], "", "cannot be read"),
        (["fold", "-"], b"\xff\xfe{}", "not UTF-8"),
        (["fold", "-", "--board", "ruber"], json.dumps(OPENED), "rubber"),
        (["fold", "-", "--bored"], "", "--bored"),
        (["fold", "-", "-"], "", "-"),
        (["score", "bridge", "nowhere.txt"], "", "nowhere.txt cannot be read"),
        (["score", "bridge", "-"], b"V 4\xe9 10", "not UTF-8"),
        (["score", "whist"], "", "whist"),
        (["score"], "", "bridge"),
        (["scour"], "", "scour"),
    ],
)
def test_wrong_usage_ends_with_status_2_and_a_hint(
    cli: Commands, words: list[str], given: str | bytes, hint: str
) -> None:
    said = cli.run(*words, given=given).ends(2)

    assert hint in said.err + said.out


def test_a_bad_deal_is_named_by_its_line_and_the_others_are_scored(cli: Commands) -> None:
    bad = ["V 7NNX 9", "V 8S 9", "V 4S 14", "NV 4SXXX 9", "X 4S 9", "V 4S", "V 4S 9 9", "V Pass 3", "V Pass Pass"]
    bad += ["V 4S -1", "V 4S 9.0", "V 4S ٣", "V", "4S 10", "V 4S ten", "V 4S 010", "V 0S 9", "V 4ƒ 9", "v 4S 10"]
    bad += ["V pass", "V NT 9", "NV 3NT 9\u2028V"]
    given = "40\nV 4S 11\n" + "".join(f"{line}\n\nNV Pass\n" for line in bad)

    said = cli.run("score", "bridge", given=given).ends(1)

    assert said.out == "650\n" + "0\n" * len(bad)
    named = [re.match(r"error: line (\d+): ", line) for line in said.err.splitlines()]
    assert [found and int(found[1]) for found in named] == [3 + 3 * place for place in range(len(bad))]


def test_a_line_that_is_no_utf_8_is_named_and_the_others_are_answered(cli: Commands) -> None:
    asked = b'{"ranks":[5,5,5]}\n{"ranks":["\xed\xa0\x80"]}\n{"ranks":[7,8,9]}\n'

    said = cli.run("score", "cribbage", "-", given=asked).ends(1)

    assert len(said.lines) == 2
    assert "line 2" in said.err
    assert "UTF-8" in said.err


def test_what_a_bad_deal_says_does_not_steer_the_terminal(cli: Commands) -> None:
    said = cli.run("score", "bridge", "-", given="V \x1b[2J 9\nV 4S \x1b[2J\n").ends(1)

    assert "\x1b" not in said.err


def test_nothing_to_score_is_no_fault(cli: Commands) -> None:
    for given in ("", "0\n", "\n \n"):
        assert cli.run("score", "bridge", given=given).ends(0).out == ""


def test_contracts_are_scored_as_law_77_has_it(cli: Commands) -> None:
    given = ["NV 1C 7", "V 3NT 9", "V 3N 9", "V 7NXX 13", "NV 2SX 8", "V 4HX 6", "NV 7S 0"]

    said = cli.run("score", "bridge", "-", given="\n".join(given)).ends(0)

    assert said.out.split() == ["70", "600", "600", "2980", "470", "-1100", "-650"]


def test_the_installed_command_prints_utf_8_whatever_the_locale_is(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "scorepad"), "fold", "-"]
    given = lines({"type": "match.opened", "data": {"game": "bridge.rubber", "title": "Schnapsen im Café"}}, GAME)

    plain, narrow = (
        subprocess.run(
            command, input=given.encode(), env=ALONE | more, cwd=tmp_path, capture_output=True, check=True
        ).stdout
        for more in ({}, {"PYTHONIOENCODING": "ascii"})
    )

    assert "♠".encode() in plain
    assert narrow == plain


def test_a_reader_that_has_read_enough_is_no_fault(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "services.cli", "fold", "--each", "-"]
    process = subprocess.Popen(
        command, env=ALONE, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()

    _, err = process.communicate(lines(OPENED, *[PASS] * 200).encode(), 30)

    assert (process.returncode, err) == (1, b"")


def lines(*events: dict[str, Any]) -> str:
    """Events as JSON Lines."""
    return "".join(json.dumps(event) + "\n" for event in events)

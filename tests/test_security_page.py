"""`docs/security.md`: every requirement that is asked for has its line, and every line what shows it or why not."""

import ast
import re
from collections import Counter

import pytest

from services.api.door import NOTICED
from tests.papers import ROOT
from tests.reading_code import CODE, users
from tests.test_docs import defined, rows

TEXT = (ROOT / "docs/security.md").read_text()
LINES = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("\n## OWASP ASVS 5.0\n")[2].splitlines()
    if re.match(r"\| \d", line)
]
ASKED = {
    1: {
        *("1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.1", "1.3.2", "1.5.1"),
        *("2.1.1", "2.2.1", "2.2.2", "2.3.1"),
        *("3.2.1", "3.2.2", "3.3.1", "3.4.1", "3.4.2", "3.5.1", "3.5.2", "3.5.3"),
        *("4.1.1", "4.4.1"),
        *("5.2.1", "5.2.2", "5.3.1", "5.3.2"),
        *("6.1.1", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.2.6", "6.2.7", "6.2.8", "6.3.1", "6.3.2", "6.4.1"),
        *("6.4.2",),
        *("7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.4.1", "7.4.2"),
        *("8.1.1", "8.2.1", "8.2.2", "8.3.1"),
        *("9.1.1", "9.1.2", "9.1.3", "9.2.1"),
        *("10.4.1", "10.4.2", "10.4.3", "10.4.4", "10.4.5"),
        *("11.3.1", "11.3.2", "11.4.1"),
        *("12.1.1", "12.2.1", "12.2.2"),
        *("13.4.1",),
        *("14.2.1", "14.3.1"),
        *("15.1.1", "15.2.1", "15.3.1"),
    },
    2: {
        *("1.1.1", "1.1.2", "1.2.6", "1.2.7", "1.2.8", "1.2.9", "1.3.3", "1.3.4", "1.3.5", "1.3.6", "1.3.7", "1.3.8"),
        *("1.3.9", "1.3.10", "1.3.11", "1.4.1", "1.4.2", "1.4.3", "1.5.2"),
        *("2.1.2", "2.1.3", "2.2.3", "2.3.2", "2.3.3", "2.3.4", "2.4.1"),
        *("4.1.2", "4.1.3", "4.2.1", "4.3.1", "4.3.2", "4.4.2", "4.4.3", "4.4.4"),
        *(
            "6.1.2",
            "6.1.3",
            "6.2.9",
            "6.2.10",
            "6.2.11",
            "6.2.12",
            "6.3.3",
            "6.3.4",
            "6.4.3",
            "6.4.4",
            "6.5.1",
            "6.5.2",
        ),
        *("6.5.3", "6.5.4", "6.5.5", "6.6.1", "6.6.2", "6.6.3", "6.8.1", "6.8.2", "6.8.3", "6.8.4"),
        *("8.1.2", "8.2.3", "8.4.1"),
        *("11.1.1", "11.1.2", "11.2.1", "11.2.2", "11.2.3", "11.3.3", "11.4.2", "11.4.3", "11.4.4", "11.5.1", "11.6.1"),
        *(
            "16.1.1",
            "16.2.1",
            "16.2.2",
            "16.2.3",
            "16.2.4",
            "16.2.5",
            "16.3.1",
            "16.3.2",
            "16.3.3",
            "16.3.4",
            "16.4.1",
            "16.4.2",
        ),
        *("16.4.3", "16.5.1", "16.5.2", "16.5.3"),
    },
}
"""ASVS 5.0.0: all of level 1; level 2 of chapters 1, 2, 4, 6, 8, 11 and 16."""
REASONS = ("does not apply", "the operator's", "not met")
TEST = re.compile(r"`(tests/[\w/]+\.py): (test_\w+)`")


def test_every_requirement_that_is_asked_for_has_its_line_and_no_other() -> None:
    assert [line[0] for line in LINES] == sorted(
        ASKED[1] | ASKED[2], key=lambda each: [int(part) for part in each.split(".")]
    )
    assert all(len(line) == 5 and line[0] in ASKED[int(line[1])] for line in LINES)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_every_line_names_tests_that_there_are_or_says_why_not(line: list[str]) -> None:
    _, _, asks, here, shown = line
    named = TEST.findall(shown)

    assert asks
    assert here
    assert named or here.startswith(REASONS) or shown.startswith("TODO(")
    assert not re.sub(r"TODO\(\w+\)", "", TEST.sub("", shown)).strip(", "), "nothing but tests stands there"
    for path, name in named:
        assert name in defined(ROOT / path), f"{path}: {name}"
    if here.startswith(REASONS) and not named:
        assert re.match(rf"({'|'.join(REASONS)})[^:]*: \w+ \w+", here), "a reason is said"


def test_the_count_is_that_of_the_lines() -> None:
    kinds = Counter(next((kind for kind in REASONS if line[3].startswith(kind)), "met") for line in LINES)
    not_ours, operators, lacking = (kinds[kind] for kind in REASONS)

    waiting = sum("TODO" in line[4] for line in LINES)
    told = " ".join(TEXT.split())

    assert (
        f"Of {len(LINES)} requirements {not_ours} do not apply, {operators} are the operator's, {lacking} are not met, "
        f"and {kinds['met']} are met."
    ) in told
    assert (f"Of all these {waiting} wait for a test that is not there yet." in told) is (waiting > 0)


def test_nothing_is_left_to_do() -> None:
    assert "TODO" not in TEXT


def test_the_inventory_of_cryptography_is_that_of_the_code() -> None:
    told = {name for row in rows(TEXT, "Cryptography") for name in re.findall(r"`(services/[\w/]+\.py)`", row[3])}

    assert told == set.union(*(users(name) for name in ("hashlib", "hmac", "secrets", "zlib", "cryptography")))


def test_dangerous_things_stand_where_the_page_says() -> None:
    told = rows(TEXT, "Dangerous things")

    assert len(told) >= 8
    for what, where in told:
        names = re.findall(r"`([^`]+)`", what)
        assert set.union(*(users(name) for name in names)) == set(re.findall(r"`([^`]+)`", where)), what


def test_every_line_of_the_log_is_in_the_inventory() -> None:
    told = [name for row in rows(TEXT, "The log") for name in re.findall(r"`(\w+)`", row[0])]
    said = {
        call.args[0].value
        for path in CODE
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("_log.")
        if isinstance(call.args[0], ast.Constant)
    }

    assert len(told) == len(set(told))
    assert set(told) == said | {word for word, _ in NOTICED.values()}


def test_logs_go_to_standard_error_alone() -> None:
    for name in (
        *("logging.FileHandler", "logging.handlers", "syslog", "logging.config", "warnings.showwarning"),
        *("WriteLoggerFactory", "BytesLoggerFactory", "LoggerFactory"),
    ):
        assert not users(name)
    for name in ("logging.basicConfig", "logging.StreamHandler", "structlog.configure", "structlog.PrintLoggerFactory"):
        assert users(name) == {"services/telemetry.py"}
    assert "sys.stdout" not in (ROOT / "services/telemetry.py").read_text()

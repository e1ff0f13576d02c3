"""The page for those who come from elsewhere says what Scorepad says."""

import csv
import json
import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cases import SHARED, agrees
from tests.houses import Inhabited, running, until
from tests.papers import ROOT, Block, answer, blocks, curls, shell

PAGE = ROOT / "docs" / "coming-from.md"
BLOCKS = blocks(PAGE)
SYNOPSIS = [
    (60, 60, 0, 0),
    (360, 60, 0, 0),
    (360, 60, 30, 100),
    (360, 60, 30, 190),
    (560, 60, 30, 190),
    (1210, 420, 30, 190),
    (1210, 420, 60, 230),
    (1210, 480, 60, 230),
    (1210, 480, 560, 320),
]
"""Above and below, We and They, after each of the nine deals: what the module's own tests of 2006 have."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader's folder, with the files that the page has them make."""
    found = tmp_path_factory.mktemp("reader")
    for block in BLOCKS:
        if block.name:
            (found / block.name).write_text(block.text)
    return found


def asked_and_said(language: str) -> list[tuple[Block, Block]]:
    """Each block of commands whose answer is of that language, with the answer."""
    found = [(asked, said) for asked, said in pairwise(BLOCKS) if (asked.language, said.language) == ("sh", language)]
    assert found
    return found


@pytest.mark.parametrize(
    ("asked", "said"), [pytest.param(*pair, id=f"line {pair[0].line}") for pair in asked_and_said("text")]
)
def test_the_page_says_what_scorepad_says(asked: Block, said: Block, folder: Path) -> None:
    assert shell(asked.text, folder) == said.text


def test_the_page_says_what_is_answered_over_http(tmp_path: Path) -> None:
    with running(data=tmp_path) as here:
        for asked, said in asked_and_said("json"):
            (words,) = curls(asked.text)
            until(partial(_is_answered, words, here, json.loads(said.text)))


def test_every_block_of_commands_is_followed_by_what_it_says() -> None:
    languages = [block.language for block in BLOCKS]

    assert set(languages) == {"jsonl", "python", "sh", "text", "json"}
    assert all(said in {"text", "json"} for asked, said in pairwise(languages) if asked == "sh")


def test_the_nine_deals_have_the_figures_of_the_module() -> None:
    figures = [
        tuple(map(int, found.groups()))
        for block in BLOCKS
        for found in re.finditer(r"^ +[1-9] +(\d+)/(\d+) +(\d+)/(\d+) ", block.text, re.MULTILINE)
    ]

    assert figures[: len(SYNOPSIS)] == SYNOPSIS


def test_the_figures_are_those_that_were_handed_down() -> None:
    path = SHARED / "data" / "bridge" / "rubber_perl_synopsis.csv"
    if not path.exists():
        pytest.skip("the table of the synopsis is not on this machine")
    with path.open() as file:
        rows = list(csv.DictReader(file))

    names = ("we_above", "we_below", "they_above", "they_below")
    for rule in ("law", "perl"):
        assert [tuple(int(row[f"{rule}_{name}"]) for name in names) for row in rows] == SYNOPSIS


def _is_answered(words: list[str], here: Inhabited, said: Any) -> bool:
    return agrees(answer(words, here.client), said)

"""
What commands read from standard input: whatever it is, they answer it line by line, or refuse it in words.

A few hundred inputs in every run; `SCOREPAD_TEST_FILES=100000` for the campaign of docs/guarantees.md.
"""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from tests.campaigns.bodies import EVENINGS
from tests.campaigns.files import spoilt
from tests.campaigns.nasty import MALFORMED
from tests.chance import dice
from tests.commands import Commands, commands

figures = logging.getLogger(__name__).info
INPUTS: Final = int(os.environ.get("SCOREPAD_TEST_FILES", "2100")) // 40
"""For each command, beside the malformed ones."""

_FOLDED: Final = [
    b"".join(json.dumps(event).encode() + b"\n" for event in evening)
    for evenings in EVENINGS.values()
    for evening in evenings
]
_QUESTIONS: Final[dict[tuple[str, ...], Sequence[bytes]]] = {
    ("fold", "-"): _FOLDED,
    ("fold", "--each", "-"): _FOLDED[:3],
    ("score", "bridge", "-"): [b"2\nV 4S 11\nNV Pass\n", b"NV 3NTX 9\nV 7NXX 13\n"],
    ("score", "cribbage", "-"): [
        b'{"hand":["5H","5S","5C","JD"],"starter":"5D","crib":false,"rules":"acc"}\n{"ranks":[4,5,6,6],"rules":"seed-house"}\n'
    ],
    ("score", "schnapsen", "-"): [
        b'{"lead":"QS","follow":"AH","trump":"H","phase":2,"hand":["AH","KH"]}\n{"lead":"QS","follow":"TS","trump":"H","phase":1}\n'
    ],
}


@pytest.fixture(scope="module")
def cli() -> Iterator[Commands]:
    with commands() as found:
        yield found


@pytest.mark.parametrize("words", _QUESTIONS, ids=" ".join)
def test_any_input_is_answered_or_refused_in_words(cli: Commands, words: tuple[str, ...]) -> None:
    samples, chance = _QUESTIONS[words], dice(f"2026-11-30 {words}")
    ended, wrong = Counter[int](), []

    malformed = MALFORMED.values() if words == ("fold", "-") else [b"\n".join(MALFORMED.values())]
    for given in (*malformed, *(spoilt(chance, samples) for _ in range(INPUTS)), *samples):
        said = cli.run(*words, given=given)
        ended[said.status] += 1
        if said.status not in {0, 1, 2} or "Traceback" in said.err or (said.status and not (said.err or said.out)):
            wrong.append((given[:60], said.status, said.err[-200:]))

    figures("%s: %d inputs, by status %s", " ".join(words), ended.total(), dict(ended))
    assert not wrong, wrong[:5]
    assert ended[0]
    assert ended[1]

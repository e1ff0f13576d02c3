"""Words for sentences: what boards and refusals say to people."""

from collections.abc import Sequence
from datetime import datetime

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def count(number: int, word: str, plural: str | None = None) -> str:
    """
    Say a number with its noun.

    >>> count(1, "trick"), count(2, "trick"), count(0, "honour card")
    ('1 trick', '2 tricks', '0 honour cards')
    """
    return f"{number} {word if abs(number) == 1 else plural or word + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """
    Say a list.

    >>> listed(["KS"]), listed(["KS", "QS"], "or"), listed(["a", "b", "c"])
    ('KS', 'KS or QS', 'a, b and c')
    """
    if len(words) < 2:  # noqa: PLR2004  one word needs no joining
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shown(card: str) -> str:
    """
    Write a card the way people do.

    >>> shown("TH"), shown("AS")
    ('10♥', 'A♠')
    """
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[card[1]]


def printable(text: str) -> str:
    r"""
    Write on one line of a terminal: what would move its cursor is a dot.

    >>> printable("Tues\x1b[2Jday")
    'Tues·[2Jday'
    """
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "·" for sign in text)


def moment(time: datetime | None) -> str | None:
    """A time as it stands on boards and in answers: UTC, to the microsecond."""
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z") if time else None

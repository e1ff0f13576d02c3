"""The slate of a Bummerl as people chalk it, and the deal on the table: its tricks, and the rule that ended it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

OUT: Final = 66
"""Card points that go out."""
_OTHER: Final = {"A": "B", "B": "A"}
_OF_THE_LOSER: Final = {
    "no trick taken": "{seat} made no trick",
    "under 33 card points": "{seat} made fewer than 33 card points",
    "33 card points or more": "{seat} made 33 card points or more",
    "no trick taken when the talon was closed": "{seat} had no trick when the talon was closed",
    "under 33 card points when the talon was closed": "{seat} had fewer than 33 card points when the talon was closed",
    "33 card points or more when the talon was closed": "{seat} had 33 card points or more when the talon was closed",
    "a false claim": "{seat} claimed 66 falsely",
    "a false claim against a seat without a trick": "{seat} claimed 66 falsely against a seat without a trick",
    "a failed close": "{seat} closed, and did not get there",
    "a failed close against a seat without a trick when the talon was closed": (
        "{seat} closed against a seat without a trick, and did not get there"
    ),
    "the closer was beaten": "{seat} closed, and was beaten",
    "the closer was beaten by a seat without a trick when the talon was closed": (
        "{seat} closed against a seat without a trick, and was beaten"
    ),
}
"""What a deal was decided by, said of who lost it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How far a seat is to 66: what counts, what waits for a trick, and what is still missing."""

    counted: int
    waiting: int
    missing: int


@dataclass(frozen=True, slots=True)
class Step:
    """
    Something that happened in a deal, in its place among the tricks.

    Args:
        number: Of the trick: taken, begun, or before which it happened.
        seat: Who led, declared or closed.
        had: What both seats had when the talon was closed, in card points.
    """

    kind: Literal["trick", "lead", "marriage", "close"]
    number: int
    key: str
    seat: str
    lead: str = ""
    follow: str = ""
    winner: str = ""
    worth: int = 0
    suit: str = ""
    counted: bool = True
    had: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """What decided a deal, said of a seat, for so many game points; empty where nothing more is to be said."""

    text: str
    seat: str
    winner: str
    game_points: int
    carried: int
    disputed: str


@dataclass(frozen=True, slots=True)
class Bummerl:
    """The deals of one Bummerl on the running sheet."""

    number: int
    lines: list[dict[str, Any]]


def remainders(boards: dict[str, Any], seat: str) -> list[int]:
    """
    The seat's column, oldest first: what the slate said before the first deal, and after each thing that changed it.

    Args:
        boards: The boards of a match of Schnapsen or Sixty-Six.
        seat: `A` or `B`.
    """
    match = boards["match"]
    start = 7 if match["game"] == "schnapsen" else 0
    lines = [line for line in boards["hands"]["hands"] if line["bummerl"] == match["bummerl"]]
    column = [start]
    # What a director gave stands on the slate and on no line of the sheet.
    for number in (*(line[seat] for line in lines), match["seats"][seat]["score"]):
        if number != column[-1]:
            column.append(number)
    return column


def bar(had: dict[str, Any]) -> Bar:
    """
    A seat's way to 66.

    >>> bar({"points": 42, "pending": 20}), bar({"points": 73, "pending": 0})
    (Bar(counted=42, waiting=20, missing=24), Bar(counted=66, waiting=0, missing=0))
    """
    counted = min(had["points"], OUT)
    return Bar(counted, min(had["pending"], OUT - counted), OUT - counted)


def course(deal: dict[str, Any]) -> list[Step]:
    """The deal's tricks with its marriages and the close between them, and the card that waits for an answer."""
    events: list[tuple[int, dict[str, Any]]] = [
        *((trick["version"], trick) for trick in deal["trick_list"]),
        *((marriage["version"], marriage) for marriage in deal["marriages"]),
    ]
    if deal["close"]:
        events.append((deal["close"]["version"], deal["close"]))
    steps: list[Step] = []
    number = 1
    for _, event in sorted(events, key=lambda event: event[0]):
        steps.append(_step(event, number))
        number += "lead" in event
    if deal["table"]:
        steps.append(Step("lead", number, f"trick-{number}", deal["leader"], lead=deal["table"]))
    return steps


def rule(result: dict[str, Any] | None) -> Rule | None:
    """What decided a deal; None while it goes on, and where nothing is known but who won."""
    if result is None or not result["breakdown"] or result["winner"] is None:
        return None
    because = result["breakdown"][0]["for"]
    text = _OF_THE_LOSER.get(because)
    if text is None:
        return None
    winner: str = result["winner"]
    return Rule(
        text=text,
        seat=_OTHER[winner],
        winner=winner,
        game_points=result["game_points"],
        carried=sum(part["game_points"] for part in result["breakdown"][1:]),
        disputed=_disputed(result["reading"]),
    )


def sheet(hands: dict[str, Any]) -> list[Bummerl]:
    """The running sheet, Bummerl by Bummerl."""
    return [Bummerl(number, list(lines)) for number, lines in groupby(hands["hands"], lambda line: line["bummerl"])]


def _step(event: dict[str, Any], number: int) -> Step:
    if "lead" in event:
        named = {name: event[name] for name in ("lead", "follow", "winner")}
        return Step("trick", number, f"trick-{number}", event["leader"], worth=event["value"], **named)
    if "suit" in event:
        key = f"marriage-{event['suit']}"
        return Step(
            "marriage", number, key, event["seat"], worth=event["value"], suit=event["suit"], counted=event["counted"]
        )
    return Step("close", number, "close", event["seat"], had=tuple(_points(event["seats"])))


def _points(seats: dict[str, Any]) -> Iterator[int]:
    for had in seats.values():
        yield had["points"]


def _disputed(reading: dict[str, Any] | None) -> str:
    if reading is None:
        return ""
    return (
        f"The rule is disputed: read as {reading['used'].replace('_', ' ')}; "
        f"by the other reading it would be {reading['otherwise']}."
    )

"""What teams and pairs draw alike in a terminal."""

from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from services.web.duplicate import Result
from services.web.pad import contract, number


def ruled_table(title: str | None = None) -> Table:
    """A table with one rule, below its header, so that many columns fit."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, title=title, title_justify="left")


def hand(result: Result) -> Text:
    """What was played, struck out where an award stands over it."""
    played = " ".join(filter(None, (contract(result.contract), result.declarer, result.result)))
    text = Text(played, style="strike dim" if result.ruled else "")
    if result.word:
        text.append(f"{' ' if played else ''}{result.word}", style="not strike")
    return text


def score(result: Result) -> str:
    """North–South's score, if one number counts."""
    return "" if result.score is None else number(result.score)


def deal(current: dict[str, Any]) -> str:
    """A deal in play: the contract and the tricks, or the calls so far."""
    if current["contract"] is None:
        return " ".join(call["call"] for call in current["calls"]) or "bidding"
    who = f" by {current['declarer']}" if current["declarer"] else ""
    return f"{contract(current['contract'])}{who}, tricks {current['tricks']['NS']} – {current['tricks']['EW']}"

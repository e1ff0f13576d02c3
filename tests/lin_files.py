"""LIN files written for tests: a pack in which North has all spades, East the hearts, South the diamonds."""

import contextlib
import io
from typing import Any

from services.formats.found import Asked, Bad, Found, Item, Left, Told, Unreadable
from services.formats.lin import read

RANKS = "AKQJT98765432"
DEAL = f"SHD{RANKS}C,SHDC{RANKS},S{RANKS}HDC"
"""The hands of South, West and North; East's is the rest."""
PLAYERS = "Sue,Wim,Nan,Eve"
CARDS = [suit + rank for rank in RANKS for suit in ("HDCS" if rank == "A" else "SHDC")]
"""What is played in a spade contract of North's: East leads, North ruffs, and has the rest."""
SPADES = "1S p p p"
DEALERS = {1: "3", 2: "4", 3: "1", 4: "2"}
VULNERABLE = {1: "o", 2: "n", 3: "e", 4: "b"}


def play(*cards: str) -> str:
    """Cards, as LIN has them, a page after each trick."""
    return "".join(f"pc|{card}|" + ("pg||" if number % 4 == 0 else "") for number, card in enumerate(cards, 1))


def bid(calls: str) -> str:
    """Calls, as LIN has them."""
    return "".join(f"mb|{call}|" for call in calls.split())


def single(
    board: int = 1, calls: str = SPADES, cards: str = "", claim: int | None = None, players: str = PLAYERS, **said: str
) -> str:
    """One hand, as Bridge Base saves it; `said` replaces what stands under a tag."""
    tags = {"md": f"{DEALERS[board]}{DEAL},", "ah": f"Board {board}", "sv": VULNERABLE[board]} | said
    head = f"pn|{players}|st||md|{tags['md']}|rh||ah|{tags['ah']}|sv|{tags['sv']}|"
    return head + bid(calls) + "pg||" + cards + (f"mc|{claim}|" if claim is not None else "") + "\n"


def vugraph(results: str, *hands: str, header: str = "Cup, Final,Segment 1,I,1,2,Reds,10.5,Blues,7") -> str:
    """A segment of boards 1 and 2."""
    return f"vg|{header}|\nrs|{results}|\npn|{PLAYERS},Sam,Wes,Ned,Eli|pg||\n" + "".join(hands)


def room(where: str, calls: str = SPADES, cards: str = "", claim: int | None = None, deal: str = DEAL) -> str:
    """A hand of a segment: `o1` is board 1 in the open room."""
    board = int(where[1:])
    head = f"qx|{where}|st||md|{DEALERS[board]}{deal}|sv|{VULNERABLE[board]}|nt|a word|pg||\n"
    return head + bid(calls) + cards + (f"mc|{claim}|" if claim is not None else "") + "pg||\n"


def lin(text: str | bytes, asked: Asked | None = None) -> list[Item]:
    """All that a file tells."""
    raw = text if isinstance(text, bytes) else text.encode()
    return list(read(io.BytesIO(raw), asked or Asked()))


def cut_short(raw: bytes) -> list[Item]:
    """All that the beginning of a file tells; nothing where that cannot be read."""
    items = read(io.BytesIO(raw), Asked())
    told: list[Item] = []
    with contextlib.suppress(Unreadable):
        told.extend(items)
    return told


def told(items: list[Item]) -> list[Told]:
    """The records of results, without those of hands."""
    return [item for item in items if isinstance(item, Told) and item.events[-1][0] == "bridge.deal_played"]


def result(text: str | bytes, asked: Asked | None = None) -> dict[str, Any]:
    """The result of the only hand."""
    (record,) = told(lin(text, asked))
    return record.events[-1][1]


def why(text: str | bytes, kind: type[Bad] | type[Left]) -> str:
    """Why the only hand is not told."""
    items = [item for item in lin(text) if not isinstance(item, Found)]
    (item,) = items
    assert isinstance(item, kind), item
    return item.reason


def reports(items: list[Item]) -> list[dict[str, Any]]:
    """What the items report, ready for the domain; the match first."""
    (found,) = [item for item in items if isinstance(item, Found)]
    opened = {"type": "match.opened", "data": {"game": found.game, "options": dict(found.options)}}
    facts = [event for item in items if isinstance(item, Told) for event in item.events]
    return [opened] + [{"type": kind, "data": data} for kind, data in facts]

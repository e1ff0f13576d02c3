"""Short ways to tell the domain of sessions and matches."""

from collections.abc import Iterable
from typing import Any

from tests.cases import Told, tell

Event = dict[str, Any]


def opened(game: str, **options: Any) -> Event:
    return {"type": "match.opened", "data": {"game": game, "options": options}}


def of(type_: str, **data: Any) -> Event:
    return {"type": type_, "data": data}


def result(board: int, ns: str, ew: str, score: str, **more: Any) -> Event:
    """A result at a table: `"4S N 10"`, or `"Pass"`."""
    return of("bridge.deal_played", board=board, ns=ns, ew=ew, **_hand(score), **more)


def in_room(board: int, room: str, score: str, **more: Any) -> Event:
    return of("bridge.deal_played", board=board, room=room, **_hand(score), **more)


def award(board: int, ns: str | None, ew: str | None, **given: Any) -> Event:
    pairs = {name: pair for name, pair in (("ns", ns), ("ew", ew)) if pair}
    return of("bridge.board_adjusted", board=board, **pairs, award=given, reason="ruling")


def _hand(score: str) -> dict[str, Any]:
    if score == "Pass":
        return {"contract": "Pass"}
    contract, declarer, tricks = score.split()
    return {"contract": contract, "declarer": declarer, "tricks": int(tricks)}


def pairs(*events: Event, at: Iterable[int] = (), **options: Any) -> Told:
    """A session; its boards at the end, and `at` the versions named."""
    return tell([opened("bridge.pairs", **options), *events], at=set(at))


def teams(*events: Event, at: Iterable[int] = (), **options: Any) -> Told:
    """A team match; its boards at the end, and `at` the versions named."""
    return tell([opened("bridge.teams", **options), *events], at=set(at))


def last(told: Told, board: str) -> Any:
    return told.boards[max(told.boards)][board]


def line(told: Told, board: int, ns: str, ew: str) -> Any:
    sheet = next(sheet for sheet in last(told, "traveller")["boards"] if sheet["board"] == board)
    return next(line for line in sheet["lines"] if (line["ns"], line["ew"]) == (ns, ew))


def points(told: Told, board: int, side: str = "ns") -> list[str]:
    sheet = next(sheet for sheet in last(told, "traveller")["boards"] if sheet["board"] == board)
    return [line[f"{side}_points"] for line in sheet["lines"]]


def pair(told: Told, number: str) -> Any:
    return next(row for row in last(told, "ranking")["pairs"] if row["pair"] == number)


def flags(told: Told, board: str) -> list[str]:
    return [flag["code"] for flag in last(told, board)["flags"]]


def code(told: Told) -> str | None:
    """Why the last event was refused, if it was."""
    return told.refused[1].code if told.refused else None

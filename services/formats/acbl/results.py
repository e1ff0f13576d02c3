"""One result of my.acbl.org: what was played at the table, or what stands there instead."""

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.terms import PASSED_OUT
from services.formats import reported, spelling
from services.formats.documents import Object
from services.formats.found import Said
from services.formats.reported import Result

_AWARDS: Final = {
    **dict.fromkeys(("AVE", "AVG", "A", "A="), "A="),
    **dict.fromkeys(("AVE+", "AVG+", "A+"), "A+"),
    **dict.fromkeys(("AVE-", "AVG-", "A-"), "A-"),
}
_NOT_PLAYED: Final = {"NP", "NOT PLAYED", "NO PLAY"}
_OPEN: Final = {"LATE": "a late play, not yet in", "LP": "a late play, not yet in", "NS": "no score yet"}
_NO_BID: Final = "PASS"


def said_of(row: Object, where: dict[str, JsonValue]) -> list[Said] | str:
    """
    What a row reports; or why it reports nothing.

    Errors:
        ValueError: with a sentence, for what cannot be read or contradicts itself.
    """
    ns, ew = (text(row, f"{side}_score").upper() for side in ("ns", "ew"))
    contract = text(row, "contract").upper()
    if {ns, ew, contract} & _NOT_PLAYED:
        return [("bridge.board_not_played", where)]
    if ns in _OPEN or ew in _OPEN:
        return _OPEN.get(ns) or _OPEN[ew]
    result = _result(row, where)
    if ns in _AWARDS or ew in _AWARDS:
        award = _award(ns, ew, where)
        return [award] if result is None else [result.told(where), award]
    if result is None:
        if ns or ew:
            raise ValueError(f"has the score {(ns or ew)[:20]} and no contract with its tricks")
        return "no contract and no score: it was sat out, or is not in"
    _agree(result, ns, ew)
    return [result.told(where)]


def text(row: Object, name: str) -> str:
    """What a field says as text; empty where it says nothing."""
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name} is neither text nor a whole number")  # noqa: TRY004  a fault of the file
    return str(value).strip()


def _award(ns: str, ew: str, where: dict[str, JsonValue]) -> Said:
    if ns not in _AWARDS or ew not in _AWARDS:
        raise ValueError("an average for one side only: the other side's is not told")
    award: JsonValue = {"NS": _AWARDS[ns], "EW": _AWARDS[ew]}
    return "bridge.board_adjusted", where | {"award": award, "reason": f"{ns} and {ew} in the file"}


def _result(row: Object, where: Mapping[str, JsonValue]) -> Result | None:
    board = where["board"]
    assert isinstance(board, int), "the board was read"
    said = text(row, "contract")
    if not said:
        return Result(board, PASSED_OUT) if text(row, "ns_score").upper() == _NO_BID else None
    contract = spelling.contract(said)
    if contract == PASSED_OUT:
        return Result(board, contract)
    taken = text(row, "tricks_taken")
    tricks = reported.tricks_of(contract, spelling.tricks(taken) if taken else None, text(row, "result"))
    if tricks is None:
        return None
    lead = text(row, "opening_lead")
    return Result(board, contract, spelling.seat(text(row, "declarer")), tricks, spelling.card(lead) if lead else None)


def _agree(result: Result, ns: str, ew: str) -> None:
    for said, sign in ((ns, 1), (ew, -1)):
        if said:
            reported.agree(result, 0 if said == _NO_BID else sign * reported.score(said))

"""One result of my.acbl.org: what was played at the table, or what stands there instead."""

from typing import Final

from pydantic import JsonValue

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT
from services.formats import reported, spelling
from services.formats.documents import Object
from services.formats.found import Said

_AWARDS: Final = {
    **dict.fromkeys(("AVE", "AVG", "A", "A="), "A="),
    **dict.fromkeys(("AVE+", "AVG+", "A+"), "A+"),
    **dict.fromkeys(("AVE-", "AVG-", "A-"), "A-"),
}
_OPEN: Final = {"LATE": "a late play, not yet in", "LP": "a late play, not yet in", "NS": "no score yet"}
_NO_BID: Final = "PASS"


def said_of(row: Object, board: int, at: dict[str, JsonValue]) -> list[Said] | str:
    """
    What a row reports; or why it reports nothing.

    Errors:
        ValueError: with a sentence, for what cannot be read or contradicts itself.
    """
    ns, ew = (text(row, f"{side}_score").upper() for side in ("ns", "ew"))
    contract = text(row, "contract").upper()
    if any(map(spelling.is_not_played, (ns, ew, contract))):
        return [("bridge.board_not_played", at)]
    if ns in _OPEN or ew in _OPEN:
        return _OPEN.get(ns) or _OPEN[ew]
    result = _result(row)
    if ns in _AWARDS or ew in _AWARDS:
        award = _award(ns, ew, at)
        return [award] if result is None else [reported.told(result, at), award]
    if result is None:
        if ns or ew:
            raise ValueError(f"it has the score {(ns or ew)[:20]} and no contract with its tricks")
        return "it has no contract and no score: it was sat out, or is not in"
    _agree(board, result, ns, ew)
    return [reported.told(result, at)]


def text(row: Object, name: str) -> str:
    """What a field says as text; empty where it says nothing."""
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name} is neither text nor a whole number")  # noqa: TRY004  a fault of the file
    return str(value).strip()


def _award(ns: str, ew: str, at: dict[str, JsonValue]) -> Said:
    if ns not in _AWARDS or ew not in _AWARDS:
        raise ValueError("it has an average for one side, and none for the other")
    award: JsonValue = {"NS": _AWARDS[ns], "EW": _AWARDS[ew]}
    return "bridge.board_adjusted", at | {"award": award, "reason": f"{ns} and {ew} in the file"}


def _result(row: Object) -> Outcome | None:
    said = text(row, "contract")
    if not said:
        return Outcome(PASSED_OUT) if text(row, "ns_score").upper() == _NO_BID else None
    contract = spelling.contract(said)
    if contract == PASSED_OUT:
        return Outcome(contract)
    tricks = reported.tricks_of(contract, text(row, "tricks_taken"), text(row, "result"))
    if tricks is None:
        return None
    lead = text(row, "opening_lead")
    return Outcome(contract, spelling.seat(text(row, "declarer")), tricks, spelling.card(lead) if lead else None)


def _agree(board: int, result: Outcome, ns: str, ew: str) -> None:
    for said, sign in ((ns, 1), (ew, -1)):
        if said:
            reported.agree(board, result, 0 if said == _NO_BID else sign * spelling.score(said))

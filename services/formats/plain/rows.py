"""
A row of the plain CSV: what it tells of a table.

Source:
    docs/formats.md, "CSV".
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from pydantic import JsonValue

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT
from domain.text import listed
from services.formats import award_text, reported, spelling
from services.formats.found import Said
from services.formats.plain.cells import unguarded

Row: TypeAlias = Mapping[str, str]
"""The cells that are not empty, by column."""
Data: TypeAlias = dict[str, JsonValue]

_UNITS: Final = {"award_ns": "NS", "award_ew": "EW", "award_home": "home", "award_away": "away"}
_STATUSES: Final = ("played", "adjusted", "not_played")
_TABLE_ONLY: Final = ("tricks", "result", "lead", "declarer")


def what(row: Row, game: str) -> str:
    """A row in people's words."""
    if "board" not in row:
        return "a deal"
    told = f"board {row['board'][:20]}"
    if game == "bridge.teams":
        return f"{told}, {row['room'][:20]} room" if "room" in row else told
    return f"{told}, {' against '.join(row[side][:20] for side in ('ns', 'ew') if side in row)}".removesuffix(", ")


def events(row: Row, game: str) -> list[Said]:
    """
    What a row tells, a result last. Nothing if it has no result, no award and was not left out.

    Errors:
        ValueError: with a sentence that says what is wrong.
    """
    status = _status(row)
    at = _where(row, game)
    told = list(_begun(row))
    if awards := _awards(row):
        told.append(("bridge.board_adjusted", {**at, "award": awards, "reason": _reason(row) or reported.AS_FILED}))
    if status == "not_played":
        reason: Data = {"reason": text} if (text := _reason(row)) else {}
        return [*told, ("bridge.board_not_played", {**at, **reason})]
    if "contract" in row:
        return [*told, _played(row, at)]
    return told if awards else []


def honours(row: Row) -> Said | None:
    """The honours that a row tells; ValueError if it says who or how many alone."""
    if "honours" not in row and "honours_by" not in row:
        return None
    if not ("honours" in row and "honours_by" in row and "contract" in row):
        raise ValueError("honours need honours, honours_by and a contract")
    return "bridge.honours_claimed", {"seat": _unit(row["honours_by"]), "points": spelling.honours(row["honours"])}


def _status(row: Row) -> str:
    said = row.get("status", "").lower().replace(" ", "_")
    found = said or ("adjusted" if _has_award(row) else "played" if "contract" in row else "")
    if found and found not in _STATUSES:
        raise ValueError(f"{spelling.cited(found)} is no status: {listed(_STATUSES, 'or')}")
    if found == "not_played" and ("contract" in row or _has_award(row)):
        raise ValueError("a board that was not played has no contract and no award")
    if (found == "adjusted") is not _has_award(row):
        raise ValueError("an award and the status adjusted go together")
    if found == "played" and "contract" not in row:
        raise ValueError("a board that was played has a contract")
    if "contract" not in row and (stray := [name for name in (*_TABLE_ONLY, "score") if name in row]):
        raise ValueError(f"it has no contract, but {listed(stray)}")
    return found


def _has_award(row: Row) -> bool:
    return any(column in row for column in _UNITS)


def _awards(row: Row) -> Data:
    return {unit: award_text.read(row[column]) for column, unit in _UNITS.items() if column in row}


def _reason(row: Row) -> str:
    return unguarded(row.get("reason", ""))


def _where(row: Row, game: str) -> Data:
    if game not in {"bridge.pairs", "bridge.teams"}:
        return {}
    if "board" not in row:
        raise ValueError("it has no board")
    at: Data = {"board": spelling.board(row["board"])}
    at |= {side: spelling.pair(unguarded(row[side])) for side in ("ns", "ew") if side in row}
    if "table" in row:
        at["table"] = unguarded(row["table"])
    if "round" in row:
        at["round"] = spelling.turn(row["round"])
    if "room" in row:
        at["room"] = row["room"].lower()
    if at.get("ns") is not None and at.get("ns") == at.get("ew"):
        raise ValueError(f"{row['ns']} stands on both sides: in a Mitchell write {row['ns']}NS and {row['ew']}EW")
    return at


def _begun(row: Row) -> Iterator[Said]:
    """Whose deal it is: told in a rubber and a Chicago, compared where the board's number tells it."""
    if "dealer" not in row:
        return
    if "board" in row:
        reported.dealt_as_numbered(spelling.board(row["board"]), row["dealer"])
    elif "contract" in row:
        yield "bridge.dealt", {"dealer": spelling.seat(row["dealer"])}


def _played(row: Row, at: Data) -> Said:
    """The result. The score that a file prints is never stored; it must be the one that the result gives."""
    result = _result(row, spelling.contract(row["contract"]))
    if "score" in row:
        reported.agree(spelling.board(row["board"]), result, spelling.score(row["score"]))
    return reported.told(result, at)


def _result(row: Row, contract: str) -> Outcome:
    if contract == PASSED_OUT:
        if stray := [name for name in _TABLE_ONLY if name in row]:
            raise ValueError(f"a passed-out deal has no {listed(stray, 'or')}")
        return Outcome(contract)
    if "declarer" not in row:
        raise ValueError("it has no declarer")
    tricks = reported.tricks_of(contract, row.get("tricks", ""), unguarded(row.get("result", "")))
    if tricks is None:
        raise ValueError("it has no tricks and no result")
    return Outcome(contract, _unit(row["declarer"]), tricks, spelling.card(row["lead"]) if "lead" in row else None)


def _unit(text: str) -> str:
    """A seat, or a side where no more is known."""
    return text.upper() if text.upper() in {"NS", "EW"} else spelling.seat(text)

"""
A row of the plain CSV: what it tells of a table.

Source:
    docs/formats.md, "CSV".
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from pydantic import JsonValue

from domain.games.bridge.comparison import dealer_of, ns_score
from domain.games.bridge.events import TRICKS
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT
from domain.text import listed
from services.formats import award_text, spelling
from services.formats.found import Said
from services.formats.plain.cells import unguarded

Row: TypeAlias = Mapping[str, str]
"""The cells that are not empty, by column."""
Data: TypeAlias = dict[str, JsonValue]

AS_FILED: Final = "As the file says."
"""The reason of an award for which the file gives none."""
_UNITS: Final = {"award_ns": "NS", "award_ew": "EW", "award_home": "home", "award_away": "away"}
_STATUSES: Final = ("played", "adjusted", "not_played")
_TABLE_ONLY: Final = ("tricks", "result", "lead", "declarer")


def what(row: Row, game: str) -> str:
    """A row in people's words."""
    if "board" not in row:
        return "a deal"
    told = f"board {row['board']}"
    if game == "bridge.teams":
        return f"{told}, {row['room']} room" if "room" in row else told
    return f"{told}, {' against '.join(row[side] for side in ('ns', 'ew') if side in row)}".removesuffix(", ")


def events(row: Row, game: str) -> list[Said]:
    """
    What a row tells, a result last. Nothing if it has no result, no award and was not left out.

    Errors:
        ValueError: with a sentence that says what is wrong.
    """
    status = _status(row)
    at = _where(row, game)
    told = list(_begun(row, at))
    if awards := _awards(row):
        told.append(("bridge.board_adjusted", {**at, "award": awards, "reason": _reason(row) or AS_FILED}))
    if status == "not_played":
        reason: Data = {"reason": text} if (text := _reason(row)) else {}
        return [*told, ("bridge.board_not_played", {**at, **reason})]
    if "contract" in row:
        return [*told, ("bridge.deal_played", _played(row, at))]
    return told if awards else []


def honours(row: Row) -> Said | None:
    """The honours that a row tells; ValueError if it says who or how many alone."""
    if "honours" not in row and "honours_by" not in row:
        return None
    if not ("honours" in row and "honours_by" in row and "contract" in row):
        raise ValueError("honours need honours, honours_by and a contract")
    return "bridge.honours_claimed", {"seat": _unit(row["honours_by"]), "points": _whole(row["honours"], "honours")}


def _status(row: Row) -> str:
    said = row.get("status", "").lower().replace(" ", "_")
    found = said or ("adjusted" if _has_award(row) else "played" if "contract" in row else "")
    if found and found not in _STATUSES:
        raise ValueError(f"{found!r} is no status: {listed(_STATUSES, 'or')}")
    if found == "not_played" and ("contract" in row or _has_award(row)):
        raise ValueError("a board that was not played has no contract and no award")
    if (found == "adjusted") is not _has_award(row):
        raise ValueError("an award and the status adjusted go together")
    if found == "played" and "contract" not in row:
        raise ValueError("a board that was played has a contract")
    if "contract" not in row and (stray := [name for name in (*_TABLE_ONLY, "score") if name in row]):
        raise ValueError(f"there is no contract, but {listed(stray)}")
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
        raise ValueError("there is no board")
    at: Data = {"board": _whole(row["board"], "board")}
    at |= {name: unguarded(row[name]) for name in ("ns", "ew", "table") if name in row}
    if "round" in row:
        at["round"] = _whole(row["round"], "round")
    if "room" in row:
        at["room"] = row["room"].lower()
    if at.get("ns") is not None and at.get("ns") == at.get("ew"):
        raise ValueError(f"{row['ns']} stands on both sides: in a Mitchell write {row['ns']}NS and {row['ew']}EW")
    return at


def _begun(row: Row, at: Data) -> Iterator[Said]:
    """Whose deal it is: told in a rubber and a Chicago, compared where the board's number tells it."""
    if "dealer" not in row:
        return
    dealer = spelling.seat(row["dealer"])
    board = at.get("board")
    if not isinstance(board, int):
        if "contract" in row:
            yield "bridge.dealt", {"dealer": dealer}
    elif dealer != dealer_of(board):
        raise ValueError(f"the file says that {dealer} dealt; board {board} is dealt by {dealer_of(board)}")


def _played(row: Row, at: Data) -> Data:
    contract = spelling.contract(row["contract"])
    if contract == PASSED_OUT:
        if stray := [name for name in _TABLE_ONLY if name in row]:
            raise ValueError(f"a passed-out deal has no {listed(stray, 'or')}")
        _compare(row, at, contract, None, None)
        return {**at, "contract": contract}
    if "declarer" not in row:
        raise ValueError("there is no declarer")
    declarer, tricks = _unit(row["declarer"]), _tricks(row, contract)
    _compare(row, at, contract, declarer, tricks)
    lead: Data = {"lead": spelling.card(row["lead"])} if "lead" in row else {}
    return {**at, "contract": contract, "declarer": declarer, "tricks": tricks, **lead}


def _tricks(row: Row, contract: str) -> int:
    said = spelling.tricks(row["tricks"]) if "tricks" in row else None
    if "result" not in row:
        if said is None:
            raise ValueError("there are no tricks and no result")
        return said
    tricks = CONTRACTS[contract].tricks(_relative(unguarded(row["result"])))
    if not 0 <= tricks <= TRICKS:
        raise ValueError(f"{contract} cannot end {row['result']}: {tricks} tricks")
    if said not in {None, tricks}:
        raise ValueError(f"the file says {said} tricks; {contract} {row['result']} is {tricks}")
    return tricks


def _relative(result: str) -> str:
    if result == "=":
        return result
    sign, digits = result[:1], result[1:]
    if sign not in {"+", "-"} or not (digits.isascii() and digits.isdecimal()) or int(digits) == 0:
        raise ValueError(f"{result!r} is no result: =, +1 or -2; a spreadsheet may have taken the sign away")
    return f"{sign}{int(digits)}"


def _compare(row: Row, at: Data, contract: str, declarer: str | None, tricks: int | None) -> None:
    """The score that a file prints is never stored; it must be the one that the result gives."""
    board = at.get("board")
    if "score" not in row or not isinstance(board, int):
        return
    said, right = _whole(row["score"], "score"), ns_score(board, contract, declarer, tricks)
    if said != right:
        result = f"{contract} by {declarer} with {tricks} tricks" if declarer else "passed out"
        raise ValueError(f"the file says NS {said}; {result} on board {board} is {right}")


def _unit(text: str) -> str:
    """A seat, or a side where no more is known."""
    return text.upper() if text.upper() in {"NS", "EW"} else spelling.seat(text)


def _whole(text: str, name: str) -> int:
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):  # noqa: PLR2004  nothing here is larger
        raise ValueError(f"{text!r} is no whole number: {name}")
    return int(text)

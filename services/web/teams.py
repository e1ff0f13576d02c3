"""A team match as its sheet shows it: both rooms of every board, and who won the IMPs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from domain.games.bridge.figures import shown
from domain.text import count
from services.web.duplicate import NOT_PLAYED, Result, minus, result
from services.web.margin import Margin, drawn

ROOMS: Final = ("open", "closed")
_WORDS: Final = {"waiting": "…", "playing": "playing", "not_played": NOT_PLAYED}


@dataclass(frozen=True, slots=True)
class Row:
    """
    A board in both rooms.

    Args:
        home: What home won of it, as it is written; empty where it won nothing.
        flat: Whether it is in, and nobody won anything.
        ruled: Whether a director awarded something.
        text: What came of it, in a sentence; empty while it is waited for.
        version: The newest event on it.
    """

    board: int
    vulnerable: str
    rooms: dict[str, Result]
    home: str
    away: str
    flat: bool
    ruled: bool
    text: str
    version: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    The match.

    Args:
        unit: What boards are won in: IMPs, or boards at board-a-match.
        margin: How the lead went; None where there is nothing to draw.
        rulings: The director's awards in sentences.
    """

    unit: str
    rows: list[Row]
    margin: Margin | None
    rulings: list[str]


def sheet(board: dict[str, Any]) -> Sheet:
    """Lay a `match` board of a team match out."""
    by_boards = board["scale"] == "bam"
    return Sheet(
        unit="boards" if by_boards else "IMPs",
        rows=[_row(row, board["version"], by_boards=by_boards) for row in board["boards"]],
        margin=drawn(_lead(board, by_boards=by_boards), list(_swings(board, by_boards=by_boards))),
        rulings=list(_rulings(board["boards"])),
    )


def score(board: dict[str, Any]) -> list[tuple[str, str, str]]:
    """
    The rows of the score, what counts first: its name, home's and away's.

    At board-a-match the boards won count, and there are no victory points.
    """
    home, away = (board["sides"][team]["shown"] for team in ("home", "away"))
    rows = [("IMPs", minus(home["imps"]), minus(away["imps"]))]
    if "vp" in home and "vp" in away:
        vps = ("Boards" if board["scale"] == "bam" else "VPs", minus(home["vp"]), minus(away["vp"]))
        rows.insert(0 if board["scale"] == "bam" else 1, vps)
    return rows


def progress(board: dict[str, Any]) -> str:
    """How many boards are in: `18 of 24 boards in`."""
    done = sum(_is_in(row) for row in board["boards"])
    return f"{done} of {count(board['agreed'], 'board')} in" if board["agreed"] else f"{count(done, 'board')} in"


def outcome(board: dict[str, Any]) -> str:
    """Who won, in a sentence; empty while nobody has."""
    winner = board["winner"]
    if winner is None:
        return "The match is level." if board["status"] in {"complete", "closed"} and board["boards"] else ""
    lead = board["sides"][winner]["shown"]["margin"]
    if board["scale"] == "bam" or Fraction(lead) <= 0:
        return f"{winner.capitalize()} wins."
    return f"{winner.capitalize()} wins by {lead} IMPs."


def _row(row: dict[str, Any], version: int, *, by_boards: bool) -> Row:
    home, away = _won(row, by_boards=by_boards)
    return Row(
        board=row["board"],
        vulnerable=row["vulnerable"],
        rooms={room: result(row[room], _word(row, room), version) for room in ROOMS},
        home=home,
        away=away,
        flat=_is_in(row) and not home and not away,
        ruled=any(given is not None for given in (row["award"], row["open"]["award"], row["closed"]["award"])),
        text=row["text"] if _is_in(row) or row["award"] is not None else "",
        version=max(version if row[room]["status"] == "playing" else row[room]["version"] or 0 for room in ROOMS),
    )


def _word(row: dict[str, Any], room: str) -> str:
    if row["award"] is not None and row[room]["status"] == "waiting":
        return ""
    return _WORDS.get(row[room]["status"], "")


def _is_in(row: dict[str, Any]) -> bool:
    return row["home_imps"] is not None or row["home_won"] is not None


def _won(row: dict[str, Any], *, by_boards: bool) -> tuple[str, str]:
    """What each team won: the winner's part alone, or both where they count the board apart."""
    kind = "won" if by_boards else "imps"
    home, away = (row[f"{team}_{kind}"] for team in ("home", "away"))
    if home is None or away is None:
        return _short(home), _short(away)
    if by_boards:
        return _short(home) if Fraction(home) else "", _short(away) if Fraction(away) else ""
    if Fraction(home) == -Fraction(away):
        return (_short(home), "") if Fraction(home) > 0 else ("", _short(away) if Fraction(away) else "")
    return _signed(home), _signed(away)


def _short(value: str | None) -> str:
    """
    A figure for people: whole ones without decimals, a half as such.

    >>> _short("12"), _short("0.5"), _short("2.333333"), _short(None)
    ('12', '½', '2.33', '')
    """
    if value is None:
        return ""
    number = Fraction(value)
    if number == Fraction(1, 2):
        return "½"
    return minus(str(number) if number.denominator == 1 else shown(number))


def _signed(value: str) -> str:
    return f"+{_short(value)}" if Fraction(value) > 0 else _short(value)


def _lead(board: dict[str, Any], *, by_boards: bool) -> Fraction:
    """By how much home leads, in what boards are won in."""
    home, away = board["sides"]["home"], board["sides"]["away"]
    return Fraction(home["vp"]) - Fraction(away["vp"]) if by_boards else Fraction(home["margin"])


def _swings(board: dict[str, Any], *, by_boards: bool) -> Iterator[tuple[int, Fraction]]:
    """Every board that is in, and by how much it moved the lead towards home."""
    for row in board["boards"]:
        if by_boards and row["home_won"] is not None and row["away_won"] is not None:
            yield row["board"], Fraction(row["home_won"]) - Fraction(row["away_won"])
        elif not by_boards and row["home_imps"] is not None:
            yield row["board"], Fraction(row["home_imps"])


def _rulings(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        if row["award"] is not None:
            yield f"Board {row['board']}: {row['text']}"
        for room in ROOMS:
            if row[room]["award"] is not None:
                yield f"Board {row['board']}, {room} room: {row[room]['text']}"

"""The rubber pad as people write it: figures above the line growing upward, games below it downward."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from domain.games.bridge.chicago.state import DEALS
from domain.games.bridge.scoring import GAME, trick_points
from domain.games.bridge.terms import CONTRACTS, STRAINS, side_of

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CUT: Final = {"game", "part-score"}
"""What a deal of a Chicago is paid for that leaves nothing to carry on."""
_RUBBER: Final = 2
"""Games that win a rubber."""
_NAMES: Final = {"NS": "We", "EW": "They"}
_OTHER: Final = {"NS": "EW", "EW": "NS"}
_COUNTED: Final = ("none", "one")
_TIMES: Final = {1: " × 2", 2: " × 4"}
_LEVELS: Final = range(1, 8)
_CHICAGO: Final = "bridge.chicago"


@dataclass(frozen=True, slots=True)
class Brought:
    """What a deal brought a side on one side of the line: `120 × 2`, `100 + 50`."""

    side: str
    line: str
    written: str
    own: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """
    One number on the pad.

    Args:
        key: Which it is, whatever is written later.
        reason: What it is for.
        text: The deal that it comes from, or the occasion.
        brought: All that the deal brought.
        newest: Whether it is of the newest deal.
    """

    key: str
    points: int
    reason: str
    text: str
    brought: tuple[Brought, ...]
    newest: bool


@dataclass(frozen=True, slots=True)
class Game:
    """The figures of one game below the line, and whether it is finished."""

    number: int
    sides: dict[str, list[Figure]]
    finished: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """Both columns."""

    above: dict[str, list[Figure]]
    games: list[Game]


@dataclass(frozen=True, slots=True)
class Toward:
    """How a side with a part-score gets its game: what it has, what is missing, and the lowest contracts for it."""

    side: str
    part: int
    missing: int
    contracts: list[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """A deal of a Chicago: who deals, and who is vulnerable as far as that is known (`NS`, `EW`, `all`, `nobody`)."""

    number: int
    dealer: str
    vulnerable: str
    played: bool
    current: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The end in a sentence, and what stands in its places."""

    text: str
    side: str
    other: str
    games: str
    margin: int
    total: int
    rest: int


def pad(board: dict[str, Any]) -> Pad:
    """Lay a `rubber` board out as a pad."""
    above: dict[str, list[Figure]] = {"NS": [], "EW": []}
    games: dict[int, dict[str, list[Figure]]] = {}
    for deal, number in zip(board["deals"], _games(board), strict=True):
        sides = games.setdefault(number, {"NS": [], "EW": []})
        for entry, figure in zip(deal["points"], _figures(deal, deal is board["deals"][-1]), strict=True):
            if entry["line"] == "above":
                above[entry["side"]].insert(0, figure)
            else:
                sides[entry["side"]].append(figure)
    for side, figure in _besides(board):
        above[side].insert(0, figure)
    won = _finished(board)
    for number in range(1, won + (0 if board["complete"] else 2)):
        games.setdefault(number, {"NS": [], "EW": []})
    return Pad(above, [Game(number, sides, number <= won) for number, sides in sorted(games.items())])


def toward(board: dict[str, Any]) -> list[Toward]:
    """What each side with a part-score needs for its game."""
    if board["complete"] or board["status"] == "closed":
        return []
    return [
        Toward(side, column["leg"], GAME - column["leg"], _lowest(GAME - column["leg"]))
        for side, column in board["sides"].items()
        if column["leg"]
    ]


def turns(board: dict[str, Any]) -> list[Turn]:
    """The four deals of a Chicago; none of a rubber."""
    if board["game"] != _CHICAGO:
        return []
    played = {deal["game"]: deal for deal in board["deals"] if deal["declarer"]}
    return [_turn(board, number, played) for number in range(1, DEALS + 1)]


def ending(board: dict[str, Any]) -> Ending | None:
    """The match in one sentence, once it is over: who won the rubber, which is not always who won the points."""
    if not board["complete"] and board["status"] != "closed":
        return None
    sides = board["sides"]
    ahead = "NS" if sides["NS"]["total"] >= sides["EW"]["total"] else "EW"
    won = next((side for side in sides if board["game"] != _CHICAGO and sides[side]["games"] == _RUBBER), None)
    if board["winner"] is not None and board["winner"] != ahead:
        text, side = "{side} win, since {other} gave up.", board["winner"]
    elif won is None:
        text, side = ("{side} win by {margin}: {total} to {rest}.", ahead)
    else:
        text, side = ("{side} won two games to {games} and are ahead by {margin}: {total} to {rest}.", ahead)
        if won != ahead:
            text, side = ("{side} won two games to {games}, but {other} are ahead by {margin}: {total} to {rest}.", won)
    if not board["margin"]:
        text = "The totals are level at {total}."
    other = _OTHER[side]
    total, rest = sorted((column["total"] for column in sides.values()), reverse=True)
    games = _COUNTED[min(sides[other]["games"], 1)]
    return Ending(text, _NAMES[side], _NAMES[other], games, board["margin"], total, rest)


def contract(text: str | None) -> str:
    """
    A contract as people write it.

    >>> contract("4SX"), contract("3N"), contract("Pass"), contract(None)
    ('4♠ X', '3NT', 'Pass', '')
    """
    if text is None or text == "Pass":
        return text or ""
    strain, doubled = _SUITS.get(text[1], "NT"), text[2:]
    return f"{text[0]}{strain}{' ' + doubled if doubled else ''}"


def number(value: int) -> str:
    """
    A number with a true minus and a thin space between thousands.

    >>> print(number(-1690))
    −1 690
    """
    return f"{abs(value):,}".replace(",", "\u2009") if value >= 0 else "−" + number(-value)


def _games(board: dict[str, Any]) -> list[int]:
    """Below which line each deal is written: a rubber's games; of a Chicago, what can still become one game."""
    if board["game"] != _CHICAGO:
        return [deal["game"] for deal in board["deals"]]
    numbers, number = [], 1
    for deal in board["deals"]:
        numbers.append(number)
        number += _cuts(deal)
    return numbers


def _finished(board: dict[str, Any]) -> int:
    if board["game"] == _CHICAGO:
        return sum(map(_cuts, board["deals"]))
    return int(board["sides"]["NS"]["games"] + board["sides"]["EW"]["games"])


def _cuts(deal: dict[str, Any]) -> bool:
    return any(entry["for"] in _CUT for entry in deal["points"])


def _figures(deal: dict[str, Any], newest: bool) -> list[Figure]:
    brought = _brought(deal)
    return [
        Figure(f"{deal['version']}-{n}", entry["points"], entry["for"], deal["text"], brought, newest)
        for n, entry in enumerate(deal["points"])
    ]


def _brought(deal: dict[str, Any]) -> tuple[Brought, ...]:
    """All that a deal brought, by side and line: a doubled contract's tricks as they are counted, times two."""
    own = side_of(deal["declarer"]) if deal["declarer"] else ""
    found = []
    for (side, line), entries in groupby(
        sorted(deal["points"], key=lambda entry: (entry["side"] != own, entry["line"] == "above")),
        key=lambda entry: (entry["side"], entry["line"]),
    ):
        written = " + ".join(_written(entry, deal["contract"]) for entry in entries)
        found.append(Brought(side, line, written, side == own))
    return tuple(found)


def _written(entry: dict[str, Any], contract: str) -> str:
    doubled = contract.count("X") if entry["for"] == "tricks" else 0
    return f"{entry['points'] >> doubled}{_TIMES[doubled]}" if doubled else number(entry["points"])


def _besides(board: dict[str, Any]) -> list[tuple[str, Figure]]:
    """What no deal brought: bonuses of a rubber closed unfinished, and a director's points."""
    unfinished = "the rubber was closed unfinished"
    found = [
        (entry["side"], Figure(f"bonus-{n}", entry["points"], entry["for"], unfinished, (), newest=True))
        for n, entry in enumerate(board["bonuses"])
    ]
    for side, column in board["sides"].items():
        if column["adjusted"]:
            given = Figure(f"director-{side}", column["adjusted"], "by the director", "", (), newest=False)
            found.append((side, given))
    return found


def _lowest(missing: int) -> list[str]:
    """The lowest undoubled contract in each strain that is worth so much, the cheapest first."""
    found = []
    for strain in STRAINS:
        enough = (level for level in _LEVELS if trick_points(CONTRACTS[f"{level}{strain}"]) >= missing)
        found.append(f"{next(enough)}{strain}")
    return sorted(found, key=lambda text: int(text[0]))


def _turn(board: dict[str, Any], number: int, played: dict[int, dict[str, Any]]) -> Turn:
    done = number in played
    now = not done and number == len(played) + 1 and not board["complete"]
    dealer = played[number]["dealer"] if done else _dealer(board, number - len(played) - 1)
    return Turn(number, dealer or "", _vulnerable(board, number, played.get(number), now=now), done, now)


def _dealer(board: dict[str, Any], ahead: int) -> str:
    return "NESW"[("NESW".index(board["dealer"]) + ahead) % 4]


def _vulnerable(board: dict[str, Any], number: int, deal: dict[str, Any] | None, *, now: bool) -> str:
    """Nobody on the first deal, all on the last; in between one side, as the board and what was played tell."""
    if number in {1, DEALS}:
        return "nobody" if number == 1 else "all"
    if deal is not None:
        own = side_of(deal["declarer"])
        return own if deal["vulnerable"] else _OTHER[own]
    return next((side for side, column in board["sides"].items() if now and column["vulnerable"]), "")

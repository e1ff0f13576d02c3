"""
Scores of one deal compared: international match points, and what a score can be at all.

Source:
    docs/games/bridge.md, "IMPs" and "One deal at duplicate".
"""

from bisect import bisect_right
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal

from domain.games.bridge.events import TRICKS
from domain.games.bridge.figures import Figure
from domain.games.bridge.scoring import duplicate_score
from domain.games.bridge.terms import CONTRACTS, SEATS, Seat, Side, side_of

Vulnerability = Literal["None", "NS", "EW", "All"]

_BOUNDS: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""Law 78B: the smallest differences worth 1 to 24 IMPs."""
_CYCLE: Final[tuple[Vulnerability, ...]] = ("None", "NS", "EW", "All")
_PART_SCORES_END: Final = 300
"""No undoubled part-score is worth as much; every game is worth more."""


@lru_cache(maxsize=65_536)
def imps(difference: Figure) -> int:
    """
    IMPs for a difference of scores.

    >>> [imps(d) for d in (10, 20, -430, 3990, 4000)]
    [0, 1, -10, 23, 24]
    """
    if difference < 0:
        return -bisect_right(_BOUNDS, -difference)
    return bisect_right(_BOUNDS, difference)


def dealer_of(board: int) -> Seat:
    """
    Who deals a board: North the first, then round and round.

    >>> dealer_of(1), dealer_of(4), dealer_of(17)
    ('N', 'W', 'N')
    """
    return SEATS[(board - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """
    Who is vulnerable on a board: a cycle of sixteen.

    >>> [vulnerability_of(board) for board in (1, 2, 3, 4, 5, 13, 16, 17)]
    ['None', 'NS', 'EW', 'All', 'NS', 'All', 'EW', 'None']
    """
    place = (board - 1) % 16
    return _CYCLE[(place + place // 4) % 4]


def is_vulnerable(side: Side, board: int) -> bool:
    """Whether a side is vulnerable on a board."""
    return vulnerability_of(board) in {side, "All"}


def ns_score(board: int, contract: str, declarer: str | None, tricks: int | None) -> int:
    """
    North–South's score for a result.

    >>> ns_score(1, "4S", "E", 10), ns_score(2, "3N", "N", 8), ns_score(3, "Pass", None, None)
    (-420, -100, 0)
    """
    if declarer is None or tricks is None:
        return 0
    side = side_of(declarer)
    score = duplicate_score(contract, tricks, is_vulnerable(side, board))
    return score if side == "NS" else -score


def can_be(score: int, board: int) -> bool:
    """
    Whether any result of a board gives North–South that score.

    >>> can_be(420, 1), can_be(420, 2), can_be(50, 3), can_be(425, 1)
    (True, False, False, False)
    """
    return score in _possible(vulnerability_of(board))


def looks_wrong(score: int, board: int) -> bool:
    """
    Whether a score is only just possible, and a common game or slam at the other vulnerability.

    >>> looks_wrong(600, 1), looks_wrong(620, 2)
    (True, False)
    """
    return abs(score) in _misleading(is_vulnerable("NS" if score > 0 else "EW", board))


@cache
def _possible(vulnerability: Vulnerability) -> frozenset[int]:
    scores = {0}
    for contract, tricks in product(CONTRACTS, range(TRICKS + 1)):
        for side, sign in (("NS", 1), ("EW", -1)):
            scores.add(sign * duplicate_score(contract, tricks, vulnerability in {side, "All"}))
    return frozenset(scores)


@cache
def _misleading(vulnerable: bool) -> frozenset[int]:
    return _games(not vulnerable) - _games(vulnerable)


@cache
def _games(vulnerable: bool) -> frozenset[int]:
    """Scores of undoubled contracts that make game or more."""
    return frozenset(
        duplicate_score(text, tricks, vulnerable)
        for text, bid in CONTRACTS.items()
        if not bid.doubled
        for tricks in range(bid.needs, TRICKS + 1)
        if duplicate_score(text, tricks, vulnerable) > _PART_SCORES_END
    )

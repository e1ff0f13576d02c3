"""
The auction, call by call (Laws 17 to 22).

Source:
    docs/games/bridge.md, "Auctions".
"""

from dataclasses import dataclass
from typing import Final

from domain.errors import RuleViolation
from domain.games.bridge.terms import BIDS, PASSED_OUT, Seat, left_of, name_of, side_of

_ALL_PASS: Final = 4
_ENDING_PASSES: Final = 3


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, in turn, the first by whoever opened the auction."""

    calls: tuple[tuple[Seat, str], ...] = ()

    @property
    def turn(self) -> Seat | None:
        """Whose call it is; None before the first, which anybody may tell us."""
        return left_of(self.calls[-1][0]) if self.calls else None

    @property
    def over(self) -> bool:
        """Whether it has ended: four passes, or three after a bid."""
        passes = self._passes()
        return passes >= _ALL_PASS or (passes == _ENDING_PASSES and len(self.calls) > _ENDING_PASSES)

    @property
    def contract(self) -> str | None:
        """What it came to: a contract, `Pass`, or None while it goes on."""
        if not self.over:
            return None
        bid = self._last_bid()
        return PASSED_OUT if bid is None else self.calls[bid][1] + "X" * self._doubled(bid)

    @property
    def declarer(self) -> Seat | None:
        """Who of the declaring side first named the strain."""
        bid = self._last_bid() if self.over else None
        if bid is None:
            return None
        bidder, strain = side_of(self.calls[bid][0]), self.calls[bid][1][1]
        return next(seat for seat, call in self.calls if call in BIDS and call[1] == strain and side_of(seat) == bidder)

    def check(self, seat: Seat, call: str) -> None:
        """Whether the call may be made: RuleViolation `call_invalid` with the reason if not."""
        if self.over:
            raise RuleViolation("call_invalid", "The auction has ended.")
        if self.turn not in {None, seat}:
            assert self.turn is not None
            raise RuleViolation("call_invalid", f"It is {name_of(self.turn)}'s turn to call, not {name_of(seat)}'s.")
        if call != "P":
            self._check_bid(seat, call)

    def with_call(self, seat: Seat, call: str) -> "Auction":
        """The auction after one more call."""
        return Auction((*self.calls, (seat, call)))

    def _check_bid(self, seat: Seat, call: str) -> None:
        bid = self._last_bid()
        if call in BIDS:
            if bid is not None and BIDS[call] <= BIDS[self.calls[bid][1]]:
                raise RuleViolation("call_invalid", f"{call} is not higher than {self.calls[bid][1]}.")
            return
        if bid is None:
            raise RuleViolation("call_invalid", "There is no bid to double.")
        own = side_of(self.calls[bid][0]) == side_of(seat)
        doubled = self._doubled(bid)
        if call == "X" and (own or doubled):
            raise RuleViolation("call_invalid", "Only the opponents' undoubled bid can be doubled.")
        if call == "XX" and not (own and doubled == 1):
            raise RuleViolation("call_invalid", "Only one's own side's doubled bid can be redoubled.")

    def _last_bid(self) -> int | None:
        return next((i for i in range(len(self.calls) - 1, -1, -1) if self.calls[i][1] in BIDS), None)

    def _doubled(self, bid: int) -> int:
        return max((len(call) for _, call in self.calls[bid + 1 :] if call in {"X", "XX"}), default=0)

    def _passes(self) -> int:
        passes = 0
        for _, call in reversed(self.calls):
            if call != "P":
                break
            passes += 1
        return passes

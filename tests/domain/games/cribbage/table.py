"""A cribbage table for tests: reports in few words, and what the boards then say."""

from dataclasses import dataclass, field
from typing import Any

from tests.cases import Told, tell

_STREET = {"go": "cribbage.go_said"}


@dataclass
class Table:
    """Events in the order in which they are reported; `last` is the version of the latest."""

    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def last(self) -> int:
        return len(self.events)

    def add(self, type_: str, **data: Any) -> "Table":
        name = type_ if "." in type_ else f"cribbage.{type_}"
        said = {key.rstrip("_"): value for key, value in data.items() if value is not None}
        self.events.append({"type": name, "data": said})
        return self

    def dealt(self, dealer: str | None = None, **hands: str) -> "Table":
        return self.add("dealt", dealer=dealer, hands={seat: cards.split() for seat, cards in hands.items()} or None)

    def away(self, **cards: str) -> "Table":
        for seat, said in cards.items():
            self.add("discarded", seat=seat, cards=said.split())
        return self

    def cut(self, card: str) -> "Table":
        return self.add("starter_cut", card=card)

    def play(self, said: str) -> "Table":
        """`A KS, B KD, B go`."""
        for each in said.split(","):
            seat, what = each.split()
            if what == "go":
                self.add("go_said", seat=seat)
            else:
                self.add("card_played", seat=seat, card=what)
        return self

    def show(self, seat: str, cards: str, claimed: int | None = None, *, crib: bool = False) -> "Table":
        return self.add("crib_shown" if crib else "hand_shown", seat=seat, cards=cards.split(), claimed=claimed)

    def pegs(self, seat: str, points: int, for_: str = "play") -> "Table":
        return self.add("points_pegged", seat=seat, points=points, for_=for_)

    def tell(self) -> Told:
        return tell(self.events)

    def boards(self) -> dict[str, Any]:
        """The boards at the end; nothing may have been refused."""
        told = self.tell()
        assert told.refused is None, (told.refused[0], told.refused[1].code, told.refused[1].detail)
        return told.boards[self.last]

    def scores(self) -> dict[str, int]:
        return {seat: column["score"] for seat, column in self.boards()["game"]["seats"].items()}

    def awards(self) -> list[tuple[int, str, str, int, int]]:
        """Every award: version, seat, reason, points, pegged."""
        return [tuple(award.values()) for award in self.boards()["game"]["awards"]]

    def refused(self) -> str:
        """The code with which the last event is refused; all before it must stand."""
        told = self.tell()
        assert told.refused is not None, "nothing was refused"
        assert told.refused[0] == self.last, (told.refused[0], told.refused[1].detail)
        return told.refused[1].code


def opened(**options: Any) -> Table:
    return Table().add("match.opened", game="cribbage", options=options)


def unknown(dealer: str = "B", starter: str = "2H", **options: Any) -> Table:
    """A deal whose hands nobody tells, before the first card; A leads if two play."""
    return opened(**options).dealt(dealer).cut(starter)

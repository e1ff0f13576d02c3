"""A scorer, a director and a drain, as the tests need them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain import games, wire
from domain.event import Opened
from services import keys, projecting, recording
from services.bearers import Bearer
from services.folding import Folded
from services.keyring import Keyring
from services.recording import Desk, Recorded, Report
from services.wiring import Stores
from tests import books


@dataclass
class Table:
    """A card table that reports to a log, without HTTP between."""

    stores: Stores
    kept: Folded = field(default_factory=Folded)
    scopes: tuple[str, ...] = ("director",)
    wake: Callable[[], None] = lambda: None
    ledger: str = "main"
    matches: tuple[str, ...] | None = None
    settles: bool = True
    """Whether the act that made its key is given its position at once, which not every role may."""

    def __post_init__(self) -> None:
        made = keys.create(self.stores, self.scopes, ledger=self.ledger, matches=self.matches)
        self.bearer: Bearer = Keyring(self.stores).bearer(made.key)
        if self.settles:
            books.settle(self.stores)

    @property
    def desk(self) -> Desk:
        return Desk(self.stores, self.kept, self.wake)

    def open(self, game: str = "bridge.rubber", **more: Any) -> str:
        return recording.open_match(self.desk, self.bearer, wire.read(Opened, {"game": game, **more})).match

    def tell(self, match: str, type_: str, data: dict[str, Any], **how: Any) -> Recorded:
        return self.tell_all(match, [report(type_, data)], **how)

    def tell_all(self, match: str, reports: Sequence[Report], **how: Any) -> Recorded:
        return recording.record(self.desk, self.bearer, match, reports, **how)

    def drain(self) -> int:
        return projecting.drain(self.stores, self.kept)


def report(type_: str, data: dict[str, Any], id_: str | None = None) -> Report:
    """A report as the API would read it."""
    return Report(wire.read(wire.find(games.event_types(), type_), data), id_)


def deal(contract: str = "1N", declarer: str | None = "N", tricks: int | None = 7) -> tuple[str, dict[str, Any]]:
    """A deal that was played: its type and data."""
    data = {"contract": contract, "declarer": declarer, "tricks": tricks}
    return "bridge.deal_played", {name: value for name, value in data.items() if value is not None}


PASSED = ("bridge.deal_played", {"contract": "Pass"})
"""A deal that scores nothing, of which a rubber takes any number."""

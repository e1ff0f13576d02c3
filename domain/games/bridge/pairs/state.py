"""A pairs session as far as it has gone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Players
from domain.games.bridge.events import At, BoardFouled, Dealt, MovementSet, PairsEvent
from domain.games.bridge.figures import Figure
from domain.games.bridge.pairs.comparing import Compared, compare
from domain.games.bridge.pairs.movement import Movement, Slot
from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.plausibility import flags
from domain.games.bridge.pairs.record import BoardRecord, lines
from domain.games.bridge.pairs.standings import Standings, stand
from domain.games.bridge.terms import Side

MAX_PAIR: Final = 20
"""Characters of a pair's number."""


@dataclass(frozen=True, slots=True)
class Session:
    """
    A session.

    Args:
        boards: By number.
        adjusted: What directors gave or took, by pair.
        retired: Pairs that gave up.
        named: Pairs that were named as players.
        odd: What was odd about reports when they came.
        memo: What was computed from this state. A changed state begins with an empty one.
    """

    options: PairsOptions
    boards: Mapping[int, BoardRecord] = field(default_factory=dict)
    movement: Movement | None = None
    adjusted: Mapping[str, Figure] = field(default_factory=dict)
    retired: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    closed: bool = False
    odd: tuple[Note, ...] = ()
    findings: tuple[Note, ...] = ()
    why: tuple[str, ...] = ()
    memo: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether every board of the movement is in; without a movement nobody knows."""
        return self.movement is not None and not missing(self)

    @property
    def flags(self) -> tuple[Note, ...]:
        """What is legal and odd."""
        return (*self.odd, *flags(self.boards, self.movement))


def told(
    state: Session,
    boards: Mapping[int, BoardRecord],
    why: str,
    odd: tuple[Note, ...] = (),
    findings: tuple[Note, ...] = (),
) -> Session:
    """The session after a report from a table, as `dataclasses.replace` gives it, in half the time."""
    return Session(
        state.options,
        boards,
        state.movement,
        state.adjusted,
        state.retired,
        state.named,
        state.closed,
        state.odd + odd,
        state.findings + findings,
        (why,),
    )


def start(options: PairsOptions, players: Players) -> Session:
    """A session before the first board; EventInvalid if a pair's number is too long."""
    check_pairs(players)
    return Session(options, named=frozenset(players))


def check_pairs(players: Players) -> None:
    """Whether players are named by their pair."""
    if any(len(pair) > MAX_PAIR for pair in players):
        raise EventInvalid([Flaw("/data/players", f"are named by pair: at most {MAX_PAIR} characters")])


def tables(state: Session) -> int:
    """How many results every board is factored to: the movement's tables, else the lines of the fullest board."""
    if state.movement is not None:
        return state.movement.tables
    return max((len(lines(record)) for record in state.boards.values()), default=0)


def compared(state: Session) -> tuple[tuple[BoardRecord, Compared], ...]:
    """Every board with its results compared, by number."""
    found: tuple[tuple[BoardRecord, Compared], ...] | None = state.memo.get("compared")
    if found is None:
        expected = tables(state)
        found = state.memo["compared"] = tuple(
            (record, compare(record, state.options, expected)) for _, record in sorted(state.boards.items())
        )
    return found


def standings(state: Session) -> Standings:
    """The ranking as it stands."""
    found: Standings | None = state.memo.get("standings")
    if found is None:
        movement = state.movement
        full = max(movement.boards.values(), default=0) if movement else 0
        found = state.memo["standings"] = stand(
            compared(state), state.options, directions(state), state.adjusted, state.retired, full
        )
    return found


def directions(state: Session) -> dict[str, Side | None]:
    """Every pair that the session knows, and where it first sat."""
    first: dict[str, tuple[int, int, Side]] = {}
    for record in state.boards.values():
        for (ns, ew), table in lines(record):
            fact = table.fact
            assert fact is not None, "a line has a fact"
            _sat(first, ns, (fact.round or 0, fact.version, "NS"))
            _sat(first, ew, (fact.round or 0, fact.version, "EW"))
        for (pair, side), awarded in record.sit_outs.items():
            _sat(first, pair, (awarded.round or 0, awarded.version, side))
    sits: dict[str, Side | None] = {pair: side for pair, (_, _, side) in first.items()}
    if state.movement is not None:
        sits |= state.movement.sits
    return dict.fromkeys(state.named | state.retired | state.adjusted.keys()) | sits


def missing(state: Session) -> tuple[Slot, ...]:
    """What the movement has and nobody reported yet."""
    found: tuple[Slot, ...] | None = state.memo.get("missing")
    if found is None:
        slots = state.movement.slots if state.movement else {}
        found = state.memo["missing"] = tuple(slot for slot in slots.values() if not _is_in(state, slot))
    return found


def overdue(state: Session) -> tuple[Slot, ...]:
    """What is missing of the rounds before the latest that has begun; once the session is closed, of all."""
    if state.movement is None:
        return ()
    waiting = missing(state)
    rounds = [slot.round for slot in state.movement.slots.values() if _is_in(state, slot)]
    begun = max(rounds, default=0)
    return tuple(slot for slot in waiting if state.closed or slot.round < begun)


def _is_in(state: Session, slot: Slot) -> bool:
    record = state.boards.get(slot.board)
    table = record.tables.get((slot.ns, slot.ew)) if record else None
    return table is not None and table.settled


def _sat(first: dict[str, tuple[int, int, Side]], pair: str, when: tuple[int, int, Side]) -> None:
    if pair not in first or when < first[pair]:
        first[pair] = when


def sealed(state: Session) -> frozenset[int]:
    """Hands stay at the tables until nobody is to play the board any more: all are in, or the session is closed."""
    if state.closed:
        return frozenset()
    waiting = {slot.board for slot in missing(state)}
    return frozenset(
        version
        for record in state.boards.values()
        if state.movement is None or record.number in waiting or any(table.deal for table in record.tables.values())
        for version in record.dealt
    )


def round_of(state: Session, event: PairsEvent) -> int | None:
    """The round that an event is of: as it says, as its table says of the board, or as the movement has it; or 0."""
    if isinstance(event, MovementSet | Dealt | BoardFouled):
        return 0
    if not isinstance(event, At) or event.round or not (event.board and event.ns and event.ew):
        return event.round if isinstance(event, At) else None
    record, key = state.boards.get(event.board), (event.ns, event.ew)
    table = record.tables.get(key) if record else None
    slot = state.movement.slots.get((event.board, key)) if state.movement else None
    return (table.round if table else None) or (slot.round if slot else None)

"""What a session says of its events, in sentences."""

from domain.event import Adjusted
from domain.games.bridge.awards import Awards
from domain.games.bridge.events import BoardAdjusted, BoardFouled, BoardNotPlayed, MovementSet
from domain.games.bridge.pairs.movement import Key, Movement
from domain.games.bridge.table import Played, Table
from domain.text import count


def at(board: int, key: Key) -> str:
    """Which table is meant."""
    return f"Board {board}, {key[0]} against {key[1]}"


def of_result(board: int, key: Key, played: Played) -> str:
    """What a hand came to."""
    return f"{at(board, key)}: {played.outcome.spoken}, {played.score:+d} to North–South."


def of_award(board: int, event: BoardAdjusted) -> str:
    """What a director awarded."""
    given = spoken(event.award)
    if event.ns is not None and event.ew is not None:
        return f"{at(board, (event.ns, event.ew))}: the director awards {given}: {event.reason}"
    return f"Board {board}: {event.ns or event.ew} sits out and is awarded {given}: {event.reason}"


def spoken(awards: Awards) -> str:
    """An award for both sides in words."""
    given = [(unit, award.text) for unit in ("NS", "EW", "home", "away") if (award := awards.of(unit))]
    return " and ".join(f"{text} to {unit}" for unit, text in given)


def of_skip(board: int, key: Key, event: BoardNotPlayed) -> str:
    """A board that was not played."""
    return f"{at(board, key)}: {unplayed(event.reason)}"


def unplayed(reason: str | None) -> str:
    """That a board was not played, and why."""
    return f"Not played: {reason}" if reason else "Not played."


def of_table(table: Table) -> str:
    """What a table came to on a board, before it is compared."""
    if table.awarded:
        ruled = f"The director awards {spoken(table.awarded.awards)}: {table.awarded.reason}"
        return f"{ruled} (played: {table.played.outcome.spoken})" if table.played else ruled
    if table.played is None:
        return unplayed(table.skipped.reason if table.skipped else None)
    return f"{table.played.outcome.spoken}: {table.played.score}."


def of_fouled(event: BoardFouled) -> str:
    """A board that is scored in groups."""
    return f"Board {event.board} was fouled and is scored in groups of its own: {event.reason}"


def of_movement(event: MovementSet, plan: Movement) -> str:
    """A movement."""
    rounds = count(len(event.rounds), "round")
    return f"The movement is set: {rounds}, {count(len(plan.slots), 'result')} to come, {plan.tables} to a board."


def of_adjustment(event: Adjusted, unit: str) -> str:
    """What a director gave to a pair, or took."""
    verb = "awards" if event.points >= 0 else "takes from"
    return f"The director {verb} {event.unit_named} {abs(event.points).normalize():f} {unit}: {event.reason}"

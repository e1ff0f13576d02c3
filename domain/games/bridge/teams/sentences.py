"""What a team match says of its events, in sentences."""

from domain.event import Adjusted
from domain.games.bridge.awards import Awards
from domain.games.bridge.events import BoardAdjusted, BoardNotPlayed, MovementSet
from domain.games.bridge.figures import Figure, shown
from domain.games.bridge.table import Played
from domain.games.bridge.teams.movement import Movement
from domain.games.bridge.teams.record import Room
from domain.games.bridge.teams.scoring import Swing
from domain.text import count


def at(board: int, room: Room | None) -> str:
    """Which table is meant."""
    return f"Board {board}, {room} room" if room else f"Board {board}"


def of_result(board: int, room: Room, played: Played) -> str:
    """What a hand came to."""
    return f"{at(board, room)}: {played.outcome.spoken}, {played.score:+d} to North–South."


def of_swing(swing: Swing) -> str:
    """What a board brought."""
    home, away = swing.own.get("home"), swing.own.get("away")
    if home is None or away is None:
        return "One room is still to come." if home is away is None else _apart(home, away)
    if home == away == 0:
        return "No swing."
    if swing.balanced:
        return f"{imps(home)} to home." if home > 0 else f"{imps(away)} to away."
    return _apart(home, away)


def imps(number: Figure) -> str:
    """A number of IMPs."""
    said = str(number) if isinstance(number, int) else shown(number)
    return f"{said} IMP" if number == 1 else f"{said} IMPs"


def spoken(awards: Awards) -> str:
    """An award for both teams in words."""
    given = [(unit, award.text) for unit in ("home", "away") if (award := awards.of(unit))]
    return " and ".join(f"{text} to {unit}" for unit, text in given)


def of_award(board: int, event: BoardAdjusted) -> str:
    """What a director awarded."""
    return f"{at(board, event.room)}: the director awards {spoken(event.award)}: {event.reason}"


def of_skip(board: int, event: BoardNotPlayed) -> str:
    """A board that was not played."""
    return f"{at(board, event.room)}: not played{f': {event.reason}' if event.reason else '.'}"


def of_movement(event: MovementSet, plan: Movement) -> str:
    """A movement."""
    return f"The movement is set: {count(len(event.rounds), 'round')}, {count(len(plan), 'result')} to come."


def of_adjustment(event: Adjusted, unit: str) -> str:
    """What a director gave to a team, or took."""
    verb = "awards" if event.points >= 0 else "takes from"
    points = f"{abs(event.points).normalize():f}"
    return f"The director {verb} {event.unit_named} {points} {unit}: {event.reason}"


def _apart(home: Figure | None, away: Figure | None) -> str:
    said = [f"{imps(own)} for {team}" for team, own in (("home", home), ("away", away)) if own is not None]
    return f"The teams count it apart: {', '.join(said)}."

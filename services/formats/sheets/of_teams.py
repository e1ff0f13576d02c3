"""The sheets of a team match, by room."""

from collections.abc import Iterator

from domain.games.bridge.awards import Team
from domain.games.bridge.teams.boards import BoardRow, RoomRow
from domain.games.bridge.teams.boards import match as score
from domain.games.bridge.teams.record import OPPONENTS, ROOMS, Room
from domain.games.bridge.teams.state import TeamMatch
from domain.match import Match, counted
from services.formats.sheets.sheet import Sheet, by_side
from services.formats.sheets.tables_told import Telling, Tellings, tellings


def sheets(match: Match) -> Iterator[Sheet]:
    """The sheets, by board: the open room, the closed one, and what was ruled for the whole board."""
    assert isinstance(match.state, TeamMatch), "a team match has rooms"
    told = tellings(counted(match), "rooms")
    for row in score(match.state).boards:
        for room in ROOMS:
            at = row.open if room == "open" else row.closed
            if at.version is not None:
                yield _of_room(match, row, room, at, told)
        ruled = told.at(row.board)
        if ruled.awarded or ruled.skipped:
            yield _of_board(match, row, ruled)


def _of_room(match: Match, row: BoardRow, room: Room, at: RoomRow, told: Tellings) -> Sheet:
    telling = told.at(row.board, room)
    fact = telling.awarded or telling.played or telling.skipped
    assert fact is not None, "a room with a version has a fact"
    assert at.version is not None, "likewise"
    assert at.status in {"played", "adjusted", "not_played"}, "likewise"
    return Sheet(
        game=match.game.name,
        title=match.opened.title,
        version=at.version,
        number=row.board,
        dealer=row.dealer,
        vulnerable=row.vulnerable,
        status="adjusted" if telling.awarded else "played" if telling.played else "not_played",
        contract=at.contract,
        declarer=at.declarer,
        made=at.tricks,
        lead=at.lead,
        score=at.score,
        ns=at.ns,
        ew=OPPONENTS[at.ns],
        room=room,
        round=fact.event.round,
        table=None if fact.event.table is None else str(fact.event.table),
        hands=told.hands_at(row.board, telling),
        calls=tuple(telling.calls),
        tricks=telling.fallen,
        awards=telling.awards,
        reason=telling.reason,
        points=by_side(_imps(row, at.ns), _imps(row, OPPONENTS[at.ns])),
    )


def _of_board(match: Match, row: BoardRow, ruled: Telling) -> Sheet:
    fact = ruled.awarded or ruled.skipped
    assert fact is not None, "it was ruled"
    return Sheet(
        game=match.game.name,
        title=match.opened.title,
        version=fact.version,
        number=row.board,
        dealer=row.dealer,
        vulnerable=row.vulnerable,
        status="adjusted" if ruled.awarded else "not_played",
        round=fact.event.round,
        table=None if fact.event.table is None else str(fact.event.table),
        awards=ruled.awards,
        reason=ruled.reason,
    )


def _imps(row: BoardRow, team: Team) -> str | None:
    return row.home_imps if team == "home" else row.away_imps

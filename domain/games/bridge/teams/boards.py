"""What a team match shows: the score of both teams board by board, and the running sheet."""

from typing import Literal

from pydantic import JsonValue

from domain.board import Board, Part
from domain.cards import Card
from domain.games.bridge.awards import Team
from domain.games.bridge.comparison import Vulnerability, dealer_of, vulnerability_of
from domain.games.bridge.figures import Figure, exact, shown
from domain.games.bridge.in_play import Current, current
from domain.games.bridge.spreads import single
from domain.games.bridge.table import Awarded, Table, given
from domain.games.bridge.teams import sentences
from domain.games.bridge.teams.options import MatchScale
from domain.games.bridge.teams.record import ROOMS, TEAMS, BoardRecord, Room
from domain.games.bridge.teams.scoring import Swing
from domain.games.bridge.teams.state import TeamMatch, margin, points, total, winner
from domain.games.bridge.terms import Seat

RoomStatus = Literal["waiting", "playing", "played", "adjusted", "not_played"]


class TeamColumn(Part):
    """A team's figures. `margin` is what it leads by as it counts the boards; `vp` are boards at board-a-match."""

    imps: str
    vp: str | None
    margin: str
    shown: dict[str, str]


class RoomRow(Part):
    """A board in one room. `score` is North–South's that counts; `ns` is the team that sat there."""

    contract: str | None
    declarer: str | None
    tricks: int | None
    score: int | None
    lead: Card | None
    award: dict[str, JsonValue] | None
    result: str | None
    status: RoomStatus
    version: int | None
    ns: Team
    text: str


class BoardRow(Part):
    """A board in both rooms. `home_won` and `away_won` are boards won, at board-a-match."""

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    open: RoomRow
    closed: RoomRow
    imps: int | None
    home_imps: str | None
    away_imps: str | None
    home_won: str | None
    away_won: str | None
    award: dict[str, JsonValue] | None
    text: str


class RoomCurrent(Current):
    """The deal in play in a room."""

    board: int


class MatchBoard(Board):
    """A team match. `agreed` is how many boards it has, `scale` that of its victory points, if that is agreed."""

    agreed: int | None
    scale: MatchScale | None
    sides: dict[Team, TeamColumn]
    boards: tuple[BoardRow, ...]
    current: dict[Room, RoomCurrent | None]
    complete: bool
    winner: Team | None


class ResultLine(Part):
    """One line of the running sheet: a board in a room."""

    version: int
    board: int
    room: Room
    contract: str | None
    declarer: str | None
    tricks: int | None
    result: str | None
    score: int | None
    text: str


class ResultsBoard(Board):
    """One line for each board and room, as they came."""

    hands: tuple[ResultLine, ...]


def match(state: TeamMatch) -> MatchBoard:
    """The match: IMPs and victory points, every board, and the deals in play."""
    by_boards = state.options.victory_points == "bam"
    return MatchBoard(
        agreed=state.options.boards,
        scale=state.options.victory_points,
        sides={team: _column(state, team) for team in TEAMS},
        boards=tuple(
            _board_row(record, state.swings[number], by_boards=by_boards)
            for number, record in sorted(state.boards.items())
        ),
        current={room: _current(state, room) for room in ROOMS},
        complete=state.complete,
        winner=winner(state),
    )


def hands(state: TeamMatch) -> ResultsBoard:
    """The running sheet: what each table reported, in the order in which it came."""
    lines = [
        _result_line(record.number, room, record.table(room), fact.version)
        for record in state.boards.values()
        for room in ROOMS
        if (fact := record.table(room).fact)
    ]
    return ResultsBoard(hands=tuple(sorted(lines, key=lambda line: line.version)))


def _column(state: TeamMatch, team: Team) -> TeamColumn:
    imps, vp, lead = total(state, team), points(state, team), margin(state, team)
    figures = {"imps": _short(imps), "margin": _short(lead)}
    if vp is not None:
        figures["vp"] = shown(vp)
    return TeamColumn(imps=exact(imps), vp=None if vp is None else exact(vp), margin=exact(lead), shown=figures)


def _board_row(record: BoardRecord, swing: Swing, *, by_boards: bool) -> BoardRow:
    own = {team: _written(swing.own.get(team)) for team in TEAMS}
    won = {team: _written(swing.shares.get(team)) if by_boards else None for team in TEAMS}
    return BoardRow(
        board=record.number,
        dealer=dealer_of(record.number),
        vulnerable=vulnerability_of(record.number),
        open=_room_row(record, "open"),
        closed=_room_row(record, "closed"),
        imps=swing.imps,
        home_imps=own["home"],
        away_imps=own["away"],
        home_won=won["home"],
        away_won=won["away"],
        award=given(record.awarded.awards) if record.awarded else None,
        text=_board_text(record, swing),
    )


def _room_row(record: BoardRecord, room: Room) -> RoomRow:
    table = record.table(room)
    result = table.played.outcome if table.played else None
    return RoomRow(
        contract=result.contract if result else None,
        declarer=result.declarer if result else None,
        tricks=result.tricks if result else None,
        score=single(table, "home", "away"),
        lead=result.lead if result else None,
        award=given(table.awarded.awards) if table.awarded else None,
        result=result.relative if result else None,
        status=_status(record, table),
        version=table.fact.version if table.fact else None,
        ns="home" if record.side("home", room) == "NS" else "away",
        text=_text(table),
    )


def _status(record: BoardRecord, table: Table) -> RoomStatus:
    if table.awarded:
        return "adjusted"
    if table.played:
        return "played"
    if table.skipped or record.skipped:
        return "not_played"
    return "playing" if table.deal else "waiting"


def _board_text(record: BoardRecord, swing: Swing) -> str:
    if record.awarded:
        return _ruled(record.awarded)
    if record.skipped:
        return f"Not played: {record.skipped.reason}" if record.skipped.reason else "Not played."
    if record.settled and not swing.own:
        return "There is nothing to compare."
    return sentences.of_swing(swing)


def _text(table: Table) -> str:
    if table.awarded:
        return _ruled(table.awarded)
    if table.played:
        return f"{table.played.outcome.spoken}: {table.played.score}."
    if table.skipped:
        return f"Not played: {table.skipped.reason}" if table.skipped.reason else "Not played."
    return "Being played." if table.deal else "Waiting."


def _ruled(awarded: Awarded) -> str:
    return f"The director awards {sentences.spoken(awarded.awards)}: {awarded.reason}"


def _current(state: TeamMatch, room: Room) -> RoomCurrent | None:
    board = state.latest.get(room)
    deal = state.boards[board].table(room).deal if board else None
    return None if deal is None or board is None else RoomCurrent(**dict(current(deal)), board=board)


def _result_line(board: int, room: Room, table: Table, version: int) -> ResultLine:
    result = table.played.outcome if table.played else None
    return ResultLine(
        version=version,
        board=board,
        room=room,
        contract=result.contract if result else None,
        declarer=result.declarer if result else None,
        tricks=result.tricks if result else None,
        result=result.relative if result else None,
        score=single(table, "home", "away"),
        text=_text(table),
    )


def _written(value: Figure | None) -> str | None:
    return None if value is None else exact(value)


def _short(value: Figure) -> str:
    """IMPs as people read them: whole ones without decimals."""
    return str(value) if isinstance(value, int) else shown(value)

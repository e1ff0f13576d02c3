"""The sheets of a pairs session, by the lines of its travellers."""

from collections.abc import Iterator

from domain.games.bridge.pairs.boards import traveller
from domain.games.bridge.pairs.rows import LineRow, SitOutRow, TravellerSheet
from domain.games.bridge.pairs.state import Session
from domain.match import Match, counted
from services.formats.sheets.sheet import Sheet, by_side
from services.formats.sheets.tables_told import Tellings, tellings


def sheets(match: Match) -> Iterator[Sheet]:
    """The sheets, by board and by the number of the pairs; who sits out last."""
    assert isinstance(match.state, Session), "a session has travellers"
    told = tellings(counted(match), "pairs")
    for board in traveller(match.state).boards:
        for line in board.lines:
            yield _of_line(match, board, line, told)
        for sit_out in board.sit_outs:
            yield _of_sit_out(match, board, sit_out, told)


def _of_line(match: Match, board: TravellerSheet, line: LineRow, told: Tellings) -> Sheet:
    telling = told.at(board.board, line.ns, line.ew)
    return Sheet(
        game=match.game.name,
        title=match.opened.title,
        version=line.version,
        number=board.board,
        dealer=board.dealer,
        vulnerable=board.vulnerable,
        status=line.status,
        contract=line.contract,
        declarer=line.declarer,
        made=line.tricks,
        lead=line.lead,
        score=line.score,
        ns=line.ns,
        ew=line.ew,
        round=line.round,
        table=line.table,
        hands=told.hands_at(board.board, telling),
        calls=tuple(telling.calls),
        tricks=telling.fallen,
        awards=telling.awards,
        reason=telling.reason,
        points=by_side(line.ns_points, line.ew_points),
        percentages=by_side(line.ns_percentage, line.ew_percentage),
    )


def _of_sit_out(match: Match, board: TravellerSheet, row: SitOutRow, told: Tellings) -> Sheet:
    ns, ew = (row.pair, None) if row.direction == "NS" else (None, row.pair)
    telling = told.at(board.board, ns or "", ew or "")
    event = telling.awarded.event if telling.awarded else None
    return Sheet(
        game=match.game.name,
        title=match.opened.title,
        version=row.version,
        number=board.board,
        dealer=board.dealer,
        vulnerable=board.vulnerable,
        status="adjusted",
        ns=ns,
        ew=ew,
        round=event.round if event else None,
        table=None if event is None or event.table is None else str(event.table),
        awards=telling.awards,
        reason=telling.reason,
        points={row.direction: row.points},
    )

"""What a session shows: the ranking, a traveller for each board, and the running sheet."""

from collections.abc import Iterator, Mapping

from domain.board import Board
from domain.games.bridge.comparison import dealer_of, vulnerability_of
from domain.games.bridge.figures import Figure, exact, shown
from domain.games.bridge.in_play import current
from domain.games.bridge.pairs import sentences
from domain.games.bridge.pairs.comparing import Compared
from domain.games.bridge.pairs.line_rows import line_row
from domain.games.bridge.pairs.movement import Key
from domain.games.bridge.pairs.options import PairsOptions, Scoring
from domain.games.bridge.pairs.record import BoardRecord, lines
from domain.games.bridge.pairs.rows import (
    GroupRow,
    InPlay,
    PairRow,
    Planned,
    ResultLine,
    SitOutRow,
    TravellerSheet,
)
from domain.games.bridge.pairs.standings import Place, Standing, on_scale
from domain.games.bridge.pairs.state import Session, compared, missing, overdue, standings
from domain.games.bridge.spreads import single
from domain.games.bridge.table import Table, given


class RankingBoard(Board):
    """Who is where, and by what agreement. `missing` is overdue: a later round has begun, or the session is closed."""

    scoring: Scoring
    winners: int
    pairs: tuple[PairRow, ...]
    to_come: int | None
    missing: tuple[Planned, ...]


class TravellerBoard(Board):
    """A traveller for each board, and the deals in play."""

    boards: tuple[TravellerSheet, ...]
    current: tuple[InPlay, ...]


class ResultsBoard(Board):
    """One line for each table and board, as they came."""

    hands: tuple[ResultLine, ...]


def ranking(state: Session) -> RankingBoard:
    """Who is where, and which results are overdue."""
    return RankingBoard(
        scoring=state.options.scoring,
        winners=state.options.winners,
        pairs=tuple(_pair_row(row) for row in standings(state).pairs),
        to_come=None if state.movement is None else len(missing(state)),
        missing=tuple(
            Planned(round=slot.round, table=slot.table, board=slot.board, ns=slot.ns, ew=slot.ew)
            for slot in overdue(state)
        ),
    )


def traveller(state: Session) -> TravellerBoard:
    """Every board at all its tables, and what is being played."""
    awards = standings(state).awards
    on: dict[int, dict[Place, Figure]] = {}
    for place, points in awards.items():
        on.setdefault(place[0], {})[place] = points
    return TravellerBoard(
        boards=tuple(
            _sheet(record, found, on.get(record.number, {}), state.options)
            for record, found in compared(state)
            if lines(record) or record.sit_outs
        ),
        current=tuple(_in_play(state)),
    )


def hands(state: Session) -> ResultsBoard:
    """The running sheet: lines in the order in which they came."""
    rows = [row for record in state.boards.values() for row in _results(record)]
    return ResultsBoard(hands=tuple(sorted(rows, key=lambda row: row.version)))


def _results(record: BoardRecord) -> tuple[ResultLine, ...]:
    found: tuple[ResultLine, ...] | None = record.memo.get("results")
    if found is None:
        found = record.memo["results"] = tuple(_result_line(record.number, *line) for line in lines(record))
    return found


def _result_line(board: int, key: Key, table: Table) -> ResultLine:
    fact, result = table.fact, table.played.outcome if table.played else None
    assert fact is not None, "a line has a fact"
    return ResultLine(
        version=fact.version,
        board=board,
        ns=key[0],
        ew=key[1],
        contract=result.contract if result else None,
        declarer=result.declarer if result else None,
        tricks=result.tricks if result else None,
        result=result.relative if result else None,
        score=single(table, "NS", "EW"),
        text=sentences.of_table(table),
    )


def _pair_row(row: Standing) -> PairRow:
    figures = {
        "points": shown(row.points),
        "available": None if row.available is None else shown(row.available),
        "percentage": None if row.percentage is None else shown(row.percentage),
        "total": None if row.total is None else shown(row.total),
    }
    return PairRow(
        pair=row.pair,
        direction=row.direction,
        rank=row.rank,
        points=exact(row.points),
        available=None if row.available is None else exact(row.available),
        percentage=None if row.percentage is None else exact(row.percentage),
        boards=row.boards,
        adjusted=exact(row.adjusted),
        total=None if row.total is None else exact(row.total),
        shown={name: text for name, text in figures.items() if text is not None},
    )


def _sheet(
    record: BoardRecord, found: Compared, awards: Mapping[Place, Figure], options: PairsOptions
) -> TravellerSheet:
    """A traveller; one that nothing changed on is not written again."""
    key = ("sheet", found.top, tuple(awards.values()))
    sheet: TravellerSheet | None = record.memo.get(key)
    if sheet is None:
        sheet = record.memo[key] = _written(record, found, awards, options)
    return sheet


def _written(
    record: BoardRecord, found: Compared, awards: Mapping[Place, Figure], options: PairsOptions
) -> TravellerSheet:
    groups = {group.number: group for group in found.groups}
    first = found.groups[0] if found.groups else None
    fouled = record.groups is not None
    return TravellerSheet(
        board=record.number,
        dealer=dealer_of(record.number),
        vulnerable=vulnerability_of(record.number),
        top=exact(on_scale(found.top, options)) if options.scoring == "matchpoints" else None,
        datum=first.datum if first else None,
        lines=tuple(
            line_row(record.number, line, groups[line.group], options, awards, fouled=fouled) for line in found.lines
        ),
        datum_ew=first.datum_ew if first else None,
        groups=tuple(
            GroupRow(group=group.number, results=group.results, datum=group.datum) for group in found.groups if fouled
        ),
        sit_outs=tuple(_sit_outs(record, awards, options)),
    )


def _sit_outs(record: BoardRecord, awards: Mapping[Place, Figure], options: PairsOptions) -> Iterator[SitOutRow]:
    for (pair, side), awarded in record.sit_outs.items():
        points = on_scale(awards[record.number, (pair, side), side], options)
        yield SitOutRow(
            version=awarded.version,
            pair=pair,
            direction=side,
            award=given(awarded.awards)[side],
            points=exact(points),
            text=f"Sits out: {awarded.reason}",
            shown={"points": shown(points)},
        )


def _in_play(state: Session) -> Iterator[InPlay]:
    for number, record in sorted(state.boards.items()):
        for (ns, ew), table in record.tables.items():
            if table.deal is not None:
                yield InPlay(**dict(current(table.deal)), board=number, ns=ns, ew=ew)

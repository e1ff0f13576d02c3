"""What boards say, figure by figure, so that two states of a match can be compared in people's words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from services.web.duplicate import minus
from services.web.pad import number

Boards: TypeAlias = Mapping[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a figure stands: a row (`Pair {pair}`, with its values), and what of it."""

    row: str
    what: str = ""
    values: tuple[tuple[str, str], ...] = ()


Figure: TypeAlias = tuple[Place, str]


@dataclass(frozen=True, slots=True)
class Changed:
    """A figure that is another one; None where it was not there before, or is not any more."""

    place: Place
    before: str | None
    after: str | None


def changed(game: str, before: Boards, after: Boards) -> list[Changed]:
    """Every figure of a match that differs, as the boards have them from the top, what is gone at the end."""
    was, now = dict(_figures(game, before)), dict(_figures(game, after))
    places = [*now, *(place for place in was if place not in now)]
    return [Changed(each, was.get(each), now.get(each)) for each in places if was.get(each) != now.get(each)]


def _figures(game: str, boards: Boards) -> Iterator[Figure]:
    first = next(iter(boards.values()))
    if game in _OF_GAMES:
        yield from _OF_GAMES[game](boards)
    yield Place("Match", "state"), first["status"]
    for note in (*first["flags"], *first["findings"]):
        yield Place("Flag", values=(("text", note["text"]),)), note["text"]


def _rubber(boards: Boards) -> Iterator[Figure]:
    board = boards["rubber"]
    for side, name in (("NS", "We"), ("EW", "They")):
        column = board["sides"][side]
        yield Place(name, "total"), number(column["total"])
        yield Place(name, "above the line"), number(column["above"])
        yield Place(name, "below the line"), number(column["below"])
        yield Place(name, "games won"), str(column["games"])
        yield Place(name, "vulnerable"), "yes" if column["vulnerable"] else "no"
    for deal in boards["hands"]["hands"]:
        yield _place("Deal {number}", number=deal["number"]), deal["text"]


def _teams(boards: Boards) -> Iterator[Figure]:
    board = boards["match"]
    for team, name in (("home", "Home"), ("away", "Away")):
        shown = board["sides"][team]["shown"]
        yield Place(name, "IMPs"), minus(shown["imps"])
        if "vp" in shown:
            yield Place(name, "victory points"), minus(shown["vp"])
    for row in board["boards"]:
        if row["imps"] is not None:
            yield _place("Board {board}", "IMPs for home", board=row["board"]), minus(str(row["imps"]))
        if row["award"] is not None:
            yield _place("Board {board}", board=row["board"]), row["text"]
        for room, text in (("open", "Board {board}, open room"), ("closed", "Board {board}, closed room")):
            if row[room]["status"] != "waiting":
                yield _place(text, board=row["board"]), row[room]["text"]


def _pairs(boards: Boards) -> Iterator[Figure]:
    for pair in boards["ranking"]["pairs"]:
        values = {"pair": pair["pair"]}
        if pair["rank"] is not None:
            yield _place("Pair {pair}", "rank", **values), str(pair["rank"])
        if "percentage" in pair["shown"]:
            yield _place("Pair {pair}", "percent", **values), pair["shown"]["percentage"]
        yield _place("Pair {pair}", "points", **values), minus(pair["shown"]["points"])
    for sheet in boards["traveller"]["boards"]:
        for line in sheet["lines"]:
            values = {"board": sheet["board"], "ns": line["ns"], "ew": line["ew"]}
            yield _place("Board {board}, {ns} against {ew}", **values), line["text"]
            for side, name in (("ns", "North–South’s points"), ("ew", "East–West’s points")):
                if f"{side}_points" in line["shown"]:
                    shown = minus(line["shown"][f"{side}_points"])
                    yield _place("Board {board}, {ns} against {ew}", name, **values), shown


def _slate(boards: Boards) -> Iterator[Figure]:
    for seat, column in boards["match"]["seats"].items():
        yield _place("Seat {seat}", "slate", seat=seat), number(column["score"])
        yield _place("Seat {seat}", "Bummerl", seat=seat), str(column["bummerls"])
    for seat, had in boards["deal"]["seats"].items():
        yield _place("Seat {seat}", "card points of this deal", seat=seat), str(had["points"])
    for line in boards["hands"]["hands"]:
        yield _place("Deal {number}", number=line["number"]), line["text"]


def _cribbage(boards: Boards) -> Iterator[Figure]:
    for seat, column in boards["game"]["seats"].items():
        yield _place("Seat {seat}", "score", seat=seat), str(column["score"])
        yield _place("Seat {seat}", "games won", seat=seat), str(boards["match"]["seats"][seat]["games"])
    for line in boards["hands"]["hands"]:
        for seat, column in line["seats"].items():
            place = _place("Deal {number}, seat {seat}", "points", number=line["number"], seat=seat)
            yield place, str(column["total"])


def _place(row: str, what: str = "", **values: object) -> Place:
    return Place(row, what, tuple((name, str(value)) for name, value in values.items()))


_OF_GAMES: Final[Mapping[str, Callable[[Boards], Iterator[Figure]]]] = {
    "bridge.rubber": _rubber,
    "bridge.chicago": _rubber,
    "bridge.teams": _teams,
    "bridge.pairs": _pairs,
    "schnapsen": _slate,
    "sixtysix": _slate,
    "cribbage": _cribbage,
}

"""The cribbage board: where its holes lie, and that the pegs of the demo's match stand in those of its boards."""

import re
from itertools import pairwise
from math import hypot
from statistics import mean
from typing import Any

import pytest

from services.demo import evening
from services.web import drawing, pegs
from services.web.drawing import Manner
from services.web.track import HEIGHT, LAP, Point, Track, at, laps, track
from tests.cases import tell
from tests.domain.games.cribbage.table import opened

BOTH = ("A", "B")
ALL = ("A", "B", "C")
_DOT = re.compile(r"M([\d.]+) ([\d.]+)h0")
_PEG = re.compile(
    r'data-peg="([^"]+)" data-lane="(\d)" data-hole="(\d+)" transform="translate\(([\d.]+) ([\d.]+)\)"', re.DOTALL
)


def dots(path: str) -> list[Point]:
    return [Point(float(x), float(y)) for x, y in _DOT.findall(path)]


def holes(lane: int, names: tuple[str, ...] = BOTH, target: int = 121) -> list[Point]:
    return [at(target, lane, len(names), hole) for hole in range(1, target + 1)]


@pytest.mark.parametrize(("names", "lane"), [(BOTH, 0), (BOTH, 1), (ALL, 0), (ALL, 1), (ALL, 2)])
def test_a_track_has_121_holes_and_a_start(names: tuple[str, ...], lane: int) -> None:
    drawn = dots(track(121, names).lanes[lane].holes)

    assert len(set(drawn)) == 122
    assert drawn[1:] == [Point(round(point.x, 1), round(point.y, 1)) for point in holes(lane, names)]


def test_the_measures_of_the_board() -> None:
    outer, inner = holes(0), holes(1)

    assert [outer[0].x, outer[45].x, outer[85].x] == [48, 188, 106]
    assert [inner[0].x, inner[45].x, inner[85].x] == [63, 173, 121]
    assert outer[119].y == outer[34].y == outer[45].y == 112
    assert outer[120] == inner[120] == Point(113.5, 90)
    assert track(121, BOTH).width == 236


@pytest.mark.parametrize("leg", [0, 45, 85])
def test_groups_of_five_are_half_a_hole_apart(leg: int) -> None:
    steps = [one.far(other) for one, other in pairwise(holes(0)[leg : leg + 35])]
    between = steps[4::5]
    within = [step for place, step in enumerate(steps) if place % 5 != 4]

    assert max(within) - min(within) < 1e-9
    assert all(step == pytest.approx(1.5 * within[0]) for step in between)


def test_holes_in_the_arcs_are_about_1_4_times_as_far_apart_as_in_the_legs() -> None:
    leg = holes(0)[0].far(holes(0)[1])
    arcs = [
        one.far(other)
        for lane in (0, 1)
        for start, end in ((34, 46), (79, 86))
        for one, other in _steps(lane, start, end)
    ]

    assert mean(arcs) / leg == pytest.approx(1.4, abs=0.15)


def _steps(lane: int, start: int, end: int) -> list[tuple[Point, Point]]:
    return list(pairwise(holes(lane)[start:end]))


@pytest.mark.parametrize("names", [BOTH, ALL])
def test_no_two_holes_touch_and_all_lie_on_the_wood(names: tuple[str, ...]) -> None:
    board = track(121, names)
    places = list({place for lane in board.lanes for place in dots(lane.holes)} | set(dots(board.starts)))

    assert min(one.far(other) for at, one in enumerate(places) for other in places[:at]) > 11
    assert all(12 < place.x < board.width - 12 and 12 < place.y < HEIGHT - 12 for place in places)


def test_every_fifth_hole_is_darker() -> None:
    assert dots(track(121, BOTH).lanes[0].fifths) == dots(track(121, BOTH).lanes[0].holes)[5:121:5]


def test_the_skunk_lines_lie_before_the_holes_that_are_safe() -> None:
    lines = {line.label.text: re.findall(r"[\d.]+", line.path) for line in track(121, BOTH).lines}

    assert list(lines) == ["S", "SS"]
    for name, safe in (("S", 91), ("SS", 61)):
        before, after = at(121, 0, 2, safe - 1), at(121, 0, 2, safe)
        assert float(lines[name][1]) == pytest.approx((before.y + after.y) / 2, abs=0.1)
        assert min(before.y, after.y) < float(lines[name][1]) < max(before.y, after.y)
    assert track(121, ALL).lines == ()


def test_the_lines_lie_where_the_match_agreed_to_have_them() -> None:
    agreed = {line.label.text: line.path for line in track(121, BOTH, (61, 0)).lines}

    assert agreed == {"S": track(121, BOTH).lines[1].path}


def test_a_game_to_61_ends_on_the_way() -> None:
    board = track(61, BOTH)

    assert len(dots(board.lanes[0].holes)) == 62
    assert dots(board.ends) == [dots(lane.holes)[-1] for lane in board.lanes]
    assert at(61, 0, 2, 61) == at(121, 0, 2, 61)
    assert [line.label.text for line in board.lines] == ["S"]
    assert board.end.text == "61"


@pytest.mark.parametrize(("target", "rounds"), [(2, 1), (61, 1), (121, 1), (122, 2), (241, 2), (1000, 9)])
def test_a_game_of_any_length_has_a_hole_for_every_score(target: int, rounds: int) -> None:
    board = track(target, BOTH)
    drilled = [{*dots(lane.holes), *dots(board.ends)} for lane in board.lanes]

    assert laps(target) == rounds
    for hole in range(target + 1):
        for lane in (0, 1):
            place = at(target, lane, 2, hole)
            assert Point(round(place.x, 1), round(place.y, 1)) in drilled[lane]
    assert at(target, 0, 2, target) not in {at(target, 0, 2, hole) for hole in range(max(target - LAP + 1, 0), target)}


@pytest.mark.parametrize("target", [2, 31, 61, 90, 121, 200, 241, 1000])
@pytest.mark.parametrize("names", [BOTH, ALL])
def test_what_is_written_lies_on_the_wood(target: int, names: tuple[str, ...]) -> None:
    board: Track = track(target, names)

    for mark in (board.end, *board.tens, *(line.label for line in board.lines), *(lane.name for lane in board.lanes)):
        assert 10 < float(mark.x) < board.width - 10, mark
        assert 10 < float(mark.y) < HEIGHT - 10, mark


def test_the_drawing_stays_small() -> None:
    html = _drawn(opened().boards())

    assert len(html[html.index("<svg") : html.index("</svg>")]) < 6_500
    assert len(_drawn(_demo()[max(_demo())])) < 18_000


def test_pegs_stand_in_the_holes_of_the_boards_numbers_after_every_event_of_the_demo() -> None:
    seen = set()
    for boards in _demo().values():
        found = _pegs(_drawn(boards))
        for lane, (seat, column) in enumerate(boards["game"]["seats"].items()):
            for which in ("front", "back"):
                hole, place = found[f"{seat}-{which}"]
                assert hole == column[which]
                wanted = at(121, lane, 2, hole, behind=which == "back" and column["front"] == 0)
                assert hypot(place.x - wanted.x, place.y - wanted.y) < 0.1
                seen.add(hole)
        assert len({place for _, place in found.values()}) == 4
    assert 121 in seen


def test_partners_share_a_track() -> None:
    boards = opened(players=4).pegs("A", 12).pegs("C", 5).pegs("B", 3).boards()

    assert pegs.names(boards) == ("A+C", "B+D")
    assert {name: hole for name, (hole, _) in _pegs(_drawn(boards)).items()} == {
        "A+C-back": 12,
        "A+C-front": 17,
        "B+D-back": 0,
        "B+D-front": 3,
    }
    assert pegs.lead(pegs.sides(boards)) == ("A+C", 14)


@pytest.mark.parametrize(
    ("version", "word"),
    [(8, None), (11, ("One for the go", "B", 1)), (14, ("Last card", "A", 1)), (21, ("His heels!", "B", 2))],
)
def test_a_word_for_what_players_call_out(version: int, word: tuple[str, str, int] | None) -> None:
    found = pegs.word(_demo()[version])

    assert (found and (found.text, found.seat, found.points)) == word


_TOLD: dict[int, dict[str, Any]] = {}


def _demo() -> dict[int, dict[str, Any]]:
    """The boards after every event of the demo's cribbage match."""
    if not _TOLD:
        reported = next(match for match in evening() if match.opening["game"] == "cribbage")
        events = [event for batch in reported.batches for event in batch]
        _TOLD.update(tell([{"type": "match.opened", "data": reported.opening}, *events]).boards)
    return _TOLD


def _drawn(boards: dict[str, Any]) -> str:
    return str(drawing.draw(boards, {}, Manner("board", "en")).html)


def _pegs(html: str) -> dict[str, tuple[int, Point]]:
    return {name: (int(hole), Point(float(x), float(y))) for name, _, hole, x, y in _PEG.findall(html)}

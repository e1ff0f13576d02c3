"""Laws that every session and every team match obeys, whatever is reported."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import games, wire
from domain.errors import Refused
from domain.event import Event, Fact
from domain.games.bridge.comparison import can_be
from domain.games.bridge.figures import exact, rounded, shown
from domain.games.bridge.pairs.comparing import factored
from domain.games.bridge.terms import CONTRACTS
from domain.match import Match, admit, fold
from domain.projection import project
from tests.domain.games.bridge.telling import in_room, last, of, opened, pairs, result, teams

FEW = settings(max_examples=50, deadline=None)

HAND = st.one_of(
    st.just("Pass"),
    st.builds("{} {} {}".format, st.sampled_from(sorted(CONTRACTS)), st.sampled_from("NESW"), st.integers(0, 13)),
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "scoring": st.sampled_from(["matchpoints", "cross-imps", "butler"]),
        "scale": st.sampled_from([1, 2]),
        "neuberg": st.booleans(),
        "winners": st.sampled_from([1, 2]),
        "totals": st.sampled_from(["exact", "acbl"]),
        "split": st.sampled_from(["by-side", "ns", "ew"]),
        "small_groups": st.sampled_from(["formula", "artificial"]),
        "datum": st.fixed_dictionaries({"kind": st.sampled_from(["trimmed-mean", "mean", "median"])}),
    },
)
BOARD = st.integers(1, 3)
PAIR = st.sampled_from("12345678")
SCORE = st.integers(-76, 76).map(lambda tens: 10 * tens)
AWARD = st.one_of(
    st.sampled_from(["A+", "A=", "A-", "60%", "37.5%"]),
    st.builds(lambda score: {"score": score}, SCORE),
    st.builds(lambda imps: {"imps": imps}, st.integers(-6, 6)),
    st.builds(
        lambda one, two: {"score": [{"score": one, "weight": "0.7"}, {"score": two, "weight": "0.3"}]}, SCORE, SCORE
    ),
)
WHERE = st.fixed_dictionaries({"board": BOARD, "ns": PAIR, "ew": PAIR})


def played(where: Any, score: str) -> Any:
    return result(where["board"], where["ns"], where["ew"], score)


PAIRS_EVENT = st.one_of(
    st.builds(played, WHERE, HAND),
    st.builds(played, WHERE, HAND),
    st.builds(lambda where: of("bridge.board_not_played", **where), WHERE),
    st.builds(
        lambda where, ns, ew: of("bridge.board_adjusted", **where, award={"NS": ns, "EW": ew}, reason="r"),
        WHERE,
        AWARD,
        AWARD,
    ),
    st.builds(
        lambda board, ns, ns_: of("bridge.board_adjusted", board=board, ns=ns, award={"NS": ns_}, reason="r"),
        BOARD,
        PAIR,
        AWARD,
    ),
    st.builds(
        lambda where: of(
            "bridge.board_fouled", board=where["board"], groups=[[{"ns": where["ns"], "ew": where["ew"]}]], reason="r"
        ),
        WHERE,
    ),
    st.builds(
        lambda pair, points: of("match.adjusted", pair=pair, points=points, reason="r"), PAIR, st.integers(-3, 3)
    ),
    st.builds(lambda where: of("bridge.contract_reached", **where, contract="1N", declarer="N"), WHERE),
    st.builds(lambda where: of("bridge.dealt", **where), WHERE),
    st.builds(lambda pair: of("match.forfeited", pair=pair), PAIR),
    st.builds(lambda of_: of("match.withdrawn", of=of_, reason="r"), st.integers(2, 8)),
    st.just(of("bridge.movement_set", rounds=[[{"table": 1, "ns": "1", "ew": "2", "boards": [1, 2, 3]}]])),
    st.just(of("match.closed")),
)
ROOM = st.sampled_from(["open", "closed"])
TEAM = st.sampled_from(["home", "away"])
TEAMS_EVENT = st.one_of(
    st.builds(in_room, BOARD, ROOM, HAND),
    st.builds(in_room, BOARD, ROOM, HAND),
    st.builds(lambda board, room, score, team: in_room(board, room, score, ns=team), BOARD, ROOM, HAND, TEAM),
    st.builds(lambda board: of("bridge.board_not_played", board=board), BOARD),
    st.builds(lambda board, room: of("bridge.board_not_played", board=board, room=room), BOARD, ROOM),
    st.builds(
        lambda board, home, away: of(
            "bridge.board_adjusted", board=board, award={"home": home, "away": away}, reason="r"
        ),
        BOARD,
        AWARD,
        AWARD,
    ),
    st.builds(
        lambda board, room, home, away: of(
            "bridge.board_adjusted", board=board, room=room, award={"home": home, "away": away}, reason="r"
        ),
        BOARD,
        ROOM,
        AWARD,
        AWARD,
    ),
    st.builds(
        lambda team, points, unit: of("match.adjusted", side=team, points=points, unit=unit, reason="r"),
        TEAM,
        st.integers(-3, 3),
        st.sampled_from(["imps", "vp"]),
    ),
    st.builds(lambda board, room: of("bridge.call_made", board=board, room=room, seat="N", call="1N"), BOARD, ROOM),
    st.builds(lambda team: of("match.forfeited", side=team), TEAM),
    st.builds(lambda of_: of("match.withdrawn", of=of_, reason="r"), st.integers(2, 8)),
    st.just(of("bridge.movement_set", rounds=[[{"table": "open", "ns": "away", "ew": "home", "boards": [1, 2]}]])),
    st.just(of("match.closed")),
)


def read(event: Any) -> Event:
    return wire.read(games.event_types()[event["type"]], event["data"])


def told(first: Any, events: list[Any]) -> tuple[Match, list[Fact[Event]]]:
    """Report events one by one; what is refused must leave everything as it was."""
    match = admit(None, [Fact(1, read(first))])
    facts = [Fact(1, read(first))]
    for event in events:
        fact = Fact(len(facts) + 1, read(event))
        before = project(match)
        try:
            match = admit(match, [fact])
        except Refused:
            assert project(match) == before
        else:
            facts.append(fact)
    return match, facts


@FEW
@given(OPTIONS, st.lists(PAIRS_EVENT, max_size=14))
def test_a_session_replayed_is_the_session_reported(options: dict[str, Any], events: list[Any]) -> None:
    match, facts = told(opened("bridge.pairs", **options), events)

    assert project(fold(facts)) == project(match)


@FEW
@given(st.sampled_from(["wbf", "wbf-discrete", "acbl20", "bam", None]), st.lists(TEAMS_EVENT, max_size=14))
def test_a_team_match_replayed_is_the_match_reported(scale: str | None, events: list[Any]) -> None:
    match, facts = told(opened("bridge.teams", victory_points=scale, boards=3), events)

    assert project(fold(facts)) == project(match)


ROUNDS = ((("1", "2"), ("3", "4")), (("1", "3"), ("4", "2")), (("4", "1"), ("2", "3")))
"""Four pairs meet all others; both tables play the round's board."""


@FEW
@given(OPTIONS, st.lists(st.tuples(HAND, HAND), min_size=3, max_size=3), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter_for_the_ranking(options: Any, scores: Any, chance: Any) -> None:
    reports = [
        result(number, ns, ew, score, round=number)
        for number, (meets, board) in enumerate(zip(ROUNDS, scores, strict=True), start=1)
        for (ns, ew), score in zip(meets, board, strict=True)
    ]
    shuffled = chance.sample(reports, len(reports))

    one, other = pairs(*reports, **options), pairs(*shuffled, **options)
    assert last(one, "ranking")["pairs"] == last(other, "ranking")["pairs"]


@FEW
@given(OPTIONS, st.lists(HAND, min_size=1, max_size=7), st.lists(HAND, max_size=7))
def test_points_of_a_line_add_up_to_the_top_or_to_nothing(options: Any, first: list[str], second: list[str]) -> None:
    events = [
        result(board, f"{n}", f"{50 + n}", score)
        for board, scores in ((1, first), (2, second))
        for n, score in enumerate(scores, start=1)
    ]
    for sheet in last(pairs(*events, **options), "traveller")["boards"]:
        for line in sheet["lines"]:
            points = Fraction(Decimal(line["ns_points"])) + Fraction(Decimal(line["ew_points"]))
            assert abs(points - Fraction(sheet["top"] or 0)) <= Fraction(1, 10**6)


@FEW
@given(st.lists(HAND, min_size=2, max_size=8), st.integers(0, 4))
def test_factoring_keeps_the_average(scores: list[str], missing: int) -> None:
    results, tables = len(scores), len(scores) + missing
    skipped = [of("bridge.board_not_played", board=1, ns=f"s{n}", ew=f"t{n}") for n in range(missing)]
    played_ = [result(1, f"{n}", f"{50 + n}", score) for n, score in enumerate(scores)]
    sheet = last(pairs(*played_, *skipped), "traveller")["boards"][0]
    figures = [Fraction(Decimal(line["ns_points"])) for line in sheet["lines"] if line["ns_points"]]
    earned = sum(figures, Fraction(0))

    assert abs(earned - results * (tables - 1)) <= Fraction(results, 10**6)


@given(st.integers(0, 60), st.integers(1, 30), st.integers(1, 40))
def test_factored_tops_and_bottoms_stay_within_the_top(raw: int, others: int, more: int) -> None:
    raw, tables = min(raw, 2 * others), others + more
    assert 0 <= factored(raw, others, tables) <= 2 * (tables - 1)
    assert factored(raw, others, tables) + factored(2 * others - raw, others, tables) == 2 * (tables - 1)


@FEW
@given(st.lists(st.tuples(HAND, HAND), min_size=1, max_size=6))
def test_exchanging_the_teams_exchanges_their_figures(boards: list[tuple[str, str]]) -> None:
    def match(*rooms: str) -> Any:
        events = [
            in_room(n, room, score)
            for n, pair in enumerate(boards, start=1)
            for room, score in zip(rooms, pair, strict=True)
        ]
        return last(teams(*events), "match")["sides"]

    one, other = match("open", "closed"), match("closed", "open")
    assert one["home"] == other["away"]
    assert one["away"] == other["home"]


@FEW
@given(st.lists(st.tuples(HAND, HAND), min_size=1, max_size=6))
def test_victory_points_of_played_boards_add_up_to_twenty(boards: list[tuple[str, str]]) -> None:
    events = [
        in_room(n, room, score)
        for n, pair in enumerate(boards, start=1)
        for room, score in zip(("open", "closed"), pair, strict=True)
    ]
    sides = last(teams(*events), "match")["sides"]

    assert Decimal(sides["home"]["vp"]) + Decimal(sides["away"]["vp"]) == 20
    assert Decimal(sides["home"]["imps"]) - Decimal(sides["away"]["imps"]) == Decimal(sides["home"]["margin"])


@given(st.fractions(-(10**6), 10**6))
def test_figures_are_written_exactly_or_to_six_places(value: Fraction) -> None:
    assert abs(Fraction(exact(value)) - value) <= Fraction(1, 2 * 10**6)
    assert abs(Fraction(shown(value)) - value) <= Fraction(1, 200)
    assert Fraction(shown(value)) == rounded(value, Fraction(1, 100))
    assert shown(-value) == (f"-{shown(value)}" if Fraction(shown(value)) > 0 else shown(value).removeprefix("-"))


@given(SCORE, st.integers(1, 16))
def test_an_assigned_score_is_taken_just_if_it_can_be(score: int, board: int) -> None:
    given_ = {"NS": {"score": score}, "EW": {"score": score}}
    told_ = pairs(of("bridge.board_adjusted", board=board, ns="1", ew="2", award=given_, reason="r"))

    assert (told_.refused is None) == can_be(score, board)

"""Laws that every match of Schnapsen and Sixty-Six obeys, whoever plays and whatever is known."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import wire
from domain.event import Fact
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.terms import CARDS, SEATS, other
from domain.games.schnapsen.trick import legal_follows
from domain.match import admit, counted, fold
from domain.projection import project
from tests.chance import dice
from tests.schnapsen_table import RULESETS, Players, Table, dealing, random_match

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
GAMES = st.sampled_from(sorted(RULESETS))
SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "min_talon_to_close": st.integers(2, 3),
        "min_talon_to_exchange": st.integers(2, 3),
        "exchange_needs_trick": st.booleans(),
        "closer_false_claim": st.sampled_from(["failed_close", "false_claim"]),
        "false_claim": st.sampled_from(["pagat", "as_if_won"]),
        "tie_carry": st.booleans(),
        "schneider_double": st.booleans(),
        "bummerls": st.integers(1, 2),
    },
)
SEAT = st.sampled_from(["A", "B"])
CARD = st.sampled_from(CARDS)
ANYTHING = st.one_of(
    st.tuples(st.just("schnapsen.trick_played"), st.fixed_dictionaries({"lead": CARD, "follow": CARD})),
    st.tuples(
        st.just("schnapsen.trick_played"),
        st.fixed_dictionaries({"leader": SEAT, "lead": CARD, "follow": CARD, "irregular": st.booleans()}),
    ),
    st.tuples(
        st.just("schnapsen.card_played"),
        st.fixed_dictionaries({"seat": SEAT, "card": CARD, "irregular": st.booleans()}),
    ),
    st.tuples(
        st.just("schnapsen.marriage_declared"),
        st.fixed_dictionaries(
            {"seat": SEAT, "suit": st.sampled_from("SHDC")}, optional={"value": st.sampled_from([20, 40])}
        ),
    ),
    st.tuples(
        st.just("schnapsen.trump_exchanged"),
        st.fixed_dictionaries({"seat": SEAT}, optional={"gives": CARD, "takes": CARD, "on_close": st.booleans()}),
    ),
    st.tuples(st.just("schnapsen.talon_closed"), st.fixed_dictionaries({"seat": SEAT, "before_draw": st.booleans()})),
    st.tuples(st.just("schnapsen.sixty_six_claimed"), st.fixed_dictionaries({"seat": SEAT})),
    st.tuples(st.just("schnapsen.deal_ended"), st.just({})),
    st.tuples(
        st.just("schnapsen.dealt"),
        st.fixed_dictionaries({}, optional={"dealer": SEAT, "trump": st.sampled_from("SHDC"), "turn_up": CARD}),
    ),
    st.tuples(
        st.just("schnapsen.deal_scored"),
        st.fixed_dictionaries({"winner": st.sampled_from(["A", "B", None]), "game_points": st.integers(0, 3)}),
    ),
    st.tuples(
        st.just("schnapsen.deal_awarded"),
        st.fixed_dictionaries(
            {"how": st.sampled_from(["conceded", "foul", "misdeal"])},
            optional={"winner": SEAT, "game_points": st.integers(0, 3)},
        ),
    ),
    st.tuples(
        st.just("match.adjusted"),
        st.fixed_dictionaries({"seat": SEAT, "points": st.integers(-3, 3), "reason": st.just("law")}),
    ),
)


def places_hold(table: Table) -> None:
    """Each card is in one place, and all card points are somewhere."""
    deal, ruleset = table.deal, table.state.rules.ruleset
    layout = deal.layout
    assert layout.talon is not None
    places = [layout.a.known, layout.b.known, layout.talon, layout.played]
    if layout.turn_up is not None:
        places.append(frozenset({layout.turn_up}))
    cards = [card for place in places for card in place]
    assert sorted(cards) == sorted(ruleset.pack)
    assert layout.a.hidden == layout.b.hidden == 0
    assert layout.talon_left == len(layout.talon) + (layout.turn_up is not None)
    held = sum(POINTS[card[0]] for card in cards if card not in layout.played)
    on_table = POINTS[deal.led.card[0]] if deal.led else 0
    assert sum(trick.value for trick in deal.tricks) + on_table + held == 120


def scores_hold(deal: Deal) -> None:
    """What a seat has is its tricks and its marriages, counted or pending."""
    for seat in SEATS:
        score = deal.scores.of(seat)
        tricks = [trick for trick in deal.tricks if trick.winner == seat]
        married = sum(marriage.value for marriage in deal.marriages if marriage.seat == seat)
        assert score.tricks == len(tricks)
        assert score.points + score.pending == sum(trick.value for trick in tricks) + married
        assert score.pending == (0 if tricks else married)


def shown(table: Table) -> dict[str, Any]:
    """The game's own part of every board."""
    assert table.match is not None
    return {name: board(table.state) for name, board in table.match.game.boards.items()}


def slate_holds(table: Table) -> None:
    """Game points awarded are game points moved, and each deal is on the sheet once."""
    ended = [
        event
        for event in table.events
        if event["type"].split(".")[1] in {"sixty_six_claimed", "deal_ended", "deal_awarded", "deal_scored"}
    ]
    lines = table.state.book.lines
    assert len(lines) == len(ended)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for number in {line.bummerl for line in lines}:
        of_one = [line for line in lines if line.bummerl == number]
        for seat in SEATS:
            won = sum(line.result.game_points + line.carried for line in of_one if line.result.winner == seat)
            assert of_one[-1].won.of(seat) == won


@settings(max_examples=40, deadline=None)
@given(GAMES, SEEDS, OPTIONS)
def test_law_cards_and_points_are_kept_through_every_event(game: str, seed: int, options: dict[str, Any]) -> None:
    rng = dice(seed)
    table = Table(game, options)
    players = Players(rng, singly=rng.random() < 0.5)
    table.tell("schnapsen.dealt", **dealing(rng, RULESETS[game]))
    places_hold(table)
    while table.deal.result is None:
        players.turn(table)
        places_hold(table)
        scores_hold(table.deal)


@settings(max_examples=30, deadline=None)
@given(GAMES, SEEDS, OPTIONS)
def test_law_a_match_ends_and_each_deal_is_settled_once(game: str, seed: int, options: dict[str, Any]) -> None:
    table = random_match(seed, game, **options)

    slate_holds(table)
    assert table.board("match")["status"] == "complete"
    assert table.board("deal")["findings"] == []
    for word in ("A!", "B!", "."):
        assert table.refusal(word).startswith("match_over")


@settings(max_examples=60, deadline=None)
@given(GAMES, SEEDS, st.lists(ANYTHING, max_size=40))
def test_law_an_event_is_taken_or_refused_and_nothing_changes(
    game: str, seed: int, events: list[tuple[str, dict[str, Any]]]
) -> None:
    rng = dice(seed)
    table = Table(game)
    known = dealing(rng, RULESETS[game])
    for name in list(known):
        if rng.random() < 0.5:
            del known[name]
    table.tell("schnapsen.dealt", **known)
    for type_, data in events:
        before = table.board("deal")
        if table.code(type_, **data) is not None:
            assert table.board("deal") == before
        elif table.state.deal is not None:
            scores_hold(table.deal)
    assert fold(table.facts) == table.match


@settings(max_examples=25, deadline=None)
@given(GAMES, SEEDS, OPTIONS, st.data())
def test_law_a_replayed_prefix_is_the_prefix(
    game: str, seed: int, options: dict[str, Any], data: st.DataObject
) -> None:
    table = random_match(seed, game, **options)
    cut = data.draw(st.integers(1, len(table.facts)))
    match = None
    for fact in table.facts[:cut]:
        match = admit(match, [fact])

    assert fold(table.facts[:cut]) == match
    assert fold(table.facts) == table.match


@settings(max_examples=25, deadline=None)
@given(GAMES, SEEDS, st.data())
def test_law_withdrawing_and_restoring_is_the_identity(game: str, seed: int, data: st.DataObject) -> None:
    table = random_match(seed, game)
    of = data.draw(st.integers(2, len(table.facts)))
    before = shown(table)

    table.tell("match.withdrawn", of=of, reason="law", force=True)
    assert table.match is not None
    assert of not in {fact.version for fact in counted(table.match)}
    table.tell("match.restored", of=of, reason="law")

    assert shown(table) == before
    assert table.match.stuck is None


@settings(max_examples=40, deadline=None)
@given(GAMES, SEEDS, st.sets(st.sampled_from(["hands", "A", "B", "talon", "turn_up", "trump"])))
def test_law_what_is_lawful_with_hands_known_is_lawful_without(game: str, seed: int, untold: set[str]) -> None:
    """The same deal, with less told: every event is taken, nothing is found, and it ends the same."""
    rng = dice(seed)
    told = Players(rng).deal(Table(game), **dealing(rng, RULESETS[game]))
    table = Table(game)
    for event in told.events[1:]:
        data = dict(event["data"])
        if event["type"] == "schnapsen.dealt":
            data["hands"] = {seat: hand for seat, hand in data["hands"].items() if seat not in untold}
            if {"turn_up", "trump"} <= untold:
                untold = untold - {"trump"}
            data = {name: value for name, value in data.items() if name not in untold}
        table.tell(event["type"], **data)

    assert table.result == told.result
    assert table.board("deal")["trick_list"] == told.board("deal")["trick_list"]
    assert table.board("deal")["findings"] == []


@settings(max_examples=60, deadline=None)
@given(GAMES, SEEDS)
def test_law_every_revoke_is_refused_or_found_once_the_cards_are_out(game: str, seed: int) -> None:
    """Hands are not told; who answers against the rules is caught at once, or when the cards show it."""
    rng = dice(seed)
    told = dealing(rng, RULESETS[game])
    truth = {seat: list(told["hands"][seat]) for seat in SEATS}
    table = Table(game).tell("schnapsen.dealt", turn_up=told["turn_up"])
    table.play("B#")
    revoked = set()
    leader = "B"
    while truth["A"]:
        follower = other(leader)
        lead = rng.choice(truth[leader])
        truth[leader].remove(lead)
        legal = legal_follows(truth[follower], lead, told["trump"], 2)
        for follow in rng.sample(truth[follower], len(truth[follower])):
            if table.code("schnapsen.trick_played", lead=lead, follow=follow) is None:
                break
            assert follow not in legal
        if follow not in legal:
            revoked.add(len(table.facts))
        truth[follower].remove(follow)
        leader = table.deal.leader
    table.play(".")

    found = {note["versions"][0] for note in table.board("deal")["findings"]}
    assert found == revoked


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_boards_of_a_whole_match_are_the_same_from_the_stored_log(game: str) -> None:
    table = random_match(66, game)
    stored = [Fact(fact.version, wire.read_stored(type(fact.event), wire.body(fact.event))) for fact in table.facts]

    assert table.match is not None
    assert project(fold(stored)) == project(table.match)

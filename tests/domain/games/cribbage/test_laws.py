from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import games, wire
from domain.errors import Refused, RuleViolation
from domain.event import Event, Fact
from domain.games.cribbage.sheet import line_of
from domain.games.cribbage.state import Cribbage
from domain.match import Match, admit, fold
from tests.domain.games.cribbage.random_play import PACK, RandomGame

seeds = st.integers(0, 2**32)
tables = st.sampled_from([2, 3, 4])
laws = settings(max_examples=40, deadline=None)

_SEAT = st.sampled_from("ABCD")
_CARD = st.sampled_from(PACK)
_FOUR = st.lists(_CARD, min_size=4, max_size=4)
anything = st.one_of(
    st.builds(lambda dealer: ("dealt", {"dealer": dealer}), _SEAT),
    st.builds(lambda seat, cards: ("discarded", {"seat": seat, "cards": cards[:2]}), _SEAT, _FOUR),
    st.builds(lambda card: ("starter_cut", {"card": card}), _CARD),
    st.builds(lambda seat, card: ("card_played", {"seat": seat, "card": card}), _SEAT, _CARD),
    st.builds(lambda seat: ("go_said", {"seat": seat}), _SEAT),
    st.builds(lambda seat, cards: ("hand_shown", {"seat": seat, "cards": cards}), _SEAT, _FOUR),
    st.builds(lambda seat, cards: ("crib_shown", {"seat": seat, "cards": cards}), _SEAT, _FOUR),
    st.builds(lambda seat, points: ("muggins_called", {"seat": seat, "points": points}), _SEAT, st.integers(1, 5)),
    st.builds(
        lambda seat, points, what: ("points_pegged", {"seat": seat, "points": points, "for": what}),
        _SEAT,
        st.integers(0, 30),
        st.sampled_from(["play", "hand", "crib", "heels", "penalty"]),
    ),
    st.builds(lambda seat, score: ("game_scored", {"winner": seat, "loser_score": score}), _SEAT, st.integers(0, 125)),
)


def _read(event: dict[str, Any]) -> Event:
    return wire.read(wire.find(games.event_types(), event["type"]), event["data"])


def _facts(events: list[dict[str, Any]]) -> list[Fact[Event]]:
    return [Fact(version, _read(event)) for version, event in enumerate(events, start=1)]


def _reported(match: Match, report: tuple[str, dict[str, Any]]) -> tuple[Event | None, Match | None]:
    """A report as it was read, and the match after it; None for what was refused."""
    name, said = report
    try:
        event = _read({"type": f"cribbage.{name}", "data": said})
    except RuleViolation:
        return None, None
    try:
        return event, admit(match, [Fact(match.version + 1, event)])
    except Refused:
        return event, None


def _state(match: Match) -> Cribbage:
    assert isinstance(match.state, Cribbage)
    return match.state


def _scores(match: Match) -> list[int]:
    return [pegs.front for pegs in _state(match).race.pegs]


@laws
@given(seeds, tables)
def test_a_game_pegs_what_a_second_hand_pegs(seed: int, players: int) -> None:
    game = RandomGame(seed, players=players)
    match = fold(_facts(game.events))

    assert match.stuck is None
    assert _scores(match) == game.scores
    awards = _state(match).race.awards
    assert [(award.version, award.seat, award.reason, award.points) for award in awards] == game.awards
    assert _state(match).complete
    assert not _state(match).findings


@laws
@given(seeds, tables, st.booleans())
def test_of_unknown_hands_the_same_is_pegged_with_and_without_go(seed: int, players: int, go_told: bool) -> None:
    game = RandomGame(seed, players=players, target=1000, hands_told=False, go_told=go_told, deals=3, claims=True)
    match = fold(_facts(game.events))

    assert match.stuck is None
    assert _scores(match) == game.scores
    assert Counter(award.reason for award in _state(match).race.awards) == Counter(award[2] for award in game.awards)
    assert not _state(match).findings


@laws
@given(seeds, st.booleans())
def test_awards_add_up_to_scores_after_every_event(seed: int, claims: bool) -> None:
    match = None
    for fact in _facts(RandomGame(seed, claims=claims).events):
        match = admit(match, [fact])
        race = _state(match).race
        for seat, pegs in zip("AB", race.pegs, strict=True):
            assert sum(award.pegged for award in race.awards if award.seat == seat) == pegs.front
            assert 0 <= pegs.back <= pegs.front <= 121


@laws
@given(seeds, tables)
def test_every_card_is_in_one_place(seed: int, players: int) -> None:
    match = None
    for fact in _facts(RandomGame(seed, players=players, deals=1).events):
        match = admit(match, [fact])
        deal = _state(match).deal
        if deal is None or deal.play is None:
            continue
        held = [card for holding in deal.play.hands.values() for card in holding.among or ()]
        laid = [card for _, card in deal.play.laid]
        away = [card for cards in deal.away.values() for card in cards or ()]
        places = Counter([*held, *laid, *away, deal.starter])
        assert max(places.values()) == 1
        assert sum(places.values()) == players * (6 if players == 2 else 5) + 1
        assert all(holding.known for holding in deal.play.hands.values())


@laws
@given(seeds)
def test_two_players_have_at_most_three_counts_and_the_dealer_pegs_in_each_play(seed: int) -> None:
    state = _state(fold(_facts(RandomGame(seed, target=1000, deals=1).events)))

    assert state.deal is not None
    assert state.deal.play is not None
    assert state.deal.play.turn is None
    assert state.deal.play.series <= 3
    assert line_of(state.deal, state.race).columns[state.deal.dealer].play >= 1


@laws
@given(seeds, tables, st.data())
def test_a_replayed_prefix_is_the_prefix_of_the_replay(seed: int, players: int, data: st.DataObject) -> None:
    facts = _facts(RandomGame(seed, players=players, target=61).events)
    end = data.draw(st.integers(1, len(facts)))
    told = None
    for fact in facts[:end]:
        told = admit(told, [fact])

    assert told is not None
    assert fold(facts[:end]).state == told.state


@laws
@given(seeds, st.booleans(), st.booleans(), st.lists(anything, min_size=1, max_size=12), st.data())
def test_what_is_refused_changes_nothing_and_what_is_taken_can_be_replayed(
    seed: int, hands_told: bool, go_told: bool, reports: list[tuple[str, dict[str, Any]]], data: st.DataObject
) -> None:
    game = RandomGame(seed, hands_told=hands_told, go_told=go_told or hands_told, deals=1)
    facts = _facts(game.events)
    facts = facts[: data.draw(st.integers(1, len(facts)))]
    match = fold(facts)
    for report in reports:
        image = repr(match)
        event, after = _reported(match, report)
        assert repr(match) == image
        if event is not None and after is not None:
            match = after
            facts.append(Fact(match.version, event))
    assert fold(facts).state == match.state


@laws
@given(seeds, tables, st.lists(anything, min_size=1, max_size=12))
def test_nothing_is_pegged_after_the_end(seed: int, players: int, reports: list[tuple[str, dict[str, Any]]]) -> None:
    match = fold(_facts(RandomGame(seed, players=players, target=31).events))
    for report in reports:
        event, after = _reported(match, report)
        assert after is None
        if event is not None:
            with pytest.raises(RuleViolation) as refused:
                match.game.check(match.state, event)
            assert refused.value.code == "match_over"

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import PACK, Card
from domain.errors import RuleViolation
from domain.games.bridge.play import Play, check_card, check_trick, known_hands, winner_of, with_card, with_trick
from domain.games.bridge.terms import SEATS, Seat, Strain
from tests.facts import (
    DEAL,
    Report,
    bid,
    board,
    cards,
    code,
    deal,
    dealt,
    played,
    refusal,
    rubber,
    tell,
    trick,
    tricks,
    turn,
    won,
)

RANKS = "23456789TJQKA"

STRAINS: tuple[Strain, ...] = ("C", "D", "H", "S", "N")


@pytest.mark.parametrize(("declarer", "leader"), [("N", "E"), ("E", "S"), ("S", "W"), ("W", "N")])
def test_the_hand_left_of_the_declarer_leads(declarer: str, leader: str) -> None:
    match = rubber(bid("4S", declarer))

    assert turn(match) == leader
    for seat in set("NESW") - {leader}:
        assert code(match, played(seat, "2C")) == "not_your_turn"
        assert code(match, trick(seat, "2C 3C 4C 5C")) == "not_your_turn"
    assert turn(tell(match, played(leader, "2C"))) == "NESW"["NESW".index(leader) - 3]


@pytest.mark.parametrize(("declarer", "defenders"), [("NS", "EW"), ("EW", "NS")])
def test_a_defender_leads_where_only_the_declaring_side_is_known(declarer: str, defenders: str) -> None:
    match = rubber(bid("4S", declarer))

    assert turn(match) is None
    for seat in declarer:
        assert code(match, played(seat, "2C")) == "not_your_turn"
        assert code(match, trick(seat, "2C 3C 4C 5C")) == "not_your_turn"
    for seat in defenders:
        assert tell(match, played(seat, "2C")).version == 3


def test_the_winner_leads_to_the_next_trick() -> None:
    match = rubber(bid("1N", "S"), cards("W", "2C 9C 6C AC"))

    assert (turn(match), tricks(match)) == ("S", (1, 0))
    assert code(match, played("W", "3C")) == "not_your_turn"
    match = tell(match, cards("S", "AH TH 2H 6H"), won("E"))
    assert (turn(match), tricks(match)) == ("E", (2, 1))
    assert code(match, played("S", "KH")) == "not_your_turn"


def test_either_of_a_side_that_won_a_trick_may_lead_where_no_more_is_known() -> None:
    match = rubber(bid("1N", "S"), won("EW"))

    assert (turn(match), tricks(match)) == (None, (0, 1))
    assert tell(match, played("E", "2C")).version == tell(match, played("W", "2C")).version == 4
    assert code(match, played("N", "2C")) == "not_your_turn"
    assert code(match, trick("S", "2C 3C 4C 5C")) == "not_your_turn"


def test_we_and_they_win_tricks_too() -> None:
    assert tricks(rubber(bid("1N", "S"), won("we"), won("they"), won("we"))) == (2, 1)


def test_play_goes_round_clockwise() -> None:
    match = rubber(bid("1N", "S"))

    for seat, card in zip("WNE", ("2C", "9C", "6C"), strict=True):
        assert turn(match) == seat
        match = tell(match, played(seat, card))
    assert [card["seat"] for card in board(match)["current"]["trick"]] == ["W", "N", "E"]
    assert turn(match) == "S"
    for seat in "WNE":
        assert code(match, played(seat, "3C")) == "not_your_turn"


def test_a_trick_is_told_whole_or_card_by_card() -> None:
    match = rubber(bid("1N", "S"), cards("W", "2C 9C"))

    assert code(match, won("S")) == "deal_in_progress"
    assert code(match, trick("W", "2C 9C 6C AC")) == "deal_in_progress"
    assert tricks(tell(match, cards("E", "6C AC"), trick("S", "AH TH 2H 6H"))) == (2, 0)


@pytest.mark.parametrize("report", [played("W", "2C"), won("N"), trick("W", "2C 9C 6C AC")])
def test_nothing_is_played_before_a_contract_or_after_a_pass_out(report: Report) -> None:
    assert refusal(rubber(), report).version == 2
    assert refusal(rubber(("bridge.dealt", {})), report).version == 3
    assert refusal(rubber(("bridge.contract_reached", {"contract": "Pass"})), report).version == 3


def test_no_card_is_seen_twice() -> None:
    match = rubber(bid("1N", "S"), cards("W", "2C 9C 6C AC"), cards("S", "AH"))

    assert code(match, played("W", "AC")) == "card_seen_twice"
    assert code(match, played("W", "AH")) == "card_seen_twice"
    assert code(rubber(bid("1N", "S")), trick("W", "2C 9C 2C AC")) == "card_seen_twice"
    assert code(match, played("W", "AC", irregular=True)) == "card_seen_twice", "not even irregularly"


def test_nobody_plays_what_is_known_to_lie_elsewhere() -> None:
    match = rubber(dealt("N"), bid("1N", "S"))

    assert code(match, played("W", "AS")) == "not_held"
    assert code(match, played("W", "AS", irregular=True)) == "not_held"
    match = tell(match, played("W", "TH"))
    assert code(match, played("N", "9H")) == "not_held"
    assert tell(match, played("N", "2H")).version == 5


def test_three_hands_tell_the_fourth() -> None:
    match = rubber(dealt("N", "E", "S"), bid("1N", "S"))

    assert code(match, played("W", "AC")) == "not_held"
    assert tell(match, played("W", "2C")).version == 4
    match = tell(match, cards("W", "2C 9C 6C AC"), cards("S", "AD"))
    assert code(match, played("W", "TH")) == "must_follow"
    assert known_hands({seat: [Card(card) for card in DEAL[seat]] for seat in ("N", "E", "S")})["W"] == set(DEAL["W"])


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param({"N": DEAL["N"][:12]}, id="twelve cards"),
        pytest.param({"N": [*DEAL["N"], "2C"]}, id="fourteen cards"),
        pytest.param({"N": [*DEAL["N"][:12], "AS"]}, id="a card twice in one hand"),
        pytest.param({"N": DEAL["N"], "E": [*DEAL["E"][:12], "AS"]}, id="a card in two hands"),
        pytest.param({"N": []}, id="none"),
    ],
)
def test_a_hand_has_thirteen_cards_of_one_pack(hands: dict[str, list[str]]) -> None:
    assert code(rubber(), ("bridge.dealt", {"hands": hands})) == "deal_invalid"


def test_a_deal_is_dealt_once() -> None:
    assert code(rubber(dealt("N")), dealt("E")) == "deal_in_progress"
    assert code(rubber(bid("1N", "S")), dealt("E")) == "deal_in_progress"


@pytest.mark.parametrize(
    ("told", "trumps", "winner"),
    [
        ("2C 9C 6C AC", "N", 3),
        ("2C AS KS QS", "N", 0),
        ("2C AS KS 2S", "S", 1),
        ("2C 2S KS AS", "S", 3),
        ("AS 2C 3S 4S", "C", 1),
        ("TC 9C JC 8C", "H", 2),
        ("2H 3H 4H 5H", "H", 3),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(told: str, trumps: Strain, winner: int) -> None:
    for turned in range(4):
        seats = [SEATS[(turned + n) % 4] for n in range(4)]
        fell = tuple(zip(seats, map(Card, told.split()), strict=True))
        assert winner_of(fell, trumps) == seats[winner]


def beats(one: str, other: str, led: str, trumps: str) -> bool:
    """Whether one card of a trick beats another, by Law 44 and nothing else."""
    if one[1] == other[1]:
        return RANKS.index(one[0]) > RANKS.index(other[0])
    if trumps in {one[1], other[1]}:
        return one[1] == trumps
    return one[1] == led


@given(st.permutations(PACK).map(lambda pack: pack[:4]), st.sampled_from(STRAINS), st.sampled_from(SEATS))
def test_the_winner_is_whom_no_other_card_beats(fell: list[Card], trumps: Strain, leader: Seat) -> None:
    seats = [SEATS[(SEATS.index(leader) + n) % 4] for n in range(4)]

    winner = winner_of(tuple(zip(seats, fell, strict=True)), trumps)

    card = fell[seats.index(winner)]
    assert not any(beats(other, card, fell[0][1], trumps) for other in fell)


@st.composite
def whole_plays(draw: st.DrawFn) -> tuple[dict[Seat, list[Card]], Strain, Seat, list[list[Card]], dict[str, int]]:
    """Thirteen tricks of a random deal, legally played; with how many each side wins, counted here."""
    pack = draw(st.permutations(PACK))
    hands = {seat: list(pack[n * 13 : n * 13 + 13]) for n, seat in enumerate(SEATS)}
    trumps, leader = draw(st.sampled_from(STRAINS)), draw(st.sampled_from(SEATS))
    left, at = {seat: list(hand) for seat, hand in hands.items()}, SEATS.index(leader)
    told, count = list[list[Card]](), {"NS": 0, "EW": 0}
    for _ in range(13):
        fell = list[Card]()
        for n in range(4):
            hand = left[SEATS[(at + n) % 4]]
            follow = [card for card in hand if not fell or card[1] == fell[0][1]] or hand
            fell.append(draw(st.sampled_from(follow)))
            hand.remove(fell[-1])
        best = next(n for n in range(4) if not any(beats(other, fell[n], fell[0][1], trumps) for other in fell))
        at = (at + best) % 4
        count["NS" if SEATS[at] in "NS" else "EW"] += 1
        told.append(fell)
    return hands, trumps, leader, told, count


@given(whole_plays(), st.sets(st.sampled_from(SEATS)))
def test_thirteen_tricks_make_thirteen_and_the_sides_win_what_they_won(
    told: tuple[dict[Seat, list[Card]], Strain, Seat, list[list[Card]], dict[str, int]], known: set[Seat]
) -> None:
    hands, trumps, leader, fallen, count = told
    play = Play(trumps=trumps, leader=leader, hands=known_hands({seat: hands[seat] for seat in sorted(known)}))

    for number, fell in enumerate(fallen, start=1):
        check_trick(play, _leader(play), fell)
        for card in fell:
            assert play.turn is not None
            check_card(play, play.turn, card)
            play = with_card(play, play.turn, card, version=number)
        assert play.tricks == play.ns + play.ew == number

    assert {"NS": play.won_by("NS"), "EW": play.won_by("EW")} == count
    assert play.ns + play.ew == 13
    assert play.seen == set(PACK)
    assert play.findings == ()
    with pytest.raises(RuleViolation, match="thirteen"):
        check_card(play, _leader(play), Card("2C"))


def _leader(play: Play) -> Seat:
    assert play.turn is not None
    return play.turn


@given(whole_plays(), st.data())
def test_with_all_hands_known_exactly_the_legal_cards_are_taken(
    told: tuple[dict[Seat, list[Card]], Strain, Seat, list[list[Card]], dict[str, int]], data: st.DataObject
) -> None:
    hands, trumps, leader, fallen, _ = told
    stop = data.draw(st.integers(0, 51))
    play = Play(trumps=trumps, leader=leader, hands=known_hands(hands))
    for card in [card for fell in fallen for card in fell][:stop]:
        play = with_card(play, _leader(play), card, version=1)
    seat = _leader(play)
    left = set(hands[seat]) - play.seen
    suit = play.trick[0][1][1] if play.trick else None

    follow = {card for card in left if card[1] == suit} or left
    assert {card for card in PACK if _taken(play, seat, card)} == follow
    assert all(not _taken(play, other, card) for other in SEATS if other != seat for card in left)


def _taken(play: Play, seat: Seat, card: Card) -> bool:
    try:
        check_card(play, seat, card)
    except RuleViolation:
        return False
    return True


def test_br007_the_thirteenth_trick_goes_to_who_won_it() -> None:
    match = rubber(bid("3N", "S"), [won(seat) for seat in "NSEWNSNSNEWN"])
    assert tricks(match) == (8, 4)

    match = tell(match, trick("N", "AS 2H 3S 4D"))

    assert tricks(match) == (9, 4)
    assert board(tell(match, ("bridge.deal_played", {})))["deals"][0]["tricks"] == 9


@pytest.mark.parametrize(
    "report", [won("N"), played("N", "2C"), trick("N", "2C 3C 4C 5C"), played("N", "2C", irregular=True)]
)
def test_there_are_thirteen_tricks(report: Report) -> None:
    match = rubber(bid("7N", "S"), [won("N")] * 13)

    assert tricks(match) == (13, 0)
    assert code(match, report) == "tricks_out_of_range"


def test_tricks_won_by_either_way_are_counted_together() -> None:
    play = with_trick(with_trick(Play(trumps="N", leader="W", hands={}), "NS"), "E")
    for card in map(Card, ("2C", "AC", "3C", "4C")):
        play = with_card(play, _leader(play), card, version=1)

    assert (play.ns, play.ew, play.turn) == (2, 1, "S")


def test_the_first_card_is_the_lead() -> None:
    for reports in (cards("W", "2C 9C 6C AC"), [trick("W", "2C 9C 6C AC")]):
        match = rubber(bid("1N", "S"), reports, cards("S", "AH"))
        assert board(tell(match, deal("1N", "S", 7)))["deals"][0]["lead"] == "2C"
        assert board(tell(match, deal("1N", "S", 7, lead="2c")))["deals"][0]["lead"] == "2C"
        assert code(match, deal("1N", "S", 7, lead="3C")) == "contradicts_report"


def test_a_lead_that_nobody_saw_is_told_by_the_hand() -> None:
    match = rubber(bid("1N", "S"), won("E"), played("E", "2C"))

    assert board(tell(match, deal("1N", "S", 7)))["deals"][0]["lead"] is None
    assert board(tell(match, deal("1N", "S", 7, lead="10H")))["deals"][0]["lead"] == "TH"
    assert board(rubber(deal("1N", "S", 7, lead="AS")))["deals"][0]["lead"] == "AS"


def test_who_leads_for_a_side_is_the_leader_of_that_trick() -> None:
    play = with_card(Play(trumps="N", leader="NS", hands={}), "S", Card("2C"), version=1)

    assert (play.leader, play.turn) == ("S", "W")

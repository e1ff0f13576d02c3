"""Random games of cribbage by a second hand: it deals, plays by the rules and keeps its own score."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.chance import dice

RANKS = "A23456789TJQK"
PACK = [rank + suit for rank in RANKS for suit in "CDHS"]


def value(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def pegged(pile: list[str]) -> list[tuple[str, int]]:
    """What the last card scores, by looking at every end of the pile on its own."""
    found = []
    ends = [pile[start:] for start in range(len(pile))]
    if sum(map(value, pile)) in {15, 31}:
        found.append(("fifteen" if sum(map(value, pile)) == 15 else "thirtyone", 2))
    alike = max((end for end in ends if len({card[0] for card in end}) == 1), key=len)
    if len(alike) > 1:
        name = {2: "pair", 3: "pair_royal", 4: "double_pair_royal"}[len(alike)]
        found.append((name, len(alike) * (len(alike) - 1)))
    rows = [end for end in ends if len(end) > 2 and _in_sequence(end)]
    if rows:
        found.append((f"run{max(map(len, rows))}", max(map(len, rows))))
    return found


def _in_sequence(cards: list[str]) -> bool:
    places = sorted(RANKS.index(card[0]) for card in cards)
    return places == list(range(places[0], places[0] + len(places)))


def shown(hand: list[str], starter: str, *, crib: bool) -> list[tuple[str, int]]:
    """What a hand counts, by looking at every set of its cards."""
    cards = [*hand, starter]
    sets = [list(chosen) for size in range(1, 6) for chosen in combinations(cards, size)]
    runs = [chosen for chosen in sets if len(chosen) > 2 and _in_sequence(chosen)]
    longest = max(map(len, runs), default=0)
    suits = {card[1] for card in hand}
    flush = 0
    if len(suits) == 1:
        flush = 5 if starter[1] in suits else 0 if crib else 4
    parts = {
        "fifteens": sum(2 for chosen in sets if sum(map(value, chosen)) == 15),
        "pairs": sum(2 for chosen in sets if len(chosen) == 2 and chosen[0][0] == chosen[1][0]),
        "runs": sum(longest for chosen in runs if len(chosen) == longest),
        "flush": flush,
        "nobs": int("J" + starter[1] in hand),
    }
    return [(name, points) for name, points in parts.items() if points]


@dataclass
class RandomGame:
    """One game, played at random to its end."""

    seed: int
    players: int = 2
    target: int = 121
    hands_told: bool = True
    go_told: bool = True
    claims: bool = False
    deals: int | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    awards: list[tuple[int, str, str, int]] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        self.chance = dice(self.seed)
        options = {"target": self.target, "players": self.players}
        self.events.append({"type": "match.opened", "data": {"game": "cribbage", "options": options}})
        self.seats = "ABCD"[: self.players]
        self.scores = [0] * (3 if self.players == 3 else 2)
        dealer = self.chance.randrange(self.players)
        played = 0
        while not self.over and played != self.deals:
            self._deal(dealer)
            dealer = (dealer + 1) % self.players
            played += 1

    def _tell(self, name: str, **data: Any) -> None:
        self.events.append({"type": f"cribbage.{name}", "data": data})

    def _peg(self, seat: int, awards: list[tuple[str, int]], taken: int | None = None) -> None:
        side = seat % len(self.scores)
        for reason, points in awards:
            self.awards.append((len(self.events), self.seats[seat], reason, points))
        worth = sum(points for _, points in awards)
        self.scores[side] = min(self.scores[side] + (worth if taken is None else taken), self.target)
        self.over = self.scores[side] == self.target

    def _deal(self, dealer: int) -> None:
        count = self.players
        pack = PACK[:]
        self.chance.shuffle(pack)
        size = 6 if count == 2 else 5
        dealt = [[pack.pop() for _ in range(size)] for _ in range(count)]
        crib = [pack.pop()] if count == 3 else []
        hands = {self.seats[seat]: dealt[seat][:] for seat in range(count)} if self.hands_told else None
        first = len(self.events) == 1
        dealer_told = {"dealer": self.seats[dealer]} if first or self.chance.random() < 0.5 else {}
        self._tell("dealt", **dealer_told, **({"hands": hands} if hands else {}))
        for seat in self.chance.sample(range(count), count):
            away = self.chance.sample(dealt[seat], size - 4)
            for card in away:
                dealt[seat].remove(card)
            crib += away
            if self.hands_told:
                self._tell("discarded", seat=self.seats[seat], cards=away)
        starter = pack.pop()
        self._tell("starter_cut", card=starter)
        if starter[0] == "J":
            self._peg(dealer, [("heels", 2)])
        kept = [hand[:] for hand in dealt]
        if not self.over:
            self._play(dealt, dealer)
        self._show(kept, crib, starter, dealer)

    def _play(self, hands: list[list[str]], dealer: int) -> None:
        count = len(hands)
        leader = (dealer + 1) % count
        while any(hands) and not self.over:
            while not hands[leader]:
                leader = (leader + 1) % count
            last = self._one_count(hands, leader)
            leader = (last + 1) % count

    def _one_count(self, hands: list[list[str]], turn: int) -> int:
        """Play to 31 or until nobody can add; who laid the last card."""
        pile: list[str] = []
        gone: set[int] = set()
        last = turn
        while not self.over:
            total = sum(map(value, pile))
            fits = [card for card in hands[turn] if total + value(card) <= 31]
            if fits and turn not in gone:
                card = self.chance.choice(fits)
                hands[turn].remove(card)
                pile.append(card)
                last = turn
                self._tell("card_played", seat=self.seats[turn], card=card)
                self._peg(turn, pegged(pile))
                if sum(map(value, pile)) == 31:
                    break
            elif hands[turn] and turn not in gone and turn != last:
                gone.add(turn)
                if self.go_told:
                    self._tell("go_said", seat=self.seats[turn])
            if not self.over and self._dead(hands, gone, last, sum(map(value, pile))):
                self._peg(last, [("last" if not any(hands) else "go", 1)])
                break
            turn = (turn + 1) % len(hands)
        return last

    @staticmethod
    def _dead(hands: list[list[str]], gone: set[int], last: int, total: int) -> bool:
        others = any(hands[seat] and seat not in gone for seat in range(len(hands)) if seat != last)
        return not others and all(total + value(card) > 31 for card in hands[last])

    def _show(self, kept: list[list[str]], crib: list[str], starter: str, dealer: int) -> None:
        count = len(kept)
        order = [(dealer + step) % count for step in range(1, count + 1)]
        for seat, cards, name in [*((seat, kept[seat], "hand") for seat in order), (dealer, crib, "crib")]:
            if self.over:
                return
            parts = shown(cards, starter, crib=name == "crib")
            worth = sum(points for _, points in parts)
            claim = self.chance.randint(0, worth) if self.claims and self.chance.random() < 0.3 else None
            claim = None if claim == 19 else claim
            order_told = self.chance.sample(cards, 4)
            said = {} if claim is None else {"claimed": claim}
            self._tell(f"{name}_shown", seat=self.seats[seat], cards=order_told, **said)
            self._peg(seat, parts, claim)

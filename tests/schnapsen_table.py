"""A table of Schnapsen or Sixty-Six for tests: reports in short words, and players who choose at random."""

import random
from dataclasses import dataclass, field
from typing import Any

from domain import games, wire
from domain.cards import Card
from domain.errors import Refused, RuleViolation
from domain.event import Event, Fact
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.ruleset import SCHNAPSEN, SIXTYSIX, Ruleset
from domain.games.schnapsen.state import Series
from domain.games.schnapsen.terms import CARDS, Seat, other
from domain.match import Match, admit
from domain.projection import project
from tests.chance import dice

RULESETS = {"schnapsen": SCHNAPSEN, "sixtysix": SIXTYSIX}


@dataclass
class Table:
    """A match that is told event by event, as JSON would tell it."""

    game: str = "schnapsen"
    options: dict[str, Any] = field(default_factory=dict)
    match: Match | None = None
    facts: list[Fact[Event]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tell("match.opened", game=self.game, options=self.options)

    def tell(self, type_: str, **data: Any) -> "Table":
        """Report an event; RuleViolation if it is refused."""
        event = wire.read(wire.find(games.event_types(), type_), data)
        fact = Fact(len(self.facts) + 1, event)
        try:
            self.match = admit(self.match, [fact])
        except Refused as refused:
            raise refused.violation from None
        self.facts.append(fact)
        self.events.append({"type": type_, "data": data})
        return self

    def play(self, *words: str) -> "Table":
        """
        Report play in short words: `KH TS` a trick, `A:KH` a card, `A+H` a marriage, `A*` an exchange, `A/*` one at
        the close, `A#` a close, `A/#` one before the draw, `A!` a claim, `.` the cards are out.
        """
        for word in words:
            self._word(word)
        return self

    def _word(self, word: str) -> None:
        lead, _, follow = word.partition(" ")
        if follow:
            self.tell("schnapsen.trick_played", lead=lead, follow=follow)
        elif ":" in word:
            self.tell("schnapsen.card_played", seat=word[0], card=word[2:])
        elif "+" in word:
            self.tell("schnapsen.marriage_declared", seat=word[0], suit=word[2])
        elif word.endswith("*"):
            self.tell("schnapsen.trump_exchanged", seat=word[0], on_close="/" in word)
        elif word.endswith("#"):
            self.tell("schnapsen.talon_closed", seat=word[0], before_draw="/" in word)
        elif word.endswith("!"):
            self.tell("schnapsen.sixty_six_claimed", seat=word[0])
        else:
            self.tell("schnapsen.deal_ended")

    def code(self, type_: str, **data: Any) -> str | None:
        """The code with which an event is refused; None if it is taken (and told)."""
        before = self.match
        try:
            self.tell(type_, **data)
        except RuleViolation as violation:
            refused = violation
        else:
            return None
        assert self.match is before, "a refusal changes nothing"
        assert refused.detail, "a refusal says why"
        return refused.code

    def refusal(self, word: str) -> str:
        """The code and the sentence with which a short word is refused."""
        before = self.match
        try:
            self._word(word)
        except RuleViolation as violation:
            refused = violation
        else:
            return "taken"
        assert self.match is before, "a refusal changes nothing"
        return f"{refused.code}: {refused.detail}"

    @property
    def state(self) -> Series:
        """The game's own state."""
        assert self.match is not None
        assert isinstance(self.match.state, Series)
        return self.match.state

    @property
    def deal(self) -> Deal:
        """The deal in play, or the last."""
        assert self.state.deal is not None
        return self.state.deal

    def board(self, name: str) -> dict[str, Any]:
        """A board as JSON tells it."""
        assert self.match is not None
        board = wire.loads(project(self.match)[name])
        assert isinstance(board, dict)
        return board

    @property
    def result(self) -> tuple[Any, ...]:
        """How the last deal ended: how, winner, game points."""
        result = self.board("deal")["result"]
        return result["how"], result["winner"], result["game_points"]


def cards(words: str) -> list[str]:
    """Cards written one after the other."""
    return words.split()


def dealing(rng: random.Random, ruleset: Ruleset) -> dict[str, Any]:
    """A shuffled deal, all of it told."""
    pack = [card for card in CARDS if card in ruleset.pack]
    rng.shuffle(pack)
    size = ruleset.hand
    return {
        "hands": {"A": pack[:size], "B": pack[size : 2 * size]},
        "turn_up": pack[2 * size],
        "trump": pack[2 * size][1],
        "talon": pack[2 * size + 1 :],
    }


@dataclass
class Players:
    """Two players who choose at random among what is on offer, and know when they are out."""

    rng: random.Random
    closes: float = 0.1
    lies: float = 0.02
    forgets: float = 0.2
    revokes: float = 0.0
    singly: bool = False

    def deal(self, table: Table, **known: Any) -> Table:
        """Deal, and play the deal to its end."""
        table.tell("schnapsen.dealt", **known)
        while table.deal.result is None:
            self.turn(table)
        return table

    def turn(self, table: Table) -> None:
        """The next thing that somebody does."""
        deal, rng = table.deal, self.rng
        seat = deal.leader
        points, tricks = deal.scores.of(seat).points, deal.scores.of(seat).tricks
        if deal.cards_out:
            if points >= 66 and rng.random() > self.forgets:
                table.play(f"{seat}!")
            else:
                table.play(".")
            return
        if tricks and (points >= 66 or rng.random() < self.lies) and rng.random() > self.forgets:
            table.play(f"{seat}!")
            return
        for word, chance in ((f"{seat}*", 0.7), (f"{seat}#", self.closes), (f"{seat}/#", self.closes / 2)):
            if rng.random() < chance:
                table.refusal(word)
        if deal.close is None and table.deal.close is not None:
            table.refusal(f"{other(seat)}/*")
        self._lead(table, seat)

    def _lead(self, table: Table, seat: Seat) -> None:
        rng = self.rng
        held = self.held(table, seat)
        suits = [suit for suit in "SHDC" if {f"K{suit}", f"Q{suit}"} <= set(held)]
        lead = rng.choice(held)
        if suits and rng.random() < 0.8:
            suit = rng.choice(suits)
            if table.refusal(f"{seat}+{suit}") == "taken":
                lead = Card(rng.choice("KQ") + suit)
                if table.deal.scores.of(seat).points >= 66 and rng.random() > self.forgets:
                    table.play(f"{seat}!")
                    return
        follows = self.held(table, other(seat))
        rng.shuffle(follows)
        for follow in follows:
            if self.singly:
                if table.deal.led is None:
                    table.play(f"{seat}:{lead}")
                if table.refusal(f"{other(seat)}:{follow}") == "taken":
                    return
            elif table.refusal(f"{lead} {follow}") == "taken":
                return
        raise AssertionError("some answer is always legal")

    def held(self, table: Table, seat: Seat) -> list[Card]:
        """The hand, in a fixed order; all of it must be known."""
        hand = table.deal.layout.hand(seat)
        assert not hand.hidden
        return [card for card in CARDS if card in hand.known]


def random_match(seed: int, game: str, **options: Any) -> Table:
    """A whole match, card by card, between random players."""
    rng = dice(seed)
    table = Table(game, options)
    players = Players(rng, singly=rng.random() < 0.3)
    while not table.state.complete:
        players.deal(table, **dealing(rng, RULESETS[game]))
    return table

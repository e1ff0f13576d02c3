"""A question about one trick, as a command line or a line of JSON asks it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from domain import wire
from domain.cards import GivenCard
from domain.errors import misfit
from domain.games.schnapsen.terms import GivenSuit, Phase
from domain.games.schnapsen.trick import Judgement, judge
from domain.text import shown


class Question(BaseModel):
    """A lead, its answer or the hand that must answer it, the trump suit and the phase of the deal."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    lead: GivenCard
    follow: GivenCard | None = None
    trump: GivenSuit
    phase: Phase = 1
    hand: Annotated[list[GivenCard], Field(min_length=1, max_length=6)] | None = None

    @model_validator(mode="after")
    def _sound(self) -> "Question":
        cards = [self.lead, *(self.hand if self.hand is not None else [self.follow] if self.follow else [])]
        if len(cards) == 1:
            raise misfit("event_invalid", "needs an answer (follow) or the hand that answers")
        if outside := [card for card in cards if card[0] in "2345678"]:
            raise misfit("not_held", f"{shown(outside[0])} is not in the pack: it has A 10 K Q J, and 9 in Sixty-Six.")
        if twice := [card for card in cards if cards.count(card) > 1]:
            raise misfit("card_seen_twice", f"{shown(twice[0])} is there twice.")
        if self.follow is not None and self.follow not in cards[1:]:
            raise misfit("not_held", f"{shown(self.follow)} is not in the hand that answers.")
        return self


def answer(data: JsonValue) -> Judgement:
    """
    Judge a trick told with the names `lead`, `follow`, `trump`, `phase` and `hand`.

    Errors:
        EventInvalid: with JSON pointers where it cannot be read.
        RuleViolation: `not_held` or `card_seen_twice`.

    >>> answer({"lead": "KS", "follow": "ts", "trump": "H", "phase": 2, "hand": ["10S", "AH"]}).legal
    ['TS']
    """
    try:
        question = Question.model_validate_json(wire.canonical(data))
    except ValidationError as error:
        raise wire.refusal(error) from None
    return judge(question.lead, question.follow, question.trump, question.phase, question.hand)

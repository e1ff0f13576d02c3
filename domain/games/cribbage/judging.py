"""
A hand or some ranks judged by themselves, without a match: what `scorepad score cribbage` answers.

Source:
    docs/games/cribbage.md, "The show" and "The house of the seed".
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, JsonValue, ValidationError, WithJsonSchema

from domain import wire
from domain.cards import GivenCard
from domain.errors import RuleViolation, misfit
from domain.games.cribbage.events import Four
from domain.games.cribbage.scoring import Count, count, count_ranks, scale
from domain.games.cribbage.terms import VALUES, Rules
from domain.text import shown

_SPELLINGS: Final = {
    spelled: place for place, letter in enumerate(VALUES) for spelled in (letter, letter.lower(), str(place + 1))
}


def rank(said: object) -> int:
    """
    Read a rank as people write it, from 0 for the ace to 12 for the king.

    Args:
        said: 1 to 13, or `A 2 … 9 T J Q K`.

    Errors:
        `event_invalid` for all else.

    >>> rank("K"), rank("10"), rank(1)
    (12, 9, 0)
    """
    place = None if isinstance(said, bool) or not isinstance(said, int | str) else _SPELLINGS.get(str(said))
    if place is None:
        raise misfit("event_invalid", "is no rank: 1 to 13, or A 2 … 9 T J Q K")
    return place


GivenRank = Annotated[int, BeforeValidator(rank), WithJsonSchema({"type": ["integer", "string"]})]


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rules: Rules = "acc"


class HandAsked(_Asked):
    """A hand, or a crib, and the starter."""

    hand: Four
    starter: GivenCard
    crib: bool = False


class RanksAsked(_Asked):
    """Ranks alone, however many."""

    ranks: list[GivenRank]


def judge(hand: Sequence[str], starter: str, *, crib: bool = False, rules: Rules = "acc") -> Count:
    """
    What a hand or crib counts, from cards as people write them.

    Errors:
        RuleViolation: `event_invalid` if they are not four cards and a starter, `card_seen_twice`.

    >>> judged = judge(["5H", "5S", "5C", "JD"], "5d")
    >>> judged.total, judged.fifteens, judged.pairs, judged.nobs
    (29, 16, 12, 1)
    """
    return answer({"hand": [*hand], "starter": starter, "crib": crib, "rules": rules})


def judge_ranks(ranks: Sequence[str | int], *, rules: Rules = "acc") -> Count:
    """
    What ranks alone count.

    Errors:
        RuleViolation: `event_invalid` if one is no rank.

    >>> judge_ranks([4, 5, 6, "7"], rules="seed-house").total, judge_ranks([]).total
    (8, 0)
    """
    return answer({"ranks": [*ranks], "rules": rules})


def answer(asked: JsonValue) -> Count:
    """
    Judge a JSON object: `{"hand", "starter", "crib"?, "rules"?}` or `{"ranks", "rules"?}`.

    Errors:
        RuleViolation: as in `judge`.
    """
    model = RanksAsked if isinstance(asked, dict) and "ranks" in asked else HandAsked
    try:
        read = model.model_validate(asked)
    except ValidationError as error:
        raise wire.refusal(error) from None
    if isinstance(read, RanksAsked):
        return count_ranks(read.ranks, scale(read.rules))
    cards = [*read.hand, read.starter]
    twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
    if twice is not None:
        raise RuleViolation("card_seen_twice", f"{shown(twice)} is there twice.")
    return count(read.hand, read.starter, crib=read.crib, by=scale(read.rules))


def told(judged: Count) -> dict[str, Any]:
    """A judgement as a JSON object: the total, its five parts, the sets of cards, and the count aloud."""
    groups = judged.groups
    return {
        "total": judged.total,
        "fifteens": judged.fifteens,
        "pairs": judged.pairs,
        "runs": judged.runs,
        "flush": judged.flush,
        "nobs": judged.nobs,
        "groups": {"fifteens": groups.fifteens, "pairs": groups.pairs, "runs": groups.runs},
        "cadence": judged.cadence,
    }

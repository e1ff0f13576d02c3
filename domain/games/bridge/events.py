"""The facts of a bridge table."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from domain.cards import GivenCard
from domain.errors import misfit
from domain.event import SHARED, Event, Reason, Shared
from domain.games.bridge.awards import Awards
from domain.games.bridge.terms import CONTRACTS, GivenCall, GivenContract, GivenSide, GivenUnit, Seat

TRICKS: Final = 13
"""Tricks in a deal."""


def _tricks(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= TRICKS:
        raise misfit("tricks_out_of_range", f"There are 13 tricks in a deal, not {value}.")
    return value


def _result(value: object) -> object:
    if isinstance(value, str):
        sign, digits = value[:1], value[1:]
        if value == "=" or (sign in "+-" and digits.isascii() and digits.isdecimal() and 0 < int(digits) <= TRICKS):
            return value if value == "=" else f"{sign}{int(digits)}"
        raise misfit("result_invalid", "A result is =, or + or - and how many tricks over or under the contract.")
    return value


def _honours(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool) and value not in {100, 150}:
        raise misfit("honours_impossible", "Honours are 100 (four of the five) or 150 (all five, or four aces).")
    return value


Tricks = Annotated[int, BeforeValidator(_tricks), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": TRICKS})]
"""Tricks taken by the declaring side, 0 to 13."""
Result = Annotated[
    str, BeforeValidator(_result), WithJsonSchema({"type": "string", "pattern": "^(=|[+-][1-9][0-9]?)$"})
]
"""Tricks over or under the contract: `=`, `+1`, `-2`."""
PairNumber = Annotated[str, Field(min_length=1, max_length=20)]
"""A pair of the session, as text: `7`, `3NS`."""


BoardNumber = Annotated[int, Field(ge=1, le=9999)]
"""A board of a session: its number tells dealer and vulnerability."""
Table = Annotated[str | int, Field(union_mode="left_to_right")]


class At(Event):
    """Where in a session: board, pairs, room, round and table. Rubber and Chicago have none of them."""

    board: BoardNumber | None = None
    ns: PairNumber | None = None
    ew: PairNumber | None = None
    room: Literal["open", "closed"] | None = None
    round: Annotated[int, Field(ge=1, le=1000)] | None = None
    table: Table | None = None

    def meaning(self) -> dict[str, Any]:
        """What was given; a table as text, so that 4 and "4" are one."""
        said = super().meaning()
        return said if self.table is None else said | {"table": str(self.table)}


class Dealt(At):
    """A deal begins: whose deal it is, and hands where they are known."""

    TYPE = "bridge.dealt"
    HIDDEN = frozenset({"hands"})
    hands: dict[Seat, list[GivenCard]] | None = None
    dealer: Seat | None = None


class CallMade(At):
    """One call of the auction."""

    TYPE = "bridge.call_made"
    seat: Seat
    call: GivenCall


class _Contracted(At):
    contract: GivenContract
    declarer: GivenUnit | None = None

    @model_validator(mode="after")
    def _declared(self) -> "_Contracted":
        if (self.contract == "Pass") is not (self.declarer is None):
            raise misfit("event_invalid", "a contract has a declarer, and a passed-out deal has none")
        return self


class ContractReached(_Contracted):
    """The bid result: what the auction came to."""

    TYPE = "bridge.contract_reached"


class CardPlayed(At):
    """One card; the fourth makes a trick."""

    TYPE = "bridge.card_played"
    seat: Seat
    card: GivenCard
    irregular: bool = False


class TrickWon(At):
    """A trick: who won it, or the leader and its four cards."""

    TYPE = "bridge.trick_won"
    seat: GivenUnit | None = None
    leader: Seat | None = None
    cards: Annotated[list[GivenCard], Field(min_length=4, max_length=4)] | None = None
    irregular: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> "TrickWon":
        by_cards = self.leader is not None and self.cards is not None
        if by_cards is (self.seat is not None) or (self.leader is None) is not (self.cards is None):
            raise misfit("event_invalid", "says either who won (seat), or the leader and four cards")
        return self


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Transferred(_Part):
    """Tricks that a director moved to a side, for a revoke."""

    to: GivenSide
    tricks: Annotated[int, Field(ge=1, le=TRICKS)]


class DealPlayed(At):
    """The hand: contract, declarer and result. It alone scores the deal, once."""

    TYPE = "bridge.deal_played"
    contract: GivenContract | None = None
    declarer: GivenUnit | None = None
    tricks: Tricks | None = None
    result: Result | None = None
    lead: GivenCard | None = None
    transferred: Transferred | None = None

    @model_validator(mode="after")
    def _one_result(self) -> "DealPlayed":
        if self.tricks is not None and self.result is not None:
            raise misfit("event_invalid", "says tricks or result, not both")
        if self.contract == "Pass" and (self.declarer is not None or self.tells_of_play):
            raise misfit("event_invalid", "a passed-out deal has no declarer, lead, tricks or result")
        if self.contract is None and self.declarer is not None:
            raise misfit("event_invalid", "names a declarer but no contract")
        return self

    @property
    def tells_of_play(self) -> bool:
        """Whether it says anything of cards or tricks."""
        return any(said is not None for said in (self.tricks, self.result, self.lead, self.transferred))

    def meaning(self) -> dict[str, Any]:
        """What was given, a result as the tricks that it comes to."""
        said = super().meaning()
        if self.result is not None and self.contract is not None:
            said |= {"result": None, "tricks": CONTRACTS[self.contract].tricks(self.result)}
        return said


class HonoursClaimed(At):
    """Honours held in one hand of the latest deal."""

    TYPE = "bridge.honours_claimed"
    seat: GivenUnit
    points: Annotated[int, BeforeValidator(_honours)] = Field(json_schema_extra={"enum": [100, 150]})


class BoardAdjusted(At):
    """A director's award for a table, over whatever was or will be reported; for one pair only, a sit-out's."""

    TYPE = "bridge.board_adjusted"
    DIRECTORS_ONLY = True
    award: Awards
    reason: Reason


class BoardNotPlayed(At):
    """A table has no result on a board."""

    TYPE = "bridge.board_not_played"
    reason: Reason | None = None


class Opponents(_Part):
    """Two pairs that met."""

    ns: PairNumber
    ew: PairNumber


class BoardFouled(Event):
    """A board was not the same at all tables: who played it in which form. Who is in no group played the rest."""

    TYPE = "bridge.board_fouled"
    DIRECTORS_ONLY = True
    board: BoardNumber
    groups: Annotated[list[Annotated[list[Opponents], Field(min_length=1)]], Field(min_length=1, max_length=100)]
    reason: Reason


class Seating(_Part):
    """A table in a round: who sits there, None for nobody, and the boards that they play."""

    table: Table
    ns: PairNumber | None = None
    ew: PairNumber | None = None
    boards: Annotated[list[BoardNumber], Field(max_length=200)]


class MovementSet(Event):
    """Who plays which boards where, round by round."""

    TYPE = "bridge.movement_set"
    DIRECTORS_ONLY = True
    rounds: Annotated[list[Annotated[list[Seating], Field(max_length=1000)]], Field(min_length=1, max_length=1000)]


DealEvent: TypeAlias = Dealt | CallMade | ContractReached | CardPlayed | TrickWon | DealPlayed
"""What happens in one deal, in every form of bridge."""
DEAL: Final[tuple[type[Event], ...]] = (Dealt, CallMade, ContractReached, CardPlayed, TrickWon, DealPlayed)

RubberEvent: TypeAlias = DealEvent | HonoursClaimed | Shared
"""What rubber bridge and Chicago are told."""
RUBBER: Final[frozenset[type[Event]]] = frozenset((*DEAL, HonoursClaimed, *SHARED))

TeamsEvent: TypeAlias = DealEvent | BoardAdjusted | BoardNotPlayed | MovementSet | Shared
"""What a team match is told."""
TEAMS: Final[frozenset[type[Event]]] = frozenset((*DEAL, BoardAdjusted, BoardNotPlayed, MovementSet, *SHARED))
PairsEvent: TypeAlias = TeamsEvent | BoardFouled
"""What a pairs session is told."""
PAIRS: Final[frozenset[type[Event]]] = TEAMS | {BoardFouled}

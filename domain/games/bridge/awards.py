"""
What a director may award on a board, as it stands in an event.

Source:
    docs/games/bridge.md, "Awards".
"""

from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    field_validator,
    model_serializer,
    model_validator,
)

from domain.errors import misfit
from domain.event import Points
from domain.games.bridge.terms import Side

Artificial = Literal["A+", "A=", "A-"]
"""Average plus, average, average minus."""
Team = Literal["home", "away"]

LARGEST: Final = 7600
"""No score of one deal is larger: a grand slam of seven notrump, redoubled and vulnerable, thirteen down."""
_ARTIFICIAL: Final = ("A+", "A=", "A-")
_SLACK: Final = Fraction(1, 1000)
"""How far from 1 rounded weights may add up: three times 0.333 will do."""
_SAID: Final = 'is "A+", "A=", "A-", a percentage such as "57.5%", {"imps": "2"} or {"score": 420}'


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Weighted(_Closed):
    """One of the scores of a weighted score, and its weight."""

    score: Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
    weight: Annotated[Points, Field(gt=0, le=1)]


def _alone(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return [{"score": value, "weight": 1}]
    return value


class Award(_Closed):
    """What one side gets: just one of an artificial score, a percentage, IMPs, and North–South's score."""

    artificial: Artificial | None = None
    percent: Annotated[Points, Field(ge=0, le=100)] | None = None
    imps: Points | None = None
    score: Annotated[list[Weighted], BeforeValidator(_alone), Field(min_length=1, max_length=10)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if isinstance(value, str) and value in _ARTIFICIAL:
            return {"artificial": value}
        if isinstance(value, str) and value.endswith("%"):
            return {"percent": value[:-1]}
        said = [name for name, what in value.items() if what is not None] if isinstance(value, dict) else []
        if said in (["imps"], ["score"]) and len(value) == 1:
            return value
        raise misfit("event_invalid", _SAID)

    @field_validator("score")
    @classmethod
    def _whole(cls, scores: list[Weighted] | None) -> list[Weighted] | None:
        if scores is not None and abs(sum((Fraction(each.weight) for each in scores), Fraction(-1))) > _SLACK:
            raise misfit("event_invalid", "has weights that do not add up to 1")
        return scores

    @model_serializer
    def _written(self) -> str | dict[str, Any]:
        if self.imps is not None:
            return {"imps": f"{self.imps.normalize():f}"}
        if self.score is None:
            return self.text
        several = [each.model_dump(mode="json") for each in self.score]
        return {"score": several if len(several) > 1 else self.score[0].score}

    @property
    def text(self) -> str:
        """The award as directors write it: `A+`, `57.5%`, `+2 IMPs`, `420`, `67% of 170, 33% of 140`."""
        if self.artificial is not None:
            return self.artificial
        if self.percent is not None:
            return f"{self.percent.normalize():f}%"
        if self.imps is not None:
            return f"{self.imps.normalize():+f} IMPs"
        assert self.score is not None, "an award says something"
        if len(self.score) == 1:
            return str(self.score[0].score)
        return ", ".join(f"{(100 * each.weight).normalize():f}% of {each.score}" for each in self.score)


_SCORE: Final[dict[str, Any]] = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_WEIGHTED: Final = _object(score=_SCORE, weight={"type": ["number", "string"]})
_SCHEMA: Final[dict[str, Any]] = {
    "anyOf": [
        {"enum": list(_ARTIFICIAL)},
        {"type": "string", "pattern": r"^[0-9]{1,3}(\.[0-9]{1,6})?%$", "examples": ["57.5%"]},
        _object(imps={"type": ["number", "string"]}),
        _object(score={"anyOf": [_SCORE, {"type": "array", "items": _WEIGHTED, "minItems": 1, "maxItems": 10}]}),
    ]
}
GivenAward = Annotated[Award, WithJsonSchema(_SCHEMA)]
"""An award in an event."""


class Awards(_Closed):
    """Who gets what: North–South and East–West at pairs, home and away at teams."""

    NS: GivenAward | None = None
    EW: GivenAward | None = None
    home: GivenAward | None = None
    away: GivenAward | None = None

    @model_validator(mode="after")
    def _of_one_kind(self) -> "Awards":
        said = {name for name in ("NS", "EW", "home", "away") if getattr(self, name) is not None}
        if not said or not (said <= {"NS", "EW"} or said == {"home", "away"}):
            raise misfit("event_invalid", "says what NS and EW get, or what home and away get")
        return self

    def of(self, unit: Side | Team) -> Award | None:
        """What a side or a team gets."""
        award: Award | None = getattr(self, unit)
        return award

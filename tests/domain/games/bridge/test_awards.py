"""What a director's award may say: docs/games/bridge.md, "Awards"."""

from typing import Any

import pytest

from domain import wire
from domain.errors import RuleViolation
from domain.games.bridge.events import BoardAdjusted


def read(award: Any) -> BoardAdjusted:
    return wire.read(BoardAdjusted, {"board": 1, "award": {"NS": award, "EW": award}, "reason": "ruling"})


@pytest.mark.parametrize(
    ("given", "stored", "text"),
    [
        ("A+", "A+", "A+"),
        ("A=", "A=", "A="),
        ("A-", "A-", "A-"),
        ("57.50%", "57.5%", "57.5%"),
        ("60%", "60%", "60%"),
        ({"imps": 2}, {"imps": "2"}, "+2 IMPs"),
        ({"imps": "-1.50"}, {"imps": "-1.5"}, "-1.5 IMPs"),
        ({"score": -420}, {"score": -420}, "-420"),
        (
            {"score": [{"score": 170, "weight": "0.67"}, {"score": 140, "weight": 0.33}]},
            {"score": [{"score": 170, "weight": "0.67"}, {"score": 140, "weight": "0.33"}]},
            "67% of 170, 33% of 140",
        ),
    ],
)
def test_every_kind_of_award_is_read_and_stored_in_one_form(given: Any, stored: Any, text: str) -> None:
    event = read(given)
    award = event.award.of("NS")

    assert award is not None
    assert award.text == text
    assert event.model_dump(mode="json", exclude_unset=True)["award"] == {"NS": stored, "EW": stored}
    assert wire.read_stored(BoardAdjusted, wire.body(event)) == event


@pytest.mark.parametrize(
    "given",
    [
        *("A", "a+", "60", "60 %", "101%", "-1%", "NaN%", "", "%"),
        *(5, True, None, [], {}, {"artificial": "A+"}, {"percent": "60"}),
        *({"imps": True}, {"imps": "many"}, {"imps": 1, "score": 2}, {"imps": None}, {"score": None}),
        *({"score": True}, {"score": 4.0}, {"score": 9000}, {"score": []}, {"score": "420"}),
        {"score": [{"score": 170, "weight": "0.67"}, {"score": 140, "weight": "0.3"}]},
        {"score": [{"score": 170, "weight": 0}, {"score": 140, "weight": 1}]},
        {"score": [{"score": 170, "weight": 1, "why": "x"}]},
    ],
)
def test_what_is_no_award_is_refused_with_its_place(given: Any) -> None:
    with pytest.raises(RuleViolation) as refused:
        read(given)

    assert refused.value.code == "event_invalid"
    assert "/data/award" in refused.value.detail


def test_an_award_is_for_the_sides_or_for_the_teams() -> None:
    wrong: list[dict[str, Any]] = [{}, {"NS": "A+", "home": "A+"}, {"home": "A+"}, {"north": "A+"}]
    for award in wrong:
        with pytest.raises(RuleViolation):
            wire.read(BoardAdjusted, {"board": 1, "award": award, "reason": "ruling"})
    assert wire.read(BoardAdjusted, {"board": 1, "ns": "1", "award": {"NS": "A+"}, "reason": "r"}).award.EW is None


def test_the_schema_of_an_award_shows_what_may_be_written() -> None:
    schema = BoardAdjusted.model_json_schema()["$defs"]["Awards"]["properties"]["NS"]

    assert '"A+"' in str(schema).replace("'", '"')
    assert "imps" in str(schema)

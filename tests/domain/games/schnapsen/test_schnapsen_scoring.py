import csv
from pathlib import Path
from typing import Any

import pytest

from domain import wire
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.ruleset import SCHNAPSEN, SIXTYSIX, Rules
from domain.games.schnapsen.scoring import Closing, Reading, Result, Tally, bummerl_value, game_points, payable, settle
from domain.games.schnapsen.terms import Both, CardPoints, Seat
from tests.cases import cases

TABLE = Path(__file__).parents[3] / "tables" / "schnapsen_results.csv"
RULESETS = {"schnapsen": SCHNAPSEN, "sixtysix": SIXTYSIX}
SWAPPED: dict[str, Seat] = {"A": "B", "B": "A"}


def rules(game: str = "schnapsen", **options: Any) -> Rules:
    return Rules(RULESETS[game], SchnapsenOptions.model_validate(options))


def tally(points: str, tricks: str) -> Tally:
    return Tally(CardPoints(int(points)), int(tricks))


def seat(text: str) -> Seat | None:
    return None if not text else "A" if text == "A" else "B"


def rows() -> list[Any]:
    with TABLE.open(newline="") as file:
        table = list(csv.DictReader(file))
    return [
        pytest.param(game, row, id=f"{game}: {row['about']}")
        for row in table
        for game in (RULESETS if row["games"] == "both" else [row["games"]])
    ]


def told(game: str, row: dict[str, str]) -> Result:
    options = dict([row["options"].split("=")]) if row["options"] else {}
    closing = None
    if by := seat(row["closed_by"]):
        had = Both(tally(row["had_a_points"], row["had_a_tricks"]), tally(row["had_b_points"], row["had_b_tricks"]))
        closing = Closing(by, had)
    return settle(
        rules(game, **options),
        Both(tally(row["a_points"], row["a_tricks"]), tally(row["b_points"], row["b_tricks"])),
        claimed_by=seat(row["claimed_by"]),
        last_trick=seat(row["last_trick"]),
        closing=closing,
    )


def mirrored(row: dict[str, str]) -> dict[str, str]:
    swapped = dict(row)
    for name in ("claimed_by", "last_trick", "closed_by", "winner"):
        swapped[name] = SWAPPED.get(row[name], row[name])
    for name in ("points", "tricks"):
        for what in ("", "had_"):
            swapped[f"{what}a_{name}"], swapped[f"{what}b_{name}"] = row[f"{what}b_{name}"], row[f"{what}a_{name}"]
    return swapped


@pytest.mark.parametrize(("game", "row"), rows())
@pytest.mark.parametrize("swapped", [False, True])
def test_result_is_what_the_rules_say(game: str, row: dict[str, str], swapped: bool) -> None:
    row = mirrored(row) if swapped else row

    result = told(game, row)

    assert (result.how, result.winner, result.game_points) == (row["how"], seat(row["winner"]), int(row["game_points"]))
    otherwise = result.reading.otherwise if result.reading else None
    assert otherwise == (int(row["otherwise"]) if row["otherwise"] else None)


@pytest.mark.parametrize("case", cases("schnapsen/results.jsonl"))
def test_result_case_holds(case: dict[str, Any]) -> None:
    told, options = case["input"], case.get("options", {})
    tallies = Both(*(Tally(CardPoints(told["points"][s]), told["tricks"][s]) for s in "AB"))
    closing = None
    if "closed_by" in told:
        had = Both(
            *(Tally(CardPoints(told["close_state"][s]["points"]), told["close_state"][s]["tricks"]) for s in "AB")
        )
        closing = Closing(told["closed_by"], had)
    ruleset = RULESETS[case["game"]]
    out = 2 * sum(told["tricks"].values()) == len(ruleset.pack)

    result = settle(
        rules(case["game"], **options),
        tallies,
        claimed_by=told.get("by"),
        last_trick=told.get("last_trick") or (told["by"] if out else None),
        closing=closing,
    )

    wanted = case["expect"]
    assert (result.how, result.winner, result.game_points) == (wanted["how"], wanted["winner"], wanted["game_points"])
    assert result.points is not None
    assert {"A": result.points.a, "B": result.points.b} == wanted["points"]
    if "other_reading" in case:
        assert result.reading is not None
        assert result.reading.otherwise == case["other_reading"]


def test_scale_is_read_off_the_loser() -> None:
    scale = {(points, tricks): game_points(CardPoints(points), tricks) for points in range(66) for tricks in range(10)}

    assert {p for (p, t), worth in scale.items() if t and worth == 1} == set(range(33, 66))
    assert {p for (p, t), worth in scale.items() if t and worth == 2} == set(range(33))
    assert {worth for (_, t), worth in scale.items() if not t} == {3}


def had(points: int = 20, tricks: int = 2) -> Tally:
    return Tally(CardPoints(points), tricks)


def because(game: str, tallies: Both[Tally], **ended: Any) -> str:
    return settle(rules(game), tallies, **ended).because


def test_result_says_why_it_is_worth_so_much() -> None:
    out, trickless = had(66, 5), had(0, 0)

    assert because("schnapsen", Both(out, trickless), claimed_by="A") == "no trick taken"
    assert because("schnapsen", Both(out, had(32, 2)), claimed_by="A") == "under 33 card points"
    assert because("schnapsen", Both(out, had(33, 2)), claimed_by="A") == "33 card points or more"
    assert because("schnapsen", Both(had(), had()), claimed_by="A") == "a false claim"
    assert (
        because("schnapsen", Both(had(), trickless), claimed_by="A") == "a false claim against a seat without a trick"
    )
    assert because("sixtysix", Both(had(), trickless), claimed_by="A") == "a false claim"
    assert because("schnapsen", Both(had(), had()), claimed_by=None, last_trick="A") == "the last trick"
    assert because("sixtysix", Both(had(10), had()), claimed_by=None, last_trick="A") == "equal totals"
    assert because("sixtysix", Both(had(23), had(97)), claimed_by=None, last_trick="A") == "33 card points or more"


def test_result_of_a_closed_deal_says_why_it_is_worth_so_much() -> None:
    early, late = Closing("A", Both(had(), had(0, 0))), Closing("A", Both(had(), had(10, 1)))
    out = Both(had(66, 5), had(40, 4))
    beaten = Both(had(40, 4), had(66, 5))
    when = "when the talon was closed"

    assert because("schnapsen", out, claimed_by="A", closing=early) == f"no trick taken {when}"
    assert because("schnapsen", out, claimed_by="A", closing=late) == f"under 33 card points {when}"
    assert because("sixtysix", out, claimed_by="A", closing=early) == "33 card points or more"
    assert because("schnapsen", beaten, claimed_by="B", closing=late) == "the closer was beaten"
    assert because("sixtysix", beaten, claimed_by="B", closing=early) == "the closer was beaten"
    assert (
        because("schnapsen", beaten, claimed_by="B", closing=early)
        == f"the closer was beaten by a seat without a trick {when}"
    )
    assert because("schnapsen", beaten, claimed_by=None, last_trick="A", closing=late) == "a failed close"
    assert because("schnapsen", beaten, claimed_by="A", closing=late) == "a failed close"
    assert (
        because("sixtysix", beaten, claimed_by=None, last_trick="A", closing=early)
        == f"a failed close against a seat without a trick {when}"
    )
    assert because("schnapsen", Both(had(10, 1), had(20, 2)), claimed_by="B", closing=late) == "a false claim"


def test_claim_as_if_won_names_the_winner_s_cards() -> None:
    result = settle(rules(false_claim="as_if_won"), Both(had(65, 5), had(32, 2)), claimed_by="A")

    assert result.because == "under 33 card points by the winner"


def test_disputed_result_names_the_reading_used() -> None:
    closing = Closing("A", Both(had(), had(0, 0)))
    final = Both(had(60, 5), had(14, 1))
    wide = Both(had(65, 5), had(33, 2))

    readings = [
        settle(rules(), final, claimed_by="A", closing=closing).reading,
        settle(rules(closer_false_claim="false_claim"), final, claimed_by="A", closing=closing).reading,
        settle(rules(), wide, claimed_by="A").reading,
        settle(rules(false_claim="as_if_won"), wide, claimed_by="A").reading,
    ]

    assert [(r.option, r.used, r.otherwise) for r in readings if isinstance(r, Reading)] == [
        ("closer_false_claim", "failed_close", 2),
        ("closer_false_claim", "false_claim", 3),
        ("false_claim", "pagat", 1),
        ("false_claim", "as_if_won", 2),
    ]


def test_final_points_hold_the_ten_for_the_last_trick() -> None:
    tallies = Both(had(50, 6), had(60, 6))

    open_deal = settle(rules("sixtysix"), tallies, claimed_by=None, last_trick="B")
    schnapsen = settle(rules("schnapsen"), tallies, claimed_by=None, last_trick="B")

    assert open_deal.points == Both(50, 70)
    assert schnapsen.points == Both(50, 60)


def test_seven_to_nothing_counts_double_only_where_agreed() -> None:
    assert [bummerl_value(won, schneider_double=True) for won in (-1, 0, 1, 6)] == [2, 2, 1, 1]
    assert [bummerl_value(won, schneider_double=False) for won in (-1, 0, 1, 6)] == [1, 1, 1, 1]


PAYABLE = {
    "claim": ({1, 2, 3}, {1, 2, 3}),
    "closed_out": ({1, 2, 3}, {1, 2, 3}),
    "beat_closer": ({2, 3}, {2}),
    "false_claim": ({2, 3}, {2, 3}),
    "failed_close": ({2, 3}, {2, 3}),
    "last_trick": ({1}, set()),
    "higher_total": (set(), {1, 2, 3}),
    "drawn": (set(), {0}),
    "conceded": ({1, 2, 3}, {1, 2, 3}),
    "foul": ({1, 2, 3}, {1, 2, 3}),
    "misdeal": ({0}, {0}),
}


@pytest.mark.parametrize("how", PAYABLE)
def test_each_ending_pays_only_what_the_rules_allow(how: Any) -> None:
    schnapsen, sixtysix = PAYABLE[how]

    assert payable(rules("schnapsen"), how) == schnapsen
    assert payable(rules("sixtysix"), how) == sixtysix


@pytest.mark.parametrize("game", RULESETS)
def test_false_claim_as_if_won_can_pay_one(game: str) -> None:
    assert payable(rules(game, false_claim="as_if_won"), "false_claim") == {1, 2, 3}


def test_options_are_read_from_the_wire() -> None:
    text = wire.canonical({"min_talon_to_close": 3, "false_claim": "as_if_won"})

    assert SchnapsenOptions.model_validate_json(text).min_talon_to_close == 3

"""What docs/games/schnapsen.md names is there, and what is there it names."""

import re
from pathlib import Path

import pytest

from domain.games import event_types
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.ruleset import SCHNAPSEN, SIXTYSIX, Ruleset
from domain.games.schnapsen.trick import follow_band, judge, legal_follows, value_of, winner_of

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "games" / "schnapsen.md").read_text()
COMING_FROM = (ROOT / "docs" / "coming-from.md").read_text()
FOLDER = ROOT / "domain" / "games" / "schnapsen"
SOURCES = "\n".join(path.read_text() for path in FOLDER.glob("*.py"))


def section(heading: str) -> str:
    return PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def divergences(ruleset: Ruleset) -> list[str]:
    def said(yes: bool) -> str:
        return "yes" if yes else "no"

    return [
        str(len(ruleset.pack)),
        str(ruleset.hand),
        f"trump {ruleset.exchange_rank}",
        said(ruleset.exchange_needs_trick),
        said(ruleset.exchange_on_close),
        said(ruleset.marriage_in_phase_2),
        said(ruleset.close_before_draw),
        f"the {ruleset.closed_out_on}",
        str(ruleset.false_claim_trickless),
        str(ruleset.beat_closer_trickless),
        ruleset.cards_out.replace("_", " "),
        ruleset.next_dealer,
        str(ruleset.start),
        str(ruleset.target),
    ]


def test_table_of_divergences_is_the_one_that_is_played() -> None:
    table = rows("Where the two rulesets part")

    assert [row[0] for row in table] == [str(number) for number in range(1, 15)]
    assert [row[2] for row in table] == divergences(SCHNAPSEN)
    assert [row[3] for row in table] == divergences(SIXTYSIX)


def test_two_rulesets_differ_in_every_row() -> None:
    assert all(one != two for one, two in zip(divergences(SCHNAPSEN), divergences(SIXTYSIX), strict=True))


def test_every_option_is_explained() -> None:
    explained = {row[0].strip("`") for row in rows("Disputed readings and house options")}

    assert explained == set(SchnapsenOptions.model_fields)


def test_every_refusal_code_is_explained() -> None:
    raised = set(re.findall(r'(?:RuleViolation|misfit)\(\s*"(\w+)"', SOURCES))
    explained = {row[0].strip("`") for row in rows("Refusals")}

    assert explained == raised | {"event_invalid"}


def test_every_source_named_is_a_section() -> None:
    for named in re.findall(r'docs/games/schnapsen\.md, ((?:"[^"]+"(?: and )?)+)', SOURCES):
        for heading in re.findall(r'"([^"]+)"', named):
            assert f"\n## {heading}\n" in PAGE


@pytest.mark.parametrize("how", ["claim", "closed_out", "beat_closer", "false_claim", "failed_close", "last_trick"])
def test_every_ending_is_explained(how: str) -> None:
    assert f"| `{how}` |" in section("Winning a deal")


def test_every_event_named_exists() -> None:
    types = event_types()

    for name in re.findall(r"`((?:schnapsen|match)\.\w+)`", PAGE + COMING_FROM):
        assert name in types


def test_trick_module_of_the_perl_distribution_has_its_place() -> None:
    for function in (winner_of, value_of, follow_band, legal_follows):
        assert f"`{function.__name__}(" in COMING_FROM
    assert judge.__doc__

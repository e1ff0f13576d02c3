"""The words and forms of the director's page: every event of every game has them, in both languages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from domain.errors import EventInvalid, Flaw, Refused, RuleViolation
from domain.games import all_games, event_types
from services.web import desk, directing, fields, figures
from services.web.called import LABELS, OPTIONS, TITLES
from services.web.language import known, say
from services.web.previewing import in_words


def test_every_field_of_every_event_has_a_label() -> None:
    named = {name for model in event_types().values() for name in model.model_fields}

    assert named - set(LABELS) <= {"name", "detail"}, "of what cannot be read"


def test_every_option_of_every_game_has_a_name() -> None:
    assert {name for game in all_games().values() for name in game.options.model_fields} == set(OPTIONS)


def test_what_the_page_writes_itself_is_said_in_german_too() -> None:
    spoken = [
        *(*TITLES.values(), *LABELS.values(), *OPTIONS.values(), *directing._ACTS.values()),
        *(text for module in (desk, figures) for text in _texts(module)),
    ]

    assert [text for text in spoken if not known(text) and say("de", text, **_given(text)) == text] == []


def _texts(module: ModuleType) -> Iterator[str]:
    """What a module hands to pages: what it makes a `Place` or an `Audience` of."""
    for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"Place", "_place", "Audience"}:
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def _given(text: str) -> dict[str, str]:
    return dict.fromkeys(re.findall(r"\{(\w+)\}", text), "7")


def test_an_award_is_read_back_into_its_parts() -> None:
    award = {"NS": {"score": [{"score": 420, "weight": "0.6"}, {"score": -50, "weight": 0.4}]}, "EW": "57.5%"}
    model = event_types()["bridge.board_adjusted"]

    found = {each.name: each for each in fields.fields(model, "bridge.pairs", {"award": award}, [])}

    assert found["award"].parts[0].scores == (("420", "60"), ("-50", "40"), ("", ""))
    assert (found["award"].parts[1].kind, found["award"].parts[1].figure) == ("percent", "57.5")


def test_what_has_decimals_or_a_sign_is_read_as_people_type_it() -> None:
    kinds = {
        (name, field.name): field.kind
        for name, model in event_types().items()
        for field in fields.fields(model, "bridge.pairs", {}, [])
    }

    assert {at for at, kind in kinds.items() if kind == "figure"} == {
        ("match.adjusted", "points"),
        ("bridge.deal_played", "result"),
    }


def test_a_refusal_calls_places_as_the_form_does_and_keeps_their_pointers() -> None:
    flaws = [
        Flaw("/data/data/tricks", "Input should be less than or equal to 13"),
        Flaw("/data/award/EW", "is missing"),
        Flaw("/data", "names exactly one of side, seat and pair"),
    ]

    said = in_words(Refused(0, 7, EventInvalid(flaws)), "de")

    assert isinstance(said.violation, EventInvalid)
    assert said.violation.detail == (
        "Stiche: sollte höchstens 13 sein; Zuweisung OW: fehlt; nennt genau eines von side, seat und pair"
    )
    assert [flaw.pointer for flaw in said.violation.flaws] == ["/data/data/tricks", "/data/award/EW", "/data"]
    assert (said.index, said.version, said.violation.code) == (0, 7, "event_invalid")


def test_a_rule_that_refuses_is_said_in_the_language_of_the_page() -> None:
    refused = Refused(0, 3, RuleViolation("nothing_to_correct", "Version 2 is withdrawn."))

    assert in_words(refused, "de").violation.detail == "Version 2 ist zurückgezogen."
    assert in_words(refused, "en").violation.detail == "Version 2 is withdrawn."

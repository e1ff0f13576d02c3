"""Facts in words: every type of event, what people say of it, and all of that in German too."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from domain import games
from services.demo import evening
from services.web import drawing
from services.web.called import TITLES
from services.web.facts import Part, told
from services.web.language import known, say


def said(data: dict[str, Any], **names: str) -> list[tuple[str, str]]:
    """A fact's parts with their labels, in English, as a page has them but for the signs of suits."""
    return [(part.label, say("en", part.text, **part.values)) for part in told("", data, names).parts]


def unsaid(parts: tuple[Part, ...]) -> set[str]:
    """What German does not have of some parts."""
    texts = {part.text for part in parts if part.kind in {"text", "version"}}
    return {
        text
        for text in texts | {part.label for part in parts if part.label}
        if not known(text) and say("de", text, **dict.fromkeys(("board", "tricks"), 7)) == text
    }


@pytest.mark.parametrize("number", range(5))
def test_the_log_of_an_evening_is_said_whole_in_german(number: int) -> None:
    reported = [*evening()][number]
    facts = [told(event["type"], event["data"]) for batch in reported.batches for event in batch]

    assert {text for fact in facts for text in unsaid(fact.parts)} == set()


def test_every_type_has_its_name() -> None:
    assert set(TITLES) == set(games.event_types())


def test_every_word_that_an_event_may_hold_is_said_in_german() -> None:
    cases = [(name, word) for model in games.event_types().values() for name, word in _words(model)]

    assert len(cases) > 50
    assert {(name, word) for name, word in cases if unsaid(told("", {name: word}).parts)} == set()


def _words(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    """Fields of an event with each word that may stand in them; `true` too."""
    for name, schema in model.model_json_schema()["properties"].items():
        for kind in schema.get("anyOf", [schema]):
            yield from ((name, word) for word in kind.get("enum", ()) if word not in {"we", "they"})
            if kind.get("type") == "boolean":
                yield name, True


def test_a_fact_is_said_in_the_words_and_the_order_of_the_table() -> None:
    data = {"contract": "4SX", "declarer": "W", "result": "-1", "lead": "TH", "board": 5, "ns": "1", "ew": "2"}

    assert said(data) == [
        ("", "Board 5"),
        ("", "1 against 2"),
        ("", "4SX"),
        ("", "by West"),
        ("", "down 1"),
        ("Lead", "TH"),
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"contract": "3N", "declarer": "EW", "result": "+1"}, ["3N", "by East–West", "made 4"]),
        ({"contract": "3N", "declarer": "EW", "tricks": 9}, ["3N", "by East–West", "made 3"]),
        ({"contract": "3N", "declarer": "E", "tricks": 7}, ["3N", "by East", "down 2"]),
        ({"contract": "Pass"}, ["Pass"]),
        ({"tricks": 9}, ["9 tricks"]),
        ({"tricks": 1}, ["1 trick"]),
        ({"result": "-3"}, ["−3"]),
        ({"board": 4, "room": "closed"}, ["Board 4", "closed room"]),
        ({"pair": "7", "points": "-2.5", "reason": "late"}, ["7", "−2.5 points", "late"]),
        ({"seat": "A", "points": 1, "for": "heels"}, ["A", "1 point", "his heels"]),
        ({"winner": "B", "game_points": 0}, ["B", "0"]),
        ({"turn_up": "QS", "trump": "S"}, ["S", "QS"]),
        ({"title": "S", "players": {"N": "p-1", "7": ["p-2", "p-3"]}}, ["“S”", "N Anna, 7 p-2 – p-3"]),
        ({"visibility": {"delayed": 900}}, ["900 s late"]),
        ({"of": 3, "data": {"contract": "1C"}, "reason": "misheard"}, ["Version 3", "1C", "misheard"]),
        ({"award": {"NS": "A+", "EW": "A-"}}, ["A+ / A−"]),
        ({"hands": {"N": [], "E": []}, "sealed": True}, ["North, East", "cards sealed until they are shown"]),
    ],
    ids=str,
)
def test_each_field_is_said_as_people_say_it(data: dict[str, Any], expected: list[str]) -> None:
    assert [text for _, text in said(data, **{"p-1": "Anna"})] == expected


def test_each_option_is_said_by_its_name() -> None:
    options = {"honours": False, "settle_half": "down", "exchange_needs_trick": None, "run_values": {"4": 6}, "new": 1}

    assert said({"options": options}) == [
        ("Honours", "no"),
        ("Half is settled", "down"),
        ("Exchanging takes a trick", "by the rules"),
        ("Points for runs", "6 for a run of 4"),
        ("new", "1"),
    ]


def test_every_word_of_an_option_is_said_in_peoples_words_in_both_languages() -> None:
    cases = [(name, word) for game in games.all_games().values() for name, word in _words(game.options)]
    machine = {"_", "{", "-imps", "bam"}

    assert len(cases) > 30
    for name, word in cases:
        parts = told("", {"options": {name: word}}).parts
        assert unsaid(parts) == set(), name
        assert not [part for part in parts for sign in machine if sign in part.text.format(**part.values)]


@pytest.mark.parametrize(
    ("options", "english", "german"),
    [
        (
            {"datum": {"kind": "trimmed-mean", "trim": 1, "round": 10}},
            ["Datum mean without the extremes", "Left out at each end 1", "Rounded to 10"],
            ["Vergleichswert Mittel ohne die äußersten", "An jedem Ende weggelassen 1", "Gerundet auf 10"],
        ),
        (
            {"carry_over": {"home": 0, "away": "-1.5"}},
            ["Carry-over home 0, away −1.5"],
            ["Übertrag Heim 0, Gast −1,50"],
        ),
        ({"scoring": "matchpoints"}, ["Scoring matchpoints"], ["Wertung Matchpunkte"]),
        ({"first_dealer": "E"}, ["First dealer East"], ["Erster Teiler Ost"]),
        ({"match_points": "long"}, ["Match points 3–4–4"], ["Matchpunkte 3–4–4"]),
        ({"victory_points": None}, ["Victory points none: IMPs alone"], ["Siegpunkte keine: nur IMPs"]),
    ],
    ids=str,
)
def test_an_option_of_several_parts_is_said_part_by_part(
    options: dict[str, Any], english: list[str], german: list[str]
) -> None:
    for language, expected in (("en", english), ("de", german)):
        parts = told("", {"options": options}).parts
        assert [f"{say(language, part.label)} {say(language, part.text, **part.values)}" for part in parts] == expected


def test_players_stand_at_their_seats_and_titles_in_the_quotes_of_the_language() -> None:
    opened = told("match.opened", {"title": "Finale", "players": {"E": "p-1", "open.W": "p-2"}}, {"p-1": "Ito"})
    page = re.sub("<.*?>", "", str(vars(drawing.filled("de", "facts.html", {}))["told"](opened)))

    assert "Spieler O Ito, offener Raum W p-2" in page
    assert "„Finale“" in page


@pytest.mark.parametrize("value", [{"NS": "A+"}, {"NS": {"score": [1]}}, {"NS": None}, "A+", 3, [1], True], ids=str)
def test_whatever_is_said_there_are_words_for_it(value: Any) -> None:
    names = [name for model in games.event_types().values() for name in model.model_fields]

    for name in names:
        assert told("", {name: value}).parts or (name, value) == ("data", {"NS": None}), "which says nothing"
    assert told("new.type", {}).title == "new.type"

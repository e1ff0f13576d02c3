"""Which language a reader gets, the catalogue, and some sentences of every game checked by hand."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain import games
from services.web import language
from services.web.language import LANGUAGES, chosen, known, say

ROOT = Path(__file__).parents[2]
CATALOGUE: dict[str, dict[str, str]] = tomllib.loads((ROOT / "services/web/catalogue.toml").read_text())
ENTRIES = [entry for table in CATALOGUE.values() for entry in table.items()]
SAME = {
    *(
        "Bd",
        "Matches",
        "Board",
        "Board {board}: {said}",
        "Boards",
        "Bummerl",
        "Chicago",
        "Crib",
        "Cribbage",
        "Go",
        "Hand",
        "IMPs",
        "Match",
        "NS",
        "NS %",
    ),
    *("NS {unit}", "Pass", "Schnapsen", "Starter", "Version", "Version {version}", "West", "{deal}: {figures}."),
    *("{deal}: {score}.", "{field} {before} → {after}", "{pointer}: {flaw}", "{points} IMP", "{points} IMPs"),
    *(
        "{seat} +{points}",
        "Bds",
        "Board {board}",
        "Crib",
        "Go",
        "Hand",
        "Muggins",
        "Muggins!",
        "Talon",
    ),
    "Muggins",
}
"""What German says as English does."""
NO_SENTENCES = {"domain/wire.py", "domain/games/schnapsen/question.py", "domain/games/cribbage/judging.py"}
"""Where refusals are written that no page shows: of what was sent, and of questions of the command line."""
COMPOSED = {"% of", ": the director awards", ": not played"}
"""Pieces of sentences that the catalogue has in other pieces."""


@pytest.mark.parametrize(
    ("asked", "accept", "found"),
    [
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "en-GB, de;q=0.9", "en"),
        (None, "fr, it;q=0.9, de;q=0.1", "de"),
        (None, "fr", "en"),
        (None, "*", "en"),
        (None, "de;q=0", "en"),
        (None, "en;q=0.2, DE ; q=0.3", "de"),
        ("de", "en", "de"),
        ("en", "de", "en"),
        ("xx", "de", "de"),
        ("", "de", "de"),
    ],
)
def test_the_address_counts_before_the_browser(asked: str | None, accept: str, found: str) -> None:
    assert chosen(asked, accept) == found


@pytest.mark.parametrize(
    "accept", [";;;", "de;q=", "de;q=nan", "q=1", ",,,", "de;q=9", "\0", "ä", "de" * 5000, "-" * 9]
)
def test_a_header_that_is_none_gives_english(accept: str) -> None:
    assert chosen(None, accept) == "en"


def test_no_key_is_there_twice() -> None:
    keys = [key for key, _ in ENTRIES]

    assert len(set(keys)) == len(keys)
    with pytest.raises(ValueError, match="'Rubber' twice"):
        language._read({"one": {"Rubber": "Rubber"}, "other": {"Rubber": "Robber"}})


def test_an_entry_has_the_same_places_on_both_sides_and_ends_alike() -> None:
    places = re.compile(r"\{[a-z_]+\}")

    for english, german in ENTRIES:
        assert sorted({*places.findall(english)}) == sorted({*places.findall(german)}), english
        assert (english[0] == " ", english[-1] in ".?") == (german[0] == " ", german[-1] in ".?"), english


def test_what_is_the_same_in_both_languages_is_listed() -> None:
    assert {english for english, german in ENTRIES if english == german} == SAME


@pytest.mark.parametrize("table", [table for table in CATALOGUE if table != "page"])
def test_a_sentence_is_said_as_its_own_key_says_it(table: str) -> None:
    for key, german in CATALOGUE[table].items():
        if places := {name: _given(name) for name in re.findall(r"\{([a-z_]+)\}", key)}:
            english = key.format_map(places)
            expected = german.format_map({name: language._part(name, value)[0] for name, value in places.items()})
            assert (say("de", english), known(english)) == (expected, True), key


def _given(name: str) -> str:
    """Something that may stand in a place."""
    some = {
        "amount": "2 points",
        "bid": "3NT",
        "call": "1N",
        "card": "A♠",
        "cards": "A♠ or 10♥",
        "code": "4SX",
        "field": "tricks",
        "figure": "4.50",
        "pointer": "/data/tricks",
        "seat": "North",
        "suit": "spades",
    }
    return some.get(language._kind(name), "his nobs")


def _pieces() -> Iterator[tuple[str, str]]:
    """Every piece of a sentence in the domain: strings of several words that are neither documentation nor asserts."""
    for path in sorted((ROOT / "domain").rglob("*.py")):
        tree = ast.parse(path.read_text())
        asserts = {id(node.msg) for node in ast.walk(tree) if isinstance(node, ast.Assert)}
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in asserts | docs:
                yield str(path.relative_to(ROOT)), node.value.strip()


def test_every_piece_of_a_sentence_in_the_domain_is_in_the_catalogue() -> None:
    keys = "\n".join(re.sub(r"\{[a-z_]+\}", "\0", key) for key, _ in ENTRIES)
    numbers = "nothing one two three"

    missing = {
        (path, piece)
        for path, piece in _pieces()
        if re.search("[a-z]", piece) and " " in piece and piece not in keys and not piece.startswith(numbers)
    }

    assert {(path, piece) for path, piece in missing if path not in NO_SENTENCES and piece not in COMPOSED} == set()


def test_every_field_of_an_event_has_its_word() -> None:
    fields = {
        field.alias or name for model in games.event_types().values() for name, field in model.model_fields.items()
    }

    assert {name for name in fields - {"name", "detail"} if not known(f"{name} differ")} == set()
    assert {name for name in fields if say("de", name) == name and name not in {"name", "detail"}} == set()


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("4♠ doubled by South, made 5", "4♠ im Kontra von Süd, 5 gemacht"),
        (
            "3NT by East–West, down 2: 100 above to the defenders.",
            "3SA von Ost–West, 2 Faller: 100 über dem Strich für die Gegenspieler.",
        ),
        ("North calls 1N. The contract is 1NT by North.", "Nord bietet 1SA. Der Kontrakt ist 1SA von Nord."),
        ("East calls P. The deal is passed out.", "Ost passt. Das Spiel ist durchgepasst."),
        (
            "North–South win game 1 and are vulnerable; part-scores are cut off.",
            "Nord–Süd gewinnt Manche 1 und ist in Gefahr; Teilkontrakte sind abgeschnitten.",
        ),
        (
            "Board 3, 1 against 2: 6♥ redoubled by West, made 6, -830 to North–South.",
            "Board 3, 1 gegen 2: 6♥ im Rekontra von West, 6 gemacht, -830 für Nord–Süd.",
        ),
        (
            "4♠ by North, made 4: 420. 0.50 of 4 against 2 others.",
            "4♠ von Nord, 4 gemacht: 420. 0,50 von 4 gegen 2 andere.",
        ),
        (
            "The director awards 57.5% to NS and 67% of 170, 33% of 140 to EW: a slow, and loud table",
            "Die Turnierleitung weist zu: 57,5 % für NS und 67 % von 170, 33 % von 140 für OW: a slow, and loud table",
        ),
        ("North deals, nobody vulnerable", "Nord gibt, niemand in Gefahr"),
        ("26 boards, 1 result, 12 to come", "26 Boards, 1 Ergebnis, 12 erwartet"),
        ("Home +2.50 after board 7", "Heim +2,50 nach Board 7"),
    ],
)
def test_bridge_in_german(english: str, german: str) -> None:
    assert (say("de", english), say("en", english)) == (german, english)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Deal 2: A deals, B leads; hearts are trumps.", "Spiel 2: A gibt, B spielt aus; Herz ist Trumpf."),
        (
            "B plays 10♥. B takes Q♥ and 10♥ for 13: A has 0 (and 20 pending), B 13.",
            "B spielt 10♥. B sticht Q♥ und 10♥ für 13: A hat 0 (und 20 wartend), B 13.",
        ),
        ("A declares 40 in spades and has 52.", "A sagt 40 in Pik an und hat 52."),
        ("A closes the talon: A has 40, B 0.", "A dreht zu: A hat 40, B 0."),
        (
            "A wins 3 game points (closed out): under 33 card points, and 1 for 1 drawn deal before.",
            "A gewinnt 3 Punkte (zugedreht): unter 33 Augen (Schneider), und 1 für 1 unentschiedenes Spiel davor.",
        ),
        (
            "A wins the Bummerl by 7 to 0, which counts double.",
            "A gewinnt das Bummerl mit 7 zu 0, das zählt doppelt (Schneider).",
        ),
    ],
)
def test_schnapsen_in_german(english: str, german: str) -> None:
    assert say("de", english) == german


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("A lays 5♦: 15.", "A legt 5♦: 15."),
        ("A pegs 1 of 3 for fifteen and the last card.", "A steckt 1 von 3 für Fünfzehn und die letzte Karte."),
        (
            "fifteen two, fifteen four, a double run of three is twelve, and his nobs is thirteen",
            "Fünfzehn zwei, Fünfzehn vier, eine doppelte Folge von drei macht zwölf und His Nobs (Bube) macht dreizehn",
        ),
        (
            "B's crib, 2♣, 3♣, 4♦ and K♥ with 9♠: a run of three is three. B claimed 2.",
            "Crib von B, 2♣, 3♣, 4♦ und K♥ mit 9♠: eine Folge von drei macht drei. B sagte 2.",
        ),
        (
            "A wins game 1, 121 to 87, a skunk: 3 match points.",
            "A gewinnt Partie 1, 121 zu 87, ein Skunk: 3 Matchpunkte.",
        ),
    ],
)
def test_cribbage_in_german(english: str, german: str) -> None:
    assert say("de", english) == german


def test_what_people_wrote_is_left_alone() -> None:
    reason = "South passed out, and so did {North}: no swing."

    assert say("de", f"Version 3 was withdrawn: {reason}") == f"Version 3 wurde zurückgezogen: {reason}"
    assert say("de", "by {who}", who="North") == "von North"
    assert say("en", reason) == reason
    assert (say("de", "Tuesday's rubber"), known("Tuesday's rubber")) == ("Tuesday's rubber", False)


def test_a_correction_names_its_fields_whatever_is_in_them() -> None:
    changed = "contract 4S → 3NX, tricks 10 → nothing, reason so, why → ah → oh, hands differ"

    said = say("de", f"Version 2 was corrected ({changed}): misheard")

    assert said.startswith("Version 2 wurde berichtigt (Kontrakt 4♠ → 3SA X, Stiche 10 → nichts, ")
    assert said.endswith("Grund so, why → ah → oh, Blätter anders): misheard")


def test_of_a_sentence_known_in_part_the_rest_stays_english() -> None:
    stuck = "The match is stuck at version 3: this was never written here"

    assert say("de", stuck) == "Das Match steht bei Version 3 still: this was never written here"
    assert not known(stuck)


def test_awards_to_two_sides_are_no_points_for_one() -> None:
    text = "The director awards A+ to home and +0 IMPs to away: late"

    assert say("de", text) == "Die Turnierleitung weist zu: A+ für Heim und +0 IMPs für Gast: late"


def test_places_are_filled_with_what_the_language_says() -> None:
    assert say("en", "{seat} wins game {number}.", seat="A", number=2) == "A wins game 2."
    assert (
        say("de", "{seat} holds {suit}, and must follow.", seat="A", suit="hearts") == "A hat Herz und muss bedienen."
    )
    assert say("de", "Open room, board {board}", board=7) == "Offener Raum, Board 7"


@pytest.mark.parametrize(
    "text",
    ["and " * 450, "Board 1: " * 200, "/x: " * 480, " → a, b" * 280, "1 against 2: " * 150, "a" * 1_000_000, "", " "],
)
def test_a_text_made_to_be_hard_is_left_as_it_is(text: str) -> None:
    assert isinstance(say("de", text), str)


def test_every_language_has_its_own_name() -> None:
    assert LANGUAGES == {"en": "English", "de": "Deutsch"}

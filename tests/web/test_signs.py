"""Figures and signs on pages: one way to write each, in sentences as in tables, in lines as on boards."""

from typing import Any

import pytest

from services.web import drawing, rows
from services.web.drawing import Manner
from services.web.language import say
from services.web.signs import signed

THIN = "\u2009"


@pytest.mark.parametrize(
    ("sentence", "english", "german"),
    [
        (
            "North–South are ahead by 810: 1690 to 880.",
            f"North–South are ahead by 810: 1{THIN}690 to 880.",
            f"Nord–Süd führt mit 810: 1{THIN}690 zu 880.",
        ),
        (
            "The match is closed: home 27, away 14.5.",
            "The match is closed: home 27, away 14.50.",
            "Das Match ist abgeschlossen: Heim 27, Gast 14,50.",
        ),
        ("North calls P.", "North passes.", "Nord passt."),
        ("East calls XX.", "East redoubles.", "Ost sagt Rekontra."),
        ("West calls 1N.", "West bids 1NT.", "West bietet 1SA."),
        (
            "Board 1: the director awards A+ to home and A- to away: in 2026, 1690 by-side",
            "Board 1: the director awards A+ to home and A− to away: in 2026, 1690 by-side",
            "Board 1: die Turnierleitung weist zu: A+ für Heim und A− für Gast: in 2026, 1690 by-side",
        ),
        (
            "Board 2, open room: 3NT by East, down 13, -1300 to North–South.",
            f"Board 2, open room: 3NT by East, down 13, −1{THIN}300 to North–South.",
            f"Board 2, offener Raum: 3SA von Ost, 13 Faller, −1{THIN}300 für Nord–Süd.",
        ),
    ],
)
def test_a_sentence_has_the_figures_and_signs_of_the_tables(sentence: str, english: str, german: str) -> None:
    assert signed(say("en", sentence)) == english
    assert signed(say("de", sentence)) == german


def test_what_people_wrote_keeps_its_figures() -> None:
    assert say("en", "“{title}”", title="Cup 2026") == "“Cup 2026”"
    assert say("en", "Somebody wrote 2026 and 14.5.") == "Somebody wrote 2026 and 14.5."


def cribbage(seats: str) -> dict[str, Any]:
    scores = {"A": 36, "B": 15, "C": 36, "D": 15}
    game = {"number": 1, "target": 121, "seats": {seat: {"score": scores[seat]} for seat in seats}}
    shared = {
        "match": "m",
        "game": "cribbage",
        "version": 2,
        "status": "live",
        "title": "",
        "recorded_at": "",
        "why": [],
    }
    return {"game": game | shared | {"players": {seat: f"p-{seat}" for seat in seats}}}


def test_a_partnership_is_one_side_of_a_line() -> None:
    row = rows.row("cribbage", cribbage("ABCD"))

    assert [(side.unit, side.score, side.part) for side in row.sides] == [("A+C", "36", 29), ("B+D", "15", 12)]
    assert [side.unit for side in rows.row("cribbage", cribbage("ABC")).sides] == ["A", "B", "C"]


@pytest.mark.parametrize("kind", ["row", "strip"])
def test_a_partnership_is_called_by_both_names(kind: Any) -> None:
    boards = cribbage("ABCD")
    boards["game"]["game"] = "cribbage"
    html = drawing.draw(
        boards,
        {f"p-{seat}": name for seat, name in zip("ABCD", ("Ada", "Max", "Ito", "Kaur"), strict=True)},
        Manner(kind, "de"),
    ).html

    assert "Ada – Ito" in str(html)
    assert "Max – Kaur" in str(html)


@pytest.mark.parametrize(("language", "shown"), [("en", "55.56%"), ("de", "55,56 %")])
def test_a_leader_has_the_figure_of_the_leaderboard(language: str, shown: str) -> None:
    pair = {"pair": "4", "rank": 1, "boards": 2, "shown": {"percentage": "55.56", "points": "10.00"}}
    ranking = {"scoring": "matchpoints", "pairs": [pair], "to_come": None}
    (side,) = rows.row("bridge.pairs", {"ranking": ranking}).sides

    assert say(language, side.score) == shown

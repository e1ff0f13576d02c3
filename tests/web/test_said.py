"""Events of the log in words: every type, and all of them in German too."""

import re

import pytest

from domain import games
from services.demo import evening
from services.web.language import known
from services.web.said import _SAID as SAID
from services.web.said import said


@pytest.mark.parametrize("number", range(5))
def test_the_log_of_an_evening_is_said_whole_in_german(number: int) -> None:
    reported = [*evening()][number]
    texts = {said(event["type"], event["data"]) for batch in reported.batches for event in batch}

    assert {text for text in texts if not known(text)} == set()
    assert not {text for text in texts if re.match(r"[a-z]+\.[a-z_]+$", text)}


def test_every_type_has_its_words() -> None:
    assert set(SAID) == set(games.event_types())


@pytest.mark.parametrize(
    ("type_", "data", "text"),
    [
        ("bridge.deal_played", {"contract": "3N", "declarer": "EW", "result": "-2"}, "3NT by East–West, down 2"),
        ("bridge.deal_played", {"tricks": 9}, "9 tricks"),
        ("bridge.contract_reached", {"contract": "Pass"}, "The deal is passed out."),
        ("bridge.trick_won", {"leader": "N", "cards": ["AS", "2S", "3S", "4S"]}, "A trick: A♠, 2♠, 3♠ and 4♠."),
        ("bridge.trick_won", {"seat": "NS"}, "North–South win a trick."),
        ("schnapsen.deal_scored", {"winner": None, "game_points": 0}, "Nobody wins the deal."),
        ("schnapsen.deal_scored", {"winner": "B", "game_points": 1}, "B wins 1 game point."),
        (
            "cribbage.hand_shown",
            {"seat": "B", "cards": ["5H", "JD", "TC", "2S"], "claimed": 6},
            "B shows the hand: 5♥, J♦, 10♣ and 2♠. B claimed 6.",
        ),
        ("match.corrected", {"of": 3, "data": {}, "reason": "§"}, "Version 3 was corrected: §"),
        ("match.inserted", {"before": 3, "reason": "§"}, "What was forgotten was put in before version 3: §"),
        ("match.adjusted", {"pair": "7", "points": "-2.5", "reason": "§"}, "The director adjusts 7 by -2.5: §"),
    ],
)
def test_it_is_said_as_people_say_it(type_: str, data: dict[str, object], text: str) -> None:
    assert said(type_, data) == text
    assert known(text)

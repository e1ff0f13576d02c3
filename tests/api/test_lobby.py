"""The lobby: a line for each match that its reader may see, as the match's own drawing has it."""

import re

from services import ledgers
from services.wiring import EVERY
from tests.servers import Api

GAME = {"contract": "4S", "declarer": "N", "tricks": 10}


def lines(api: Api, *scopes: str, ledger: str = "main", path: str = "/") -> dict[str, str]:
    """The lines, by match."""
    page = api.as_(*scopes, ledger=ledger).get(path).text
    return dict(re.findall(r'<li data-match="([^"]+)"[^>]*>(.*?)</li>', page, re.DOTALL))


def test_each_line_is_as_its_match_is_drawn_drained_or_not(api: Api) -> None:
    drained, fresh, hidden = api.open(), api.open("cribbage"), api.open(visibility="hidden")
    api.tell(drained, "bridge.deal_played", GAME)
    api.tell(hidden, "bridge.deal_played", GAME)
    api.drain()
    api.tell(fresh, "cribbage.points_pegged", {"seat": "A", "points": 3, "for": "play"})

    for scopes in ((), ("reader",)):
        found = lines(api, *scopes)
        for match in (drained, fresh, hidden):
            drawn = api.as_(*scopes).get(f"/matches/{match}/drawn/row.en").json()["html"]
            assert found[match].strip() == drawn.strip()
    assert "120" in lines(api, "reader")[hidden]
    assert "120" not in lines(api)[hidden]


def test_a_private_match_has_no_line_for_strangers(api: Api) -> None:
    match = api.open(visibility="private")
    api.drain()

    assert match not in lines(api)
    assert match in lines(api, "director")


def test_players_are_called_as_their_own_ledger_calls_them(api: Api) -> None:
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, "lobby-of-others")
    for ledger, name in (("main", "Ada"), ("lobby-of-others", "Zoe")):
        director = api.as_("director", ledger=ledger)
        director.put("/v1/players/same-id", json={"name": name}).raise_for_status()
        opened = {"game": "cribbage", "players": {"A": "same-id"}, "title": ledger}
        director.post("/v1/matches", json=opened).raise_for_status()
    api.drain()

    found = {html for html in lines(api).values() if "lobby-of-others" in html or "<b>main</b>" in html}
    assert {("Ada" in html, "Zoe" in html) for html in found} == {(True, False), (False, True)}
    for html in found:
        assert ("Zoe" in html) is ("lobby-of-others" in html)


def test_walls_and_lobbies_have_the_same_lines(api: Api) -> None:
    match = api.open()
    api.drain()

    assert lines(api)[match] == lines(api, path="/tv")[match]

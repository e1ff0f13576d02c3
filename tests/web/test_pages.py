"""Pages, as a browser without JavaScript reads them, from a running house."""

import re
from collections.abc import Iterator

import httpx2
import pytest

from tests.houses import Inhabited, running, until
from tests.sheets import Page

DEALT = {"dealer": "N", "hands": {"N": ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"]}}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


def test_the_pad_shows_the_nine_deals_as_players_write_them(here: Inhabited) -> None:
    match = here.open()
    for contract, declarer, tricks in [("2H", "S", 10), ("4SX", "W", 8), ("3N", "E", 10)]:
        here.tell(match, "bridge.deal_played", {"contract": contract, "declarer": declarer, "tricks": tricks})

    page = _page(here, match, version=4)

    assert _figures(page) == ["300", "60", "30", "60", "100", "420", "130"]
    assert "3NT by East, made 4: 100 below, 30 over." in page
    assert "overtricks. 3NT by East, made 4: 100 below, 30 above." in Page(page).text
    assert page.count('class="vul"') == 1
    assert page.count('class="rule"') == 1


def test_a_correction_shows_what_was_there_before(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
    right = {"contract": "4S", "declarer": "N", "tricks": 9}
    here.tell(match, "match.corrected", {"of": 2, "data": right, "reason": "one <b>trick</b> fewer"})

    page = _page(here, match, version=3)

    assert "one &lt;b&gt;trick&lt;/b&gt; fewer" in page
    assert "Result · 4♠ · by North · before: made 4 → after: down 1" in Page(page).text
    assert _figures(page)[-2:] == ["0", "50"]


def test_hands_mended_while_they_are_hidden_stay_hidden(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.dealt", DEALT)
    here.tell(match, "match.corrected", {"of": 2, "data": DEALT | {"dealer": "E"}, "reason": "East dealt"})

    page = _page(here, match, version=3)

    assert "East dealt" in page
    assert "AS" not in page


def test_the_lobby_leads_to_every_match(here: Inhabited) -> None:
    match = here.open()

    page = httpx2.get(here.house.url).text

    assert f"/matches/{match}" in page


def test_pages_load_nothing_from_another_host(here: Inhabited) -> None:
    match = here.open()
    answer = httpx2.get(f"{here.house.url}/matches/{match}")

    assert not re.findall(r'(?:src|href)="(?:https?:)?//', answer.text)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text):
        assert httpx2.get(here.house.url + path).status_code == 200


def test_an_unknown_match_has_no_page(here: Inhabited) -> None:
    assert httpx2.get(f"{here.house.url}/matches/0190163d-8694-739b-aea5-966c26f8ad90").status_code == 404


def _page(here: Inhabited, match: str, version: int) -> str:
    until(lambda: (here.board(match) or {}).get("version") == version)
    answer = httpx2.get(f"{here.house.url}/matches/{match}")
    assert answer.status_code == 200
    return answer.text


def _figures(page: str) -> list[str]:
    """The figures of the pad as they stand in the page: above the line, each game, then the totals."""
    pad = page[page.index('<table class="pad"') : page.index("</table>")]
    return re.findall(r"<summary>([^<]+)<", pad) + re.findall(r'data-figure="total [NSEW]+">([^<]+)<', pad)


def test_a_chicago_has_the_pad_of_a_rubber(here: Inhabited) -> None:
    match = here.open("bridge.chicago")
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

    page = _page(here, match, version=2)

    assert _figures(page) == ["300", "120", "420", "0"]

"""Pages for walls, broadcasts and other people's pages, from a running house."""

import re
from collections.abc import Iterator

import httpx2
import pytest
import segno

from services.web import qr
from tests.houses import Inhabited, running, until

DEAL = {"contract": "4S", "declarer": "N", "tricks": 10}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def match(here: Inhabited) -> str:
    found = here.open()
    here.tell(found, "bridge.deal_played", DEAL)
    until(lambda: (here.board(found) or {}).get("version") == 2)
    return found


def test_only_the_embedded_board_may_be_framed(here: Inhabited, match: str) -> None:
    for path in ("/", "/tv", f"/tv/{match}", f"/overlay/{match}", f"/matches/{match}", "/nowhere", "/embed/nowhere"):
        assert "frame-ancestors 'none'" in got(here, path).headers["content-security-policy"], path
    policy = got(here, f"/embed/{match}").headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "unsafe" not in policy
    assert "form-action 'none'" in policy


def test_other_pages_may_load_the_script_that_embeds_and_no_other(here: Inhabited) -> None:
    answer = got(here, "/embed.js")

    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert got(here, "/static/match.js").headers["cross-origin-resource-policy"] == "same-origin"


def test_a_screen_leads_a_phone_to_its_match(here: Inhabited, match: str) -> None:
    page = got(here, f"/tv/{match}?lang=de").text

    size, dark = qr.path(f"{here.house.url}/matches/{match}?lang=de")
    assert f'viewBox="0 0 {size} {size}"' in page
    assert f'd="{dark}"' in page


def test_a_wall_passes_on_a_link_to_look_and_no_other(here: Inhabited) -> None:
    private = here.client.post("/v1/matches", json={"game": "bridge.rubber", "visibility": "private"}).json()["match"]
    for role, shown in (("viewer", True), ("scorer", False), ("director", False)):
        link = here.client.post(f"/v1/matches/{private}/links", json={"role": role}).json()["link"]
        page = got(here, f"/tv/{private}?link={link}").text

        with_link = qr.path(f"{here.house.url}/matches/{private}?link={link}")[1]
        assert (f'd="{with_link}"' in page) is shown, role
        assert (f'd="{qr.path(f"{here.house.url}/matches/{private}")[1]}"' in page) is not shown, role


@pytest.mark.parametrize("text", ["https://club.example/", "https://club.example/matches/" + "x" * 200, "ä"])
def test_a_qr_code_has_every_dark_module_and_its_quiet_zone(text: str) -> None:
    size, dark = qr.path(text)
    drawn = {
        (int(x) + step, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", dark)
        for step in range(int(length))
    }

    code = segno.make_qr(text, error="m", boost_error=True)
    wanted = {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, module in enumerate(row) if module}
    assert drawn == wanted
    assert size == len(code.matrix) + 8


def test_an_overlay_takes_a_colour_and_a_scale_and_nothing_else(here: Inhabited, match: str) -> None:
    assert 'data-bg="00ff00" data-scale="1.5"' in got(here, f"/overlay/{match}?bg=00ff00&scale=1.5").text
    for wrong in ("bg=url(//x)", "bg=%23fff", "scale=9", "scale=x", "show=row9"):
        assert got(here, f"/overlay/{match}?{wrong}").status_code == 422, wrong


def test_a_wall_shows_the_matches_in_turn(here: Inhabited, match: str) -> None:
    assert f'data-match="{match}"' in got(here, "/tv").text


def got(here: Inhabited, path: str) -> httpx2.Response:
    return httpx2.get(here.house.url + path)

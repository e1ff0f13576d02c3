"""Sharing: QR codes as a reader of them needs them, and links that stand in no address of ours."""

import re
from collections.abc import Iterator

import httpx2
import pytest
import segno

from services.web import qr
from tests.houses import Inhabited, running

RECTANGLE = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.mark.parametrize("text", ["A", "https://club.example/matches/0190163d", "x" * 300, "Grüße ♠"])
def test_the_path_is_the_code_with_four_modules_of_white_around(text: str) -> None:
    width, path = qr.path(text)

    dark = set[tuple[int, int]]()
    for x, y, right, left in (map(int, found.groups()) for found in RECTANGLE.finditer(path)):
        assert right == left
        dark |= {(x + step, y) for step in range(right)}
    code = segno.make_qr(text, error="m")
    assert "".join(found[0] for found in RECTANGLE.finditer(path)) == path
    assert width == len(code.matrix) + 8
    assert dark == {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, bit in enumerate(row) if bit}


def test_a_code_can_be_read_though_a_part_of_it_is_dirty() -> None:
    assert segno.make_qr("https://club.example/", error="m").error in {"M", "Q", "H"}
    assert len(qr.path("https://club.example/")[1]) < 3_000


def test_what_no_code_can_say_is_an_error() -> None:
    with pytest.raises(ValueError, match="too large"):
        qr.path("x" * 5_000)


def test_the_page_has_the_matchs_own_address_black_on_white(here: Inhabited) -> None:
    match = here.open()
    address = f"{here.house.url}/matches/{match}"

    page = httpx2.get(f"{address}/share").text

    width, path = qr.path(address)
    assert f'viewBox="0 0 {width} {width}"' in page
    assert f'<rect width="{width}" height="{width}" fill="#fff"/><path d="{path}" fill="#000"/>' in page
    assert f"<code>{address}</code>" in page
    assert "data:" not in page


def test_a_link_that_does_more_than_look_is_not_passed_on(here: Inhabited) -> None:
    match = here.client.post("/v1/matches", json={"game": "cribbage", "visibility": "private"}).json()["match"]
    made = {role: _link(here, match, role) for role in ("viewer", "scorer", "director")}

    codes = {role: _code(httpx2.get(f"{here.house.url}/matches/{match}/share?link={made[role]}").text) for role in made}

    address = f"{here.house.url}/matches/{match}"
    assert codes == {"viewer": f"{address}?link={made['viewer']}", "scorer": address, "director": address}
    assert httpx2.get(f"{address}/share").status_code == 404


@pytest.mark.parametrize(("role", "page"), [("viewer", "matches"), ("scorer", "score"), ("director", "direct")])
def test_the_code_of_a_link_leads_to_the_page_of_its_role(here: Inhabited, role: str, page: str) -> None:
    match = here.open()
    link = _link(here, match, role)

    answer = _asked(here, match, link)

    address = f"{here.house.url}/{page}/{match}?link={link}"
    assert answer.json()["address"] == address
    assert qr.path(address)[1] in answer.json()["html"]
    assert answer.headers["cache-control"] == "no-store"


def test_a_key_gets_no_code(here: Inhabited) -> None:
    match = here.open()
    key = here.client.headers["authorization"].split()[1]

    answer = _asked(here, match, key)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert key not in answer.text


def test_a_link_that_was_revoked_gets_no_code(here: Inhabited) -> None:
    match = here.open()
    made = here.client.post(f"/v1/matches/{match}/links", json={"role": "viewer"}).json()
    here.client.delete(f"/v1/matches/{match}/links/{made['id']}").raise_for_status()

    assert _asked(here, match, made["link"]).status_code == 401


def _link(here: Inhabited, match: str, role: str) -> str:
    made: str = here.client.post(f"/v1/matches/{match}/links", json={"role": role}).json()["link"]
    return made


def _asked(here: Inhabited, match: str, held: str) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {held}"}
    return httpx2.get(f"{here.house.url}/matches/{match}/share/qr", headers=headers)


def _code(page: str) -> str:
    return re.findall(r"<code>([^<]*)</code>", page)[0]

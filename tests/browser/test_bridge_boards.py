"""The boards of bridge in a browser: what a correction shows, what stays open, on a phone and a wall, for everybody."""

import re
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from services.demo import evening
from tests.browsers import PHONE, TV, Tabs, picture, tabs
from tests.domain.games.bridge.telling import in_room, of, result
from tests.houses import Inhabited

LIVE = re.compile("● live")
DEMO = {match.opening["game"]: match for match in evening()}
GAMES = ("bridge.rubber", "bridge.teams", "bridge.pairs")
CALLS = (("E", "1H"), ("S", "X"), ("W", "XX"), ("N", "P"))
GOING: dict[str, list[dict[str, Any]]] = {
    "bridge.chicago": [
        of("bridge.deal_played", contract="4HX", declarer="N", tricks=11),
        of("bridge.deal_played", contract="2H", declarer="E", tricks=9),
        of("match.corrected", of=3, data={"contract": "2H", "declarer": "E", "tricks": 8}, reason="miscounted"),
    ],
    "bridge.teams": [
        in_room(1, "closed", "4H N 9", lead="TH"),
        in_room(1, "open", "4H N 10"),
        *(of("bridge.call_made", board=2, room="open", seat=seat, call=call) for seat, call in CALLS),
    ],
}
MOST = 60_000
"""Bytes of HTML until something is to be seen."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SMALL = """() => [...document.querySelectorAll("article *")]
    .filter((each) => each.checkVisibility() && !each.closest("svg, .unseen, .mark"))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim()))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 28)
    .map((each) => `${each.className} ${each.textContent}`.slice(0, 60))"""
"""What is written smaller than a wall needs."""

_matches: dict[str, str] = {}


def played(here: Inhabited, game: str) -> str:
    """The demo's match of that game, told to its end."""
    if game not in _matches:
        reported = DEMO[game]
        match: str = here.client.post("/v1/matches", json=reported.opening).raise_for_status().json()["match"]
        for events in reported.batches:
            here.client.post(f"/v1/matches/{match}/events", json={"events": events}).raise_for_status()
        _matches[game] = match
    return _matches[game]


def going(here: Inhabited, game: str) -> str:
    """A match in the middle of a deal, with hearts in what came last and a correction."""
    if f"{game}, going on" not in _matches:
        match = here.open(game)
        tell(here, match, *GOING[game])
        _matches[f"{game}, going on"] = match
    return _matches[f"{game}, going on"]


def pages(here: Inhabited) -> dict[str, str]:
    """A page of every kind, by a name for its pictures."""
    found = {game.removeprefix("bridge."): f"/matches/{played(here, game)}" for game in GAMES}
    found["traveller"] = f"{found['pairs']}/travellers/12"
    return found | {f"{game.removeprefix('bridge.')}-going": f"/matches/{going(here, game)}" for game in GOING}


def tell(here: Inhabited, match: str, *events: dict[str, Any]) -> None:
    here.client.post(f"/v1/matches/{match}/events", json={"events": list(events)}).raise_for_status()


def live(tab: Tabs, path: str) -> Page:
    page = tab.open(path)
    expect(page.locator("#state")).to_have_text(LIVE)
    return page


def test_a_correction_shows_by_how_much_the_total_changed(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    page = live(desk, f"/matches/{match}")
    here.tell(match, "bridge.deal_played", {"contract": "4SX", "declarer": "N", "tricks": 11})
    expect(page.locator(".pad tfoot")).to_contain_text("390")
    expect(page.locator(".rule.fresh")).to_have_count(1)

    page.locator(".pad summary").first.click()
    right = {"contract": "4SX", "declarer": "N", "tricks": 10}
    here.tell(match, "match.corrected", {"of": 2, "data": right, "reason": "a trick fewer"})

    expect(page.locator('[data-figure="total NS"]')).to_have_attribute("data-delta", "−100")
    expect(page.locator(".changes")).to_contain_text("made 5")
    expect(page.locator(".changes ins")).to_contain_text("made 4")


def test_what_is_open_stays_open_while_the_board_changes(here: Inhabited, desk: Tabs) -> None:
    pad = here.open()
    here.tell(pad, "bridge.deal_played", {"contract": "2H", "declarer": "S", "tricks": 10})
    page = live(desk, f"/matches/{pad}")
    page.locator(".pad .above summary").press("Enter")
    here.tell(pad, "bridge.deal_played", {"contract": "2S", "declarer": "N", "tricks": 9})

    expect(page.locator(".pad .above li")).to_have_count(2)
    expect(page.locator(".pad .above li").last).to_contain_text("60 below, 60 above")
    expect(page.locator(".pad .above details[open] p")).to_be_visible()

    teams = here.open("bridge.teams")
    tell(here, teams, in_room(1, "open", "4S N 10"), in_room(2, "open", "3N E 9"))
    page = live(desk, f"/matches/{teams}")
    expect(page.get_by_text("4♠ by North, made 4: 420.")).to_be_hidden()
    page.locator("#board-1 summary").click()
    tell(here, teams, in_room(1, "closed", "4S N 9"))

    expect(page.locator('[data-key="more-1"]')).to_contain_text("10 IMPs to home.")
    expect(page.locator('[data-key="more-1"]')).to_be_visible()
    expect(page.locator('[data-key="more-2"]')).to_be_hidden()


def test_a_traveller_opens_where_it_stands_and_follows(here: Inhabited, desk: Tabs) -> None:
    match = here.open("bridge.pairs")
    tell(here, match, result(1, "1", "2", "4S N 10"), result(2, "1", "2", "3N N 9"))
    page = live(desk, f"/matches/{match}")
    row = page.locator("#board-1")
    row.locator("a").first.click()
    expect(row.locator("table")).to_contain_text("420")
    expect(row.locator("a").first).to_have_attribute("aria-expanded", "true")

    tell(here, match, result(1, "3", "4", "4S N 9"))

    expect(row.locator("tbody")).to_contain_text("−50")
    expect(row.locator("a").first).to_contain_text("2 results")
    expect(row.locator("a").first).to_have_attribute("aria-expanded", "true")
    row.locator("a").first.click()
    expect(row.locator("table")).to_have_count(0)


def test_who_looks_for_a_pair_has_it_pinned(here: Inhabited, desk: Tabs) -> None:
    page = live(desk, f"/matches/{played(here, 'bridge.pairs')}")
    field = page.get_by_label("Find my pair")
    field.fill("7")
    expect(page.locator("tr:target")).to_have_count(0)
    expect(field).to_be_in_viewport()
    field.press("Enter")

    pinned = page.locator("tr:target")
    expect(pinned.locator("th")).to_have_text("7")
    page.evaluate("scrollTo(0, 0)")
    expect(pinned).to_be_in_viewport()


def test_the_first_paint_is_light_and_says_everything_without_scripts(here: Inhabited) -> None:
    for name, path in pages(here).items():
        assert len(here.client.get(path).content) < MOST, name


def test_axe_finds_nothing(here: Inhabited, desk: Tabs) -> None:
    for name, path in pages(here).items():
        page = desk.open(path)
        for summary in page.locator("article summary").all()[:3]:
            summary.press("Enter")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            picture(page, f"{name}-{scheme}")
            violations = Axe().run(page).response["violations"]
            assert not violations, [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]


def test_no_page_is_wider_than_a_phone(here: Inhabited, browser: Browser) -> None:
    with tabs(browser, here.house.url, **PHONE) as found:
        for name, path in pages(here).items():
            page = found.open(f"{path}?lang=de")
            for summary in page.locator("article summary").all()[:1]:
                summary.press("Enter")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], name
            picture(page, f"{name}-phone")


def test_a_wall_is_read_from_across_the_room(here: Inhabited, browser: Browser) -> None:
    with tabs(browser, here.house.url, **TV) as found:
        for name, path in pages(here).items():
            if name == "traveller":
                continue
            page = found.open(path.replace("/matches/", "/tv/", 1))
            assert page.evaluate(SMALL) == [], name
            picture(page, f"{name}-tv", full=False)

"""Whether what is shown can be seen: narrow, in large text, in forced colours, on a wall and over a picture."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from services.demo import evening
from tests.browser.telling import Town, opened, told
from tests.browsers import DESKTOP, PHONE, TV, Tabs, tabs
from tests.houses import Inhabited, until

WIDE = PHONE["viewport"]["width"]
GAMES = ("bridge.rubber", "bridge.teams", "bridge.pairs", "schnapsen", "cribbage")
LONG = (
    "Maximiliane-Theodora von Hohenlohe-Langenburg-Schillingsfürst",
    "Annemarie Donaudampfschifffahrtsgesellschaftskapitänswitwenrente",
    "Bartholomäus-Emmanuel Oberösterreichischer Landesmeister 2019",
    "Konstantin Alexandrowitsch Wolkonski-Repnin der Jüngere, Wien",
)
SEATS = {
    "bridge.rubber": "NESW",
    "bridge.teams": [f"{room}.{seat}" for room in ("open", "closed") for seat in "NESW"],
    "bridge.pairs": "1234",
    "schnapsen": "AB",
    "cribbage": "AB",
}
PAGES = {
    "lobby": "/",
    **{game: f"/matches/{{{game}}}" for game in GAMES},
    **{f"replay {game}": f"/matches/{{{game}}}/replay" for game in GAMES},
    **{f"score {game}": f"/score/{{{game}}}?link={{scorer {game}}}" for game in GAMES},
    "three": "/matches/{three}",
    "traveller": "/matches/{bridge.pairs}/travellers/9",
    "share": "/matches/{cribbage}/share?link={director}",
    "direct": "/direct/{bridge.teams}?link={director bridge.teams}",
    "embed": "/embed/{bridge.rubber}",
    **{f"long {game}": f"/matches/{{long {game}}}" for game in GAMES},
}
DOUBLE = """() => {
    const all = [...document.querySelectorAll("body, body *")];
    const sizes = all.map((each) => parseFloat(getComputedStyle(each).fontSize));
    all.forEach((each, at) => each.style.setProperty("font-size", `${2 * sizes[at]}px`, "important"));
}"""
"""Text twice as large, and nothing else, as a browser's zoom of text alone makes it."""
OUTSIDE = """() => {
    const main = document.querySelector("main").getBoundingClientRect();
    return [...document.querySelectorAll("main *")].filter((each) => {
        const box = each.getBoundingClientRect();
        const lost = box.left < main.left - 1 || box.right > main.right + 1 || box.top < main.top - 1;
        return each.checkVisibility() && box.width > 1 && !each.closest(".unseen") && lost;
    }).map((each) => each.outerHTML.slice(0, 80));
}"""
STRAY = """() => {
    const rules = (list) => [...list].flatMap((rule) => rule.selectorText ?? rules(rule.cssRules ?? []));
    const sheets = [...document.styleSheets].filter((sheet) => sheet.href?.includes("/boards/"));
    const parts = sheets.flatMap((sheet) => rules(sheet.cssRules)).flatMap((rule) => rule.split(/,(?![^(]*\\))/));
    return parts.map((each) => each.replace(/::[a-z-]+/g, "").trim()).filter((each) => each && !each.includes(":root"))
        .filter((each) => [...document.querySelectorAll(each)].some((found) => !found.closest(".board, .strip")));
}"""
"""Rules of a board's own sheet that reach beyond boards."""
TOUCHED = "a, button, summary, select, input:not([type=range]), label:has(input)"
SMALL = """(touched) => [...document.querySelectorAll(touched)].filter((each) => {
    const whole = getComputedStyle(each, "::after").position === "absolute" ? each.offsetParent : each;
    const { width, height } = whole.getBoundingClientRect();
    const inline = each.matches("td *, th *, p *, dd *, .reel *, input[type=radio]") && Math.min(width, height) > 23.5;
    const seen = each.checkVisibility() && !each.matches(".skip, :disabled, label input");
    return seen && (height < 43.5 || width < 23.5) && !inline;
}).map((each) => each.outerHTML.slice(0, 100))"""
"""What a thumb misses: under 44 px high, and no figure in a table or a word in a line of 24 px at least."""


@pytest.fixture(scope="module")
def club(here: Inhabited) -> Town:
    """An evening that is over, the same under names that are long, and links."""
    places = {}
    for number, name in enumerate(LONG):
        here.client.put(f"/v1/players/p-{number}", json={"name": name}).raise_for_status()
    for reported in evening():
        game = reported.opening["game"]
        places[game] = opened(here, reported)
        told(here, places[game], reported.batches)
        players = {seat: f"p-{number % len(LONG)}" for number, seat in enumerate(SEATS[game])}
        opening = reported.opening | {"players": players, "title": "Meisterschaft der Vereinigung 2026, Halbfinale"}
        places[f"long {game}"] = here.client.post("/v1/matches", json=opening).raise_for_status().json()["match"]
        told(here, places[f"long {game}"], [reported.batches[0]])
    three = {"game": "cribbage", "options": {"players": 3, "games": 2}}
    places["three"] = here.client.post("/v1/matches", json=three).raise_for_status().json()["match"]
    here.tell(places["three"], "cribbage.points_pegged", {"seat": "C", "points": 24, "for": "hand"})
    for role, name in (*(("scorer", game) for game in GAMES), ("director", "bridge.teams")):
        made = here.client.post(f"/v1/matches/{places[name]}/links", json={"role": role}).raise_for_status()
        places[f"{role} {name}"] = made.json()["link"]
    made = here.client.post(f"/v1/matches/{places['cribbage']}/links", json={"role": "director"}).raise_for_status()
    places["director"] = made.json()["link"]
    for match in places.values():
        if "_" not in match:
            until(partial(_is_drawn, here, match))
    return Town(here, places)


def _is_drawn(here: Inhabited, match: str) -> bool:
    return here.client.get(f"/matches/{match}/drawn/row.en").status_code == 200


@pytest.fixture(scope="module")
def phone(browser: Browser, club: Town) -> Iterator[Tabs]:
    with tabs(browser, club.here.house.url, reduced_motion="reduce", **PHONE) as found:
        yield found


@pytest.fixture(scope="module")
def screen(browser: Browser, club: Town) -> Iterator[Tabs]:
    with tabs(browser, club.here.house.url, reduced_motion="reduce", **TV) as found:
        yield found


def looked_at(tabs: Tabs, path: str, language: str = "de") -> Page:
    return tabs.open(f"{path}{'&' if '?' in path else '?'}lang={language}")


def width(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth")
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_wider_than_a_phone_though_its_text_be_twice_as_large(
    phone: Tabs, club: Town, name: str, language: str
) -> None:
    page = looked_at(phone, club.path(PAGES[name]), language)
    plain = width(page)
    strays, small = page.evaluate(STRAY), page.evaluate(SMALL, TOUCHED)
    page.evaluate(DOUBLE)

    assert (plain, width(page)) == (WIDE, WIDE)
    assert strays == []
    assert small == []
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_of_long_names_is_no_wider_than_a_phone(phone: Tabs, club: Town, game: str) -> None:
    page = looked_at(phone, club.path(f"/matches/{{long {game}}}/replay"))

    assert width(page) == WIDE
    page.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("long", ["", "long "])
def test_no_score_is_clipped(phone: Tabs, club: Town, game: str, long: str) -> None:
    page = looked_at(phone, "/")
    row = page.locator(f"[data-match='{club.places[long + game]}']")

    assert row.locator(".score").count() > 0
    for score in row.locator(".score").all():
        box = score.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= WIDE
        assert box["height"] < 2 * 18 * 1.5, "in one line"
    page.close()


def test_the_deals_of_two_end_on_a_phone_without_scrolling(phone: Tabs, club: Town) -> None:
    page = looked_at(phone, club.path(PAGES["cribbage"]))

    assert page.locator(".scroll").evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    page.close()


def test_three_scores_are_large_and_apart(phone: Tabs, club: Town) -> None:
    page = looked_at(phone, club.path(PAGES["three"]))
    sizes = page.locator(".pegs .score td").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    needs = page.locator(".pegs .needs td").evaluate_all(
        "all => all.map((each) => each.scrollWidth - each.clientWidth)"
    )

    assert min(sizes) >= 36
    assert max(needs) <= 0
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_tell_what_is_chosen_struck_ruled_and_current(browser: Browser, club: Town, scheme: Any) -> None:
    colour = "(each, [name, part]) => getComputedStyle(each, part)[name]"
    with tabs(browser, club.here.house.url, forced_colors="active", color_scheme=scheme, **DESKTOP) as found:
        page = looked_at(found, club.path(PAGES["score bridge.rubber"]))
        level = page.locator(".of-level label")
        level.first.locator("input").check(force=True)
        chosen, other = (level.nth(at).locator("span").evaluate(colour, ["backgroundColor", None]) for at in (0, 1))
        assert chosen != other
        page = looked_at(found, club.path(PAGES["schnapsen"]))
        paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        struck = page.locator(".slate li:not(.stands) > span").first
        assert struck.evaluate(colour, ["backgroundColor", "::before"]) != paper
        page = looked_at(found, club.path(PAGES["bridge.rubber"]))
        assert page.locator(".pad .rule").first.evaluate(colour, ["backgroundColor", None]) != paper
        page = looked_at(found, club.path(PAGES["replay bridge.rubber"]))
        tabs_of = page.locator(".views a").evaluate_all(
            "all => all.map((each) => getComputedStyle(each).borderBottomStyle)"
        )
        assert sorted(tabs_of) == ["none", "none", "solid"]


@pytest.mark.parametrize("how", [{"contrast": "more"}, {"contrast": "more", "color_scheme": "dark"}, {}], ids=str)
def test_an_empty_bar_is_not_taken_for_a_full_one(browser: Browser, club: Town, how: dict[str, Any]) -> None:
    theme = "" if how else "?theme=contrast"
    with tabs(browser, club.here.house.url, **DESKTOP, **how) as found:
        page = found.open(f"/{theme}")
        bed, come, ink = (
            page.locator(f".side-1 {each}").first.evaluate("each => getComputedStyle(each).stroke")
            if each.startswith(".part")
            else page.evaluate("getComputedStyle(document.documentElement).color")
            for each in (".part .all", ".part .come", "ink")
        )

    assert len({bed, come, ink}) == 3


@pytest.mark.parametrize("long", ["", "long "])
@pytest.mark.parametrize("game", GAMES)
def test_a_wall_hides_nothing_below_its_edge_and_parts_no_total(screen: Tabs, club: Town, game: str, long: str) -> None:
    page = looked_at(screen, club.path(f"/tv/{{{long}{game}}}"))
    expect(page.locator("#state")).to_contain_text("läuft")

    assert page.evaluate("document.documentElement.scrollHeight") <= TV["viewport"]["height"] + 1
    assert page.locator(":is(.pad, .slate, .pegs) [data-away]").count() == 0
    deals = page.locator(":is(.deals, .sheet:not(div), .tricks) > tbody:last-of-type > tr:last-of-type")
    assert [each.is_visible() for each in deals.all()] == [True] * deals.count(), "the newest first"
    page.close()


def test_a_wall_of_matches_is_filled(screen: Tabs, club: Town) -> None:
    page = looked_at(screen, club.path("/tv"))
    expect(page.locator("#state")).to_contain_text("läuft")
    last = page.locator("#rows > li:visible").last.bounding_box()

    assert last
    assert last["y"] + last["height"] > TV["viewport"]["height"] * 0.75
    page.close()


def test_a_rank_stands_apart_from_its_pair_on_a_wall(screen: Tabs, club: Town) -> None:
    page = looked_at(screen, club.path("/tv/{bridge.pairs}"))
    gaps = page.locator(".ranking tbody tr:visible").evaluate_all(
        """all => all.map((row) => {
            const range = document.createRange();
            range.selectNodeContents(row.cells[0]);
            return row.querySelector("a").getBoundingClientRect().left - range.getBoundingClientRect().right;
        })"""
    )

    assert min(gaps) >= 8, json.dumps(gaps)
    page.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("long", ["", "long "])
def test_a_board_over_a_picture_is_inside_of_it(screen: Tabs, club: Town, game: str, long: str) -> None:
    page = looked_at(screen, club.path(f"/overlay/{{{long}{game}}}?show=board"))

    assert page.evaluate(OUTSIDE) == []
    page.close()

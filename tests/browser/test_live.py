"""Pages that follow: each match to its end, one stream for all tabs, and back by themselves after a failure."""

import difflib
import re
import signal
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from services.demo import Reported, evening
from tests.browser.telling import opened, told
from tests.browsers import Tabs, tabs
from tests.houses import Inhabited, alive, until

MATCHES = list(evening())
LIVE = re.compile("● live")
FIGURES: dict[str, tuple[str, Callable[[dict[str, Any]], list[str]]]] = {
    "bridge.rubber": ("rubber", lambda board: [str(board["sides"][side]["total"]) for side in ("NS", "EW")]),
    "bridge.teams": (
        "match",
        lambda board: [board["sides"][team]["shown"][unit] for team in ("home", "away") for unit in ("imps", "vp")],
    ),
    "bridge.pairs": ("ranking", lambda board: [pair["shown"]["percentage"] for pair in board["pairs"]]),
    "schnapsen": ("match", lambda board: [str(seat["score"]) for seat in board["seats"].values()]),
    "cribbage": ("game", lambda board: [str(seat["score"]) for seat in board["seats"].values()]),
}
"""The figures of a board of the API that its page must show."""


def shows(page: Page, version: int) -> None:
    """Wait until a page shows a version."""
    expect(page.locator(".board")).to_have_attribute("data-version", str(version))


@pytest.mark.parametrize("reported", MATCHES, ids=[match.opening["title"] for match in MATCHES])
def test_a_board_shows_a_match_live_to_its_end(here: Inhabited, desk: Tabs, reported: Reported) -> None:
    match = opened(here, reported)
    page = desk.open(f"/matches/{match}")
    expect(page.locator("#state")).to_have_text(LIVE)

    told(here, match, reported.batches)

    shows(page, reported.events)
    name, figures = FIGURES[reported.opening["game"]]
    shown = {re.sub(r"\s", "", text) for text in page.locator(".board [data-figure]").all_inner_texts()}
    wanted = figures(here.board(match, name) or {})
    assert len(wanted) > 1
    assert set(wanted) <= shown
    drawn = here.client.get(f"/matches/{match}/drawn/board.en").json()
    assert drawn["version"] == reported.events
    same = page.evaluate(
        """(html) => {
            const wanted = document.createElement("article");
            wanted.innerHTML = html;
            const shown = document.createElement("article");
            shown.innerHTML = document.querySelector(".board").innerHTML;
            for (const each of [wanted, shown]) {
                for (const one of each.querySelectorAll("*")) {
                    one.classList.remove("changed", "fresh");
                    if (!one.getAttribute("class")) one.removeAttribute("class");
                    delete one.dataset.delta;
                    one.removeAttribute("aria-expanded");
                }
                for (const time of each.querySelectorAll("time")) time.textContent = "";
            }
            return shown.isEqualNode(wanted) || [shown.innerHTML, wanted.innerHTML];
        }""",
        drawn["html"],
    )
    assert same is True, list(difflib.unified_diff(*(text.splitlines() for text in same), lineterm=""))


def test_all_tabs_share_one_stream(here: Inhabited, desk: Tabs) -> None:
    matches = [here.open(), here.open("cribbage"), here.open("schnapsen")]
    pages = [desk.open(f"/matches/{match}") for match in (*matches, *matches, *matches)] + [desk.open("/")]
    for page in pages:
        expect(page.locator("#state")).to_have_text(LIVE)

    viewers = next(
        line for line in here.client.get("/metrics").text.splitlines() if line.startswith("scorepad_viewers ")
    )

    assert viewers == "scorepad_viewers 1.0"


@pytest.mark.parametrize("name", ["api", "worker 0", "valkey"])
def test_a_page_is_right_again_after_a_kill(here: Inhabited, desk: Tabs, name: str) -> None:
    match = here.open()
    page = desk.open(f"/matches/{match}")
    expect(page.locator("#state")).to_have_text(LIVE)

    pid = here.kill(name, signal.SIGKILL)
    until(lambda: here.pid(name) != pid and alive(here.pid(name)))
    until(lambda: ready(here))
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

    shows(page, 2)
    expect(page.locator("#state")).to_have_text(re.compile("● live"), timeout=20_000)


def ready(here: Inhabited) -> bool:
    try:
        return here.client.get("/healthz").status_code == 200
    except httpx2.HTTPError:
        return False


def test_a_correction_shows_what_was_there_before(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    page = desk.open(f"/matches/{match}")
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
    shows(page, 2)

    right = {"contract": "4S", "declarer": "N", "tricks": 11}
    here.tell(match, "match.corrected", {"of": 2, "data": right, "reason": "one trick more"})

    shows(page, 3)
    expect(page.locator(".changes")).to_contain_text("one trick more")


def test_a_browser_without_such_workers_follows_by_itself(here: Inhabited, desk: Tabs) -> None:
    desk.context.add_init_script("delete window.SharedWorker")
    match = here.open()
    page = desk.open(f"/matches/{match}")
    expect(page.locator("#state")).to_have_text(LIVE)

    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

    shows(page, 2)


def test_where_no_stream_comes_through_a_page_asks_and_says_so(here: Inhabited, desk: Tabs) -> None:
    desk.context.add_init_script("delete window.SharedWorker")
    desk.context.route("**/v1/live?*", lambda route: route.abort())
    match = here.open()
    page = desk.open(f"/matches/{match}")
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

    expect(page.locator(".board")).to_have_attribute("data-version", "2", timeout=25_000)
    expect(page.locator("#state")).to_have_text("○ 5 s refresh")
    page.evaluate(
        """() => {
            window.said = new Set();
            new MutationObserver(() => window.said.add(document.getElementById("state").textContent))
                .observe(document.getElementById("state"), { childList: true, characterData: true, subtree: true });
        }"""
    )
    here.tell(match, "bridge.deal_played", {"contract": "Pass"})
    expect(page.locator(".board")).to_have_attribute("data-version", "3", timeout=15_000)
    assert page.evaluate("[...window.said]") == [], "it goes on saying so, and nothing else in between"


def test_a_match_that_turns_private_is_not_shown_any_more(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    page = desk.open(f"/matches/{match}")
    expect(page.locator("#state")).to_have_text(LIVE)

    here.tell(match, "match.visibility_changed", {"visibility": "private"})

    expect(page.locator("#state")).to_have_text("no longer shown here")


def test_a_page_reads_without_javascript(here: Inhabited, browser: Browser) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
    until(lambda: (here.board(match) or {}).get("version") == 2)
    with tabs(browser, here.house.url, java_script_enabled=False) as still:
        page = still.open(f"/matches/{match}?lang=de")

        expect(page.locator(".why")).to_contain_text("4♠")
        expect(page.locator("#state")).to_have_text("Stand dieser Seite")

"""Pages that follow: each match to its end, one stream for all tabs, and back by themselves after a failure."""

import difflib
import os
import re
import signal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.demo import Reported, evening
from tests.browsers import Tabs
from tests.houses import Inhabited, until

MATCHES = list(evening())
LIVE = re.compile("● live")


def opened(here: Inhabited, reported: Reported) -> str:
    match: str = here.client.post("/v1/matches", json=reported.opening).raise_for_status().json()["match"]
    return match


def told(here: Inhabited, match: str, batches: list[list[dict[str, Any]]]) -> None:
    for events in batches:
        here.client.post(f"/v1/matches/{match}/events", json={"events": events}).raise_for_status()


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
                    if (!one.className) one.removeAttribute("class");
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


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ready(here: Inhabited) -> bool:
    try:
        return here.client.get("/healthz").status_code == 200
    except Exception:  # noqa: BLE001  whatever a server that is away looks like
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

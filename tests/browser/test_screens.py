"""A wall, a broadcast and somebody else's page, looked at."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from services.demo import evening
from tests.browser.telling import opened, told
from tests.browsers import TV, Tabs, picture, tabs
from tests.houses import Inhabited, until

PAIRS = next(match for match in evening() if match.opening["game"] == "bridge.pairs")


@pytest.fixture
def screen(browser: Browser, here: Inhabited) -> Iterator[Tabs]:
    """A television."""
    with tabs(browser, here.house.url, **TV) as found:
        yield found


@pytest.fixture(scope="module")
def session(here: Inhabited) -> str:
    match = opened(here, PAIRS)
    told(here, match, PAIRS.batches)
    until(lambda: (here.board(match, "ranking") or {}).get("version") == PAIRS.events)
    return match


def test_a_screen_shows_rows_by_pages_and_nothing_below_its_edge(screen: Tabs, session: str) -> None:
    del session
    page = screen.open("/tv")
    expect(page.locator("#state")).to_have_text(re.compile("● live"))

    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    smallest = page.evaluate(
        """Math.min(...[...document.querySelectorAll("main *")]
            .filter((each) => each.checkVisibility() && !each.closest(".unseen"))
            .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim()))
            .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
    )
    assert smallest >= 28
    picture(page, "tv-wall", full=False)


def test_a_strip_over_a_broadcast_is_live_on_nothing(here: Inhabited, screen: Tabs) -> None:
    match = here.open()
    page = screen.open(f"/overlay/{match}?scale=1.5")
    here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

    expect(page.locator(".side-1 .score")).to_have_text("120")
    expect(page.locator("[data-delta]").first).to_have_attribute("data-delta", "+120")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    box = page.locator(".strip").bounding_box()
    assert box
    assert box["x"] >= 1920 * 0.05
    assert box["y"] + box["height"] <= 1080 * 0.95 + 1
    page.evaluate("document.documentElement.style.background = '#3a6b4a'")
    picture(page, "overlay-rubber", full=False)


def test_somebody_elses_page_shows_a_board_by_one_tag(here: Inhabited, desk: Tabs, tmp_path: Path) -> None:
    match = here.open()
    tag = f'<script src="{here.house.url}/embed.js" data-match="{match}" async></script>'
    (tmp_path / "index.html").write_text(
        f'<!doctype html><link rel="icon" href="data:,"><h1>Our club</h1>{tag}<p>below</p>'
    )
    with serving(tmp_path) as url:
        page = desk.context.new_page()
        page.goto(url)
        board = page.frame_locator("iframe")
        expect(board.locator("#state")).to_have_text(re.compile("● live"))

        here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})

        expect(board.locator(".board")).to_have_attribute("data-version", "2")
        height = page.locator("iframe").evaluate("frame => frame.getBoundingClientRect().height")
        inside = board.locator("html").evaluate("html => html.scrollHeight")
        assert abs(height - inside) <= 1
        picture(page, "embed-rubber")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A stranger's web server on this machine."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

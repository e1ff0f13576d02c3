"""A real browser, headless: Debian's Chromium, or the one that `SCOREPAD_TEST_CHROMIUM` names."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
SCREENS = Path(__file__).parents[1] / "build/screens"
"""Where pictures of the pages go, to be looked at."""


def chromium() -> str | None:
    """The program, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("SCOREPAD_TEST_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser; where there is none the test is skipped, or fails if `SCOREPAD_TEST_BROWSER=required`."""
    program = chromium()
    if program is None:
        assert os.environ.get("SCOREPAD_TEST_BROWSER") != "required", "no Chromium is installed"
        pytest.skip("no Chromium here: apt install chromium, or name one in SCOREPAD_TEST_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


class Tabs:
    """Tabs of one browser profile, and whatever went wrong in any of them."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.faults: list[str] = []
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self._console)

    def open(self, path: str) -> Page:
        """A new tab at a path of the house."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page

    def _console(self, message: Any) -> None:
        if message.type in {"error", "warning"} and "net::ERR_" not in message.text:
            self.faults.append(message.text)


@contextmanager
def tabs(browser: Browser, url: str, **how: Any) -> Iterator[Tabs]:
    """A fresh profile; at the end nothing may have gone wrong in it but the network."""
    context = browser.new_context(**(how or DESKTOP))
    context.set_default_timeout(10_000)
    found = Tabs(context, url)
    yield found
    context.close()
    assert found.faults == []


def picture(page: Page, name: str, *, full: bool = True) -> None:
    """Keep a picture of a page in `build/screens`."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENS / f"{name}.png"), full_page=full, animations="disabled")

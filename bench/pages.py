"""Pages of the demo's evening: the server's time to a first paint, and what an update costs a browser."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, expect

from bench.figures import Figure
from services.demo import Reported, evening
from tests.browser.telling import opened, told
from tests.browsers import browsing, tabs
from tests.houses import Inhabited, running, until

ROUNDS = 20
FIRST_PAINT = 100.0
UPDATE = 5.0
UPDATES = 12


def measure() -> Iterator[Figure]:
    """Each match's page, and its last events one by one."""
    with tempfile.TemporaryDirectory() as folder, running(data=Path(folder)) as here, browsing() as browser:
        for reported in evening():
            yield from _of(here, browser, reported)


def _of(here: Inhabited, browser: Browser, reported: Reported) -> Iterator[Figure]:
    match, name = opened(here, reported), reported.opening["game"]
    told(here, match, reported.batches[:-UPDATES])
    before = reported.events - sum(map(len, reported.batches[-UPDATES:]))
    until(lambda: here.client.get(f"/matches/{match}/drawn/board.en").json()["version"] == before)
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        here.client.get(f"/matches/{match}").raise_for_status()
        times.append((time.perf_counter() - began) * 1000)
    yield Figure(f"page, {name}: first paint", median(times), "ms", "the budget", median(times) / FIRST_PAINT)
    with tabs(browser, here.house.url) as desk:
        page = desk.open(f"/matches/{match}")
        for at, events in enumerate(reported.batches[-UPDATES:], start=1):
            told(here, match, [events])
            version = before + sum(map(len, reported.batches[-UPDATES:][:at]))
            expect(page.locator(".board")).to_have_attribute("data-version", str(version))
        costs = page.evaluate("performance.getEntriesByName('drawn').map((each) => each.duration)")
    yield Figure(f"page, {name}: an update", median(costs), "ms", "the budget", median(costs) / UPDATE)

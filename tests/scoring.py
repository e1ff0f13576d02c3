"""Somebody who keeps a match's score in a browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browsers import PHONE, Tabs, tabs
from tests.houses import Inhabited

ANSWERED = re.compile("status of 4(09|12|22)")
"""What a browser writes to its console of a report that was refused, which is no fault of the page."""


class Table:
    """A match, and somebody who keeps its score by a link."""

    def __init__(self, here: Inhabited, opened: Tabs, game: str, role: str = "scorer") -> None:
        self.here, self.opened = here, opened
        self.match = here.open(game)
        self.link: str = here._sent(f"/v1/matches/{self.match}/links", {"role": role})["link"]
        self.path = f"/score/{self.match}?link={self.link}&lang=en"

    def page(self) -> Page:
        page = self.opened.open(self.path)
        expect(page.locator("#state")).to_have_text(re.compile("●"))
        return page

    def log(self) -> list[tuple[str, dict[str, Any]]]:
        items = self.here.client.get(f"/v1/matches/{self.match}/events").json()["items"]
        return [(each["type"], each["data"]) for each in items[1:]]

    def other(self) -> None:
        """Another scorer reports a deal."""
        self.here.tell(self.match, "bridge.deal_played", {"contract": "1N", "declarer": "E", "tricks": 7})


@contextmanager
def sat(
    browser: Browser, here: Inhabited, game: str = "bridge.rubber", how: Any = None, **more: Any
) -> Iterator[Table]:
    with tabs(browser, here.house.url, **(how or PHONE)) as opened:
        yield Table(here, opened, game, **more)
        opened.faults[:] = [fault for fault in opened.faults if not ANSWERED.search(fault)]


def choose(page: Page, *names: str) -> None:
    """Touch keys by what is written on them, each in the part that is called so: `Contract 4`."""
    for name in names:
        group, _, key = name.rpartition(" ")
        page.locator("fieldset:visible", has=page.locator("legend", has_text=re.compile(f"^{group}$"))).get_by_role(
            "radio", name=key, exact=True
        ).tap()


def recorded(page: Page, version: int) -> None:
    expect(page.locator("#sent")).to_have_text(f"Recorded as version {version}.")
    expect(page.locator(".board")).to_have_attribute("data-version", str(version))
    expect(page.locator("#entries li").first).to_have_attribute("data-version", str(version))


def typed(page: Page, line: str) -> None:
    page.locator("#line").fill(line)
    page.locator("#line").press("Enter")


@contextmanager
def phones(browser: Browser, table: Table, path: str | None = None) -> Iterator[Page]:
    """Another phone at the same match, by the same link if no other is given."""
    with tabs(browser, table.here.house.url, **PHONE) as opened:
        page = opened.open(path or table.path)
        expect(page.locator("#state")).to_have_text(re.compile("●"))
        yield page
        opened.faults[:] = [fault for fault in opened.faults if "status of 4" not in fault]


def link(table: Table) -> str:
    """The page by a link of its own."""
    other = table.here._sent(f"/v1/matches/{table.match}/links", {"role": "scorer"})["link"]
    return table.path.replace(table.link, other)


def slow(table: Table, path: str, milliseconds: int) -> None:
    """Answers to requests of that path come late, in pages that are opened from now on."""
    table.opened.context.add_init_script(
        f"""const asked = window.fetch;
        window.fetch = async (path, ...how) => {{
          const answer = await asked(path, ...how);
          if (String(path).includes("{path}")) await new Promise((go) => setTimeout(go, {milliseconds}));
          return answer;
        }};"""
    )


def results(table: Table) -> list[Any]:
    return [data.get("contract", data.get("of")) for _, data in table.log()]


def waiting(page: Page, number: int) -> None:
    expect(page.locator("#waiting li[data-id]")).to_have_count(number)

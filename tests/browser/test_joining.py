"""Lists that matches join while they are looked at."""

from playwright.sync_api import expect

from tests.browsers import Tabs
from tests.houses import Inhabited

SOON = 30_000


def test_matches_join_a_wall_as_they_begin_and_the_oldest_leave_it(here: Inhabited, desk: Tabs) -> None:
    page = desk.open("/tv?lang=en")
    expect(page.get_by_text("No match is open yet.")).to_be_visible()

    first = here.open()

    expect(page.locator("#rows > li")).to_have_count(1, timeout=SOON)
    others = [here.open() for _ in range(12)]
    expect(page.locator(f"#rows > li[data-match='{others[-1]}']")).to_have_count(1, timeout=SOON)
    expect(page.locator("#rows > li")).to_have_count(12)
    expect(page.locator(f"#rows > li[data-match='{first}']")).to_have_count(0)

    here.tell(others[0], "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
    expect(page.locator(f"#rows > li[data-match='{others[0]}']")).to_have_attribute("data-version", "2")

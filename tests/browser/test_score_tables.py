"""Scorers among others: each table and seat has its own place, and none is guessed."""

from playwright.sync_api import Browser, expect

from tests.browsers import DESKTOP
from tests.houses import Inhabited, until
from tests.scoring import Table, choose, recorded, results, sat, typed, waiting

TABLES = [{"table": str(n), "ns": str(2 * n - 1), "ew": str(2 * n), "boards": [1, 2, 3]} for n in (1, 2, 3)]


def moved(table: Table) -> None:
    """A session of pairs at three tables."""
    table.here.tell(table.match, "bridge.movement_set", {"rounds": [TABLES]})


def test_other_tables_hold_nobody_up(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "bridge.pairs") as table:
        moved(table)
        page = table.page()
        page.locator("[data-field=table]").select_option("2")
        choose(page, "Contract 4", "Strain spades", "Declarer N", "Result =")
        here.tell(table.match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "2", "contract": "Pass"})
        page.get_by_role("button", name="Record", exact=True).tap()
        until(lambda: results(table)[1:] == ["Pass", "4S"])

        choose(page, "Contract 3", "Strain NT", "Declarer N", "Result =")
        here.tell(table.match, "bridge.deal_played", {"board": 2, "ns": "3", "ew": "4", "contract": "Pass"})
        page.get_by_role("button", name="Record", exact=True).tap()

        expect(page.locator("#waiting")).to_contain_text("not recorded: somebody else reported first")
        assert results(table)[1:] == ["Pass", "4S", "Pass"]


def test_a_reload_stays_at_its_table(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "bridge.pairs") as table:
        moved(table)
        page = table.page()
        expect(page.locator("[data-field=table]")).to_have_value("")
        expect(page.locator("[data-field=board]")).to_have_value("")
        page.locator("[data-field=table]").select_option("3")
        typed(page, "4s n =")
        recorded(page, 3)
        here.tell(table.match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "2", "contract": "Pass"})

        page.reload()

        expect(page.locator("[data-field=table]")).to_have_value("3")
        expect(page.locator("[data-field=board]")).to_have_value("2")
        assert table.log()[1][1] | {"round": 1, "table": "3", "board": 1, "ns": "5"} == table.log()[1][1]


def test_nobody_guesses_whose_turn_it_is(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "cribbage", DESKTOP) as table:
        for type_, data in (("cribbage.dealt", {"dealer": "A"}), ("cribbage.starter_cut", {"card": "5D"})):
            here.tell(table.match, type_, data)
        page = table.page()
        typed(page, "lay kh")
        typed(page, "lay qh")
        until(lambda: [data["seat"] for _, data in table.log()[2:]] == ["B", "A"])
        table.opened.context.set_offline(True)
        typed(page, "lay b 2c")
        waiting(page, 1)

        typed(page, "lay 2d")

        expect(page.locator("#line-fault")).to_have_text("Say whose.")
        waiting(page, 1)

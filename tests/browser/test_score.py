"""The scorer's page in a browser: entries by thumb, keyboard and line; what is refused, what is taken back."""

import re
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browsers import DESKTOP
from tests.houses import Inhabited, until
from tests.scoring import choose, recorded, sat, typed


def rubber(page: Page) -> None:
    choose(page, "Contract 4", "Strain spades", "Doubled doubled", "Declarer N", "Result +1")
    expect(page.locator(".deal [data-preview]")).to_have_text("4♠︎ doubled by North, made 5")


def teams(page: Page) -> None:
    page.get_by_role("radio", name="Closed room", exact=True).tap()
    choose(page, "Contract 3", "Strain NT", "Declarer E", "Result −1")
    expect(page.locator(".deal [data-preview]")).to_have_text("Board 1, closed room: 3NT by East, down 1")


def pairs(page: Page) -> None:
    for name, value in (("board", "7"), ("ns", "3"), ("ew", "4")):
        page.locator(f"[data-field={name}]").fill(value)
    choose(page, "Contract Pass")


def schnapsen(page: Page) -> None:
    choose(page, "Winner B", "Game points 3")


def cribbage(page: Page) -> None:
    choose(page, "Pegs A", "For crib", "Points 12")


GAMES: dict[str, tuple[Callable[[Page], None], str, dict[str, Any]]] = {
    "bridge.rubber": (rubber, "bridge.deal_played", {"contract": "4SX", "declarer": "N", "result": "+1"}),
    "bridge.chicago": (rubber, "bridge.deal_played", {"contract": "4SX", "declarer": "N", "result": "+1"}),
    "bridge.teams": (
        teams,
        "bridge.deal_played",
        {"board": 1, "room": "closed", "contract": "3N", "declarer": "E", "result": "-1"},
    ),
    "bridge.pairs": (pairs, "bridge.deal_played", {"board": 7, "ns": "3", "ew": "4", "contract": "Pass"}),
    "schnapsen": (schnapsen, "schnapsen.deal_scored", {"winner": "B", "game_points": 3}),
    "sixtysix": (schnapsen, "schnapsen.deal_scored", {"winner": "B", "game_points": 3}),
    "cribbage": (cribbage, "cribbage.points_pegged", {"seat": "A", "points": 12, "for": "crib"}),
}


@pytest.mark.parametrize("game", list(GAMES))
def test_an_entry_by_thumb_is_on_the_board(browser: Browser, here: Inhabited, game: str) -> None:
    entered, type_, data = GAMES[game]
    with sat(browser, here, game) as table:
        page = table.page()
        entered(page)
        assert page.locator(".work").evaluate("(part) => part.scrollWidth <= part.clientWidth")

        page.get_by_role("button", name="Record", exact=True).tap()

        recorded(page, 2)
        assert table.log() == [(type_, data)]
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.get_by_role("radio", checked=True)).to_have_count(
            {"bridge.teams": 2, "schnapsen": 0, "sixtysix": 0}.get(game, 1)
        )


LINES = {
    "bridge.rubber": ["4sx n +1", "3nt e =", "pass", "1c w 5"],
    "bridge.teams": ["b3 open 4♥xx w -2 qh", "1n s =", "b9 c p"],
    "bridge.pairs": ["b5 1-2 6d n 12", "7NTx e -1 as"],
    "sixtysix": ["draw", "b3"],
    "schnapsen": ["a 2", "draw", "deal ah", "x", "qs as", "close", "end"],
    "cribbage": ["a 4", "b12", "deal b", "cut jd", "hand a 5h 5s 5c 2d", "hand 6d 7d 8d 9c = 10"],
}


@pytest.mark.parametrize("game", list(LINES))
def test_lines_are_recorded_or_refused_and_nothing_between(browser: Browser, here: Inhabited, game: str) -> None:
    with sat(browser, here, game, DESKTOP) as table:
        page = table.page()
        expect(page.locator("#line")).to_be_focused()
        refused = []
        for line in LINES[game]:
            before = len(table.log())
            page.locator("#line").fill("")
            page.keyboard.type(line)
            page.keyboard.press("Enter")
            until(lambda before=before: len(table.log()) > before or page.locator("#line-fault").is_visible())
            if page.locator("#line-fault").is_visible():
                refused.append(line)
            expect(page.locator("#line")).to_be_focused()
            expect(page.locator("#line")).to_have_value(line if page.locator("#line-fault").is_visible() else "")

        assert refused == {"schnapsen": ["draw", "end"]}.get(game, [])
        assert len(table.log()) == len(LINES[game]) - len(refused)


def test_what_is_no_line_is_said_and_stays(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, how=DESKTOP) as table:
        page = table.page()
        for line, fault in {
            "4s n": "Say the result, or all tricks taken.",
            "4s n = and more": "This was not understood: and more",
            "hello": "This was not understood: hello",
            "4s": "Say who declared.",
        }.items():
            typed(page, line)
            expect(page.locator("#line-fault")).to_have_text(fault)
            expect(page.locator("#line")).to_have_value(line)

        assert table.log() == []


def test_with_the_keyboard_alone(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, how=DESKTOP) as table:
        page = table.page()
        page.get_by_role("radio", name="1", exact=True).focus()
        for key in ("ArrowRight", "Tab", "Space", "Tab", "Tab", "Space", "Tab", "Space"):
            page.keyboard.press(key)
        expect(page.locator(".deal [data-preview]")).to_have_text("2♣︎ by North, down 3")
        page.keyboard.press("Enter")
        recorded(page, 2)

        page.get_by_role("radio", name="1", exact=True).focus()
        page.keyboard.type("3nt s =")
        expect(page.locator("#line")).to_be_focused()
        page.keyboard.press("Enter")
        recorded(page, 3)
        page.keyboard.type("u")
        page.keyboard.press("Enter")

        recorded(page, 4)
        assert table.log()[-1] == ("match.withdrawn", {"of": 3, "reason": "entered by mistake"})


def test_a_refusal_stands_beside_the_entry_and_nothing_is_lost(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        table.path = table.path.replace("lang=en", "lang=de")
        page = table.page()
        choose(page, "Kontrakt 7", "Farbe Pik", "Alleinspieler N", "Ergebnis +3")
        button = page.get_by_role("button", name="Aufnehmen", exact=True)

        button.tap()

        fault = page.locator(".deal [data-fault]")
        expect(fault).to_be_visible()
        expect(fault).to_have_text("7♠ kann nicht +3 enden: 16 Stiche.")
        expect(page.get_by_role("radio", checked=True)).to_have_count(5)
        expect(page.locator("#waiting")).to_be_hidden()
        choose(page, "Ergebnis =")
        expect(fault).to_be_hidden()
        button.tap()
        expect(page.locator(".board")).to_have_attribute("data-version", "2")


def test_the_last_and_an_older_entry_are_taken_back_and_put_back(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        for number, line in enumerate(("4s n =", "3nt e =", "pass"), start=2):
            typed(page, line)
            recorded(page, number)

        page.get_by_role("button", name="Take back the last").tap()
        recorded(page, 5)
        page.get_by_role("button", name=re.compile("Take back.*four spades.*made 4")).tap()
        recorded(page, 6)
        page.get_by_role("button", name=re.compile("Put back.*Result · Pass")).tap()
        recorded(page, 7)

        reasons = ["entered by mistake", "entered by mistake", "taken back by mistake"]
        assert table.log()[3:] == [
            (f"match.{what}", {"of": of, "reason": reason})
            for what, of, reason in zip(("withdrawn", "withdrawn", "restored"), (4, 2, 4), reasons, strict=True)
        ]


def test_the_link_is_kept_nowhere(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        table.opened.context.set_offline(True)
        typed(page, "4s n =")
        expect(page.locator("#waiting li[data-id]")).to_have_count(1)

        kept = str(page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"))

        assert table.match in kept
        assert "sl_" not in kept
        assert table.link.rpartition("_")[2] not in kept
        assert table.link not in page.content().replace("&amp;", "&").replace(f"link={table.link}", "")


def test_a_director_closes_the_match_and_mends_after_it(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, role="director") as table:
        page = table.page()
        typed(page, "4s n =")
        recorded(page, 2)
        page.locator("summary", has_text="Close the match").tap()

        page.get_by_role("button", name="Close the match").tap()
        recorded(page, 3)
        page.get_by_role("button", name=re.compile("Take back.*four spades.*made 4")).tap()

        recorded(page, 4)


def test_a_hand_is_counted_by_its_cards(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "cribbage") as table:
        here.tell(table.match, "cribbage.dealt", {"dealer": "A"})
        here.tell(table.match, "cribbage.starter_cut", {"card": "5D"})
        page = table.page()
        page.locator("summary", has_text="By the cards").tap()
        part = page.get_by_label("The deal in play")
        choose(page, "Whose B")
        for key in ("5", "hearts", "5", "spades", "5", "clubs", "J", "diamonds"):
            part.get_by_role("button", name=key, exact=True).tap()
        expect(part.locator("[data-preview]")).to_have_text("B shows the hand: 5♥︎ 5♠︎ 5♣︎ J♦︎.")

        part.get_by_role("button", name="Hand").tap()

        recorded(page, 4)
        expect(page.locator(".board")).to_contain_text("twenty-nine")


def test_a_deal_is_played_trick_by_trick(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "schnapsen") as table:
        page = table.page()
        page.locator("summary", has_text="Trick by trick").tap()
        page.locator("[data-field=turn_up]").fill("jh")
        page.get_by_role("button", name="Deal", exact=True).tap()
        recorded(page, 2)
        part = page.get_by_label("The deal in play")
        for card in ("Q spades", "A spades"):
            part.get_by_role("button", name=card).tap()
        part.get_by_role("button", name="Record", exact=True).tap()
        recorded(page, 3)

        expect(part.get_by_role("button", name="Q spades")).to_be_disabled()
        part.get_by_role("button", name="Closes").tap()
        recorded(page, 4)
        assert [kind for kind, _ in table.log()] == [
            "schnapsen.dealt",
            "schnapsen.trick_played",
            "schnapsen.talon_closed",
        ]


@pytest.mark.parametrize("game", ["bridge.pairs", "schnapsen", "cribbage"])
def test_it_is_clean_by_axe(browser: Browser, here: Inhabited, game: str) -> None:
    with sat(browser, here, game) as table:
        page = table.page()
        for folded in page.locator(".work details").all():
            folded.locator("summary").first.tap()
        table.opened.context.set_offline(True)
        typed(page, {"bridge.pairs": "b1 1-2 pass", "schnapsen": "a 2", "cribbage": "a 2"}[game])
        expect(page.locator("#waiting li[data-id]")).to_have_count(1)

        found = Axe().run(page, ".work").response["violations"]

        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


def test_a_page_without_a_link_is_clean_and_follows_the_match(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.opened.open(f"/score/{table.match}")
        table.other()

        expect(page.locator(".board")).to_have_attribute("data-version", "2")
        with httpx2.Client() as client:
            assert client.get(f"{here.house.url}/score/{table.match}?link=sl_none").status_code == 200
        assert Axe().run(page, ".notice").response["violations"] == []

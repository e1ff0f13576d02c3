"""What a director types into a form: figures as people write them, and refusals as people read them."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desks import MADE, act, at, directing, look, send, session, watched
from tests.browsers import Tabs
from tests.houses import Inhabited


@pytest.fixture
def desk(browser: Browser, here: Inhabited) -> Iterator[Tabs]:
    """Tabs of a director, who may be refused."""
    with watched(browser, here) as found:
        yield found


@pytest.mark.parametrize(
    ("typed", "points"), [("0,5", "0.5"), ("−0,5", "-0.5"), ("−2", -2), ("– 1 000", -1000), ("2.25", "2.25")]
)
def test_points_are_read_as_people_type_them(here: Inhabited, desk: Tabs, typed: str, points: Any) -> None:
    match = session(here, "public")
    page = directing(here, desk, match, "de")
    page.get_by_role("button", name="Punkte geben oder abziehen").click()
    sheet = page.locator("#sheet")
    sheet.get_by_label("Wer").select_option("pair:1")
    sheet.get_by_label("Punkte").fill(typed)
    sheet.get_by_label("Grund").fill("zu spät")

    look(sheet)
    send(sheet)

    at(page, 5)
    log = here.client.get(f"/v1/matches/{match}/events").json()["items"]
    assert log[-1]["data"]["points"] == points


def test_an_award_is_read_as_people_type_it(here: Inhabited, desk: Tabs) -> None:
    match = session(here, "public")
    page = directing(here, desk, match, "de")
    sheet = act(page, 3, "Zuweisen")
    ours, theirs = sheet.locator(".award").all()
    ours.locator("[data-award=kind]").select_option("percent")
    ours.get_by_label("Zahl").fill("57,5 %")
    theirs.locator("[data-award=kind]").select_option("weighted")
    theirs.get_by_label("Anschrift 1").fill("−5o")
    theirs.get_by_label("davon, %").first.fill("100")
    sheet.get_by_label("Grund").fill("Auskunft")
    look(sheet)
    expect(sheet.locator(".fault")).to_have_text("Bitte eine ganze Zahl schreiben.")

    theirs.get_by_label("Anschrift 1").fill("−50")
    theirs.get_by_label("davon, %").first.fill("62,5")
    theirs.get_by_label("Anschrift 2").fill("− 1 100")
    theirs.get_by_label("davon, %").nth(1).fill("37,5")
    look(sheet)
    send(sheet)

    at(page, 5)
    award = here.client.get(f"/v1/matches/{match}/events").json()["items"][-1]["data"]["award"]
    scores = [{"score": -50, "weight": "0.625"}, {"score": -1100, "weight": "0.375"}]
    assert award == {"NS": "57.5%", "EW": {"score": scores}}


def test_what_could_be_thousands_is_not_taken_for_decimals(here: Inhabited, desk: Tabs) -> None:
    page = directing(here, desk, session(here, "public"))
    page.get_by_role("button", name="Give or take points").click()
    sheet = page.locator("#sheet")
    sheet.get_by_label("Who").select_option("pair:1")
    sheet.get_by_label("Points").fill("1,000")
    sheet.get_by_label("Reason").fill("late")

    look(sheet)

    expect(sheet.locator(".fault")).to_have_text('Points: is no number: write 5, -3 or "2.5"')
    expect(sheet.get_by_label("Points")).to_be_focused()


def test_refusals_are_said_in_the_language_of_the_page(here: Inhabited, desk: Tabs) -> None:
    rubber = here.open()
    here.tell(rubber, "bridge.deal_played", MADE)
    page = directing(here, desk, rubber, "de")
    sheet = act(page, 2, "Ändern")
    sheet.get_by_label("Kontrakt").fill("8S")
    sheet.get_by_label("Grund dafür").fill("verlesen")
    look(sheet)
    expect(sheet.locator(".fault")).to_contain_text("Ein Kontrakt ist 1C bis 7N")

    sheet.get_by_label("Kontrakt").fill("4H")
    sheet.locator("[data-field=lead]").fill("1Z")
    look(sheet)
    expect(sheet.locator(".fault")).to_contain_text("Ausspiel: ist keine Karte")
    expect(sheet.locator("[data-field=lead]")).to_be_focused()

    sheet.locator("[data-field=lead]").fill("AS")
    look(sheet)
    expect(sheet.locator("[data-send]")).to_be_focused()
    here.tell(rubber, "match.withdrawn", {"of": 2, "reason": "never played"})
    send(sheet)

    expect(sheet.locator(".fault")).to_have_text("Das Match ist inzwischen bei Version 3. Version 2 ist zurückgezogen.")
    expect(sheet.locator(".preview")).to_be_empty()
    expect(sheet.get_by_label("Grund dafür")).to_have_value("verlesen")


def test_a_number_that_cannot_be_read_is_never_left_out(here: Inhabited, desk: Tabs) -> None:
    match = session(here)
    page = directing(here, desk, match)
    page.get_by_role("button", name="Release results").click()
    sheet = page.locator("#sheet")
    sheet.get_by_label("Round").press_sequentially("1e")

    look(sheet)

    expect(sheet.locator(".fault")).to_have_text("Write a whole number.")
    expect(sheet.get_by_label("Round")).to_be_focused()
    expect(sheet.locator("[data-send]")).to_be_hidden()
    page.get_by_role("button", name="Change who sees it").click()
    sheet.get_by_label("Who sees it").select_option("delayed")
    sheet.get_by_label("Seconds late").fill("")
    sheet.get_by_label("Seconds late").press_sequentially("-")
    look(sheet)
    expect(sheet.locator(".fault")).to_have_text("Write a whole number.")

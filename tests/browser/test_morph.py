"""Parts of a page that become others: elements that stay are not taken out, or they would lose the focus."""

from typing import Any

import pytest

from tests.browsers import Tabs
from tests.houses import Inhabited

MORPHED = """async ([before, after]) => {
    const { morph } = await import("/static/morph.js");
    const line = (name) => `<li data-key="${name}"><a href="#${name}">${name}</a></li>\\n`;
    const lines = (names) => `<ol>\\n${names.map(line).join("")}</ol>`;
    const place = document.createElement("div");
    place.innerHTML = lines(before);
    document.body.append(place);
    const old = new Map([...place.querySelectorAll("li")].map((each) => [each.dataset.key, each]));
    place.querySelector("[href='#c']").focus();
    const watch = new MutationObserver(() => {});
    watch.observe(place, { childList: true, subtree: true });
    morph(place, lines(after));
    const taken = watch.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]).filter((each) => each.dataset);
    const rows = [...place.querySelectorAll("li")];
    const same = rows.filter((each) => old.get(each.dataset.key) === each).length;
    place.remove();
    return { taken: taken.map((each) => each.dataset.key), same, names: rows.map((each) => each.dataset.key) };
}"""


@pytest.mark.parametrize(
    ("before", "after", "taken"),
    [
        ("abcd", "xabcd", ""),
        ("abcd", "axybcd", ""),
        ("abcd", "abcdx", ""),
        ("abcd", "bcd", "a"),
        ("abcd", "cd", "ab"),
        ("abcd", "xcyd", "ab"),
    ],
)
def test_only_what_goes_is_taken_out(here: Inhabited, desk: Tabs, before: str, after: str, taken: str) -> None:
    page = desk.open(f"/matches/{here.open()}")

    found: dict[str, Any] = page.evaluate(MORPHED, [list(before), list(after)])

    assert found["names"] == list(after)
    assert found["taken"] == list(taken)
    assert found["same"] == len(set(before) & set(after))

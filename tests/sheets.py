"""A page's tables as people read them: cells in rows, by caption."""

import re
from html.parser import HTMLParser
from typing import Any

import httpx2

from tests.houses import Inhabited, until
from tests.servers import NO_TLS


class Page(HTMLParser):
    """A page, read without JavaScript."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.captions: list[str] = []
        self.opened: list[list[str]] = []
        """Rows that others open, of all tables."""
        self._tables: list[list[list[str]]] = []
        self._within: list[tuple[list[list[str]], list[str]]] = []
        self._words: list[str] = []
        self._since = 0
        self._letter = False
        self.feed(source)
        self.text = _plain("".join(self._words))

    def table(self, caption: str) -> list[list[str]]:
        """The rows of the table whose caption begins so, the head's among them, but for those that others open."""
        place = next(n for n, each in enumerate(self.captions) if each.startswith(caption))
        return self._tables[place]

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        """Begin a table, a row, a caption or a cell. Letters that may stand in for suits are not shown."""
        self._letter = ("class", "letter") in attributes
        if tag == "table":
            self._tables.append([])
            self._within.append((self._tables[-1], []))
        elif tag == "tr":
            table, row = self._within[-1][0], list[str]()
            (self.opened if ("class", "more") in attributes else table).append(row)
            self._within[-1] = (table, row)
        elif tag in {"td", "th", "caption"}:
            self._since = len(self._words)
        else:
            self._words.append("" if tag in {"span", "small", "b"} else " ")

    def handle_endtag(self, tag: str) -> None:
        """End a caption or a cell."""
        self._letter = False
        if tag == "table":
            self._within.pop()
        elif tag == "caption":
            self.captions.append(_plain("".join(self._words[self._since :])))
        elif tag in {"td", "th"}:
            self._within[-1][1].append(_plain("".join(self._words[self._since :])))
            self._words.append(" ")

    def handle_data(self, data: str) -> None:
        """What stands there."""
        self._words.append("" if self._letter else data)


def looked_at(here: Inhabited, events: list[dict[str, Any]], path: str = "") -> Page:
    """The page of a match told so, or one below it, once its boards are there."""
    match = here.client.post("/v1/matches", json=events[0]["data"]).json()["match"]
    if events[1:]:
        answer = here.client.post(f"/v1/matches/{match}/events", json={"events": events[1:]})
        assert answer.status_code == 201, answer.text
    until(lambda: (here.board(match, "hands") or {}).get("version") == len(events))
    answer = httpx2.get(f"{here.house.url}/matches/{match}{path}", verify=NO_TLS)
    assert answer.status_code == 200
    return Page(answer.text)


def _plain(text: str) -> str:
    """Text without what only spaces it, thin spaces of figures apart, and without variation selectors."""
    return re.sub(r"[ \n]+", " ", text.replace("\ufe0e", "")).strip()

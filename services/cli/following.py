"""Following a match over HTTP: its boards as they come, from the stream and never from the store."""

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx2

from domain.games import all_games
from services.errors import ServiceError

_PATIENCE_SECONDS = 30.0
_SILENCE = httpx2.Timeout(5, read=40)


def boards(url: str, match: str, key: str | None = None) -> Iterator[dict[str, Any]]:
    """
    The boards of a match, all of them, again whenever one is newer; a stream that breaks is taken up again.

    Errors:
        ServiceError: the match cannot be seen, or the server stays away for half a minute.
    """
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    shown: dict[str, Any] = {}
    lost: float | None = None
    while True:
        try:
            with httpx2.stream("GET", f"{url}/v1/matches/{match}/live", headers=headers, timeout=_SILENCE) as answer:
                if answer.status_code != 200:  # noqa: PLR2004
                    answer.read()
                    raise ServiceError(_refusal(answer))
                for event, data in _frames(_lines(answer.iter_text())):
                    lost = None
                    if event == "board":
                        shown[data["board"]] = data
                        if shown.keys() >= all_games()[data["game"]].boards.keys():
                            yield shown
        except httpx2.HTTPError as error:
            lost = lost or time.monotonic()
            if time.monotonic() - lost > _PATIENCE_SECONDS:
                raise ServiceError(f"{url} does not answer.") from error
        time.sleep(0.5)


def names(url: str, match: str, key: str | None = None) -> dict[str, str]:
    """The names of those players of a match that have one, by id; none where they cannot be asked for now."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        answer = httpx2.get(f"{url}/v1/matches/{match}", headers=headers, timeout=_SILENCE)
        found: dict[str, str] = answer.json()["names"]
    except (httpx2.HTTPError, ValueError, LookupError, TypeError):
        return {}
    return found


def is_address(url: str) -> bool:
    """Whether a server can be asked there at all."""
    try:
        httpx2.URL(url)
        parts = urlsplit(url)
    except (httpx2.InvalidURL, ValueError):
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _refusal(answer: httpx2.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, LookupError, TypeError):
        return f"{answer.url} answers {answer.status_code}: that is no Scorepad."


def _lines(texts: Iterator[str]) -> Iterator[str]:
    """Lines as the server ends them; strings may hold what else `iter_lines` takes for an end."""
    rest = ""
    for text in texts:
        *whole, rest = (rest + text).split("\n")
        yield from whole


def _frames(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    event, data = "", ""
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            event = value
        elif name == "data":
            data = value
        elif not line and event:
            yield event, json.loads(data)
            event = ""

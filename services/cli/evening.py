"""The demo's evening: each match is reported over HTTP and followed over its stream, as clubs would."""

import time
from contextlib import nullcontext
from threading import Thread
from typing import Any

import httpx2
from rich.console import Console
from rich.live import Live

from services.cli import following, pads
from services.demo import Reported, evening
from services.errors import ServiceError

_CATCH_UP_SECONDS = 15.0


def play(url: str, key: str, pace: float) -> None:
    """Play every match of the evening, showing each as viewers see it, then its final boards."""
    console = Console()
    with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=10) as client:
        for reported in evening():
            _play_match(client, console, reported, pace)


def _play_match(client: httpx2.Client, console: Console, reported: Reported, pace: float) -> None:
    opened = _sent(client.post("/v1/matches", json=reported.opening))
    match = opened["match"]
    console.print(f"[bold]{reported.opening['title']}[/bold]  {client.base_url}/matches/{match}")
    reporter = Thread(target=_report, args=(client, match, reported.batches, pace), daemon=True)
    reporter.start()
    final = _follow(client, console, match, reported.events)
    reporter.join()
    console.print(pads.shown(final))
    if (totals := _totals(final)) is not None:
        console.print(totals, style="bold")


def _report(client: httpx2.Client, match: str, batches: list[list[dict[str, Any]]], pace: float) -> None:
    for events in batches:
        if client.is_closed:
            return
        _sent(client.post(f"/v1/matches/{match}/events", json={"events": events}))
        time.sleep(pace)


def _follow(client: httpx2.Client, console: Console, match: str, last: int) -> dict[str, Any]:
    """Show the boards from the stream until every one is at the last version."""
    live = Live(console=console, transient=True, auto_refresh=False) if console.is_terminal else nullcontext()
    told = 0
    deadline = None
    with live as screen:
        for boards in following.boards(str(client.base_url).rstrip("/"), match):
            newest = pads.first(boards)["version"]
            if screen is not None:
                screen.update(pads.shown(boards), refresh=True)
            elif newest > told:
                told = newest
                console.print(f"{newest:>4}  {' '.join(pads.first(boards)['why'])}", highlight=False)
            if all(board["version"] == last for board in boards.values()) and boards:
                return boards
            deadline = deadline or time.monotonic() + _CATCH_UP_SECONDS * 20
            if time.monotonic() > deadline:
                break
    raise ServiceError("The boards did not reach the end of the match.")


def _totals(boards: dict[str, Any]) -> str | None:
    """The pad's totals in a line; None where the match has no pad."""
    if "rubber" not in boards:
        return None
    sides = boards["rubber"]["sides"]
    return f"We {sides['NS']['total']}, They {sides['EW']['total']}"


def _sent(answer: httpx2.Response) -> Any:
    if answer.status_code != 201:  # noqa: PLR2004
        raise ServiceError(f"The server refused: {answer.json().get('detail')}")
    return answer.json()

"""Viewers: a thousand on one board at fifty updates a second, by one API process; as boards, and as pages draw it."""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from bench.figures import Figure
from tests.houses import Inhabited, running, until

VIEWERS = 1_000
UPDATES = 50
SECONDS = 6
SETTLES = 60.0
DEAL = {"type": "bridge.deal_played", "data": {"contract": "1N", "declarer": "N", "tricks": 6}}
OPEN = {
    "streams": 2 * VIEWERS,
    "streams_per_address": 2 * VIEWERS,
    "connections": 4 * VIEWERS,
    "connections_per_address": 4 * VIEWERS,
}


def measure() -> Iterator[Figure]:
    """Whether all was delivered to all, and how late after its acknowledgement half, and all but a hundredth, came."""
    for kind, path in (("boards", "/v1/matches/{}/live?boards=rubber"), ("pages", "/v1/live?match={}&drawn=board.en")):
        with tempfile.TemporaryDirectory() as folder, running(data=Path(folder), **OPEN) as here:
            yield from _watched(here, kind, path)


def _watched(here: Inhabited, kind: str, path: str) -> Iterator[Figure]:
    match = here.open()
    until(lambda: (here.board(match) or {}).get("version") == 1)
    command = [sys.executable, "-m", "bench.viewers", here.house.url, path.format(match), str(UPDATES * SECONDS + 1)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdout
        with closing(crowd.stdout) as said:
            assert said.readline() == "all there\n"
            sent = _told(here, match)
            got = json.loads(said.readline())
    late = quantiles([at - sent[version] for viewer in got for version, at in viewer if version in sent], n=100)
    versions = [len({version for version, _ in viewer}) for viewer in got]
    of_all = sum(versions) / len(versions) / len({version for viewer in got for version, _ in viewer})
    ended = sum(viewer[-1][0] == UPDATES * SECONDS + 1 for viewer in got)
    name = f"{VIEWERS} viewers of {kind}, {UPDATES} updates/s"
    yield Figure(f"{name}: saw the last", ended, "viewers", "all of them", ended / VIEWERS, 1)
    if kind == "boards":
        yield Figure(f"{name}: each was sent", median(versions), "versions", "all published", of_all, 1)
    else:
        yield Figure(
            f"{name}: each was sent", median(versions) / SECONDS, "drawings/s", "ten", median(versions) / SECONDS / 10
        )
    yield Figure(f"{name}: late by half", late[49] * 1000, "ms")
    yield Figure(f"{name}: late by 99 of 100", late[98] * 1000, "ms")


def _told(here: Inhabited, match: str) -> dict[int, float]:
    """When each version was acknowledged."""
    sent, began = {}, time.monotonic()
    for number in range(UPDATES * SECONDS):
        time.sleep(max(0.0, began + number / UPDATES - time.monotonic()))
        version = here.client.post(f"/v1/matches/{match}/events", json=DEAL).raise_for_status().json()["version"]
        sent[version] = time.monotonic()
    return sent


async def _crowd(url: str, path: str, last: int) -> None:
    at = urlsplit(url)
    seen: list[list[tuple[int, float]]] = [[] for _ in range(VIEWERS)]
    there = asyncio.Semaphore(0)

    async def view(mine: list[tuple[int, float]]) -> None:
        reader, writer = await asyncio.open_connection(at.hostname, at.port, limit=1 << 20)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(b"data: ") and b'"version":' in line:
                version = int(line.split(b'"version":', 1)[1].split(b",", 1)[0])
                mine.append((version, time.monotonic()))
                if len(mine) == 1:
                    there.release()
                if version >= last:
                    break
        writer.close()

    async with asyncio.TaskGroup() as group:
        viewers = [group.create_task(view(mine)) for mine in seen]
        for _ in viewers:
            await there.acquire()
        print("all there", flush=True)
        _, slow = await asyncio.wait(viewers, timeout=SECONDS + SETTLES)
        for each in slow:
            each.cancel()
    print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    asyncio.run(_crowd(sys.argv[1], sys.argv[2], int(sys.argv[3])))

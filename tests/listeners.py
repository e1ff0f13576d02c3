"""Who listens to a stream of Server-Sent Events, and reads it line by line as the standard says."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx2

from tests.servers import Api

Headers: TypeAlias = Mapping[str, str] | Mapping[bytes, bytes]
"""Text, or bytes where they are no ASCII."""

LINE_END = re.compile(r"\r\n|\r(?=.)|\n", re.DOTALL)
"""What ends a line; a return at the very end of what was read may be half of one."""
SILENCE = 15.0
"""Seconds after which a stream is taken to be dead."""


@dataclass(frozen=True)
class Frame:
    """One event of a stream."""

    event: str
    data: Any
    id: str | None = None


@dataclass
class Listener:
    """An open stream."""

    answer: httpx2.Response
    frames: Iterator[Frame]

    def next(self, *events: str) -> Frame:
        """The next frame; of these events, if any are named, passing over beats alone."""
        for frame in self.frames:
            if not events or frame.event in events:
                return frame
            assert frame.event == "beat", frame
        raise AssertionError("the stream has ended")

    def boards(self, number: int = 2) -> dict[str, dict[str, Any]]:
        """The next boards, by name."""
        taken = [self.next("board") for _ in range(number)]
        return {frame.data["board"]: frame.data for frame in taken}

    def beats(self) -> bool:
        """Whether the next frame is a beat: nothing else was to be said."""
        return self.next().event == "beat"


@contextmanager
def listening(client: httpx2.Client, path: str, headers: Headers | None = None, **asked: Any) -> Iterator[Listener]:
    """A stream for as long as the block lasts."""
    timeout = httpx2.Timeout(20, read=SILENCE)
    with client.stream("GET", path, params=asked or None, headers=headers, timeout=timeout) as answer:
        assert answer.status_code == 200, answer.read()
        yield Listener(answer, read_frames(answer.iter_bytes()))


@contextmanager
def watching(api: Api, match: str, headers: Headers | None = None, **asked: Any) -> Iterator[Listener]:
    """A match's stream, as anybody may watch it."""
    with listening(api.as_(), f"/v1/matches/{match}/live", headers, **asked) as listener:
        yield listener


def read_frames(chunks: Iterable[bytes]) -> Iterator[Frame]:
    """The frames of a stream, whatever ends its lines."""
    fields: dict[str, str] = {}
    for line in _lines(chunks):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data" and "data" in fields:
            fields["data"] += "\n" + value
        elif name:
            fields[name] = value
        elif "data" in fields:
            yield Frame(fields.get("event", "message"), json.loads(fields["data"]), fields.get("id"))
            fields = {}


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    decoder, text = codecs.getincrementaldecoder("utf-8")(), ""
    for chunk in chunks:
        text += decoder.decode(chunk)
        while found := LINE_END.search(text):
            yield text[: found.start()]
            text = text[found.end() :]

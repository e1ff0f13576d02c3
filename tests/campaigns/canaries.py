"""Secrets that are searched for, in every form in which they could stand somewhere."""

import base64
import codecs
import hashlib
import re
import socket
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import redis
import sqlalchemy as sa

from services.wiring import EVERY, Stores

DIGESTS = {("keys", "digest"), ("keys", "former_digest"), ("tickets", "digest"), ("tickets", "secret")}
"""Columns in which the digest of a secret belongs."""


class Canaries:
    """Secrets by name, and whether one of them stands in what is shown."""

    def __init__(self) -> None:
        self._forms: dict[bytes, str] = {}
        self._digests: dict[bytes, str] = {}

    def __len__(self) -> int:
        return len(self._digests)

    def plant(self, name: str, text: str) -> str:
        """Search for this from now on; returns it."""
        body = text.rsplit("_", 1)[-1][:43]
        for part in (text, body):
            self._forms |= {form: f"{name}, {how}" for how, form in _forms(part)}
        for part in (text, body):
            raw = hashlib.sha256(part.encode()).digest()
            written = repr(raw)[2:-1].encode()
            shown = (raw, raw.hex().encode(), raw.hex().upper().encode(), base64.b64encode(raw), written)
            shown += (written.replace(b"\\", b"\\\\"),)
            self._digests |= dict.fromkeys(shown, f"{name}, digest")
        return text

    def in_(self, shown: bytes | str, *, digests: bool = True) -> set[str]:
        """The names of those that stand in it, and in which form; also in what is compressed in it."""
        whole = shown.encode("utf-8", "surrogateescape") if isinstance(shown, str) else shown
        forms = self._forms | (self._digests if digests else {})
        return {name for text in (whole, *_unpacked(whole)) for form, name in forms.items() if form in text}

    def in_files(self, folder: Path) -> set[str]:
        """The same in every file of a folder; the digests stand in a database's own files, and are looked for there."""
        found = set[str]()
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_socket():
                digests = not path.name.startswith("scorepad.db")
                found |= {f"{path.name}: {name}" for name in self.in_(path.read_bytes(), digests=digests)}
        return found

    def in_database(self, stores: Stores) -> set[str]:
        """The same in every column of every table that there is; a digest only belongs where it is looked up."""
        everything, found = sa.MetaData(), set[str]()
        with stores.reading(EVERY) as connection:
            everything.reflect(connection)
            for table in everything.sorted_tables:
                for column in table.columns:
                    digests = (table.name, column.name) not in DIGESTS
                    for value in connection.execute(sa.select(column).where(column.is_not(None))).scalars():
                        text = bytes(value) if isinstance(value, bytes | memoryview) else str(value)
                        found |= {f"{table.name}.{column.name}: {name}" for name in self.in_(text, digests=digests)}
        return found

    def in_redis(self, client: redis.Redis) -> set[str]:
        """The same in every key that there is, and its value."""
        found = set[str]()
        for key in client.scan_iter():
            found |= self.in_(key)
            for part in _value(client, key):
                found |= {f"{key!r}: {name}" for name in self.in_(part)}
        return found


def _forms(part: str) -> Iterator[tuple[str, bytes]]:
    raw = part.encode()
    yield "as it is", raw
    yield "in percents", "".join(f"%{letter:02x}" for letter in raw).encode()
    yield "in percents", "".join(f"%{letter:02X}" for letter in raw).encode()
    yield "in hex", raw.hex().encode()
    yield "backwards", raw[::-1]
    for before in range(3):
        # Wherever it begins in what is encoded, the letters in the middle are the same.
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield "in base 64", encode(b"\0" * before + raw)[4:-4]


def _unpacked(whole: bytes) -> Iterator[bytes]:
    """What is compressed in it: RQ does so with what a job is called with."""
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", whole):
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(whole[found.start() :])


def _value(client: redis.Redis, key: bytes) -> list[bytes]:
    read = {
        b"string": lambda: [client.get(key)],
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1),
        b"hash": lambda: [part for pair in client.hgetall(key).items() for part in pair],
        b"stream": lambda: [repr(client.xrange(key)).encode()],
    }
    kind = client.type(key)
    return [part for part in read[kind]() if part is not None] if kind != b"none" else []


class Overheard:
    """All that is said to a Redis, jobs and publications too, for as long as it is listened to."""

    def __init__(self) -> None:
        self._raw = bytearray()

    @property
    def text(self) -> bytes:
        """What was said, without the escapes of `MONITOR`."""
        return codecs.escape_decode(bytes(self._raw))[0]

    def listen(self, line: socket.socket) -> None:
        with suppress(ConnectionError):
            while chunk := line.recv(65_536):
                self._raw += chunk


@contextmanager
def overhearing(path: Path) -> Iterator[Overheard]:
    """Listen to the server on a unix socket."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))
        line.sendall(b"MONITOR\r\n")
        assert line.recv(5) == b"+OK\r\n"
        heard = Overheard()
        thread = Thread(target=heard.listen, args=(line,))
        thread.start()
        try:
            yield heard
        finally:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            thread.join()

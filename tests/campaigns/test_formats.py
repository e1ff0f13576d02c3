"""
Files that came to harm, to the reader of each format and through a whole import: told, or refused in words.

A few hundred of each format in every run; `SCOREPAD_TEST_FILES=100000` for the campaign of docs/guarantees.md.
"""

import io
import logging
import os
import re
import socket
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import pytest

from services.formats.found import Asked, Found, Told, Unreadable
from services.formats.registry import FORMATS
from services.importing import Order
from services.wiring import Stores
from tests import books
from tests.campaigns import nasty_files
from tests.campaigns.files import SAMPLES, spoilt, spoilt_rows
from tests.campaigns.nasty_files import JSON, PACKED, TEXT, USEBIO, monotonous
from tests.cases import SHARED
from tests.chance import dice
from tests.readings import survives
from tests.services.test_importing import Office

figures = logging.getLogger(__name__).info
FILES: Final = int(os.environ.get("SCOREPAD_TEST_FILES", "2100"))
"""Of all formats together."""
SECONDS: Final = 10
"""Of a processor, for one file: a hundred times what the slowest takes."""
MEMORY: Final = 64 << 20
"""Bytes that reading one file may take, the file's own among them."""
BOMB: Final = re.compile("bomb|laughs|often|deep|100,000 elements in")
PUBLISHED: Final = SHARED / "data" / "bridge" / "events"
ENDINGS: Final = {"pbn": ".pbn", "lin": ".lin", "usebio": ".xml", "acbl": ".json", "bridgemate": ".json"}
LARGEST: Final = 100_000
"""Bytes of a published file that is spoilt."""


def read(name: str, file: bytes) -> Counter[str]:
    """What a reader tells of a file, by kind; nothing but a refusal in words may come out, and that soon."""
    told, refused, begun = Counter[str](), None, time.process_time()
    try:
        for item in FORMATS[name].read(io.BytesIO(file), Asked()):
            told[type(item).__name__] += 1
            assert isinstance(item, Found | Told) or (item.reason and item.line >= 1)
            assert not isinstance(item, Told) or item.events
    except Unreadable as unreadable:
        refused = unreadable
        told["Unreadable"] += 1
    assert refused is None or (refused.reason and refused.line >= 1)
    assert time.process_time() - begun < SECONDS, "this file took too long"
    return told


def published(name: str) -> list[bytes]:
    """Real files of a format, where they are on this machine."""
    folder = PUBLISHED / name
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ENDINGS.get(name))
    return [path.read_bytes() for path in paths if path.stat().st_size < LARGEST][:40]


def harmed(name: str, chance: Random, samples: Sequence[bytes]) -> bytes:
    if name == "bridgemate" and chance.random() < 0.5:
        return spoilt_rows(chance)
    return spoilt(chance, samples)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_file_that_came_to_harm_is_told_or_refused(name: str) -> None:
    told, chance, wanted = Counter[str](), dice(f"2026-11-30 {name}"), FILES // len(SAMPLES)

    for _ in range(wanted):
        told += read(name, harmed(name, chance, SAMPLES[name]))

    figures("%s: %d files: %s", name, wanted, dict(told))
    assert told["Unreadable"] or name == "pbn"
    assert told["Told"] > wanted // 20 or name == "bws"
    assert (told["Bad"] > 0) is (name != "bws")


@pytest.mark.parametrize("name", sorted(ENDINGS))
def test_a_real_file_that_came_to_harm_is_told_or_refused(name: str) -> None:
    samples = published(name)
    if not samples:
        pytest.skip("the published files are not on this machine")
    told, chance, wanted = Counter[str](), dice(f"2026-11-30 real {name}"), FILES // len(ENDINGS) // 20

    for _ in range(wanted):
        told += read(name, spoilt(chance, samples))

    figures("%s: %d real files: %s", name, wanted, dict(told))
    assert told["Found"] > 0


def test_every_format_has_files_that_come_to_harm() -> None:
    assert set(SAMPLES) == set(FORMATS)
    for name, samples in SAMPLES.items():
        for file in samples:
            told = read(name, file)
            assert name == "bws" or (told["Told"] and not told["Unreadable"]), (name, told)


def cases() -> Iterator[tuple[str, str, bytes]]:
    """Every nasty file, with the readers that it is for."""
    for files, readers in (
        (USEBIO, ("usebio",)),
        (PACKED, tuple(FORMATS)),
        (JSON, ("acbl", "bridgemate")),
        (TEXT, ("csv", "pbn", "lin")),
    ):
        for label, file in files.items():
            yield from ((reader, label, file) for reader in readers)


def test_a_nasty_file_is_told_or_refused_soon() -> None:
    told = Counter[str]()

    for reader, _, file in cases():
        told += read(reader, file)

    figures("nasty files: %s", dict(told))
    assert told["Unreadable"] > 100


def test_what_would_fill_the_memory_is_read_in_little_of_it() -> None:
    large = [(reader, label, file) for reader, label, file in cases() if len(file) > 2 << 20 or BOMB.search(label)]
    grown = {}

    tracemalloc.start()
    try:
        for reader, label, file in large:
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            read(reader, file)
            grown[reader, label] = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()

    figures("%d large files: %d bytes at most", len(grown), max(grown.values()))
    assert len(grown) > 20
    assert not {case: size for case, size in grown.items() if size > MEMORY}


def test_no_entity_is_loaded_or_grows(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("4S made by a canary")

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        for label in (label for label in USEBIO if "entit" in label or "laughs" in label or "DTD" in label):
            file = USEBIO[label].replace(b"/etc/passwd", str(secret).encode())
            told = repr(survives(FORMATS["usebio"].read, file.replace(b"127.0.0.1:9", b"127.0.0.1:%d" % port(server))))
            assert "canary" not in told
            assert len(told) < 10_000
            assert ("Told" in told) is ("DTD" in label), label
        with pytest.raises(BlockingIOError):
            server.accept()


def port(server: socket.socket) -> int:
    found: int = server.getsockname()[1]
    return found


def test_signs_again_and_again_are_read_in_one_pass() -> None:
    slow = []

    for label, file in monotonous():
        begun = time.process_time()
        read(label.partition(",")[0], file)
        if time.process_time() - begun > SECONDS / 5:
            slow.append(label)

    assert not slow, f"{nasty_files.SIZE} bytes took long"


@pytest.fixture
def office(stores: Stores, tmp_path: Path) -> Office:
    return Office(stores, tmp_path)


def test_an_import_of_anything_ends_in_order(office: Office) -> None:
    stores, chance, ended = office.table.stores, dice("2026-11-30 import"), Counter[str]()
    wanted = FILES // 20
    imported: list[str] = []
    nasty = [(label, file) for reader, label, file in cases() if reader == "usebio" or file in TEXT.values()]
    harm = (
        (name, harmed(name, chance, SAMPLES[name])) for name in sorted(SAMPLES) for _ in range(wanted // len(SAMPLES))
    )

    for number, (name, file) in enumerate(chain(nasty, harm)):
        path = office.folder / f"{number}.txt"
        path.write_bytes(file)
        known = name in FORMATS and chance.random() < 0.8
        how, matches = _imported(office, path, Order(format=name if known else None))
        ended[how] += 1
        imported += matches
        path.unlink()
    office.table.drain()

    figures("%s: %d imports: %s", stores.engine.dialect.name, ended.total(), dict(ended))
    assert ended["refused"] > 0
    assert ended["imported"] > wanted // 10
    for match in imported:
        assert books.boards(stores, match) == books.replayed(stores, match)


def _imported(office: Office, path: Path, order: Order) -> tuple[str, list[str]]:
    """Look, and enter what was sound: what became of it, and the matches. Looking keeps nothing, nor does refusing."""
    before, begun = books.kept(office.table.stores), time.process_time()
    try:
        with office.look(path, order=order) as plan:
            assert books.kept(office.table.stores) == before, "looking kept something"
            office.enter(plan, order)
    except Unreadable:
        assert books.kept(office.table.stores) == before
        return "refused", []
    assert time.process_time() - begun < SECONDS
    return "imported", [account.match for account in plan.accounts.values()]

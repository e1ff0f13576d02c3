"""What is imported: a file, or several that are read as one."""

import hashlib
import shutil
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from services.formats.registry import HEAD

_CHUNK: Final = 1 << 20
_BETWEEN: Final = b"\n\n"
"""Between two files: the end of a line, and an empty one."""


@dataclass(frozen=True, slots=True)
class Source:
    """
    Bytes to be read, and where they come from.

    Args:
        paths: The files.
        begins: The line on which each of them begins, in what is read.
        digest: SHA-256 of what is read, in hexadecimal.
        size: In bytes.
        head: How it begins.
        file: What is read.
    """

    paths: Sequence[Path]
    begins: Sequence[int]
    digest: str
    size: int
    head: bytes
    file: BinaryIO

    def where(self, line: int) -> tuple[Path, int]:
        """The file that a line stands in, and its number there."""
        place = max(bisect_right(self.begins, line) - 1, 0)
        return self.paths[place], line - self.begins[place] + 1

    @property
    def name(self) -> str:
        """What people call it."""
        first, *others = self.paths
        return f"{first.name} and {len(others)} more" if others else first.name


@contextmanager
def opened(paths: Sequence[Path]) -> Iterator[Source]:
    """Open one file; or several, one after the other with an empty line between them."""
    with _whole(paths[0]) if len(paths) == 1 else tempfile.TemporaryFile() as file:
        begins = [1] if len(paths) == 1 else _joined(paths, file)
        file.seek(0)
        digest, size = hashlib.sha256(), 0
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
        file.seek(0)
        head = file.read(HEAD)
        file.seek(0)
        yield Source(paths, begins, digest.hexdigest(), size, head, file)


def _whole(path: Path) -> BinaryIO:
    """A file; of a pipe a copy, since a file is gone through several times."""
    file = path.open("rb")
    if file.seekable():
        return file
    with file:
        copy = tempfile.TemporaryFile()  # noqa: SIM115  whoever asks for it closes it
        shutil.copyfileobj(file, copy)
    return copy


def _joined(paths: Sequence[Path], file: BinaryIO) -> list[int]:
    """Write files one after the other; the line on which each begins."""
    begins, line = [], 1
    for path in paths:
        begins.append(line)
        with path.open("rb") as part:
            while chunk := part.read(_CHUNK):
                file.write(chunk)
                line += chunk.count(b"\n")
        file.write(_BETWEEN)
        line += _BETWEEN.count(b"\n")
    return begins

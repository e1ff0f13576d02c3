"""Reports that wait between being checked and being appended: in a file, so that memory stays flat."""

import tempfile
from collections.abc import Iterator, Sequence
from typing import IO

from domain import games, wire
from services.recording import Report


class Spool:
    """A temporary file of reports, each with the key of its match; gone once it is closed."""

    def __init__(self) -> None:
        self._file: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115  see `close`
        self._keys: dict[str, int] = {}
        self.reports = 0

    def add(self, key: str, reports: Sequence[Report]) -> None:
        """Keep the reports of one record. A body is one line: JSON writes line ends as two signs."""
        number = self._keys.setdefault(key, len(self._keys))
        self._file.writelines(
            f"{number}\t{report.id}\t{report.event.TYPE}\t{wire.body(report.event)}\n" for report in reports
        )
        self.reports += len(reports)

    def __iter__(self) -> Iterator[tuple[str, Report]]:
        """All that was kept, in its order."""
        types, keys = games.event_types(), list(self._keys)
        self._file.seek(0)
        for line in self._file:
            number, id_, type_, body = line.split("\t", 3)
            yield keys[int(number)], Report(wire.read_stored(types[type_], body), id_)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

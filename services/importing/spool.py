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
        number, last = self._keys.setdefault(key, len(self._keys)), len(reports) - 1
        self._file.writelines(
            f"{number}\t{last - step}\t{report.id}\t{report.event.TYPE}\t{wire.body(report.event)}\n"
            for step, report in enumerate(reports)
        )
        self.reports += len(reports)

    def __iter__(self) -> Iterator[tuple[str, list[Report]]]:
        """All that was kept, record by record, in its order."""
        types, keys = games.event_types(), list(self._keys)
        reports: list[Report] = []
        self._file.seek(0)
        for line in self._file:
            number, more, id_, type_, body = line.split("\t", 4)
            reports.append(Report(wire.read_stored(types[type_], body), id_))
            if more == "0":
                yield keys[int(number)], reports
                reports = []

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

"""Reports that wait between being checked and being appended: in a file, so that memory stays flat."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO

from domain import games, wire
from services.recording import Report


class Spool:
    """A temporary file of reports, each with the key of its match; gone with its last reader."""

    def __init__(self) -> None:
        self._file: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  closed with its plan
        self.reports = 0

    def add(self, key: str, reports: Sequence[Report]) -> None:
        """Keep the reports of one record."""
        for report in reports:
            line = [key, report.id, report.event.TYPE, wire.body(report.event)]
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.reports += len(reports)

    def __iter__(self) -> Iterator[tuple[str, Report]]:
        """All that was kept, in its order."""
        types = games.event_types()
        self._file.seek(0)
        for line in self._file:
            key, id_, type_, body = json.loads(line)
            yield key, Report(wire.read_stored(types[type_], body), id_)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

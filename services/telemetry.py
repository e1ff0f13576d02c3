"""Logs and figures: what a process says of itself."""

import logging
import sys
from typing import Final

import structlog
from prometheus_client import Counter, Gauge
from structlog.typing import EventDict, WrappedLogger

from domain.text import printable

APPENDED: Final = Counter("scorepad_events_appended", "Events acknowledged")
REFUSED: Final = Counter("scorepad_reports_refused", "Reports that were not taken", ["code"])
TURNED_AWAY: Final = Counter("scorepad_turned_away", "Requests and connections beyond a limit", ["code"])
BEHIND: Final = Gauge("scorepad_matches_behind", "Matches with news that is not on their boards")
STUCK: Final = Gauge("scorepad_matches_stuck", "Matches that cannot be folded on")
UNSIGNED: Final = Gauge("scorepad_events_unsigned", "Events that no checkpoint has yet")
SIGNED_AT: Final = Gauge("scorepad_checkpoint_timestamp_seconds", "When the newest checkpoint was made; 0 without one")
NOT_SIGNING: Final = Gauge("scorepad_ledgers_not_signing", "Ledgers whose signing stands still")
NOTICED: Final = Counter("scorepad_noticed", "Refusals, and keys that were taken", ["what"])
VIEWERS: Final = Gauge("scorepad_viewers", "Open streams")


def log_to_stderr(level: str) -> None:
    """Write structured lines to standard error, the libraries' too: for people in a terminal, else JSON."""
    written = _FOR_PEOPLE if sys.stderr.isatty() else _AS_JSON
    structlog.configure(
        processors=[*_STAMPED, *written],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *_STAMPED],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *written],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[libraries], force=True)
    for chatty in ("alembic", "httpx2"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLogger().level))


def _on_one_line(_logger: WrappedLogger, _level: str, said: EventDict) -> EventDict:
    """What somebody sent begins no line of its own and moves no cursor; JSON sees to that by itself."""
    return {name: printable(value) if isinstance(value, str) else value for name, value in said.items()}


_STAMPED: Final = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
# Tracebacks never with the values in their frames: keys and names are among them.
_FOR_PEOPLE: Final = (
    _on_one_line,
    structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
)
_AS_JSON: Final = (
    structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    structlog.processors.JSONRenderer(),
)

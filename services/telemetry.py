"""Logs and figures: what a process says of itself."""

import logging
import sys
from typing import Final

import structlog
from prometheus_client import Counter, Gauge

APPENDED: Final = Counter("scorepad_events_appended", "Events acknowledged")
REFUSED: Final = Counter("scorepad_reports_refused", "Reports that were not taken", ["code"])
BEHIND: Final = Gauge("scorepad_matches_behind", "Matches with news that is not on their boards")
STUCK: Final = Gauge("scorepad_matches_stuck", "Matches that cannot be folded on")
UNSIGNED: Final = Gauge("scorepad_events_unsigned", "Events that no checkpoint has yet")
SIGNED_AT: Final = Gauge("scorepad_checkpoint_timestamp_seconds", "When the newest checkpoint was made; 0 without one")
NOT_SIGNING: Final = Gauge("scorepad_ledgers_not_signing", "Ledgers whose signing stands still")
VIEWERS: Final = Gauge("scorepad_viewers", "Open streams")


def log_to_stderr(level: str) -> None:
    """Write structured lines to standard error: for people in a terminal, else JSON."""
    people = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(_FOR_PEOPLE if people else _AS_JSON),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=level.upper(), stream=sys.stderr, force=True)
    for chatty in ("alembic", "httpx2"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLogger().level))


# Tracebacks never with the values in their frames: keys and names are among them.
_FOR_PEOPLE: Final = (structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),)
_AS_JSON: Final = (
    structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    structlog.processors.JSONRenderer(),
)

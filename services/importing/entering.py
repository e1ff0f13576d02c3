"""
The second time through a file: what was found sound is appended, in batches, each whole or not at all.

A record is never cut: whoever goes on after an import that stopped finds all of it or nothing, and no half auction.
"""

from typing import Final

from domain.errors import Refused
from services import recording
from services.bearers import Bearer
from services.errors import StoreAway
from services.importing.plan import Account, Interrupted, Order, Plan, Progress
from services.recording import Desk, Report

_BATCH: Final = 500
"""Events of a match that are appended at once, and the rest of a record."""
_WAITING: Final = 1000
"""Events of all matches that may wait together."""


def enter(desk: Desk, bearer: Bearer, plan: Plan, order: Order, progress: Progress = lambda _done, _size: None) -> None:
    """
    Append what a file tells and was found sound.

    Errors:
        Interrupted: somebody else's report came between, or the database is away; the same import goes on from there.
    """
    for account in plan.accounts.values():
        if account.opening is not None:
            recording.open_match(desk, bearer, account.opening, match=account.match)
    pending: dict[str, list[Report]] = {}
    done = told = 0
    for key, reports in plan.sound:
        waiting = pending.setdefault(key, [])
        waiting += reports
        done += len(reports)
        if len(waiting) >= _BATCH:
            _record(desk, bearer, plan.accounts[key], pending.pop(key))
        if done - told >= _WAITING:
            _record_all(desk, bearer, plan, pending)
            told = done
            progress(done, plan.sound.reports)
    _record_all(desk, bearer, plan, pending)
    for key, account in plan.accounts.items():
        if order.close and not account.closed:
            _record(desk, bearer, account, [plan.closing(key)])


def _record_all(desk: Desk, bearer: Bearer, plan: Plan, pending: dict[str, list[Report]]) -> None:
    for key, waiting in pending.items():
        _record(desk, bearer, plan.accounts[key], waiting)
    pending.clear()


def _record(desk: Desk, bearer: Bearer, account: Account, reports: list[Report]) -> None:
    try:
        recorded = recording.record(desk, bearer, account.match, reports)
    except Refused as refused:
        raise Interrupted(
            f"Another report came between: {refused.violation.detail} Import the file again to go on."
        ) from refused
    except StoreAway as away:
        # What it says of one report, that nothing was kept, is not so of an import.
        raise Interrupted(
            "The database cannot be reached now, or is full. What was imported before stays: import the file again to "
            "go on."
        ) from away
    account.events += 0 if recorded.replayed else len(reports)

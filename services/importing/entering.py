"""The second time through a file: what was found sound is appended, in batches, each whole or not at all."""

from typing import Final

from domain.errors import Refused
from services import recording
from services.formats.found import Told
from services.importing.plan import Account, Interrupted, Order, Plan, Progress
from services.keys import Bearer
from services.recording import Desk, Report

_BATCH: Final = 500
"""Events that are appended at once."""


def enter(desk: Desk, bearer: Bearer, plan: Plan, order: Order, progress: Progress = lambda _done, _size: None) -> None:
    """
    Append what a file tells, but for what was passed over when it was looked at.

    Errors:
        Interrupted: somebody else's report came between; the same import goes on from there.
    """
    pending: dict[str, list[Report]] = {}
    for account in plan.accounts.values():
        if account.opening is not None:
            recording.open_match(desk, bearer, account.opening, match=account.match)
    for item, done in plan.items(order.asked):
        if isinstance(item, Told) and item.place not in plan.passed_over:
            waiting = pending.setdefault(item.key, [])
            waiting += plan.reports(item)
            if len(waiting) >= _BATCH:
                _record(desk, bearer, plan.accounts[item.key], pending.pop(item.key))
        progress(done, plan.size)
    for key, waiting in pending.items():
        _record(desk, bearer, plan.accounts[key], waiting)
    for key, account in plan.accounts.items():
        if order.close and not account.closed:
            _record(desk, bearer, account, [plan.closing(key)])


def _record(desk: Desk, bearer: Bearer, account: Account, reports: list[Report]) -> None:
    try:
        recorded = recording.record(desk, bearer, account.match, reports)
    except Refused as refused:
        raise Interrupted(
            f"Another report came between: {refused.violation.detail} Import the file again to go on."
        ) from refused
    account.events += 0 if recorded.replayed else len(reports)

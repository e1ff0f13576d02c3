"""What a pad says of its deals, in sentences."""

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.pad.state import Entry, Pad
from domain.games.bridge.terms import Side, name_of, other


def of_result(result: Outcome, entries: tuple[Entry, ...]) -> str:
    """What a scored deal brought, each figure with its reason."""
    if not entries:
        return "Passed out: no score, and the deal passes on."
    words = {"tricks": "below", "overtricks": "over", "undertricks": "above to the defenders"}
    parts = [f"{entry.points} {words.get(entry.reason, entry.reason)}" for entry in entries]
    return f"{result.spoken}: {', '.join(parts)}."


def of_standing(pad: Pad) -> str:
    """Who is ahead."""
    margin = pad.ns.total - pad.ew.total
    if margin == 0:
        return f"The totals are level at {pad.ns.total}."
    ahead: Side = "NS" if margin > 0 else "EW"
    totals = f"{pad.account(ahead).total} to {pad.account(other(ahead)).total}"
    return f"{name_of(ahead)} are ahead by {abs(margin)}: {totals}."

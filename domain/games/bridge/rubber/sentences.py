"""What a rubber says of its events, in sentences."""

from typing import assert_never

from domain.games.bridge.deal import Deal, Outcome
from domain.games.bridge.events import CallMade, CardPlayed, ContractReached, Dealt, TrickWon
from domain.games.bridge.rubber.state import Entry, Rubber
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT, Side, name_of, other
from domain.text import listed, shown


def of_report(
    before: Deal | None, event: Dealt | CallMade | ContractReached | CardPlayed | TrickWon, deal: Deal
) -> str:
    """What a report that does not close the deal tells."""
    match event:
        case Dealt():
            return f"{name_of(deal.dealer)} deals." if deal.dealer else "A deal begins."
        case CallMade():
            call = f"{name_of(event.seat)} calls {event.call}."
            return f"{call} {_reached(deal.contract, deal.declarer)}" if deal.contract else call
        case ContractReached():
            return _reached(event.contract, event.declarer)
        case CardPlayed() | TrickWon():
            return _trick(before, event, deal)
        case _:
            assert_never(event)


def of_result(result: Outcome, entries: tuple[Entry, ...]) -> str:
    """What a scored deal brought, each figure with its reason."""
    if not entries:
        return "Passed out: no score, and the deal passes on."
    words = {"tricks": "below", "overtricks": "over", "undertricks": "above to the defenders"}
    parts = [f"{entry.points} {words.get(entry.reason, entry.reason)}" for entry in entries]
    return f"{result.spoken}: {', '.join(parts)}."


def of_bonuses(bonuses: tuple[Entry, ...]) -> str:
    """What an unfinished rubber is paid."""
    paid = [f"{bonus.points} to {name_of(bonus.side)} for the {bonus.reason}" for bonus in bonuses]
    return f"The rubber is closed unfinished: {listed(paid) or 'no bonus is due'}."


def of_standing(state: Rubber) -> str:
    """Who is ahead."""
    margin = state.ns.total - state.ew.total
    if margin == 0:
        return f"The totals are level at {state.ns.total}."
    ahead: Side = "NS" if margin > 0 else "EW"
    totals = f"{state.account(ahead).total} to {state.account(other(ahead)).total}"
    return f"{name_of(ahead)} are ahead by {abs(margin)}: {totals}."


def _reached(contract: str, declarer: str | None) -> str:
    if contract == PASSED_OUT or declarer is None:
        return "The deal is passed out."
    return f"The contract is {CONTRACTS[contract].spoken} by {name_of(declarer)}."


def _trick(before: Deal | None, event: CardPlayed | TrickWon, deal: Deal) -> str:
    old, new = before.play if before else None, deal.play
    if new is None or old is None or (isinstance(event, CardPlayed) and new.tricks == old.tricks):
        assert isinstance(event, CardPlayed)
        return f"{name_of(event.seat)} plays {shown(event.card)}."
    won = name_of("NS" if new.ns > old.ns else "EW")
    return f"{won} win trick {new.tricks}: North–South {new.ns}, East–West {new.ew}."

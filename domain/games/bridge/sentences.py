"""What a deal in play says of its reports, in sentences."""

from typing import assert_never

from domain.games.bridge.deal import Deal
from domain.games.bridge.events import CallMade, CardPlayed, ContractReached, Dealt, TrickWon
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT, name_of
from domain.text import shown


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

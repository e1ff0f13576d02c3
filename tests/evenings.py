"""Evenings of rubber bridge at random, as tables report them: allowed or not, mended or not."""

from itertools import chain
from typing import Any

from hypothesis import strategies as st

from tests.facts import CLOSED, PASSED, Report, bid, calls, corrected, inserted, opened, restored, withdrawn, won

contracts = st.builds(
    "{}{}{}".format, st.integers(1, 7), st.sampled_from("CDHSN"), st.sampled_from(["", "", "", "X", "XX"])
)
low = st.builds("{}{}".format, st.integers(1, 4), st.sampled_from("CDHSN"))
units = st.sampled_from(["N", "E", "S", "W", "NS", "EW"])
seats = st.sampled_from("NESW")
cards = st.builds("{}{}".format, st.sampled_from("AKQJT98765432"), st.sampled_from("SHDC"))
flags = st.sampled_from([False, False, False, True])


def told(type_: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Report]:
    return st.tuples(st.just(type_), st.fixed_dictionaries(fields))


deals = st.one_of(
    told("bridge.deal_played", contract=low, declarer=units, tricks=st.integers(6, 13)),
    told("bridge.deal_played", contract=contracts, declarer=units, tricks=st.integers(0, 13)),
    told("bridge.deal_played", contract=low, declarer=units, result=st.sampled_from(["=", "+1", "-1", "+4"])),
)
pieces = st.one_of(
    told("bridge.dealt", dealer=seats),
    told("bridge.call_made", seat=seats, call=st.sampled_from(["P", "P", "X", "1C", "1N", "2S", "4H"])),
    told("bridge.contract_reached", contract=contracts, declarer=units),
    told("bridge.card_played", seat=seats, card=cards, irregular=flags),
    told("bridge.trick_won", seat=units),
    told("bridge.trick_won", leader=seats, cards=st.lists(cards, min_size=4, max_size=4), irregular=flags),
    st.sampled_from([("bridge.deal_played", {}), ("bridge.deal_played", {"tricks": 9}), PASSED]),
)
ends = st.sampled_from([CLOSED, ("match.forfeited", {"side": "NS"}), opened(), ("match.released", {})])
others = st.one_of(
    told("bridge.honours_claimed", seat=units, points=st.sampled_from([100, 150])),
    told(
        "match.adjusted", side=st.sampled_from(["NS", "EW"]), points=st.integers(-500, 500), reason=st.just("a reason")
    ),
    told("match.confirmed", of=st.integers(1, 20)),
    told("match.players_changed", players=st.dictionaries(seats, st.just("p1"), min_size=1)),
)


@st.composite
def _deals_in_pieces(draw: st.DrawFn) -> list[Report]:
    """A bid result or an auction, some tricks, perhaps cards, and a hand that may agree."""
    seat = draw(seats)
    contract = draw(contracts if draw(flags) else low)
    auction = [bid(contract, seat)]
    if len(contract) == 2 and draw(st.booleans()):
        auction = calls(seat, contract, "P", "P", "P")
    tricks = [won(unit) for unit in draw(st.lists(units, max_size=13))]
    fallen = draw(st.lists(told("bridge.card_played", seat=seats, card=cards, irregular=st.just(True)), max_size=3))
    hands: list[dict[str, Any]] = [{}, {"tricks": 7}, {"tricks": 10}, {"result": "="}]
    return [*auction, *tricks, *fallen, ("bridge.deal_played", draw(st.sampled_from(hands)))]


def _mended(kind: str, of: int, report: Report, *, force: bool) -> Report:
    more: dict[str, Any] = {"force": True} if force else {}
    match kind:
        case "corrected":
            return corrected(of, report[1], type=report[0], **more)
        case "inserted":
            return inserted(of, report, **more)
        case "withdrawn":
            return withdrawn(of, **more)
        case _:
            return restored(of, **more)


kinds = st.sampled_from(["corrected", "corrected", "inserted", "withdrawn", "restored"])
places = st.integers(2, 7) | st.integers(1, 25)
mendings = st.builds(_mended, kinds, places, deals | deals | pieces | others, force=flags)


def _evenings(*courses: st.SearchStrategy[list[Report]]) -> st.SearchStrategy[list[Report]]:
    told_ = st.lists(st.one_of(*courses), min_size=4, max_size=12)
    return told_.map(lambda parts: list(chain.from_iterable(parts)))


def _alone(reports: st.SearchStrategy[Report]) -> st.SearchStrategy[list[Report]]:
    return reports.map(lambda report: [report])


_several = st.lists(deals, min_size=1, max_size=4)
_piece, _other, _end, _mending = (_alone(reports) for reports in (pieces, others, ends, mendings))
_undone = st.builds(lambda of: [withdrawn(of), restored(of)], places)
sequences = _evenings(_several, _several, _several, _deals_in_pieces(), _piece, _other, _end)
"""What may be reported of an evening, allowed or not, without mendings."""
_mendings = st.lists(st.builds(_mended, kinds, st.integers(2, 8), deals, force=flags), min_size=1, max_size=5)
_talk = _evenings(_several, _several, _several, _deals_in_pieces(), _piece, _other, _mending, _mending, _undone)
_ended = _evenings(_several, _several, _deals_in_pieces(), _piece, _other, _end, _mending)
_scored = st.builds(lambda *parts: [*chain(*parts)], st.lists(deals, min_size=3, max_size=8), _mendings, _several)
evenings = _talk | _ended | _scored
"""The same, mended here and there."""

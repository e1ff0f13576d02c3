"""How LIN spells a deal: boards, dealers, hands, calls and cards. ValueError for all else."""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.cards import PACK, RANKS, Card
from domain.games.bridge.comparison import Vulnerability
from domain.games.bridge.terms import SEATS, Seat, name_of
from domain.text import count, shown
from services.formats import spelling

Hands: TypeAlias = Mapping[Seat, tuple[Card, ...]]

ORDER: Final[tuple[Seat, ...]] = ("S", "W", "N", "E")
"""The order in which LIN names dealers, players and hands."""
_FULL: Final = 13
_DEAL: Final = re.compile(r"([0-4])(.*)", re.DOTALL)
_HAND: Final = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA])*)*")
_SUIT: Final = re.compile(r"([SHDC])([^SHDC]*)")
_CALL: Final = re.compile(r"(?:([1-7](?:NT?|[CDHS]))|(PASS|P)|(RDBL|XX|R)|(DBL|X|D))[!*]*")
_CARDS: Final = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA]))+")
_CARD: Final = re.compile(r"[SHDC](?:10|.)")
_BOARD: Final = re.compile(r"BOARD\W*([0-9]{1,4})")
_ROOM: Final = re.compile(r"([OC])([0-9]{1,4})(?:,.*)?", re.DOTALL)
_VULNERABLE: Final[dict[str, Vulnerability]] = {"O": "None", "N": "NS", "E": "EW", "B": "All"}
_PLACES: Final = {card: place for place, card in enumerate(PACK)}
_SUITS: Final = {suit: place for place, suit in enumerate(spelling.SUITS)}


def board(text: str) -> int | None:
    """A board's number, if a heading (`ah`) is one."""
    found = _BOARD.fullmatch(text.upper())
    return int(found[1]) if found else None


def room(text: str) -> tuple[str, int]:
    """
    A room and the board there (`qx`).

    >>> room("o12"), room("c7,BOARD 7")
    (('open', 12), ('closed', 7))
    """
    found = _ROOM.fullmatch(text.upper())
    if found is None:
        raise ValueError(f"{spelling.cited(text)} is no room and board: o or c, and a number")
    return ("open" if found[1] == "O" else "closed"), int(found[2])


def vulnerability(text: str) -> Vulnerability | None:
    """Who is vulnerable (`sv`); None where it is not said. Many programs write 0 whoever is."""
    if text in {"", "0"}:
        return None
    found = _VULNERABLE.get(text.upper())
    if found is None:
        raise ValueError(f"{spelling.cited(text)} is no vulnerability: o, n, e or b")
    return found


def deal(text: str) -> tuple[Seat | None, Hands]:
    """The dealer, None where it is not said, and the hands that are known (`md`); a missing one is the rest."""
    found = _DEAL.fullmatch("".join(text.split()))
    if found is None:
        raise ValueError("the deal does not begin with its dealer: 1 to 4 for South, West, North, East")
    said = found[2].rstrip(",").split(",")
    if len(said) > len(ORDER):
        raise ValueError(f"it has {count(len(said), 'hand')}, not four")
    hands: dict[Seat, tuple[Card, ...]] = {
        seat: _hand(seat, holding) for seat, holding in zip(ORDER, said, strict=False) if holding
    }
    return (ORDER[int(found[1]) - 1] if found[1] != "0" else None), _completed(hands)


def calls(text: str) -> list[str]:
    """
    The calls of a value, mostly one.

    >>> calls("1n!"), calls("ppp"), calls("d")
    (['1N'], ['P', 'P', 'P'], ['X'])
    """
    said, at = text.upper(), 0
    found: list[str] = []
    while at < len(said):
        if (match := _CALL.match(said, at)) is None:
            break
        bid, passed, redoubled, _ = match.groups()
        found.append(bid[:2] if bid else "P" if passed else "XX" if redoubled else "X")
        at = match.end()
    if not found or at < len(said):
        raise ValueError(f"{spelling.cited(text)} is no call")
    return found


def cards(text: str) -> list[Card]:
    """
    The cards of a value, mostly one.

    >>> cards("h10"), cards("SAS2")
    (['TH'], ['AS', '2S'])
    """
    said = text.upper()
    parts = _CARD.findall(said) if _CARDS.fullmatch(said) else [text[:20]]
    return [spelling.card(part) for part in parts]


def _hand(seat: Seat, text: str) -> tuple[Card, ...]:
    said = text.upper()
    if not _HAND.fullmatch(said):
        raise ValueError(f"{name_of(seat)}'s hand {spelling.cited(text)} cannot be read")
    hand = [Card(rank + suit) for suit, ranks in _SUIT.findall(said) for rank in ranks.replace("10", "T")]
    if len(hand) != _FULL:
        raise ValueError(f"{name_of(seat)} has {count(len(hand), 'card')}, not thirteen")
    return _sorted(hand)


def _completed(hands: dict[Seat, tuple[Card, ...]]) -> Hands:
    dealt = [card for hand in hands.values() for card in hand]
    twice = sorted({card for card in dealt if dealt.count(card) > 1}, key=_PLACES.__getitem__)
    if twice:
        raise ValueError(f"dealt twice: {', '.join(map(shown, twice))}")
    missing: list[Seat] = [seat for seat in SEATS if seat not in hands]
    if len(missing) == 1:
        hands[missing[0]] = _sorted([card for card in PACK if card not in dealt])
    return hands


def _sorted(hand: list[Card]) -> tuple[Card, ...]:
    """As people hold it: spades first, high to low."""
    return tuple(sorted(hand, key=lambda card: (_SUITS[card[1]], -RANKS.index(card[0]))))

"""What an event in the log reports, in a sentence: of its data alone, and not of what came of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT, name_of
from domain.text import SUIT_WORDS, count, listed, shown

_FOR: Final = {
    "heels": "his heels",
    "play": "the play",
    "hand": "the hand",
    "crib": "the crib",
    "penalty": "a penalty",
    "other": "other",
}

Data = Mapping[str, Any]


def said(type_: str, data: Data) -> str:
    """
    An event's own words.

    >>> said("bridge.deal_played", {"board": 3, "room": "open", "contract": "4SX", "declarer": "N", "result": "+1"})
    'Board 3, open room: 4♠ doubled by North, made 5'
    >>> said("schnapsen.deal_scored", {"winner": "A", "game_points": 2}), said("new.type", {})
    ('A wins 2 game points.', 'new.type')
    """
    tell = _SAID.get(type_)
    return tell(data) if tell else type_


def _at(data: Data, text: str) -> str:
    if not data.get("board"):
        return text
    if data.get("room"):
        return f"Board {data['board']}, {data['room']} room: {text}"
    return f"Board {data['board']}, {data.get('ns', '')} against {data.get('ew', '')}: {text}"


def _deal_played(data: Data) -> str:
    contract, result, tricks = data.get("contract"), data.get("result"), data.get("tricks")
    if contract == PASSED_OUT:
        return _at(data, "Passed out")
    if contract is None:
        return _at(data, str(result) if tricks is None else f"{tricks} tricks")
    if result is not None:
        tricks = CONTRACTS[contract].tricks(result)
    declarer = data.get("declarer")
    if tricks is None or declarer is None:
        return _at(data, CONTRACTS[contract].spoken)
    return _at(data, Outcome(contract, declarer, tricks).spoken)


def _contract(data: Data) -> str:
    if data["contract"] == PASSED_OUT:
        return _at(data, "The deal is passed out.")
    return _at(data, f"The contract is {CONTRACTS[data['contract']].spoken} by {name_of(data['declarer'])}.")


def _trick_won(data: Data) -> str:
    if "seat" in data:
        return _at(data, f"{name_of(data['seat'])} win a trick.")
    return _at(data, f"A trick: {_cards(data['cards'])}.")


def _cards(cards: list[str]) -> str:
    return listed([shown(card) for card in cards])


def _pegged(data: Data) -> str:
    return f"{data['seat']} pegs {data['points']} for {_FOR[data['for']]}."


def _shown(what: str) -> Callable[[Data], str]:
    def tell(data: Data) -> str:
        text = f"{data['seat']} shows the {what}: {_cards(data['cards'])}."
        return text if data.get("claimed") is None else f"{text} {data['seat']} claimed {data['claimed']}."

    return tell


def _scored(data: Data) -> str:
    if data.get("winner") is None:
        return "Nobody wins the deal."
    return f"{data['winner']} wins {count(data['game_points'], 'game point')}."


def _dealt(data: Data) -> str:
    return f"{data['dealer']} deals." if data.get("dealer") else "A deal begins."


def _adjusted(data: Data) -> str:
    unit = data.get("side") or data.get("seat") or data.get("pair")
    return f"The director adjusts {unit} by {data['points']}: {data['reason']}"


def _forfeited(data: Data) -> str:
    return f"{data.get('side') or data.get('seat') or data.get('pair')} gives the match up."


def _one(text: str) -> Callable[[Data], str]:
    """The same words whatever was said."""

    def tell(_data: Data) -> str:
        return text

    return tell


_SAID: Final[Mapping[str, Callable[[Data], str]]] = {
    "match.opened": _one("The match is opened."),
    "match.players_changed": _one("From here on others play."),
    "match.corrected": lambda data: f"Version {data['of']} was corrected: {data['reason']}",
    "match.withdrawn": lambda data: f"Version {data['of']} was withdrawn: {data['reason']}",
    "match.restored": lambda data: f"Version {data['of']} was restored: {data['reason']}",
    "match.inserted": lambda data: f"What was forgotten was put in before version {data['before']}: {data['reason']}",
    "match.adjusted": _adjusted,
    "match.confirmed": lambda data: f"The result of version {data['of']} was confirmed.",
    "match.forfeited": _forfeited,
    "match.closed": _one("The match is closed."),
    "match.released": _one("What was held back is released."),
    "match.visibility_changed": _one("Who may see the match has changed."),
    "bridge.dealt": lambda data: f"{name_of(data['dealer'])} deals." if data.get("dealer") else "A deal begins.",
    "bridge.call_made": lambda data: f"{name_of(data['seat'])} calls {data['call']}.",
    "bridge.contract_reached": _contract,
    "bridge.card_played": lambda data: f"{name_of(data['seat'])} plays {shown(data['card'])}.",
    "bridge.trick_won": _trick_won,
    "bridge.deal_played": _deal_played,
    "bridge.honours_claimed": lambda data: f"{name_of(data['seat'])} held honours: {data['points']} above the line.",
    "bridge.board_adjusted": lambda data: _at(data, "an award of the director"),
    "bridge.board_not_played": lambda data: _at(data, "Not played."),
    "bridge.board_fouled": lambda data: (
        f"Board {data['board']} was fouled and is scored in groups of its own: {data['reason']}"
    ),
    "bridge.movement_set": _one("The movement is set."),
    "schnapsen.dealt": _dealt,
    "schnapsen.trump_exchanged": lambda data: f"{data['seat']} exchanges the lowest trump for the turn-up.",
    "schnapsen.marriage_declared": lambda data: f"{data['seat']} declares the marriage in {SUIT_WORDS[data['suit']]}.",
    "schnapsen.talon_closed": lambda data: f"{data['seat']} closes the talon.",
    "schnapsen.trick_played": lambda data: f"A trick: {_cards([data['lead'], data['follow']])}.",
    "schnapsen.card_played": lambda data: f"{data['seat']} plays {shown(data['card'])}.",
    "schnapsen.sixty_six_claimed": lambda data: f"{data['seat']} claims 66.",
    "schnapsen.deal_ended": _one("The cards are out, and nobody claims."),
    "schnapsen.deal_scored": _scored,
    "schnapsen.deal_awarded": _scored,
    "cribbage.dealt": _dealt,
    "cribbage.discarded": lambda data: f"{data['seat']} has laid away.",
    "cribbage.starter_cut": lambda data: f"The starter is {shown(data['card'])}.",
    "cribbage.card_played": lambda data: f"{data['seat']} plays {shown(data['card'])}.",
    "cribbage.go_said": lambda data: f"{data['seat']} says go.",
    "cribbage.hand_shown": _shown("hand"),
    "cribbage.crib_shown": _shown("crib"),
    "cribbage.muggins_called": lambda data: f"{data['seat']} calls muggins: {data['points']}.",
    "cribbage.points_pegged": _pegged,
    "cribbage.game_scored": lambda data: f"{data['winner']} wins the game against {data['loser_score']}.",
}
"""Every type's words: what the log has is well formed, as it was checked when it came."""

"""What a match of Schnapsen or Sixty-Six says of its events, in sentences."""

from typing import assert_never

from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.events import (
    CardPlayed,
    DealAwarded,
    DealEnded,
    DealScored,
    EndEvent,
    MarriageDeclared,
    PlayEvent,
    SixtySixClaimed,
    TalonClosed,
    TrickPlayed,
    TrumpExchanged,
)
from domain.games.schnapsen.scoring import Result
from domain.games.schnapsen.state import Series
from domain.games.schnapsen.terms import SEATS, Seat, other
from domain.text import SUIT_WORDS, count, shown


def of_dealing(deal: Deal) -> str:
    """What the deal shows to all."""
    words = f"Deal {deal.number}: {deal.dealer} deals, {deal.leader} leads"
    if deal.layout.turn_up is not None:
        return f"{words}; {shown(deal.layout.turn_up)} is turned up."
    trump = deal.layout.trump
    return f"{words}; {SUIT_WORDS[trump]} are trumps." if trump else f"{words}."


def of_play(before: Deal, event: PlayEvent, after: Deal) -> str:
    """What an event tells that does not end the deal."""
    match event:
        case TrickPlayed():
            return _trick(after)
        case CardPlayed():
            played = f"{event.seat} plays {shown(event.card)}."
            return played if after.led is not None else f"{played} {_trick(after)}"
        case MarriageDeclared():
            return _marriage(after, event.seat)
        case TrumpExchanged():
            return _exchange(before, event, after)
        case TalonClosed():
            draw = " before the draw" if event.before_draw else ""
            points = f"A has {_standing(after, 'A')}, B {_standing(after, 'B')}"
            return f"{event.seat} closes the talon{draw}: {points}."
        case _:
            assert_never(event)


def of_result(event: EndEvent | DealScored, state: Series) -> tuple[str, ...]:
    """How a deal ended, what it is worth and why, and where the slate stands."""
    line = state.book.lines[-1]
    result = line.result
    ending = _ending(event, result)
    if result.winner is None:
        worth = "Nobody scores."
    else:
        worth = f"{result.winner} wins {count(result.game_points, 'game point')}: {result.because}."
        if line.carried:
            worth += f" {count(line.carried, 'drawn deal')} before add {line.carried}."
    reading = ""
    if result.reading is not None:
        reading = (
            f"The rule is disputed: read as {result.reading.used.replace('_', ' ')}; "
            f"by the other reading it would be {result.reading.otherwise}."
        )
    return tuple(part for part in (ending, worth, reading, of_slate(state)) if part)


def of_slate(state: Series) -> str:
    """Where the Bummerl stands."""
    slate = state.book.slate
    if slate.winner is None:
        need = {seat: max(state.rules.ruleset.to_win - slate.won.of(seat), 0) for seat in SEATS}
        return f"A needs {need['A']}, B needs {need['B']}."
    loser = other(slate.winner)
    double = ", which counts double" if state.value > 1 else ""
    won = f"{slate.winner} wins the Bummerl by {slate.won.of(slate.winner)} to {slate.won.of(loser)}{double}."
    return f"{won} The match is over." if state.complete and state.rules.options.bummerls > 1 else won


def of_closing(state: Series) -> str:
    """How a match stands that is closed."""
    return "The match is closed." if state.complete else f"The match is closed unfinished. {of_slate(state)}"


def of_adjustment(seat: Seat, points: int, reason: str, state: Series) -> tuple[str, ...]:
    """What a director gave or took."""
    if points < 0:
        given = f"The director takes {count(-points, 'game point')} from {seat}: {reason}"
    else:
        given = f"The director awards {seat} {count(points, 'game point')}: {reason}"
    return given, of_slate(state)


def _ending(event: EndEvent | DealScored, result: Result) -> str:
    match event:
        case SixtySixClaimed():
            assert result.points is not None
            points = result.points.of(event.seat)
            return f"{event.seat} claims 66 with {points}, {'rightly' if result.winner == event.seat else 'falsely'}."
        case DealEnded():
            return "The cards are out, and nobody claims."
        case DealAwarded():
            return {
                "conceded": f"{other(event.winner)} concedes the deal." if event.winner else "",
                "foul": f"{other(event.winner)} loses the deal by a foul." if event.winner else "",
                "misdeal": "A misdeal: it is dealt again.",
            }[event.how]
        case DealScored():
            return "A deal is reported by its result."
        case _:
            assert_never(event)


def _trick(deal: Deal) -> str:
    trick = deal.tricks[-1]
    return (
        f"{trick.winner} takes {shown(trick.lead)} and {shown(trick.follow)} for {trick.value}: "
        f"A has {_standing(deal, 'A')}, B {_standing(deal, 'B')}."
    )


def _standing(deal: Deal, seat: Seat) -> str:
    score = deal.scores.of(seat)
    return f"{score.points} (and {score.pending} pending)" if score.pending else str(score.points)


def _marriage(deal: Deal, seat: Seat) -> str:
    marriage = deal.marriages[-1]
    words = f"{seat} declares {marriage.value} in {SUIT_WORDS[marriage.suit]}"
    score = deal.scores.of(seat)
    if score.pending:
        return f"{words}, pending until {seat} takes a trick."
    return f"{words} and has {score.points}."


def _exchange(before: Deal, event: TrumpExchanged, after: Deal) -> str:
    assert after.layout.turn_up is not None, "the card given is the turn-up now"
    takes = event.takes or before.layout.turn_up
    gives = shown(after.layout.turn_up)
    return f"{event.seat} exchanges {gives} for {shown(takes) if takes else 'the turn-up'}."

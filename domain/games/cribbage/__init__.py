"""Cribbage: the hands, the play and the pegs, to the hole."""

from domain.game import Game
from domain.games.cribbage import boards, deal_board
from domain.games.cribbage.events import CRIBBAGE
from domain.games.cribbage.options import CribbageOptions
from domain.games.cribbage.rules import check, fold
from domain.games.cribbage.state import sealed, start

GAME = Game(
    name="cribbage",
    title="Cribbage",
    events=CRIBBAGE,
    options=CribbageOptions,
    start=start,
    check=check,
    fold=fold,
    boards={"game": boards.game, "deal": deal_board.deal, "match": boards.match, "hands": boards.hands},
    sealed=sealed,
)
GAMES = (GAME,)

"""Pairs: the same deals at every table, and each result compared with the others."""

from domain.game import Game
from domain.games.bridge.events import PAIRS
from domain.games.bridge.pairs.boards import hands, ranking, traveller
from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.rules import check, fold
from domain.games.bridge.pairs.state import round_of, sealed, start

GAME = Game(
    name="bridge.pairs",
    title="Bridge pairs",
    events=PAIRS,
    options=PairsOptions,
    start=start,
    check=check,
    fold=fold,
    boards={"ranking": ranking, "traveller": traveller, "hands": hands},
    sealed=sealed,
    round_of=round_of,
)

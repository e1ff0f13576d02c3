"""Rubber bridge: two games win the rubber, and the larger total wins the money."""

from domain.game import Game
from domain.games.bridge.events import RUBBER
from domain.games.bridge.pad.state import sealed
from domain.games.bridge.rubber.boards import hands, rubber
from domain.games.bridge.rubber.options import RubberOptions
from domain.games.bridge.rubber.rules import check, fold
from domain.games.bridge.rubber.state import start

GAME = Game(
    name="bridge.rubber",
    title="Rubber bridge",
    events=RUBBER,
    options=RubberOptions,
    start=start,
    check=check,
    fold=fold,
    boards={"rubber": rubber, "hands": hands},
    sealed=sealed,
)

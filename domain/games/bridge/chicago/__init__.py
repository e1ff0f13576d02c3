"""Chicago, four-deal bridge: each deal's vulnerability is known before it is dealt."""

from domain.game import Game
from domain.games.bridge.chicago.boards import hands, rubber
from domain.games.bridge.chicago.options import ChicagoOptions
from domain.games.bridge.chicago.rules import check, fold
from domain.games.bridge.chicago.state import start
from domain.games.bridge.events import RUBBER
from domain.games.bridge.pad.state import sealed

GAME = Game(
    name="bridge.chicago",
    title="Chicago",
    events=RUBBER,
    options=ChicagoOptions,
    start=start,
    check=check,
    fold=fold,
    boards={"rubber": rubber, "hands": hands},
    sealed=sealed,
)

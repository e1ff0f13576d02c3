"""A team match: each board at two tables, the pairs of a team in opposite directions."""

from domain.game import Game
from domain.games.bridge.events import TEAMS
from domain.games.bridge.teams.boards import hands, match
from domain.games.bridge.teams.options import TeamsOptions
from domain.games.bridge.teams.rules import check, fold
from domain.games.bridge.teams.state import round_of, sealed, start

GAME = Game(
    name="bridge.teams",
    title="Bridge teams",
    events=TEAMS,
    options=TeamsOptions,
    start=start,
    check=check,
    fold=fold,
    boards={"match": match, "hands": hands},
    sealed=sealed,
    round_of=round_of,
)

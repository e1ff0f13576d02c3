"""Contract bridge. Its forms share the deal, the auction and the score of a deal."""

from domain.games.bridge.chicago import GAME as CHICAGO
from domain.games.bridge.pairs import GAME as PAIRS
from domain.games.bridge.rubber import GAME as RUBBER
from domain.games.bridge.teams import GAME as TEAMS

GAMES = (RUBBER, CHICAGO, TEAMS, PAIRS)

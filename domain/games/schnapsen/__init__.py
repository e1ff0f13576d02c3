"""Schnapsen and Sixty-Six: one engine, and one table of where they part."""

from domain.game import Game
from domain.games.schnapsen.boards import hands, slate
from domain.games.schnapsen.deal_board import deal
from domain.games.schnapsen.events import EVENTS, SchnapsenEvent
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.rules import check, fold
from domain.games.schnapsen.state import Series, sealed, start_schnapsen, start_sixtysix

_BOARDS = {"deal": deal, "match": slate, "hands": hands}

SCHNAPSEN: Game[Series, SchnapsenOptions, SchnapsenEvent] = Game(
    name="schnapsen",
    title="Schnapsen",
    events=EVENTS,
    options=SchnapsenOptions,
    start=start_schnapsen,
    check=check,
    fold=fold,
    boards=_BOARDS,
    sealed=sealed,
)
SIXTYSIX: Game[Series, SchnapsenOptions, SchnapsenEvent] = Game(
    name="sixtysix",
    title="Sixty-Six",
    events=EVENTS,
    options=SchnapsenOptions,
    start=start_sixtysix,
    check=check,
    fold=fold,
    boards=_BOARDS,
    sealed=sealed,
)

GAMES = (SCHNAPSEN, SIXTYSIX)

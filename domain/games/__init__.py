"""The games. Each folder here exports `GAMES`; a new game is a new folder."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pydantic import ValidationError

from domain import wire
from domain.errors import RuleViolation
from domain.event import COMMON, Event, Opened
from domain.game import AnyGame, Options


@cache
def all_games() -> dict[str, AnyGame]:
    """Every game, by name."""
    folders = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__) if found.ispkg]
    return {game.name: game for folder in folders for game in folder.GAMES}


@cache
def event_types() -> dict[str, type[Event]]:
    """Every event type, by its name on the wire."""
    return COMMON | {model.TYPE: model for game in all_games().values() for model in game.events}


def find(name: str) -> AnyGame:
    """The game of that name; RuleViolation `game_unknown` if there is none."""
    game = all_games().get(name)
    if game is None:
        raise RuleViolation("game_unknown", f"There is no game of this name. There are: {', '.join(all_games())}.")
    return game


def pinned(opened: Opened, at: str = "/data") -> tuple[Opened, Options]:
    """An opening with its game's options, whole; RuleViolation if there is no such game, or an option is wrong."""
    try:
        options = find(opened.game).options.model_validate_json(wire.canonical(opened.options))
    except ValidationError as error:
        raise wire.refusal(error, f"{at}/options") from None
    return opened.model_copy(update={"options": options.model_dump(mode="json")}), options

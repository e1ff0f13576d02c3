"""The sheets of a match, whichever form of bridge it is."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pydantic import JsonValue

from domain.match import Match
from services.errors import ServiceError
from services.formats.sheets import of_pads, of_pairs, of_teams
from services.formats.sheets.sheet import Sheet

_SHEETS: Final[Mapping[str, Callable[[Match], Iterator[Sheet]]]] = {
    "bridge.rubber": of_pads.sheets,
    "bridge.chicago": of_pads.sheets,
    "bridge.teams": of_teams.sheets,
    "bridge.pairs": of_pairs.sheets,
}
BRIDGE: Final = tuple(_SHEETS)
"""The games that have sheets."""


class Unwritable(ServiceError):  # noqa: N818  what the caller is told
    """A match that cannot be written in a format as it is; the sentence says why."""


def sheets(match: Match) -> Iterator[Sheet]:
    """
    The sheets of a match as it counts now, in the order of the boards. What is being played has none yet.

    Errors:
        Unwritable: the match is stuck, and so not known to its end.
    """
    check_writable(match)
    return _SHEETS[match.game.name](match)


def check_writable(match: Match) -> None:
    """Whether a match is known to its end; Unwritable if it is stuck."""
    if match.stuck is not None:
        raise Unwritable(
            f"The match is stuck at version {match.stuck.version} and cannot be written until that is mended: "
            f"{match.stuck.detail}"
        )


def unusual_options(match: Match) -> dict[str, JsonValue]:
    """The options that are not the game's defaults."""
    usual = match.game.options().model_dump(mode="json")
    return {name: value for name, value in match.opened.options.items() if value != usual[name]}

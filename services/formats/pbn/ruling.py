"""What a director ruled, in the tags that Scorepad writes beside the standard's."""

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

from services.formats import award_text
from services.formats.found import Said
from services.formats.pbn.naming import told

_UNSAID: Final = "as the file has it"


def ruling(tags: Mapping[str, str], at: dict[str, JsonValue]) -> Said | None:
    """An award, or that a board was not played; None if the record tells of neither."""
    reason = told(tags, "Reason")
    if told(tags, "Award"):
        award: JsonValue = award_text.read_sides(told(tags, "Award"))
        return "bridge.board_adjusted", {**at, "award": award, "reason": reason or _UNSAID}
    if told(tags, "Termination").lower() == "abandoned" and not told(tags, "Contract"):
        return "bridge.board_not_played", at | ({"reason": reason} if reason else {})
    return None


def honours(tags: Mapping[str, str]) -> Said | None:
    """Honours claimed after the deal."""
    said = told(tags, "Honours").split()
    if not said:
        return None
    if len(said) != 2 or not said[1].isdecimal():  # noqa: PLR2004  who, and how many
        raise ValueError(f"{tags['Honours']!r} are no honours: N 100")
    return "bridge.honours_claimed", {"seat": said[0], "points": int(said[1])}

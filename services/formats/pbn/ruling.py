"""What a director ruled, in the tags that Scorepad writes beside the standard's."""

from collections.abc import Mapping

from pydantic import JsonValue

from services.formats import award_text, spelling
from services.formats.found import Said
from services.formats.pbn.naming import told
from services.formats.reported import AS_FILED


def ruling(tags: Mapping[str, str], at: dict[str, JsonValue]) -> Said | None:
    """An award, or that a board was not played; None if the record tells of neither."""
    reason = told(tags, "Reason")
    if told(tags, "Award"):
        award: JsonValue = award_text.read_sides(told(tags, "Award"))
        return "bridge.board_adjusted", {**at, "award": award, "reason": reason or AS_FILED}
    if told(tags, "Termination").lower() == "abandoned" and not told(tags, "Contract"):
        return "bridge.board_not_played", at | ({"reason": reason} if reason else {})
    return None


def honours(tags: Mapping[str, str]) -> Said | None:
    """Honours claimed after the deal."""
    who, _, points = told(tags, "Honours").partition(" ")
    return ("bridge.honours_claimed", {"seat": who, "points": spelling.honours(points)}) if who else None

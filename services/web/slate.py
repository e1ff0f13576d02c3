"""The slate of a Bummerl as people chalk it: what each seat still needed after every deal."""

from typing import Any


def remainders(boards: dict[str, Any], seat: str) -> list[int]:
    """
    The seat's column, oldest first: what the slate said before the first deal, and after each that changed it.

    Args:
        boards: The boards of a match of Schnapsen or Sixty-Six.
        seat: `A` or `B`.
    """
    match = boards["match"]
    start = 7 if match["game"] == "schnapsen" else 0
    lines = [line for line in boards["hands"]["hands"] if line["bummerl"] == match["bummerl"]]
    column = [start]
    for line in lines:
        if line[seat] != column[-1]:
            column.append(line[seat])
    return column

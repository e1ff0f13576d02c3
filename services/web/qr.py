"""QR codes, as a path of our own drawing."""

from itertools import groupby
from typing import Final

import segno

QUIET: Final = 4
"""Light modules around it, as the standard wants."""


def path(text: str) -> tuple[int, str]:
    """
    A QR code: the side of its square, quiet zone and all, and the dark modules as an SVG path, a unit each.

    Args:
        text: What it says: an address, as a rule. Readable with an eighth of it covered (level M).

    >>> size, dark = path("https://club.example/")
    >>> size, dark[:12]
    (33, 'M4 4h7v1h-7z')
    """
    matrix = segno.make_qr(text, error="m").matrix
    drawn = []
    for y, row in enumerate(matrix, start=QUIET):
        x = QUIET
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                drawn.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(matrix) + 2 * QUIET, "".join(drawn)

"""
LIN, the format of Bridge Base Online: single hands, and vugraphs of team matches.

Source:
    docs/formats.md, "LIN". Nobody publishes a specification: what is read is what files of several programs hold.
"""

from collections.abc import Iterator
from itertools import count
from typing import BinaryIO

from services.formats.found import Asked, Item, Unreadable
from services.formats.lin.records import records
from services.formats.lin.session import Session
from services.formats.lin.telling import Teller
from services.formats.lin.tokens import tokens
from services.formats.lin.vugraph import Segment, segment


def read(file: BinaryIO, asked: Asked) -> Iterator[Item]:
    """The hands of a LIN file: those before any vugraph header are a session of pairs, each vugraph is a team match."""
    places, matches = count(), 0
    part: Session | Segment = Session(Teller("", asked, places))
    for record in records(tokens(file)):
        if record.has("vg"):
            yield from part.end()
            matches += part.begun
            part = segment(record, Teller(str(matches + 1) if matches else "", asked, places))
            yield part.found
        else:
            yield from part.take(record)
    if not part.begun:
        raise Unreadable(1, "there is no hand: is this a LIN file?")
    yield from part.end()

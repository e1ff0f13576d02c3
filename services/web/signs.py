"""What boards say, in the signs and verbs that people have for it: their texts themselves never change."""

import re
from typing import Final

_MINUS: Final = re.compile(r"(?<![\w.,–-])-(?=[0-9])|(?<=\bA)-(?![\w-])")
_CALL: Final = re.compile(r"\b(North|East|South|West) calls (?:(P|XX?)|([1-7])([CDHSN]))\.")
_VERBS: Final = {"P": "passes", "X": "doubles", "XX": "redoubles"}
_STRAINS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}


def signed(sentence: str) -> str:
    """
    A sentence with true minus signs, and with calls as they are spoken of.

    >>> signed("North calls P."), signed("East calls 1N."), signed("-50 to NS, A- for EW, by-side")
    ('North passes.', 'East bids 1NT.', '−50 to NS, A− for EW, by-side')
    """
    return _MINUS.sub("−", _CALL.sub(_called, sentence))


def _called(found: re.Match[str]) -> str:
    verb = _VERBS[found[2]] if found[2] else f"bids {found[3]}{_STRAINS[found[4]]}"
    return f"{found[1]} {verb}."

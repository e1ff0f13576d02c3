"""
Points that are printed beside a traveller's lines, and artificial scores such as A6040.

The code says percentages. A director who moved the points by hand left the code as it was: then the points printed
are what was awarded.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from pydantic import JsonValue

from services.formats.spelling import cited
from services.formats.usebio.elements import Part

_CODE: Final = re.compile(r"A(\d\d)(\d\d)")
_KINDS: Final = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS", "MATCHPOINTS", "IMPS")
_IMPS: Final = {Decimal(60): ("A+", Decimal(3)), Decimal(50): ("A=", Decimal(0)), Decimal(40): ("A-", Decimal(-3))}
_HALF: Final = Decimal("0.5")
_EXACT: Final = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Printed:
    """
    What stands beside a line.

    Args:
        ns: North–South's points; None if there are none.
        ew: East–West's.
        tops: What points can be of, the likeliest first: the board's top, the session's.
    """

    ns: Decimal | None
    ew: Decimal | None
    tops: tuple[Decimal, ...] = ()


def points(line: Part) -> tuple[Decimal | None, Decimal | None]:
    """Both sides' points of a line; ValueError if they are no numbers."""
    ns, ew = (line.said(*(f"{side}_{kind}" for kind in _KINDS)) for side in ("NS", "EW"))
    return _number(ns), _number(ew)


def kind_of(lines: Iterable[Part]) -> str | None:
    """Under which name points are printed, such as `MATCH_POINTS`; None if there are none, or several kinds."""
    names = {part.name.removeprefix("NS_") for line in lines for part in line.parts if part.text.strip()}
    found = [kind for kind in _KINDS if kind in names]
    return found[0] if len(found) == 1 else None


def top(lines: Iterable[Part]) -> Decimal | None:
    """What both sides' matchpoints of a board's results add up to; None where none are printed."""
    sums: Counter[Decimal] = Counter()
    for line in lines:
        if is_artificial(line.said("SCORE").upper()):
            continue
        try:
            ns, ew = points(line)
        except ValueError:
            continue
        if ns is not None and ew is not None:
            sums[ns + ew] += 1
    return max(sums, key=lambda each: (sums[each], each), default=None)


def is_artificial(score: str) -> bool:
    """Whether a SCORE is a code such as A6040."""
    return _CODE.fullmatch(score) is not None


def awarded(code: str, scoring: str | None, printed: Printed) -> dict[str, JsonValue]:
    """What both sides got by a code, and by the points printed beside it; ValueError if they cannot be told."""
    found = _CODE.fullmatch(code)
    assert found is not None, "it is a code"
    shares = (Decimal(found[1]), Decimal(found[2]))
    if scoring is None:
        raise ValueError(f"{code} is percentages or IMPs, and the file does not say how it is scored")
    given = _of_matchpoints(code, shares, printed) if scoring == "matchpoints" else _of_imps(code, shares, printed)
    return dict(zip(("NS", "EW"), given, strict=True))


def _of_matchpoints(code: str, shares: tuple[Decimal, Decimal], printed: Printed) -> list[JsonValue]:
    ns, ew = printed.ns, printed.ew
    if ns is None or ew is None or any(_fit(shares, (ns, ew), top) for top in printed.tops):
        return [f"{share}%" for share in shares]
    if printed.tops:
        top = printed.tops[0]
        return [f"{_plain(100 * each / top)}%" for each in (ns, ew)]
    if ns * shares[1] == ew * shares[0]:
        return [f"{share}%" for share in shares]
    raise ValueError(f"{code} and the points {ns} and {ew} differ, and no result of the board tells the top")


def _fit(shares: tuple[Decimal, Decimal], given: tuple[Decimal, Decimal], top: Decimal) -> bool:
    """Whether points are those percentages of a top, as far as their last digit tells."""
    return all(
        abs(share * top / 100 - each) <= _HALF.scaleb(_exponent(each)) * (_exponent(each) < 0)
        for share, each in zip(shares, given, strict=True)
    )


def _of_imps(code: str, shares: tuple[Decimal, Decimal], printed: Printed) -> list[JsonValue]:
    given: list[JsonValue] = []
    for share, imps in zip(shares, (printed.ns, printed.ew), strict=True):
        artificial, worth = _IMPS.get(share, (None, None))
        if imps is not None and imps != worth:
            given.append({"imps": _plain(imps)})
        elif artificial is not None:
            given.append(artificial)
        else:
            raise ValueError(f"{code} has no IMPs of its own, and none are printed")
    return given


def _number(text: str) -> Decimal | None:
    if not text:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or abs(number) > 10_000 or _exponent(number) < -6:  # noqa: PLR2004
        raise ValueError(f"{cited(text)} is no number of points")
    return number


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _plain(number: Decimal) -> str:
    return f"{number.quantize(_EXACT).normalize():f}"

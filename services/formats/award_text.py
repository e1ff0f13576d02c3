"""What a director awards, as text in files: `A+`, `57.5%`, `imps 2`, `score 420`."""

import re
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.awards import Award, Awards
from services.formats.spelling import cited

UNITS: Final = ("NS", "EW", "home", "away")
"""Who can be awarded something."""
_WHOLE: Final = r"-?[0-9]{1,8}"
_NUMBER: Final = rf"{_WHOLE}(?:\.[0-9]+)?"
_PLAIN: Final = re.compile(rf"A[+=-]|{_NUMBER}%")
_IMPS: Final = re.compile(rf"imps ({_NUMBER})")
_SCORE: Final = re.compile(rf"score ({_WHOLE})")
_SHARE: Final = re.compile(rf"({_WHOLE})\*({_NUMBER})")
_SIDES: Final = re.compile(r"(NS|EW|home|away) (.+?)(?: (NS|EW|home|away) (.+))?")


def written(award: Award) -> str:
    """
    An award as a cell or tag says it. It never begins with a sign, so that no spreadsheet takes it for a formula.

    >>> written(Award.model_validate("57.50%")), written(Award.model_validate({"imps": "-3"}))
    ('57.5%', 'imps -3')
    """
    if award.imps is not None:
        return f"imps {award.imps.normalize():f}"
    if award.score is None:
        return award.text
    if len(award.score) == 1:
        return f"score {award.score[0].score}"
    return "score " + " ".join(f"{each.score}*{each.weight.normalize():f}" for each in award.score)


def read(text: str) -> JsonValue:
    """
    An award in the contract's words; ValueError if it is none.

    >>> read("A+"), read("imps -3"), read("score 420")
    ('A+', {'imps': '-3'}, {'score': 420})
    >>> read("score 170*0.67 140*0.33")
    {'score': [{'score': 170, 'weight': '0.67'}, {'score': 140, 'weight': '0.33'}]}
    """
    if _PLAIN.fullmatch(text):
        return text
    if found := _IMPS.fullmatch(text):
        return {"imps": found[1]}
    if found := _SCORE.fullmatch(text):
        return {"score": int(found[1])}
    shares = [_SHARE.fullmatch(share) for share in text.removeprefix("score ").split(" ")]
    if not text.startswith("score ") or None in shares:
        raise ValueError(f"{cited(text)} is no award: A+, A=, A-, 57.5%, imps 2, score 420, score 170*0.67 140*0.33")
    return {"score": [{"score": int(share[1]), "weight": share[2]} for share in shares if share]}


def sides(awards: Awards) -> str:
    """
    Who gets what, as one text.

    >>> sides(Awards.model_validate({"NS": "A+", "EW": {"score": -50}}))
    'NS A+ EW score -50'
    """
    given = [(unit, awards.of(unit)) for unit in UNITS]
    return " ".join(f"{unit} {written(award)}" for unit, award in given if award)


def read_sides(text: str) -> dict[str, JsonValue]:
    """
    Who gets what, in the contract's words; ValueError if it says no such thing.

    >>> read_sides("NS 60% EW score 170*0.5 -50*0.5")["NS"]
    '60%'
    """
    found = _SIDES.fullmatch(text)
    if found is None or found[1] == found[3]:
        raise ValueError(f"{cited(text)} is no award: NS A+ EW A-")
    first, second = (found[1], found[2]), (found[3], found[4])
    return {unit: read(award) for unit, award in (first, second) if unit}

"""
The languages of the pages: which one a reader gets, and what a text is in it.

The English text is the key: `catalogue.toml` has the German one. What the domain says comes finished, with its values
in it, so a key with `{places}` is also a pattern, and what stands in the places is said in turn. Keys of the table
`page` are only filled, and never matched.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}

_FALLBACK: Final = "en"
_OTHER: Final = "de"
_WISH: Final = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?")
_PLACE: Final = re.compile(r"\{([a-z_]+)\}")
_FIGURE: Final = r"[+−-]?[0-9]+(?:\.[0-9]+)?"
_CARD: Final = r"(?:10|[2-9AKQJ])[♠♥♦♣]"
_KINDS: Final = {
    "amount": re.compile(rf"{_FIGURE} (?!of |to )[A-Za-z][A-Za-z ]*"),
    "bid": re.compile(r"[1-7](?:NT|[♠♥♦♣])"),
    "call": re.compile(r"[1-7][CDHSN]"),
    "card": re.compile(_CARD),
    "cards": re.compile(rf"{_CARD}(?:(?:, | and | or ){_CARD})*"),
    "code": re.compile(r"[1-7][CDHSN]X{0,2}|Pass"),
    "field": re.compile(r"[a-z_]+"),
    "figure": re.compile(_FIGURE),
    "pointer": re.compile(r"/[^ ]*"),
    "seat": re.compile(r"North–South|East–West|North|East|South|West|NS|EW|[A-D](?:\+[A-D])?|[Hh]ome|[Aa]way"),
    "suit": re.compile(r"spades|hearts|diamonds|clubs"),
    "unit": re.compile(r"(?!.* to ).+"),
}
"""What may stand in a place, by the last word of its name; anything that can be said stands in the others."""
_FIGURES: Final = frozenset(
    {"board", "games", "margin", "number", "points", "results", "round", "score", "tables", "target", "total"}
    | {"tricks", "version"}
)
"""Places in which a figure stands."""
_WRITTEN: Final = frozenset({"ew", "name", "ns", "pair", "reason", "table", "title", "who"})
"""Places for what people wrote, in whatever language."""
_EITHER: Final = frozenset({"after", "before", "field", "pointer", "unit"})
"""Places for what may be a word of ours, and need not."""
_SAME: Final = re.compile(rf"{_CARD}|[1-7][♠♥♦♣]|A[+=−-]|[A-DNSW]|[A-D]\+[A-D]|XX?|[=–½…]")
"""What is the same in every language."""
_NUMBER: Final = re.compile(r"([+−-]?)([0-9]+)(?:(\.[0-9])([0-9]*))?(%?)")
_PLAIN: Final = re.compile(r"[0-9]{4}|\.[0-9](?![0-9])")
"""What makes English worth looking at: a figure that is not yet written as people write it."""
_BETWEEN: Final = re.compile(r"(, and |, | and | or |; | / )")
_JOINED: Final = {", and ": " und ", " and ": " und ", " or ": " oder "}
_END: Final = re.compile(r"(?<=\.) ")
_CHANGES: Final = re.compile(r", (?=[a-z_]+ (?:differ\b|[^→]*→))")
_LONGEST: Final = 1_000
"""Characters of the longest text that is looked at: what is longer is for the most part somebody's own."""
_LONGEST_WORD: Final = 40
_KEPT: Final = 4_096


def chosen(asked: str | None, accept: str) -> str:
    """
    The language that a reader gets.

    Args:
        asked: What the address asks for (`?lang=`), which counts first.
        accept: The browser's `Accept-Language`, well formed or not.

    >>> chosen(None, "fr, de-AT;q=0.8, en;q=0.5"), chosen("en", "de"), chosen("xx", "")
    ('de', 'en', 'en')
    """
    if asked in LANGUAGES:
        return asked
    wishes = [found for part in accept.split(",") if (found := _WISH.fullmatch(part))]
    for wish in sorted(wishes, key=lambda wish: -float(wish[2] or 1)):
        language = _FALLBACK if wish[1] == "*" else wish[1].lower()
        if language in LANGUAGES and float(wish[2] or 1) > 0:
            return language
    return _FALLBACK


def say(language: str, text: str, **values: object) -> str:
    """
    A text in a language, with its figures as people write them; in English, also what the catalogue does not have.

    Args:
        language: One of `LANGUAGES`.
        text: As English has it: a key of the catalogue, or a sentence of the domain with its values in it.
        values: For the `{places}` of a key. They are said as well, but for what people wrote (`{who}`, `{reason}`).
            What comes back is text, which the template escapes, whatever they were.

    >>> say("de", "3NT doubled by East, down 2"), say("de", "Game {number}", number=2)
    ('3SA im Kontra von Ost, 2 Faller', 'Manche 2')
    >>> say("en", "The match is closed: home 27, away 14.5.")
    'The match is closed: home 27, away 14.50.'
    """
    if language == _FALLBACK:
        return _filled(text, values) if values or not _PLAIN.search(text) else _spoken(text, language)[0]
    german = _catalogue().words.get(text)
    if not values or german is None:
        return _spoken(_filled(text, values))[0]
    return _filled(german, {name: _value(name, value) for name, value in values.items()})


def known(text: str) -> bool:
    """Whether the catalogue has all of a text, but for what people wrote in it."""
    return _spoken(text)[1]


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A key with places: its pieces, one more than it has places; and the longest, which most texts do not have."""

    pieces: tuple[str, ...]
    places: tuple[str, ...]
    longest: str
    said: Mapping[str, str]

    def values(self, text: str) -> dict[str, str] | None:
        """What stands in the places, if the key can be read in the whole text; else None."""
        if self.longest not in text or not text.startswith(self.pieces[0]) or not text.endswith(self.pieces[-1]):
            return None
        for values in _between(text, self.pieces, self.places):
            found = dict(zip(self.places, values, strict=True))
            if all(found[place] == value for place, value in zip(self.places, values, strict=True)):
                return found
        return None


@dataclass(frozen=True, slots=True)
class _Catalogue:
    """Every key with its German text, and the patterns, those that say most first."""

    words: Mapping[str, str]
    patterns: tuple[_Pattern, ...]


@cache
def _catalogue() -> _Catalogue:
    tables = tomllib.loads(files("services.web").joinpath("catalogue.toml").read_text(encoding="utf-8"))
    return _read(tables)


def _read(tables: Mapping[str, Mapping[str, str]]) -> _Catalogue:
    words: dict[str, str] = {}
    for key, german in chain.from_iterable(table.items() for table in tables.values()):
        if key in words:
            raise ValueError(f"The catalogue has {key!r} twice.")
        words[key] = german
    spoken = [key for name, table in tables.items() if name != "page" for key in table if _PLACE.search(key)]
    spoken.sort(key=lambda key: (-len(_PLACE.sub("", key)), key))
    return _Catalogue(words, tuple(_pattern(key, words[key]) for key in spoken))


def _pattern(key: str, german: str) -> _Pattern:
    parts = _PLACE.split(key)
    said = {_FALLBACK: key, _OTHER: german}
    return _Pattern(tuple(parts[::2]), tuple(parts[1::2]), max(parts[::2], key=len), said)


def _between(text: str, pieces: tuple[str, ...], places: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every way in which a text is those pieces with something between them that may stand there, shortest first."""
    rest = text[len(pieces[0]) :]
    if len(places) == 1:
        value = rest.removesuffix(pieces[1])
        if rest.endswith(pieces[1]) and _fits(places[0], value):
            yield (value,)
        return
    end = rest.find(pieces[1], 1)
    while end >= 0:
        if _fits(places[0], rest[:end]):
            for values in _between(rest[end:], pieces[1:], places[1:]):
                yield rest[:end], *values
        end = rest.find(pieces[1], end + 1)


def _fits(place: str, value: str) -> bool:
    kind = _KINDS.get(_kind(place))
    return bool(value) and (kind is None or kind.fullmatch(value) is not None)


def _kind(name: str) -> str:
    """What stands in a place, by the last word of its name: `seat` for `other_seat`."""
    last = name.rpartition("_")[2]
    return "figure" if last in _FIGURES else last


def _spoken(text: str, language: str = _OTHER) -> tuple[str, bool]:
    """What `_told` says, of texts that are not made to be hard."""
    try:
        return _told(text, language) if len(text) <= _LONGEST else (text, False)
    except RecursionError:
        return text, False


@lru_cache(maxsize=_KEPT)
def _told(text: str, language: str) -> tuple[str, bool]:
    """A text in a language, and whether that is all of it: in English only then is it another one."""
    if (german := _catalogue().words.get(text)) is not None:
        return text if language == _FALLBACK else german, True
    if _SAME.fullmatch(text):
        return text, True
    if number := _NUMBER.fullmatch(text):
        return _written(number, language), True
    partly = text
    for said, whole in chain(_changes(text, language), _matched(text, language), _joined(text, language)):
        if whole:
            return said, True
        partly = said if partly == text and language != _FALLBACK else partly
    return partly, False


def _written(number: re.Match[str], language: str) -> str:
    """A figure with a thin space between thousands, and no decimals or two."""
    sign, whole, tenths, rest, percent = number.groups("")
    decimals = tenths and tenths + (rest or "0" * (not percent))
    figure = sign + f"{int(whole):,}".replace(",", "\u2009") + decimals if whole[0] != "0" else sign + whole + decimals
    return figure + percent if language == _FALLBACK else figure.replace(".", ",") + (" %" if percent else "")


def _matched(text: str, language: str) -> Iterator[tuple[str, bool]]:
    for pattern in _catalogue().patterns:
        if (found := pattern.values(text)) is not None:
            values = {place: _part(place, value, language) for place, value in found.items()}
            said = _filled(pattern.said[language], {place: said for place, (said, _) in values.items()})
            yield said, all(whole for _, whole in values.values())


def _part(name: str, text: str, language: str = _OTHER) -> tuple[str, bool]:
    kind = _kind(name)
    if kind in _WRITTEN:
        return text, True
    if kind in _EITHER:
        said, whole = _told(text, language) if len(text) <= _LONGEST_WORD else (text, False)
        return (said if whole else text), True
    return _told(text, language)


def _changes(text: str, language: str) -> Iterator[tuple[str, bool]]:
    """What a correction changed, field by field, though a value may hold what looks like the next field."""
    parts = _CHANGES.split(text)
    if len(parts) == 1:
        return
    said, change = list[str](), ""
    for part in parts:
        change = f"{change}, {part}" if change else part
        found = next((found for found, whole in _matched(change, language) if whole), None)
        if found is not None:
            said.append(found)
            change = ""
    if not change:
        yield ", ".join(said), True


def _joined(text: str, language: str) -> Iterator[tuple[str, bool]]:
    """Sentences in a row, or a list: said where all of its parts can be."""
    sentences = _END.split(text)
    if len(sentences) > 1 and all(_told(sentence, language)[1] for sentence in sentences):
        yield " ".join(_told(sentence, language)[0] for sentence in sentences), True
    parts = _BETWEEN.split(text)
    if len(parts) > 1 and all(_told(part, language)[1] for part in parts[::2]):
        parts[::2] = [_told(part, language)[0] for part in parts[::2]]
        if language != _FALLBACK:
            parts[1::2] = [_JOINED.get(between, between) for between in parts[1::2]]
        yield "".join(parts), True


def _value(name: str, value: object) -> object:
    return _part(name, value)[0] if isinstance(value, str) else value


def _filled(text: str, values: Mapping[str, object]) -> str:
    """A text with its places filled; one without values may hold braces of its own."""
    return _PLACE.sub(lambda place: str(values[place[1]]), text) if values else text

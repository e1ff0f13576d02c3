"""The words of pages in English and German, from one catalogue."""

from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}


def chosen(asked: str | None, accept: str) -> str:
    """The language of a page: what is asked for, else the first of ours that the browser accepts."""
    if asked in LANGUAGES:
        return asked
    said = [each.strip()[:2].lower() for each in accept.split(",")]
    return next((each for each in said if each in LANGUAGES), "en")


def say(language: str, text: str, **values: object) -> str:
    """A text of the pages, or a sentence of the boards, in a language."""
    del language
    return text.format(**values) if values else text

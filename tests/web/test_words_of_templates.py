"""Words of the templates: all of them in the catalogue, and none in the catalogue that nobody says."""

import re
import tomllib
from pathlib import Path

import pytest

from services.web.language import known

ROOT = Path(__file__).parents[2]
CATALOGUE: dict[str, dict[str, str]] = tomllib.loads((ROOT / "services/web/catalogue.toml").read_text())
TEMPLATES = sorted((ROOT / "services/web/templates").rglob("*.html"))
NAMES = {"Scorepad", "UTC", "JSON", "sp_director_…"}
"""What is called the same everywhere."""
BUILT = {"{points} points", "{tricks} tricks"}
"""What `services/web/facts.py` puts together of a field and its noun."""
WORDS = re.compile(r"""\b_\(\s*"((?:[^"\\]|\\.)*)\"""")


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda page: page.name)
def test_every_word_of_a_template_is_in_the_catalogue(page: Path) -> None:
    texts = WORDS.findall(page.read_text())
    said = {key for table in CATALOGUE.values() for key in table}

    assert [text for text in texts if text not in said and not known(text)] == []


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda page: page.name)
def test_no_word_of_a_template_is_written_past_the_catalogue(page: Path) -> None:
    plain = re.sub(
        r"<(code|pre)\b.*?</\1>|\{% block kind %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!.*?>|&[#\w]+;",
        " ",
        page.read_text(),
        flags=re.DOTALL,
    )
    spoken = (
        re.findall(r'\b(?:title|aria-label|alt|placeholder)="([^"]*)"', plain) + re.sub(r"<[^>]*>", " ", plain).split()
    )

    assert [word for word in spoken if re.search(r"[A-Za-z]{3}", word) and word not in NAMES] == []


def test_every_word_of_the_pages_is_said_somewhere() -> None:
    sources = [*(ROOT / "services").rglob("*.py"), *(ROOT / "domain").rglob("*.py"), *TEMPLATES]
    said = "\n".join(source.read_text() for source in sources)

    assert {key for key in CATALOGUE["page"] if f'"{key}"' not in said} == BUILT

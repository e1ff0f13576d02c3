"""The tables of `docs/events.md`, made from the code: run as `.venv/bin/python -m tests.events_page` to renew them."""

from collections.abc import Iterator
from pathlib import Path

from domain.event import COMMON, Event
from domain.games import all_games, event_types

PAGE = Path(__file__).parents[1] / "docs" / "events.md"
BEGIN, END = "<!-- made from the code -->\n", "<!-- to here -->\n"
TITLES = {"match": "Every game", "bridge": "Bridge", "schnapsen": "Schnapsen and Sixty-Six", "cribbage": "Cribbage"}


def tables() -> str:
    """A table of types for every game's folder, the shared ones first."""
    return "\n".join(_tables())


def page() -> str:
    """The page as it must be."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{tables()}\n{END}{rest.partition(END)[2]}"


def _tables() -> Iterator[str]:
    types = event_types()
    assert {name.partition(".")[0] for name in types} == set(TITLES), "a new game has its own heading"
    for prefix, title in TITLES.items():
        rows = [_row(model) for name, model in sorted(types.items()) if name.startswith(f"{prefix}.")]
        yield "\n".join([f"### {title}\n", "| type | data | games |", "|---|---|---|", *rows, ""])


def _row(model: type[Event]) -> str:
    known = {field.alias or name: field.is_required() for name, field in model.model_fields.items()}
    fields = ", ".join(f"`{name}{'' if required else '?'}`" for name, required in sorted(known.items()))
    games = [name for name, game in all_games().items() if model in game.events]
    said = "all" if model.TYPE in COMMON else ", ".join(f"`{name}`" for name in games)
    return f"| `{model.TYPE}` | {fields} | {said} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

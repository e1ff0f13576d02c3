"""`scorepad` itself: each command is found where it is."""

import pytest
from typer.main import get_group

from services.cli.main import _MODULES, application


@pytest.mark.parametrize("module", _MODULES)
def test_a_command_alone_is_what_it_is_among_all(module: str) -> None:
    every = get_group(application()).commands

    for name in _MODULES[module]:
        alone = get_group(application([name, "--help"])).commands
        assert set(alone) == set(_MODULES[module])
        assert alone[name].help == every[name].help
    assert set(every) == {name for names in _MODULES.values() for name in names}


@pytest.mark.parametrize("words", [[], ["--help"], ["nothing"], ["--nothing", "fold"]], ids=str)
def test_whoever_names_no_command_is_shown_all(words: list[str]) -> None:
    assert set(get_group(application(words)).commands) == set(get_group(application()).commands)

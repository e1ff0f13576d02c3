from dataclasses import FrozenInstanceError, dataclass, replace
from typing import ClassVar

import pytest

from domain.records import evolve


@dataclass(frozen=True, slots=True)
class Pad:
    WORD: ClassVar[str] = "pad"

    above: int
    below: int = 0


@dataclass(frozen=True, slots=True)
class Rubber(Pad):
    WORD: ClassVar[str] = "rubber"

    settle_to: int = 100


def test_a_record_is_copied_with_some_fields_changed() -> None:
    pad = Pad(30, 60)

    assert evolve(pad, below=90) == Pad(30, 90)
    assert evolve(pad) == pad
    assert pad == Pad(30, 60), "the record itself stays"


def test_a_record_keeps_the_fields_that_it_inherits() -> None:
    rubber = Rubber(30, 60, 10)

    assert evolve(rubber, below=90) == replace(rubber, below=90) == Rubber(30, 90, 10)
    assert evolve(rubber, settle_to=1) == Rubber(30, 60, 1)
    assert type(evolve(rubber)) is Rubber


def test_no_field_comes_that_the_record_does_not_have() -> None:
    with pytest.raises(AttributeError):
        evolve(Pad(30), leg=60)


def test_the_copy_is_as_frozen_as_the_record() -> None:
    copy = evolve(Pad(30), below=90)

    with pytest.raises(FrozenInstanceError):
        copy.below = 0  # type: ignore[misc]  # it must not be possible

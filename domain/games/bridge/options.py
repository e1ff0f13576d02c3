"""How the forms of bridge write their agreements."""

from pydantic import BeforeValidator

from domain.errors import misfit


def one_of(*values: int) -> BeforeValidator:
    """Take one of some whole numbers, and never `true` or `1.0` for 1."""

    def check(value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool) and value not in values:
            raise misfit("event_invalid", f"is one of {', '.join(map(str, values))}")
        return value

    return BeforeValidator(check)

"""A ledger is made whole, with the key that opens it, or not at all; and a name is one ledger's."""

import pytest

from services import administering, administration, keys, ledgers, projecting
from services.bearers import Bearer
from services.folding import Folded
from services.keyring import Keyring
from services.wiring import EVERY, Stores
from tests.crowd import together


def keeper(stores: Stores) -> Bearer:
    """Whoever keeps the house."""
    return Keyring(stores).bearer(keys.create(stores, ["admin"]).key)


@pytest.mark.parametrize("step", [(ledgers, "add"), (administration, "open_log"), (keys, "NewKey")])
def test_a_ledger_whose_making_fails_halfway_can_be_made_again(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, step: tuple[object, str]
) -> None:
    bearer = keeper(stores)
    projecting.drain(stores, Folded())
    before = list(administering.all_acts(stores, "main"))

    def dies(*_: object, **__: object) -> None:
        raise RuntimeError("it dies")

    with monkeypatch.context() as broken:
        broken.setattr(*step, dies)
        with pytest.raises(RuntimeError, match="it dies"):
            administering.create_ledger(stores, bearer, "tuesday")

    projecting.drain(stores, Folded())
    assert list(administering.all_acts(stores, "main")) == before
    with stores.reading(EVERY) as connection:
        assert ledgers.names(connection) == ["main"]
    made = administering.create_ledger(stores, bearer, "tuesday")
    assert Keyring(stores).bearer(made.key).ledger_name == "tuesday"


def test_of_many_who_make_a_ledger_at_once_one_gets_it(stores: Stores) -> None:
    bearer = keeper(stores)

    def make(_which: int) -> str:
        try:
            return administering.create_ledger(stores, bearer, "tuesday").id
        except ValueError as refused:
            return str(refused)

    answers = together(4, make)

    made = [each for each in answers if each != "There is a ledger of this name."]
    assert len(made) == 1
    projecting.drain(stores, Folded())
    assert [(act["type"], act["data"].get("key")) for act in administering.all_acts(stores, "tuesday")] == [
        ("ledger.created", None),
        ("key.created", made[0]),
    ]

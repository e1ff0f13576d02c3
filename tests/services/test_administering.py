"""A name is one ledger's, whoever wants it at the same time."""

from services import administering, keys, projecting
from services.bearers import Bearer
from services.folding import Folded
from services.keyring import Keyring
from services.wiring import Stores
from tests.crowd import together


def keeper(stores: Stores) -> Bearer:
    """Whoever keeps the house."""
    return Keyring(stores).bearer(keys.create(stores, ["admin"]).key)


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

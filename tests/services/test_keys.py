import hashlib
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from services import clock, keys, ledgers, tables, tokens, wiring
from services.bearers import SCOPES
from services.config import Settings
from services.errors import KeyNeeded, StoreAway, UnfitStore, UnknownKey
from services.keyring import Keyring
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import eventually
from tests.people import PASSED, Table

FORM = re.compile(r"sp_(scorer|director|reader|auditor|admin)_([0-9A-Za-z]{10})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})")


@pytest.mark.parametrize("scope", SCOPES)
def test_a_key_says_its_kind_and_id(stores: Stores, scope: str) -> None:
    made = keys.create(stores, [scope])

    found = FORM.fullmatch(made.key)
    assert found is not None
    assert (found[1], found[2]) == (scope, made.id)
    bearer = Keyring(stores).bearer(made.key)
    assert (bearer.id, bearer.ledger_name, bearer.scopes, bearer.matches) == (made.id, "main", {scope}, None)


def test_a_key_of_several_scopes_is_named_for_the_strongest(stores: Stores) -> None:
    made = keys.create(stores, ["reader", "scorer", "reader"])

    assert made.key.startswith("sp_scorer_")
    assert Keyring(stores).bearer(made.key).scopes == {"reader", "scorer"}


def test_no_two_keys_are_alike(stores: Stores) -> None:
    assert len({keys.create(stores, ["reader"]).key for _ in range(20)}) == 20


@pytest.mark.parametrize("write", ["{}", "it is {}.", "http://127.0.0.1/matches/1?link={}&x=1", '{{"title":"{}"}}'])
def test_a_key_that_stands_in_a_text_is_seen(stores: Stores, write: str) -> None:
    key = keys.create(stores, ["reader"]).key
    misspelt = key[:-1] + ("A" if key[-1] != "A" else "B")

    assert all(tokens.stand_in(write.format(each)) for each in (key, misspelt))
    assert not any(tokens.stand_in(write.format(each)) for each in (key[:-1], key[3:], key.upper(), "sp_", ""))


def test_a_key_that_is_written_with_escapes_is_seen_too(stores: Stores) -> None:
    key = keys.create(stores, ["reader"]).key

    assert tokens.stand_in(f'{{"title":"{key.replace("_", chr(92) + "u005f")}"}}')
    assert tokens.stand_in("".join(f"\\u{ord(letter):04X}" for letter in key))
    assert not tokens.stand_in(f'{{"title":"{key[:-1]}\\u005f"}}')


def spoiled(key: str) -> list[str]:
    """The key with one thing wrong: a letter, its kind, its id, its length, its spelling."""
    kind, id_, rest = key.split("_")[1:]
    swapped = "".join("1" if letter == "0" else "0" for letter in rest)
    wrong = [f"{key[:at]}{'x' if key[at] != 'x' else 'y'}{key[at + 1 :]}" for at in range(len(key))]
    wrong += [key[:-1], key + "0", key.upper(), key.lower(), f" {key}", key + " ", key.replace("sp_", "")]
    wrong += [f"sp_{kind}_{id_}_", f"sp_{kind}__{rest}", f"sp_admin_{id_}_{rest}", f"sp_{kind}_{id_}_{swapped}"]
    return [
        *wrong,
        "",
        "sp",
        "____",
        "sp_director_\0_x",
        "sp_director_é_x",
        "\ud800".encode("utf-8", "replace").decode(),
    ]


def test_a_key_with_anything_wrong_is_refused_in_the_same_words(stores: Stores) -> None:
    key = keys.create(stores, ["director"]).key
    ring = Keyring(stores)
    ring.bearer(key)

    words = set()
    for wrong in spoiled(key):
        with pytest.raises(KeyNeeded) as refused:
            ring.bearer(wrong)
        words.add(str(refused.value))
    assert len(words) == 1
    assert key[-10:] not in words.pop()


def test_the_checksum_is_not_the_secret(stores: Stores) -> None:
    """Another secret with a right checksum is refused too: the digest decides."""
    key = keys.create(stores, ["director"]).key
    body = key[:-49] + "A" * 43
    forged = body + tokens._check(body)

    assert FORM.fullmatch(forged)
    with pytest.raises(KeyNeeded):
        Keyring(stores).bearer(forged)


def test_nothing_but_a_digest_is_kept(stores: Stores) -> None:
    made = keys.create(stores, ["director"], name="table 3")
    secret = made.key.split("_")[-1]

    with stores.reading(EVERY) as connection:
        row = connection.execute(sa.select(tables.keys)).one()
    assert bytes(row.digest) == hashlib.sha256(made.key.encode()).digest()
    assert secret not in repr(row)
    if stores.engine.dialect.name == "sqlite":
        folder = Path(str(stores.engine.url.database)).parent
        assert not [path for path in folder.iterdir() if secret.encode() in path.read_bytes()]


def test_the_log_names_the_key_and_never_its_secret(stores: Stores) -> None:
    made = keys.create(stores, ["director"])
    table = Table(stores)
    table.bearer = Keyring(stores).bearer(made.key)
    match = table.open()

    actors = {row.actor for row in books.log(stores, match)}
    assert actors == {f"director:{made.id}"}


def test_a_key_ends_when_it_expires(stores: Stores) -> None:
    past = keys.create(stores, ["reader"], expires_at=clock.now() - timedelta(microseconds=1))
    future = keys.create(stores, ["reader"], expires_at=clock.now() + timedelta(hours=1))

    with pytest.raises(KeyNeeded):
        Keyring(stores).bearer(past.key)
    assert Keyring(stores).bearer(future.key).id == future.id


def test_a_key_that_is_known_ends_when_it_expires(stores: Stores) -> None:
    made = keys.create(stores, ["reader"], expires_at=clock.now() + timedelta(seconds=1))
    ring = Keyring(stores)
    ring.bearer(made.key)

    assert eventually(lambda: _refused(ring, made.key), seconds=4)


def test_a_revoked_key_ends_everywhere_within_two_seconds(stores: Stores) -> None:
    made = keys.create(stores, ["reader"])
    rings = [Keyring(stores), Keyring(stores)]
    for ring in rings:
        ring.bearer(made.key)

    keys.revoke(stores, made.id)
    since = time.monotonic()
    with pytest.raises(KeyNeeded):
        Keyring(stores).bearer(made.key)
    for ring in rings:
        eventually(lambda ring=ring: _refused(ring, made.key))
    assert time.monotonic() - since < 2.5


def _refused(ring: Keyring, key: str) -> bool:
    try:
        ring.bearer(key)
    except KeyNeeded:
        return True
    return False


def test_a_key_is_revoked_once(stores: Stores) -> None:
    made = keys.create(stores, ["reader"])

    keys.revoke(stores, made.id)
    for id_ in (made.id, "nobody"):
        with pytest.raises(UnknownKey):
            keys.revoke(stores, id_)


@pytest.mark.parametrize("scopes", [[], ["owner"], ["scorer", "owner"], ["Scorer"], [""]])
def test_a_scope_that_is_none_is_refused(stores: Stores, scopes: list[str]) -> None:
    with pytest.raises(ValueError, match="scope"):
        keys.create(stores, scopes)

    assert not keys.any_exist(stores)


def test_a_key_of_no_ledger_is_refused(stores: Stores) -> None:
    with pytest.raises(UnfitStore):
        keys.create(stores, ["reader"], ledger="nowhere")

    assert not keys.any_exist(stores)


def test_br161_a_key_without_a_ledger_cannot_be_stored(stores: Stores) -> None:
    made = keys.create(stores, ["reader"])

    with pytest.raises(IntegrityError):
        books.run(stores, "UPDATE keys SET ledger = NULL")
    assert Keyring(stores).bearer(made.key).ledger_name == "main"


def test_a_key_opens_its_own_ledger(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        number = ledgers.add(connection, "other")

    bearer = Keyring(stores).bearer(keys.create(stores, ["director"], ledger="other").key)
    assert (bearer.ledger, bearer.ledger_name) == (number, "other")


def test_a_key_for_no_match_reaches_none(stores: Stores) -> None:
    match = Table(stores).open()

    assert not Keyring(stores).bearer(keys.create(stores, ["scorer"], matches=[]).key).reaches(match)
    assert Keyring(stores).bearer(keys.create(stores, ["scorer"], matches=[match]).key).reaches(match)
    assert Keyring(stores).bearer(keys.create(stores, ["scorer"]).key).reaches(match)


def test_a_key_for_a_match_spelled_in_capitals_reaches_it(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    scorer = Table(stores, scopes=("scorer",), matches=(match.upper(),))
    assert scorer.tell(match, *PASSED).version == 2


@pytest.mark.parametrize("match", ["", "all", "00000000-0000-0000-0000-00000000000g"])
def test_a_key_for_what_is_no_match_is_refused(stores: Stores, match: str) -> None:
    with pytest.raises(ValueError, match="UUID"):
        keys.create(stores, ["scorer"], matches=[match])

    assert not keys.any_exist(stores)


def test_a_name_that_is_too_long_is_refused(stores: Stores) -> None:
    assert keys.create(stores, ["reader"], name="n" * 100).id

    with pytest.raises(ValueError, match="100"):
        keys.create(stores, ["reader"], name="n" * 101)


def test_what_cannot_be_written_down_now_is_written_later(stores: Stores) -> None:
    made, nowhere = keys.create(stores, ["reader"]), Settings(database_url="sqlite:////nowhere/x.db", _env_file=None)
    keyring = Keyring(stores)
    keyring.bearer(made.key)
    keyring._written = 0.0

    keyring._stores = wiring.connect(nowhere)
    with pytest.raises(StoreAway):
        keyring.write_down()
    keyring._stores, keyring._written = stores, 0.0
    keyring.write_down()

    assert keys.one(stores, 1, made.id).used_at is not None

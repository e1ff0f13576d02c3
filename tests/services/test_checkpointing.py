"""Checkpoints: made when they are due, once, over what extends the last one, with the ledger's own key."""

import stat
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from structlog.testing import capture_logs

from services import checkpointing, keyfiles, ledgers, merkle, notes, signing, tables
from services.checkpointing import Notary, Standing
from services.errors import BrokenLedger, SigningStopped, UnfitStore
from services.tables import AnyRow
from services.tree import Tree
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import together
from tests.people import PASSED, Table, report
from tests.services.test_tree import LEDGER, leaves, loosen, sequence

NOW = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)


def grow(stores: Stores, events: int = 1000, ledger: str = "main") -> None:
    """One more match of so many events, sequenced."""
    table = Table(stores, ledger=ledger)
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * (events - 1))
    sequence(stores)


def made(stores: Stores, ledger: int = LEDGER) -> Sequence[AnyRow]:
    query = sa.select(tables.checkpoints).where(tables.checkpoints.c.ledger == ledger)
    with stores.reading(EVERY) as connection:
        return connection.execute(query.order_by(tables.checkpoints.c.size)).all()


def known(stores: Stores, ledger: int = LEDGER) -> list[signing.Known]:
    with stores.reading(EVERY) as connection:
        return signing.known(connection, ledger)


def opened(stores: Stores, row: AnyRow) -> notes.Checkpoint:
    """A stored checkpoint, as somebody who has the public keys reads it."""
    note = notes.read(row.note)
    note.signer([each.verifier for each in known(stores)])
    return notes.read_checkpoint(note.text)


def standing(stores: Stores) -> Standing:
    with stores.reading(EVERY) as connection:
        return checkpointing.standings(connection)[0]


def files(stores: Stores) -> signing.Files:
    return signing.files(stores.settings.signing_folder, "main")


def refused(stores: Stores) -> str:
    """Why nothing is signed; once it was found, it stays so."""
    before = len(made(stores))
    with capture_logs() as logs:
        assert Notary(stores).sign_due() == 0
    assert len(made(stores)) == before
    (entry,) = [each for each in logs if each["event"] == "signing_stopped"]
    assert (entry["log_level"], entry["ledger"]) == ("error", "main")
    return str(entry["reason"])


@pytest.mark.parametrize(
    ("unsigned", "seconds", "due", "late"),
    [
        (0, 10_000, False, False),
        (1, 59, False, False),
        (1, 60, True, False),
        (999, 1, False, False),
        (1000, 0, True, False),
        (1, 150, True, True),
        (-1, 0, True, True),
    ],
)
def test_a_checkpoint_is_due_after_1000_positions_or_a_minute(
    unsigned: int, seconds: int, due: bool, late: bool
) -> None:
    found = Standing(1, "main", 5000 + unsigned, 5000, NOW, NOW - timedelta(seconds=seconds))

    assert (found.due(NOW), found.late(NOW)) == (due, late)


def test_a_checkpoint_is_the_root_of_the_ledger_signed(stores: Stores) -> None:
    grow(stores)
    notary = Notary(stores)

    assert notary.sign_due() == 1
    assert notary.sign_due() == 0

    (row,) = made(stores)
    found = opened(stores, row)
    assert (found.origin, found.size, found.root) == ("scorepad/main", 1000, merkle.root(leaves(stores)))
    assert (row.size, bytes(row.root)) == (found.size, found.root)


def test_each_checkpoint_extends_the_one_before(stores: Stores) -> None:
    notary = Notary(stores)
    for _ in range(3):
        grow(stores)
        assert notary.sign_due() == 1

    older, *_, newer = made(stores)
    with stores.reading(EVERY) as connection:
        path = Tree(connection, LEDGER).consistency(older.size, newer.size)
    assert merkle.extends(older.size, newer.size, path, bytes(older.root), bytes(newer.root))


def test_an_empty_ledger_and_one_just_begun_have_none(stores: Stores) -> None:
    assert Notary(stores).sign_due() == 0
    grow(stores, 3)

    assert Notary(stores).sign_due() == 0
    assert standing(stores).unsigned == 3
    assert not files(stores).key.exists()


def test_an_event_that_waited_long_enough_is_signed_alone(stores: Stores) -> None:
    books.forge_match(stores, "{}")
    sequence(stores)

    assert Notary(stores).sign_due() == 1
    assert [row.size for row in made(stores)] == [1]


def test_many_workers_at_once_make_each_checkpoint_once(stores: Stores) -> None:
    workers = [Notary(stores) for _ in range(6)]
    for turn in range(1, 4):
        grow(stores)
        assert sum(together(6, lambda which: workers[which].sign_due())) == 1
        assert [row.size for row in made(stores)] == [1000 * n for n in range(1, turn + 1)]
    assert len(known(stores)) == 1


def test_br086_a_worker_killed_after_signing_and_before_the_commit_costs_nothing(stores: Stores) -> None:
    grow(stores)
    assert Notary(stores).sign_due() == 1
    grow(stores)
    note = notes.sign(
        notes.Checkpoint("scorepad/main", 2000, merkle.root(leaves(stores)), NOW).text,
        "scorepad/main",
        private(stores),
    )
    signing.remember(files(stores), note)
    grow(stores)

    assert Notary(stores).sign_due() == 1
    assert [row.size for row in made(stores)] == [1000, 3000]


def private(stores: Stores) -> Ed25519PrivateKey:
    found = keyfiles.read_key(files(stores).key)
    assert found is not None
    return found


def test_a_ledger_upgraded_without_a_tree_is_signed_and_catches_up(stores: Stores) -> None:
    grow(stores, 3000)
    books.run(stores, "DELETE FROM tree")

    assert Notary(stores).sign_due() == 1

    with stores.reading(EVERY) as connection:
        rows = connection.execute(sa.select(sa.func.count()).select_from(tables.tree)).scalar_one()
    assert rows == 3000 // 256
    assert opened(stores, made(stores)[0]).root == merkle.root(leaves(stores))


@pytest.mark.parametrize("position", [1, 300, 999, 1000])
def test_a_changed_event_stops_signing(stores: Stores, position: int) -> None:
    grow(stores)
    assert Notary(stores).sign_due() == 1
    loosen(stores)
    books.run(
        stores,
        "UPDATE events SET hash = (SELECT hash FROM events WHERE version = 500 LIMIT 1) WHERE (match, version) = "
        "(SELECT match, version FROM feed WHERE position = :position AND ledger = 1)",
        position=position,
    )
    grow(stores)

    reason = refused(stores)

    assert reason.startswith("An event at positions" if position < 769 else "The first 1000 events are not those")
    with pytest.raises(BrokenLedger):
        checkpointing.check(stores, standing(stores), thorough=True)


def test_an_event_that_is_gone_stops_signing(stores: Stores) -> None:
    grow(stores)
    assert Notary(stores).sign_due() == 1
    loosen(stores)
    books.run(
        stores,
        "DELETE FROM events WHERE (match, version) = (SELECT match, version FROM feed WHERE position = 400)",
    )
    grow(stores)

    assert refused(stores) == "The event at position 400 is gone from the ledger."


def test_a_changed_root_that_is_kept_stops_signing(stores: Stores) -> None:
    grow(stores)
    assert Notary(stores).sign_due() == 1
    with stores.writing(EVERY) as connection:
        connection.execute(sa.update(tables.tree).values(hash=bytes(32)))
    grow(stores)

    assert refused(stores) == "An event at positions 1 to 256 is not what it was."


def test_a_refusal_is_said_once_a_minute_and_other_ledgers_are_signed(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        other = ledgers.add(connection, "club Wien")
    grow(stores)
    grow(stores, ledger="club Wien")
    files(stores).key.parent.mkdir()
    files(stores).key.write_text("no key")
    files(stores).key.chmod(0o600)
    notary = Notary(stores)

    with capture_logs() as logs:
        assert [notary.sign_due() for _ in range(3)] == [1, 0, 0]

    assert len(logs) == 1
    assert [row.size for row in made(stores, other)] == [1000]
    assert made(stores) == []


def test_a_restored_backup_is_not_signed_over(stores: Stores) -> None:
    """The folder of the key knows what was signed after the backup was made."""
    grow(stores)
    assert Notary(stores).sign_due() == 1
    lost = notes.Checkpoint("scorepad/main", 1500, bytes(32), NOW)
    signing.remember(files(stores), notes.sign(lost.text, lost.origin, private(stores)))
    with pytest.raises(BrokenLedger, match="ends at position 1000, and was signed up to 1500"):
        checkpointing.check(stores, standing(stores))
    grow(stores)

    assert refused(stores) == "The first 1500 events are not those that were signed."
    signing.rotate(stores, "main")

    assert Notary(stores).sign_due() == 1
    assert [row.size for row in made(stores)] == [1000, 2000]


def test_a_cut_tail_is_not_signed_over(stores: Stores) -> None:
    grow(stores, 1100)
    assert Notary(stores).sign_due() == 1
    books.run(stores, "UPDATE sequencers SET position = 1050 WHERE ledger = 1")

    assert refused(stores) == "The ledger ends at position 1050, and was signed up to 1100."
    assert standing(stores).late(NOW)


def test_the_key_is_a_file_that_nobody_else_reads(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()

    found = files(stores)
    assert found.key == stores.settings.data.resolve() / "signing" / "main.key"
    assert stat.S_IMODE(found.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(found.key.parent.stat().st_mode) == 0o700
    assert found.key.read_text().startswith("-----BEGIN PRIVATE KEY-----\n")
    assert sorted(path.name for path in found.key.parent.iterdir()) == ["main.key", "main.signed"]
    secret = private(stores).private_bytes_raw()
    assert not any(secret in bytes(row.public) for row in stored(stores))


def stored(stores: Stores) -> Sequence[AnyRow]:
    with stores.reading(EVERY) as connection:
        return connection.execute(sa.select(tables.signers)).all()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o777])
def test_a_key_that_others_may_read_is_not_used(stores: Stores, mode: int) -> None:
    grow(stores)
    Notary(stores).sign_due()
    files(stores).key.chmod(mode)
    grow(stores)

    assert refused(stores).endswith(f"main.key is open to others (mode {mode:04o}): chmod 600 it.")
    files(stores).key.chmod(0o600)
    assert Notary(stores).sign_due() == 1


def test_a_missing_key_is_not_made_anew(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()
    files(stores).key.unlink()
    grow(stores)

    assert "main.key is missing: put that key there, or run `scorepad signing rotate`." in refused(stores)
    assert not files(stores).key.exists()


def test_the_key_of_another_ledger_is_not_used(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    grow(stores, ledger="other")
    assert Notary(stores).sign_due() == 1
    theirs = signing.files(stores.settings.signing_folder, "other").key
    copy(theirs, files(stores).key)
    grow(stores)

    assert "holds a key that another ledger, or an old one, has" in refused(stores)
    files(stores).key.unlink()
    assert Notary(stores).sign_due() == 1
    copy(theirs, files(stores).key)
    grow(stores)
    assert f"holds another key than {known(stores)[0].verifier.id} of the ledger main" in refused(stores)


def copy(from_: Path, to: Path) -> None:
    to.write_bytes(from_.read_bytes())
    to.chmod(0o600)


@pytest.mark.parametrize("raw", [b"", b"-----BEGIN PRIVATE KEY-----\n", b"\xff" * 100])
def test_what_is_no_key_is_not_used(stores: Stores, raw: bytes) -> None:
    files(stores).key.parent.mkdir(mode=0o700)
    files(stores).key.write_bytes(raw)
    files(stores).key.chmod(0o600)
    grow(stores)

    assert refused(stores).endswith("main.key holds no private key.")
    assert files(stores).key.read_bytes() == raw


def test_a_folder_that_cannot_be_used_stops_signing(stores: Stores) -> None:
    files(stores).key.parent.write_text("a file in its place")
    grow(stores)

    assert "cannot be" in refused(stores)
    files(stores).key.parent.unlink()
    assert Notary(stores).sign_due() == 1


def test_rotation_signs_with_a_new_key_and_old_notes_stay_valid(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()
    before = files(stores).key.read_text()

    new = signing.rotate(stores, "main")
    grow(stores)
    assert Notary(stores).sign_due() == 1

    old, current = known(stores)
    assert current.verifier == new != old.verifier
    assert (old.until is not None, current.until) == (True, None)
    assert files(stores).key.read_text() != before
    rows = made(stores)
    assert [opened(stores, row).size for row in rows] == [1000, 2000]
    assert notes.read(rows[1].note).signer([new]) == new
    with pytest.raises(notes.BadNote):
        notes.read(rows[1].note).signer([old.verifier])
    assert not files(stores).coming.exists()


def test_a_rotation_cut_short_after_its_commit_is_finished(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()
    found, kept = files(stores), files(stores).key.read_bytes()
    signing.rotate(stores, "main")
    found.key.rename(found.coming)
    found.key.write_bytes(kept)
    found.key.chmod(0o600)
    grow(stores)

    assert Notary(stores).sign_due() == 1
    assert not found.coming.exists()
    assert len(known(stores)) == 2


def test_a_lost_key_is_rotated_away(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()
    files(stores).key.unlink()

    signing.rotate(stores, "main")
    grow(stores)

    assert Notary(stores).sign_due() == 1
    with pytest.raises(UnfitStore, match="no ledger 'none'"):
        signing.rotate(stores, "none")


def test_a_note_that_cannot_be_read_back_stops_signing(stores: Stores) -> None:
    grow(stores)
    Notary(stores).sign_due()
    files(stores).signed.write_text("nonsense")
    grow(stores)

    assert refused(stores).endswith("main.signed holds no checkpoint.")
    with pytest.raises(SigningStopped):
        checkpointing.check(stores, standing(stores))

"""`verify`: what was tampered with by the database's owner is found and named, on both databases."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from services import checkpointing, exporting, projecting, signing, verifying, wiring
from services.errors import UnfitStore
from services.folding import Folded
from services.tables import events
from services.verifying import Verified
from services.wiring import EVERY, Stores
from tests import books, forging
from tests.forging import SIGNED, Ledger
from tests.people import PASSED, Table, report
from tests.tampering import owning, tampering
from tests.vouching import Signer, verifier

MAIN = SIGNED + 1
ALL = MAIN + 1
"""With the one event of the other ledger."""


@pytest.fixture
def ledger(stores: Stores) -> Ledger:
    """A ledger with something of everything, signed three times."""
    return forging.ledger(stores)


def told(done: Verified) -> list[str]:
    return [str(each) for each in done.findings.first]


def check(ledger: Ledger, *, kept: bool = False, refold: bool = True) -> list[str]:
    return told(verifying.verify(ledger.stores, saved=ledger.kept if kept else None, refold=refold))


def test_a_log_that_was_not_touched_holds(ledger: Ledger) -> None:
    Table(ledger.stores).tell(ledger.matches[0], *PASSED)
    progress: list[tuple[int, int]] = []

    done = verifying.verify(ledger.stores, saved=ledger.kept, progress=lambda *now: progress.append(now))

    acts = books.acts(ledger.stores)
    assert told(done) == []
    assert (done.events - acts, done.positions - acts, done.checkpoints, done.refolded) == (ALL + 1, ALL, 3, True)
    assert progress[-1] == (2 * (ALL + acts) + 1, 2 * (ALL + acts) + 1)


def test_several_processes_find_the_same(ledger: Ledger) -> None:
    assert verifying.verify(ledger.stores, processes=2).findings.count == 0

    tampering(ledger.stores, "UPDATE events SET actor = 'nobody' WHERE version = 4")

    (found,) = told(verifying.verify(ledger.stores, processes=2, refold=False))
    assert "version 4: its columns and the hash before it do not give its hash" in found


def test_what_is_signed_by_the_workers_holds_here_and_with_the_verifier(stores: Stores, tmp_path: Path) -> None:
    table = Table(stores)
    match = table.open(title="Čtvrtek ♠")
    for _ in range(3):
        table.tell(match, *PASSED)
        table.drain()
        with stores.reading(EVERY) as connection:
            standing, _ = checkpointing.standings(connection)
        assert checkpointing.make(stores, standing)
    signing.rotate(stores, "main")
    with stores.reading(EVERY) as connection:
        row, keys = checkpointing.newest(connection, 1), signing.known(connection, 1)
    assert row is not None
    (tmp_path / "export").write_text("".join(exporting.export_ledger(stores, (1, "main"))))
    (tmp_path / "kept").write_text(row.note)

    done = verifying.verify(stores, saved=row.note)

    assert told(done) == []
    assert done.checkpoints == 3
    words = [word for key in keys for word in ("--key", key.verifier)]
    verifier(tmp_path / "export", *words, "--checkpoint", tmp_path / "kept").ends(0)


def test_an_empty_log_holds_and_an_unknown_ledger_is_told(stores: Stores) -> None:
    assert told(verifying.verify(stores)) == []
    with pytest.raises(UnfitStore, match="no ledger 'else'"):
        verifying.verify(stores, ledger="else")


def test_a_ledger_is_checked_alone(ledger: Ledger) -> None:
    tampering(ledger.stores, "UPDATE matches SET title = 'x' WHERE id = :id", id=ledger.other)

    assert told(verifying.verify(ledger.stores, ledger="main")) == []
    (found,) = told(verifying.verify(ledger.stores, ledger="other"))
    assert found == f"matches: ledger other, match {ledger.other}: `title` does not say what the events do"


DOUBLED = """
INSERT INTO events
SELECT match, version + 1, ledger, '0190163d-8694-739b-aea5-966c26f8ad90', type, body, recorded_at, occurred_at, actor,
hash FROM events WHERE match = '{1}'
"""
UNLINKED = "its columns and the hash before it do not give its hash"

# What somebody changes by SQL, and the words by which it is named. {0} is the first match, {1} the second.
CHANGES = {
    "an event's body": (
        ["UPDATE events SET body = '{{}}' WHERE match = '{0}' AND version = 2"],
        "events: ledger main, position 2, match {0}, version 2: " + UNLINKED,
    ),
    "an event deleted": (
        ["DELETE FROM events WHERE match = '{0}' AND version = 3"],
        "events: ledger main, position 3, match {0}, version 3: version 3 is due after version 2, and 4 stands there",
    ),
    "an event deleted, as the feed says": (
        ["DELETE FROM events WHERE match = '{0}' AND version = 3"],
        "feed: ledger main, position 3, match {0}, version 3: the event that stood here is gone",
    ),
    "a position deleted": (
        ["DELETE FROM feed WHERE ledger = 1 AND position = 7"],
        "feed: ledger main, position 7: nothing stands at this position",
    ),
    "an event without a position": (
        ["DELETE FROM feed WHERE ledger = 1 AND match = '{1}'"],
        "feed: ledger main, match {1}: 1 of its 1 events have no position",
    ),
    "two positions swapped": (
        [
            "UPDATE feed SET position = -1 WHERE ledger = 1 AND position = 2",
            "UPDATE feed SET position = 2 WHERE ledger = 1 AND position = 3",
            "UPDATE feed SET position = 3 WHERE ledger = 1 AND position = -1",
        ],
        "checkpoints: ledger main, position 5: the events up to here do not give its root: what was signed was changed",
    ),
    "two events swapped": (
        [
            "UPDATE events SET version = -1 WHERE match = '{0}' AND version = 2",
            "UPDATE events SET version = 2 WHERE match = '{0}' AND version = 3",
            "UPDATE events SET version = 3 WHERE match = '{0}' AND version = -1",
        ],
        "events: ledger main, position 2, match {0}, version 2: " + UNLINKED,
    ),
    "an event doubled": (
        [DOUBLED],
        "events: ledger main, match {1}, version 2: its columns and the hash before it do not give its hash",
    ),
    "a head": (
        ["UPDATE matches SET version = 3 WHERE id = '{1}'"],
        "matches: ledger main, match {1}: `version` does not say what the events do",
    ),
    "the events of a head": (
        ["DELETE FROM events WHERE match = '{1}'"],
        "matches: match {1}: no event of it is left",
    ),
    "a head deleted": (
        ["DELETE FROM matches WHERE id = '{1}'"],
        "matches: match {1}: events stand in the log whose match is gone",
    ),
    "a match moved to another ledger": (
        ["UPDATE matches SET ledger = 3 WHERE id = '{1}'"],
        "events: ledger other, position 5, match {1}, version 1: the event is of ledger number 1, and its match is not",
    ),
    "an event moved to another ledger": (
        ["UPDATE events SET ledger = 3 WHERE match = '{1}'"],
        "feed: ledger main, position 5, match {1}, version 1: the event that stands here is of ledger number 3",
    ),
    "another ledger's event in a position": (
        [
            "DELETE FROM feed WHERE ledger = 3",
            "UPDATE feed SET match = '{2}', version = 1 WHERE ledger = 1 AND position = 7",
        ],
        "feed: ledger main, position 7, match {2}, version 1: the event that stands here is of ledger number 3",
    ),
    "a ledger that is none": (
        ["UPDATE matches SET ledger = 9 WHERE id = '{1}'"],
        "matches: match {1}: it belongs to no ledger: there is none of number 9",
    ),
    "a position of a ledger that is none": (
        ["UPDATE feed SET ledger = 9 WHERE ledger = 1 AND position = 7"],
        "feed: a row is of ledger number 9, which does not exist",
    ),
    "a position beyond the newest": (
        ["INSERT INTO feed VALUES (1, 1000, '{0}', 1000)"],
        "feed: ledger main, position 1000: a position beyond the newest, 290",
    ),
    "how far a match is in the feed": (
        ["UPDATE sequenced SET version = 3 WHERE match = '{1}'"],
        "sequenced: ledger main, match {1}: its newest version with a position is 1, and not [3]",
    ),
    "a root that is kept": (
        ["UPDATE tree SET hash = (SELECT hash FROM matches WHERE id = '{1}')"],
        "tree: ledger main, position 256: the root kept of level 8, number 0, is not that of the events",
    ),
    "a root deleted": (
        ["DELETE FROM tree"],
        "tree: ledger main, position 256: the root kept of level 8, number 0, is missing",
    ),
    "a root too many": (
        ["INSERT INTO tree SELECT ledger, 16, 0, hash FROM tree"],
        "tree: ledger main: there is no complete subtree of level 16, number 0",
    ),
    "a checkpoint's root": (
        ["UPDATE checkpoints SET root = (SELECT hash FROM tree) WHERE size = 100"],
        "checkpoints: ledger main, position 100: its note says something else than its columns",
    ),
    "a checkpoint's note": (
        ["UPDATE checkpoints SET note = 'x' WHERE size = 100"],
        "checkpoints: ledger main, position 100: its note is no signed checkpoint",
    ),
    "a checkpoint's time": (
        ["UPDATE checkpoints SET made_at = made_at + 1 WHERE size = 100"],
        "checkpoints: ledger main, position 100: its note gives another time than its column",
    ),
    "a key": (
        ["UPDATE signers SET public = (SELECT hash FROM tree)"],
        "checkpoints: ledger main, position 100: its note is not signed by a key of this ledger",
    ),
    "a board": (
        ["UPDATE boards SET body = '{{}}' WHERE match = '{0}' AND name = 'rubber'"],
        "boards: ledger main, position 290, match {0}, version 288: the board `rubber` is not what the events give",
    ),
    "a board deleted": (
        ["DELETE FROM boards WHERE match = '{1}' AND name = 'game'"],
        "boards: ledger main, position 5, match {1}, version 1: the board `game` is missing",
    ),
    "a board stamped later": (
        ["UPDATE boards SET version = 2 WHERE match = '{1}' AND name = 'game'"],
        "boards: ledger main, position 5, match {1}, version 1: the board `game` is not stamped as it should be",
    ),
    "all boards of a match deleted": (
        ["DELETE FROM boards WHERE match = '{1}'"],
        "boards: ledger main, position 5, match {1}, version 1: the boards do not show it, and nothing is marked",
    ),
    "a board of no match": (
        ["UPDATE boards SET match = '0190163d-8694-739b-aea5-966c26f8ad90' WHERE match = '{1}'"],
        "boards: match 0190163d-8694-739b-aea5-966c26f8ad90: there is no such match",
    ),
}


@pytest.mark.parametrize(("statements", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_br082_what_was_changed_is_found_and_named(ledger: Ledger, statements: list[str], said: str) -> None:
    names = [*ledger.matches[:2], ledger.other]

    tampering(ledger.stores, *(statement.format(*names) for statement in statements))

    assert any(found.startswith(said.format(*names)) for found in check(ledger)), check(ledger)


def test_boards_that_wait_for_the_workers_are_no_fault(ledger: Ledger) -> None:
    table = Table(ledger.stores)
    table.tell(ledger.matches[0], *PASSED)
    fresh = table.open()

    assert check(ledger) == []
    tampering(ledger.stores, "UPDATE boards SET body = '{}' WHERE name = 'rubber'")
    assert any("version 288: the board `rubber` is not what" in found for found in check(ledger))
    projecting.drain(ledger.stores, Folded())
    assert check(ledger)
    assert fresh


def test_without_folding_again_boards_are_not_looked_at(ledger: Ledger) -> None:
    tampering(ledger.stores, "UPDATE boards SET body = '{}'")

    assert check(ledger, refold=False) == []


def test_a_tail_that_was_cut_below_a_checkpoint_is_found_by_it(ledger: Ledger) -> None:
    with owning(ledger.stores) as connection:
        forging.cut(connection, 10)
    projecting.audit(ledger.stores)
    projecting.drain(ledger.stores, Folded())

    assert check(ledger) == [
        f"checkpoints: ledger main, position {SIGNED}: the log ends at position {MAIN - 10}, before it: it was cut"
    ]


def test_a_tail_that_was_cut_with_its_checkpoints_is_found_only_by_one_that_was_kept(ledger: Ledger) -> None:
    with owning(ledger.stores) as connection:
        forging.cut(connection, 10)
        forging.forget(connection, 100)
    projecting.audit(ledger.stores)
    projecting.drain(ledger.stores, Folded())

    assert check(ledger) == []
    (found,) = check(ledger, kept=True)
    assert found.startswith(f"saved: ledger main, position {SIGNED}: the log ends at position {MAIN - 10}, and the")


def rewritten(ledger: Ledger, finish: Callable[[Ledger, Connection], object]) -> None:
    first = ledger.matches[0]
    with owning(ledger.stores) as connection:
        here = (events.c.match == first) & (events.c.version == 1)
        body = connection.execute(sa.select(events.c.body).where(here)).scalar_one()
        connection.execute(sa.update(events).where(here).values(body=forging.changed(body)))
        forging.rechain(connection, first)
        connection.execute(sa.text("UPDATE matches SET title = 'Pátek' WHERE id = :id"), {"id": first})
        connection.execute(sa.text("DELETE FROM boards WHERE match = :id"), {"id": first})
        finish(ledger, connection)
    projecting.audit(ledger.stores)
    projecting.drain(ledger.stores, Folded())


def test_a_suffix_chained_anew_is_found_by_every_checkpoint_after_it(ledger: Ledger) -> None:
    rewritten(ledger, lambda given, connection: forging.regrow(given.stores, connection))

    said = "the events up to here do not give its root: what was signed was changed"
    assert check(ledger) == [f"checkpoints: ledger main, position {size}: {said}" for size in (5, 100, SIGNED)]


def test_a_suffix_signed_anew_with_the_right_key_is_found_only_by_a_checkpoint_that_was_kept(ledger: Ledger) -> None:
    rewritten(ledger, forging.sign_again)

    assert check(ledger) == []
    changed, unknown = check(ledger, kept=True)
    assert changed.endswith("the log does not extend the checkpoint that was kept: what stands up to here was changed")
    assert unknown.endswith("the checkpoint that was kept is no longer among those of the ledger")


def test_another_key_that_signs_the_past_anew_is_told_by_the_checkpoint_that_was_kept(ledger: Ledger) -> None:
    stranger = Signer()
    tampering(ledger.stores, "DELETE FROM checkpoints", "DELETE FROM signers")
    stranger.enter(ledger.stores)
    stranger.vouch(ledger.stores, SIGNED)

    assert check(ledger) == []
    assert any(
        "no key of this ledger has signed the checkpoint that was kept" in each for each in check(ledger, kept=True)
    )


def test_br085_a_checkpoint_of_an_empty_ledger_is_extended_by_every_log(stores: Stores) -> None:
    signer = Signer()
    signer.enter(stores)
    kept = signer.vouch(stores, 0)
    assert told(verifying.verify(stores, saved=kept)) == []

    Table(stores).open()
    projecting.drain(stores, Folded())

    assert told(verifying.verify(stores, saved=kept)) == []


@pytest.mark.parametrize("text", ["", "x", "scorepad/main\n1\nAAAA\n\n— scorepad/main AAAA\n"])
def test_what_is_no_checkpoint_is_told(ledger: Ledger, text: str) -> None:
    assert told(verifying.verify(ledger.stores, saved=text)) == [
        "saved: the checkpoint that was kept is none that can be read"
    ]


def test_a_checkpoint_of_a_ledger_that_is_not_here_is_told(ledger: Ledger) -> None:
    note = Signer("else").note(1, bytes(32))

    (found,) = told(verifying.verify(ledger.stores, saved=note))
    assert found == "saved: the checkpoint that was kept is one of scorepad/else, which is not here"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_note_that_is_no_text_any_more_is_told(ledger: Ledger) -> None:
    """A line may be added that no reader of checkpoints looks at, of a byte that is no letter."""
    statement = "UPDATE checkpoints SET note = CAST(replace(note, 'Z' || :end, 'Z' || :line) AS TEXT) WHERE size = 100"
    tampering(ledger.stores, statement, end="\n\n", line=b"\n\xff\n\n")

    (found,) = told(verifying.verify(ledger.stores))
    assert found == "checkpoints: ledger main, position 100: its note is not signed by a key of this ledger"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_restored_old_backup_is_told_by_the_checkpoint_that_was_kept(ledger: Ledger, tmp_path: Path) -> None:
    stores, table = ledger.stores, Table(ledger.stores)
    path, backup = Path(str(stores.engine.url.database)), tmp_path / "backup.db"
    stores.engine.dispose()
    shutil.copy(path, backup)
    table.tell_all(ledger.matches[0], [report(*PASSED)] * 20)
    table.drain()
    newer = ledger.signer.vouch_at(stores, MAIN + 20, seconds=90)
    stores.engine.dispose()
    shutil.copy(backup, path)

    assert check(ledger) == []
    (found,) = told(verifying.verify(wiring.connect(stores.settings), saved=newer))
    assert "the log ends at position 290" in found
    assert "an old backup was restored" in found


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_index_that_says_otherwise_than_its_table_is_found(ledger: Ledger) -> None:
    """By somebody who edits the file's bytes: the tables say one thing, and who asks by an index reads another."""
    stores = ledger.stores
    path = Path(str(stores.engine.url.database))
    stores.engine.dispose()
    raw = path.read_bytes()
    assert raw.count(b"bridge.deal_played") > 100
    needle = ledger.matches[2].encode()
    path.write_bytes(raw.replace(needle, needle[:-1] + (b"0" if needle[-1:] != b"0" else b"1"), 1))

    found = check(ledger)
    assert any(each.startswith("database: SQLite finds: ") for each in found), found

"""Attacks on the log as a whole: rows deleted, inserted, swapped, doubled, moved; tails cut; suffixes chained anew."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from services.tables import boards, checkpoints, events, feed, matches, tree
from tests import forging
from tests.forging import SIGNED, Ledger


@dataclass(frozen=True, slots=True)
class Ground:
    """Where an attack is made: the ledger, in a transaction of the database's owner, with dice."""

    ledger: Ledger
    connection: Connection
    dice: random.Random

    def run(self, statement: str, **values: Any) -> None:
        """Run a statement."""
        self.connection.execute(sa.text(statement), values)

    def position(self, highest: int = SIGNED) -> int:
        """A position of the main ledger."""
        return self.dice.randint(1, highest)

    def event(self, highest: int = SIGNED) -> tuple[str, int]:
        """The match and version of an event that was signed."""
        query = sa.select(feed.c.match, feed.c.version).where(feed.c.ledger == 1)
        match, version = self.connection.execute(query.where(feed.c.position == self.position(highest))).one()
        return match, version


def delete_event(ground: Ground) -> None:
    match, version = ground.event()
    ground.run("DELETE FROM events WHERE match = :m AND version = :v", m=match, v=version)


def delete_event_and_position(ground: Ground) -> None:
    match, version = ground.event()
    ground.run("DELETE FROM events WHERE match = :m AND version = :v", m=match, v=version)
    ground.run("DELETE FROM feed WHERE match = :m AND version = :v", m=match, v=version)


def delete_and_close_the_gap(ground: Ground) -> None:
    """An event goes, and all that follows moves up: versions, positions, chain."""
    match, version = ground.event()
    here, place = {"m": match, "v": version}, _place(ground, match, version)
    ground.run("DELETE FROM events WHERE match = :m AND version = :v", **here)
    ground.run("DELETE FROM feed WHERE match = :m AND version = :v", **here)
    _renumber(ground, match, (version, place), -1)
    _tidy(ground, match, -1)


def delete_position(ground: Ground) -> None:
    ground.run("DELETE FROM feed WHERE ledger = 1 AND position = :p", p=ground.position())


def delete_match(ground: Ground) -> None:
    match, _ = ground.event()
    for column in (events.c.match, feed.c.match, boards.c.match, matches.c.id):
        ground.connection.execute(sa.delete(column.table).where(column == match))


def delete_board(ground: Ground) -> None:
    names = ground.connection.execute(sa.select(boards.c.match, boards.c.name).order_by(boards.c.match, boards.c.name))
    match, name = ground.dice.choice(list(names))
    ground.run("DELETE FROM boards WHERE match = :m AND name = :n", m=match, n=name)


def delete_roots(ground: Ground) -> None:
    ground.run("DELETE FROM tree WHERE ledger = 1")


def delete_newest_checkpoint(ground: Ground) -> None:
    forging.forget(ground.connection, SIGNED - 1)


def swap_events(ground: Ground) -> None:
    match = ground.ledger.matches[0]
    one, other = ground.dice.sample(range(2, SIGNED - 2), 2)
    for old, new in ((one, -1), (other, one), (-1, other)):
        ground.run("UPDATE events SET version = :n WHERE match = :m AND version = :o", m=match, o=old, n=new)


def swap_positions(ground: Ground) -> None:
    one, other = ground.dice.sample(range(1, SIGNED + 1), 2)
    for old, new in ((one, -1), (other, one), (-1, other)):
        ground.run("UPDATE feed SET position = :n WHERE ledger = 1 AND position = :o", o=old, n=new)


def swap_bodies(ground: Ground) -> None:
    query = sa.select(events.c.version, events.c.body).where(events.c.match == ground.ledger.matches[0])
    rows = {body: version for version, body in ground.connection.execute(query)}
    one, other = ground.dice.sample(sorted(rows), 2)
    for version, body in ((rows[one], other), (rows[other], one)):
        here = {"m": ground.ledger.matches[0], "v": version, "b": body}
        ground.run("UPDATE events SET body = :b WHERE match = :m AND version = :v", **here)


def swap_boards(ground: Ground) -> None:
    ground.run("UPDATE boards SET body = (SELECT max(body) FROM boards) WHERE body = (SELECT min(body) FROM boards)")


def swap_checkpoints(ground: Ground) -> None:
    rows = ground.connection.execute(sa.select(checkpoints).order_by(checkpoints.c.size)).all()
    one, other = ground.dice.sample(rows, 2)
    for size, row in ((one.size, other), (other.size, one)):
        values = {"root": row.root, "note": row.note, "made_at": row.made_at}
        ground.connection.execute(sa.update(checkpoints).where(checkpoints.c.size == size).values(values))


def double_event(ground: Ground) -> None:
    """The same event once more at the end of its match, chained by nobody."""
    match, version = ground.event()
    ground.run(
        "INSERT INTO events SELECT match, (SELECT max(version) + 1 FROM events WHERE match = :m), ledger, :id, type,"
        " body, recorded_at, occurred_at, actor, hash FROM events WHERE match = :m AND version = :v",
        m=match, v=version, id=_uuid(ground),
    )  # fmt: skip


def double_position(ground: Ground) -> None:
    """The same event at two positions; on both databases the constraint has to go first."""
    match, version = ground.event()
    place = ground.position()
    ground.run("DELETE FROM feed WHERE ledger = 1 AND position = :p", p=place)
    ground.run("DELETE FROM feed WHERE match = :m AND version = :v", m=match, v=version)
    ground.run("INSERT INTO feed VALUES (1, :p, :m, :v)", p=place, m=match, v=version)


def insert_in_the_middle(ground: Ground) -> None:
    """A new event among the signed ones, chained and placed as it should be, and all that follows moved down."""
    match = ground.ledger.matches[0]
    version = ground.dice.randint(2, SIGNED - 3)
    here, place = {"m": match, "v": version}, _place(ground, match, version)
    _renumber(ground, match, (version - 1, place - 1), 1)
    ground.run(
        "INSERT INTO events SELECT match, :v, ledger, :id, 'bridge.deal_played', :body, recorded_at, NULL, actor, hash"
        " FROM events WHERE match = :m AND version = :before",
        **here, id=_uuid(ground), body='{"contract":"Pass"}', before=version - 1,
    )  # fmt: skip
    ground.run("INSERT INTO feed VALUES (1, :p, :m, :v)", **here, p=place)
    _tidy(ground, match, 1)


def insert_roots(ground: Ground) -> None:
    level, index = ground.dice.choice([(8, 1), (16, 0), (24, 0), (9, 0)])
    values = {"ledger": 1, "level": level, "index": index, "hash": ground.dice.randbytes(32)}
    ground.connection.execute(sa.insert(tree), values)


def insert_position(ground: Ground) -> None:
    place = ground.dice.randint(SIGNED + 2, 10_000)
    ground.run("INSERT INTO feed VALUES (1, :p, :m, :v)", p=place, m=ground.ledger.matches[0], v=place)


def cut_tail(ground: Ground) -> None:
    forging.cut(ground.connection, ground.dice.randint(2, 200))


def cut_tail_and_checkpoints(ground: Ground) -> None:
    positions = ground.dice.randint(2, 200)
    forging.cut(ground.connection, positions)
    forging.forget(ground.connection, SIGNED + 1 - positions)


def rechain(ground: Ground) -> None:
    """An event is changed, and the chain and the tree follow, as who knows the recipes does it."""
    match, version = ground.ledger.matches[0], ground.dice.randint(6, SIGNED - 3)
    ground.run("UPDATE events SET actor = 'director:somebody' WHERE match = :m AND version = :v", m=match, v=version)
    forging.rechain(ground.connection, match)
    forging.regrow(ground.ledger.stores, ground.connection)


def rechain_and_drop_checkpoints(ground: Ground) -> None:
    rechain(ground)
    forging.forget(ground.connection, 5)


def rechain_and_sign(ground: Ground) -> None:
    """The same by who has the private key as well."""
    rechain(ground)
    forging.sign_again(ground.ledger, ground.connection)


def move_event(ground: Ground) -> None:
    match, version = ground.event()
    ground.run("UPDATE events SET ledger = 3 WHERE match = :m AND version = :v", m=match, v=version)


def move_match(ground: Ground) -> None:
    match, _ = ground.event()
    ground.run("UPDATE matches SET ledger = 3 WHERE id = :m", m=match)
    ground.run("UPDATE events SET ledger = 3 WHERE match = :m", m=match)


def place_anothers_event(ground: Ground) -> None:
    ground.run("DELETE FROM feed WHERE ledger = 3")
    values = {"p": ground.position(), "m": ground.ledger.other}
    ground.run("UPDATE feed SET match = :m, version = 1 WHERE ledger = 1 AND position = :p", **values)


def take_anothers_checkpoint(ground: Ground) -> None:
    ground.run("UPDATE checkpoints SET ledger = 3 WHERE size = :s", s=ground.dice.choice([5, 100, SIGNED]))


def replace_the_key(ground: Ground) -> None:
    ground.run("UPDATE signers SET public = :k", k=ground.dice.randbytes(32))


ONLY_KEPT: Final = frozenset({
    delete_newest_checkpoint, cut_tail_and_checkpoints, rechain_and_drop_checkpoints, rechain_and_sign,
})  # fmt: skip
"""What nothing in the database can show: it takes a checkpoint that somebody kept elsewhere."""
CARRIED_ON: Final = frozenset({
    delete_and_close_the_gap, insert_in_the_middle, cut_tail, cut_tail_and_checkpoints, rechain,
    rechain_and_drop_checkpoints, rechain_and_sign,
})  # fmt: skip
"""After these the workers go on, and fold the boards that a careful forger wants."""
ATTACKS: Final[list[Callable[[Ground], None]]] = [
    delete_event, delete_event_and_position, delete_and_close_the_gap, delete_position, delete_match, delete_board,
    delete_roots, delete_newest_checkpoint, swap_events, swap_positions, swap_bodies, swap_boards, swap_checkpoints,
    double_event, double_position, insert_in_the_middle, insert_roots, insert_position, cut_tail,
    cut_tail_and_checkpoints, rechain, rechain_and_drop_checkpoints, rechain_and_sign, move_event, move_match,
    place_anothers_event, take_anothers_checkpoint, replace_the_key,
]  # fmt: skip


def _uuid(ground: Ground) -> str:
    digits = f"{ground.dice.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _place(ground: Ground, match: str, version: int) -> int:
    query = sa.select(feed.c.position).where(feed.c.match == match, feed.c.version == version)
    return int(ground.connection.execute(query).scalar_one())


def _renumber(ground: Ground, match: str, beyond: tuple[int, int], by: int) -> None:
    """Move all beyond a version and a position; over negative numbers, as none may stand twice meanwhile."""
    version, position = beyond
    for column, number, here in (
        (events.c.version, version, events.c.match == match),
        (feed.c.version, version, feed.c.match == match),
        (feed.c.position, position, feed.c.ledger == 1),
    ):
        moving = sa.update(column.table).where(here)
        ground.connection.execute(moving.where(column > number).values({column: -column}))
        ground.connection.execute(moving.where(column < 0).values({column: by - column}))


def _tidy(ground: Ground, match: str, by: int) -> None:
    """Leave no trace: the heads tell of so many events more, the boards go, chain and tree are computed anew."""
    ground.run("UPDATE matches SET version = version + :by WHERE id = :m", m=match, by=by)
    ground.run("UPDATE sequenced SET version = version + :by WHERE match = :m", m=match, by=by)
    ground.run("UPDATE sequencers SET position = position + :by WHERE ledger = 1", by=by)
    ground.run("DELETE FROM boards WHERE match = :m", m=match)
    forging.rechain(ground.connection, match)
    forging.regrow(ground.ledger.stores, ground.connection)

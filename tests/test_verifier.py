"""`docs/verifier.py`, run as an auditor would: as a program of its own, on exports that were tampered with."""

import base64
import json
import runpy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services import exporting, proving, wiring
from services.config import Settings
from tests.chance import dice
from tests.conftest import fresh_database
from tests.people import PASSED, Table, deal, report
from tests.vouching import VERIFIER, Signer, leaves, root, verifier

SIGNED = 7


@dataclass
class Case:
    """A ledger that was exported, its key, and a checkpoint that the auditor kept."""

    folder: Path
    lines: list[str]
    signer: Signer
    kept: str
    leaves: list[bytes]

    def file(self, lines: list[str] | str, name: str = "export.jsonl") -> Path:
        path = self.folder / name
        path.write_text(lines if isinstance(lines, str) else "\n".join(lines) + "\n")
        return path

    def check(self, lines: list[str] | str, *more: Any) -> Any:
        return verifier(self.file(lines), "--key", self.signer.vkey, *more)

    def changed(self, index: int, change: Callable[[dict[str, Any]], Any]) -> list[str]:
        """The export with one line changed."""
        line = json.loads(self.lines[index])
        change(line)
        return [*self.lines[:index], json.dumps(line, ensure_ascii=False), *self.lines[index + 1 :]]


@pytest.fixture(scope="module")
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    """Two matches that take turns, nine events, a checkpoint over four of them and one over seven."""
    folder, signer = tmp_path_factory.mktemp("ledger"), Signer()
    with fresh_database(request, "sqlite", folder) as url:
        stores = wiring.connect(
            Settings(database_url=url, data=folder, redis_url="redis://127.0.0.1:1", _env_file=None)
        )
        table = Table(stores)
        matches = [table.open(title="Čtvrtek ♠"), table.open("bridge.pairs")]
        table.drain()
        for turn in range(7):
            report = PASSED if turn % 2 == 0 else deal("4S", "N", 10)
            where = {"board": turn, "ns": "1", "ew": "2"} if turn % 2 else {}
            table.tell(matches[turn % 2], report[0], report[1] | where)
            table.drain()
        signer.enter(stores)
        signer.vouch(stores, 4, SIGNED)
        lines = "".join(exporting.export_ledger(stores, (1, "main"))).splitlines()
        grown = leaves(stores)
        kept = signer.note(4, root(grown[:4]), 0)
        yield Case(folder, lines, signer, kept, grown)
        stores.engine.dispose()
        stores.redis.close()


def test_a_good_export_holds_and_is_told(case: Case) -> None:
    said = case.check(case.lines, "--checkpoint", case.file(case.kept, "kept.txt")).ends(0)

    assert "Read 9 events of 2 matches in the ledger main, 7 signed; root " in said.out
    assert said.out.endswith("All of it holds.\n")
    assert not said.err


def test_it_is_short_and_knows_nothing_of_the_house() -> None:
    text = VERIFIER.read_text()

    assert len(text.splitlines()) <= 250
    assert "import services" not in text
    assert "from services" not in text


def rehashed(line: dict[str, Any]) -> None:
    line["data"]["title"] = "Pátek"


CHANGES: dict[str, tuple[int, Callable[[dict[str, Any]], Any], str]] = {
    "data": (1, rehashed, "position 1: version 1 of match"),
    "actor": (3, lambda line: line.update(actor="director:other"), "position 3: version 2 of match"),
    "type": (3, lambda line: line.update(type="bridge.dealt"), "position 3: version 2"),
    "id": (5, lambda line: line.update(id=line["match"]), "position 5: version 3"),
    "recorded_at": (5, lambda line: line.update(recorded_at="2026-11-29T18:00:00.000000Z"), "position 5: version 3"),
    "a time without zone": (5, lambda line: line.update(recorded_at="2026-11-29T18:00:00.000000"), "is no time"),
    "occurred_at": (4, lambda line: line.update(occurred_at="2026-11-29T18:00:00.000000Z"), "position 4: version 2"),
    "occurred_at of no kind": (4, lambda line: line.update(occurred_at=3), "position 4: "),
    "version": (4, lambda line: line.update(version=3), "position 4: version 2 is due, and 3 stands here"),
    "position": (4, lambda line: line.update(position=40), "position 4: position 4 is due, and 40 stands here"),
    "ledger": (2, lambda line: line.update(ledger="mine"), "position 2: ledger main is due, and mine stands here"),
    "match": (6, lambda line: line.update(match=line["id"]), "position 6: version 1 is due, and 3 stands here"),
    "hash": (2, lambda line: line.update(hash="0" * 64), "position 4: the checkpoint exported has another root"),
    "no field": (3, lambda line: line.pop("actor"), "position 3: neither an event nor the right end stands here"),
    "a field more": (3, lambda line: line.update(note="x"), "position 3: neither an event nor the right end"),
    "a version that is true": (1, lambda line: line.update(version=True), "position 1: neither an event nor"),
    "the root": (10, lambda line: line.update(root="AAAA"), "position 10: neither an event nor the right end"),
    "the size": (10, lambda line: line.update(size=8), "position 10: neither an event nor the right end"),
    "the heading's size": (0, lambda line: line.update(size=8), "position 10: neither an event nor the right end"),
    "no checkpoint": (0, lambda line: line.update(checkpoints=[]), "no checkpoint was signed"),
    "another form": (0, lambda line: line.update(scorepad_export=2), "cannot be read"),
}


@pytest.mark.parametrize(("index", "change", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_what_was_changed_is_named(case: Case, index: int, change: Callable[[dict[str, Any]], Any], said: str) -> None:
    assert said in case.check(case.changed(index, change)).ends(1).err


def test_a_name_that_stands_twice_is_no_event(case: Case) -> None:
    lines = [*case.lines[:2], case.lines[2].replace('"data":{', '"data":{"title":"x","title":"y",'), *case.lines[3:]]
    nested = [*case.lines[:2], case.lines[2].replace('"options":{', '"options":{"a":1,"a":2,'), *case.lines[3:]]

    assert "position 2: neither an event" in case.check(lines).ends(1).err
    assert "position 2: neither an event" in case.check(nested).ends(1).err


def test_rows_that_are_gone_doubled_or_swapped_are_named(case: Case) -> None:
    head, one, two, three, *rest = case.lines

    assert "position 2 is due, and 3 stands here" in case.check([head, one, three, *rest]).ends(1).err
    assert "position 3 is due, and 2 stands here" in case.check([head, one, two, two, three, *rest]).ends(1).err
    assert "position 2 is due, and 3 stands here" in case.check([head, one, three, two, *rest]).ends(1).err


def test_a_cut_tail_is_named_whatever_the_end_says(case: Case) -> None:
    assert "position 10: neither an event" in case.check(case.lines[:-1]).ends(1).err

    end = {"root": case.lines[-1], "size": 5}
    cut = [case.lines[0].replace('"size":9', '"size":5'), *case.lines[1:6], json.dumps(end)]
    said = case.check(cut).ends(1).err
    assert "position 5: the log ends here, and a checkpoint signed 7 positions: it was cut" in said


def test_the_tail_that_no_checkpoint_signed_is_missed_without_one_that_was_kept(case: Case) -> None:
    """Nobody can know of it: two positions came after the newest checkpoint. With a newer one it is named."""
    end = f'{{"root":"{_base64(root(case.leaves[:SIGNED]))}","size":{SIGNED}}}'
    cut = [case.lines[0].replace('"size":9', f'"size":{SIGNED}'), *case.lines[1 : SIGNED + 1], end]
    newer = case.signer.note(9, root(case.leaves), 9)

    assert "7 signed" in case.check(cut).ends(0).out
    said = case.check(cut, "--checkpoint", case.file(newer, "newer.txt")).ends(1).err
    assert "position 7: the log ends here, and a checkpoint signed 9 positions: it was cut" in said


def test_a_checkpoint_that_was_kept_and_is_not_extended_is_named(case: Case) -> None:
    other = case.signer.note(5, root([b"other", *case.leaves[1:5]]), 3)

    said = case.check(case.lines, "--checkpoint", case.file(other, "other.txt")).ends(1).err

    assert said == "wrong: position 5: the checkpoint kept has another root: what it signed was changed\n"


def test_whoever_signs_with_the_key_anew_is_found_by_the_checkpoint_that_was_kept(case: Case) -> None:
    """The whole log written again and signed with the right key: only a checkpoint in other hands shows it."""
    forged = Case(case.folder, rewritten(case), case.signer, case.kept, case.leaves)

    assert forged.check(forged.lines).ends(0)
    said = forged.check(forged.lines, "--checkpoint", case.file(case.kept, "kept.txt")).ends(1).err
    assert "position 4: the checkpoint kept has another root" in said


def rewritten(case: Case) -> list[str]:
    """The export with another title in its first event, chained, rooted and signed again."""
    code = runpy.run_path(str(VERIFIER))
    events = [json.loads(line) for line in case.lines[1:-1]]
    events[0]["data"]["title"] = "Pátek"
    heads: dict[str, bytes] = {}
    tree, notes = code["Tree"](), []
    for event in events:
        heads[event["match"]] = code["link"](heads.get(event["match"], bytes(32)), event)
        event["hash"] = heads[event["match"]].hex()
        tree.add(code["leaf_hash"](event))
        if tree.size in {4, SIGNED}:
            notes.append(case.signer.note(tree.size, tree.root()))
    heading = json.loads(case.lines[0]) | {"checkpoints": notes}
    return [json.dumps(line) for line in (heading, *events, {"root": _base64(tree.root()), "size": tree.size})]


def test_signatures_of_others_do_not_count(case: Case) -> None:
    stranger = Signer()

    said = verifier(case.file(case.lines), "--key", stranger.vkey).ends(1).err
    assert "a checkpoint that was exported: no key that was given (--key) has signed it" in said
    verifier(case.file(case.lines), "--key", stranger.vkey, "--key", case.signer.vkey).ends(0)
    forged = case.kept.replace(f"\n4\n{_base64(root(case.leaves[:4]))}", f"\n5\n{_base64(root(case.leaves[:5]))}")
    said = case.check(case.lines, "--checkpoint", case.file(forged, "forged.txt")).ends(1).err
    assert said == "wrong: a checkpoint that was kept: its signature is false\n"
    foreign = case.signer.note(4, root(case.leaves[:4]), origin="scorepad/other")
    said = case.check(case.lines, "--checkpoint", case.file(foreign, "foreign.txt")).ends(1).err
    assert "it is one of scorepad/other" in said


def test_a_note_with_signatures_of_witnesses_holds_and_what_is_none_is_told(case: Case) -> None:
    witness = Signer("witness").note(4, root(case.leaves[:4])).split("\n\n")[1]

    case.check(case.lines, "--checkpoint", case.file(case.kept + witness, "witnessed.txt")).ends(0)
    for text in ("", "a\nb\n", case.kept.replace("\n4\n", "\n04\n"), case.kept[:-20]):
        said = case.check(case.lines, "--checkpoint", case.file(text, "none.txt")).ends(1).err
        assert "a checkpoint that was kept: " in said


@pytest.mark.parametrize("words", [[], ["--key", "scorepad/main+00000000+AAAA"], ["--key", "x"]])
def test_wrong_usage_has_a_status_of_its_own(case: Case, words: list[str]) -> None:
    verifier(case.file(case.lines), *words).ends(2)
    verifier("no-such-file", "--key", case.signer.vkey).ends(2)


def test_what_is_no_export_is_told(case: Case) -> None:
    for text in ("", "{}", "[]", "\x00", case.lines[1], "[" * 100_000):
        said = case.check(text).ends(1)
        assert said.err.startswith("wrong: it cannot be read on")


def test_an_export_cannot_steer_the_terminal_of_who_checks_it(case: Case) -> None:
    """Otherwise a forger's file could write over what is found wrong with it."""
    lines = case.changed(2, lambda event: event.update(match="\x1b[1A\x1b[2KAll of it holds.\n", position=9))

    said = case.check(lines).ends(1)
    assert "\x1b" not in said.out + said.err
    assert r"\x1b[1A\x1b[2KAll of it holds.\n" in said.err
    assert all(line.startswith("wrong: ") for line in said.err.splitlines())


def test_every_flipped_bit_of_an_export_is_found(case: Case) -> None:
    """Run inside: the program's own functions, as thousands of processes would take minutes."""
    code = runpy.run_path(str(VERIFIER))
    keys, raw = code["read_key"](case.signer.vkey), bytearray("\n".join(case.lines).encode() + b"\n")
    bits = dice(20261129).sample(range(len(raw) * 8), 3000)

    missed = [bit for bit in bits if not _found(code, keys, raw, bit)]

    assert not missed
    assert _wrong(code, keys, bytes(raw)) == []


def _found(code: dict[str, Any], keys: Any, raw: bytearray, bit: int) -> bool:
    flipped = bytearray(raw)
    flipped[bit // 8] ^= 1 << bit % 8
    return bool(_wrong(code, keys, bytes(flipped)))


def _wrong(code: dict[str, Any], keys: Any, raw: bytes) -> list[str]:
    first, *lines = (line + "\n" for line in raw.decode(errors="surrogateescape").removesuffix("\n").split("\n"))
    try:
        return list(code["check_export"](code["read_json"](first), iter(lines), keys, []))
    except (ValueError, KeyError, TypeError) as error:
        return [repr(error)]


def _base64(raw: bytes) -> str:

    return base64.b64encode(raw).decode()


SIZES = 400


@dataclass
class Proven:
    folder: Path
    table: Table
    signer: Signer
    notes: list[str]

    def inclusion(self, position: int, size: int) -> dict[str, Any]:
        return proving.inclusion(self.table.stores, self.table.bearer, position, size)

    def consistency(self, first: int, second: int) -> dict[str, Any]:
        return proving.consistency(self.table.stores, self.table.bearer, first, second)

    def check(self, proof: dict[str, Any], *sizes: int) -> Any:
        """Run the program on a proof, with the checkpoints of these sizes."""
        words: list[Any] = []
        for size in sizes:
            path = self.folder / f"{size}.txt"
            path.write_text(self.notes[size])
            words += ["--checkpoint", path]
        (self.folder / "proof.json").write_text(json.dumps(proof))
        return verifier(self.folder / "proof.json", "--key", self.signer.vkey, *words)


@pytest.fixture(scope="module")
def proven(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proven]:
    """A ledger of 400 events, the notes of all its sizes, and who may ask for proofs."""
    folder, signer = tmp_path_factory.mktemp("proofs"), Signer()
    with fresh_database(request, "sqlite", folder) as url:
        stores = wiring.connect(
            Settings(database_url=url, data=folder, redis_url="redis://127.0.0.1:1", _env_file=None)
        )
        table = Table(stores)
        table.tell_all(table.open(), [report(*PASSED)] * (SIZES - 1))
        table.drain()
        grown = leaves(stores)
        notes = [signer.note(size, root(grown[:size])) for size in range(SIZES + 1)]
        yield Proven(folder, table, signer, notes)
        stores.engine.dispose()
        stores.redis.close()


def test_2000_proofs_of_each_kind_hold_and_do_not_hold_for_another_place(proven: Proven) -> None:
    code = runpy.run_path(str(VERIFIER))
    keys, chance = code["read_key"](proven.signer.vkey), dice(6962)

    def holds(proof: dict[str, Any], *sizes: int) -> bool:
        try:
            return not list(code["check_proof"](proof, keys, [proven.notes[size] for size in sizes]))
        except ValueError:
            return False

    for _ in range(2000):
        size = chance.randint(1, SIZES)
        proof = proven.inclusion(chance.randint(1, size), size)
        assert holds(proof, size), proof
        assert not holds(proof, size % SIZES + 1)
        other = {"position": proof["leaf"]["position"] % SIZES + 1}
        assert not holds(proof | {"leaf": proof["leaf"] | other}, size), proof

        first, second = sorted((chance.randint(0, SIZES), chance.randint(1, SIZES)))
        proof = proven.consistency(first, second)
        assert holds(proof, first, second), proof
        if first not in {0, second}:
            assert not holds(proof | {"from": first - 1}, first - 1, second), proof
            assert not holds(proof | {"path": proof["path"][:-1]}, first, second), proof


def test_proofs_are_checked_by_the_program_against_the_checkpoints_of_their_sizes(proven: Proven) -> None:
    inclusion, consistency = proven.inclusion(7, 300), proven.consistency(100, 300)

    proven.check(inclusion, 300).ends(0)
    proven.check(consistency, 100, 300).ends(0)
    said = proven.check(inclusion, 299).ends(1).err
    assert "does not lead to the root of a checkpoint of 300 positions that was given" in said
    assert "checkpoint of 100 positions" in proven.check(consistency, 300).ends(1).err
    changed = inclusion | {"leaf": inclusion["leaf"] | {"version": 8}}
    proven.check(changed, 300).ends(1)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"from": 0, "to": 300, "path": []}, 0),
        ({"from": 300, "to": 300, "path": []}, 0),
        ({"from": 0, "to": 300, "path": ["00" * 32]}, 1),
        ({"from": -1, "to": 300, "path": []}, 1),
        ({"from": 400, "to": 300, "path": []}, 1),
        ({"from": 7, "to": 300, "path": []}, 1),
        ({"from": 100, "to": 300, "path": ["zz"]}, 1),
        ({"from": "x", "to": 300, "path": []}, 1),
        ({"path": []}, 1),
    ],
)
def test_br085_a_proof_from_nothing_holds_and_what_is_none_does_not(
    proven: Proven, change: dict[str, Any], status: int
) -> None:
    proven.check(change, 300).ends(status)

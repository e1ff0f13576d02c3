"""
Check a ledger that Scorepad exported, without Scorepad.

    python verifier.py EXPORT --key VKEY [--checkpoint FILE]

EXPORT is the file of `scorepad export --format ledger`, or a proof as /v1/ledger/proof/… answers; `-`: standard input.
VKEY is the ledger's public key, got from somebody you trust; after a change of keys give the old one as well.
FILE is a checkpoint that you kept; give several if you have them. A proof needs the checkpoints of its sizes.
Exit status: 0 all of it holds, 1 something does not (standard error says what), 2 wrong usage. It needs `cryptography`.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WORDS = ("ledger", "match", "id", "type", "recorded_at", "actor", "hash")
FIELDS = {"position", "version", "data", "occurred_at", *WORDS}
HEADING = {"scorepad_export", "ledger", "size", "keys", "checkpoints"}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
Keys = dict[tuple[str, bytes], Ed25519PublicKey]
Due = dict[int, list[tuple[str, bytes]]]
TEXT = argparse.FileType(encoding="utf-8", errors="surrogateescape")
SIGNATURE = re.compile(r"— (\S+) ([A-Za-z0-9+/=]+)")


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def prefixed(*texts: str) -> bytes:
    return b"".join(len(raw := text.encode()).to_bytes(8, "big") + raw for text in texts)


# The chain: each event of a match is hashed together with the hash of the event before.
def microseconds(moment: str) -> str:
    if not MOMENT.fullmatch(moment):
        raise ValueError(f"{moment!r} is no time as exports have it")
    return str((datetime.fromisoformat(moment) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1))


def link(previous: bytes, event: dict[str, Any]) -> bytes:
    body = json.dumps(event["data"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    which = prefixed(event["ledger"], event["match"], str(event["version"]), event["id"], event["type"])
    recorded, occurred = microseconds(event["recorded_at"]), event["occurred_at"]
    times = prefixed(recorded) + (b"\xff" * 8 if occurred is None else prefixed(microseconds(occurred)))
    return sha256(len(previous).to_bytes(8, "big"), previous, which, times, prefixed(event["actor"], body))


# The tree: a leaf for each position of the ledger, hashed in pairs up to one root.
def leaf_hash(leaf: dict[str, Any]) -> bytes:
    raw = bytes.fromhex(leaf["hash"])
    texts = prefixed(str(leaf["position"]), leaf["match"], str(leaf["version"]))
    return sha256(b"\0", texts, len(raw).to_bytes(8, "big"), raw)


class Tree:
    """A tree that grows; of what is complete only the roots are kept, the largest first."""

    def __init__(self) -> None:
        self.size, self.peaks = 0, list[bytes]()

    def add(self, node: bytes) -> None:
        size = self.size
        while size & 1:
            node, size = sha256(b"\1", self.peaks.pop(), node), size >> 1
        self.peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        node = self.peaks[-1] if self.peaks else sha256()
        for peak in reversed(self.peaks[:-1]):
            node = sha256(b"\1", peak, node)
        return node


def climb(index: int, last: int, node: bytes, path: Iterable[bytes]) -> tuple[bytes, bytes]:
    """The roots that a proof leads to: of the tree that ended there, and of the tree that ends with `last`."""
    old = new = node
    for other in path:
        if last == 0:
            raise ValueError("the path is too long")
        if index & 1 or index == last:
            old, new = sha256(b"\1", other, old), sha256(b"\1", other, new)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            new = sha256(b"\1", new, other)
        index, last = index >> 1, last >> 1
    if last:
        raise ValueError("the path is too short")
    return old, new


# Checkpoints: notes of the tree's size and root, signed with the ledger's key.
def unbase64(text: str) -> bytes:
    raw = base64.b64decode(text, validate=True)
    if base64.b64encode(raw).decode() != text:
        raise ValueError(f"{text[:100]!r} is no base64")
    return raw


def read_key(vkey: str) -> Keys:
    name, id_, encoded = (*vkey.split("+", 2), "", "")[:3]
    raw = unbase64(encoded)
    if len(raw) != 33 or raw[0] != 1 or sha256(name.encode(), b"\n", raw)[:4].hex() != id_:
        raise ValueError(f"{vkey!r} is no Ed25519 key such as scorepad/main+c74f20a3+AW…")
    return {(name, bytes.fromhex(id_)): Ed25519PublicKey.from_public_bytes(raw[1:])}


def read_note(note: str, keys: Keys) -> tuple[str, int, bytes]:
    """A checkpoint's origin, size and root; an error unless a key that was given has signed it."""
    text, _, signatures = note.rpartition("\n\n")
    found = [SIGNATURE.fullmatch(line) for line in signatures.removesuffix("\n").split("\n")]
    origin, size, root, *more = [*text.split("\n"), "", ""]
    if not re.fullmatch("0|[1-9][0-9]*", size) or "" in more[:-2] or len(unbase64(root)) != 32 or not all(found):
        raise ValueError("it is no signed checkpoint")
    signed = [(keys.get((line[1], raw[:4])), raw[4:]) for line in found if line and (raw := unbase64(line[2]))]
    for key, signature in signed:
        try:
            key and key.verify(signature, f"{text}\n".encode())
        except InvalidSignature:
            raise ValueError("its signature is false") from None
    if not any(key for key, _ in signed):
        raise ValueError("no key that was given (--key) has signed it")
    return origin, int(size), unbase64(root)


# The export: a heading, every event in the order of positions, and a last line with the root.
def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands twice in one JSON object")
    return dict(pairs)


def read_json(line: str) -> Any:
    try:
        return json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return {}


def is_event(found: dict[str, Any]) -> bool:
    words = set(found) == FIELDS and all(isinstance(found[word], str) for word in WORDS)
    return words and type(found["position"]) is type(found["version"]) is int


def check_event(event: dict[str, Any], ledger: str, position: int, heads: dict[str, tuple[int, bytes]]) -> None:
    version, previous = heads.get(event["match"], (0, bytes(32)))
    heads[event["match"]] = event["version"], bytes.fromhex(event["hash"])
    for name, value in {"position": position, "ledger": ledger, "version": version + 1}.items():
        if event[name] != value:
            raise ValueError(f"{name} {value} is due, and {event[name]} stands here (match {event['match']})")
    if link(previous, event).hex() != event["hash"]:
        raise ValueError(f"version {version + 1} of match {event['match']}: its hash is not the one that follows")


def check_notes(ledger: str, notes: list[tuple[str, str]], keys: Keys, due: Due) -> Iterator[str]:
    for name, note in notes:
        try:
            origin, size, root = read_note(note, keys)
        except ValueError as error:
            yield f"a checkpoint that was {name}: {error}"
            continue
        if unquote(origin) != f"scorepad/{ledger}":
            yield f"a checkpoint that was {name}: it is one of {origin}"
        due.setdefault(size, []).append((name, root))


def check_export(heading: dict[str, Any], lines: Iterator[str], keys: Keys, saved: list[str]) -> Iterator[str]:
    ledger, due, tree, heads = heading["ledger"], Due(), Tree(), dict[str, tuple[int, bytes]]()
    notes = [("kept", note) for note in saved] + [("exported", note) for note in heading["checkpoints"]]
    yield from check_notes(ledger, notes, keys, due)
    if set(heading) != HEADING or heading["scorepad_export"] != 1 or not all(map(read_key, heading["keys"])):
        raise ValueError("another version of Scorepad has written this")
    while is_event(event := read_json(next(lines, ""))):
        try:
            check_event(event, ledger, tree.size + 1, heads)
        except (ValueError, TypeError) as error:
            yield f"position {tree.size + 1}: {error}"
        tree.add(leaf_hash(event))
        for name, root in due.get(tree.size, []):
            if root != tree.root():
                yield f"position {tree.size}: the checkpoint {name} has another root: what it signed was changed"
    end = {"root": base64.b64encode(tree.root()).decode(), "size": tree.size}
    if event != end or next(lines, None) is not None or heading["size"] != tree.size:
        yield f"position {tree.size + 1}: neither an event nor the right end stands here: the file was cut or changed"
    signed = max(due, default=0)
    if signed > tree.size:
        yield f"position {tree.size}: the log ends here, and a checkpoint signed {signed} positions: it was cut"
    if not signed:
        yield "no checkpoint was signed: nobody vouches for this"
    told = f"{tree.size} events of {len(heads)} matches in the ledger {ledger}, {signed} signed; root {end['root']}."
    print("Read", repr(told)[1:-1])


def check_proof(proof: dict[str, Any], keys: Keys, saved: list[str]) -> Iterator[str]:
    """What is wrong with a proof of inclusion or of consistency (RFC 9162, 2.1.3.2 and 2.1.4.2)."""
    known = {size: root for _, size, root in (read_note(note, keys) for note in saved)}
    path = [bytes.fromhex(node) for node in proof["path"]]
    if "from" in proof:
        sizes = [proof["from"], proof["to"]]
        index, last = sizes[0] - 1, sizes[1] - 1
        if sizes[0] == 0 <= sizes[1] and not path:
            return  # every ledger begins with the empty one
        node = path.pop(0) if sizes[0] & index and path else known.get(sizes[0], b"")
        while index & 1 and 0 < index < last:
            index, last = index >> 1, last >> 1
    else:
        sizes, index, last = [proof["size"]], proof["leaf"]["position"] - 1, proof["size"] - 1
        node = leaf_hash(proof["leaf"])
    if not 0 <= index <= last:
        raise ValueError(f"its sizes or its position do not fit: {sizes}")
    roots = climb(index, last, node, path) if path or index != last else (node, node)
    for size, root in zip(sizes[::-1], roots[::-1], strict=False):
        if known.get(size) != root:
            yield f"it does not lead to the root of a checkpoint of {size} positions that was given (--checkpoint)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", type=TEXT)
    parser.add_argument("--key", action="append", required=True, type=read_key)
    parser.add_argument("--checkpoint", action="append", default=[], type=TEXT)
    given, count = parser.parse_args(), 0
    keys = {name: key for found in given.key for name, key in found.items()}
    saved, first = [file.read() for file in given.checkpoint], read_json(given.export.readline())
    check = check_proof(first, keys, saved) if "path" in first else check_export(first, given.export, keys, saved)
    try:
        for count, sentence in enumerate(check, start=1):  # noqa: B007  counted to the end
            print("wrong:", repr(sentence)[1:-1], file=sys.stderr)  # nothing in the file may steer a terminal
    except (ValueError, KeyError, TypeError) as error:
        count += 1
        print(f"wrong: it cannot be read on ({type(error).__name__}: {str(error)!r})", file=sys.stderr)
    print(f"{count} {'thing is' if count == 1 else 'things are'} wrong." if count else "All of it holds.")
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main())

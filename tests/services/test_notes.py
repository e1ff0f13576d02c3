"""Signed notes and checkpoints, byte by byte as C2SP has them, and none that was touched."""

import base64
import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from services import notes
from services.notes import BadNote, Checkpoint, Verifier

GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
"""A public key and a note of golang.org/x/mod/sumdb/note, the first of its kind."""
GO_NOTE = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OURS = notes.verifier("scorepad/main", KEY)
SIGNED = Checkpoint("scorepad/main", 1000, hashlib.sha256(b"").digest(), datetime(2026, 11, 29, 18, 0, 5, 7, UTC))


def test_a_published_note_and_key_are_read() -> None:
    key = notes.read_key(GO_KEY)

    note = notes.read(GO_NOTE)
    assert note.text.endswith("your problem is.\n")
    assert (note.signer([key]), str(key)) == (key, GO_KEY)


def test_a_checkpoint_is_the_lines_that_c2sp_wants() -> None:
    note = notes.sign(SIGNED.text, SIGNED.origin, KEY)

    *lines, blank, signature, end = note.split("\n")
    assert lines == [
        "scorepad/main",
        "1000",
        "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "time 2026-11-29T18:00:05Z",
    ]
    assert (blank, end) == ("", "")
    dash, name, coded = signature.split(" ")
    raw, public = base64.b64decode(coded), KEY.public_key().public_bytes_raw()
    assert (dash, name) == ("\N{EM DASH}", "scorepad/main")
    assert raw[:4] == hashlib.sha256(b"scorepad/main\n\x01" + public).digest()[:4]
    Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], "\n".join([*lines, ""]).encode())
    assert str(OURS) == f"scorepad/main+{raw[:4].hex()}+{base64.b64encode(bytes([1]) + public).decode()}"


def test_a_checkpoint_is_read_back() -> None:
    note = notes.read(notes.sign(SIGNED.text, SIGNED.origin, KEY))

    assert note.signer([OURS]) == OURS
    assert notes.read_checkpoint(note.text) == Checkpoint(
        SIGNED.origin, SIGNED.size, SIGNED.root, SIGNED.time.replace(microsecond=0)
    )


def test_times_of_any_zone_are_told_in_utc() -> None:
    vienna = SIGNED.time.astimezone(timezone(timedelta(hours=1)))

    assert Checkpoint("scorepad/main", 1, bytes(32), vienna).text.endswith("time 2026-11-29T18:00:05Z\n")


def test_every_flipped_bit_of_a_note_is_noticed() -> None:
    raw = bytearray(notes.sign(SIGNED.text, SIGNED.origin, KEY).encode())
    for bit in range(len(raw) * 8):
        raw[bit // 8] ^= 1 << bit % 8
        with pytest.raises((BadNote, UnicodeDecodeError)):
            notes.read(raw.decode()).signer([OURS])
        raw[bit // 8] ^= 1 << bit % 8


def test_signatures_of_strangers_are_passed_over_and_wrong_ones_are_not() -> None:
    stranger = Ed25519PrivateKey.generate()
    note, other = (notes.sign(SIGNED.text, "scorepad/main", key) for key in (KEY, stranger))
    line = other.splitlines(keepends=True)[-1]
    wrong = notes.sign(SIGNED.text.replace("1000", "1001"), "scorepad/main", KEY).splitlines(keepends=True)[-1]

    assert notes.read(note + line).signer([OURS]) == OURS
    both = notes.read(note + line)
    assert both.signer([notes.verifier("scorepad/main", stranger), OURS]) == OURS
    assert both.text == SIGNED.text
    with pytest.raises(BadNote, match="not signed by a key that is known"):
        notes.read(note).signer([Verifier("scorepad/club", OURS.public)])
    with pytest.raises(BadNote, match="wrong"):
        notes.read(note + wrong).signer([OURS])


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n",
        "a\n",
        SIGNED.text,
        SIGNED.text + "\n",
        SIGNED.text + "\nno signature\n",
        "a\n\n— b c",
        "a\n\n— b Zx==\n",
    ],
)
def test_what_is_no_note_is_refused(note: str) -> None:
    with pytest.raises(BadNote, match="no signed note"):
        notes.read(note)


@pytest.mark.parametrize(
    "text", ["", "x", "x+y", GO_KEY[:-1], GO_KEY.replace("c74f", "c74e"), "+c74f20a3+" + GO_KEY[-44:]]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        notes.read_key(text)


@pytest.mark.parametrize(
    "text",
    [
        SIGNED.text.replace("1000", "01000"),
        SIGNED.text.replace("1000", "-1"),
        SIGNED.text.replace("1000", "1e3"),
        SIGNED.text.replace("47DE", "47D"),
        SIGNED.text.replace("time ", "at "),
        SIGNED.text.replace("2026-11-29T18:00:05Z", "yesterday"),
        "\n".join(SIGNED.text.split("\n")[:2]),
        SIGNED.text.replace("18:00:05Z", "18:00:05+00:00"),
        SIGNED.text.replace("2026-11-29", "2026-11-31"),
        SIGNED.text.replace("hSuFU=", "hSuFV="),
        SIGNED.text.replace("main\n", "main \n"),
        SIGNED.text + "\n",
        SIGNED.text[:-1],
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        notes.read_checkpoint(text)


@given(st.text(min_size=1, max_size=63))
def test_any_ledger_has_a_name_that_a_key_may_have(ledger: str) -> None:
    found = notes.origin(ledger)

    assert found.startswith("scorepad/")
    assert not any(letter.isspace() or letter == "+" for letter in found)


def test_names_of_keys_stay_readable_and_apart() -> None:
    assert notes.origin("main") == "scorepad/main"
    assert notes.origin("club Wien") == "scorepad/club%20Wien"
    assert notes.origin("Café") == "scorepad/Café"
    assert notes.origin("a%20b") != notes.origin("a b")

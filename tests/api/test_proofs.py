"""Checkpoints and proofs over HTTP: who may have them, and that they hold for somebody who has only the public key."""

import hashlib
from base64 import b64decode
from typing import Any

import pytest

from services import merkle, notes
from services.checkpointing import Notary
from tests import books
from tests.api.test_ledger import Club
from tests.naive_tree import mth
from tests.servers import Api, problem, sent

SIZE = 1003


@pytest.fixture(scope="module")
def club(api: Api) -> Club:
    """A ledger of 1,003 events, all of them under a checkpoint, and eight more."""
    club = Club(api)
    match = club.open()
    club.tell(match, SIZE - 1)
    api.drain()
    assert Notary(api.stores).sign_due() >= 1
    club.tell(match, 5)
    club.tell(club.open(), 2)
    api.drain()
    return club


@pytest.fixture(scope="module")
def leaves(club: Club) -> list[bytes]:
    """The hashes of the leaves, by hand from the events as the feed shows them."""
    found = []
    for event in (event for page in club.pages(limit=500) for event in page):
        texts = (str(event["position"]), event["match"], str(event["version"]))
        parts = [*(text.encode() for text in texts), bytes.fromhex(event["hash"])]
        data = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        found.append(hashlib.sha256(b"\x00" + data).digest())
    return found


def get(club: Club, path: str, **asked: Any) -> Any:
    answer = club.reader.get(f"/v1/ledger/{path}", params={name.rstrip("_"): value for name, value in asked.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_checkpoint_is_signed_by_the_key_that_is_shown(club: Club, leaves: list[bytes]) -> None:
    found = get(club, "checkpoint")

    note = notes.read(found["note"])
    signer, signed = note.signer([notes.read_key(found["key"])]), notes.read_checkpoint(note.text)
    assert signer.name == signed.origin == notes.origin(club.ledger)
    assert signed.size == found["size"] == SIZE
    assert signed.root == b64decode(found["root"]) == mth(leaves[:SIZE])


def test_the_note_alone_is_plain_text(club: Club) -> None:
    answer = club.reader.get("/v1/ledger/checkpoint", headers={"Accept": "text/plain"})

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == get(club, "checkpoint")["note"]
    assert answer.headers["vary"] == "Accept, Authorization"


@pytest.mark.parametrize("position", [1, 2, 256, 257, 512, 1000, SIZE])
def test_an_event_is_proved_to_be_under_the_checkpoint(club: Club, leaves: list[bytes], position: int) -> None:
    found = get(club, "proof/inclusion", position=position)

    (event,) = club.reader.get("/v1/events", params={"after": position - 1, "limit": 1}).json()["items"]
    assert found["leaf"] == {name: event[name] for name in ("position", "match", "version", "hash")}
    assert (found["position"], found["size"]) == (position, SIZE)
    assert bytes.fromhex(found["leaf_hash"]) == leaves[position - 1]
    path, root = [bytes.fromhex(step) for step in found["path"]], bytes.fromhex(found["root"])
    assert root == b64decode(get(club, "checkpoint")["root"])
    assert merkle.includes(leaves[position - 1], position - 1, SIZE, path, root)


def test_any_size_up_to_the_head_can_be_asked_for(club: Club, leaves: list[bytes]) -> None:
    for position, size in ((1, 1), (300, 301), (SIZE + 7, SIZE + 8)):
        found = get(club, "proof/inclusion", position=position, size=size)
        path, root = [bytes.fromhex(step) for step in found["path"]], bytes.fromhex(found["root"])
        assert root == mth(leaves[:size])
        assert merkle.includes(leaves[position - 1], position - 1, size, path, root)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, None), (1, 700), (512, None), (SIZE, SIZE + 8), (7, 7)])
def test_br085_a_ledger_is_proved_to_begin_with_what_it_was(
    club: Club, leaves: list[bytes], first: int, second: int | None
) -> None:
    found = get(club, "proof/consistency", from_=first, **({} if second is None else {"to": second}))

    end = second or SIZE
    assert (found["from"], found["to"]) == (first, end)
    older, newer = bytes.fromhex(found["from_root"]), bytes.fromhex(found["to_root"])
    assert (older, newer) == (mth(leaves[:first]), mth(leaves[:end]))
    assert merkle.extends(first, end, [bytes.fromhex(step) for step in found["path"]], older, newer)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("inclusion", {"position": SIZE + 9}),
        ("inclusion", {"position": 1, "size": SIZE + 9}),
        ("consistency", {"from": SIZE + 9}),
        ("consistency", {"from": 0, "to": 2**53 - 1}),
    ],
)
def test_br071_what_lies_beyond_the_head_is_a_conflict_that_names_the_head(
    club: Club, path: str, asked: dict[str, int]
) -> None:
    document = problem(club.reader.get(f"/v1/ledger/proof/{path}", params=asked), 409, "cursor_ahead")

    assert document["head"] == SIZE + 8


@pytest.mark.parametrize(
    ("path", "asked", "status"),
    [
        ("inclusion", {}, 422),
        ("inclusion", {"position": 0}, 422),
        ("inclusion", {"position": "x"}, 422),
        ("inclusion", {"position": 1, "size": 0}, 422),
        ("inclusion", {"position": SIZE + 1}, 400),
        ("inclusion", {"position": 7, "size": 6}, 400),
        ("consistency", {}, 422),
        ("consistency", {"from": -1}, 422),
        ("consistency", {"from": SIZE + 1}, 400),
        ("consistency", {"from": 7, "to": 6}, 400),
    ],
)
def test_what_cannot_be_proved_is_refused(club: Club, path: str, asked: dict[str, Any], status: int) -> None:
    code = {400: "malformed", 422: "event_invalid"}[status]

    problem(club.reader.get(f"/v1/ledger/proof/{path}", params=asked), status, code)


def test_a_ledger_without_a_checkpoint_says_so(api: Api) -> None:
    young = Club(api)
    young.tell(young.open(), 1)
    api.drain()

    for path in ("checkpoint", "proof/inclusion?position=1", "proof/consistency?from=0"):
        assert "no checkpoint yet" in problem(young.reader.get(f"/v1/ledger/{path}"), 404, "unknown")["detail"]
    assert get(young, "proof/consistency", from_=0, to=2)["path"] == []


def test_checkpoints_and_consistency_are_for_everybody_and_events_for_readers(api: Api, club: Club) -> None:
    """Hashes over a whole ledger tell nothing of it; which match is where does."""
    books.forge_match(api.stores, '{"game":"bridge.rubber"}')
    api.drain()
    assert Notary(api.stores).sign_due() == 1
    nobody = api.as_()

    assert nobody.get("/v1/ledger/checkpoint").json()["note"].startswith("scorepad/main\n")
    assert nobody.get("/v1/ledger/proof/consistency", params={"from": 0}).status_code == 200
    problem(nobody.get("/v1/ledger/proof/inclusion", params={"position": 1}), 401, "key_needed")
    scorer = api.as_("scorer", ledger=club.ledger)
    assert scorer.get("/v1/ledger/checkpoint").json()["size"] == SIZE
    problem(scorer.get("/v1/ledger/proof/inclusion", params={"position": 1}), 403, "forbidden")


@pytest.mark.parametrize("scope", ["reader", "auditor", "director"])
def test_events_are_proved_to_three_scopes(api: Api, club: Club, scope: str) -> None:
    client = api.as_(scope, ledger=club.ledger)

    assert client.get("/v1/ledger/proof/inclusion", params={"position": 1}).status_code == 200


def test_a_link_learns_nothing_of_its_ledger(api: Api, club: Club) -> None:
    match = club.open()
    link = sent(club.director.post(f"/v1/matches/{match}/links", json={"role": "viewer"}))["link"]

    for path in ("checkpoint", "proof/consistency?from=0&to=1"):
        by_link, by_nobody = (client.get(f"/v1/ledger/{path}") for client in (api.holding(link), api.as_()))
        assert (by_link.status_code, by_link.json()) == (by_nobody.status_code, by_nobody.json())
    problem(api.holding(link).get("/v1/ledger/proof/inclusion?position=1"), 403, "forbidden")


def test_a_key_for_one_match_has_proofs_of_no_other(api: Api, club: Club) -> None:
    (event,) = club.reader.get("/v1/events", params={"after": SIZE + 5, "limit": 1}).json()["items"]
    client = api.as_("reader", ledger=club.ledger, matches=(event["match"],))

    asked = {"position": SIZE + 6, "size": SIZE + 8}
    assert client.get("/v1/ledger/proof/inclusion", params=asked).status_code == 200
    problem(client.get("/v1/ledger/proof/inclusion", params={"position": 1}), 404, "unknown")


def test_a_checkpoint_that_was_touched_is_not_shown(api: Api) -> None:
    touched = Club(api)
    touched.tell(touched.open(), SIZE - 1)
    api.drain()
    assert Notary(api.stores).sign_due() >= 1
    note = get(touched, "checkpoint")["note"]
    books.run(
        api.stores,
        "INSERT INTO checkpoints (ledger, size, root, note, made_at) SELECT ledger, size + 1, root, :forged, made_at "
        "FROM checkpoints WHERE note = :note",
        forged=note.replace(f"\n{SIZE}\n", f"\n{SIZE + 1}\n"),
        note=note,
    )

    detail = problem(touched.reader.get("/v1/ledger/checkpoint"), 500, "ledger_broken")["detail"]
    assert detail == f"The checkpoint at size {SIZE + 1} is not as it was signed."

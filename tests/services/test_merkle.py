"""The tree of RFC 6962: published vectors, the RFC's own definitions word by word, and another implementation."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from services import merkle
from tests.naive_tree import mth, path, proof

LEAVES = [
    bytes.fromhex(data)
    for data in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
"""The leaves of google/certificate-transparency, python/ct/crypto/merkle_test.py, with the roots over the first n."""
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
CONSISTENCY = [
    (1, 1, []),
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (
        2,
        5,
        [
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
AUDIT_PATH = """
1a208aeebcd1b39fe2de247ee8db9454e1e93a312d206b87f6ca9cc6ec6f1ddd
0a1b78b383f580856f433c01a5741e160d451c185910027f6cc9f828687a40c4
3d1745789bc63f2da15850de1c12a5bf46ed81e1cc90f086148b1662e79aab3d
9095b61e14d8990acf390905621e62b1714fb8e399fbb71de5510e0aef45affe
0a332b91b8fab564e6afd1dd452449e04619b18accc0ff9aa8393cd4928451f2
2336f0181d264aed6d8f3a6507ca14a8d3b3c3a23791ac263e845d208c1ee330
b4ce56e300590500360c146c6452edbede25d4ed83919278749ee5dbe178e048
933f6ddc848ea562e4f9c5cfb5f176941301dad0c6fdb9d1fbbe34fac1be6966
b95a6222958a86f74c030be27c44f57dbe313e5e7c7f4ffb98bcbd3a03bb52f2
daeeb3ce5923defd0faeb8e0c210b753b85b809445d7d3d3cd537a9aabaa9c45
7fadd0a13e9138a2aa6c3fdec4e2275af233b94812784f66bcca9aa8e989f2bc
1864e6ba3e32878610546539734fb5eeae2529991f130c575c73a7e25a2a7c56
12842d1202b1dc6828a17ab253c02e7ce9409b5192430feba44189f39cc02d66
29af64b16fa3053c13d02ac63aa75b23aa468506e44c3a2315edc85d2dc22b11
b527b99934a0bd9edd154e449b0502e2c499bba783f3bc3dfe23364b6b532009
4584db8ae8e351ace08e01f306378a92bfd43611714814f3d834a2842d69faa8
86a9a41573b0d6e4292f01e93243d6cc65b30f06606fc6fa57390e7e90ed580f
a88b98fbe84d4c6aae8db9d1605dfac059d9f03fe0fcb0d5dff1295dacba09e6
06326dc617a6d1f7021dc536026dbfd5fffc6f7c5531d48ef6ccd1ed1569f2a1
f41fe8fdc3a2e4e8345e30216e7ebecffee26ff266eeced208a6c2a3cf08f960
40cf5bde8abb76983f3e98ba97aa36240402975674e120f234b3448911090f8d
b3222dc8658538079883d980d7fdc2bef9285344ea34338968f736b04aeb387a
"""
"""The path of one leaf in a log of 3,630,887, of the same file."""

HASHES = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=70)


def hashes_of(data: Sequence[bytes]) -> list[bytes]:
    return [merkle.leaf_hash(each) for each in data]


def resolved(hashes: Sequence[bytes], spans: Sequence[merkle.Span]) -> list[bytes]:
    return [merkle.root(hashes[start:end]) for start, end in spans]


def test_the_published_hashes_of_leaves_and_nodes() -> None:
    node = merkle.node_hash(bytes(range(32)), bytes(range(32, 64)))

    assert merkle.leaf_hash(bytes(range(16, 32))).hex() == (
        "3bfb960453ebaebf33727da7a1f4db38acc051d381b6da20d6d4e88f0eabfd7a"
    )
    assert node.hex() == "1a378704c17da31e2d05b6d121c2bb2c7d76f6ee6fa8f983e596c2d034963c57"


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(size: int) -> None:
    growing = merkle.Growing()
    for each in hashes_of(LEAVES[:size]):
        growing.add(each)

    assert merkle.root(hashes_of(LEAVES[:size])).hex() == ROOTS[size]
    assert growing.root().hex() == ROOTS[size]
    assert growing.size == size


@pytest.mark.parametrize(("first", "second", "steps"), CONSISTENCY)
def test_the_published_proofs_of_consistency(first: int, second: int, steps: list[str]) -> None:
    found = resolved(hashes_of(LEAVES), merkle.consistency_spans(first, second))

    assert [step.hex() for step in found] == steps
    assert merkle.extends(first, second, found, bytes.fromhex(ROOTS[first]), bytes.fromhex(ROOTS[second]))


def test_the_published_path_in_a_log_of_millions() -> None:
    leaf = bytes.fromhex("7a395c866d5ecdb0cccb623e011dbc392cd348d1d1d72776174e127a24b09c78")
    root = bytes.fromhex("78316a05c9bcf14a3a4548f5b854a9adfcd46a4c034401b3ce7eb7ac2f1d0ecb")
    steps = [bytes.fromhex(step) for step in AUDIT_PATH.split()]

    assert merkle.includes(leaf, 848049, 3630887, steps, root)
    assert len(merkle.inclusion_spans(848049, 3630887)) == len(steps) == 22
    assert not merkle.includes(leaf, 848050, 3630887, steps, root)
    assert not merkle.includes(leaf, 848049, 3630887, steps[:-1], root)


@given(HASHES, st.data())
def test_paths_and_roots_are_those_of_the_rfcs_definitions(hashes: list[bytes], data: st.DataObject) -> None:
    size = len(hashes)
    index, first = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))

    assert merkle.root(hashes) == mth(hashes)
    assert merkle.joined([mth(hashes[i << level : (i + 1) << level]) for level, i in merkle.whole((0, size))]) == mth(
        hashes
    )
    assert resolved(hashes, merkle.inclusion_spans(index, size)) == path(index, hashes)
    assert resolved(hashes, merkle.consistency_spans(first, size)) == proof(first, hashes)
    assert merkle.includes(hashes[index], index, size, path(index, hashes), mth(hashes))
    assert merkle.extends(first, size, proof(first, hashes), mth(hashes[:first]), mth(hashes))


@pytest.mark.laborious
def test_no_path_proves_another_leaf_or_place_in_a_tree() -> None:
    """Nor another leaf in a tree of another size; that a size goes with a root is what is signed."""
    for size in range(1, 20):
        hashes = [sha256(bytes([n])).digest() for n in range(size)]
        for index in range(size):
            steps, root = path(index, hashes), mth(hashes)
            tried = [(other, where, large) for other in range(size) for where in range(-1, 22) for large in range(22)]
            proved = {each for each in tried if merkle.includes(hashes[each[0]], each[1], each[2], steps, root)}

            assert {other for other, _, _ in proved} == {index}
            assert {where for _, where, large in proved if large == size} == {index}
            for n in range(len(steps)):
                assert not merkle.includes(hashes[index], index, size, steps[:n] + steps[n + 1 :], root)
                assert not merkle.includes(hashes[index], index, size, [*steps[:n], bytes(32), *steps[n:]], root)


def test_no_path_proves_that_a_tree_begins_with_another() -> None:
    hashes = [sha256(bytes([n])).digest() for n in range(20)]
    for second in range(1, 20):
        for first in range(1, second + 1):
            steps = proof(first, hashes[:second])
            older, newer = mth(hashes[:first]), mth(hashes[:second])
            forged = [*hashes[: first - 1], bytes(32), *hashes[first:second]]

            assert merkle.extends(first, second, steps, older, newer)
            assert not merkle.extends(first, second, steps, mth(forged[:first]), newer)
            assert not merkle.extends(first, second, proof(first, forged), older, mth(forged))
            assert not merkle.extends(first, second, [*steps, bytes(32)], older, newer)
            assert first == second or not merkle.extends(first, second, steps[:-1], older, newer)
            assert not merkle.extends(second + 1, second, steps, older, newer)


def test_br085_every_tree_begins_with_the_empty_one() -> None:
    one = merkle.root(hashes_of(LEAVES[:1]))

    assert merkle.consistency_spans(0, 1) == []
    assert merkle.extends(0, 1, [], merkle.EMPTY, one)
    assert merkle.extends(0, 0, [], merkle.EMPTY, merkle.EMPTY)
    assert not merkle.extends(0, 1, [], one, one)
    assert not merkle.extends(0, 1, [one], merkle.EMPTY, one)
    assert not merkle.extends(0, 0, [], one, one)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_a_tree_grows_by_leaves_and_by_subtrees_alike(levels: list[int]) -> None:
    by_subtrees, hashes = merkle.Growing(), list[bytes]()
    for level in sorted(levels, reverse=True):
        new = [sha256(str(len(hashes) + n).encode()).digest() for n in range(1 << level)]
        by_subtrees.add(mth(new), level)
        hashes += new

    assert by_subtrees.root() == mth(hashes)
    assert by_subtrees.size == len(hashes)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 64, 100, 257])
def test_pymerkle_says_the_same(size: int) -> None:
    theirs = InmemoryTree()
    data = [f"leaf {n}".encode() for n in range(size)]
    theirs.append_entries(data)
    hashes = hashes_of(data)

    assert theirs.get_root() == merkle.root(hashes)
    for index in range(0, size, 1 + size // 17):
        found = theirs.prove_inclusion(index + 1).path
        assert found[:1] + resolved(hashes, merkle.inclusion_spans(index, size)) == found
        assert merkle.includes(hashes[index], index, size, found[1:], theirs.get_root())
        older = theirs.prove_consistency(index + 1, size)
        assert older.retrieve_prior_state() == merkle.root(hashes[: index + 1])

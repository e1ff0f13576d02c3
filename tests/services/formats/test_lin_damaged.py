"""LIN files that are odd, damaged or none at all: what can be read is read, and nothing is made up."""

import pytest

from services.formats.found import Bad, Found, Told, Unreadable
from tests.lin_files import CARDS, DEAL, SPADES, cut_short, lin, play, single, told, why

ALL = play(*CARDS)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\n\n"])
def test_lines_may_break_between_any_tokens(newline: str) -> None:
    text = single(cards=ALL)
    pieces = text.strip().split("|")
    broken = "|".join(piece if index % 2 else newline + piece for index, piece in enumerate(pieces))

    assert told(lin(broken))[0].events == told(lin(text))[0].events


def test_lines_are_counted_and_lines_of_comment_left_out() -> None:
    items = lin(
        "% saved | by hand\n% in a browser\n".replace("|", "-") + single(1, claim=7) + "\n" + single(2, claim=99)
    )

    assert [item.line for item in items] == [3, 3, 3, 5]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_files_are_utf_8_or_latin_1(encoding: str) -> None:
    raw = single(claim=7, players="Ödön,b,c,d").encode(encoding)
    more = single(2, claim=7, players="ödön,b,c,d").encode()

    assert [each.events[-1][1]["ns"] for each in told(lin(raw + more))] == ["1", "1"]


def test_a_missing_bar_costs_no_more_than_its_hand() -> None:
    for cut in ("|mb|p", "|sv|", "mb|1S|", "|st|"):
        damaged = single(2, claim=7).replace(cut, cut.replace("|", "", 1), 1)
        items = lin(single(1, claim=7) + damaged + single(3, claim=7))
        assert [item.events[-1][1]["board"] for item in told(items)] == [1, 3], cut
        assert [item.line for item in items if isinstance(item, Bad)] == [2], cut


def test_where_a_hand_does_not_begin_the_one_before_may_not_be_whole() -> None:
    items = lin(single(1, claim=7) + single(2, claim=7).replace("pn|", "pn", 1) + single(3, claim=7))

    assert [type(item) for item in items] == [Found, Bad, Told, Told]
    assert isinstance(items[1], Bad)
    assert "about line 2" in items[1].reason


def test_after_names_that_cannot_be_read_nobody_knows_who_plays_on() -> None:
    damaged = single(2, claim=7, players="a,b,c,d").replace("|sv|", "sv|")
    nameless = single(3, claim=7).partition("st||")[2]
    items = lin(single(1, claim=7) + damaged + nameless + single(4, claim=7) + nameless)

    assert [item.line for item in items if isinstance(item, Bad)] == [2, 3]
    assert [record.what for record in told(items)] == [f"board {board}, 1 against 2" for board in (1, 4, 3)]


def test_a_value_that_breaks_off_is_not_read() -> None:
    assert "breaks off" in why(single(cards=play(*CARDS[:4])) + "mc|1", Bad)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "no hand"),
        (b"nothing but words", "no hand"),
        (b"\n \n", "no hand"),
        (single(claim=7).encode("utf-16"), "zero byte"),
        (single().encode() + b"nt|\0|", "zero byte"),
        (b"x" * 3_000_000, "no bar"),
        (b"pn|a,b,c,d|pg||", "no hand"),
    ],
)
def test_what_is_no_lin_is_unreadable(raw: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        lin(raw)


@pytest.mark.laborious
@pytest.mark.parametrize("tag", ["mb", "pc", "md", "ah", "sv", "qx", "mc", "pn"])
def test_values_of_any_size_are_refused_and_not_kept(tag: str) -> None:
    text = single(claim=7) + f"qx|o2|md|4{DEAL}|{tag}|" + "9" * 900_000 + "|" + "mb|p|" * 100_000

    items = lin(text)

    assert [type(item) for item in items[:3]] == [Found, Told, Told]
    assert isinstance(items[-1], Bad)
    assert len(repr(items)) < 10_000


def test_a_file_that_breaks_off_anywhere_tells_no_other_results() -> None:
    text = (single(1, cards=ALL) + single(2, claim=10) + single(3, "p p p p") + single(4, SPADES, ALL[:40])).encode()
    whole = [item.events[-1] for item in told(lin(text))]

    assert len(whole) == 3
    for cut in range(3, len(text), 7):
        results = [item.events[-1] for item in told(cut_short(text[:cut]))]
        assert results == whole[: len(results)], cut

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import wire
from domain.errors import Malformed

LARGEST = 2**53 - 1


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + closing * depth


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, -2, 0, true, false, null, "x", 2.5]}', {"a": [1, -2, 0, True, False, None, "x", 2.5]}),
        (" 7\n", 7),
        ('"\\u00e9"', "é"),
        ('"\\ud83c\\udca1"', "🂡"),
        ('""', ""),
        ("[]", []),
        ("{}", {}),
    ],
)
def test_json_is_read_as_text_or_bytes(text: str, value: Any) -> None:
    assert wire.loads(text) == value
    assert wire.loads(text.encode()) == value


@pytest.mark.parametrize(
    "text", ['{"a":1,"a":1}', '{"a":1,"b":2,"a":3}', '[{"x":{"a":1,"a":2}}]', '{"a":1,"\\u0061":2}', '{"":0,"":0}']
)
def test_a_key_that_stands_twice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="twice"):
        wire.loads(text)


@pytest.mark.parametrize(
    "text", [r'{"\u00e9":1,"e\u0301":2}', r'{"\u212b":1,"\u00c5":2}', r'[{"x":{"A\u030a":1,"\u00c5":1}}]']
)
def test_keys_that_are_one_key_once_composed_stand_twice(text: str) -> None:
    with pytest.raises(Malformed, match="twice"):
        wire.loads(text)


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", '{"tricks":NaN}', '{"tricks":Infinity}', '{"tricks":[[[NaN]]]}']
)
def test_br145_nan_and_infinity_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


@pytest.mark.parametrize("text", ["1e999", "-1e999", '{"tricks":1e999}', "1.0E400", "9" * 400 + ".0"])
def test_br145_a_number_too_large_for_any_reader_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


@pytest.mark.parametrize("text", [r'"\u0000"', r'{"name":"0\u0000"}', r'{"\u0000":1}', r'["é\u0000"]', '"\0"'])
def test_br149_nul_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        r'{"players":["N","E","S","\ud800"]}',
        r'"\udc00"',
        r'"\udc00\ud800"',
        r'{"\ud800":1}',
        r'"\ud800x\udc00"',
        '"\ud800"',
    ],
)
def test_br148_half_a_surrogate_pair_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b'"\xff"', id="no UTF-8"),
        pytest.param(b'"\xc3"', id="cut off"),
        pytest.param(b'"\xed\xa0\x80"', id="half a surrogate pair in bytes"),
        pytest.param(b'"\xc0\x80"', id="overlong NUL"),
        pytest.param('"é"'.encode("latin-1"), id="Latin-1"),
        pytest.param('{"a":1}'.encode("utf-16"), id="UTF-16"),
        pytest.param('{"a":1}'.encode("utf-16-le"), id="UTF-16 without a mark"),
    ],
)
def test_bytes_that_are_not_utf_8_are_malformed(raw: bytes) -> None:
    with pytest.raises(Malformed):
        wire.loads(raw)


@pytest.mark.parametrize("raw", [b'\xef\xbb\xbf{"a":1}', '\ufeff{"a":1}'])
def test_a_byte_order_mark_is_malformed(raw: bytes | str) -> None:
    with pytest.raises(Malformed):
        wire.loads(raw)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"a":1,}',
        "[1,]",
        "{'a':1}",
        '{"a":1}{"b":2}',
        "01",
        "+1",
        "1.",
        ".5",
        "0x10",
        '"\t"',
        '"\n"',
        "tru",
        '"\\x41"',
        "// a\n1",
        "١",
        "{1:2}",
        "1 2",
    ],
)
def test_what_is_no_json_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


def test_json_32_deep_is_read_and_33_deep_is_not() -> None:
    assert wire.loads(nested(32))
    assert wire.loads(nested(31, '{"a":', "}").replace('{"a":}', "{}"))
    with pytest.raises(Malformed, match="32"):
        wire.loads(nested(33))
    with pytest.raises(Malformed, match="32"):
        wire.loads('{"a":' * 32 + "[]" + "}" * 32)


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_bottomless_json_is_malformed_and_harms_nobody(depth: int) -> None:
    with pytest.raises(Malformed, match="32"):
        wire.loads(nested(depth))


@pytest.mark.parametrize("number", [LARGEST, -LARGEST, 0])
def test_br154_the_largest_whole_numbers_are_read(number: int) -> None:
    assert wire.loads(str(number)) == number


@pytest.mark.parametrize(
    "text",
    ["9007199254740992", "-9007199254740992", "9223372036854775807", "9223372036854775808", "1" * 700, "9" * 5_000],
)
def test_br154_a_whole_number_beyond_2_to_the_53rd_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        wire.loads(text)


def test_strings_and_keys_are_composed() -> None:
    decomposed = unicodedata.normalize("NFD", "Zoë Müller")

    assert wire.loads(json.dumps({decomposed: decomposed})) == {"Zoë Müller": "Zoë Müller"}


def test_a_malformed_text_says_where_and_echoes_nothing() -> None:
    with pytest.raises(Malformed, match=r"line 2, column 7") as malformed:
        wire.loads('{"secret": 1,\n "b": <script>}')
    assert "script" not in str(malformed.value)


def test_the_canonical_form_has_sorted_keys_no_spaces_and_plain_letters() -> None:
    assert wire.canonical({"b": [1, {"d": None, "c": "é♠"}], "a": True}) == '{"a":true,"b":[1,{"c":"é♠","d":null}]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_json_number_is_never_written(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        wire.canonical({"a": value})


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).map(composed)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_the_canonical_form_is_stable(value: Any) -> None:
    once = wire.canonical(value)

    assert wire.loads(once) == value
    assert wire.canonical(wire.loads(once)) == once
    assert wire.canonical(wire.loads(once.encode())) == once


@given(VALUES)
def test_the_canonical_form_does_not_depend_on_spelling(value: Any) -> None:
    once = wire.canonical(value)

    assert wire.canonical(wire.loads(json.dumps(value, indent=3))) == once
    assert wire.canonical(wire.loads(_reversed_keys(value))) == once
    assert wire.canonical(wire.loads(unicodedata.normalize("NFD", json.dumps(value, ensure_ascii=False)))) == once


def _reversed_keys(value: Any) -> str:
    def turned(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: turned(part[key]) for key in reversed(part)}
        return [turned(item) for item in part] if isinstance(part, list) else part

    return json.dumps(turned(value))


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_is_read_or_malformed_and_nothing_else(raw: bytes | str) -> None:
    try:
        value = wire.loads(raw)
    except Malformed as malformed:
        assert str(malformed)  # noqa: PT017  it says why
    else:
        assert wire.loads(wire.canonical(value)) == value

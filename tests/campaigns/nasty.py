"""Nasty bodies: what fuzzers, old clients and people with time on their hands have sent to other servers."""

import gzip
import json
import unicodedata
import zlib
from collections.abc import Iterator
from typing import Any, Final

DEAL: Final = '{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":10}}'
"""A report that is taken; most of what follows is this one, spoilt."""
_RAW: Final = DEAL.encode()


def _with(tricks: str) -> bytes:
    """The report with other JSON where the tricks stand."""
    return DEAL.replace("10", tricks).encode()


def _saying(contract: bytes) -> bytes:
    """The report with other bytes in the contract's string."""
    return _RAW.replace(b"4S", contract)


_NO_JSON: Final = {
    text[:40] or "nothing": text.encode()
    for text in (
        "", " ", "\n\t\r ", "\0", "\v{}", "\f{}", "\xa0{}", "\u2028{}", "undefined", "None", "True", "TRUE", "nul",
        "truE",
        "'x'", "{", "}", "[", "]", '"', '"\\', '"\\u', '"\\u12"', '"\\u+123"', '"\\u 123"', '"\\u0x12"', '"\\x41"',
        '"\\U0001F600"', '"\\\'"', '"\t"', '"\n"', '"\x01"', '"\x1f"', '{"a"', '{"a":', '{"a":1', '{"a":1,', "{,}",
        "[,]", "[1,]", "[1 2]", '{"a":1,}', '{"a" 1}', "{a:1}", "{'a':1}", "{1:1}", "{null:1}", '{"a"::1}', "{}}",
        "[]]",
        "{}x", "{}{}", "{} null", "{}\0", "{}\n{}", "{},", "// c\n{}", "/**/{}", "# c\n{}", "{}//", "{}\u200b",
        "0x10", "01", "-01", "+1", ".5", "5.", "1.e1", "1e", "1e+", "--1", "-", "1_0", "1,0", "1'0", "0b1", "0o7",
        "١٠", "１０", "²", "nan", "inf", "-inf", "+Infinity", "NaN", "Infinity", "-Infinity", "<x/>", "a=1&b=2",
        "---\na: 1",
        "\x1e{}", ")]}',\n{}", "for(;;);{}", "callback({})", "{{7*7}}", "${7*7}", "(1)", "{...{}}", "[...[]]", "`{}`",
    )
}  # fmt: skip
_NUMBERS: Final = {
    f"number {text[:24]}{'…' if len(text) > 24 else ''} of {len(text)}": _with(text)
    for text in (
        "NaN", "-NaN", "Infinity", "-Infinity", "[NaN]", "[[[Infinity]]]", '{"a":NaN}', "1e309", "1e400", "-1e400",
        "1e999", "1e99999999999", "1" + "0" * 400 + ".0", str(2**53), str(-(2**53)), str(2**63 - 1), str(2**63),
        str(-(2**63)), str(2**64), str(2**128), str(10**100), "9" * 400, "9" * 4300, "9" * 4301, "9" * 60_000,
        "-" + "9" * 5000, "0" * 5000,
    )
}  # fmt: skip
_TEXTS: Final = {
    "NUL, written": _saying(b"\\u0000"),
    "NUL, raw": _saying(b"\0"),
    "NUL at the end": _saying(b"4S\\u0000"),
    "NUL in a key": DEAL.replace("tricks", "tri\\u0000cks").encode(),
    "a high surrogate": _saying(b"\\ud800"),
    "a low surrogate": _saying(b"\\udfff"),
    "surrogates the wrong way round": _saying(b"\\udc00\\ud800"),
    "a high surrogate twice": _saying(b"\\ud83d\\ud83d\\ude00"),
    "a surrogate in a key": DEAL.replace("tricks", "\\ud800").encode(),
    "a surrogate of another spelling": _saying(b"\\uD8aB"),
    "half a surrogate pair, raw": _saying(b"\xed\xa0\x80"),
    "a surrogate pair, raw (CESU-8)": _saying(b"\xed\xa0\xbd\xed\xb8\x80"),
    "overlong NUL": _saying(b"\xc0\x80"),
    "overlong slash": _saying(b"\xc0\xaf"),
    "overlong in three": _saying(b"\xe0\x80\xaf"),
    "overlong in four": _saying(b"\xf0\x80\x80\xaf"),
    "five bytes": _saying(b"\xf8\x88\x80\x80\x80"),
    "six bytes": _saying(b"\xfc\x84\x80\x80\x80\x80"),
    "beyond the last character": _saying(b"\xf4\x90\x80\x80"),
    "a byte that goes on alone": _saying(b"\x80"),
    "a character cut short": _saying(b"\xe2\x82"),
    "0xFE and 0xFF": _saying(b"\xfe\xff"),
    "Latin-1": _saying("é".encode("latin-1")),
    "Windows-1252": _saying("“4S”".encode("cp1252")),
    "Shift JIS": _saying("四".encode("shift-jis")),
    "a byte order mark": b"\xef\xbb\xbf" + _RAW,
    "two byte order marks": b"\xef\xbb\xbf" * 2 + _RAW,
    "a byte order mark within": b"{\xef\xbb\xbf" + _RAW[1:],
    "a byte order mark at the end": _RAW + b"\xef\xbb\xbf",
    **{f"as {name}": DEAL.encode(name) for name in (
        "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp037", "utf-7",
    ) if DEAL.encode(name) != _RAW},
    "gzip": gzip.compress(_RAW, mtime=0),
    "zlib": zlib.compress(_RAW),
    "a bomb of gzip": gzip.compress(b" " * 10_000_000, mtime=0),
    "an image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a program": b"\x7fELF\2\1\1\0",
    "an archive": b"PK\3\4" + b"\0" * 26,
    "CBOR": b"\xa2dtypeadata\xa0",
    "MessagePack": b"\x82\xa4type\xa1x\xa4data\x80",
    "a form": b'--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nbridge.deal_played\r\n--x--\r\n',
}  # fmt: skip
_TWICE: Final = {
    "a key twice": _with('10,"tricks":9'),
    "a key twice, the same": _with('10,"tricks":10'),
    "a key twice, escaped": _with('10,"tric\\u006bs":9'),
    "a key three times": _with('10,"tricks":9,"tricks":10'),
    "a key twice, composed otherwise": _with('10,"é":1,"e\\u0301":1'),
    "a key twice, of one sign": _with('10,"\u212b":1,"\u00c5":1'),
    "an empty key twice": _with('10,"":1,"":2'),
    "the type twice": DEAL.replace('"data"', '"type":"match.closed","data"').encode(),
    "the data twice": DEAL[:-1].encode() + b',"data":{}}',
    "a key twice in an event of many": f'{{"events":[{DEAL},{DEAL[:-1]},"data":{{}}}}]}}'.encode(),
    "a key twice, deep": _with('[[[{"a":1,"a":1}]]]'),
    "the events twice": f'{{"events":[{DEAL}],"events":[{DEAL}]}}'.encode(),
    "__proto__ twice": _with('10,"__proto__":1,"__proto__":2'),
}
_DEEP: Final = {
    f"{depth} {name}": _with(begin * depth + "1" + end * depth)
    for depth in (31, 32, 33, 1000)
    for name, begin, end in (("arrays", "[", "]"), ("arrays beside others", "[1,", "]"), ("objects", '{"a":', "}"))
} | {
    "33 arrays alone": b"[" * 33 + b"]" * 33,
    "30,000 arrays": _with("[" * 30_000 + "]" * 30_000),
    "100,000 arrays": b"[" * 100_000 + b"]" * 100_000,
    "100,000 arrays that never end": b"[" * 100_000,
    "100,000 objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "100,000 objects that never end": b'{"a":' * 100_000,
    "100,000 of both": b'[{"a":' * 50_000,
    "an end without a beginning": b"]" * 100_000,
}
_NO_OBJECT: Final = {
    text: text.encode() for text in ("null", "true", "false", "0", "-0", "1.5", '""', '"x"', "[]", "[{}]")
}

MALFORMED: Final[dict[str, bytes]] = _NO_JSON | _NUMBERS | _TEXTS | _TWICE | _DEEP | _NO_OBJECT
"""Bodies that are no JSON object that anybody could mean: 400 wherever they are sent."""
DEEPEST: Final = [_with(begin * 30 + "1" + end * 30) for begin, end in (("[", "]"), ("[1,", "]"))] + [
    _with('{"a":' * 30 + "1" + "}" * 30)
]
"""Reports that are as deep as any may be: they can be read, and do not fit."""

VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 14, 1.0, 10.0, 1e1, 0.1, -0.0, 1e308, 5e-324, 2**53 - 1, 1 - 2**53, "", " ", "10",
    " 10 ", "1_0",
    "1e1", "0x0a", "١٠", "NaN", "null", "true", "4s", "4S ", "4\u200bS", "4ſ", "1ℕ", "４Ｓ", "N\u0301", "x" * 10_000,
    "\u202eN", "\u0301" * 50,
    "'; --", "<b>", "../..", "{{7}}", "%s%n", [], [10], ["N"], [[]], {}, {"a": 1}, {"__proto__": {}}, {"$ref": "#"},
    {"": ""},
)  # fmt: skip
"""What may be sent for anything, and means it hardly ever."""
TAKEN: Final = {
    *(f"{place} null" for place in ("occurred_at", "data/result", "data/lead", "data/transferred")),
    "data/tricks 0", 'data/lead "4s"',
}  # fmt: skip
"""What of it is taken: null where a field may be left out, no tricks at all, and a card in small letters."""
PLACES: Final = ("type", "id", "occurred_at", "data", "data/contract", "data/declarer", "data/tricks", "data/result",
                 "data/lead", "data/transferred", "data/board")  # fmt: skip
KEYS: Final = (
    "", " ", "__proto__", "constructor", "prototype", "toString", "__class__", "__init__", "$ref", "$where", "@type",
    "Type", "TYPE",
    "tуpe", "type\u200b", "type ", "a/b", "a~b", "a.b", "~0", "~1", "actor", "ledger", "version", "hash",
    "recorded_at", "0",
    "model_config", "TYPE", "<script>", "\u202e", "\ufeff", "x" * 10_000, "é", "\U0001f600", "\u0301",
)  # fmt: skip
"""Keys that no event has."""


def confused() -> Iterator[tuple[str, Any]]:
    """The report with another value at every place of it, each with its name."""
    for place in PLACES:
        for number, value in enumerate(VALUES):
            yield f"{place}: {number} {json.dumps(value)[:20]}", _put(json.loads(DEAL), place, value)


def unknown() -> Iterator[tuple[str, Any]]:
    """The report with one key more, outside and inside, each with its name."""
    for key in dict.fromkeys(KEYS):
        yield f"{key[:20]!r} in an event", json.loads(DEAL) | {key: 1}
        yield f"{key[:20]!r} in its data", _put(json.loads(DEAL), f"data/{key}" if "/" not in key else "data", {key: 1})
        yield f"{key[:20]!r} beside events", {"events": [json.loads(DEAL)], key: 1}


WORDS: Final = (
    "<script>alert(1)</script>", "'; DROP TABLE matches; --", "\u202eevil\u202c", "\u2066\u2069", "\ufeff", "\u200b",
    "\u2028\u2029",
    "e\u0301" * 100, "\u1e9b\u0323", "\u0958", "\ufb1d", "\U0001d15e", "\uac00\u11a8", "\u1112\u1161\u11ab",
    "q\u0323\u0307", "q\u0307\u0323",
    "\u0301\u0301\u0301", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L", "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1e6\U0001f1f9", "\uffff", "\U0010ffff", "\ufdd0", "\x7f",
    "\x85", "\x01\x02\x1b[2J", "\r\n\r\nHTTP/1.1 200 OK", "a\rid: 99\r\rdata: EVIL", "{{7*7}}", "${jndi:ldap://x}",
    "%00", "%n%s", "\\", '"',
    "مرحبا", "שלום", "ﷺ", "İ", "ı", "ß", "ﬁ", "Ω", "K", "　", "\t", "null", "NaN", "-0", "1e400", "=1+1", "@SUM(A1)",
)  # fmt: skip
"""Texts that are text: a title may be any of them."""


def composed(text: str) -> str:
    """A text as it is kept."""
    return unicodedata.normalize("NFC", text)


def _put(event: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    *ways, last = place.split("/")
    found = event
    for way in ways:
        found = found[way]
    found[last] = value
    return event

"""Nasty files: what exhausts, misleads or breaks readers of XML, JSON and text elsewhere."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Final

from tests.campaigns.files import SAMPLES

SIZE: Final = 300_000
"""Bytes of a file that is the same again and again."""
_DOCTYPE: Final = "<!DOCTYPE USEBIO [%s]>"
_BODY: Final = '<USEBIO Version="1.2"><CLUB><CLUB_NAME>%s</CLUB_NAME></CLUB></USEBIO>'


def _declaring(inside: str, said: str = "&e;") -> bytes:
    return ('<?xml version="1.0"?>' + _DOCTYPE % inside + _BODY % said).encode()


_LAUGHS: Final = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
_PLAIN: Final = SAMPLES["usebio"][0]


def _holding(text: bytes) -> bytes:
    return _PLAIN.replace(b"Anvil", text)


USEBIO: Final[dict[str, bytes]] = {
    "a billion laughs": _declaring(_LAUGHS, "&a9;"),
    "one long entity, often": _declaring(f'<!ENTITY e "{"x" * 50_000}">', "&e;" * 10_000),
    "an entity within itself": _declaring('<!ENTITY e "&f;"><!ENTITY f "&e;">'),
    "a file as an entity": _declaring('<!ENTITY e SYSTEM "file:///etc/passwd">'),
    "a device as an entity": _declaring('<!ENTITY e SYSTEM "file:///dev/zero">'),
    "another host's entity": _declaring('<!ENTITY e SYSTEM "http://127.0.0.1:9/x">'),
    "a parameter's entity": _declaring('<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;', "x"),
    "laughs of parameters": _declaring('<!ENTITY % a "ha"><!ENTITY % b "%a;%a;"> %b;', "x"),
    "an entity that is unparsed": _declaring('<!NOTATION n SYSTEM "n"><!ENTITY e SYSTEM "x" NDATA n>', "x"),
    "an attribute of an entity": _declaring(_LAUGHS + '<!ATTLIST USEBIO x CDATA "&a9;">', "x"),
    "an entity of the DTD": _PLAIN.replace(b"Anvil", b"&eacute;&nbsp;&unknown;"),
    "a DTD of another host": _PLAIN.replace(b"usebio_v1_2.dtd", b"http://127.0.0.1:9/x.dtd"),
    "a DTD that is a file": _PLAIN.replace(b"usebio_v1_2.dtd", b"file:///etc/passwd"),
    "an inclusion": _holding(b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    "a style sheet": b'<?xml version="1.0"?><?xml-stylesheet href="file:///etc/passwd"?>' + _PLAIN.partition(b"\n")[2],
    "100,000 elements in one another": b'<USEBIO Version="1.2">' + b"<a>" * 100_000,
    "100,000 elements beside one another": _holding(b"<a/>" * 100_000),
    "100,000 attributes": b"<USEBIO " + b" ".join(b'a%d=""' % number for number in range(100_000)) + b"/>",
    "a huge attribute": b'<USEBIO Version="' + b"1" * 9_000_000 + b'"/>',
    "a huge name": b"<" + b"U" * 9_000_000 + b"/>",
    "a huge comment": b"<USEBIO><!--" + b"x" * 9_000_000 + b"--></USEBIO>",
    "a huge text": _holding(b"x" * 9_000_000),
    "a huge instruction": b"<?x " + b"x" * 9_000_000 + b"?><USEBIO/>",
    "a huge section": _holding(b"<![CDATA[" + b"<" * 9_000_000 + b"]]>"),
    "many sections": _holding(b"<![CDATA[x]]>" * 200_000),
    "many characters by number": _holding(b"&#65;" * 300_000),
    "NUL by number": _holding(b"&#0;"),
    "half a surrogate pair by number": _holding(b"&#xD800;"),
    "a character beyond the last": _holding(b"&#x110000;"),
    "an attribute twice": _PLAIN.replace(b'Version="1.2"', b'Version="1.2" Version="1.3"'),
    "XML 1.1": _PLAIN.replace(b'"1.0"', b'"1.1"'),
    "UTF-7": b'<?xml version="1.0" encoding="utf-7"?>+ADw-USEBIO+AD4-',
    "an encoding of nobody": _PLAIN.replace(b"UTF-8", b"x-none"),
    "an encoding that is no text": _PLAIN.replace(b"UTF-8", b"base64"),
    "an encoding that unpacks": _PLAIN.replace(b"UTF-8", b"zlib_codec"),
    "UTF-16 that is UTF-8": _PLAIN.replace(b"UTF-8", b"UTF-16"),
    "UTF-8 that is UTF-16": _PLAIN.decode().encode("utf-16"),
    "half of UTF-16": _PLAIN.decode().replace("UTF-8", "UTF-16").encode("utf-16")[:-1],
    "UTF-32": _PLAIN.decode().encode("utf-32"),
    "EBCDIC": _PLAIN.decode().encode("cp037"),
    "another document": b"<html><body>hello</body></html>",
    "namespaces": _PLAIN.replace(b"<USEBIO ", b'<u:USEBIO xmlns:u="x" ').replace(b"</USEBIO", b"</u:USEBIO"),
    "two roots": _PLAIN + _PLAIN,
    "no end": _PLAIN[:-12],
    "sessions without number": _PLAIN.replace(
        b"</EVENT>", b"".join(b'<SESSION SESSION_ID="s%d"/>' % number for number in range(2000)) + b"</EVENT>"
    ),
}
"""Of these none loads anything, and none grows."""


def _zipped(name: str, inside: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, inside)
    return file.getvalue()


PACKED: Final[dict[str, bytes]] = {
    "a bomb of gzip": gzip.compress(b"0" * 50_000_000, mtime=0),
    "a bomb of ZIP": _zipped("results.pbn", b"0" * 50_000_000),
    "a file in ZIP": _zipped("results.xml", _PLAIN),
    "a path out of ZIP": _zipped("../../etc/passwd", _PLAIN),
    "a workbook": _zipped("xl/workbook.xml", b"<workbook/>"),
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "nothing": b"",
    "a line end": b"\n",
    "zeros": b"\0" * SIZE, "0xFF": b"\xff" * SIZE, "spaces": b" " * SIZE, "a mark of UTF-8": b"\xef\xbb\xbf",
    "a mark of UTF-16": b"\xff\xfe",
}  # fmt: skip
"""What is in no format: nothing is ever unpacked."""


def _json(deep: int, begin: str, end: str) -> bytes:
    return (begin * deep + end * deep).encode()


JSON: Final[dict[str, bytes]] = {
    "100,000 arrays": _json(100_000, "[", "]"), "100,000 objects": _json(100_000, '{"a":', "}"),
    "a key twice": b'{"sessions":[],"sessions":[]}',
    "NaN": b'{"id":NaN,"sessions":[]}', "a number beyond any": b'{"id":1e999,"sessions":[]}',
    "many digits": b'{"id":' + b"9" * 100_000 + b"}",
    "half a surrogate pair": b'{"name":"\\ud800","sessions":[]}', "NUL": b'{"name":"\\u0000","sessions":[]}',
    "many braces in a string":
    json.dumps({"name": "{" * SIZE, "sessions": []}).encode(), "many quotes": b'{"name":"' + b'\\"' * SIZE + b'"}',
    "many objects":
    json.dumps({"sessions": [{}] * 60_000}).encode(), "rows within rows": json.dumps(
        {"SerializedData": json.dumps({"SerializedData": json.dumps([{}])})}).encode(),
        "rows that are none": b'{"SerializedData":"7"}',
    "rows of nothing": b'{"SerializedData":"[null,7,[],{}]"}',
    "deep rows": json.dumps({"SerializedData": "[" * 100_000}).encode(),
    "no string": b'{"SerializedData":{"a":1}}',
    "many rows": json.dumps({"SerializedData": json.dumps([{"BoardNumber": 1}] * 20_000)}).encode(),
    "sessions of something else": b'{"sessions":[7,"x",null,[{}]]}', "an array": b"[]", "a string": b'"x"',
    "nothing said": b"{}",
}  # fmt: skip
"""For both formats that are JSON."""
TEXT: Final[dict[str, bytes]] = {
    "a formula": b"contract,declarer,tricks\n=1+1,@N,+9\n",
    "100,000 columns": b"contract" + b",x" * 100_000 + b"\n4S\n",
    "100,000 cells": b"contract,declarer,tricks\n" + b"4S," * 100_000,
    "a quote that never ends": b'contract,declarer\n"' + b"x\n" * 200_000,
    "quotes": b"contract,declarer\n" + b'"' * 500_001,
    "100,000 options": b"".join(b"# option.a%d=1\n" % n for n in range(100_000)) + b"contract\n",
    "an option twice": b"# game=bridge.pairs\n# game=cribbage\nboard,ns,ew,contract\n",
    "a column twice": b"contract,contract,declarer,tricks\n4S,4H,N,9\n",
    "100,000 tags": b'[Event "x"]\n' * 100_000, "a tag that never ends": b'[Event "' + b"x" * 900_000,
    "a comment that never ends": b'[Board "1"]\n{' + b"x\n" * 300_000,
    "brackets": b"[" * 500_000, "a table of columns": b'[Board "1"]\n[ScoreTable "' + b"A;" * 100_000 + b'"]\n1 2 3\n',
    "a huge width":
    b'[Board "1"]\n[ScoreTable "PairNS\\' + b"9" * 4000 + b'R"]\n1\n',
    "inheriting": b'[Event "#"]\n[Site "##"]\n[Board ""]\n\n' * 20_000,
    "bars": b"|" * 900_000, "fields of nothing": b"pn||" * 200_000,
    "a field that never ends": b"pn|a,b,c,d|st||md|1" + b"S" * 900_000,
    "calls": b"pn|a,b,c,d|st||md|1S2,,,|" + b"mb|p|" * 200_000,
    "results of many": b"vg|x,y,I,1,999999999,a,0,b,0|rs|" + b"," * 500_000 + b"|",
    "boards without number": b"vg|x,y,I,1," + b"9" * 4000 + b",a,0,b,0|rs|,|", "returns": b"\r" * 500_000,
    "a line of nothing but one": b"x" * 999_999,
}  # fmt: skip
"""For the formats that are lines of text."""
_AGAIN: Final = (*(bytes([byte]) for byte in b'[]{}()<>"\\|&%#;,:=-+*.\'/!?$ \n\r\t0A'), b'["', b"[A ", b'[A "',
b"{\n", b'""', b'\\"', b"<a>", b"</", b"<!", b"&#",
                 b"a|", b"|a", b"mb|", b"%\n", b"#\n", b"# ", b"; ", b"1 ", b"\n ", b"=,", b"((", b"[[", b"* ", b"- ",
                 b"N:", b"A." )  # fmt: skip


def monotonous() -> Iterator[tuple[str, bytes]]:
    """After the beginning of a file of each format, one or two signs for ever: who looks back at them is slow."""
    for name, samples in SAMPLES.items():
        whole = samples[0]
        for number, cut in enumerate((0, len(whole) // 3, len(whole) // 2)):
            for signs in _AGAIN:
                yield f"{name}, cut {number}, {signs!r}", whole[:cut] + signs * (SIZE // len(signs))

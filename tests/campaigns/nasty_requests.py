"""Nasty requests: targets, queries, headers and framing that no client of ours would send."""

import gzip
from typing import Final
from uuid import UUID

from tests.campaigns.nasty import DEAL
from tests.campaigns.raw import Headers

NOBODY: Final = str(UUID(int=7, version=4))
"""The id of a match that is none."""

ODD_IDS: Final = (
    b"%00", b"a%00b", b"%ff", b"%ff%fe", b"%c0%ae", b"%ed%a0%80", b"%f4%90%80%80", b"%", b"%zz", b"%2", b"%%30%30",
    b"%252e", b".",
    b"..", b"%2e", b"%2e%2e", b"%2e%2e%2f%2e%2e", b"..%5c..", b"%2f", b"%5c", b"a%0d%0aX-A:%20b", b"%0a", b"%20",
    b"%09", b"+", b"*", b"~", b"-",
    b"null", b"undefined", b"NaN", b"0", b"-1", b"1e400", b"9" * 400, b"a" * 7000, b"%e2%80%ae", b"%cc%81",
    b"%f0%9f%98%80", b"<script>",
    b"'", b"%27%20OR%201=1--", b"%22", b"`id`", b"$(id)", b"{{7*7}}", b"${7*7}", b"%7b%7d", b";a=b", b"{match}",
    b"[object]", b"__proto__",
    b"{%s}" % NOBODY.encode(), b"urn:uuid:" + NOBODY.encode(), NOBODY.replace("-", "").encode(),
    NOBODY.encode() + b"%20",
    NOBODY.encode() + b"%00", NOBODY.upper().encode(), NOBODY.encode(), b"%e2%80%8b" + NOBODY.encode(),
)  # fmt: skip
"""What stands in a path where the id of something is meant."""
_PATHS: Final = (
    b"/v1/matches/%s", b"/v1/matches/%s/events", b"/v1/matches/%s/boards/rubber", b"/v1/matches/{match}/boards/%s",
    b"/v1/matches/%s/replay",
    b"/v1/matches/%s/live", b"/v1/matches/{match}/boards/%s/difference?from=1", b"/v1/games/%s",
    b"/v1/schemas/events/%s",
    b"/v1/schemas/options/%s", b"/v1/schemas/boards/bridge.rubber/%s", b"/v1/schemas/boards/%s/rubber", b"/matches/%s",
    b"/matches/%s/drawn/board.en",
    b"/static/%s", b"/docs/assets/%s", b"/v1/%s", b"/%s", b"/v1/live?match=%s",
)  # fmt: skip
PATHS: Final = [path.replace(b"%s", odd) for path in _PATHS for odd in ODD_IDS]
"""Targets to be got that lead nowhere: most are not found, and none breaks anything."""

_ODD_NUMBERS: Final = (
    b"", b"x", b"-1", b"1.5", b"1e3", b"0x10", b"NaN", b"Infinity", b"1e400", b"%s" % str(2**53).encode(),
    b"%s" % str(2**63).encode(),
    b"9" * 400, b"9" * 5000, b"%00", b"%ff", b"%ed%a0%80", b"1_0", b"null", b"true", b"[]", b"%20", b"--1", b"1%0a2",
    b"1;2", b"1,2",
)  # fmt: skip
_NUMBERED: Final = (
    b"/v1/matches?limit=%s", b"/v1/matches/{match}/events?after=%s", b"/v1/matches/{match}/events?limit=%s",
    b"/v1/matches/{match}/events?follow=%s", b"/v1/matches/{match}/boards/rubber?at_version=%s",
    b"/v1/matches/{match}/replay?from=%s",
    b"/v1/matches/{match}/replay?to=%s", b"/v1/matches/{match}/boards/rubber/difference?from=%s",
    b"/v1/events?after=%s",
    b"/v1/events?limit=%s", b"/v1/events/live?after=%s", b"/v1/matches/{match}/live?after=%s", b"/v1/players?limit=%s",
    b"/v1/ledger/proof/inclusion?position=%s", b"/v1/ledger/proof/inclusion?position=1&size=%s",
    b"/v1/ledger/proof/consistency?from=%s", b"/v1/ledger/proof/consistency?from=0&to=%s",
)  # fmt: skip
NUMBERS: Final = [path.replace(b"%s", odd) for path in _NUMBERED for odd in _ODD_NUMBERS]
"""Queries that say no number where one is meant."""

ODD_TIMES: Final = (
    b"", b"0", b"1774778445", b"-1", b"now", b"2016-12-31T23:59:60Z", b"2026-01-01T24:00:00Z", b"2026-03-29T02:30:00",
    b"2026-03-29",
    b"2026-03-29T02:30:00.1234567Z", b"2026-03-29T02:30:00%2b25:00", b"2026-03-29T02:30:00-24:00",
    b"2026-03-29T02:30:00%2b02",
    b"2026-03-29T02:30:00%2b0200", b"2026-03-29T02:30:00[Europe/Vienna]", b"2026-03-29T02:30:00CET",
    b"2026-02-30T00:00:00Z",
    b"0000-01-01T00:00:00Z", b"10000-01-01T00:00:00Z", b"-2026-01-01T00:00:00Z", b"%2b2026-01-01T00:00:00Z",
    b"2026-W12-1",
    b"20260329T023000Z", b"2026-03-29T2:30:00Z", b"%ef%bc%92%ef%bc%90%ef%bc%92%ef%bc%96-03-29T02:30:00Z",
    b"2026-03-29T02:30:00Z%00", b"2026-03-29T02:30:00Z%20",
    b"%202026-03-29T02:30:00Z", b"2026-03-29T02:30:61Z", b"2026-03-29T02:60:00Z", b"2026-13-01T00:00:00Z",
    b"2026-00-01T00:00:00Z",
    b"2026-03-29T02:30:00,5Z", b"2026-03-29T02:30:00%2b02:60", b"2026-03-29T02:30:00%2b24:00", b"T", b"Z", b"%ff",
    b"1" * 5000,
)  # fmt: skip
"""What is no time, or not one alone."""
EDGE_TIMES: Final = (
    b"0001-01-01T00:00:00Z", b"0001-01-01T00:00:00%2b14:00", b"9999-12-31T23:59:59.999999Z",
    b"9999-12-31T23:59:59-14:00",
    b"1970-01-01T00:00:00Z", b"1969-12-31T23:59:59-00:00", b"2026-03-29t02:30:00z", b"2026-03-29T02:30:00+02:00",
)  # fmt: skip
"""Times with one meaning at the ends of the calendar, and beyond them once their zone is taken off."""

ODD_QUERIES: Final = [
    b"/v1/matches?" + query
    for query in (
        b"limit=1&limit=x", b"limit=x&limit=1", b"limit[]=1", b"limit[$gt]=1", b"game=bridge.rubber&game=%00",
        b"game=", b"game=%00",
        b"game=%ff", b"game=BRIDGE.RUBBER", b"game=bridge.rubber%00", b"status=", b"status=LIVE", b"status=live%20",
        b"status=stuck&status=none",
        b"cursor=x", b"cursor=%00", b"cursor=%ff", b"cursor=====", b"cursor=" + b"A" * 5000, b"cursor=MC8w",
        b"cursor=OTk5OTk5OTk5OTk5OTk5OTk5OS8w",
        b"cursor=MC8wMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMG0=",
        b"cursor=MC8tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0t",
        b"cursor=2aHZoi8wMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDA=", b"&".join(b"limit=0" for _ in range(2000)),
    )
] + [
    b"/v1/live", b"/v1/live?match=", b"/v1/live?match=&match=",
    b"/v1/live?" + b"&".join(b"match={match}" for _ in range(200)) + b"&boards=x",
    b"/v1/live?match={match}&boards=,", b"/v1/live?match={match}&boards=%00",
    b"/v1/matches/{match}/live?boards=" + b"rubber," * 1000,
    b"/v1/matches/{match}/live?boards=RUBBER", b"/v1/matches/{match}/live?events=maybe",
    b"/v1/matches/{match}/boards/rubber?as=later",
    b"/v1/matches/{match}/boards/rubber?at_version=0", b"/v1/matches/{match}/boards/rubber?at_version=2",
    b"/v1/matches/{match}/replay?from=2", b"/v1/matches/{match}/replay?from=1&to=9007199254740991",
    b"/v1/matches/{match}/replay?as=",
    b"/v1/matches/{match}/boards/rubber/difference", b"/v1/matches/{match}/boards/rubber/difference?from=9",
    b"/v1/players?" + b"&".join(b"id=%d" % number for number in range(501)), b"/v1/players?id=%00&limit=0",
    b"/v1/players?cursor=%00&limit=0",
    b"/v1/ledger/proof/inclusion", b"/v1/ledger/proof/inclusion?position=9007199254740991",
    b"/v1/ledger/proof/consistency?from=3&to=2",
    b"/v1/events?after=9007199254740991", b"/v1/events/live?after=9007199254740991",
]  # fmt: skip
"""Queries that say something twice, not at all, or what cannot be."""

ODD_METHODS: Final = (
    (b"GET", b"/v1/matches/{match}/nothing"), (b"PUT", b"/v1/matches"), (b"PATCH", b"/v1/matches/{match}"), (b"DELETE",
    b"/v1/matches/{match}"),
    (b"OPTIONS", b"/v1/matches"), (b"TRACE", b"/v1/matches"), (b"HEAD", b"/v1/matches/{match}/events/x"), (b"POST",
    b"/v1/matches/{match}"),
    (b"POST", b"/healthz"), (b"PURGE", b"/v1/matches"), (b"PROPFIND", b"/"), (b"MKCOL", b"/v1"), (b"M-SEARCH", b"/"),
    (b"COPY", b"/"),
    (b"POST", b"//v1/matches"), (b"POST", b"/v1/matches/"), (b"POST", b"/v1//matches"), (b"POST", b"/V1/matches"),
    (b"POST", b"/v1/matches;x"),
    (b"POST", b"/v1/matches%2f"), (b"POST", b"/v1/./matches"), (b"POST", b"/v1/x/../matches/"), (b"POST",
    b"/v1/matches/{match}/events/"),
    (b"POST", b"/v1/matches%00"), (b"POST", b"/v1/matches/{match}%2fevents%00"), (b"PUT", b"/v1/players"), (b"DELETE",
    b"/v1/players"),
)  # fmt: skip
"""Methods and paths that do not fit together."""

MALFORMED_HEADERS: Final[dict[str, Headers]] = {
    f"{name.decode()}: {value[:30]!r} of {len(value)}": [(name, value)]
    for name, values in (
        (b"If-Match", (b"", b"x", b"1.0", b'"1.0"', b'"-1"', b'"+1"', b"'1'", b'"1', b'1"', b'""1""', b'"1", "2"',
        b'"1","1"', b'"0x1"', b'"1e0"',
                       b'"\xd9\xa1"', b'"\xb2"', b'"99999999999999999"', b'"' + b"9" * 5000 + b'"', b'W/W/"1"', b"**",
                       b'"1-1-1"', b'"1-"', b'"-"')),
        (b"Idempotency-Key", (b"", b"k" * 201, b"k" * 60_000, b"\xe9", b"\xc3\xa9", b"\xff\xfe", b"a\tb", b"\xc2\xa0",
        b"\xf0\x9f\x98\x80")),
    )
    for value in values
}  # fmt: skip
"""Headers of a report that say nothing that can be done: 400."""
ODD_KEYS: Final = (
    b"", b"Bearer", b"Bearer ", b"Bearer  ", b"bearer x", b"Basic YTpi", b"Digest x", b"Token x", b"Bearer null",
    b"Bearer undefined", b"Bearer Bearer x",
    b"Bearer sp_", b"Bearer sp_director_x_y", b"Bearer sp_" + b"_" * 4000, b"Bearer " + b"x" * 60_000, b"Bearer \xe9",
    b"Bearer \xff\xfe", b"Bearer \xc3\xa9",
    b"Bearer sp_\xd9\xa1", b"Bearer eyJhbGciOiJub25lIn0.e30.", b"Bearer ' OR 1=1 --", b"Bearer ${jndi:ldap://x}",
    b"\xe9", b"\x80", b",", b"Bearer x, Bearer y",
    b'Bearer "x"', b"Bearer\tx", b"BEARER SP_DIRECTOR_X", b"sp_director_x_y",
    b"Bearer sp_director_0000000000_" + b"0" * 60,
)  # fmt: skip
"""Authorizations that nobody has."""
HARMLESS_HEADERS: Final[dict[str, Headers]] = {
    f"{name.decode()}: {value[:30]!r} of {len(value)}": [(name, value)]
    for name, values in (
        (b"Accept", (b"", b"*", b"x", b"/", b"\xff", b"application/json;q=NaN", b"a/b;" * 5000,
        b"text/html, */*;q=1e400", b",,,,", b"application/xml")),
        (b"Content-Type", (b"", b"x", b"text/plain", b"application/json; charset=utf-16",
        b"application/json; charset=\xff", b"multipart/form-data",
                           b"multipart/form-data; boundary=" + b"x" * 5000, b"application/x-www-form-urlencoded",
                           b"application/xml", b"\xff", b"image/png")),
        (b"Content-Encoding", (b"", b"identity", b"gzip", b"br", b"x" * 5000, b"gzip, gzip, gzip")),
        (b"Accept-Encoding", (b"*;q=0", b"gzip;q=1e400", b"\xff")), (b"Accept-Language", (b"x" * 5000, b"\xff")),
        (b"Last-Event-ID", (b"", b"-1", b"1.5", b"\xff", b"9" * 5000, b"\xd9\xa1", b"99999999999999999", b"a\tb")),
        (b"If-None-Match", (b"", b"*", b"\xff", b'"' * 999, b'W/"x",' * 900)), (b"If-Match", (b"*", b'"1"', b"1",
        b'W/"1"', b'"1-1"')),
        (b"If-Modified-Since", (b"never",)), (b"If-Unmodified-Since", (b"\xff",)), (b"Range", (b"bytes=0-0,1-1",
        b"bytes=-1", b"bytes=99-1", b"\xff")),
        (b"Expect", (b"x",)), (b"Origin", (b"null", b"http://evil", b"\xff", b"file://")), (b"Referer",
        (b"javascript:alert(1)", b"x" * 9000)),
        (b"Cookie", (b"a=" + b"b" * 9000, b"\xff", b"=;=;=")), (b"User-Agent", (b"", b"\xff", b"() { :;}; echo",
        b"${jndi:ldap://x}")),
        (b"X-Forwarded-For", (b"127.0.0.1", b"\xff", b"1," * 2000)), (b"X-Forwarded-Host", (b"evil",)),
        (b"X-Forwarded-Proto", (b"javascript",)),
        (b"Forwarded", (b"for=\xff", b'for="_x";host=evil')), (b"X-Original-URL", (b"/metrics",)),
        (b"X-HTTP-Method-Override", (b"DELETE",)),
        (b"X-Request-ID", (b"x" * 9000,)), (b"traceparent", (b"00-0-0-00", b"\xff")), (b"Idempotency-Key", (b"k" * 200,
        b"' OR 1=1", b"{}", b"../..")),
    )
    for value in values
}  # fmt: skip
"""Headers that change nothing: the report that they stand over is taken, or read as what its body is."""
SEVERAL: Final[dict[str, Headers]] = {
    "If-Match twice": [(b"If-Match", b'"1"'), (b"If-Match", b'"2"')],
    "Idempotency-Key twice": [(b"Idempotency-Key", b"a" * 200), (b"Idempotency-Key", b"b" * 201)],
    "Authorization twice": [(b"Authorization", b"Bearer x")],
    "Authorization three times": [(b"Authorization", b""), (b"authorization", b"Basic YTpi")],
    "a thousand headers": [(b"X-%d" % number, b"y") for number in range(1000)],
    "Content-Type twice": [(b"Content-Type", b"text/plain"), (b"Content-Type", b"application/json")],
}
"""Headers that stand there more than once."""

_POST: Final = (
    b"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: scorepad\r\nAuthorization: {key}\r\nConnection: close\r\n"
)
_BODY: Final = DEAL.encode()
_SAID: Final = b"Content-Length: %d\r\n\r\n" % len(_BODY) + _BODY
_UPGRADE: Final = (
    b"GET /v1/matches/{match}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_ZIPPED: Final = gzip.compress(_BODY, mtime=0)
_SIZE: Final = b"%x\r\n%s\r\n" % (len(_BODY), _BODY)

NO_HTTP: Final[dict[str, bytes]] = {
    "a length that is none": _POST + b"Content-Length: x\r\n\r\n" + _BODY,
    "a length below nothing": _POST + b"Content-Length: -1\r\n\r\n" + _BODY,
    "a length with a sign": _POST + b"Content-Length: +81\r\n\r\n" + _BODY,
    "a length in hexadecimal": _POST + b"Content-Length: 0x51\r\n\r\n" + _BODY,
    "two lengths": _POST + b"Content-Length: 81\r\nContent-Length: 5\r\n\r\n" + _BODY,
    "a list of lengths": _POST + b"Content-Length: 81, 5\r\n\r\n" + _BODY,
    "a length beyond any number": _POST + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n" + _BODY,
    "a length of no ASCII": _POST + b"Content-Length: \xb2\r\n\r\n" + _BODY,
    "a length and chunks": _POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + _SIZE + b"0\r\n\r\n",
    "a chunk of no size": _POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n" + _BODY + b"\r\n0\r\n\r\n",
    "a chunk below nothing": _POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n" + _BODY + b"\r\n0\r\n\r\n",
    "a chunk beyond any size": _POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n" + _BODY,
    "a chunk longer than it says": _POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n" + _BODY + b"\r\n0\r\n\r\n",
    "chunks not last": _POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + _SIZE + b"0\r\n\r\n",
    "NUL in a header": _POST + b"X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}",
    "a return in a header": _POST + b"X-A: a\rb\r\nContent-Length: 2\r\n\r\n{}",
    "a space in a header's name": _POST + b"X A: b\r\nContent-Length: 2\r\n\r\n{}",
    "a header without a name": _POST + b": b\r\nContent-Length: 2\r\n\r\n{}",
    "a header without a colon": _POST + b"X-A\r\nContent-Length: 2\r\n\r\n{}",
    "a header that goes on": _POST + b"X-A: a\r\n b\r\nContent-Length: x\r\n\r\n{}",
    "a version that is none": b"GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9.9\r\n\r\n",
    "a hello of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
    "HTTP/2 at once": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "nothing but zeros": b"\0" * 1000,
    "a method in small letters": b"get /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "a method of no ASCII": b"G\xcbT /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "a byte that is no character in a header": _POST + b"X-A: a\x7fb\r\nContent-Length: 2\r\n\r\n{}",
    "a target of no ASCII": b"GET /v1/matches/\xef\xbc\x92 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a space in the target": b"GET /healthz /x HTTP/1.1\r\nHost: x\r\n\r\n",
}  # fmt: skip
"""Bytes that are no HTTP, or can be read in two ways: the server itself refuses them, or says nothing."""
FRAMED: Final[dict[str, tuple[bytes, int]]] = {
    "chunks": (_POST + b"Transfer-Encoding: chunked\r\n\r\n" + _SIZE + b"0\r\n\r\n", 201),
    "chunks of a byte": (
        _POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(b"1\r\n%c\r\n" % byte for byte in _BODY)
        + b"0\r\n\r\n", 201,
    ),
    "chunks with names and a trailer": (
        _POST + b"Transfer-Encoding: chunked\r\n\r\n%x;a=b\r\n%s\r\n0\r\nX-A: b\r\n\r\n" % (len(_BODY), _BODY), 201,
    ),
    "Chunked in capitals": (_POST + b"Transfer-Encoding: CHUNKED\r\n\r\n" + _SIZE + b"0\r\n\r\n", 201),
    "no body": (_POST + b"\r\n", 400),
    "no chunk": (_POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a gzipped body": (
        _POST + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(_ZIPPED) + _ZIPPED, 400,
    ),
    "a length with zeros": (_POST + b"Content-Length: 000%d\r\n\r\n" % len(_BODY) + _BODY, 201),
    "a length too short": (_POST + b"Content-Length: 20\r\n\r\n" + _BODY, 400),
    "HTTP/1.0": (_POST.replace(b"1.1", b"1.0", 1) + _SAID, 201),
    "no host": (_POST.replace(b"Host: scorepad\r\n", b"") + _SAID, 201),
    "a target with its host": (_POST.replace(b"/v1", b"http://evil/v1", 1) + _SAID, 201),
    "a promise to go on": (_POST + b"Expect: 100-continue\r\n" + _SAID, 201),
    "an upgrade": (_POST.replace(b"close", b"Upgrade") + b"Upgrade: h2c\r\n" + _SAID, 400),
    "no version": (b"GET /healthz\r\n\r\n", 200),
    "an upgrade to a socket": (_UPGRADE, 200),
}  # fmt: skip
"""Framing that is odd and can be read in one way, with its status; after an upgrade no body is read."""

"""Files of results as clubs have them, small ones of every format, and how they come to harm."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.lin_files import CARDS, play, room, single, vugraph
from tests.result_files import pbn_record

_USEBIO: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">
<USEBIO Version="1.2"><CLUB><CLUB_NAME>Anvil</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>Tuesday &amp; all</EVENT_DESCRIPTION><WINNER_TYPE>1</WINNER_TYPE>
<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PERCENTAGE>60.00</PERCENTAGE></PAIR></PARTICIPANTS>
<SESSION SESSION_ID="1"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>4SX</CONTRACT>
<PLAYED_BY>S</PLAYED_BY><LEAD>TD</LEAD><TRICKS>10</TRICKS><SCORE>590</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>A60</SCORE></TRAVELLER_LINE>
</BOARD></SESSION></EVENT>
<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>North</DIRECTION><SPADES>AKQJT98765432</SPADES>
<HEARTS></HEARTS><DIAMONDS></DIAMONDS><CLUBS></CLUBS></HAND></BOARD></HANDSET></USEBIO>
"""
_PBN: Final = """% PBN 2.1
[Event "Tuesday"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Scoring "MP"]
[Declarer "N"]
[Contract "1S"]
[Result "13"]
{ a word }
[Auction "N"]
1S Pass Pass Pass
[Play "E"]
H2 - S2 -
*
[ScoreTable "PairNS\\2R;PairEW\\2R;Contract\\5L;Declarer;Result\\2R"]
 1  2 4S    N 10
 3  4 3NX   E  8

"""
_BRIDGEMATE: Final = {
    "SessionGuid": "F" * 32, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1,
    "ScoringDirection": 3, "IsDeleted": False, "PairNorthSouth": 1, "PairEastWest": 2, "DeclaringPair": 1,
    "DeclarerDirection": 3, "Level": 4, "Denomination": 4, "Stake": 0, "TotalTricks": 10, "LeadCardRank": 14,
    "LeadCardSuit": 3, "ValidationMessages": None,
}  # fmt: skip
_ROWS: Final = [_BRIDGEMATE, _BRIDGEMATE | {"BoardNumber": 2, "Level": 0, "Denomination": 0}]
_CONNECTOR: Final = {
    "RequestCommand": 23, "DataType": 12, "LastQueueItemId": 4, "ErrorType": 0, "SessionGuid": "F" * 32,
    "SerializedData": json.dumps(_ROWS),
}  # fmt: skip
_RESULT: Final = {
    "board_id": 1, "round_number": 1, "table_number": 1, "ns_pair": "1", "ew_pair": "2", "contract": "4S",
    "declarer": "N",
    "result": "=", "tricks_taken": 10, "ns_score": "420", "ew_score": "-420", "ns_match_points": "1",
    "ew_match_points": "0",
    "ns_names": [], "ew_names": [],
}  # fmt: skip
_ACBL: Final = {
    "id": 7, "name": "Tuesday", "type": "PAIRS", "board_scoring_method": "MATCH_POINTS", "start_date": "2026-11-24",
    "sessions": [{
        "number": 1, "sections": [{"name": "A", "boards": [{
            "board_number": 1, "dealer": "N", "vulnerability": "None", "north_spades": "A K Q",
            "board_results": [_RESULT],
        }]}],
    }],
}  # fmt: skip

SAMPLES: Final[dict[str, Sequence[bytes]]] = {
    "pbn": [_PBN.encode(), b"".join(pbn_record(Board=str(number)).encode() for number in (1, 2, 3))],
    "lin": [
        (single(1, cards=play(*CARDS)) + single(2, claim=9)).encode(),
        vugraph("4SN=,4SN=,3NE-1,3NE=", room("o1", cards=play(*CARDS[:8]), claim=10), room("c1", claim=9)).encode(),
    ],
    "usebio": [_USEBIO.encode(), _USEBIO.replace("UTF-8", "UTF-16").encode("utf-16"), _USEBIO.encode("utf-8-sig")],
    "bridgemate": [json.dumps(_CONNECTOR, indent=1).encode()],
    "acbl": [json.dumps(_ACBL, indent=1).encode()],
    "csv": [

    b"# game=bridge.pairs\n# title=Tuesday\nboard,ns,ew,contract,declarer,tricks,lead\n1,1,2,4S,N,10,HA\n2,1,2,PASS\n",
        'board;room;contract;declarer;result\n1;open;"4SX";S;=\n1;closed;3NT;südlich;-2\n'.encode(),
        b"contract\tdeclarer\ttricks\n4S\tN\t10\n",
    ],
    "bws": [b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(range(64))],
}  # fmt: skip
"""By the reader's name."""

_VALUES: Final = re.compile(rb'(>)[^<>]*(<)|(")[^"]*(")|(: )-?\d+(\b)|(\|)[^|]*(\|)')
"""What stands between two signs: an element's text, a string, a number of JSON, a field of LIN."""
_PIECES: Final = re.compile(rb"[A-Za-z]+|\d+|[^A-Za-z\d]", re.DOTALL)
_ODD: Final = (
    b"", b"\0", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80", b"\x1a", b"\x1b[2J", b"\r", b"\n",
    b"\r\n", b"\n\n", b"\x0b", b"\x0c",
    b"\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xcc\x81", b"\xd9\xa1", b"\xc2\xb2", b"\xef\xbc\x91", b"\xc5\xbf",
    b"\xc4\xb0", b"\xf0\x9f\x82\xa1",
    b"\xe2\x99\xa0", b"0", b"-0", b"-1", b"00", b"14", b"99", b"1.5", b"1e400", b"1_0", b"0x10", b"NaN", b"Infinity",
    b"9" * 20, b"9" * 5000, b"+9",
    b"null", b"true", b"{", b"}", b"[", b"]", b"(", b")", b"<", b">", b"</", b"/>", b"&", b"&amp;", b"&#0;",
    b"&#xD800;", b"&#x110000;", b"&e;", b"<![CDATA[",
    b"]]>", b"<!--", b"-->", b"<?x ", b"?>", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"|", b"||", b"%", b"#", b"=",
    b";", b",", b":", b".", b"*", b"-", b"^",
    b"$", b"!", b"?", b"@", b" ", b"\t", b" " * 3000, b"A" * 3000, b"[" * 3000, b"{" * 3000, b'"' * 3000, b"N", b"NT",
    b"XXX", b"Pass", b"AP", b"P", b"mb|", b"pc|",
    b"[Board ", b"<BOARD>", b"NS", b"EW", b"A60", b"A+", b"50%", b"__proto__",
)  # fmt: skip
"""What is put where something else stood."""
_BREAKING: Final = set(b'<>&"|\\\0{}[]\r\n\x1a\x1b')
_WORDS: Final = (*(odd for odd in _ODD if odd.isascii() and not _BREAKING & set(odd)), "é١²ſ♠".encode())
"""What breaks no file, wherever it stands."""


def spoilt(dice: Random, samples: Sequence[bytes]) -> bytes:
    """One of the samples, changed at some places: bytes, or words and signs as the format has them."""
    file, ways = dice.choice(samples), dice.choice(((_value,), _WAYS))
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        file = dice.choice(ways)(dice, file, samples)
    return file[:100_000]


def spoilt_rows(dice: Random) -> bytes:
    """The rows of a Data Connector's answer, spoilt within the string that they are sent in."""
    rows = spoilt(dice, [json.dumps(_ROWS, indent=1).encode()])
    return json.dumps(_CONNECTOR | {"SerializedData": rows.decode("latin-1")}).encode()


def _span(dice: Random, file: bytes) -> tuple[int, int]:
    begin = dice.randrange(len(file) + 1)
    return begin, min(len(file), begin + dice.choice((1, 2, 5, 20, 200)))


def _bit(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    changed = bytearray(file or b"\0")
    changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _cut(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    return file[: dice.randrange(len(file) + 1)] if dice.random() < 0.3 else file


def _gone(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _span(dice, file)
    return file[:begin] + file[end:]


def _again(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _span(dice, file)
    place = dice.randrange(len(file) + 1)
    return file[:place] + file[begin:end] + file[place:]


def _spliced(dice: Random, file: bytes, samples: Sequence[bytes]) -> bytes:
    other = dice.choice(samples)
    return file[: dice.randrange(len(file) + 1)] + other[dice.randrange(len(other) + 1) :]


def _value(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    """Other words where some stood, so that the file around them stays what it is."""
    found = dice.choice(list(_VALUES.finditer(file)) or [None])
    if found is None:
        return file
    begin, end = (sign for sign in found.groups() if sign is not None)
    return file[: found.start()] + begin + dice.choice(_WORDS) + end + file[found.end() :]


def _pieces(dice: Random, file: bytes) -> tuple[list[bytes], int]:
    pieces = _PIECES.findall(file) or [b" "]
    return pieces, dice.randrange(len(pieces))


def _odd(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    pieces, place = _pieces(dice, file)
    pieces[place] = dice.choice(_ODD)
    return b"".join(pieces)


def _swapped(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    pieces, place = _pieces(dice, file)
    other = dice.randrange(len(pieces))
    pieces[place], pieces[other] = pieces[other], pieces[place]
    return b"".join(pieces)


def _many(dice: Random, file: bytes, _: Sequence[bytes]) -> bytes:
    pieces, place = _pieces(dice, file)
    pieces[place] *= dice.choice((2, 3, 50, 2000))
    return b"".join(pieces)


_WAYS: Final = (_bit, _cut, _gone, _again, _spliced, _odd, _odd, _swapped, _many)
"""How a file comes to harm, beside other words; the likelier ones more than once."""

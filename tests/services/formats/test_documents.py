import io

import pytest

from services.formats import documents
from services.formats.documents import LARGEST
from services.formats.found import Unreadable


@pytest.mark.parametrize(
    ("raw", "line", "reason"),
    [
        (b" " * LARGEST + b"{}", 1, "this is larger than 32 MB: no file of one event"),
        (b"<html>", 1, "this is a page or an XML file, and no JSON: save the JSON object that it holds"),
        (b'{"a": 1,\n"b": }', 2, "This is not JSON: Expecting value (line 2, column 6)"),
        (b'{"a": 1, "a": 2}', 1, "A key stands twice in one JSON object"),
    ],
)
def test_what_is_no_document_of_one_event_is_refused_with_its_line(raw: bytes, line: int, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        documents.read(io.BytesIO(raw))

    assert (refused.value.line, refused.value.reason) == (line, reason)


def test_objects_know_their_lines_whatever_stands_in_texts() -> None:
    document = documents.read(io.BytesIO(b'{"a": "{\\"",\n"b": [{},\n{}]}'))

    assert [document.line(each) for each in document.objects({"b": None}, "b")] == []
    assert isinstance(document.value, dict)
    assert [document.line(each) for each in document.objects(document.value, "b")] == [2, 3]

"""Ids of matches and events: UUIDs, in one form."""

import re
from typing import Any, Final

_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII)


def as_uuid(text: Any) -> str | None:
    """
    A UUID in its usual form, lower case with hyphens; None if it is none.

    >>> as_uuid("0190163D-8694-739B-AEA5-966C26F8AD90"), as_uuid("0190163d8694739baea5966c26f8ad90")
    ('0190163d-8694-739b-aea5-966c26f8ad90', None)
    """
    found = text.lower() if isinstance(text, str) and text.isascii() else ""
    return found if _UUID.fullmatch(found) else None

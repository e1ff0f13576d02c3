"""Publishing: every changed board whole, and the ledger's head. Redis is a hint; SQL is the truth."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

import redis
import structlog

from services.scoreboard import Stamp, Stored

BOARD: Final = "scorepad:board:"
"""Channels of boards: this, the match's id, a colon and the board's name."""
FEED: Final = "scorepad:feed:"
"""Channels of ledgers: this and the ledger's name; the message is the newest position."""

_log = structlog.get_logger(__name__)


def publish(client: redis.Redis, boards: Iterable[Stored], heads: Mapping[str, int]) -> bool:
    """Publish boards and feed heads after their commit; False if Redis could not be told."""
    pipe = client.pipeline(transaction=False)
    for board in boards:
        pipe.publish(f"{BOARD}{board.match}:{board.name}", message(board))
    for ledger, position in heads.items():
        pipe.publish(f"{FEED}{ledger}", str(position))
    try:
        pipe.execute()
    except redis.RedisError as error:
        _log.warning("publish_failed", error=type(error).__name__)
        return False
    return True


def message(board: Stored) -> str:
    """A board as it is published: the stamp to compare, the match's visibility in a word, and the board whole."""
    told = f'"epoch":{board.epoch},"version":{board.version},"visibility":"{board.visibility}"'
    return f'{{{told},"board":{board.body}}}'


def read_message(channel: bytes, data: bytes) -> Stored | None:
    """A published board; None if it is none of ours, whatever else somebody published."""
    try:
        match, _, name = channel.decode().removeprefix(BOARD).rpartition(":")
        head, found, body = data.decode().partition(',"board":')
        told = json.loads(head + "}")
        epoch, version, visibility = (told[field] for field in ("epoch", "version", "visibility"))
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    if not found or type(epoch) is not int or type(version) is not int or not isinstance(visibility, str):
        return None
    return Stored(match, name, epoch, version, body[:-1], visibility=visibility)


def stamp(board: Stored) -> Stamp:
    """How new a board is."""
    return Stamp(board.epoch, board.version)

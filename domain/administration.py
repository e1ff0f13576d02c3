"""Acts of administration, as the log has them: who may do what from when on. No secret and no name is in one."""

from typing import Annotated, Literal

from pydantic import Field

from domain.event import Event, PlayerId

KeyId = Annotated[str, Field(min_length=1, max_length=16)]
"""The public part of a key or a link."""
Moment = Annotated[str, Field(max_length=40)]
"""A time as it stands on the wire."""


class LedgerCreated(Event):
    """A ledger was made."""

    TYPE = "ledger.created"
    ledger: Annotated[str, Field(min_length=1, max_length=63)]


class KeyCreated(Event):
    """A key was made: what it may do, in which matches (all, if none is named), and until when."""

    TYPE = "key.created"
    key: KeyId
    scopes: list[str]
    matches: list[str] | None = None
    expires_at: Moment | None = None


class KeyRotated(Event):
    """A key got a new secret; the one before is good until then."""

    TYPE = "key.rotated"
    key: KeyId
    until: Moment


class KeyRevoked(Event):
    """A key is no good any more."""

    TYPE = "key.revoked"
    key: KeyId


class LinkCreated(Event):
    """A match is shared with whoever has the link."""

    TYPE = "link.created"
    link: KeyId
    match: str
    role: Literal["viewer", "scorer", "director"]
    expires_at: Moment | None = None


class LinkRevoked(Event):
    """A link is no good any more."""

    TYPE = "link.revoked"
    link: KeyId


class PlayerNamed(Event):
    """It was said what a player is called; the name is not told."""

    TYPE = "player.named"
    player: PlayerId


class PlayerForgotten(Event):
    """A player's name was erased."""

    TYPE = "player.forgotten"
    player: PlayerId

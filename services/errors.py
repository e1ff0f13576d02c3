"""What can go wrong outside the rules, one class per thing that a caller can do something about."""


class ServiceError(Exception):
    """A failure with a sentence for people; its class is what programs act on."""


class UnknownMatch(ServiceError):  # noqa: N818  what the caller is told
    """There is no such match in the caller's ledger, or it is not theirs to see."""

    def __init__(self) -> None:
        super().__init__("There is no such match.")


class UnknownBoard(ServiceError):  # noqa: N818
    """The match has no board of that name, or none at that version or time."""


class VersionConflict(ServiceError):  # noqa: N818
    """`If-Match` named a version that is not the match's; `current` is."""

    def __init__(self, current: int) -> None:
        super().__init__(f"The match is at version {current}.")
        self.current = current


class UnknownPlayer(ServiceError):  # noqa: N818
    """The ledger has no name, and never had one, for a player of that id."""

    def __init__(self) -> None:
        super().__init__("There is no name for a player of that id.")


class PlayerForgotten(ServiceError):  # noqa: N818
    """The player's name was erased on request, and is not taken again by the way."""

    def __init__(self) -> None:
        super().__init__("This player was forgotten. A name is taken again only with `scorepad players name --again`.")


class IdConflict(ServiceError):  # noqa: N818
    """An id or an idempotency key was used before, for something else."""


class CursorAhead(ServiceError):  # noqa: N818
    """A position beyond the ledger's head: a cursor of another ledger, or from after a restored backup."""

    def __init__(self, head: int) -> None:
        super().__init__(f"The ledger's head is at position {head}.")
        self.head = head


class KeyNeeded(ServiceError):  # noqa: N818
    """No key, or one that is malformed, unknown, expired or revoked."""


class Forbidden(ServiceError):  # noqa: N818
    """The key is good, and does not reach this far."""


class UnknownKey(ServiceError):  # noqa: N818
    """The ledger has no key of that id, or it is revoked or at its end."""

    def __init__(self) -> None:
        super().__init__("There is no such key, or it is no good any more.")


class UnknownLink(ServiceError):  # noqa: N818
    """The match has no link of that id, or it was revoked before."""

    def __init__(self) -> None:
        super().__init__("There is no such link, or it was revoked before.")


class NoLinks(ServiceError):  # noqa: N818
    """Nothing is there to sign links with."""

    def __init__(self) -> None:
        super().__init__("No links can be signed here: set SCOREPAD_LINK_SECRET, or let the data folder keep a secret.")


class StoreAway(ServiceError):  # noqa: N818
    """The database cannot be reached now; the report may be sent again."""


class UnfitStore(ServiceError):  # noqa: N818
    """The database is not set up as Scorepad needs it; the sentence says what to do."""


class BrokenLedger(ServiceError):  # noqa: N818
    """What stands in the ledger is not what stood there; the sentence says where."""


class SigningStopped(ServiceError):  # noqa: N818
    """No checkpoint can be signed; the sentence says why, and what to do."""


class NoCheckpoint(ServiceError):  # noqa: N818
    """The ledger has no checkpoint yet."""

    def __init__(self) -> None:
        super().__init__("The ledger has no checkpoint yet: the first comes a minute after its first event.")

"""What an answer is written to: its connection is not cut off under a sender who has not read it yet."""

import asyncio
from collections.abc import Callable


class Polite(asyncio.Transport):
    """
    The connection as one answer sees it.

    Args:
        transport: The connection itself.
        leave: What is done when the answer would close it.
    """

    def __init__(self, transport: asyncio.Transport, leave: Callable[[], None]) -> None:
        super().__init__()
        self._transport = transport
        self._leave = leave

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send, while there is somebody to send to."""
        if not self.is_closing():
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Whether the connection goes."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Be done with the connection."""
        self._leave()

"""How an answer starts, seen on its way out by whoever has a word about it."""

from collections.abc import Callable

from starlette.types import Message, Send


def at_start(send: Send, look: Callable[[Message], None]) -> Send:
    """Send everything on, and have the start of the answer looked at, and changed, before it goes."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            look(message)
        await send(message)

    return sending

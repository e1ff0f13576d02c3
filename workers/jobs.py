"""The jobs: one line each. They may run twice, late, or side by side."""

from services import projecting, queue, wiring
from services.folding import folded


def drain() -> int:
    """Bring every board up to date."""
    queue.woken(wiring.stores().redis)
    return projecting.drain(wiring.stores(), folded())

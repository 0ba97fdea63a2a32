"""Memory that the process holds and does not need, given back to the system."""

from __future__ import annotations

from contextlib import suppress


def give_back() -> None:
    """Let the system have the pages between what is still in use.

    The allocator of glibc keeps them until it is told, and what has been closed lies scattered
    between what stays. Other C libraries give back on their own, or not at all.
    """
    # Imported late: nobody needs it before the first long pause.
    import ctypes

    # No such function elsewhere; on Windows no such library either.
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

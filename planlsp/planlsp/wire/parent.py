"""Ending with the editor: a server whose parent has died serves nobody."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

_PERIOD = 0.2
# Asked now, for the editor may be gone by the time it is to be watched.
_BORN_TO = os.getppid() if sys.platform != "win32" else 0


def watch_parent(process_id: int, gone: Callable[[], None]) -> None:
    """Call `gone`, once and from a thread, soon after the process `process_id` has died.

    A process that cannot be seen from here is not watched: the editor may run outside of our
    container. On Windows there is no harmless way to ask; there the end of standard input has
    to do.
    """
    if sys.platform == "win32":
        return
    is_parent = process_id == _BORN_TO

    def is_alive() -> bool:
        if is_parent:
            # A dead parent that nobody has waited for still answers a signal.
            return os.getppid() == process_id
        try:
            os.kill(process_id, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def watch() -> None:
        waiting = threading.Event()
        while is_alive():
            waiting.wait(_PERIOD)
        gone()

    if not is_parent and not is_alive():
        return
    threading.Thread(target=watch, daemon=True, name="parent-watch").start()

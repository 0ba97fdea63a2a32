"""What a run needs of the file system that it is kept on: locks, and memory that is shared.

Network disks may be mounted without locks, and some file systems have none. SQLite says of them
what it says when somebody else has the lock, or that there was an error of the disk.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Final

NO_LOCKS: Final = "no file can be locked there; name a folder on a local disk"
"""What is said of a folder without locks."""


_NO_SHARED_MEMORY: Final = "no memory can be shared there; name a folder on a local disk"


def why(error: sqlite3.Error) -> str:
    """What SQLite has to say, as a clause that follows a colon."""
    # Not all errors come from SQLite itself.
    if getattr(error, "sqlite_errorname", "") == "SQLITE_IOERR_SHMMAP":
        return _NO_SHARED_MEMORY
    return str(error)


def has_locks(folder: Path) -> bool:
    """Whether a file in `folder` can be locked. True as well where that cannot be tried: nothing
    may be written, or the system is Windows, where it always can.

    It is tried with a file of its own. A process that closes any descriptor of a file gives up all
    locks that it has on it (fcntl(2)), those of SQLite among them.
    """
    if sys.platform == "win32":
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return _can_be_locked(file.fileno())
    except OSError:
        return True


def _can_be_locked(descriptor: int) -> bool:
    import fcntl  # which Windows has not

    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

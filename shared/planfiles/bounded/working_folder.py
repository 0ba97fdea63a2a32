"""A folder for one run, which goes with it."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from planfiles.bounded.guard import remove
from planfiles.bounded.limits import Ended
from planfiles.trouble import MachineTrouble, Trouble, reason_of

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""A disk, and what somebody may have of it."""

_PAGE: Final = 4096
"""Bytes: what a file system gives at least."""


def relative_to_folder(text: str, folder: Path, names: Mapping[str, str]) -> str:
    """`text` with each path of a file in `folder` as it is from there, those of `names` called as
    these say: the folder has another name each time, and nobody can look into it afterwards."""
    # Where the temporary folder is a link, a program may say either; one may end in the other.
    for path in (str(folder.resolve()), str(folder)):
        for file, name in names.items():
            text = text.replace(os.path.join(path, file), name)
        text = text.replace(os.path.join(path, ""), "").replace(path, os.curdir)
    return text


@contextmanager
def working_folder(prefix: str) -> Iterator[Path]:
    """A new folder among the temporary ones, whose name begins with `prefix`; it is removed
    afterwards, whatever a run has made of it. Tell `run` that it is `temporary`, so that it goes
    when this process is killed as well.

    Raises MachineTrouble where it cannot be made, and where its disk is full in the end: what a
    program has left then may lack a part, and would count against the program. For room that was
    gone for a while see `refuse_short_of_room`.
    """
    try:
        folder = tempfile.mkdtemp(prefix=prefix)
    except FileNotFoundError:
        raise MachineTrouble("there is no folder to write temporary files to (TMPDIR)") from None
    except OSError as error:
        raise _no_room(tempfile.gettempdir(), error) from None
    try:
        try:
            yield Path(folder)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise _no_room(os.path.dirname(folder), error) from None
        except Trouble:
            _refuse_full(folder)
            raise
        _refuse_full(folder)
    finally:
        remove(folder)


def refuse_short_of_room(ended: Ended) -> None:
    """Raise MachineTrouble where the disk of a run was seen full: as `working_folder` does in the
    end."""
    if ended.was_full:
        raise _cannot_write(tempfile.gettempdir(), "no space was left for a while")


def _refuse_full(folder: str) -> None:
    """Raise MachineTrouble where nothing more can be written beside `folder`. It is tried, as
    neither quotas nor what is kept for root are in the figures of a disk."""
    beside = os.path.dirname(folder)
    try:
        with tempfile.TemporaryFile(dir=beside, buffering=0) as file:
            file.write(bytes(_PAGE))
    except OSError as error:
        if error.errno in _FULL:
            raise _no_room(beside, error) from None


def _no_room(folder: str, error: OSError) -> MachineTrouble:
    return _cannot_write(folder, reason_of(error))


def _cannot_write(folder: str, reason: str) -> MachineTrouble:
    return MachineTrouble(f"cannot write temporary files to {folder}: {reason}")

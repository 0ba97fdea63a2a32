"""A folder for one run, which goes with it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planfiles.bounded.keeper.folder import remove


@contextmanager
def working_folder(prefix: str) -> Iterator[Path]:
    """A new folder among the temporary ones, whose name begins with `prefix`; it is removed
    afterwards, whatever a run has made of it. Tell `run` that it is `temporary`, so that it goes
    when this process is killed as well."""
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield Path(folder)
    finally:
        remove(folder)

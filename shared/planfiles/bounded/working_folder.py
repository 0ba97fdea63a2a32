"""A folder for one run, which goes with it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from planfiles.bounded.keeper.folder import remove


def told_from_within(text: str, folder: Path, names: Mapping[str, str]) -> str:
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
    when this process is killed as well."""
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield Path(folder)
    finally:
        remove(folder)

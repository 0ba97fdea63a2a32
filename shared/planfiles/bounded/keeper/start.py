"""What the interpreter of a keeper is told to do.

It imports no `site` and no environment of Python (`-I -S`), hence knows none of our packages but
by the folders that are handed over.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

_ROOT: Final = str(Path(__file__).parents[3])

_LINUX: Final = "ProcTree", "planfiles.bounded.keeper.proc_tree"
_ELSEWHERE: Final = "SeenTree", "planfiles.bounded.keeper.seen_tree"


def keeper_command(*, on_linux: bool) -> list[str]:
    """The command line of a keeper."""
    name, module = _LINUX if on_linux else _ELSEWHERE
    folders = [_ROOT] if on_linux else [_ROOT, *sys.path]
    program = (
        f"import sys; sys.path[:0] = {folders!r}; from {module} import {name}; "
        f"from planfiles.bounded.keeper.keeping import main; main({name})"
    )
    return [sys.executable, "-I", "-S", "-c", program]

"""`python -m manual site` builds the site, `recording` records the viewer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

_MAKERS: Final = {"site": "build", "recording": "make"}
"""What can be made: the module that makes it, and its function."""


def main(arguments: list[str]) -> int:
    """Make what is asked for; the exit status."""
    if len(arguments) != 1 or arguments[0] not in _MAKERS:
        sys.stderr.write(f"usage: python -m manual {' | '.join(_MAKERS)}\n")
        return 2
    # Imported late: a recording needs a POSIX system.
    (name,) = arguments
    make: Callable[[], int] = getattr(import_module(f"manual.{name}"), _MAKERS[name])
    return make()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m manual site` builds the site, `web` the page in the browser, `recording` records the
viewer, `release` builds the files of a release, `release-check` lists the obstacles to one,
`address` changes the address of the repository, `neovim-branch` commits the Neovim plugin to its
own branch."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

_MAKERS: Final = {
    "site": ("site", "build"),
    "web": ("web", "build"),
    "recording": ("recording", "make"),
    "release": ("release", "build"),
    "release-check": ("release", "check"),
    "address": ("release", "set_address"),
    "neovim-branch": ("release", "commit_neovim_plugin"),
}
"""The module and the function for each target."""


def main(arguments: list[str]) -> int:
    """Make a target and return the exit status."""
    if len(arguments) != 1 or arguments[0] not in _MAKERS:
        sys.stderr.write(f"usage: python -m manual {' | '.join(_MAKERS)}\n")
        return 2
    # Imported late: a recording needs a POSIX system.
    module, name = _MAKERS[arguments[0]]
    make: Callable[[], int] = getattr(import_module(f"manual.{module}"), name)
    return make()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Puts the server for browsers, as `make web` has built it, into `web/` of the extension.

`python worker.py [CHECKOUT]`. Only the package for browsers has it: it is 30 MB.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE / "web"


def main(checkout: Path) -> None:
    """Copy what the worker needs; the page and its service worker are left out."""
    built = checkout / "build" / "web"
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(built, TARGET, ignore=shutil.ignore_patterns("*.html", "page-*", "offline.js"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1])

"""The version of the program, and the commit of this installation, if known: from a file in a
wheel, or from the git files of a checkout, without running git.

The build takes it from here. Reading it from the installed metadata would take longer than the rest
of `--version`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__version__ = "0.1.0"


STATED: Final = "commit.txt"
"""The file next to this one that a build writes."""
DIGITS: Final = 10
"""Number of digits of a commit that are shown."""
_HASH: Final = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


def described() -> str:
    """`commit 045a0fa96b`, followed by `, modified` if the build had uncommitted changes;
    `checkout at 045a0fa96b`, which is not checked for changes; or empty."""
    here = Path(__file__).parent
    try:
        return f"commit {(here / STATED).read_text(encoding='utf-8').strip()}"
    except OSError:
        pass
    commit = head(here.parents[1]) if here.parent.name == "shared" else None
    return f"checkout at {commit[:DIGITS]}" if commit else ""


def head(root: Path) -> str | None:
    """The commit checked out in `root`; None without one, or if git stores it in an unknown way."""
    try:
        folder = root / ".git"
        if folder.is_file():
            # In a linked working tree `.git` is a file with the path of its folder.
            folder = root / folder.read_text(encoding="utf-8").removeprefix("gitdir: ").strip()
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        commit = head if name == head else _commit_of(folder, name)
    except (OSError, UnicodeError):
        return None
    return commit if commit and _HASH.fullmatch(commit) else None


def _commit_of(folder: Path, name: str) -> str | None:
    """The commit of the branch `name`. Branches are shared by all working trees."""
    common = folder / "commondir"
    if common.is_file():
        folder = folder / common.read_text(encoding="utf-8").strip()
    if (folder / name).is_file():
        return (folder / name).read_text(encoding="utf-8").strip()
    packed = (folder / "packed-refs").read_text(encoding="utf-8").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), None)

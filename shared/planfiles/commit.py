"""Which commit of the repository this is, where that is known: of a wheel by what was written into
it, of a checkout by git's own files, without waiting for git."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

STATED: Final = "commit.txt"
"""The file beside this one that a build writes."""
DIGITS: Final = 10
"""How many digits of a commit are shown."""
_HASH: Final = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


def described() -> str:
    """`commit 045a0fa96b`, with `, modified` where it was built from something else than that
    commit; `checkout at 045a0fa96b`, of which nobody looks whether it is modified; or nothing."""
    here = Path(__file__).parent
    try:
        return f"commit {(here / STATED).read_text(encoding='utf-8').strip()}"
    except OSError:
        pass
    commit = head(here.parents[1]) if here.parent.name == "shared" else None
    return f"checkout at {commit[:DIGITS]}" if commit else ""


def head(root: Path) -> str | None:
    """The commit that is checked out in `root`; None where there is none, or git keeps it in a way
    that is not known here."""
    try:
        folder = root / ".git"
        if folder.is_file():
            # A further working tree says where its own files are.
            folder = root / folder.read_text(encoding="utf-8").removeprefix("gitdir: ").strip()
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        commit = head if name == head else _commit_of(folder, name)
    except (OSError, UnicodeError):
        return None
    return commit if commit and _HASH.fullmatch(commit) else None


def _commit_of(folder: Path, name: str) -> str | None:
    """What the branch `name` is at. Branches are common to all working trees."""
    common = folder / "commondir"
    if common.is_file():
        folder = folder / common.read_text(encoding="utf-8").strip()
    if (folder / name).is_file():
        return (folder / name).read_text(encoding="utf-8").strip()
    packed = (folder / "packed-refs").read_text(encoding="utf-8").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), None)

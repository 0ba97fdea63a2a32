"""What a file holds, in 64 characters."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from platform import node
from typing import Final

from planfiles.files import FileState, opened
from planfiles.trouble import FileTrouble

_UNREADABLE: Final = "unreadable: "
"""What the digest of a file begins with that cannot be read; the reason follows."""

_KEPT: Final = 4096
"""Files whose digests are kept: each unit of a batch names the same domain again."""

_BLOCK: Final = 1024 * 1024


def digest_of(path: str) -> str:
    """SHA-256 of the file as hexadecimal digits; of one that cannot be read why not, so that the
    work on it, which will fail, is done again once it can."""
    try:
        return _digest(path, FileState.of(os.stat(path)))
    except (OSError, ValueError):
        return f"{_UNREADABLE}no such file"
    except FileTrouble as trouble:
        return f"{_UNREADABLE}{trouble.reason}"


def why_another(path: str, digest: str) -> str | None:
    """Why a file is not the one that had `digest`, with the name of this machine; None where it is
    what it was."""
    found = digest_of(path)
    if found == digest:
        return None
    if found.startswith(_UNREADABLE):
        return f"cannot read {path} on {node()}: {found.removeprefix(_UNREADABLE)}"
    return f"{path} on {node()} is not what it was when the run began"


@lru_cache(_KEPT)
def _digest(path: str, _: FileState) -> str:
    with opened(path, regular=True) as file:
        digest = hashlib.sha256()
        while block := file.read(_BLOCK):
            digest.update(block)
        return digest.hexdigest()

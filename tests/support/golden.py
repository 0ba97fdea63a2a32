"""Expected outputs in files; `make goldens` rewrites them, and the diff is read before commit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def check_golden(path: Path, found: str) -> None:
    """Compare `found` with the file at `path`, or write it there when UPDATE_GOLDENS is set."""
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(found.encode())
        return
    if not path.exists():
        pytest.fail(f"{path.name} is not there yet: make goldens")
    assert found == path.read_bytes().decode(), f"{path.name} differs; make goldens rewrites it"

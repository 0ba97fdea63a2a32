"""Where the library material stands that some tests compare with: a corpus, oracles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def find_material(*parts: str) -> Path | None:
    """The path of a piece of the material, None where there is none.

    The environment variable PLANLSP_MATERIAL names its folder; without it, the folder `shared`
    beside the checkout is tried.
    """
    named = os.environ.get("PLANLSP_MATERIAL")
    root = Path(named) if named else Path(__file__).parents[3] / "shared"
    path = root.joinpath(*parts)
    return path if path.exists() else None


def material(*parts: str) -> Path:
    """The path of a piece of the material; skips the test where there is none."""
    path = find_material(*parts)
    if path is None:
        pytest.skip(f"{parts[-1]} of the library material is not here (PLANLSP_MATERIAL)")
    return path

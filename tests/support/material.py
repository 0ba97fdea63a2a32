"""Where the library material stands that some tests compare with: a corpus, oracles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def material(*parts: str) -> Path:
    """The path of a piece of the material; skips the test where there is none.

    The environment variable PLANLSP_MATERIAL names its folder; without it, the folder `shared`
    beside the checkout is tried.
    """
    named = os.environ.get("PLANLSP_MATERIAL")
    root = Path(named) if named else Path(__file__).parents[3] / "shared"
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{path.name} of the library material is not here (PLANLSP_MATERIAL)")
    return path

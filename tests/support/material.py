"""What some tests compare with: small files of our own, and large ones that may be beside us.

Our own stand in tests/corpus and are always compared with. The library material (a corpus of other
people's files, oracles) is no part of the project; where it is, the same tests run on it as well.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

CORPUS: Final = Path(__file__).parents[1] / "corpus"


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
    """The path of a piece of the material, for tests that are marked as needing it."""
    path = find_material(*parts)
    assert path is not None, "the test lacks a marker: needs(material:...)"
    return path


def own_and_material(own: str, *parts: str, long: bool = False) -> list[pytest.ParameterSet]:
    """The values of a parameter: a path in tests/corpus, and that of the material where it is.

    The material is for slow tests, with `long` for the long ones.
    """
    values = [pytest.param(CORPUS / own, id="own")]
    path = find_material(*parts)
    if path is not None:
        values.append(
            pytest.param(path, id="material", marks=pytest.mark.long if long else pytest.mark.slow)
        )
    return values

"""Models read to execute plans in them: whatever is wrong with one is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from planfiles.models import Tell, load_domain, load_problem, read_file
from support.findings import errors

FOLDER = Path(__file__).parents[1] / "corpus" / "broken"
ACCEPTED = "undeclared-object"
"""What a domain takes for a constant a problem may declare."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.pddl")), ids=lambda path: path.stem)
def test_errors_are_told_and_nothing_else(path: Path) -> None:
    file = read_file(str(path))
    loads: list[Callable[[str, Tell], object]] = [load_domain] if file.domain else []
    if file.problem:
        loads.append(load_problem)
    expected = [error for error in errors(file.text) if error.code != ACCEPTED]
    prose = {"text-outside-definition"}
    for load in loads:
        told: list[str] = []
        load(str(path), told.append)
        assert bool(told) == any(error.code not in prose for error in expected)

"""Every test that the page of faults names is there, and every test of faults is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "reference" / "faults.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE))


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_what_is_named_is_there(file: str) -> None:
    named = {test for other, test in NAMED if other == file}
    assert named <= defined_in(file)


@pytest.mark.parametrize(
    "file", ["eval/work/test_kills.py", "eval/work/test_disks.py", "eval/test_solving_faults.py"]
)
def test_what_is_there_is_named(file: str) -> None:
    assert defined_in(file) <= {test for other, test in NAMED if other == file}


def defined_in(file: str) -> set[str]:
    text = (TESTS / file).read_text(encoding="utf-8")
    return set(re.findall(r"^(?:async )?def (test_\w+)", text, re.MULTILINE))

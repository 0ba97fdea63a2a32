"""Every test that the page of faults names is there, and every test of faults is named."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "development" / "faults.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE))


def test_what_is_named_is_there() -> None:
    assert {(file, test) for file, test in NAMED if test not in defined_in(file)} == set()


@pytest.mark.parametrize(
    "file", ["eval/work/test_kills.py", "eval/work/test_disks.py", "eval/test_solving_faults.py"]
)
def test_what_is_there_is_named(file: str) -> None:
    assert defined_in(file) <= {test for other, test in NAMED if other == file}


@cache
def defined_in(file: str) -> set[str]:
    text = (TESTS / file).read_text(encoding="utf-8")
    return set(re.findall(r"^(?:async )?def (test_\w+)", text, re.MULTILINE))

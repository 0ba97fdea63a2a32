"""What docs/performance.py makes of a run of the benchmarks, and what its page has of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.__main__ import CONDITIONS, names
from bench.conditions import Conditions
from support.docs import docs_script
from support.examples import ROOT

SCRIPT = docs_script("performance")
PLACES = docs_script("made").places(
    (ROOT / "docs" / "development" / "performance.md").read_text(encoding="utf-8")
)
PARSE = "## parse: Reading.\n\n| a |\n|---|\n| 1 |\n\nOf these:\n\n| b |\n|---|\n| 2 |\n\nIs it?\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a run has written in which `parse` was measured."""
    conditions = Conditions()
    conditions.add("parse")
    (tmp_path / CONDITIONS).write_text(conditions.text)
    for name in ("parse", "plans"):
        (tmp_path / f"{name}.md").write_text(PARSE)
    return tmp_path


@pytest.mark.slow
def test_tables_are_taken_by_their_number(folder: Path) -> None:
    parts = SCRIPT.parts_of(folder, ["parse 2", "conditions"])
    assert parts["parse 2"] == "| b |\n|---|\n| 2 |\n"
    assert parts["conditions"].startswith("| the run | |\n|---|---|\n| begun | 20")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("plans 1", "plans was not measured in this run"),
        ("parse 3", "parse has printed 2 tables, and the page has 'parse 3'"),
    ],
)
def test_what_is_of_no_run_or_of_another_one_is_not_taken(
    folder: Path, place: str, why: str
) -> None:
    with pytest.raises(SystemExit, match=why):
        SCRIPT.parts_of(folder, [place])


def test_the_page_has_tables_of_benchmarks_that_there_are() -> None:
    assert PLACES[0] == "conditions"
    assert {place.partition(" ")[0] for place in PLACES[1:]} <= set(names())
    assert len(PLACES) == len(set(PLACES)) > 5

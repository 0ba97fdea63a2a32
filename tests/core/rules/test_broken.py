"""The table of broken files: every mistake is found at its exact place, and nothing else is.

Each file of tests/corpus/broken is one mistake, or a few, with its findings marked by carets; see
`support.findings`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.rules.registry import ALL
from support.findings import compare, split

FOLDER = Path(__file__).parents[2] / "corpus" / "broken"
FILES = sorted(FOLDER.glob("*.pddl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_broken_file(path: Path) -> None:
    missed, surplus = compare(path.read_text("utf-8"))
    assert (missed, surplus) == ([], [])


@pytest.mark.server_behaviour(8)
@pytest.mark.server_behaviour(7)
@pytest.mark.server_behaviour(6)
def test_recall_and_precision(capsys: pytest.CaptureFixture[str]) -> None:
    expected = missed = surplus = 0
    for path in FILES:
        text = path.read_text("utf-8")
        not_found, not_expected = compare(text)
        expected += len(split(text)[1])
        missed += len(not_found)
        surplus += len(not_expected)
    found = expected - missed
    with capsys.disabled():
        print(  # noqa: T201 - both numbers are asked for
            f"\n{len(FILES)} broken files, {expected} findings expected: "
            f"recall {found}/{expected}, precision {found}/{found + surplus}"
        )
    assert len(FILES) >= 60
    assert (missed, surplus) == (0, 0)


def test_every_rule_that_speaks_has_a_broken_file() -> None:
    shown = {code for path in FILES for code, *_ in split(path.read_text("utf-8"))[1]}
    speaking = {rule.CODE for rule in ALL if rule.DEFAULT} - {
        "ambiguous-domain",
        "nested-too-deeply",
    }
    assert speaking - shown == set()

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


@pytest.mark.server_behaviour(8)
@pytest.mark.server_behaviour(7)
@pytest.mark.server_behaviour(6)
def test_all_is_found_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {path.stem: path.read_text("utf-8") for path in FILES}
    compared = {name: compare(text) for name, text in texts.items()}
    expected = sum(len(split(text)[1]) for text in texts.values())
    surplus = sum(len(not_expected) for _, not_expected in compared.values())
    found = expected - sum(len(not_found) for not_found, _ in compared.values())
    with capsys.disabled():
        print(  # noqa: T201 - both numbers are asked for
            f"\n{len(FILES)} broken files, {expected} findings expected: "
            f"recall {found}/{expected}, precision {found}/{found + surplus}"
        )
    assert len(FILES) >= 60
    assert {name: wrong for name, wrong in compared.items() if wrong != ([], [])} == {}


def test_every_rule_that_speaks_has_a_broken_file() -> None:
    shown = {code for path in FILES for code, *_ in split(path.read_text("utf-8"))[1]}
    speaking = {rule.CODE for rule in ALL if rule.DEFAULT} - {
        "ambiguous-domain",
        "nested-too-deeply",
    }
    assert speaking - shown == set()

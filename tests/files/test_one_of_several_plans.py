"""`log.txt#2` names the second plan of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.notation.plans.reader import read_plan
from planfiles.errors import FileError
from planfiles.files import read_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_number_behind_the_name_chooses_a_plan(tmp_path: Path, encoding: str) -> None:
    log = tmp_path / "log.txt"
    log.write_bytes("Solution number: 1\n(up)\nSolution number: 2\n(down)\n".encode(encoding))
    chosen = [read_plan(read_text(f"{log}#{number}"))[0] for number in (1, 2)]
    assert [str(plan.steps[0]) for plan in chosen] == ["(up)", "(down)"]


def test_a_file_of_that_name_comes_first(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("(up)\n")
    (tmp_path / "a#1").write_text("(down)\n")
    assert read_text(tmp_path / "a#1") == "(down)\n"
    with pytest.raises(FileError):
        read_text(tmp_path / "b#1")

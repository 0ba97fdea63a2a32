"""TOML and JSON of users: read, or refused with the place of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from planfiles.documents import read_document, read_toml
from planfiles.trouble import Trouble


def test_the_ending_says_what_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[mine]\ncommand = 'x'\n")
    (tmp_path / "a.json").write_text('{"mine": {"command": "x"}}')
    expected = {"mine": {"command": "x"}}
    assert read_toml(tmp_path / "a.toml") == expected
    assert read_document(tmp_path / "a.toml") == expected
    assert read_document(tmp_path / "a.json") == expected


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", "x = 1\ny = ?", r"a\.toml: .*line 2, column 5"),
        ("a.json", '{"x": 1\n2}', r"a\.json:2:1: not JSON: expecting"),
        ("a.toml", "x = " + "[" * 50_000, r"a\.toml: it is nested too deeply"),
        ("a.json", "[" * 500_000, r"a\.json: it is nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(Trouble, match=said):
        read_document(tmp_path / name)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="no such file"):
        read_toml(tmp_path / "none.toml")

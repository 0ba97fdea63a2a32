"""TOML and JSON of users: read, or refused with the place of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from planfiles.documents import json_in, read_toml
from planfiles.errors import UserError


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[mine]\ncommand = 'x'\n")
    assert read_toml(tmp_path / "a.toml") == {"mine": {"command": "x"}}


def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("x = 1\ny = ?")
    with pytest.raises(UserError, match=r"a\.toml:2:5: not TOML: invalid value"):
        read_toml(tmp_path / "a.toml")
    with pytest.raises(UserError, match=r"a\.json:2:1: not JSON: expecting"):
        json_in('{"x": 1\n2}', "a.json")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_toml(tmp_path / "none.toml")

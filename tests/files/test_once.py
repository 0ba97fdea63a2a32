"""Files that count once, by whatever name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from planfiles.files import Once


@pytest.mark.parametrize(
    "other",
    ["./plan", "../folder/plan", "link", "../linked/plan", "../linked/link", "deep/../plan"],
)
def test_a_file_is_known_by_every_name(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    (folder / "plan").touch()
    (folder / "link").symlink_to("plan")
    (tmp_path / "linked").symlink_to("folder")
    monkeypatch.chdir(folder)
    once = Once()
    assert once.is_new("plan")
    assert not once.is_new(other)
    assert list(once.notes()) == [
        f"{other} (the same file as plan) was given twice; it is used once"
    ]


def test_folders_are_known_as_well(tmp_path: Path) -> None:
    once = Once()
    assert once.is_new(str(tmp_path))
    assert not once.is_new(os.path.join(tmp_path, ""))
    assert not once.is_new(os.path.join(tmp_path, "."))

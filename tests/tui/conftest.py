"""What tests of the viewer share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.batch_folders import write_folders
from support.examples import DELIVERY
from support.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell in the folder of the example."""
    made = Terminal(tmp_path / "tmux")
    made.enter(f"cd {DELIVERY}")
    yield made
    made.close()


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pairs of which one fails, in the current folder."""
    monkeypatch.chdir(write_folders(tmp_path))
    return tmp_path

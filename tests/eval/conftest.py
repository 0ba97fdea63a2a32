"""What several tests of `planeval` need."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.ring import write_experiment


@pytest.fixture
def experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An experiment in a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    write_experiment()
    return tmp_path

"""What tests of the viewer share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet

from support.batch_folders import write_folders
from support.examples import DELIVERY
from support.repository import Repository
from support.terminal import Terminal


@pytest.fixture(autouse=True, scope="session")
def styles_are_parsed_once() -> Iterator[None]:
    """An app parses the styles of all its widgets when it starts and once more when it has a theme:
    an eighth of the time of these tests. The rules are the same for the same text and colours."""
    parsed: dict[object, Any] = {}
    parse = Stylesheet._parse_rules

    def parse_once(self: Stylesheet, *arguments: Any, **options: Any) -> Any:
        key = arguments, *options.items(), *self._variables.items()
        if key not in parsed:
            parsed[key] = parse(self, *arguments, **options)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


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


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository of git in a folder of the test's."""
    return Repository(tmp_path)

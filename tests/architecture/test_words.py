"""No text that users read has a phrase that CONTRIBUTING.md says not to use."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from support.plain_words import REFUSED, refused, texts_of

_ROOT: Final = Path(__file__).parents[2]
_KINDS: Final = {".py", ".md", ".json", ".lua", ".el", ".vim", ".ts", ".txt"}
_FOLDERS: Final = (
    "shared",
    "planlsp",
    "tui",
    "docs",
    "editors",
    "examples",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
)
_PHRASE: Final = re.compile(r"`([^`]+)`")


@pytest.mark.slow
def test_texts_use_the_words_of_the_guide() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *_FOLDERS], cwd=_ROOT, check=True, capture_output=True, text=True
    )
    files = [name for name in listed.stdout.split("\0") if Path(name).suffix in _KINDS]
    assert len(files) > 500
    found = [
        f"{name}:{text.line}: {', '.join(phrases)}: {text.content.strip()}"
        for name in files
        if "/test/" not in name
        for text in texts_of(_ROOT / name)
        if (phrases := refused(text.content))
    ]
    assert found == []


def test_the_guide_has_an_example_of_each_pattern() -> None:
    rows = _table()
    dont = [phrase for row in rows for phrase in _PHRASE.findall(row[0])]
    do = [phrase for row in rows for phrase in _PHRASE.findall(row[1])]
    assert [phrase for phrase in dont if not refused(phrase)] == []
    assert [phrase for phrase in do if refused(phrase)] == []
    assert [each.pattern for each in REFUSED if not any(map(each.search, dont))] == []


def _table() -> list[list[str]]:
    """The rows of the guide's table, as the cells of two columns."""
    text = (_ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, after = text.partition("| don't | do |\n|---|---|\n")
    rows = after.partition("\n\n")[0].splitlines()
    assert len(rows) > 20
    return [row.strip("| ").split(" | ") for row in rows]

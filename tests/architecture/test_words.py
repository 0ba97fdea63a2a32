"""The phrases that CONTRIBUTING.md says not to use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from support.plain_words import REFUSED, refused

_ROOT: Final = Path(__file__).parents[2]
_PHRASE: Final = re.compile(r"`([^`]+)`")


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

"""Every table of a page is whole: each row has as many cells as its head."""

from __future__ import annotations

import re
from collections.abc import Iterator

from support.docs import PAGES

FENCED = re.compile(r"^( *)(```+).*?^\1\2", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"\|(?: *:?-+:? *\|)+")
BETWEEN_CELLS = re.compile(r"(?<!\\)\|")


def torn_rows(text: str) -> Iterator[str]:
    """The rows of tables that have more cells than their head, or fewer."""
    width = 0
    lines = FENCED.sub("", text).splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        row = line.strip()
        if not row.startswith("|"):
            width = 0
            continue
        if RULE.fullmatch(following.strip()):
            width = len(BETWEEN_CELLS.findall(row))
        if len(BETWEEN_CELLS.findall(row)) != width:
            yield row


def test_rows_of_another_table_are_seen() -> None:
    whole = "| a | b |\n|---|--:|\n| 1 | x\\|y |\n\n```\n| no | table | at all\n```\n"
    assert list(torn_rows(whole)) == []
    assert list(torn_rows(whole.replace("| 1 ", "| 1 | 2 "))) == ["| 1 | 2 | x\\|y |"]
    assert list(torn_rows("| without | head |\n")) == ["| without | head |"]


def test_tables_are_whole() -> None:
    for page in PAGES:
        assert list(torn_rows(page.read_text(encoding="utf-8"))) == [], page

"""The examples of docs/reference/library.md, run from top to bottom as one session."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "library.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(_BLOCK.finditer(text))
    assert len(blocks) == text.count("```python")
    session: dict[str, object] = {}
    for block in blocks:
        # As many line breaks as stand before the block, so that a traceback has the page's lines.
        lines = "\n" * text.count("\n", 0, block.start(1))
        exec(compile(lines + block.group(1), str(PAGE), "exec"), session)

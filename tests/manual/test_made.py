"""Parts of pages that a program makes."""

from __future__ import annotations

import pytest

from support.docs import docs_script

SCRIPT = docs_script("made")
PAGE = "before\n" + "between\n".join(
    f"<!-- made: {name} -->\n{name}, old\n<!-- end -->\n" for name in ("table 1", "other")
)


def test_only_what_was_made_is_written_anew() -> None:
    assert SCRIPT.places(PAGE) == ["table 1", "other"]
    made = SCRIPT.filled(PAGE, {"table 1": "new\n"})
    assert made == PAGE.replace("table 1, old\n", "\nnew\n\n")
    assert SCRIPT.filled(made, {"table 1": "new"}) == made


def test_what_has_no_place_is_told() -> None:
    with pytest.raises(SystemExit, match="the page has no place for: domains"):
        SCRIPT.filled(PAGE, {"domains": ""})

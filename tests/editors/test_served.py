"""`plandiff --serve` in Chromium: the viewer works there, and no other page gets in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.browser import run_in_browser
from support.served import Served

pytestmark = pytest.mark.editor

_SCRIPT = Path(__file__).parent / "pages" / "served.mjs"


def test_the_viewer_is_painted_and_no_other_page_gets_in(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    served = Served("learned.pddl", "reference.pddl")
    try:
        picture = tmp_path / "served.png"
        keys = "pick-up", "?", "next and previous"
        seen = json.loads(run_in_browser(_SCRIPT, picture, served.address, *keys))
        assert seen["path"] == f"{served.origin}/"
        assert seen["elsewhere"] == []
        assert seen["reached"] == {"socket": False, "page": False, "posted": False}
        assert picture.stat().st_size > 10_000
    finally:
        assert served.end() == (0, "")

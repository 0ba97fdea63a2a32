"""The page in the browser, in Chromium: the server runs in it, and what one does there works."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from support.browser import run_in_browser
from support.editor_review import installed
from support.examples import DELIVERY, ROOT

pytestmark = pytest.mark.editor

_SCRIPT = Path(__file__).parent / "pages" / "web.mjs"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a plain file server has the page, below a path as on the site."""
    made = installed("PLANLSP_WEB", str(ROOT / "build/web"))
    handler = partial(_Quiet, directory=str(made))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def seen(address: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen on the way through the page."""
    axe = installed("PLANLSP_AXE", "axe/node_modules/axe-core/axe.min.js")
    folder = tmp_path_factory.mktemp("pictures")
    found: dict[str, Any] = json.loads(run_in_browser(_SCRIPT, address, axe, folder))
    if kept := os.environ.get("PLANLSP_PICTURES"):
        shutil.copytree(folder, kept, dirs_exist_ok=True)
        (Path(kept) / "web.json").write_text(json.dumps(found, indent=1))
    return found


def test_the_server_runs_in_the_page_without_a_word_to_anybody(seen: dict[str, Any]) -> None:
    assert seen["problems"] == []
    assert seen["elsewhere"] == []
    (difference,) = [
        each for each in seen["first"]["findings"] if "missing precondition `(available" in each
    ]
    assert difference.startswith("31:5 warning: ")


def test_a_mistake_is_found_while_one_types_and_fixed(seen: dict[str, Any]) -> None:
    mistake = seen["mistake"]
    assert "error: undeclared predicate `availabel`" in mistake["found"]
    assert mistake["offered"][0] == "Change to `available`"
    assert "(connected ?from ?to) (available ?a)" in mistake["text"]


def test_completion_hover_renaming_and_formatting_are_those_of_the_server(
    seen: dict[str, Any],
) -> None:
    assert any(option.startswith("requested") for option in seen["completion"])
    assert "connected" in seen["hover"]
    assert seen["renamed"]
    assert re.search(r"\(connected \?from \?to\)\s+\(available \?a\)", seen["mistake"]["text"])
    assert "      (connected ?from ?to)\n      (available ?a)" in seen["formatted"]


def test_the_review_follows_a_literal_that_is_taken_over(seen: dict[str, Any]) -> None:
    literal = seen["literal"]
    assert literal["offered"][0] == "Add precondition `(requested ?p ?l)`"
    assert ": 5 differences" in literal["before"]
    assert ": 4 differences" in literal["after"]


def test_a_plan_that_fails_shows_the_step_and_its_state(seen: dict[str, Any]) -> None:
    assert "invalid at step 3" in seen["plan"]
    assert "(requested parcel square)" in seen["plan"]
    assert "+ (at ann square)" in seen["plan"]


def test_the_page_says_that_it_does_not_solve(seen: dict[str, Any]) -> None:
    assert seen["solve"].startswith("Solving does not run in the browser")


def test_a_link_carries_the_texts_to_a_second_window(seen: dict[str, Any]) -> None:
    assert seen["link"]["same"]
    assert seen["link"]["length"] < 4_000


def test_files_are_dropped_and_edits_downloaded(seen: dict[str, Any]) -> None:
    assert any("undeclared predicate `q`" in each for each in seen["dropped"]["problem"])
    assert seen["downloaded"]["name"] == "domain.pddl"
    assert "(road ?from" in seen["downloaded"]["text"]
    assert (DELIVERY / "learned.pddl").read_text() != seen["downloaded"]["text"]


def test_files_of_ones_own_take_the_place_of_an_example(seen: dict[str, Any]) -> None:
    assert seen["dropped"]["plan"].startswith("Type or paste a plan")
    assert seen["dropped"]["chosen"] == "Your texts"
    assert seen["dropped"]["report"].startswith("Nothing to compare with yet")
    assert seen["example"] == {"edited": "Your texts", "same": True}


def test_fixes_of_declarations_are_offered(seen: dict[str, Any]) -> None:
    assert seen["dropped"]["offered"] == {
        "cyclic": "Make `b` a child of `object`",
        "duplicate": "Join both as `(r ?x - object)`",
        "`p` takes": "Declare it as `(p ?x - a)`",
    }


def test_texts_are_there_after_a_reload(seen: dict[str, Any]) -> None:
    assert "(domain tiny)" in seen["reloaded"]["domain"]
    assert seen["reloaded"]["plan"] == "; mine"


def test_what_is_typed_is_checked_after_every_key(seen: dict[str, Any]) -> None:
    assert len(seen["keys"]) == len(" (available ?a) (at ?a ?from) (road ?from ?to)")


def test_the_page_opens_without_a_network_once_it_was_loaded(seen: dict[str, Any]) -> None:
    assert len(seen["offline"]["findings"]) == len(seen["first"]["findings"])


def test_where_the_browser_cannot_the_page_says_why(seen: dict[str, Any]) -> None:
    assert "no WebAssembly" in seen["without"]["text"]
    assert seen["without"]["report"] == "There are no reports: the server does not run."
    assert "needs about 450 MB of memory" in seen["poor"]


def test_a_damaged_link_is_told_of(seen: dict[str, Any]) -> None:
    assert seen["damaged"] == "The link is damaged: its texts cannot be read."


def test_the_keyboard_stays_at_the_findings_after_a_fix(seen: dict[str, Any]) -> None:
    assert {*seen["focused"]} <= {"fix", "tab-domain"}


def test_nothing_of_the_page_keeps_anybody_from_using_it(seen: dict[str, Any]) -> None:
    assert seen["violations"] == []

"""The recording of the viewer: what a terminal is sent, as an asciicast."""

from __future__ import annotations

import json
import re

import pytest

from manual.recording import PICTURE, Script, asciicast, record, script
from support.examples import ROOT


def test_what_a_command_shows_is_recorded_with_its_time() -> None:
    what = Script(["plandiff", "--version"], "examples", (40, 10), [("", 60.0)])
    head, *events = map(json.loads, asciicast(what, record(what)).splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 40, 10)
    assert {kind for _, kind, _ in events} == {"o"}
    assert "".join(text for _, _, text in events).startswith("plandiff 0.")
    seconds = [at for at, _, _ in events]
    assert seconds == sorted(seconds)


def test_the_script_is_about_an_example_and_leaves_the_viewer() -> None:
    what = script()
    files = [ROOT / what.folder / name for name in what.command if name.endswith(".pddl")]
    assert len(files) == 2
    assert all(file.is_file() for file in files)
    assert what.steps[-1][0] == "q"


def test_the_picture_moves_shows_the_example_and_tells_nothing_of_who_made_it() -> None:
    picture = (ROOT / PICTURE).read_text(encoding="utf-8")
    assert "@keyframes" in picture
    shown = re.sub(r"<[^>]*>", "", picture)
    assert all(name in shown for name in script().command[1:])
    assert str(ROOT) not in shown


@pytest.mark.parametrize("page", ["docs/tutorial.md", "docs/reference/viewer.md"])
def test_pages_lead_to_it(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert [(ROOT / page).parent.joinpath(link).resolve() for link in links] == [ROOT / PICTURE]

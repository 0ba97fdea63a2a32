"""The recording of the viewer: what a terminal is sent, as an asciicast."""

from __future__ import annotations

import json

from manual.recording import Script, asciicast, record, script
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

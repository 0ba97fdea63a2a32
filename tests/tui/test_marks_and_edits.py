"""What a reviewer says of differences, and what of the reference the learned file takes over."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from support.judged import LEARNED, write_kitchen
from support.plandiff_run import plandiff
from support.viewer import viewer


def marks_of(folder: Path) -> list[dict[str, str]]:
    marks: list[dict[str, str]] = json.loads((folder / "learned.pddl.review.json").read_text())[
        "marks"
    ]
    return marks


@pytest.mark.slow
async def test_a_difference_is_accepted_reported_and_open_again(tmp_path: Path) -> None:
    async with viewer(*write_kitchen(tmp_path, where="elsewhere")) as view:
        await view.press("M", "M")
        assert "left as is" in view.text
        assert "3 differences in 3 of 4 actions  1 left as is, 2 open" in view.text
        assert [mark["state"] for mark in marks_of(tmp_path)] == ["accepted"]
        await view.press("M")
        assert marks_of(tmp_path) == [
            {
                "action": "go",
                "part": "precondition",
                "kind": "extra",
                "reference": "",
                "learned": "(lit)",
                "state": "reported",
                "note": "",
            }
        ]
        await view.press("M")
        assert "reported" not in view.text
        assert not (tmp_path / "learned.pddl.review.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["elsewhere", "plans"])
async def test_the_list_says_which_entries_are_done(tmp_path: Path, where: str) -> None:
    files = write_kitchen(tmp_path, where=where)
    arguments = ("--plans", str(tmp_path / "plans")) if where == "plans" else ()
    async with viewer(*files, *arguments, size=(120, 34)) as view:
        actions = view.screen.actions
        assert actions is not None

        def said() -> list[str]:
            assert view.screen.outline is not None
            return [entry.said for entry in view.screen.outline.entries]

        assert not any(said())
        await view.press("M", "M")
        at = actions.cursor
        assert actions.entry.said == "☑"
        assert view.lines()[actions.region.y + at][: actions.region.right].split()[-1] == "☑"
        await view.press("M")
        assert actions.entry.said == "⚑"
        await view.press("n", "M")
        assert [sign for sign in said() if sign] == ["⚑", "☑"]
        await view.press("M", "M")
        assert [sign for sign in said() if sign] == ["⚑"]


async def test_a_note_is_written_and_shown_again(tmp_path: Path) -> None:
    files = write_kitchen(tmp_path, where="elsewhere")
    async with viewer(*files) as view:
        await view.press("n")
        await view.choose("add a note to the difference")
        await view.press(*"see", "space", *"1", "enter")
        assert "✎ note: see 1" in view.text
    async with viewer(*files) as view:
        assert "✎ note: see 1" in view.text
        assert view.screen.aligned.has_focus
    assert [mark["note"] for mark in marks_of(tmp_path)] == ["see 1"]


OPEN_ONLY = "skip marked differences with n"


@pytest.mark.slow
async def test_next_leaves_out_what_is_done(tmp_path: Path) -> None:
    async with viewer(*write_kitchen(tmp_path, where="elsewhere")) as view:
        await view.press("n", "M", "M")
        await view.choose(OPEN_ONLY)
        await view.press("g", "n")
        first = view.screen.aligned.base_index
        await view.press("n")
        assert "open change 2/2" in view.text
        await view.choose(OPEN_ONLY)
        await view.press("g", "n", "n")
        assert first < view.screen.aligned.base_index
        assert "change 2/3" in view.text


def test_marks_are_in_every_report(tmp_path: Path) -> None:
    write_kitchen(tmp_path)
    name = {"action": "go", "part": "precondition", "kind": "extra"}
    marks = [
        {**name, "reference": "", "learned": "(lit)", "state": "accepted", "note": "fear | dark"},
        {**name, "reference": "", "learned": "(p)", "state": "reported", "note": ""},
    ]
    document = {"format": "plandiff-review", "version": 1, "marks": marks}
    (tmp_path / "learned.pddl.review.json").write_text(json.dumps(document))
    files = "learned.pddl", "reference.pddl"
    text = plandiff(*files, folder=tmp_path).out
    assert "3 differences: 1 left as is, 2 open; 1 mark is for a deleted difference" in text
    assert "  go  extra precondition (lit)  ☑ left as is: fear | dark\n" in text
    assert "  go  extra precondition (p)    ⚑ reported  (gone)\n" in text
    assert (
        "left as is: fear | dark"
        in plandiff(*files, "--format", "side-by-side", folder=tmp_path).out
    )
    assert r"fear \| dark" in plandiff(*files, "--format", "markdown", folder=tmp_path).out
    data = json.loads(plandiff(*files, "--format", "json", folder=tmp_path).out)
    assert data["reviewed"]["counts"] == {"open": 2, "accepted": 1, "reported": 0}
    assert [mark["gone"] for mark in data["reviewed"]["marks"]] == [False, True]
    for form in ("csv", "ndjson", "junit", "github", "html"):
        assert "fear | dark" in plandiff(*files, "--format", form, folder=tmp_path).out
    (run,) = json.loads(plandiff(*files, "--format", "sarif", folder=tmp_path).out)["runs"]
    suppressed = [result.get("suppressions") for result in run["results"]]
    accepted = {"kind": "external", "status": "accepted", "justification": "fear | dark"}
    assert suppressed == [[accepted], None, None]
    github = plandiff(*files, "--format", "github", folder=tmp_path).out
    assert [line.split()[0] for line in github.splitlines()] == [
        *("::warning", "::warning", "::notice")
    ]
    assert "fear" not in plandiff(*files, "--no-marks", folder=tmp_path).out
    assert "fear" not in plandiff(*files, folder=tmp_path, env={"PLANDIFF_MARKS": "0"}).out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("nonsense", "not JSON: expecting value (line 1, column 1)"),
        pytest.param(
            '{"format": "plandiff-review", "version": 9}',
            "it was written by another version of plandiff",
            marks=pytest.mark.slow,
        ),
        pytest.param("[" * 100_000, "nested too deeply", marks=pytest.mark.slow),
    ],
)
async def test_a_file_that_cannot_be_read_is_left_alone(
    tmp_path: Path, content: str, reason: str
) -> None:
    files = write_kitchen(tmp_path, where="elsewhere")
    (tmp_path / "learned.pddl.review.json").write_text(content)
    result = plandiff("learned.pddl", "reference.pddl", folder=tmp_path)
    assert result.status == 1
    note = f"note: review marks are not shown: learned.pddl.review.json: {reason}"
    assert note in " ".join(result.out.split())
    async with viewer(*files) as view:
        await view.press("M")
        assert "left as is" not in view.text
    assert (tmp_path / "learned.pddl.review.json").read_text() == content


@pytest.mark.slow
async def test_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    files = write_kitchen(folder, where="elsewhere")
    os.symlink("../outside.json", folder / "learned.pddl.review.json")
    async with viewer(*files) as view:
        await view.press("M")
        assert "left as is" not in view.text
    assert not (tmp_path / "outside.json").exists()
    assert "is a symbolic link" in plandiff("learned.pddl", "reference.pddl", folder=folder).out


@pytest.mark.viewer_behaviour(34)
def test_a_hostile_note_is_shown_as_text(tmp_path: Path) -> None:
    write_kitchen(tmp_path)
    mark = dict.fromkeys(("action", "part", "kind", "reference", "learned"), "[/] \x1b]52;c;x\x07")
    document = {
        "format": "plandiff-review",
        "version": 1,
        "marks": [{**mark, "state": "accepted", "note": "\x1b[2J [@click=app.quit]x"}],
    }
    (tmp_path / "learned.pddl.review.json").write_text(json.dumps(document))
    result = plandiff("learned.pddl", "reference.pddl", folder=tmp_path)
    assert "\x1b" not in result.out
    assert "␛[2J [@click=app.quit]x" in result.out


async def test_the_literal_of_the_reference_is_taken_and_given_back(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path, where="elsewhere")
    async with viewer(learned, reference) as view:
        await view.press("u")
        assert "Remove precondition (lit)?  y yes" in view.text
        assert learned.read_text() == LEARNED
        await view.press("x")
        assert learned.read_text() == LEARNED
        await view.press("u")
        await view.press_and_wait("y")
        await view.until(lambda: "/2" in view.text)
        taken = learned.read_text()
        assert "; a cook is afraid in the dark" in taken
        assert taken.count("(lit)") == LEARNED.count("(lit)") - 1
        await view.press_and_wait("U")
        await view.until(lambda: "/3" in view.text)
        assert learned.read_text() == LEARNED
        await view.press("U")
        assert "nothing to undo" in view.text


@pytest.mark.slow
async def test_what_somebody_else_wrote_meanwhile_stays(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path, where="elsewhere")
    async with viewer(learned, reference) as view:
        learned.write_text(LEARNED + "; mine\n")
        await view.press("u")
        assert "has changed on disk" in view.text
        learned.write_text(LEARNED)
        await view.press("u")
        learned.write_text(LEARNED + "; mine\n")
        await view.press("y")
        assert learned.read_text() == LEARNED + "; mine\n"
        learned.write_text(LEARNED)
        await view.press("u")
        await view.press_and_wait("y")
        learned.write_text(learned.read_text() + "; mine\n")
        written = learned.read_text()
        await view.press("U")
        assert learned.read_text() == written

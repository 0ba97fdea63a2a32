"""`plandiff --before OLD-FOLDER LEARNED-FOLDER REFERENCE-FOLDER`: what a change did to many."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from support.batch_viewer import batch_viewer
from support.documents import violations_of
from support.golden import check_golden
from support.judged import LEARNED, PROBLEM, REFERENCE
from support.plandiff_run import Run, plandiff
from support.screens import SIZES, pictures

OLD = LEARNED.replace("(open ?b)\n      (lit)", "(lit)").replace("(not (clean ?a))", "(lit)")
"""Two things were repaired since, one broken, two are left."""


def write_folders(folder: Path) -> Path:
    """`old`, `new` and `ref`: a domain that was changed, one that is new, one that was no domain,
    one that is gone, and a problem."""
    written = {
        "ref": {"a": REFERENCE, "b": REFERENCE, "c": REFERENCE, "gone": REFERENCE, "p": PROBLEM},
        "new": {"a": LEARNED, "b": LEARNED, "c": LEARNED, "p": PROBLEM},
        "old": {
            "a": OLD,
            "c": PROBLEM,
            "gone": REFERENCE,
            "p": PROBLEM.replace("(at x)", "(at y)"),
        },
    }
    for side, texts in written.items():
        for name, text in texts.items():
            path = folder / side / name / "d.pddl"
            path.parent.mkdir(parents=True)
            path.write_text(text)
    return folder


def compare(folder: Path, *options: str) -> Run:
    return plandiff("--before", "old", "new", "ref", *options, folder=folder)


def pairs_of(run: Run) -> dict[str, dict[str, Any]]:
    return {pair["pair"]: pair for pair in json.loads(run.out)["pairs"]}


def test_each_pair_says_what_the_change_did(tmp_path: Path) -> None:
    result = compare(write_folders(tmp_path))
    assert (result.status, result.err) == (1, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("new vs. ref (before: old): 4 pairs compared: 1 identical, 3 diff")
    assert "domains, mean F1 0.889 → 0.421 over 2" in lines
    (row,) = (line for line in lines if "a/d.pddl" in line)
    assert row.startswith("~  0.778 →  0.842")
    alone = json.loads(
        plandiff(
            *("--before", "old/a/d.pddl", "new/a/d.pddl", "ref/a/d.pddl", "--format", "json"),
            folder=tmp_path,
        ).out
    )
    pair = pairs_of(compare(tmp_path, "--format", "json"))["a/d.pddl"]["before"]
    assert (pair["repaired"], pair["broken"], pair["left"]) == (2, 1, 2)
    assert alone["counts"]["repaired"] == pair["repaired"]
    assert alone["literals"]["before"]["f1"] == pair["figures"]["f1"]


def test_what_is_new_gone_or_was_something_else_is_said(tmp_path: Path) -> None:
    pairs = pairs_of(compare(write_folders(tmp_path), "--format", "json"))
    assert pairs["b/d.pddl"]["before"] is None
    assert pairs["c/d.pddl"]["before"]["trouble"] == "no domain in old/c/d.pddl"
    assert pairs["gone/d.pddl"]["status"] == "missing"
    assert pairs["gone/d.pddl"]["before"]["broken"] > 9
    problem = pairs["p/d.pddl"]["before"]
    assert problem["figures"]["f1"] < 1
    assert (problem["repaired"], problem["broken"], problem["left"]) == (1, 0, 0)


@pytest.mark.slow
def test_tables_have_a_column_for_what_could_not_be_compared_as_it_was(tmp_path: Path) -> None:
    write_folders(tmp_path)
    said = "no domain in old/c/d.pddl"
    rows = list(csv.DictReader(compare(tmp_path, "--format", "csv").out.splitlines()))
    assert {row["pair"]: row["before_trouble"] for row in rows if row["before_trouble"]} == {
        "c/d.pddl": said
    }
    assert all(row["before_note"] == "" for row in rows)
    markdown = compare(tmp_path, "--format", "markdown").out.splitlines()
    head = next(line for line in markdown if "| note | before |" in line)
    assert head.endswith("| note | before |")
    (row,) = (line for line in markdown if "c/d.pddl" in line and "|" in line)
    assert row.endswith(f"| {said} |")
    page = compare(tmp_path, "--format", "html").out
    assert page.count('<th scope="col">before</th>') == 1
    assert page.count(said) == 1
    assert "| before |" not in compare(tmp_path, "--filter", "a/", "--format", "markdown").out


def test_plans_say_what_the_change_did(tmp_path: Path) -> None:
    texts = {"ref": "(a)\n(b)\n(c)\n", "old": "(a)\n(x)\n(c)\n", "new": "(a)\n(b)\n(y)\n"}
    for side, text in texts.items():
        (tmp_path / side).mkdir()
        (tmp_path / side / "p.plan").write_text(text)
    before = pairs_of(compare(tmp_path, "--format", "json"))["p.plan"]["before"]
    # b came and x went; c went and y came.
    assert (before["repaired"], before["broken"], before["left"]) == (2, 2, 0)
    for name in ("text", "markdown", "html", "csv"):
        assert "broken" in compare(tmp_path, "--format", name).out, name


@pytest.mark.viewer_behaviour(40)
def test_a_saved_run_has_it_too(tmp_path: Path) -> None:
    first = compare(write_folders(tmp_path), "--save", "run.json")
    assert violations_of((tmp_path / "run.json").read_text()) == []
    assert plandiff("run.json", folder=tmp_path).out == first.out


def test_rows_are_ordered_by_it(tmp_path: Path) -> None:
    write_folders(tmp_path)
    rows = csv.DictReader(compare(tmp_path, "--format", "csv", "--sort=-broken").out.splitlines())
    assert [(row["pair"], row["broken"]) for row in rows][1] == ("a/d.pddl", "1")
    refused = plandiff("new", "ref", "--sort", "then", folder=tmp_path)
    assert (refused.status, "needs what was before (--before)" in refused.err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["text", "markdown", "html", "junit", "brief", "stat", "github"])
def test_every_format_has_the_pairs(tmp_path: Path, name: str) -> None:
    result = compare(write_folders(tmp_path), "--format", name)
    assert (result.status, result.err) == (1, "")
    assert "a/d.pddl" in result.out


def test_what_is_no_folder_is_said_in_a_line(tmp_path: Path) -> None:
    write_folders(tmp_path)
    refused = plandiff("--before", "ref/a", "new", "ref", folder=tmp_path)
    message = "--before: ref/a has no file at the path of any in new"
    assert (refused.status, refused.err) == (2, f"plandiff: error: {message}\n")
    refused = plandiff("--before", "nowhere", "new", "ref", folder=tmp_path)
    assert refused.err == "plandiff: error: --before: nowhere is not a directory; new is\n"
    compare(tmp_path, "--save", "run.json")
    saved = plandiff("--before", "old", "run.json", folder=tmp_path)
    assert saved.err == ("plandiff: error: --before has no effect on saved results; leave it out\n")


@pytest.mark.slow
async def test_enter_opens_three_sides(tmp_path: Path) -> None:
    folder = write_folders(tmp_path)
    sides = (str(folder / "new"), str(folder / "ref"), "--before", str(folder / "old"))
    async with batch_viewer(*sides) as view:
        await view.press("G", "enter")
        await view.until(lambda: "1 repaired" in view.lines()[0])
        await view.until(lambda: "✓ " in view.text)
        assert "was (at y)" in view.text
        await view.press("escape", "g")
        assert "0.778 →" in view.text
        assert "2 repaired, 1 broken, 2 left" in view.text
        await view.press("enter")
        await view.until(lambda: "1 broken, 2 still wrong" in view.lines()[0])
        await view.press("escape")
        assert "2 repaired, 1 broken, 2 left" in view.text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(33)
async def test_how_it_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(write_folders(tmp_path))
    async with batch_viewer("new", "ref", "--before", "old", size=SIZES[0]) as view:
        drawn = await pictures(view, "batch-before")
        check_golden(Path(__file__).parent / "goldens" / "screens" / "batch-before.txt", drawn)

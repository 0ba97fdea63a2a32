"""In which domain and problem a learned plan is executed as it was, and that folders say of each
pair what its own review says."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.three_way.items import Outcome
from plancore.report.domain.review import DomainReview
from plancore.report.headline import plain_headlines
from plancore.report.threeway.review import ChangeReview, ThreeWayReview
from plancore.stop import NEVER
from plandiff.batch.command import read_request
from plandiff.batch.comparing import compare_pair, inputs_of, pair_options
from plandiff.compare import compare, paths_of, plans_of
from plandiff.options import parse
from planfiles.reviews import judge, judge_three_way
from support.batch_viewer import batch_viewer
from support.judged import LEARNED, PLANS, PROBLEM, REFERENCE
from support.plandiff_run import Run, plandiff

OTHER_PROBLEM = PROBLEM.replace("(at x)", "(at x) (open x) (open y) (lit)")
"""In this one more plans can be executed."""
SIDES = ("old", "new", "ref")
TEXTS = {"old": PLANS["evening.plan"], "new": PLANS["dark.plan"], "ref": PLANS["day.plan"]}


def write_sides(folder: Path, beside: Mapping[str, Mapping[str, str]]) -> Path:
    """A plan on each side, and what stands `beside` it."""
    for side in SIDES:
        home = folder / side / "k"
        home.mkdir(parents=True)
        (home / "p.plan").write_text(TEXTS[side])
        for name, text in beside.get(side, {}).items():
            if text:
                (home / name).write_text(text)
    return folder


def of_folders(folder: Path) -> dict[str, Any]:
    """What folders say of the plan."""
    run = plandiff("--before", *SIDES, "--format", "json", folder=folder)
    pairs = {pair["pair"]: pair for pair in json.loads(run.out)["pairs"]}
    before: dict[str, Any] = pairs["k/p.plan"]["before"]
    return before


def of_files(folder: Path, *options: str) -> Run:
    return plandiff("--before", *(f"{side}/k/p.plan" for side in SIDES), *options, folder=folder)


def notes(folder: Path) -> list[str]:
    data = json.loads(of_files(folder, "--format", "json").out)
    return [note["message"] for note in data["notes"]]


KITCHEN = {"d.pddl": LEARNED, "p.pddl": PROBLEM}


@pytest.mark.slow
def test_a_plan_as_it_was_is_executed_where_the_learned_plan_is(tmp_path: Path) -> None:
    folder = write_sides(tmp_path, {"new": KITCHEN})
    assert of_folders(folder)["figures"]["valid"] == 0
    assert "the plan was invalid, and is valid" in of_files(folder).out
    assert notes(folder) == []


@pytest.mark.slow
def test_a_problem_of_its_own_is_taken_and_told(tmp_path: Path) -> None:
    old = {"d.pddl": LEARNED, "p.pddl": OTHER_PROBLEM}
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": old})
    said = "executed in old/k/d.pddl and old/k/p.pddl, now in new/k/d.pddl and new/k/p.pddl"
    before = of_folders(folder)
    assert (before["figures"]["valid"], before["note"]) == (1, said)
    assert "the plan was and is valid" in of_files(folder).out
    assert notes(folder) == [f"old/k/p.plan: {said}"]
    assert said in plandiff("--before", *SIDES, folder=folder).out


def test_the_same_problem_again_is_not_worth_a_word(tmp_path: Path) -> None:
    copy = {"d.pddl": f"; again\n{LEARNED}", "p.pddl": f"{PROBLEM}; again\n"}
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": copy})
    assert (of_folders(folder)["note"], notes(folder)) == ("", [])


def test_a_problem_of_its_own_without_a_domain_is_executed_in_the_same_domain(
    tmp_path: Path,
) -> None:
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": {"p.pddl": OTHER_PROBLEM}})
    before = of_folders(folder)
    assert before["figures"]["valid"] == 1
    assert "executed in new/k/d.pddl and old/k/p.pddl" in before["note"]


def test_a_domain_of_its_own_alone_is_none_of_its_problem(tmp_path: Path) -> None:
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": {"d.pddl": REFERENCE}})
    assert (of_folders(folder)["figures"]["valid"], notes(folder)) == (0, [])


def test_what_is_named_counts_for_all(tmp_path: Path) -> None:
    old = {"d.pddl": LEARNED, "p.pddl": OTHER_PROBLEM}
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": old})
    for named in (
        ("--domain", "new/k/d.pddl", "--problem", "new/k/p.pddl"),
        ("--problem", "new/k/p.pddl"),
    ):
        assert "the plan was invalid, and is valid" in of_files(folder, *named).out


@pytest.mark.parametrize("problem", ["(define (problem", "nonsense"])
def test_a_problem_that_cannot_be_used_is_none(tmp_path: Path, problem: str) -> None:
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": {"p.pddl": problem}})
    assert of_folders(folder)["figures"]["valid"] == of_figures(folder)["before"]["valid"]


def of_figures(folder: Path) -> dict[str, dict[str, float | None]]:
    figures: dict[str, Any] = json.loads(of_files(folder, "--format", "json").out)["figures"]
    return figures


@pytest.mark.slow
async def test_the_screen_says_it_too(tmp_path: Path) -> None:
    old = {"d.pddl": LEARNED, "p.pddl": OTHER_PROBLEM}
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": old})
    sides = ("new", "ref", "--before", "old")
    folders = [str(folder / side) if side in SIDES else side for side in sides]
    async with batch_viewer(*folders, "--filter", "plan", size=(200, 30)) as view:
        assert "before: executed in" in view.text
        await view.press("enter")
        await view.until(lambda: "the plan was and is valid" in view.text)
        await view.press("i")
        assert "p.plan: executed in" in view.text


_TEXTS = st.sampled_from(["", LEARNED, REFERENCE])
_PROBLEMS = st.sampled_from(["", PROBLEM, OTHER_PROBLEM, "(define (problem"])
_BESIDE = st.fixed_dictionaries({"d.pddl": _TEXTS, "p.pddl": _PROBLEMS})


@given(st.fixed_dictionaries({side: _BESIDE for side in SIDES}), st.sampled_from(["", "domain"]))
def test_folders_say_of_a_pair_what_its_review_says(
    beside: dict[str, dict[str, str]], named: str
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = write_sides(Path(name), beside)
        sides = [str(folder / side) for side in ("old", "new", "ref")]
        arguments = ["--before", *sides]
        if named and beside["new"]["d.pddl"]:
            arguments += ["--domain", str(folder / "new" / "k" / "d.pddl")]
        options = parse(arguments, {"PLANDIFF_CONFIG": ""})
        (pair,) = (pair for pair in read_request(options).pairs if pair.name == "k/p.plan")
        row = compare_pair(options, pair, NEVER)
        if row.status.value == "failed":
            return
        review = compare(inputs_of(pair, options), pair_options(options, pair.before))
        assert isinstance(review, ChangeReview)
        assert row.figures == plain_headlines(review.now)
        assert row.earlier is not None
        assert row.earlier.figures == plain_headlines(review.before)
        counts = review.outcomes
        assert (row.earlier.n_repaired, row.earlier.n_broken, row.earlier.n_left) == (
            counts[Outcome.REPAIRED],
            counts[Outcome.BROKEN],
            counts[Outcome.STILL_WRONG] + counts[Outcome.OTHERWISE_WRONG],
        )
        said = [note.message for note in review.notes if ": executed in" in note.message]
        assert said == ([f"{pair.before}: {row.earlier.note}"] if row.earlier.note else [])


def test_a_file_without_a_reference_was_like_nothing_either(tmp_path: Path) -> None:
    """What it would take to know how like it was is not there."""
    folder = write_sides(tmp_path, {"new": KITCHEN, "old": KITCHEN})
    run = plandiff("--before", *SIDES, "--format", "json", folder=folder)
    pairs = {pair["pair"]: pair for pair in json.loads(run.out)["pairs"]}
    assert pairs["k/d.pddl"]["figures"] == pairs["k/d.pddl"]["before"]["figures"]


@pytest.mark.parametrize("old", [LEARNED.replace("(lit)) ; a cook", ") ; a cook"), REFERENCE])
def test_plans_are_judged_by_the_domain_as_it_was_too(tmp_path: Path, old: str) -> None:
    """As on the screen of the pair; what stands beside the domains is what both are judged by."""
    for side, text in zip(SIDES, (old, LEARNED, REFERENCE), strict=True):
        (tmp_path / side).mkdir()
        (tmp_path / side / "d.pddl").write_text(text)
    for name, text in {"p.pddl": PROBLEM, **PLANS}.items():
        (tmp_path / "ref" / name).write_text(text)
    sides = [str(tmp_path / side) for side in SIDES]
    options = parse(["--before", *sides], {"PLANDIFF_CONFIG": ""})
    (pair,) = (pair for pair in read_request(options).pairs if pair.name == "d.pddl")
    row = compare_pair(options, pair, NEVER)
    inputs, alone = inputs_of(pair, options), pair_options(options, pair.before)
    review = compare(inputs, alone)
    assert isinstance(review, ThreeWayReview)
    judged = judge_three_way(review, paths_of(inputs), plans_of(alone))
    assert judged is not None
    assert row.figures == plain_headlines(judged.review.now)
    assert row.earlier is not None
    assert row.earlier.figures == plain_headlines(judged.review.before)
    assert row.earlier.figures["solved"] != row.figures["solved"]


def test_files_that_stand_in_for_others_are_judged_by_no_plans(tmp_path: Path) -> None:
    """git gives `difftool -d` folders with what has changed: what stands beside is not all."""
    for side, text in (("new", LEARNED), ("ref", REFERENCE)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "d.pddl").write_text(text)
    for name, text in {"p.pddl": PROBLEM, **PLANS}.items():
        (tmp_path / "ref" / name).write_text(text)
    sides = [str(tmp_path / side) for side in ("new", "ref")]
    options = parse(["--label", "", *sides], {"PLANDIFF_CONFIG": ""})
    (pair,) = (pair for pair in read_request(options).pairs if pair.name == "d.pddl")
    assert compare_pair(options, pair, NEVER).figures["solved"] is None
    inputs, alone = inputs_of(pair, options), pair_options(options)
    review = compare(inputs, alone)
    assert isinstance(review, DomainReview)
    assert judge(review, paths_of(inputs), plans_of(alone)) is None

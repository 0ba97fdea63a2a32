"""Heuristic domain equivalence by K*, beside a script that executes the same plans with sets."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from planeval import api
from planeval.suite.folder import OWN, own_problem

pytestmark = [pytest.mark.long, pytest.mark.needs("module:kstar_planner")]

Atoms = frozenset[str]
_ACTION = re.compile(
    r"\(:action (\S+)\s+:parameters \((.*?)\)\s+:precondition \(and (.*?)\)\s+"
    r":effect \(and (.*?)\)\)(?=\s*(?:\(:action|\)\s*$))",
    re.DOTALL,
)
_LITERAL = re.compile(r"\((?:not \()?[^()]+\)\)?")


class Schema(NamedTuple):
    """An action of the suite's domains: conjunctions of literals, as texts."""

    parameters: list[str]
    precondition: list[str]
    effect: list[str]


def _schemas(domain: str) -> dict[str, Schema]:
    return {
        name: Schema(re.findall(r"\?\S+", heads), _LITERAL.findall(pre), _LITERAL.findall(eff))
        for name, heads, pre, eff in _ACTION.findall(domain)
    }


def _atom(literal: str, values: dict[str, str]) -> str:
    words = literal.removeprefix("(not ").strip("()").split()
    return " ".join(values.get(word, word) for word in words)


def _is_valid(plan: list[str], domain: str, problem: str) -> bool:
    """Whether a plan leads from the initial state to the goal, executed with sets of texts."""
    schemas = _schemas(domain)
    init, goal = problem.split("(:init", 1)[1].split("(:goal (and")
    state = set(re.findall(r"\(([^()]+)\)", init))
    for step in plan:
        name, *arguments = step.strip("()").split()
        schema = schemas[name]
        values = dict(zip(schema.parameters, arguments, strict=True))
        for literal in schema.precondition:
            if (_atom(literal, values) in state) == literal.startswith("(not "):
                return False
        deleted = {_atom(each, values) for each in schema.effect if each.startswith("(not ")}
        added = {_atom(each, values) for each in schema.effect if not each.startswith("(not ")}
        state = (state - deleted) | added
    return set(re.findall(r"\(([^()]+)\)", goal)) <= state


def _plans(domain: Path, problem: Path, folder: Path) -> list[list[str]]:
    """The best plans by K*, run without our help."""
    spec = find_spec("kstar_planner")
    assert spec is not None
    assert spec.origin is not None
    (folder / "found_plans").mkdir(parents=True)
    command = [sys.executable, "-B", "-m", "kstar_planner.driver.main", "--build"]
    command += [str(Path(spec.origin).parent / "builds" / "release" / "bin")]
    command += ["--plan-file", "plan", str(domain), str(problem), "--search"]
    command += ["kstar(lmcut(transform=undo_to_origin()),k=100,dump_plan_files=true)"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    files = (folder / "found_plans").glob("plan.*")
    return [
        [line for line in path.read_text().splitlines() if line.startswith("(")] for path in files
    ]


def _mutant(domain: str, dice: Random) -> str:
    """The domain with up to two literals less; the same one in some cases."""
    for _ in range(dice.choice((0, 1, 1, 2))):
        places = [
            (match.start(3 + part) + found.start(), match.start(3 + part) + found.end())
            for match in _ACTION.finditer(domain)
            for part in (0, 1)
            for found in _LITERAL.finditer(match[3 + part])
        ]
        start, end = dice.choice(places)
        domain = domain[:start] + domain[end:]
    return domain


def test_classes_are_those_of_an_independent_script(tmp_path: Path) -> None:
    dice = Random(39)
    counts: dict[str, int] = {}
    for number in range(20):
        name = ("library", "tram", "relay", "canal")[number % 4]
        folder = tmp_path / str(number)
        folder.mkdir()
        reference = OWN[name].DOMAIN
        texts = {"reference": reference, "learned": _mutant(reference, dice)}
        problem_text = own_problem(name, 1 + number // 4, 39).problem
        problem = folder / "p.pddl"
        problem.write_text(problem_text)
        for side, text in texts.items():
            (folder / f"{side}.pddl").write_text(text)
        new, original = (
            _plans(folder / f"{side}.pddl", problem, folder / side)
            for side in ("learned", "reference")
        )
        if not original:
            expected = "undecided"
        elif not new:
            expected = "no plan"
        elif not all(_is_valid(plan, texts["reference"], problem_text) for plan in new):
            expected = "new plans fail"
        elif not all(_is_valid(plan, texts["learned"], problem_text) for plan in original):
            expected = "original plans fail"
        else:
            expected = "equivalent"
        result = api.solve(
            folder / "learned.pddl", folder / "reference.pddl", problem, planner="kstar"
        )
        assert result.data["metrics"]["domain_equivalence_class"] == expected, number
        assert list(result.data["equivalence"].values()) == [expected.replace(" ", "_")], number
        (solving,) = result.data["problems"]
        if new:
            assert len(solving["further"]) == len(new) - 1
        assert len(solving["with_reference"]["further"]) == max(len(original) - 1, 0)
        counts[expected] = counts.get(expected, 0) + 1
    assert {"equivalent", "new plans fail", "no plan"} <= set(counts), counts


def test_every_plan_of_the_reference_is_asked_for_in_a_benchmark() -> None:
    """SAM learns `library` from few walks so that all plans are valid in both domains."""
    result = api.benchmark(
        learner="sam", domains="library", trajectories=4, folds=2, planner="kstar"
    )
    rows = [row for row in result.data["rows"] if row["metric"] == "domain_equivalence"]
    assert [row["value"] for row in rows] == [1, 1]
    undecided = [r["value"] for r in result.data["rows"] if r["metric"] == "n_problems_undecided"]
    assert undecided == [0, 0]

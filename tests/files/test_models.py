"""Models read to execute plans in them: whatever is wrong with one is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from planfiles.models import Tell, load_domain, load_problem, read_file
from support.findings import errors

FOLDER = Path(__file__).parents[1] / "corpus" / "broken"
ACCEPTED = "undeclared constant"
"""What a domain takes for a constant a problem may declare."""


def test_errors_are_told_and_nothing_else() -> None:
    for path in sorted(FOLDER.glob("*.pddl")):
        file = read_file(str(path))
        loads: list[Callable[[str, Tell], object]] = [load_domain] if file.domain else []
        if file.problem:
            loads.append(load_problem)
        expected = [error for error in errors(file.text) if not error.message.startswith(ACCEPTED)]
        prose = {"foreign-sign", "text-outside-definition"}
        for load in loads:
            told: list[str] = []
            load(str(path), told.append)
            assert bool(told) == any(error.code not in prose for error in expected), path.name


def test_a_problem_is_looked_at_with_its_domain_and_no_other(tmp_path: Path) -> None:
    domain = "(define (domain d) (:predicates (p ?x)) (:action a :effect (p far)))"
    problem = "(define (problem one) (:domain d) (:objects {0}) (:init) (:goal (p {1})))"
    other = "(define (problem two) (:domain e) (:objects b) (:init (q b)) (:goal (q b)))"

    def told(text: str) -> list[str]:
        (tmp_path / "d.pddl").write_text(domain)
        (tmp_path / "p.pddl").write_text(text)
        found: list[str] = []
        load_problem(
            str(tmp_path / "p.pddl"), found.append, None, read_file(str(tmp_path / "d.pddl"))
        )
        return [text.partition(": ")[2] for text in found]

    assert told(problem.format("far", "far") + other) == []
    assert told(domain + problem.format("far", "far")) == []
    assert told(problem.format("near", "far") + other) == [
        "undeclared object `far`",
        "undeclared constant `far`",
    ]
    assert told(problem.format("near", "near")) == ["undeclared constant `far`"]

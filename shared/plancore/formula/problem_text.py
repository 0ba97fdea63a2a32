"""A problem as PDDL text: for programs that read files, when a problem was made and not read."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.formula.printing import formula_text, typed_list
from plancore.model.problem import Problem


def problem_text(problem: Problem) -> str:
    """`problem` in lower case, a fact on each line. What of it could not be read is not in it."""
    return "\n".join(_lines(problem)) + "\n"


def _lines(problem: Problem) -> Iterator[str]:
    yield f"(define (problem {problem.name}) (:domain {problem.domain_name})"
    if problem.requirements:
        yield f"(:requirements {' '.join(problem.requirements)})"
    if problem.objects:
        yield f"(:objects {typed_list(problem.objects)})"
    yield "(:init"
    yield from map(formula_text, problem.init)
    yield ")"
    yield f"(:goal {formula_text(problem.goal)})"
    if problem.constraints is not None:
        yield f"(:constraints {formula_text(problem.constraints)})"
    if problem.metric is not None:
        yield f"(:metric {problem.metric.direction} {formula_text(problem.metric.expression)})"
    yield ")"

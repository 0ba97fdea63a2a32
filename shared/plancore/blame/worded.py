"""Plans of the reference as plans of the learned domain, for who executes them there alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from plancore.blame.models import Models
from plancore.blame.undoing import Undoing
from plancore.compare.domains import DomainDiff
from plancore.model.problem import Problem
from plancore.simulate.cases import Case

_NO_WORDS: Final = "the learned domain has no words for it, or several"


def in_learned_words(diff: DomainDiff, cases: Iterable[Case]) -> Iterator[Case]:
    """`cases` with plans and problems in the words of the learned domain, where these are other
    words; at fault where they cannot be said in one way."""
    words = Models(diff.learned, Undoing(diff)).words
    problems: dict[int, tuple[Problem, str | None]] = {}
    for case in cases:
        if words is None:
            yield case
            continue
        if id(case.problem) not in problems:
            problems[id(case.problem)] = words.problem(case.problem)
        problem, lack = problems[id(case.problem)]
        plan = words.fixed(case.plan)
        if plan is None or lack is not None:
            yield replace(case, fault=case.fault or lack or _NO_WORDS)
        else:
            yield replace(case, plan=plan, problem=problem)

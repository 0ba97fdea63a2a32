"""The differences of two problems, the common source of all formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.compare.declarations import Declared
from plancore.compare.difference import DOMAIN, Difference
from plancore.compare.differences import problem_differences
from plancore.report.problem.review import ProblemReview


def differences(review: ProblemReview) -> Sequence[Difference]:
    """The domain's name and objects, then facts, goals, metric and constraints."""
    return problem_differences(review.diff)


def failing(_: ProblemReview) -> Sequence[Difference]:
    """None: problems are not executed."""
    return ()


def subjects(review: ProblemReview) -> Iterator[str]:
    """Everything that may differ: the domain's name, the objects, each part that a problem has."""
    yield DOMAIN
    yield f":{Declared.OBJECT.value}"
    yield from (part.part.value for part in review.diff.parts if part.n_equal or part.changes)

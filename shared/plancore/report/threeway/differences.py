"""The outcomes of a change, the common source of all formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.compare.difference import Difference
from plancore.report.domain.differences import subjects as subjects_of_domains
from plancore.report.plan.differences import failing as failing_now
from plancore.report.threeway.review import AnyReview


def differences(review: AnyReview) -> Sequence[Difference]:
    """Each item that is or was wrong, with its outcome; then renamed names."""
    return review.differences


def failing(review: AnyReview) -> Iterator[Difference]:
    """Why the current learned plan is invalid."""
    if review.now.kind == "plan":
        yield from failing_now(review.now)


def subjects(review: AnyReview) -> Iterator[str]:
    """Everything that may differ: each action of any side, each kind of declaration, each part."""
    groups = review.result.groups
    if review.kind == "change":
        yield from (group.name for group in groups)
        return
    names = (group.name for group in groups if group.is_action)
    sections = (f":{item.part}" for group in groups if not group.is_action for item in group.items)
    yield from dict.fromkeys((*names, *subjects_of_domains(review.now), *sections))

"""Which differences of a domain from its reference are to blame where a plan fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.blame.report import StoppingFailure
from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.ide.review.consequences import Consequences, step_span
from plancore.project import DomainLink, PlanSnapshot
from plancore.snapshot import FileSnapshot

_MOST_PLACES: Final = 3
"""How many differences are given related places."""


def with_blame(
    found: Iterable[Diagnostic], file: PlanSnapshot, known: Consequences, domain: DomainLink | None
) -> list[Diagnostic]:
    """The findings in a plan for `domain`: what tells of its failure, with the differences to blame
    for it, where the plan and the domain say what they said then."""
    stopped = known.stopped(file) if domain and known.asked.is_of(domain) else None
    places = list(_to_blame(known, stopped.first, domain.file)) if stopped and domain else []
    if stopped is None or not places:
        return list(found)
    return [
        replace(diagnostic, related=_joined(diagnostic.related, places))
        if tells_of(diagnostic, stopped.first, file)
        else diagnostic
        for diagnostic in found
    ]


def tells_of(found: Diagnostic, failure: StoppingFailure, file: PlanSnapshot) -> bool:
    """Whether a finding in a plan tells of this failure of it."""
    if failure.step is None:
        return found.code == "unreached-goal"
    start, end = step_span(file, failure.step)
    return found.severity is Severity.ERROR and start <= found.span.start < end


def _to_blame(
    known: Consequences, failure: StoppingFailure, file: FileSnapshot
) -> Iterator[Related]:
    """The places in the learned `file`."""
    numbers = dict.fromkeys(number for to_blame in failure.sets for number in to_blame)
    for number in [*numbers][:_MOST_PLACES]:
        difference = known.blame.consequences[number].difference
        place = difference.learned_place
        if place is not None and file.tree.holds(place.form):
            is_enough = (number,) in failure.sets
            others = "" if is_enough else "; with others it is to blame"
            message = f"{difference.message}{others}"
            yield Related(file.span(place), message, file.name)


def _joined(related: Sequence[Related], places: Iterable[Related]) -> tuple[Related, ...]:
    """Both, with one message for each place."""
    joined = {(place.file, place.span): place for place in related}
    for place in places:
        known = joined.get((place.file, place.span))
        message = f"{known.message}; {place.message}" if known else place.message
        joined[place.file, place.span] = place._replace(message=message)
    return tuple(joined.values())

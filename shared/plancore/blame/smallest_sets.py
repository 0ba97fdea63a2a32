"""The smallest sets of differences that do something to a plan, found by executing it.

A set that does not do it yet has suspects, one of which every larger set that does it must hold as
well; so sets grow by one suspect at a time, the smallest first, as in the trees of Reiter ("A
Theory of Diagnosis from First Principles", AIJ 1987). The first sets that do it are all of the
smallest ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from plancore.blame.models import UndoneModels
from plancore.blame.report import DifferenceSet
from plancore.blame.trial import Trial, is_repaired
from plancore.blame.undoing import NONE_UNDONE, Undone
from plancore.model.record import record
from plancore.simulate.trace import Trace, Verdict


@record
class SmallestSets:
    """The sets in the order of their numbers. Where `is_proved` is false the search was given up:
    the set, if there is one, is such that nothing can be left out of it."""

    sets: tuple[Undone, ...]
    is_proved: bool = True


class SetQuestion(NamedTuple):
    """What is asked of sets of differences.

    `does` executes the plan with a set; `suspects` are asked of sets that do not do it. `close`
    adds to a set what must be undone with it; `all` is the largest set.
    """

    does: Callable[[Undone], bool]
    suspects: Callable[[Undone], Undone]
    close: Callable[[Undone], Undone]
    all: Undone


def smallest_sets(question: SetQuestion, effort: int) -> SmallestSets:
    """The smallest sets that do it; `effort` bounds how many sets of two and more are tried."""
    by_size: dict[int, list[Undone]] = {0: [NONE_UNDONE]}
    seen = {NONE_UNDONE}
    while by_size:
        size = min(by_size)
        sets = sorted(by_size.pop(size), key=sorted)
        doing: list[Undone] = []
        for candidate in sets:
            if size > 1:
                effort -= 1
                if effort < 0:
                    return _shrunk(question)
            if question.does(candidate):
                doing.append(candidate)
                continue
            for number in sorted(question.suspects(candidate) - candidate):
                larger = question.close(candidate | {number})
                if larger not in seen:
                    seen.add(larger)
                    by_size.setdefault(len(larger), []).append(larger)
        if doing:
            return SmallestSets(tuple(doing))
    return SmallestSets(())


def _shrunk(question: SetQuestion) -> SmallestSets:
    """A set that does it and from which nothing can be left out, if all together do it."""
    current = question.all
    if not question.does(current):
        return SmallestSets((), is_proved=False)
    smaller: Undone | None = current
    while smaller is not None:
        current = smaller
        tried = (_without(number, current, question) for number in sorted(current, reverse=True))
        smaller = next(filter(question.does, tried), None)
    return SmallestSets((current,), is_proved=False)


def _without(number: int, numbers: Undone, question: SetQuestion) -> Undone:
    """The set without a difference and those that require it."""
    return frozenset(m for m in numbers if number not in question.close(frozenset((m,))))


def sets_to_blame(trial: Trial, models: UndoneModels, undone: Undone, effort: int) -> SmallestSets:
    """The smallest sets that mend the failure of a plan with `undone`."""
    failed = trial.run(undone)

    def run(numbers: Undone) -> Trace:
        return trial.run(undone | numbers, undone)

    return smallest_sets(
        SetQuestion(
            does=lambda numbers: is_repaired(failed, run(numbers)),
            suspects=lambda numbers: trial.suspects(run(numbers)) - undone,
            close=lambda numbers: models.close(undone | numbers) - undone,
            all=trial.relevant - undone,
        ),
        effort,
    )


def sets_without(trial: Trial, models: UndoneModels, effort: int) -> SmallestSets:
    """The smallest sets without which a plan that is valid is not."""

    def fails(numbers: Undone) -> bool:
        verdict = trial.run(numbers, NONE_UNDONE).verdict
        return verdict in (Verdict.INVALID, Verdict.MALFORMED)

    candidates = trial.tightening
    everything = models.close(candidates)
    return smallest_sets(SetQuestion(fails, lambda _: candidates, models.close, everything), effort)


def numbered(found: SmallestSets) -> tuple[DifferenceSet, ...]:
    """The sets as numbers in order."""
    return tuple(tuple(sorted(numbers)) for numbers in found.sets)

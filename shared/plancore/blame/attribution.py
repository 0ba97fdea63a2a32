"""Execute plans in two models and attribute different outcomes to differences.

Finds the smallest sets of differences that have some effect on a plan, by executing it. A set
without the effect has suspects: every superset with the effect contains at least one of them. So
sets grow by one suspect at a time, the smallest first, as in the hitting-set trees of Reiter ("A
Theory of Diagnosis from First Principles", AIJ 1987). The first sets with the effect are all of the
smallest ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from plancore.blame.exercise import Tallies, coverage_of
from plancore.blame.report import (
    Blame,
    Consequence,
    DifferenceSet,
    FalseCondition,
    PlanLetThrough,
    PlanNote,
    StoppedPlan,
    StoppingFailure,
)
from plancore.blame.trial import VALID, Trial, UndoneModels, UndoneTasks, is_repaired, progress
from plancore.blame.undoing import NONE_UNDONE, Undoing, Undone
from plancore.compare.domains import DomainDiff
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.model.domain import Action, Domain
from plancore.model.plan import GroundAction
from plancore.model.problem import Case, Problem, other_domain
from plancore.model.record import record
from plancore.phrases import SIDES
from plancore.simulate.execute import execute_stepwise
from plancore.simulate.explain import (
    CauseKind,
    ConditionReport,
    false_conditions,
    false_goals,
    reason_text,
    why,
)
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint, SpentError

EFFORT: Final = 300
"""Default maximum number of sets of two and more differences that are tried for one failure."""


def attribute(
    models: DomainDiff | Domain,
    cases: Sequence[Case],
    effort: int = EFFORT,
    checkpoint: Checkpoint = NEVER,
) -> Blame:
    """What the differences of a learned domain from its reference do to plans.

    Without a reference, for a domain alone, plans are meant to be valid unless it is said of them
    that they are not, and failures are explained without differences. What is wrong with plans is
    told in notes. When `checkpoint` raises SpentError, the plans that are left are undecided.
    """
    attribution = _Attribution(models, effort, checkpoint)
    order = _by_problem(cases)
    for count, number in enumerate(order):
        try:
            checkpoint(count, "plan")
            attribution.judge(number, cases[number])
        except SpentError:
            attribution.give_up(order[count:], cases)
            break
    return attribution.result(cases)


def _by_problem(cases: Sequence[Case]) -> list[int]:
    """The indices of the cases, grouped by problem."""
    first: dict[int, int] = {}
    for number, case in enumerate(cases):
        first.setdefault(id(case.problem), number)
    return sorted(range(len(cases)), key=lambda number: first[id(cases[number].problem)])


class _Attribution:
    """Judges plans one by one."""

    def __init__(self, models: DomainDiff | Domain, effort: int, checkpoint: Checkpoint) -> None:
        self._diff = models if isinstance(models, DomainDiff) else None
        self._undoing = None if self._diff is None else Undoing(self._diff)
        learned = models.learned if isinstance(models, DomainDiff) else models
        self._models = UndoneModels(learned, self._undoing)
        self._effort, self._checkpoint = effort, checkpoint
        self._problem: Problem | None = None
        self._stopped: list[StoppedPlan] = []
        self._let_through: list[PlanLetThrough] = []
        self._undecided: list[PlanNote] = []
        self._notes: list[PlanNote] = []
        self._valid_without: Counter[int] = Counter()
        self._unsure: set[int] = set()
        self._meant: dict[int, bool] = {}
        self._n_agreeing = 0
        self._n_untranslated = 0

    def judge(self, number: int, case: Case) -> None:
        undecided = partial(self._note, self._undecided, number, case)
        if case.fault is not None:
            return undecided(case.fault)
        if case.problem is not self._problem:
            self._enter(case.problem)
        theirs = self._in_reference(case)
        meant = case.meant
        if meant is None and theirs is not None:
            if theirs.verdict is Verdict.UNDECIDED:
                return undecided(f"in {SIDES.the_reference}: {theirs.reason}")
            meant = theirs.verdict is Verdict.VALID
        trial = Trial(self._tasks, case.plan, self._checkpoint)
        ours = trial.base
        if ours.verdict is Verdict.UNDECIDED:
            return undecided(f"in the {SIDES.learned} domain: {ours.reason}")
        if self._tasks.lack is not None:
            self._n_untranslated += 1
            return undecided(self._tasks.lack)
        is_meant, is_valid = meant is not False, ours.verdict is Verdict.VALID
        remark = self._remark(case, theirs)
        if is_meant and not is_valid:
            self._stop(number, case, trial, remark)
        elif is_valid and not is_meant:
            self._let(number, case, trial, theirs)
        self._meant[number] = is_meant
        self._n_agreeing += is_valid is is_meant
        # The reason of the reference for rejecting an accepted plan is recorded with it.
        if remark is not None and (is_meant or not is_valid or case.meant is False):
            self._note(self._notes, number, case, remark)
        return None

    def give_up(self, numbers: Iterable[int], cases: Sequence[Case]) -> None:
        """Record plans that the limit leaves unexecuted."""
        for number in numbers:
            self._note(self._undecided, number, cases[number], "not executed: limit reached")

    def _enter(self, problem: Problem) -> None:
        self._problem = problem
        self._tasks = UndoneTasks(self._models, problem)
        self._reference = None if self._diff is None else Task(self._diff.reference, problem)

    def _in_reference(self, case: Case) -> Trace | None:
        if self._reference is None:
            return None
        return execute_stepwise(self._reference, case.plan, checkpoint=self._checkpoint)

    def _remark(self, case: Case, theirs: Trace | None) -> str | None:
        """A peculiarity of a plan, if any."""
        if theirs is not None and theirs.verdict is not Verdict.VALID and case.meant is not False:
            step = theirs.failing_step
            where = "" if step is None else f" at step {step}"
            refused = f"not valid in {SIDES.the_reference}{where}: {why(theirs)}"
            return f"{refused}{self._other_domain(case)}"
        if theirs is not None and theirs.verdict is Verdict.VALID and case.meant is False:
            return f"valid in {SIDES.the_reference}, although expected to be invalid"
        return self._other_domain(case).removeprefix("; ") or None

    def _other_domain(self, case: Case) -> str:
        references = () if self._diff is None else (self._diff.reference,)
        told = other_domain(case.problem, self._models.learned, *references)
        return f"; {told}" if told else ""

    def _note(self, notes: list[PlanNote], number: int, case: Case, text: str) -> None:
        notes.append(PlanNote(number, case.name, text))

    def _stop(self, number: int, case: Case, trial: Trial, remark: str | None) -> None:
        failures, is_repaired, unsure = failures_of(trial, self._models, self._effort)
        self._stopped.append(StoppedPlan(number, case.name, failures, is_repaired, remark))
        self._unsure |= unsure
        for numbers in failures[0].sets:
            if len(numbers) == 1 and progress(trial.run(frozenset(numbers))) == VALID:
                self._valid_without[numbers[0]] += 1

    def _let(self, number: int, case: Case, trial: Trial, theirs: Trace | None) -> None:
        found = sets_without(trial, self._models, self._effort)
        if not found.is_proved:
            self._unsure |= trial.relevant
        is_refused = theirs is not None and theirs.verdict is not Verdict.VALID
        self._let_through.append(
            PlanLetThrough(
                number,
                case.name,
                theirs.failing_step if theirs is not None and is_refused else None,
                why(theirs) if theirs is not None and is_refused else None,
                numbered(found),
                found.is_proved,
            )
        )

    def result(self, cases: Sequence[Case]) -> Blame:
        """The results."""
        domain = self._models.learned if self._diff is None else self._diff.reference
        for found in (self._stopped, self._let_through, self._undecided, self._notes):
            found.sort(key=lambda item: item.case)
        return Blame(
            self._models.learned,
            self._diff,
            self._consequences(cases),
            tuple(map(self._meant.get, range(len(cases)))),
            self._n_agreeing,
            tuple(self._stopped),
            tuple(self._let_through),
            tuple(self._undecided),
            tuple(self._notes),
            coverage_of(domain, cases),
            self._n_untranslated,
        )

    def _consequences(self, cases: Sequence[Case]) -> tuple[Consequence, ...]:
        if self._undoing is None:
            return ()
        tallies = Tallies(self._undoing)
        tallies.count_cases(cases, {note.case for note in self._undecided})
        for stopped in self._stopped:
            tallies.count_stopped(stopped)
        for plan in self._let_through:
            tallies.count_let_through(plan)
        return tallies.consequences(self._valid_without, self._unsure)


def failures_of(
    trial: Trial, models: UndoneModels, effort: int
) -> tuple[tuple[StoppingFailure, ...], bool, Undone]:
    """The failures of an invalid plan, whether it is valid with the first sets to blame for each
    undone, and the differences that unfinished searches considered."""
    failures: list[StoppingFailure] = []
    undone, unsure = NONE_UNDONE, NONE_UNDONE
    trace = trial.base
    while progress(trace) != VALID:
        found = sets_to_blame(trial, models, undone, effort)
        failures.append(_failure(trace, models, found))
        if not found.is_proved:
            unsure |= trial.relevant
        if not found.sets:
            return tuple(failures), False, unsure
        undone |= found.sets[0]
        trace = trial.run(undone)
    return tuple(failures), True, unsure


def _failure(trace: Trace, models: UndoneModels, found: SmallestSets) -> StoppingFailure:
    step = trace.failing_step
    action: GroundAction | None = None
    if trace.malformed:
        action = trace.malformed[0].action
    elif trace.failure is not None:
        action = trace.failure.action
    reports = false_conditions(trace) or (false_goals(trace) if trace.unreached else [])
    schema = None if action is None else models.learned.action(action.name)
    if trace.verdict is Verdict.UNDECIDED and not trace.malformed:
        step = len(trace.states) + 1 if len(trace.states) < len(trace.plan) else None
    return StoppingFailure(
        step,
        action,
        trace.failing_time,
        why(trace) or "",
        tuple(_condition(report, schema, action) for report in reports),
        numbered(found),
        found.is_proved,
    )


def _condition(
    report: ConditionReport, schema: Action | None, action: GroundAction | None
) -> FalseCondition:
    element = _written(report, schema, action)
    return FalseCondition(
        report.text,
        "" if element is None else element.text,
        None if element is None else element.place,
        reason_text(report),
        report.cause.step if report.cause.kind is CauseKind.UNDONE else None,
    )


def _written(
    report: ConditionReport, schema: Action | None, action: GroundAction | None
) -> Element | None:
    """The element of the learned action that a false literal is an instance of."""
    literal = report.literal
    if literal is None or schema is None or action is None:
        return None
    objects = {f"?{number}": name for number, name in enumerate(action.args)}
    for element in canonical_action(schema).precondition.values():
        atom = (element.predicate, *(objects.get(arg, arg) for arg in element.args))
        if atom == literal.atom and element.positive is literal.positive:
            return element
    return None


@record
class SmallestSets:
    """The smallest sets, in order of their numbers. If `is_proved` is false, the search was given
    up, and the set, if any, is minimal: no difference can be removed from it."""

    sets: tuple[Undone, ...]
    is_proved: bool = True


class SetQuestion(NamedTuple):
    """The property of sets of differences that is searched for. `does` executes the plan with a set
    and tests the property; `suspects` is called with sets that lack it. `close` adds the
    differences that must be undone with a set; `all` is the largest set."""

    does: Callable[[Undone], bool]
    suspects: Callable[[Undone], Undone]
    close: Callable[[Undone], Undone]
    all: Undone


def smallest_sets(question: SetQuestion, effort: int) -> SmallestSets:
    """The smallest sets with the property; `effort` limits how many sets above one are tried."""
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
    """A minimal set with the property, if the largest set has it."""
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
    """The smallest sets that fix the failure of a plan with `undone`."""
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
    """The smallest sets whose undoing makes a valid plan invalid."""

    def fails(numbers: Undone) -> bool:
        verdict = trial.run(numbers, NONE_UNDONE).verdict
        return verdict in (Verdict.INVALID, Verdict.MALFORMED)

    candidates = trial.tightening
    everything = models.close(candidates)
    return smallest_sets(SetQuestion(fails, lambda _: candidates, models.close, everything), effort)


def numbered(found: SmallestSets) -> tuple[DifferenceSet, ...]:
    """The sets as sorted numbers."""
    return tuple(tuple(sorted(numbers)) for numbers in found.sets)

"""Effects of differences on plans, found by executing plans with and without them.

Every plan is executed in both models. A plan that is meant to be valid (stated, or valid in the
reference) but is invalid in the learned model is **rejected** (`stopped`). A plan that is meant to
be invalid but is valid in the learned model is **accepted** (`let_through`). A plan that cannot be
judged in one of the models is **undecided** and counts nowhere else.

A difference is **undone** in a copy of the learned model that has the reference's version of it;
likewise a set of differences. Effects are never inferred: plans are executed in the copy.

The **first failure** of a plan is its first inapplicable step, or else its end (the goal or a
constraint). A set of differences **fixes** it if, with the set undone, all steps up to and
including this one are applicable; a failure at the end, if the plan is valid. The **sets to blame**
for a failure are the smallest sets that fix it.

Steps count from 1, in text order. The end of a plan is step None. In a plan with times its moments
count in place of steps: a failure is fixed if more of them can be executed. A step of such a plan
that is not an instance of an action is its first failure, since nothing of the plan is executed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from plancore.compare.difference import NO_EFFECT, UNTESTED, Difference
from plancore.compare.domains import DomainDiff
from plancore.model.domain import Domain
from plancore.model.plan import GroundAction
from plancore.model.record import record
from plancore.phrases import SIDES, count_of
from plancore.syntax.nodes import Place

DifferenceSet = tuple[int, ...]
"""Numbers of differences, in ascending order."""


@record
class PlanStep:
    """A step of a plan; `case` is the index of the plan among the cases, from 0."""

    case: int
    plan: str
    step: int | None


@record
class Consequence:
    """The effects of one difference, as numbers of plans.

    `exercised`: plans with a step of the difference's action. For a declaration, plans with a step
    of an action that mentions it in either model, also through axioms; with an argument of its type
    or a subtype; or with a goal that mentions it. No plan exercises requirements, every plan
    constraints.

    `stops_alone`: rejected plans whose first failure is fixed by undoing this difference alone.
    `stops_together`: rejected plans whose first failure no single difference fixes, with this one
    in a set to blame for it. `stops_later`: rejected plans with this difference in no set to blame
    for the first failure, but in one for a later failure, where each earlier failure is fixed by
    undoing the first of its sets to blame. `valid_without`: plans of `stops_alone` that become
    valid.

    `lets_through`: accepted plans that become invalid when this difference alone is undone.
    `lets_through_together`: accepted plans for which no single difference does that, with this one
    in one of the smallest sets that do.

    `undecided`: exercised plans that could not be judged, so the effect on them is not known.

    `first` is the first plan of `stops_alone` and `stops_together`, in order of the cases, with its
    failing step. If `is_proved` is false, the search for the smallest sets was given up for a plan
    that this difference may affect: `stops_together`, `stops_later` and `lets_through_together` are
    what was found by then.
    """

    difference: Difference
    exercised: int = 0
    stops_alone: int = 0
    stops_together: int = 0
    stops_later: int = 0
    valid_without: int = 0
    lets_through: int = 0
    lets_through_together: int = 0
    first: PlanStep | None = None
    is_proved: bool = True
    undecided: int = 0

    @property
    def stops(self) -> int:
        """Number of plans it rejects, alone or together with others, now or later."""
        return self.stops_first + self.stops_later

    @property
    def stops_first(self) -> int:
        """Number of plans it rejects at their first failure, alone or together with others."""
        return self.stops_alone + self.stops_together

    @property
    def lets(self) -> int:
        """Number of plans it accepts, alone or together with others."""
        return self.lets_through + self.lets_through_together

    @property
    def matters(self) -> bool:
        """Whether it changes the outcome of any plan."""
        return bool(self.stops or self.lets)

    @property
    def is_untested(self) -> bool:
        """Whether no plan exercises it."""
        return not self.exercised


@record
class FalseCondition:
    """A false condition of a failing step, or of the goal.

    `text` is ground. `written` is the literal of the learned action that it is an instance of, with
    its `place` in the learned file; empty and None for a goal, or if there is none. `cause` states
    in words why it is false; `step` is the earlier step that made it false, None if there is none.
    """

    text: str
    written: str
    place: Place | None
    cause: str
    step: int | None


@record
class StoppingFailure:
    """One failure of a plan, and the differences to blame for it.

    `sets` are all sets to blame, in order of their numbers; empty if no set of differences fixes
    the failure, or without a reference. If `is_smallest` is false, the search was given up, and the
    one set is minimal: no difference can be removed from it.

    `action` is the step as executed in the learned model; None at the end of a plan. `time` is set
    for plans with times.
    """

    step: int | None
    action: GroundAction | None
    time: Fraction | None
    reason: str
    conditions: tuple[FalseCondition, ...]
    sets: tuple[DifferenceSet, ...] = ()
    is_smallest: bool = True


@record
class StoppedPlan:
    """A plan that is meant to be valid but is not.

    `failures` are its first failure and the later ones, each found with the first sets to blame of
    all earlier ones undone. `is_repaired` is whether the plan is valid after the last of them; if
    not, the last failure has no sets to blame. `remark` has peculiarities of the plan, such as that
    the reference rejects it too.
    """

    case: int
    plan: str
    failures: tuple[StoppingFailure, ...]
    is_repaired: bool
    remark: str | None = None

    @property
    def first(self) -> StoppingFailure:
        """The first failure of the plan, in the learned model as it is."""
        return self.failures[0]


@record
class PlanLetThrough:
    """A plan that is meant to be invalid but is valid. `reason` is why the reference rejects it, at
    step `step` (None: the end), if it does. `sets` are the smallest sets of differences without
    which the plan is invalid."""

    case: int
    plan: str
    step: int | None
    reason: str | None
    sets: tuple[DifferenceSet, ...] = ()
    is_smallest: bool = True


@record
class PlanNote:
    """A remark on a plan: why it could not be judged, or a peculiarity."""

    case: int
    plan: str
    text: str


@record
class ActionCoverage:
    """The number of plans with a step of an action, and of elements (literals, or larger formulas
    that are compared as a whole) in its precondition, effect and duration."""

    action: str
    n_elements: int
    n_plans: int


@record
class PlanCoverage:
    """The actions of the reference (without one, of the learned domain), in order. Plans with a
    step of an action exercise all of its elements."""

    actions: tuple[ActionCoverage, ...]

    @property
    def n_elements(self) -> int:
        """Number of elements of all actions."""
        return sum(action.n_elements for action in self.actions)

    @property
    def n_exercised(self) -> int:
        """Number of elements that some plan exercises."""
        return sum(action.n_elements for action in self.actions if action.n_plans)


@record
class Blame:
    """Effects of differences on plans. Without a reference `diff` is None, and there are no
    differences.

    `consequences` are in order of the differences. `meant` is whether each case is meant to be
    valid, None if it could not be judged; `n_agreeing` counts the cases that are as expected.
    `undecided` are the plans that could not be judged; `notes` are remarks on plans, such as that
    one is valid in neither model. If names differ, plans are translated step by step, up to the
    first step that fails or has no counterpart; `n_untranslated` undecided plans have a goal that
    cannot be expressed in the learned domain.
    """

    learned: Domain
    diff: DomainDiff | None
    consequences: tuple[Consequence, ...]
    meant: tuple[bool | None, ...]
    n_agreeing: int
    stopped: tuple[StoppedPlan, ...]
    let_through: tuple[PlanLetThrough, ...]
    undecided: tuple[PlanNote, ...]
    notes: tuple[PlanNote, ...]
    coverage: PlanCoverage
    n_untranslated: int = 0

    @property
    def is_translated(self) -> bool:
        """Whether plans are translated to the learned domain, by the comparison's name mapping."""
        return self.diff is not None and not self.diff.correspondence.is_identity

    @property
    def n_judged(self) -> int:
        """Number of plans that were executed and judged."""
        return sum(is_meant is not None for is_meant in self.meant)

    @property
    def n_plans(self) -> int:
        """Number of plans."""
        return len(self.meant)

    @property
    def n_meant(self) -> int:
        """Number of judged plans that are meant to be valid."""
        return sum(is_meant is True for is_meant in self.meant)

    @property
    def untested(self) -> tuple[Difference, ...]:
        """The differences that no plan exercises."""
        return tuple(c.difference for c in self.consequences if c.is_untested)

    @property
    def stopped_by_none(self) -> tuple[StoppedPlan, ...]:
        """The plans whose first failure remains with all undone; empty without a reference."""
        return tuple(plan for plan in self.stopped if self.diff and not plan.first.sets)

    def stopped_by(self, numbers: Collection[int]) -> tuple[StoppedPlan, ...]:
        """The plans with one of these differences in a set to blame for the first failure."""
        return tuple(plan for plan in self.stopped if _meets(plan.first.sets, numbers))

    def stopped_later_by(self, numbers: Collection[int]) -> tuple[StoppedPlan, ...]:
        """The plans where one of these is to blame for a later failure, but not for the first."""
        return tuple(
            plan
            for plan in self.stopped
            if not _meets(plan.first.sets, numbers)
            and any(_meets(failure.sets, numbers) for failure in plan.failures[1:])
        )

    def let_through_by(self, numbers: Collection[int]) -> tuple[PlanLetThrough, ...]:
        """The accepted plans with one of these in a set without which they are invalid."""
        return tuple(plan for plan in self.let_through if _meets(plan.sets, numbers))

    def by_consequence(self) -> list[Consequence]:
        """The consequences, the most important first: by plans rejected, alone before together,
        rejected later, accepted; then exercised without effect, then untested."""
        return sorted(self.consequences, key=_weight, reverse=True)


def _meets(sets: Iterable[DifferenceSet], numbers: Collection[int]) -> bool:
    return any(number in numbers for to_blame in sets for number in to_blame)


def _weight(consequence: Consequence) -> tuple[int, ...]:
    return (
        consequence.stops_first,
        consequence.stops_alone,
        consequence.stops_later,
        consequence.lets_through,
        consequence.lets_through_together,
        consequence.exercised,
        -consequence.difference.number,
    )


# Effects on plans in one line, for editors, reports and the viewer


def consequence_text(consequence: Consequence, blame: Blame) -> str:
    """`rejects 14 of 40 valid plans, first kitchen-3.plan at step 5`."""
    said = list(_said(consequence, blame))
    if consequence.difference.obstacle is not None:
        said.append(f"cannot be undone: {consequence.difference.obstacle}")
    if not consequence.is_proved:
        said.append("search incomplete: it may affect more plans together with others")
    return "; ".join(said)


def short_text(
    blame: Blame, numbers: Collection[int], *, is_brief: bool = False, are_first: bool = False
) -> str:
    """The effect of these differences on plans:
    `rejects 14 of 40 valid plans, 2 of them together with others`; if `is_brief`,
    `rejects 14 of 40`. `are_first` if there are more plans than were executed."""
    rejected, accepted = blame.stopped_by(numbers), blame.let_through_by(numbers)
    later = () if rejected else blame.stopped_later_by(numbers)
    valid, invalid = _of_plans(blame, is_brief, are_first)
    then = "later" if is_brief else "once others are fixed"
    parts: list[str] = []
    for does, sets in (
        (f"rejects {len(rejected)} of {valid}", [plan.first.sets for plan in rejected]),
        (f"rejects {len(later)} of {valid} {then}", [()] * len(later)),
        (f"accepts {len(accepted)} of {invalid}", [plan.sets for plan in accepted]),
    ):
        if sets:
            has_others = not is_brief and any(sets)
            parts.append(f"{does}{_with_others(sets, numbers) if has_others else ''}")
    consequences = [blame.consequences[number] for number in numbers]
    if parts and not is_brief and not all(consequence.is_proved for consequence in consequences):
        parts.append("possibly more together with others")
    if all(consequence.is_untested for consequence in consequences):
        parts.append(UNTESTED)
    n_undecided = max(consequence.undecided for consequence in consequences)
    if not parts and n_undecided:
        return _not_known(n_undecided, blame)
    return "; ".join(parts) or NO_EFFECT


def _of_plans(blame: Blame, is_brief: bool = False, are_first: bool = False) -> tuple[str, str]:
    """The numbers of valid and invalid plans."""
    n_valid, n_invalid = blame.n_meant, blame.n_judged - blame.n_meant
    if is_brief:
        return str(n_valid), str(n_invalid)
    executed = " executed" if are_first else ""
    valid, invalid = count_of(n_valid, "valid plan"), count_of(n_invalid, "invalid plan")
    return f"{valid}{executed}", f"{invalid}{executed}"


def _with_others(sets: Sequence[Iterable[Sequence[int]]], numbers: Collection[int]) -> str:
    """The number of plans affected only together with other differences, by their sets to blame."""
    whole = {*numbers}
    n_more = sum(not any(whole.issuperset(one) for one in of_plan) for of_plan in sets)
    if not n_more:
        return ""
    others = "together with others"
    return f" {others}" if n_more == len(sets) else f", {n_more} of them {others}"


def with_consequences(
    differences: Iterable[Difference], blame: Blame, *, are_first: bool = False
) -> tuple[Difference, ...]:
    """The differences with their effects on the plans of `blame`, which uses the same numbers. A
    group of differences also has the effect of each of its parts."""
    ranks = {c.difference.number: rank for rank, c in enumerate(blame.by_consequence())}

    def with_consequence(difference: Difference) -> Difference:
        singles = difference.judged_singles
        numbers = [single.number for single in singles if single.number in ranks]
        if not numbers:
            return difference
        text = short_text(blame, numbers, are_first=are_first)
        rank = min(ranks[number] for number in numbers)
        parts = tuple(map(with_consequence, difference.parts))
        return replace(difference, consequence=text, rank=rank, parts=parts)

    return tuple(map(with_consequence, differences))


def plans_text(blame: Blame, n_stopped: int, n_let_through: int, *, is_brief: bool = False) -> str:
    """The numbers of plans that several differences together reject and accept; empty for none."""
    valid, invalid = _of_plans(blame, is_brief)
    said = [f"rejects {n_stopped} of {valid}"] if n_stopped else []
    said += [f"accepts {n_let_through} of {invalid}"] if n_let_through else []
    return "; ".join(said)


def wrong_plans_text(blame: Blame) -> str:
    """`14 of 15 valid plans rejected`, with the number that no difference explains, and the number
    accepted; empty if every plan is as expected. If the reference accepts no plan at all, that is
    stated instead."""
    if blame.diff is not None and blame.n_judged and not blame.n_meant and not blame.let_through:
        return f"0 of {count_of(blame.n_plans, 'plan')} valid in {SIDES.the_reference}"
    valid, invalid = _of_plans(blame)
    unexplained = len(blame.stopped_by_none)
    by_none = f" ({unexplained} not explained by any difference)" if unexplained else ""
    said = []
    if blame.stopped:
        said.append(f"{len(blame.stopped)} of {valid} rejected{by_none}")
    if blame.let_through:
        said.append(f"{len(blame.let_through)} of {invalid} accepted")
    return ", ".join(said)


def translated_text(blame: Blame) -> str:
    """`translated by the name mapping`; if that was not possible for all plans,
    `12 translated by the name mapping, 3 not translatable`; empty without translation."""
    if not blame.is_translated:
        return ""
    some = f"{blame.n_judged} " if blame.n_judged < blame.n_plans else ""
    rest = f", {blame.n_untranslated} not translatable" if blame.n_untranslated else ""
    return f"{some}translated by the name mapping{rest}"


def counts_text(blame: Blame) -> str:
    """`40 plans, translated by the name mapping: 26 as expected, 14 valid plans rejected`."""
    parts = [f"{blame.n_agreeing} as expected"]
    parts += [f"{count_of(len(blame.stopped), 'valid plan')} rejected"] if blame.stopped else []
    n_accepted = len(blame.let_through)
    parts += [f"{count_of(n_accepted, 'invalid plan')} accepted"] if n_accepted else []
    parts += [f"{len(blame.undecided)} undecided"] if blame.undecided else []
    plans = ", ".join(filter(None, (count_of(blame.n_plans, "plan"), translated_text(blame))))
    return f"{plans}: {', '.join(parts)}"


def _said(consequence: Consequence, blame: Blame) -> Iterator[str]:
    valid, invalid = _of_plans(blame)
    alone, together = consequence.stops_alone, consequence.stops_together
    if alone or together:
        yield f"{_does('rejects', alone, together, valid)}{_first(consequence)}"
    if consequence.valid_without:
        yield f"{consequence.valid_without} valid without it"
    if consequence.stops_later:
        yield f"rejects {consequence.stops_later} of {valid} once others are fixed"
    alone, together = consequence.lets_through, consequence.lets_through_together
    if alone or together:
        yield _does("accepts", alone, together, invalid)
    if consequence.undecided:
        yield _not_known(consequence.undecided, blame)
    elif not consequence.matters and not consequence.is_untested:
        yield f"{NO_EFFECT} on {consequence.exercised} of {count_of(blame.n_plans, 'plan')}"
    if consequence.is_untested:
        yield UNTESTED


def _not_known(n_undecided: int, blame: Blame) -> str:
    return f"not known for {n_undecided} of {count_of(blame.n_plans, 'plan')}"


def _does(verb: str, alone: int, together: int, plans: str) -> str:
    """`rejects 3 of 40 valid plans`, or with others."""
    if not together:
        return f"{verb} {alone} of {plans}"
    if not alone:
        return f"{verb} {together} of {plans} together with others"
    return f"{verb} {alone} of {plans}, and {together} more together with others"


def _first(consequence: Consequence) -> str:
    first = consequence.first
    if first is None:
        return ""
    return f", first {first.plan} at {'its end' if first.step is None else f'step {first.step}'}"

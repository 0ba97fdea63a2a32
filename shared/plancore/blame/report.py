"""What is known of differences once plans were executed with and without them.

Every plan is executed in both models. One that is meant to be valid (stated, or valid in the
reference) and is not valid in the learned model is **stopped**; one that is meant not to be and is
valid in the learned model is **let through**. A plan that could not be judged in either model is
**undecided** and counts nowhere else.

A difference is **undone** in a model that is the learned one but for this difference, where it says
what the reference says; so are sets of differences. Nothing is inferred of what such a model can
execute: it is executed there.

The **first failure** of a plan is its first step that cannot be executed, or else its end (the goal
or a constraint). It is **mended** by a set of differences when, with the set undone, all steps up
to and with this one can be executed; a failure at the end, when the plan is valid. The **sets to
blame** for a failure are the smallest ones that mend it.

Steps count from 1, in the order of the plan's text. The end of a plan is step None. In a plan with
times its moments count in place of steps: a failure is mended when more of them can be executed. A
step of it that is no instance of an action is its first failure, for nothing of it is executed.
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
"""Numbers of differences, ascending."""


@record
class PlanStep:
    """A step of a plan; `case` is the number of the plan among the cases, from 0."""

    case: int
    plan: str
    step: int | None


@record
class Consequence:
    """What one difference does. The counts are numbers of plans.

    `exercised`: they have a step of the difference's action; of a declaration, a step of an action
    that mentions it in either model, through axioms as well, or gets an object of its type or of
    one below, or a goal that mentions it. Nothing exercises requirements, everything constraints.

    `stops_alone`: stopped, and undoing this difference alone mends the first failure.
    `stops_together`: stopped, no single difference mends the first failure, and this one belongs
    to a set to blame for it. `stops_later`: stopped, it has no part in the first failure, but
    belongs to a set to blame for a later one, where each failure before is mended by undoing the
    first of its sets to blame as well. `valid_without`: of `stops_alone`, those that become valid.

    `lets_through`: let through, and not valid once this difference alone is undone.
    `lets_through_together`: let through, no single difference does that, and this one belongs to
    one of the smallest sets that do.

    `undecided`: exercised, and could not be judged, so that nothing is known of them.

    `first` is the first of the stopped plans of `stops_alone` and `stops_together`, in the order of
    the cases, with its failing step. Where `is_proved` is false, the search for the smallest sets
    was given up for a plan that this difference bears on: `stops_together`, `stops_later` and
    `lets_through_together` are what was found by then.
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
        """How many plans it stops, alone or together with others, now or later."""
        return self.stops_first + self.stops_later

    @property
    def stops_first(self) -> int:
        """How many plans it stops as they are, alone or together with others."""
        return self.stops_alone + self.stops_together

    @property
    def lets(self) -> int:
        """How many plans it lets through, alone or together with others."""
        return self.lets_through + self.lets_through_together

    @property
    def matters(self) -> bool:
        """Whether any plan ends otherwise because of it."""
        return bool(self.stops or self.lets)

    @property
    def is_untested(self) -> bool:
        """Whether no plan exercises it."""
        return not self.exercised


@record
class FalseCondition:
    """A condition of a failing step, or of the goal, that does not hold.

    `text` is ground. `written` is the literal of the learned action that it comes from, with its
    `place` in the learned file; empty and None for a goal, or where there is none. `cause` says in
    words what became of it; `step` is the earlier step that undid it, None where none did.
    """

    text: str
    written: str
    place: Place | None
    cause: str
    step: int | None


@record
class StoppingFailure:
    """One failure of a plan, and which differences are to blame.

    `sets` are all sets to blame, in the order of their numbers; none where no set of differences
    mends the failure, or there is no reference. Where `is_smallest` is false the search was given
    up, and the one set is such that nothing can be left out of it.

    `action` is the step as the learned model executes it; None at the end of a plan. `time` is set
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
    """A plan that is meant to be valid and is not.

    `failures` are its first failure and, each found with the first set to blame of all those before
    undone, the later ones. `is_repaired` says whether the plan is valid after the last of them: if
    not, the last failure has no sets to blame. `remark` says what is odd about the plan, such as
    that the reference does not accept it either.
    """

    case: int
    plan: str
    failures: tuple[StoppingFailure, ...]
    is_repaired: bool
    remark: str | None = None

    @property
    def first(self) -> StoppingFailure:
        """The failure of the plan in the learned model as it is."""
        return self.failures[0]


@record
class PlanLetThrough:
    """A plan that is meant not to be valid and is.

    `reason` says why the reference does not accept it, at its step `step` (None: the end), where
    there is a reference that does not. `sets` are the smallest sets of differences without which
    the plan is not valid.
    """

    case: int
    plan: str
    step: int | None
    reason: str | None
    sets: tuple[DifferenceSet, ...] = ()
    is_smallest: bool = True


@record
class PlanNote:
    """A remark on a plan: why it could not be judged, or what is odd about it."""

    case: int
    plan: str
    text: str


@record
class ActionCoverage:
    """How many plans have a step of an action, and how many elements (literals, or larger formulas
    that are compared as a whole) its precondition, effect and duration have."""

    action: str
    n_elements: int
    n_plans: int


@record
class PlanCoverage:
    """The actions of the reference, or without one of the learned domain, in their order. An
    element is exercised by the plans that have a step of its action."""

    actions: tuple[ActionCoverage, ...]

    @property
    def n_elements(self) -> int:
        """How many elements all actions have."""
        return sum(action.n_elements for action in self.actions)

    @property
    def n_exercised(self) -> int:
        """How many of them some plan exercises."""
        return sum(action.n_elements for action in self.actions if action.n_plans)


@record
class Blame:
    """What differences do to plans. `diff` is None without a reference, and then there are no
    differences.

    `consequences` are in the order of the differences. `meant` says of each case whether it is
    meant to be valid, None where it could not be judged; `n_agreeing` counts those that are as they
    are meant to be. `undecided` are the plans that could not be judged; `notes` say what is odd
    about plans, such as one that is valid in neither model. Where names differ plans are translated
    step by step, up to the first step that fails or has no counterpart; `n_untranslated` of the
    undecided ones are such whose goal has no words in the learned domain.
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
        """Whether plans are put into the learned domain's words, by the pairs of the comparison."""
        return self.diff is not None and not self.diff.correspondence.is_identity

    @property
    def n_judged(self) -> int:
        """How many plans were executed, and are not undecided."""
        return sum(is_meant is not None for is_meant in self.meant)

    @property
    def n_plans(self) -> int:
        """How many plans there are."""
        return len(self.meant)

    @property
    def n_meant(self) -> int:
        """How many of those that could be judged are meant to be valid."""
        return sum(is_meant is True for is_meant in self.meant)

    @property
    def untested(self) -> tuple[Difference, ...]:
        """The differences that no plan exercises."""
        return tuple(c.difference for c in self.consequences if c.is_untested)

    @property
    def stopped_by_none(self) -> tuple[StoppedPlan, ...]:
        """The plans whose first failure stays with all differences undone; none without a
        reference, where there are no differences."""
        return tuple(plan for plan in self.stopped if self.diff and not plan.first.sets)

    def stopped_by(self, numbers: Collection[int]) -> tuple[StoppedPlan, ...]:
        """The plans whose first failure is to be blamed on any of these differences, alone or
        together with others."""
        return tuple(plan for plan in self.stopped if _meets(plan.first.sets, numbers))

    def stopped_later_by(self, numbers: Collection[int]) -> tuple[StoppedPlan, ...]:
        """Those of which a later failure is to be blamed on them, and the first one is not."""
        return tuple(
            plan
            for plan in self.stopped
            if not _meets(plan.first.sets, numbers)
            and any(_meets(failure.sets, numbers) for failure in plan.failures[1:])
        )

    def let_through_by(self, numbers: Collection[int]) -> tuple[PlanLetThrough, ...]:
        """The plans that would not be valid without any of these differences, alone or together
        with others."""
        return tuple(plan for plan in self.let_through if _meets(plan.sets, numbers))

    def by_consequence(self) -> list[Consequence]:
        """The consequences with the weightiest first: plans stopped, alone before together, plans
        stopped later, let through; then those that plans exercise to no effect, then untested
        ones."""
        return sorted(self.consequences, key=_weight, reverse=True)


def _meets(sets: Iterable[DifferenceSet], numbers: Collection[int]) -> bool:
    """Whether one of the differences is in one of the sets."""
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


# What differences do to plans, in a line: the same in editors, reports and the viewer.


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
    """What these differences do to plans: `rejects 14 of 40 valid plans, 2 of them together with
    others`; `is_brief` for where there is little room: `rejects 14 of 40`. `are_first` where there
    are more plans than were executed."""
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
    """How many plans there are to reject, and how many to accept."""
    n_valid, n_invalid = blame.n_meant, blame.n_judged - blame.n_meant
    if is_brief:
        return str(n_valid), str(n_invalid)
    executed = " executed" if are_first else ""
    valid, invalid = count_of(n_valid, "valid plan"), count_of(n_invalid, "invalid plan")
    return f"{valid}{executed}", f"{invalid}{executed}"


def _with_others(sets: Sequence[Iterable[Sequence[int]]], numbers: Collection[int]) -> str:
    """How many of the plans it takes other differences for, by the sets to blame of each."""
    whole = {*numbers}
    n_more = sum(not any(whole.issuperset(one) for one in of_plan) for of_plan in sets)
    if not n_more:
        return ""
    others = "together with others"
    return f" {others}" if n_more == len(sets) else f", {n_more} of them {others}"


def with_consequences(
    differences: Iterable[Difference], blame: Blame, *, are_first: bool = False
) -> tuple[Difference, ...]:
    """The differences with what each does to the plans of `blame`, whose numbers are theirs; those
    that several single ones are, with what each of these does as well."""
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
    """How many plans several differences together reject and accept; empty for none."""
    valid, invalid = _of_plans(blame, is_brief)
    said = [f"rejects {n_stopped} of {valid}"] if n_stopped else []
    said += [f"accepts {n_let_through} of {invalid}"] if n_let_through else []
    return "; ".join(said)


def wrong_plans_text(blame: Blame, *, is_brief: bool = False) -> str:
    """`14 of 15 valid plans rejected`, or in brief `rejects 14 of 15`, how many of these no
    difference explains, and how many are accepted; empty where every plan is as expected. Where the
    reference accepts none of them it is not known what rejects plans: then that is said."""
    if blame.diff is not None and blame.n_judged and not blame.n_meant and not blame.let_through:
        return f"0 of {count_of(blame.n_plans, 'plan')} valid in {SIDES.the_reference}"
    valid, invalid = _of_plans(blame, is_brief)
    unexplained = len(blame.stopped_by_none)
    by_none = f" ({unexplained} not explained by any difference)" if unexplained else ""
    said = []
    if blame.stopped:
        rejected = f"{len(blame.stopped)} of {valid}"
        said.append(f"{f'rejects {rejected}' if is_brief else f'{rejected} rejected'}{by_none}")
    if blame.let_through:
        accepted = f"{len(blame.let_through)} of {invalid}"
        said.append(f"accepts {accepted}" if is_brief else f"{accepted} accepted")
    return ", ".join(said)


def translated_text(blame: Blame) -> str:
    """`translated by the name mapping`, of some of the plans `12 translated by the name mapping, 3
    not translatable`; empty where plans are executed in their own words."""
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

"""Count which plans exercise differences, and compute which differences a failure may depend on:
those that can change the failing condition in any model between the learned one and the one with
everything undone.

A condition depends on the names it mentions, on what axioms derive these from, and on the
conditions of conditional effects and the values of numeric effects that write them. Steps before
the failing one change such names through effects only: a false precondition there would be an
earlier failure. So two models fail alike (in that step, for that condition, or before) if they have
the same differences of the failing action undone, the same ones in effects of earlier actions on
these names, and the same declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from plancore.blame.report import (
    ActionCoverage,
    Consequence,
    PlanCoverage,
    PlanLetThrough,
    PlanStep,
    StoppedPlan,
)
from plancore.blame.undoing import DECLARED_AND_EXECUTED, Undoing
from plancore.compare.changes import ACTION, PARAMETERS, ChangeKind, Part
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.difference import Difference
from plancore.compare.domains import DomainDiff
from plancore.formula.canonical import canonical_action
from plancore.formula.printing import AS_WRITTEN, Naming
from plancore.memo import lazy
from plancore.model import formula as logic
from plancore.model.domain import Action, Domain, TypeHierarchy
from plancore.model.problem import Case

Mention = tuple[Declared, str]
"""A declared name, as the reference calls it."""


class ExercisedDifferences:
    """Determines which differences of a comparison a plan exercises."""

    def __init__(self, diff: DomainDiff, differences: tuple[Difference, ...]) -> None:
        naming = diff.correspondence.to_reference
        self._learned = _Mentions(diff.learned, naming)
        self._reference = _Mentions(diff.reference, AS_WRITTEN)
        self._numbers: dict[str, list[int]] = {}
        self._declared: dict[Mention, list[int]] = {}
        self._always: list[int] = []
        for difference in differences:
            change = difference.change
            if difference.action is not None:
                self._numbers.setdefault(difference.action, []).append(difference.number)
            elif isinstance(change, DeclarationChange):
                what = change.what
                if what is Declared.CONSTRAINTS:
                    self._always.append(difference.number)
                elif what is not Declared.REQUIREMENT:
                    kind = Declared.PREDICATE if what is Declared.AXIOM else what
                    self._declared.setdefault((kind, change.name), []).append(difference.number)
        self._actions = {action.name: action for action in diff.actions}
        self._of_actions: dict[str, frozenset[Mention]] = {}

    def by(self, case: Case) -> set[int]:
        """The numbers of the differences that a plan exercises."""
        exercised = set(self._always)
        names = {action.name for action in case.plan.actions}
        for name in names:
            exercised.update(self._numbers.get(name, ()))
        if self._declared:
            mentions = {m for name in names for m in self._mentions(name)}
            mentions.update(self._of_problem(case))
            for mention in mentions:
                exercised.update(self._declared.get(mention, ()))
        return exercised

    def _mentions(self, name: str) -> frozenset[Mention]:
        """The names that both versions of an action mention."""
        known = self._of_actions.get(name)
        if known is None:
            mentions: set[Mention] = set()
            action = self._actions.get(name)
            if action is not None and action.learned is not None:
                mentions |= self._learned.of_action(action.learned)
            if action is not None and action.reference is not None:
                mentions |= self._reference.of_action(action.reference)
            known = self._of_actions[name] = frozenset(mentions)
        return known

    def _of_problem(self, case: Case) -> Iterator[Mention]:
        """The names that the goal mentions, and the types of the objects that the plan uses."""
        for side in (self._learned, self._reference):
            yield from side.of_formula(case.problem.goal, AS_WRITTEN)
        used = {name for action in case.plan.actions for name in action.args}
        yield from ((Declared.CONSTANT, name) for name in used)
        named = (*self._reference.domain.constants, *case.problem.objects)
        for types in {each.types for each in named if each.name in used}:
            for side in (self._learned, self._reference):
                yield from side.types_above(types)


class _Mentions:
    """The names that formulas of one domain mention, as the reference calls them."""

    def __init__(self, domain: Domain, naming: Naming) -> None:
        self.domain = domain
        self._naming = naming
        self._constants = {constant.name for constant in domain.constants}
        self._functions = {function.name for function in domain.functions}

    def of_action(self, action: Action) -> set[Mention]:
        mentions = set(self._of_types(action.parameters, self._naming))
        for formula in (action.precondition, action.effect, action.duration):
            if formula is not None:
                mentions |= self.of_formula(formula, self._naming)
        return mentions

    def of_formula(self, formula: logic.Formula, naming: Naming) -> set[Mention]:
        """The names in a formula, also through axioms; `naming` maps them to the reference's."""
        mentions: set[Mention] = set()
        todo = [(formula, naming)]
        followed: set[str] = set()
        while todo:
            part, words = todo.pop()
            for name in names_in(part):
                is_function = name in self._functions
                named = words.functions if is_function else words.predicates
                kind = Declared.FUNCTION if is_function else Declared.PREDICATE
                known = named.get(name, name)
                mentions.add((kind, known))
                if known not in followed:
                    followed.add(known)
                    todo.extend((body, self._naming) for body in self._bodies.get(known, ()))
            for inner in logic.walk(part):
                if isinstance(inner, logic.Forall | logic.Exists):
                    mentions.update(self._of_types(inner.variables, words))
                for term in logic.operands(inner):
                    if isinstance(term, str):
                        mentions.add((Declared.CONSTANT, words.terms.get(term, term)))
        return mentions

    @lazy
    def _bodies(self) -> dict[str, list[logic.Formula]]:
        """The bodies of the axioms of each derived predicate."""
        bodies: dict[str, list[logic.Formula]] = {}
        for axiom in self.domain.axioms:
            name = self._naming.predicates.get(axiom.predicate, axiom.predicate)
            bodies.setdefault(name, []).append(axiom.body)
        return bodies

    def types_above(self, types: Iterable[str]) -> Iterator[Mention]:
        """Types and their supertypes in this domain, as the reference calls them."""
        above = self._hierarchy.above(tuple(self._own_types.get(name, name) for name in types))
        return ((Declared.TYPE, self._naming.types.get(name, name)) for name in above)

    @lazy
    def _own_types(self) -> dict[str, str]:
        return {theirs: ours for ours, theirs in self._naming.types.items()}

    @lazy
    def _hierarchy(self) -> TypeHierarchy:
        return self.domain.hierarchy

    def _of_types(self, names: Iterable[logic.TypedName], naming: Naming) -> Iterator[Mention]:
        for name in names:
            yield from self.types_above(naming.types.get(t, t) for t in name.types)


def coverage_of(domain: Domain, cases: Iterable[Case]) -> PlanCoverage:
    """The number of plans with a step of each action of `domain`."""
    counts: dict[str, int] = {}
    for case in cases:
        for name in {action.name for action in case.plan.actions}:
            counts[name] = counts.get(name, 0) + 1
    actions: dict[str, ActionCoverage] = {}
    for action in domain.actions:
        canonical = canonical_action(action)
        n_elements = sum(map(len, (canonical.precondition, canonical.effect, canonical.duration)))
        count = counts.get(action.name, 0)
        actions.setdefault(action.name, ActionCoverage(action.name, n_elements, count))
    return PlanCoverage(tuple(actions.values()))


class _Tally:
    """The counts of one difference, while plans are added."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference
        self.exercised = self.alone = self.together = self.later = 0
        self.lets_through = self.lets_through_together = self.undecided = 0
        self.first: PlanStep | None = None


class Tallies:
    """The counts of all differences; plans must be added in order of the cases."""

    def __init__(self, undoing: Undoing) -> None:
        self._tallies = [_Tally(difference) for difference in undoing.differences]
        self._exercise = ExercisedDifferences(undoing.diff, undoing.differences)

    def count_cases(self, cases: Iterable[Case], undecided: AbstractSet[int]) -> None:
        """Count the plans that exercise each difference; `undecided` are indices of others."""
        for count, case in enumerate(cases):
            for number in self._exercise.by(case):
                self._tallies[number].exercised += 1
                self._tallies[number].undecided += count in undecided

    def count_stopped(self, stopped: StoppedPlan) -> None:
        """Count a rejected plan for the differences to blame for its failures."""
        first = stopped.first
        now = {number for numbers in first.sets for number in numbers}
        is_single = any(len(numbers) == 1 for numbers in first.sets)
        for number in now:
            tally = self._tallies[number]
            tally.alone += is_single
            tally.together += not is_single
            if tally.first is None:
                tally.first = PlanStep(stopped.case, stopped.plan, first.step)
        later = {n for failure in stopped.failures[1:] for numbers in failure.sets for n in numbers}
        for number in later - now:
            self._tallies[number].later += 1

    def count_let_through(self, plan: PlanLetThrough) -> None:
        """Count an accepted plan for the differences that accept it."""
        is_single = any(len(numbers) == 1 for numbers in plan.sets)
        for number in {n for numbers in plan.sets for n in numbers}:
            self._tallies[number].lets_through += is_single
            self._tallies[number].lets_through_together += not is_single

    def consequences(
        self, valid_without: Mapping[int, int], unsure: AbstractSet[int]
    ) -> tuple[Consequence, ...]:
        """The final counts. `valid_without` has that count of each difference; `unsure` the
        differences of unfinished searches."""
        return tuple(
            Consequence(
                tally.difference,
                tally.exercised,
                tally.alone,
                tally.together,
                tally.later,
                valid_without.get(tally.difference.number, 0),
                tally.lets_through,
                tally.lets_through_together,
                tally.first,
                tally.difference.number not in unsure,
                tally.undecided,
            )
            for tally in self._tallies
        )


Names = frozenset[str]
_NOTHING: Names = frozenset()


class Relevance:
    """The differences of a comparison that affect given names."""

    def __init__(self, undoing: Undoing) -> None:
        self._undoing = undoing
        self._models = (undoing.diff.learned, undoing.domain(undoing.everything))
        self._sources = _sources(self._models)
        self._closed: dict[Names, Names] = {}
        self.of_action: dict[str, list[int]] = {}
        """The differences of each action that can be undone."""
        self._effects: list[tuple[int, str, Names]] = []
        self.declared: list[int] = []
        """The differences of declarations, which may affect anything."""
        self.loosening: set[int] = set()
        """The differences whose undoing only removes preconditions: no plan fails because of it."""
        for difference in undoing.differences:
            number, action = difference.number, difference.action
            if number not in undoing.closures:
                continue
            if action is not None:
                self.of_action.setdefault(action, []).append(number)
                if difference.part == Part.PRECONDITION and difference.kind is ChangeKind.EXTRA:
                    self.loosening.add(number)
                written = self._written(difference)
                if written:
                    self._effects.append((number, action, written))
            elif difference.part in DECLARED_AND_EXECUTED:
                self.declared.append(number)

    def condition_names(self, action: str) -> Names:
        """All names in the preconditions of a learned action with or without differences."""
        versions = (model.action(action) for model in self._models)
        return frozenset(n for a in versions if a is not None for n in names_in(a.precondition))

    def bearing_on(self, names: Names, before: Iterable[str]) -> Iterator[int]:
        """The differences of actions `before` whose effects may change a condition on `names`."""
        closed = self._closure(names)
        earlier = frozenset(before)
        for number, action, written in self._effects:
            if action in earlier and not written.isdisjoint(closed):
                yield number

    def _closure(self, names: Names) -> Names:
        closed = self._closed.get(names)
        if closed is None:
            reached, todo = set(names), list(names)
            while todo:
                for name in self._sources.get(todo.pop(), ()):
                    if name not in reached:
                        reached.add(name)
                        todo.append(name)
            closed = self._closed[names] = frozenset(reached)
        return closed

    def _written(self, difference: Difference) -> Names:
        """The names that the effects of an action write with or without a difference."""
        if difference.part == Part.EFFECT.value:
            formulas = self._undoing.formulas(difference)
            return frozenset(name for f in formulas for name, _ in _writes(f))
        if difference.part not in (ACTION, PARAMETERS):
            return _NOTHING
        diff = difference.diff
        assert diff is not None, "it is a difference of an action"
        name = diff.name if diff.learned is None else diff.learned.name
        versions = (model.action(name) for model in self._models)
        return frozenset(n for a in versions if a is not None for n, _ in _writes(a.effect))


def _sources(models: Iterable[Domain]) -> Mapping[str, set[str]]:
    """For each name the names that its derivation or its effects depend on."""
    sources: dict[str, set[str]] = {}
    for model in models:
        for axiom in model.axioms:
            sources.setdefault(axiom.predicate, set()).update(names_in(axiom.body))
        for action in model.actions:
            for name, reads in _writes(action.effect):
                if reads:
                    sources.setdefault(name, set()).update(reads)
    return sources


def _writes(effect: logic.Formula, reads: Names = _NOTHING) -> Iterator[tuple[str, Names]]:
    """The names that an effect writes, each with the names that its condition and value read."""
    match effect:
        case logic.And(parts):
            for part in parts:
                yield from _writes(part, reads)
        case logic.Forall(_, body) | logic.Timed(_, body):
            yield from _writes(body, reads)
        case logic.When(condition, body):
            yield from _writes(body, reads | names_in(condition))
        case logic.AtomicFormula(predicate) | logic.Not(logic.AtomicFormula(predicate)):
            yield predicate, reads
        case logic.Assign(_, target, value):
            yield target.name, reads | names_in_expression(value)
        case _:
            for name in names_in(effect):
                yield name, reads


def names_in(formula: logic.Formula) -> Names:
    """The predicates and functions that a formula mentions."""
    names: set[str] = set()
    for part in logic.walk(formula):
        if isinstance(part, logic.AtomicFormula):
            names.add(part.predicate)
        if isinstance(part, logic.AtomicFormula | logic.Comparison | logic.Assign):
            for operand in logic.operands(part):
                names |= names_in_expression(operand)
    return frozenset(names)


def names_in_expression(expression: logic.Expression) -> Names:
    """The functions that an expression mentions."""
    names: set[str] = set()
    stack: list[logic.Expression] = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, logic.FunctionTerm):
            names.add(part.name)
        if isinstance(part, logic.FunctionTerm | logic.Arithmetic):
            stack.extend(logic.operands(part))
    return frozenset(names)

"""Translate plans and problems of the reference to the learned domain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, TypeVar

from plancore.blame.undoing import NONE_UNDONE, Undoing, Undone
from plancore.compare.changes import ACTION, PARAMETERS
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    PAIR_OF,
    ActionPair,
    Pairs,
    Side,
    SymbolPair,
)
from plancore.correspondence.roles import Roles
from plancore.memo import lazy
from plancore.model.domain import Function, Predicate
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Case, Problem
from plancore.phrases import SIDES
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint
from plancore.translate.execution import TranslatedPlan, translated, translated_plan
from plancore.translate.translation import Translation

_Declared = TypeVar("_Declared", Predicate, Function)

_MOST_TRANSLATIONS: Final = 200
"""Maximum number of cached translations, one for each set of undone differences."""


def in_learned_vocabulary(diff: DomainDiff, cases: Iterable[Case]) -> Iterator[Case]:
    """`cases` translated for execution in the learned domain alone, if its names differ. Cases
    without a translation, or with several, get a fault."""
    if diff.correspondence.is_identity:
        yield from cases
        return
    to_learned = ToLearned(Undoing(diff))
    problems: dict[int, tuple[Problem, str | None]] = {}
    for case in cases:
        if id(case.problem) not in problems:
            problems[id(case.problem)] = to_learned.problem(case.problem)
        problem, lack = problems[id(case.problem)]
        plan = to_learned.fixed(case.plan)
        if plan is None or lack is not None:
            none = f"no counterpart in the {SIDES.learned} domain, or several"
            yield replace(case, fault=case.fault or lack or none)
        else:
            yield replace(case, plan=plan, problem=problem)


class ToLearned:
    """Translates from the reference to the learned domain with any set of differences undone."""

    def __init__(self, undoing: Undoing) -> None:
        self._undoing = undoing
        self._diff = undoing.diff
        self._translations: dict[Undone, Translation] = {}

    def problem(self, problem: Problem) -> tuple[Problem, str | None]:
        """The problem translated for any set of undone differences, and what could not be
        translated, None if nothing. Facts without a counterpart in the learned domain keep their
        reference names, for literals that undoing restores."""
        made = translated(problem, self._translation(NONE_UNDONE))
        lack = None if made.has_whole_goal else "part of the goal cannot be translated"
        if self._with_all_declared is None:
            return made.problem, lack
        facts = translated(problem, self._with_all_declared).problem.init
        return replace(made.problem, init=facts), lack

    def fixed(self, plan: Plan) -> Plan | None:
        """The translated plan, if it is the same for all sets of undone differences and in all
        states; else None."""
        steps: list[Step] = []
        for step in plan.steps:
            actions = tuple(filter(None, map(self._fixed, step.actions)))
            if len(actions) < len(step.actions):
                return None
            steps.append(replace(step, actions=actions))
        return replace(plan, steps=tuple(steps))

    def _fixed(self, action: GroundAction) -> GroundAction | None:
        translation = self._translation(NONE_UNDONE)
        counterparts = translation.actions.get(action.name, [])
        if action.name in self._reshaped or len(counterparts) != 1 or not self._fits(action):
            return None
        (counterpart,) = counterparts
        if None in counterpart.shape.places:
            return None
        args = counterpart.shape.of([*map(translation.object, action.args)])
        return GroundAction((counterpart.name, *args))

    def _fits(self, action: GroundAction) -> bool:
        schema = self._diff.reference.action(action.name)
        return schema is None or len(schema.parameters) == len(action.args)

    def plan(
        self, plan: Plan, undone: Undone, task: Task, checkpoint: Checkpoint = NEVER
    ) -> TranslatedPlan:
        """`plan` translated for `task`, whose domain is the learned one with `undone`, up to the
        first step that fails or cannot be translated."""
        fitting = takewhile(lambda step: all(map(self._fits, step.actions)), plan.steps)
        steps = tuple(fitting)
        translation = self._translation(undone)
        made = translated_plan(replace(plan, steps=steps), translation, task, checkpoint)
        if made.lack is None and len(steps) < len(plan) and len(made.plan) == len(steps):
            theirs = SIDES.the_reference
            lack = f"{plan.steps[len(steps)]} has more or fewer arguments than in {theirs}"
            return replace(made, lack=lack)
        return made

    @lazy
    def _reshaped(self) -> frozenset[str]:
        """The actions with differences in parameters or as a whole."""
        return frozenset(
            difference.action
            for difference in self._undoing.differences
            if difference.action is not None and difference.part in (ACTION, PARAMETERS)
        )

    @lazy
    def _pairs(self) -> Pairs:
        return _pairs_of(self._diff)

    @lazy
    def _with_all_declared(self) -> Translation | None:
        """The translation to the learned domain with all declarations that it lacks, if any."""
        learned, reference, pairs = self._diff.learned, self._diff.reference, self._pairs
        naming, known = self._diff.correspondence.to_learned, {*Roles(learned).symbols}

        def own(names: Iterable[_Declared], paired: Iterable[SymbolPair]) -> list[_Declared]:
            taken = {*known, *(pair.reference for pair in paired)}
            return [
                replace(each, parameters=tuple(map(naming.typed_name, each.parameters)))
                for each in names
                if each.name not in taken
            ]

        predicates = own(reference.predicates, pairs.predicates)
        functions = own(reference.functions, pairs.functions)
        if not predicates and not functions:
            return None
        learned = replace(
            learned,
            predicates=(*learned.predicates, *predicates),
            functions=(*learned.functions, *functions),
        )
        pairs = replace(
            pairs,
            predicates=(*pairs.predicates, *(SymbolPair(p.name, p.name) for p in predicates)),
            functions=(*pairs.functions, *(SymbolPair(f.name, f.name) for f in functions)),
        )
        return Translation(pairs, learned, reference, Side.REFERENCE)

    def _translation(self, undone: Undone) -> Translation:
        translation = self._translations.get(undone)
        if translation is None:
            if len(self._translations) >= _MOST_TRANSLATIONS:
                self._translations.clear()
            learned, reference = self._undoing.domain(undone), self._diff.reference
            translation = Translation(self._pairs, learned, reference, Side.REFERENCE)
            self._translations[undone] = translation
        return translation


def _pairs_of(diff: DomainDiff) -> Pairs:
    """The pairs of a comparison; those of actions have all parameters that undoing may restore."""
    pairs = diff.pairs if diff.pairs != NOTHING_STATED else _pairs_of_names(diff)
    actions: list[ActionPair] = []
    for action in diff.actions:
        shown = action.shown
        if shown.reference is None:
            continue
        terms = shown.to_learned.terms
        parameters = {terms.get(p.name, p.name): p.name for p in shown.reference.parameters}
        name = action.name if shown.learned is None else shown.learned.name
        actions.append(ActionPair(name, action.name, parameters=parameters))
    one_to_many = [pair for pair in pairs.actions if pair.is_one_to_many]
    return replace(pairs, actions=(*actions, *one_to_many))


def _pairs_of_names(diff: DomainDiff) -> Pairs:
    """A pair for each name of the learned domain that corresponds to one of the reference."""
    pairs: dict[str, Any] = {}
    for kind in ("predicates", "functions", "types", "constants"):
        theirs, renamed = names_of(diff.reference, kind), diff.correspondence.of(kind)
        both = ((name, renamed.get(name, name)) for name in names_of(diff.learned, kind))
        pairs[kind] = tuple(PAIR_OF[kind](*pair) for pair in both if pair[1] in theirs)
    return Pairs(**pairs)

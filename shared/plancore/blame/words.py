"""Plans and problems of the reference in the learned domain's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Final, TypeVar

from plancore.blame.undoing import NONE_UNDONE, Undoing, Undone
from plancore.compare.changes import ACTION, PARAMETERS
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
)
from plancore.correspondence.roles import Roles
from plancore.formula.naming import Naming
from plancore.memo import lazy
from plancore.model.domain import Function, Predicate
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Problem
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint
from plancore.translate.plans import TranslatedPlan, translated_plan
from plancore.translate.problems import translated
from plancore.translate.translation import Translation

_Declared = TypeVar("_Declared", Predicate, Function)

_MOST_WAYS: Final = 200
"""How many ways are kept."""


class Words:
    """The way from the reference to the learned domain, with any set of differences undone."""

    def __init__(self, undoing: Undoing) -> None:
        self._undoing = undoing
        self._ways: dict[Undone, Translation] = {}

    def problem(self, problem: Problem) -> tuple[Problem, str | None]:
        """A problem for the learned domain with any differences undone, and what of it could not be
        said, None if nothing.

        What the learned domain has no word for holds at first under the reference's own: literals
        that come back have it."""
        made = translated(problem, self._way(NONE_UNDONE))
        lack = None if made.has_whole_goal else "not all of the goal could be translated"
        if self._whole_way is None:
            return made.problem, lack
        facts = translated(problem, self._whole_way).problem.init
        return replace(made.problem, init=facts), lack

    def fixed(self, plan: Plan) -> Plan | None:
        """The plan where it is said in one way only, whatever is undone and whatever the state."""
        steps: list[Step] = []
        for step in plan.steps:
            actions = [self._fixed(action) for action in step.actions]
            said = tuple(action for action in actions if action is not None)
            if len(said) < len(actions):
                return None
            steps.append(replace(step, actions=said))
        return replace(plan, steps=tuple(steps))

    def _fixed(self, action: GroundAction) -> GroundAction | None:
        way = self._way(NONE_UNDONE)
        ways = way.actions.get(action.name, [])
        if action.name in self._reshaped or len(ways) != 1 or not self._fits(action):
            return None
        args = [way.object(action.args[k]) for k in ways[0].places if k is not None]
        if len(args) < len(ways[0].places):
            return None
        return GroundAction((ways[0].action.name, *args))

    def _fits(self, action: GroundAction) -> bool:
        schema = self._undoing.diff.reference.action(action.name)
        return schema is None or len(schema.parameters) == len(action.args)

    def plan(
        self, plan: Plan, undone: Undone, task: Task, checkpoint: Checkpoint = NEVER
    ) -> TranslatedPlan:
        """`plan` for `task`, whose domain is the learned one with `undone`, up to the first step
        that fails or has no words there."""
        fitting = takewhile(lambda step: all(map(self._fits, step.actions)), plan.steps)
        steps = tuple(fitting)
        made = translated_plan(replace(plan, steps=steps), self._way(undone), task, checkpoint)
        if made.lack is None and len(steps) < len(plan) and len(made.plan) == len(steps):
            lack = f"{plan.steps[len(steps)]} has another number of arguments than in the reference"
            return replace(made, lack=lack)
        return made

    @lazy
    def _reshaped(self) -> frozenset[str]:
        """The actions whose parameters differ, or that differ as a whole."""
        return frozenset(
            difference.action
            for difference in self._undoing.differences
            if difference.action is not None and difference.part in (ACTION, PARAMETERS)
        )

    @lazy
    def _pairs(self) -> Pairs:
        return _pairs_of(self._undoing.diff)

    @lazy
    def _whole_way(self) -> Translation | None:
        """The way to the learned domain with all that the reference alone declares; None where that
        is nothing."""
        diff = self._undoing.diff
        naming, known = diff.correspondence.to_learned, {*Roles(diff.learned).symbols}

        def own(names: Iterable[_Declared], paired: Iterable[SymbolPair]) -> list[_Declared]:
            said = {*known, *(pair.reference for pair in paired)}
            alone = (each for each in names if each.name not in said)
            return [replace(each, parameters=_renamed(each.parameters, naming)) for each in alone]

        predicates = own(diff.reference.predicates, self._pairs.predicates)
        functions = own(diff.reference.functions, self._pairs.functions)
        if not predicates and not functions:
            return None
        learned = replace(
            diff.learned,
            predicates=(*diff.learned.predicates, *predicates),
            functions=(*diff.learned.functions, *functions),
        )
        pairs = replace(
            self._pairs,
            predicates=(*self._pairs.predicates, *(SymbolPair(p.name, p.name) for p in predicates)),
            functions=(*self._pairs.functions, *(SymbolPair(f.name, f.name) for f in functions)),
        )
        return Translation(pairs, learned, diff.reference, Side.REFERENCE)

    def _way(self, undone: Undone) -> Translation:
        way = self._ways.get(undone)
        if way is None:
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            domain, reference = self._undoing.domain(undone), self._undoing.diff.reference
            way = self._ways[undone] = Translation(self._pairs, domain, reference, Side.REFERENCE)
        return way


def _renamed(names: Iterable[TypedName], naming: Naming) -> tuple[TypedName, ...]:
    return tuple(TypedName(each.name, naming.type_names(each.types)) for each in names)


def _pairs_of(diff: DomainDiff) -> Pairs:
    """The pairs of a comparison, those of actions with all parameters that undoing may bring."""
    pairs = diff.pairs if diff.pairs != NOTHING_STATED else _named_alike(diff)
    actions: list[ActionPair] = []
    for action in diff.actions:
        shown = action.shown
        if shown.reference is None:
            continue
        terms = shown.to_learned.terms
        parameters = {terms.get(p.name, p.name): p.name for p in shown.reference.parameters}
        name = action.name if shown.learned is None else shown.learned.name
        actions.append(ActionPair(name, action.name, parameters=parameters))
    covers = [pair for pair in pairs.actions if pair.is_cover]
    return replace(pairs, actions=(*actions, *covers))


def _named_alike(diff: DomainDiff) -> Pairs:
    """A pair for each name of the learned domain that stands for one of the reference."""
    names = diff.correspondence

    def listed(kind: str) -> list[tuple[str, str]]:
        theirs = names_of(diff.reference, kind)
        mapped = names.of(kind)
        own = ((name, mapped.get(name, name)) for name in names_of(diff.learned, kind))
        return [(mine, yours) for mine, yours in own if yours in theirs]

    return Pairs(
        predicates=tuple(SymbolPair(*pair) for pair in listed("predicates")),
        functions=tuple(SymbolPair(*pair) for pair in listed("functions")),
        types=tuple(NamePair(*pair) for pair in listed("types")),
        constants=tuple(NamePair(*pair) for pair in listed("constants")),
    )

"""The input and output of learners.

Input is a signature: types, constants, predicates, parameters of actions. What it lacks is taken
from the trajectories: without a domain everything is untyped; a domain without actions gets those
of the trajectories, each parameter with the least type of all its objects. Output is a domain with
its codec and remarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from plancore.codec.base import Codec
from plancore.model.domain import Action, ActionKind, Domain, Predicate, TypeNames
from plancore.model.formula import AtomicFormula, Not, TypedName, conjuncts
from plancore.model.plan import GroundAtom
from plancore.model.requirements import closure
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.simulate.atoms import show


class StepNumber(NamedTuple):
    """A transition: the indices of its trajectory and of the step in it, both from 0."""

    trajectory: int
    step: int


class UnlearnableError(Exception):
    """The learner cannot learn from the input; the message states why.

    `where` is the transition at fault, None if it is not a single one.
    """

    def __init__(self, message: str, where: StepNumber | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where


class UnlearnedAction(NamedTuple):
    """An action that the learned domain does not have, and why."""

    action: str
    reason: str


class Contradiction(NamedTuple):
    """Transitions that no model of the learned class can produce.

    `steps` is their number, `where` the first of them, `against` one that it contradicts; None if
    it contradicts the class of models itself.
    """

    action: str
    message: str
    steps: int
    where: StepNumber
    against: StepNumber | None = None


@dataclass(frozen=True, slots=True)
class LearnedModel:
    """A learned domain, in the order of its signature, else sorted by name."""

    learner: str
    """The name of the algorithm."""
    domain: Domain
    codec: Codec | None
    """Translates states, actions and goals of the reference to the learned domain; None if the
    input does not determine that."""
    n_trajectories: int
    n_transitions: int
    left_out: tuple[UnlearnedAction, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """Further remarks, a sentence each."""

    @property
    def is_clean(self) -> bool:
        """Whether no action is left out and the input has no contradictions."""
        return not self.left_out and not self.contradictions


UNNAMED: Final = "learned"
"""The default name of a learned domain."""
NO_NUMBERS: Final = "numeric effects are not learned; functions are declared but unused"
"""The remark on a signature with functions."""


def signature_of(domain: Domain | None, trajectories: Sequence[Trajectory]) -> Domain:
    """The signature of the domain that generated `trajectories`; its actions have no preconditions
    and effects.

    `domain` is the known part; its preconditions and effects are ignored. Raises UnlearnableError
    for trajectories that do not fit it, and for durative actions, processes and events.
    """
    if domain is None:
        domain = Domain(UNNAMED, predicates=_predicates(trajectories))
    for action in domain.actions:
        if action.kind is not ActionKind.ACTION:
            raise UnlearnableError(
                f"{action.name} is a {action.kind.value}; only plain actions are supported"
            )
    predicates = {predicate.name: predicate for predicate in reversed(domain.predicates)}
    actions = {action.name: action for action in reversed(domain.actions)}
    domain = replace(
        domain,
        predicates=tuple(reversed(predicates.values())),
        actions=tuple(Action(a.name, a.parameters) for a in reversed(actions.values())),
    )
    if not domain.actions:
        domain = replace(domain, actions=_actions(domain, trajectories))
    _check(domain, trajectories)
    return domain


def with_actions(signature: Domain, actions: Sequence[Action]) -> Domain:
    """The signature with learned actions, and without constraints, tasks and methods."""
    return replace(
        signature,
        requirements=_requirements(signature, actions),
        constraints=None,
        tasks=(),
        methods=(),
        kept=(),
        actions=tuple(actions),
    )


def _requirements(signature: Domain, actions: Sequence[Action]) -> tuple[str, ...]:
    """The requirements of the signature, and those that the learned actions need."""
    conditions = [part for action in actions for part in conjuncts(action.precondition)]
    negated = [part.body for part in conditions if isinstance(part, Not)]
    equal = [isinstance(body, AtomicFormula) and body.predicate == "=" for body in negated]
    needed = {
        ":strips": True,
        ":typing": bool(signature.types),
        ":negative-preconditions": bool(negated),
        ":equality": any(equal),
    }
    stated = closure(signature.requirements)
    added = [name for name, is_needed in needed.items() if is_needed and name not in stated]
    return (*dict.fromkeys(signature.requirements), *added)


def _predicates(trajectories: Iterable[Trajectory]) -> tuple[Predicate, ...]:
    arities: dict[str, int] = {}
    for trajectory in trajectories:
        for observation in trajectory.observations:
            for atom in observation.true | observation.unknown:
                arities.setdefault(atom[0], len(atom) - 1)
    return tuple(
        Predicate(name, parameters_of_arity(arity)) for name, arity in sorted(arities.items())
    )


def parameters_of_arity(arity: int) -> tuple[TypedName, ...]:
    """`?x1 ?x2 …`, without types."""
    return tuple(TypedName(f"?x{number}") for number in range(1, arity + 1))


def _actions(domain: Domain, trajectories: Iterable[Trajectory]) -> tuple[Action, ...]:
    """The actions of trajectories, sorted by name."""
    offered: dict[str, list[dict[TypeNames, None]]] = {}
    for trajectory in trajectories:
        objects = (*domain.constants, *typed_objects(trajectory, domain))
        types = {typed.name: typed.types for typed in objects}
        for name, *args in trajectory.actions:
            places = offered.setdefault(name, [{} for _ in args])
            for place, arg in zip(places, args, strict=False):
                place.setdefault(types[arg])
    return tuple(
        Action(
            name,
            tuple(
                TypedName(f"?x{number}", least_type(domain, list(types)))
                for number, types in enumerate(places, 1)
            ),
        )
        for name, places in sorted(offered.items())
    )


def least_type(domain: Domain, offered: Sequence[TypeNames]) -> TypeNames:
    """The least type that accepts all types in `offered`; empty if there is none, or if the domain
    has no types."""
    hierarchy = domain.hierarchy
    fitting = sorted(
        name for name in hierarchy.names if all(hierarchy.accepts((name,), o) for o in offered)
    )
    least = [name for name in fitting if all(hierarchy.is_subtype(name, of) for of in fitting)]
    return (least[0],) if least and domain.types else ()


def _check(domain: Domain, trajectories: Sequence[Trajectory]) -> None:
    """Raises UnlearnableError for undeclared names and wrong numbers of arguments."""
    actions = {action.name: len(action.parameters) for action in domain.actions}
    predicates = {predicate.name: len(predicate.parameters) for predicate in domain.predicates}
    for number, trajectory in enumerate(trajectories):
        known: frozenset[GroundAtom] = frozenset()
        for step, observation in enumerate(trajectory.observations):
            for atom in sorted((observation.true | observation.unknown) - known):
                check_atom("predicate", predicates, atom, StepNumber(number, step))
            known = observation.true
        for step, action in enumerate(trajectory.actions):
            check_atom("action", actions, action, StepNumber(number, step))


def check_atom(kind: str, arities: dict[str, int], atom: GroundAtom, where: StepNumber) -> None:
    """Raises UnlearnableError if `atom` is undeclared or has a wrong number of arguments."""
    arity = arities.get(atom[0])
    if arity is None:
        raise UnlearnableError(f"undeclared {kind} `{atom[0]}`: {show(atom)}", where)
    if arity != len(atom) - 1:
        raise UnlearnableError(
            f"the {kind} `{atom[0]}` has {arity} parameters, not {len(atom) - 1}: {show(atom)}",
            where,
        )

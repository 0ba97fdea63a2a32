"""SAM: safe action model learning (Stern and Juba, IJCAI 2017; Juba, Le and Stern, KR 2021).

Input are trajectories with complete states, and the signature of a domain: its types, predicates
and constants, and the parameters of its actions if they are known. Assuming *injective binding*,
that no two parameters of an action have the same object, a fact about the arguments of a step can
be lifted in only one way, and so

- a literal over the parameters is a precondition iff it held before every step of the action;
- a literal is an effect iff it became true in one of them.

Preconditions that cannot be excluded are kept, so every plan of the learned domain is a plan of the
domain that generated the trajectories, under the conditions below. Actions that were never observed
are not in the domain.

**Safety.** Let the trajectories be those of a domain whose preconditions and effects are
conjunctions of well-typed literals over parameters and constants, and let their states be complete.
Then every action that is applicable in the learned domain is applicable in the other one, with the
same outcome; provided that, if no trajectory has an atom of a predicate with a repeated object,
such as `(on a a)`, no state has one either.

**Compared with the authors' program** (n-sam 1.3.1, which AMLGym calls) it learns the same
literals, noise or not, if no step binds a parameter to a constant or two parameters to one object,
and no atom names an object twice, or `distinct` is set. The differences:

- Neither learns from a step that binds two parameters to one object. The program then drops
  `(not (= ?x ?y))` from the precondition, so its domain allows cases that nothing was learned
  about; here it is kept.
- The program lifts a parameter that is bound to a constant in both ways at once. To correct that,
  it removes in domains with constants each effect that a step of the action, except the first,
  contradicts: noise also removes effects, and the order of steps matters. Here such steps are
  ignored; `esam` learns from them what is certain.
- It requires `(not (= ?x ?y))` of parameters with equal types only; here of all that can be the
  same object.
- It leaves out literals with a repeated term even in effects.
- An action that was never observed gets a contradictory precondition; here it is left out and
  reported.
- Effects that trajectories contradict, for example because of noise, are in both domains, except
  those with constants; here they are also reported.

A lifted atom is a tuple like a ground one, `("on", "?x", "?y")`. Its arguments are the terms that
the declared types of the predicate accept. An atom with a repeated term, `("on", "?x", "?x")`, is
only used if trajectories have such an atom of the predicate: otherwise `(not (on ?x ?x))` in every
precondition would carry no information.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, Protocol, TypeAlias

from plancore.codec.base import Identity
from plancore.learn.learned import (
    NO_NUMBERS,
    Contradiction,
    LearnedModel,
    StepNumber,
    UnlearnableError,
    UnlearnedAction,
    signature_of,
    with_actions,
)
from plancore.model.domain import Action, Domain, Predicate, TypeHierarchy
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.simulate.atoms import Literal, UndecidedError, show
from plancore.simulate.successor import task_of, with_derived
from plancore.stop import NEVER, Checkpoint

# Evidence for preconditions and effects from the steps of one action


class SamEvidence:
    """The evidence of the steps of one action that bind injectively, added one by one.

    `always` and `never` are the lifted atoms that were true, or false, before each of them;
    `changes` maps each literal that became true to the first step that showed it; `unexplained` has
    the changes of atoms that match no literal of the action. Raises UnlearnableError as
    `lifted_atoms` does.
    """

    def __init__(
        self, action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
    ) -> None:
        vocabulary = lifted_atoms(action, domain, repeating)
        self._parameters = tuple(parameter.name for parameter in action.parameters)
        self._constants = tuple(constant.name for constant in domain.constants)
        self._order = {atom: number for number, atom in enumerate(vocabulary)}
        self._derived = frozenset(axiom.predicate for axiom in domain.axioms)
        self.always = self.never = vocabulary
        self.changes: dict[Literal, StepNumber] = {}
        self.unexplained: list[tuple[StepNumber, GroundAtom]] = []
        self.steps: list[StepNumber] = []
        self.bound_twice: list[StepNumber] = []

    @property
    def effects(self) -> tuple[Literal, ...]:
        """The effects, in order of predicates and terms."""
        return tuple(sorted(self.changes, key=lambda literal: self._order[literal.atom]))

    def binds_twice(self, args: Sequence[str]) -> bool:
        """Whether two parameters, or a parameter and a constant, are bound to one object."""
        return len({*args, *self._constants}) < len(args) + len(self._constants)

    def observe(
        self, where: StepNumber, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Add a step; one that does not bind injectively is recorded but not learned from."""
        if self.binds_twice(args):
            self.bound_twice.append(where)
            return
        objects = self.objects(args)
        self.steps.append(where)
        self.always = tuple([a for a in self.always if ground(a, objects) in before])
        self.never = tuple([a for a in self.never if ground(a, objects) not in before])
        terms = {name: term for term, name in objects.items()}
        for atom in sorted(before ^ after):
            if atom[0] in self._derived:
                continue
            lifted = (atom[0], *[terms.get(name, "") for name in atom[1:]])
            if lifted in self._order:
                self.changes.setdefault(Literal(lifted, atom in after), where)
            else:
                self.unexplained.append((where, atom))

    def objects(self, args: Sequence[str]) -> dict[str, str]:
        """Maps terms to objects."""
        objects = dict(zip(self._parameters, args, strict=True))
        objects.update(zip(self._constants, self._constants, strict=True))
        return objects


def ground(atom: LiftedAtom, objects: dict[str, str]) -> GroundAtom:
    """The ground atom of a lifted one, where `objects` maps terms to objects."""
    return (atom[0], *[objects[term] for term in atom[1:]])


NAME: Final = "SAM"


def learn_sam(
    domain: Domain | None,
    trajectories: Sequence[Trajectory],
    checkpoint: Checkpoint = NEVER,
    *,
    distinct: bool = False,
) -> LearnedModel:
    """Learn a domain from `trajectories`, in the language of `domain` (see `signature_of`).

    `distinct` means that no atom names an object twice: such atoms in trajectories are noise and
    ignored. Preconditions and effects in `domain` are ignored. Raises UnlearnableError for
    trajectories that do not fit it, and for states with unknown atoms.
    """
    signature = signature_of(domain, trajectories)
    states = complete_states(trajectories, signature)
    ignored = 0
    if distinct:
        states, ignored = without_repeating(states)
    repeating = repeating_shapes(states)
    evidence = {
        action.name: SamEvidence(action, signature, repeating) for action in signature.actions
    }
    done = observe_all(trajectories, states, evidence, checkpoint)
    return LearnedModel(
        NAME,
        _domain(signature, evidence),
        Identity(),
        len(trajectories),
        done,
        tuple(_left_out(evidence)),
        tuple(contradictions_of(trajectories, states, evidence, checkpoint)),
        tuple(_notes(signature, evidence, ignored)),
    )


def _domain(signature: Domain, evidence: Mapping[str, SamEvidence]) -> Domain:
    actions = tuple(
        _action(action, signature, evidence[action.name])
        for action in signature.actions
        if evidence[action.name].steps
    )
    return with_actions(signature, actions)


def _action(action: Action, signature: Domain, evidence: SamEvidence) -> Action:
    """The action; its literals are in order of predicates and terms, negative ones last."""
    condition: list[Formula] = [AtomicFormula(atom[0], atom[1:]) for atom in evidence.always]
    condition += [Not(AtomicFormula(atom[0], atom[1:])) for atom in evidence.never]
    condition += [Not(AtomicFormula("=", pair)) for pair in must_differ(action, signature)]
    adds = [AtomicFormula(atom[0], atom[1:]) for atom, adds in evidence.effects if adds]
    deletes = [Not(AtomicFormula(atom[0], atom[1:])) for atom, adds in evidence.effects if not adds]
    return replace(action, precondition=And(tuple(condition)), effect=And((*adds, *deletes)))


def _left_out(evidence: Mapping[str, SamEvidence]) -> Iterator[UnlearnedAction]:
    for name, of_action in evidence.items():
        if not of_action.steps:
            twice = "all its steps bind two parameters to one object"
            yield UnlearnedAction(name, twice if of_action.bound_twice else "not in any trajectory")


def _notes(signature: Domain, evidence: Mapping[str, SamEvidence], ignored: int) -> Iterator[str]:
    for name, of_action in evidence.items():
        if of_action.steps and of_action.bound_twice:
            total = len(of_action.steps) + len(of_action.bound_twice)
            yield (
                f"{name}: {len(of_action.bound_twice)} of {total} steps bind two parameters to "
                "one object and are ignored; the learned action excludes this"
            )
    if ignored:
        atoms = (
            "1 atom with a repeated object"
            if ignored == 1
            else f"{ignored} atoms with repeated objects"
        )
        yield f"{atoms} ignored as noise (--distinct)"
    if signature.functions:
        yield NO_NUMBERS


_OFTEN = 256


def contradictions_of(
    trajectories: Sequence[Trajectory],
    states: States,
    evidence: Mapping[str, SamEvidence],
    checkpoint: Checkpoint,
) -> Iterator[Contradiction]:
    """For each action: effects that another step does not have, with the first such step, and
    changes that match no literal over its parameters."""
    broken: dict[str, dict[Literal, list[StepNumber]]] = {}
    done = 0
    for name, of_action in evidence.items():
        for where in of_action.steps:
            if done % _OFTEN == 0:
                checkpoint(done, "checking")
            done += 1
            args = trajectories[where.trajectory].actions[where.step][1:]
            after = states[where.trajectory][where.step + 1]
            objects = of_action.objects(args)
            for change in of_action.changes:
                if (ground(change.atom, objects) in after) is not change.positive:
                    broken.setdefault(name, {}).setdefault(change, []).append(where)
    for name, of_action in evidence.items():
        for change, steps in sorted(broken.get(name, {}).items()):
            seen = of_action.changes[change]
            message = f"{change} follows some steps but not others"
            yield Contradiction(name, message, len(steps), steps[0], seen)
        if of_action.unexplained:
            where, atom = of_action.unexplained[0]
            message = f"{show(atom)} changes, but no literal over the parameters matches it"
            yield Contradiction(name, message, len(of_action.unexplained), where)


LiftedAtom: TypeAlias = tuple[str, ...]
Shape: TypeAlias = tuple[int, ...]
"""The equal arguments of an atom: for each argument the index of its first occurrence."""

MOST_LITERALS: Final = 200_000
"""Maximum number of atoms over the parameters of one action: nobody could read more."""


def shape_of(args: Sequence[str]) -> Shape:
    """`(0, 1, 0)` for the arguments of `(p a b a)`."""
    return tuple(map(args.index, args))


def repeating_shapes(states: States) -> dict[str, frozenset[Shape]]:
    """The shapes of atoms with repeated objects in any state, by predicate."""
    found: dict[str, set[Shape]] = {}
    for of_trajectory in states:
        before: StateAtoms = frozenset()
        for state in of_trajectory:
            # Atoms of the previous state have been examined.
            for atom in state - before:
                if len(atom) > 2 and len(set(atom[1:])) < len(atom) - 1:
                    found.setdefault(atom[0], set()).add(shape_of(atom[1:]))
            before = state
    return {predicate: frozenset(shapes) for predicate, shapes in found.items()}


def without_repeating(states: States) -> tuple[States, int]:
    """The states without atoms that have repeated objects, and the number of distinct atoms
    removed."""
    found = {
        atom
        for of_trajectory in states
        for atom in frozenset().union(*of_trajectory)
        if len(set(atom[1:])) < len(atom) - 1
    }
    if not found:
        return states, 0
    return [[state - found for state in of_trajectory] for of_trajectory in states], len(found)


def lifted_atoms(
    action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
) -> tuple[LiftedAtom, ...]:
    """Every atom over the parameters of `action` and the constants, in order of declarations.

    Raises UnlearnableError for more than `MOST_LITERALS`.
    """
    hierarchy = domain.hierarchy
    terms = (*action.parameters, *domain.constants)
    atoms: list[LiftedAtom] = []
    for predicate in domain.predicates:
        for args in _arguments(predicate, terms, hierarchy):
            shape = shape_of(args)
            if len(set(shape)) == len(shape) or shape in repeating.get(predicate.name, ()):
                atoms.append((predicate.name, *args))
                if len(atoms) > MOST_LITERALS:
                    raise UnlearnableError(
                        f"{action.name} has more than {MOST_LITERALS:,} literals over its "
                        "parameters and the constants"
                    )
    return tuple(dict.fromkeys(atoms))


def _arguments(
    predicate: Predicate, terms: Sequence[TypedName], hierarchy: TypeHierarchy
) -> Iterator[tuple[str, ...]]:
    choices = [
        [term.name for term in terms if hierarchy.accepts(parameter.types, term.types)]
        for parameter in predicate.parameters
    ]
    return product(*choices)


def must_differ(action: Action, domain: Domain) -> tuple[tuple[str, str], ...]:
    """The pairs of a parameter with a later one, or with a constant, that can be the same
    object."""
    hierarchy = domain.hierarchy
    parameters = action.parameters
    pairs = [
        (one.name, other.name)
        for number, one in enumerate(parameters)
        for other in parameters[number + 1 :]
        if hierarchy.overlaps(one.types, other.types)
    ]
    pairs += [
        (parameter.name, constant.name)
        for parameter in parameters
        for constant in domain.constants
        if hierarchy.accepts(parameter.types, constant.types)
    ]
    return tuple(pairs)


# The complete states of trajectories

States: TypeAlias = Sequence[Sequence[StateAtoms]]
"""The states of each trajectory, in order."""
_OBSERVED_OFTEN: Final = 256


class Observer(Protocol):
    """Learns from the steps of one action."""

    def observe(
        self, where: StepNumber, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Add a step."""


def complete_states(trajectories: Sequence[Trajectory], domain: Domain) -> States:
    """The states of all trajectories. Derived atoms are recomputed from the axioms of `domain`.

    Raises UnlearnableError for a state with unknown atoms, and for axioms that cannot be evaluated.
    """
    return [_of_one(number, each, domain) for number, each in enumerate(trajectories)]


def _of_one(number: int, trajectory: Trajectory, domain: Domain) -> Sequence[StateAtoms]:
    for step, observation in enumerate(trajectory.observations):
        if observation.unknown:
            atom = show(min(observation.unknown))
            raise UnlearnableError(
                f"SAM needs complete states, but {atom} is unknown",
                StepNumber(number, step),
            )
    states = [observation.true for observation in trajectory.observations]
    if not domain.axioms:
        return states
    task = task_of(domain, typed_objects(trajectory, domain))
    try:
        return [with_derived(task, state) for state in states]
    except UndecidedError as error:
        raise UnlearnableError(error.reason, StepNumber(number, 0)) from None


def observe_all(
    trajectories: Sequence[Trajectory],
    states: States,
    observers: Mapping[str, Observer],
    checkpoint: Checkpoint,
) -> int:
    """Pass every step to the observer of its action; returns the number of steps."""
    done = 0
    for number, trajectory in enumerate(trajectories):
        for step, (name, *args) in enumerate(trajectory.actions):
            if done % _OBSERVED_OFTEN == 0:
                checkpoint(done, "learning")
            done += 1
            before, after = states[number][step : step + 2]
            observers[name].observe(StepNumber(number, step), args, before, after)
    return done

"""Safe action model learning (Stern and Juba, IJCAI 2017; Juba, Le and Stern, KR 2021).

Input are trajectories whose states are complete, and the signature of a domain: its types,
predicates and constants, and the parameters of its actions where they are known. Under the
assumption of *injective binding*, that no two parameters of an action stand for one object, a fact
about the arguments of a step can be lifted in one way only, and so

- a literal over the parameters is a precondition iff it held before every step of the action;
- a literal is an effect iff it became true in one of them.

What cannot be excluded is a precondition, so every plan of the learned domain is one of the domain
that made the trajectories (`learner` says under which conditions). What was never observed is not
in the domain.

SAM: from trajectories with complete states to a domain whose plans can be trusted.

**Safety.** Let the trajectories be those of a domain whose actions have conjunctions of literals
over parameters and constants as preconditions and effects, each literal of the declared types, and
let the states be complete. Then whatever the learned domain can do in a state the other one can,
with the same outcome; provided that, where no trajectory has an atom of a predicate with one
object twice, such as `(on a a)`, no state has one either.

**Beside the authors' program** (n-sam 1.3.1, which AMLGym calls) it learns the same, literal by
literal, where no step binds a parameter to a constant, no step binds two parameters to one object,
and no atom names an object twice, or `distinct` says so; noise or not. It differs there:

- A step that binds two parameters to one object is learned from by neither. The program drops
  `(not (= ?x ?y))` from the precondition then, so that its domain allows what nothing was learned
  of; here it stays.
- A parameter that is bound to a constant the program takes for two readings at once. To take back
  what is wrong in that, it removes in domains with constants each effect that a step of the action,
  but the first one, contradicts: noise, too, removes effects, and the order of steps matters. Here
  such steps are not learned from; `esam` learns from them what is sure.
- It demands `(not (= ?x ?y))` of parameters with equal types only; here of all that can be one
  object.
- It leaves out literals with one term twice, also where they are effects.
- An action that was never observed gets a precondition that contradicts itself; here it is left
  out, and told.
- Effects that trajectories contradict, such as those of noise, are all in the domain of either,
  but for those with constants; here they are told as well.

Parameter-bound literals: what can be said of the parameters of an action and the constants.

A lifted atom is a tuple like a ground one, `("on", "?x", "?y")`. Predicates take the terms that
their declared types accept. An atom with one term twice, `("on", "?x", "?x")`, counts only where
trajectories have such an atom of the predicate: of the others `(not (on ?x ?x))` in every
precondition would say nothing that anybody can want to know.
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
from plancore.model.domain import Action, Domain, Predicate
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.model.types import TypeHierarchy
from plancore.simulate.atoms import Literal, UndecidedError, show
from plancore.simulate.successor import task_of, with_derived
from plancore.stop import NEVER, Checkpoint

# What the steps of one action say about its preconditions and effects.


class SamEvidence:
    """The steps of one action that bind injectively, taken in one after the other.

    `always` and `never` are the lifted atoms that were true, and false, before each of them;
    `changes` has each literal that became true with the first step that showed it, `unexplained`
    the changes of atoms that no literal of the action stands for. Raises
    UnlearnableError as `lifted_atoms` does.
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
        """The effects in the order of predicates and terms."""
        return tuple(sorted(self.changes, key=lambda literal: self._order[literal.atom]))

    def binds_twice(self, args: Sequence[str]) -> bool:
        """Whether two parameters, or a parameter and a constant, stand for one object."""
        return len({*args, *self._constants}) < len(args) + len(self._constants)

    def observe(
        self, where: StepNumber, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Take in a step; one that does not bind injectively is noted and not learned from."""
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
        """The object of each term."""
        objects = dict(zip(self._parameters, args, strict=True))
        objects.update(zip(self._constants, self._constants, strict=True))
        return objects


def ground(atom: LiftedAtom, objects: dict[str, str]) -> GroundAtom:
    """The ground atom that a lifted one is where the terms are `objects`."""
    return (atom[0], *[objects[term] for term in atom[1:]])


NAME: Final = "SAM"


def learn_sam(
    domain: Domain | None,
    trajectories: Sequence[Trajectory],
    checkpoint: Checkpoint = NEVER,
    *,
    distinct: bool = False,
) -> LearnedModel:
    """The domain that `trajectories` show, in the language of `domain` (see `signature_of`).

    `distinct` says that no atom names an object twice: what does so in the trajectories is noise
    then, and left out. Preconditions and effects in `domain` are not looked at. Raises
    UnlearnableError for trajectories that do not fit it, and for states of which something is not
    known.
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
    """The action, its literals in the order of predicates and terms, negative ones last."""
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
    """For each action: effects that a later or earlier step does not have, with the first such
    step, and changes that no literal over its parameters stands for."""
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
"""Which arguments of an atom are the same: for each the first position that it has."""

MOST_LITERALS: Final = 200_000
"""More atoms than this over the parameters of one action are refused: nobody could read them."""


def shape_of(args: Sequence[str]) -> Shape:
    """`(0, 1, 0)` for the arguments of `(p a b a)`."""
    return tuple(map(args.index, args))


def repeating_shapes(states: States) -> dict[str, frozenset[Shape]]:
    """By predicate the shapes of the atoms that name an object twice, in any state."""
    found: dict[str, set[Shape]] = {}
    for of_trajectory in states:
        before: StateAtoms = frozenset()
        for state in of_trajectory:
            # What held before has been looked at.
            for atom in state - before:
                if len(atom) > 2 and len(set(atom[1:])) < len(atom) - 1:
                    found.setdefault(atom[0], set()).add(shape_of(atom[1:]))
            before = state
    return {predicate: frozenset(shapes) for predicate, shapes in found.items()}


def without_repeating(states: States) -> tuple[States, int]:
    """The states without atoms that name an object twice; how many different ones there were."""
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
    """Every atom over the parameters of `action` and the constants, in the order of declarations.

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
    """The pairs of a parameter with a later one, or a constant, that may be one object."""
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


# The states of trajectories, each with all that is true in it.

States: TypeAlias = Sequence[Sequence[StateAtoms]]
"""For each trajectory the states in order."""
_OBSERVED_OFTEN: Final = 256


class Observer(Protocol):
    """What learns from the steps of one action."""

    def observe(
        self, where: StepNumber, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Take in a step."""


def complete_states(trajectories: Sequence[Trajectory], domain: Domain) -> States:
    """The states of all trajectories. What axioms of `domain` derive is derived anew.

    Raises UnlearnableError for a state of which something is not known, and for axioms that cannot
    be evaluated.
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
    """Show every step to the observer of its action. Gives the number of steps."""
    done = 0
    for number, trajectory in enumerate(trajectories):
        for step, (name, *args) in enumerate(trajectory.actions):
            if done % _OBSERVED_OFTEN == 0:
                checkpoint(done, "learning")
            done += 1
            before, after = states[number][step : step + 2]
            observers[name].observe(StepNumber(number, step), args, before, after)
    return done

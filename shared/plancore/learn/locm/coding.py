"""The codec of a model: definitions of its predicates in the reference's, and vice versa.

The model is learned from actions only. If states of runs are known as well, each of its predicates
gets a definition (`plancore.learn.definitions`) from the tracked states of objects and the states
of the reference. Each predicate of the reference gets one from encoded states, since these are what
is decoded. Actions keep their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.learn.definitions import FoundDefinition, OpenLiteral, Truth, condition_of, define
from plancore.learn.locm.model import LocmModel, lives_of
from plancore.model.domain import Domain, Predicate, TypeHierarchy
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.stop import Checkpoint

MOST_TUPLES: Final = 20_000
"""Maximum number of tuples of objects for learning one definition, and for encoding states; beyond
it states are sampled evenly."""
MOST_STATES: Final = 200
"""Maximum number of encoded states."""
MOST_OF_STATE: Final = 2_000
"""Maximum number of tuples sampled in one state, besides all examples."""


class _Pair(NamedTuple):
    """A state in the language to define, in the other one, and the objects known in both."""

    defined: StateAtoms
    told: StateAtoms
    objects: tuple[TypedName, ...]


class Coding(NamedTuple):
    """The codec of a model, and remarks on what it does not cover."""

    codec: StatePredicates
    notes: tuple[str, ...]


def coding_of(
    model: LocmModel,
    learned: Domain,
    reference: Domain,
    trajectories: Sequence[Trajectory],
    checkpoint: Checkpoint,
) -> Coding:
    """Learn definitions in both directions, from trajectories with known states. Only predicates
    that change in them are decoded: actions do not determine the others."""
    notes: list[str] = []

    def definitions(
        predicates: Sequence[Predicate], telling: Domain, pairs: Sequence[_Pair]
    ) -> Iterator[PredicateDefinition]:
        for number, predicate in enumerate(predicates):
            checkpoint(number, "predicates defined")
            found, definition = _define(predicate, telling, reference.hierarchy, pairs)
            notes.extend(_remarks(predicate.name, found))
            yield definition

    tracked = list(dict.fromkeys(_tracked(model, reference, trajectories)))
    encoding = list(definitions(learned.predicates, reference, tracked))
    encoder = StatePredicates(reference, learned, encoding, ())
    encoded = list(_encoded(encoder, learned, reference, trajectories, checkpoint))
    changing = _changing(trajectories)
    decoded = [p for p in reference.basic_predicates if p.name in changing]
    decoding = list(definitions(decoded, learned, encoded))
    static = sorted(p.name for p in reference.basic_predicates if p.name not in changing)
    if static:
        notes.append(
            f"not decoded because static: {', '.join(static)} (LOCM does not learn static "
            "preconditions)"
        )
    return Coding(StatePredicates(reference, learned, encoding, decoding), tuple(notes))


def _tracked(
    model: LocmModel, reference: Domain, trajectories: Sequence[Trajectory]
) -> Iterator[_Pair]:
    """The learned states and the reference's, with the tracked objects."""
    for trajectory in trajectories:
        tracked = track(model, trajectory.actions)
        known = frozenset(tracked.objects)
        objects = tuple(typed for typed in _objects(trajectory, reference) if typed.name in known)
        for learned, observation in zip(tracked.states, trajectory.observations, strict=True):
            yield _Pair(learned, observation.true, objects)


def _encoded(
    encoder: StatePredicates,
    learned: Domain,
    reference: Domain,
    trajectories: Sequence[Trajectory],
    checkpoint: Checkpoint,
) -> Iterator[_Pair]:
    """Sampled states of the reference and their encodings, with all objects."""
    hierarchy = reference.hierarchy
    arguments = [predicate.parameters for predicate in learned.predicates]
    states = {
        (observation.true, objects): None
        for trajectory in trajectories
        for objects in (_objects(trajectory, reference),)
        for observation in trajectory.observations
    }
    sizes = [
        prod(sum(hierarchy.accepts(p.types, typed.types) for typed in objects) for p in parameters)
        for _, objects in states
        for parameters in arguments
    ]
    every = max(1, -(-len(states) // MOST_STATES), -(-sum(sizes) // MOST_TUPLES))
    for number, (state, objects) in enumerate(list(states)[::every]):
        checkpoint(number, "encoding states")
        yield _Pair(state, encoder.with_objects(objects).encode_state(state), objects)


def _objects(trajectory: Trajectory, reference: Domain) -> tuple[TypedName, ...]:
    return (*reference.constants, *typed_objects(trajectory, reference))


def _changing(trajectories: Sequence[Trajectory]) -> frozenset[str]:
    """The predicates of atoms that change in some step."""
    return frozenset(
        atom[0]
        for trajectory in trajectories
        for step in trajectory.transitions()
        for atom in step.before.true ^ step.after.true
    )


def _define(
    predicate: Predicate, telling: Domain, hierarchy: TypeHierarchy, pairs: Sequence[_Pair]
) -> tuple[FoundDefinition, PredicateDefinition]:
    """Define `predicate` over the predicates of `telling`; both languages have the same types."""
    literals = list(_literals(predicate, telling, hierarchy))
    examples, counterexamples = [0] * len(literals), [0] * len(literals)
    n_examples = n_counterexamples = 0
    for pair, tuples in _sampled(predicate, hierarchy, pairs):
        views: dict[tuple[str, tuple[bool, ...]], frozenset[GroundAtom]] = {}
        for args in tuples:
            is_example = (predicate.name, *args) in pair.defined
            bits, bit = (
                (examples, 1 << n_examples)
                if is_example
                else (counterexamples, 1 << n_counterexamples)
            )
            n_examples += is_example
            n_counterexamples += not is_example
            for number, literal in enumerate(literals):
                if _holds(literal, args, pair.told, views):
                    bits[number] |= bit
    truths = list(map(Truth, literals, examples, counterexamples))
    truths += [
        Truth(
            OpenLiteral(literal.predicate, literal.args, False),
            ~true & (1 << n_examples) - 1,
            ~false & (1 << n_counterexamples) - 1,
        )
        for literal, true, false in truths
    ]
    found = define(truths, n_examples, n_counterexamples)
    parameters = tuple(TypedName(p.name, p.types) for p in predicate.parameters)
    types = {each.name: each.parameters for each in telling.predicates}
    return found, PredicateDefinition(
        predicate.name, parameters, condition_of(found, parameters, types)
    )


def _literals(
    predicate: Predicate, telling: Domain, hierarchy: TypeHierarchy
) -> Iterator[OpenLiteral]:
    """Every positive literal over parameters of `predicate`, each used at most once, and open
    arguments. Literals without a parameter only if `predicate` or the literal has none."""
    is_global = not predicate.parameters
    for other in telling.predicates:
        choices = [
            [
                *(
                    number
                    for number, own in enumerate(predicate.parameters)
                    if hierarchy.overlaps(declared.types, own.types)
                ),
                None,
            ]
            for declared in other.parameters
        ]
        for args in product(*choices):
            named = [arg for arg in args if arg is not None]
            if len(set(named)) == len(named) and (named or not args or is_global):
                yield OpenLiteral(other.name, args, True)


def _sampled(
    predicate: Predicate, hierarchy: TypeHierarchy, pairs: Sequence[_Pair]
) -> Iterator[tuple[_Pair, list[tuple[str, ...]]]]:
    """States with the tuples of arguments to use: all, unless there are too many. Then states, and
    in large states counterexamples, are sampled evenly."""
    choices = [
        [
            [typed.name for typed in pair.objects if hierarchy.accepts(p.types, typed.types)]
            for p in predicate.parameters
        ]
        for pair in pairs
    ]
    total = sum(prod(map(len, of_pair)) for of_pair in choices)
    every = max(1, -(-total // MOST_TUPLES))
    for pair, of_pair in list(zip(pairs, choices, strict=True))[::every]:
        step = max(1, -(-prod(map(len, of_pair)) // MOST_OF_STATE))
        tuples = [
            args
            for number, args in enumerate(product(*of_pair))
            if number % step == 0 or (predicate.name, *args) in pair.defined
        ]
        yield pair, tuples


def _holds(
    literal: OpenLiteral,
    args: tuple[str, ...],
    state: StateAtoms,
    views: dict[tuple[str, tuple[bool, ...]], frozenset[GroundAtom]],
) -> bool:
    """Whether a positive literal is true for `args`; `views` caches projections of open ones."""
    named = tuple([args[arg] for arg in literal.args if arg is not None])
    if len(named) == len(literal.args):
        return (literal.predicate, *named) in state
    key = (literal.predicate, tuple([arg is None for arg in literal.args]))
    view = views.get(key)
    if view is None:
        view = views[key] = frozenset(
            tuple(name for name, is_open in zip(atom[1:], key[1], strict=True) if not is_open)
            for atom in state
            if atom[0] == literal.predicate
        )
    return named in view


def _remarks(name: str, found: FoundDefinition) -> Iterator[str]:
    if not found.cases:
        yield f"{name}: no definition, never true in the trajectories"
    elif not found.is_exact:
        wrong = [
            *([f"misses {found.n_missed} facts"] if found.n_missed else []),
            *([f"adds {found.n_wrong} facts"] if found.n_wrong else []),
        ]
        yield f"{name}: approximate definition: it {' and '.join(wrong)} in the trajectories"


# The states of objects during a sequence of actions


class Tracked(NamedTuple):
    """The states of a run as atoms of the learned model, one more than steps. `objects` are those
    that steps name; the states of others are unknown."""

    states: tuple[StateAtoms, ...]
    objects: tuple[str, ...]


def track(model: LocmModel, sequence: Sequence[GroundAtom]) -> Tracked:
    """The states of all objects before, between and after the steps of a run. Before its first step
    an object is in the state that the step leaves. Every step is applicable in the state before it
    and leads to the next one, except steps that name an object twice."""
    changes: list[tuple[set[GroundAtom], set[GroundAtom]]] = [
        (set(), set()) for _ in range(len(sequence) + 1)
    ]
    lives = lives_of(sequence)
    for name, life in lives.items():
        current: GroundAtom | None = None
        for transition, args, step in life:
            machine = model.by_transition.get(transition)
            if machine is None:
                break
            if current is None:
                current = machine.before(transition, name, args)
                changes[0][0].add(current)
            changes[step + 1][1].add(current)
            current = machine.after(transition, name, args)
            changes[step + 1][0].add(current)
    states: list[StateAtoms] = []
    state: StateAtoms = frozenset()
    for added, removed in changes:
        state = (state - removed) | added
        states.append(state)
    return Tracked(tuple(states), tuple(sorted(name for name in lives if name)))

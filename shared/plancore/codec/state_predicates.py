"""The codec of learners that invent predicates, such as LOCM: each is defined by a condition.

LOCM (Cresswell, McCluskey and West 2013) describes a sort by a machine whose states become
predicates. Users state their meaning: a definition of every learned predicate over the reference's,
and of every reference predicate over the learned ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from plancore.codec.base import Codec
from plancore.formula.printing import Naming
from plancore.formula.translating import NameTranslator, Translator, UntranslatableError
from plancore.model.domain import Domain
from plancore.model.formula import Formula, Term, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.simulate.conditions import Frame, normalise
from plancore.simulate.parts import SchemaPart
from plancore.simulate.state import Delta
from plancore.simulate.successor import task_of


@dataclass(frozen=True, slots=True)
class PredicateDefinition:
    """`(name parameters…)` is true exactly if `condition` is."""

    name: str
    parameters: tuple[TypedName, ...]
    condition: Formula


class StatePredicates(Codec):
    """Translates states between predicates; actions keep their names.

    `encoding` defines the learned predicates over `reference`, `decoding` those of the reference
    over `learned`. A predicate without a definition is dropped. Set the objects with `with_objects`
    before translating states.
    """

    name = "state-predicates"

    def __init__(
        self,
        reference: Domain,
        learned: Domain,
        encoding: Iterable[PredicateDefinition],
        decoding: Iterable[PredicateDefinition],
        objects: Iterable[TypedName] = (),
    ) -> None:
        self._reference, self._learned = reference, learned
        self.encoding, self.decoding = tuple(encoding), tuple(decoding)
        self._objects = tuple(objects)
        self._goals = {definition.name: definition for definition in self.decoding}

    def with_objects(self, objects: Iterable[TypedName]) -> StatePredicates:
        """This codec for a problem with `objects`."""
        return StatePredicates(
            self._reference, self._learned, self.encoding, self.decoding, objects
        )

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """The learned atoms whose definitions are true in a reference state."""
        return _defined(self.encoding, self._reference, self._objects, state)

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """The reference atoms whose definitions are true in a learned state."""
        return _defined(self.decoding, self._learned, self._objects, state)

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal with each atom replaced by its definition over the learned predicates."""

        return _Defining(self._goals).formula(goal)


def for_objects(codec: Codec, objects: Iterable[TypedName]) -> Codec:
    """`codec` for a problem with `objects`, which only StatePredicates needs."""
    return codec.with_objects(objects) if isinstance(codec, StatePredicates) else codec


class _Defining(Translator):
    """Replaces atoms by their definitions."""

    def __init__(self, definitions: Mapping[str, PredicateDefinition]) -> None:
        self._definitions = definitions

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        definition = self._definitions.get(predicate)
        if definition is None:
            raise UntranslatableError(f"no definition for `{predicate}`")
        names: dict[str, str] = {}
        for parameter, arg in zip(definition.parameters, args, strict=True):
            if not isinstance(arg, str):
                raise UntranslatableError("an object fluent cannot be translated")
            names[parameter.name] = arg
        return NameTranslator(Naming(names)).formula(definition.condition)


def _defined(
    definitions: Iterable[PredicateDefinition],
    domain: Domain,
    objects: tuple[TypedName, ...],
    state: StateAtoms,
) -> StateAtoms:
    task = task_of(domain, objects)
    world = task.world()
    world.apply(Delta(tuple(state)))
    atoms: set[GroundAtom] = set()
    for definition in definitions:
        frame = Frame(definition.parameters)
        node = normalise(definition.condition, frame, frame.scope)
        part = SchemaPart(node, (), task.objects, task.axioms.predicates)
        choices = (task.objects.of(parameter.types) for parameter in definition.parameters)
        for args in product(*choices):
            env = [*args, *[""] * (frame.size - len(args))]
            if part.ground(env).holds(world):
                atoms.add((definition.name, *args))
    return frozenset(atoms)

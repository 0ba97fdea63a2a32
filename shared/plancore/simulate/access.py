"""Read and write access of ground actions, and their independence.

The test is that of PDDL 2.1 (Fox & Long, JAIR 2003, definition 12, "no moving targets"): two
actions are independent if neither writes an atom that the other has in a condition, and neither
adds an atom that the other deletes. Both may increase and decrease the same fluent; otherwise only
one may write it. A fluent is represented as an atom with the predicate `=`: an increase counts as
adding it, an assignment as adding and deleting it.

Access is computed once for the schema of an action. Ground actions only fill its slots, so a plan
of 100,000 different steps takes time linear in their atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Objects
from plancore.simulate.axioms import Axioms
from plancore.simulate.conditions import (
    AllOf,
    AnyOf,
    AtomTest,
    Bindings,
    Node,
    NumberTest,
    Quantified,
    SlotTerm,
)
from plancore.simulate.effects import Changes, EffectBlock, Template
from plancore.simulate.expressions import DURATION, Program, Read
from plancore.simulate.parts import SchemaPart
from plancore.simulate.state import Env

NUMBER = "="
"""The predicate of the atom that represents the value of a fluent."""

Argument: TypeAlias = str | frozenset[str] | None


class Pattern(NamedTuple):
    """A set of atoms: each argument is an object, one of a set of objects, or any object (None).
    `arguments` is None if nothing is known about them, not even their number."""

    predicate: str
    arguments: tuple[Argument, ...] | None

    def matches(self, atom: GroundAtom) -> bool:
        """Whether `atom` is in the set."""
        if atom[0] != self.predicate:
            return False
        if self.arguments is None:
            return True
        return len(atom) == len(self.arguments) + 1 and all(
            argument is None
            or name == argument
            or (isinstance(argument, frozenset) and name in argument)
            for name, argument in zip(atom[1:], self.arguments, strict=True)
        )

    def overlaps(self, other: Pattern) -> bool:
        """Whether both patterns may match the same atom."""
        if self.predicate != other.predicate:
            return False
        if self.arguments is None or other.arguments is None:
            return True
        return len(self.arguments) == len(other.arguments) and all(
            _compatible(argument, counterpart)
            for argument, counterpart in zip(self.arguments, other.arguments, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Resources:
    """A set of atoms, given individually and as patterns."""

    atoms: frozenset[GroundAtom] = frozenset()
    patterns: tuple[Pattern, ...] = ()

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates of all atoms and patterns."""
        return frozenset((*(atom[0] for atom in self.atoms), *(p.predicate for p in self.patterns)))

    def united(self, other: Resources) -> Resources:
        """The union of both."""
        patterns = dict.fromkeys((*self.patterns, *other.patterns))
        return Resources(self.atoms | other.atoms, tuple(patterns))

    def holds(self, atom: GroundAtom) -> bool:
        """Whether `atom` is among the atoms or matches a pattern."""
        return atom in self.atoms or any(pattern.matches(atom) for pattern in self.patterns)

    def common(self, other: Resources) -> GroundAtom | None:
        """The smallest atom that both contain, or None; arguments of a pattern are shown as `?`."""
        shared = self.atoms & other.atoms
        if shared:
            return min(shared)
        for with_patterns, with_atoms in ((self, other), (other, self)):
            for pattern in with_patterns.patterns:
                matching = [atom for atom in with_atoms.atoms if pattern.matches(atom)]
                if matching:
                    return min(matching)
        for pattern in self.patterns:
            if any(pattern.overlaps(other_pattern) for other_pattern in other.patterns):
                return (pattern.predicate, *("?" for _ in pattern.arguments or ()))
        return None


@dataclass(frozen=True, slots=True)
class Access:
    """The atoms that an action may read in its conditions, add and delete, in any state."""

    reads: Resources
    adds: Resources
    deletes: Resources

    @property
    def resources(self) -> tuple[Resources, Resources, Resources]:
        """The atoms read, added and deleted."""
        return self.reads, self.adds, self.deletes

    def conflict(self, other: Access) -> GroundAtom | None:
        """An atom for which the two are not independent; None if they are independent."""
        for ours, theirs in (
            (self.adds, other.deletes),
            (self.deletes, other.adds),
            (self.adds, other.reads),
            (self.deletes, other.reads),
            (self.reads, other.adds),
            (self.reads, other.deletes),
        ):
            atom = ours.common(theirs)
            if atom is not None:
                return atom
        return None

    def united(self, other: Access) -> Access:
        """The union of both."""
        return Access(
            self.reads.united(other.reads),
            self.adds.united(other.adds),
            self.deletes.united(other.deletes),
        )


def changes_access(changes: Changes, reads: Resources) -> Access:
    """The access of effects that are already evaluated in a state."""
    adds, deletes = set(changes.adds), set(changes.dels)
    for update in changes.updates:
        atom = (NUMBER, *update.fluent)
        adds.add(atom)
        if update.operator not in ("increase", "decrease"):
            deletes.add(atom)
    return Access(reads, Resources(frozenset(adds)), Resources(frozenset(deletes)))


def _compatible(first: Argument, second: Argument) -> bool:
    if first is None or second is None:
        return True
    if isinstance(first, str):
        return first == second if isinstance(second, str) else first in second
    return second in first if isinstance(second, str) else not first.isdisjoint(second)


class PatternTemplate(NamedTuple):
    """A pattern whose arguments may also be slots."""

    predicate: str
    arguments: tuple[int | Argument, ...] | None

    def ground(self, env: Env) -> Pattern:
        """The pattern for the objects in the slots."""
        if self.arguments is None:
            return Pattern(self.predicate, None)
        return Pattern(
            self.predicate, tuple([env[a] if isinstance(a, int) else a for a in self.arguments])
        )


_Item: TypeAlias = Template | PatternTemplate
_Variables: TypeAlias = Mapping[int, Argument]


@dataclass(frozen=True, slots=True)
class ResourceSchema:
    """Atoms and patterns with slots."""

    atoms: tuple[Template, ...]
    patterns: tuple[PatternTemplate, ...]

    def atoms_in(self, env: Env) -> tuple[GroundAtom, ...]:
        """The atoms for the objects in the slots, without duplicates."""
        atoms = [template.ground(env) for template in self.atoms]
        return tuple(dict.fromkeys(atoms)) if len(atoms) > 1 else tuple(atoms)

    def ground(self, env: Env) -> Resources:
        """The atoms and patterns for the objects in the slots."""
        patterns = dict.fromkeys([pattern.ground(env) for pattern in self.patterns])
        return Resources(frozenset([t.ground(env) for t in self.atoms]), tuple(patterns))


@dataclass(frozen=True, slots=True)
class AccessSchema:
    """The atoms that an action schema reads, adds and deletes at one instant."""

    reads: ResourceSchema
    adds: ResourceSchema
    deletes: ResourceSchema

    @property
    def resources(self) -> tuple[ResourceSchema, ResourceSchema, ResourceSchema]:
        """The atoms read, added and deleted."""
        return self.reads, self.adds, self.deletes

    @property
    def has_patterns(self) -> bool:
        """Whether some access is only known as a pattern."""
        return any(resources.patterns for resources in self.resources)

    @property
    def n_atoms(self) -> int:
        """The number of atoms with slots; for given objects some of them may be the same."""
        return sum(len(resources.atoms) for resources in self.resources)

    def ground(self, env: Env) -> Access:
        """The access for the objects in the slots."""
        return Access(self.reads.ground(env), self.adds.ground(env), self.deletes.ground(env))


def access_schema(part: SchemaPart, axioms: Axioms, objects: Objects) -> AccessSchema:
    """The access of a schema at one instant."""
    collector = _Collector(axioms, objects)
    for condition in (part.condition, *part.bounds):
        collector.condition(condition, {})
    for block in part.blocks:
        collector.block(block)
    return collector.schema()


class _Collector:
    """Collects accesses. Quantified variables become the sets of objects of their types."""

    def __init__(self, axioms: Axioms, objects: Objects) -> None:
        self._axioms = axioms
        self._objects = objects
        self._reads: list[_Item] = []
        self._adds: list[_Item] = []
        self._deletes: list[_Item] = []

    def schema(self) -> AccessSchema:
        return AccessSchema(*map(_resources, (self._reads, self._adds, self._deletes)))

    def condition(self, node: Node, variables: _Variables) -> None:
        for test, inner in _tests(node, variables, self._objects):
            if isinstance(test, NumberTest):
                self._comparison(test, inner)
            elif test.predicate in self._axioms.predicates:
                for predicate in sorted(self._axioms.basis(test.predicate)):
                    self._reads.append(PatternTemplate(predicate, None))
                for compared, bound in self._axioms.comparisons(test):
                    self._comparison(compared, _inside({}, bound, self._objects))
            elif test.predicate != "=":
                self._reads.append(_item(test.predicate, test.terms, inner))

    def block(self, block: EffectBlock) -> None:
        variables = _inside({}, block.variables, self._objects)
        for condition in block.conditions:
            self.condition(condition, variables)
        self._adds += (_item(t.name, t.terms, variables) for t in block.adds)
        self._deletes += (_item(t.name, t.terms, variables) for t in block.dels)
        for update in block.updates:
            self._program(update.program, variables)
            target = update.target
            item = _item(NUMBER, (target.name, *target.terms), variables)
            self._adds.append(item)
            if update.operator not in ("increase", "decrease"):
                self._deletes.append(item)

    def _comparison(self, test: NumberTest, variables: _Variables) -> None:
        self._program(test.left, variables)
        self._program(test.right, variables)

    def _program(self, program: Program, variables: _Variables) -> None:
        for instruction in program:
            if isinstance(instruction, Read) and instruction.function != DURATION:
                terms = (instruction.function, *instruction.terms)
                self._reads.append(_item(NUMBER, terms, variables))


def _item(predicate: str, terms: tuple[SlotTerm, ...], variables: _Variables) -> _Item:
    if variables.keys().isdisjoint(terms):
        return Template(predicate, terms)
    arguments = (variables.get(t, t) if isinstance(t, int) else t for t in terms)
    return PatternTemplate(predicate, tuple(arguments))


def _resources(items: Iterable[_Item]) -> ResourceSchema:
    distinct = dict.fromkeys(items)
    return ResourceSchema(
        tuple(item for item in distinct if isinstance(item, Template)),
        tuple(item for item in distinct if isinstance(item, PatternTemplate)),
    )


def _tests(
    node: Node, variables: _Variables, objects: Objects
) -> Iterator[tuple[AtomTest | NumberTest, _Variables]]:
    todo = [(node, variables)]
    while todo:
        item, inner = todo.pop()
        match item:
            case AtomTest() | NumberTest():
                yield item, inner
            case AllOf(parts) | AnyOf(parts):
                todo.extend((part, inner) for part in reversed(parts))
            case Quantified(_, bound, part):
                todo.append((part, _inside(inner, bound, objects)))


def _inside(variables: _Variables, bound: Bindings, objects: Objects) -> _Variables:
    return {**variables, **{v.slot: objects.allowed(v.types) for v in bound}}

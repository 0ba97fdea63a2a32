"""What the schema of an action may read and write, looked up in its formulas once.

For given objects only the slots are left to fill, so that a plan of 100,000 different steps costs
no more than its atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from plancore.model.ground import GroundAtom
from plancore.simulate.access import NUMBER, Access, Argument, Pattern, Resources
from plancore.simulate.axioms import Axioms
from plancore.simulate.effects import EffectBlock, Template
from plancore.simulate.expressions import DURATION, Program, Read
from plancore.simulate.normal_form import (
    And,
    AtomTest,
    Bindings,
    Exists,
    Node,
    NumberTest,
    Or,
    SlotTerm,
)
from plancore.simulate.objects import Objects
from plancore.simulate.parts import SchemaPart
from plancore.simulate.world import Env


class PatternTemplate(NamedTuple):
    """A pattern whose arguments may be slots, too."""

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
        """The atoms for the objects in the slots, each once."""
        atoms = [template.ground(env) for template in self.atoms]
        return tuple(dict.fromkeys(atoms)) if len(atoms) > 1 else tuple(atoms)

    def ground(self, env: Env) -> Resources:
        """The atoms and patterns for the objects in the slots."""
        patterns = dict.fromkeys([pattern.ground(env) for pattern in self.patterns])
        return Resources(frozenset([t.ground(env) for t in self.atoms]), tuple(patterns))


@dataclass(frozen=True, slots=True)
class AccessSchema:
    """What an action reads, adds and deletes at one instant, whatever its objects."""

    reads: ResourceSchema
    adds: ResourceSchema
    deletes: ResourceSchema

    @property
    def resources(self) -> tuple[ResourceSchema, ResourceSchema, ResourceSchema]:
        """What is read, added and deleted."""
        return self.reads, self.adds, self.deletes

    @property
    def has_patterns(self) -> bool:
        """Whether it stands for atoms that are not named one by one."""
        return any(resources.patterns for resources in self.resources)

    @property
    def n_atoms(self) -> int:
        """How many atoms it names; for given objects some of them may be the same."""
        return sum(len(resources.atoms) for resources in self.resources)

    def ground(self, env: Env) -> Access:
        """The access for the objects in the slots."""
        return Access(self.reads.ground(env), self.adds.ground(env), self.deletes.ground(env))


def access_schema(part: SchemaPart, axioms: Axioms, objects: Objects) -> AccessSchema:
    """The access of a schema at one instant."""
    collector = _Collector(axioms, objects)
    collector.condition(part.condition, {})
    for block in part.blocks:
        collector.block(block)
    return collector.schema()


class _Collector:
    """Gathers accesses. Slots of quantified variables stand for all objects of their types."""

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
                self._program(test.left, inner)
                self._program(test.right, inner)
            elif test.predicate in self._axioms.predicates:
                for predicate in sorted(self._axioms.basis(test.predicate)):
                    self._reads.append(PatternTemplate(predicate, None))
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
            case And(parts) | Or(parts):
                todo.extend((part, inner) for part in reversed(parts))
            case Exists(_, bound, part):
                todo.append((part, _inside(inner, bound, objects)))


def _inside(variables: _Variables, bound: Bindings, objects: Objects) -> _Variables:
    return {**variables, **{v.slot: objects.allowed(v.types) for v in bound}}

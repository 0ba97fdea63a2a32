"""Derived predicates: the least fixpoint of stratified axioms, computed on demand.

Each axiom becomes rules with a conjunctive body. Within a group of mutually recursive predicates
the evaluation is semi-naive: a rule is joined again only with the new atoms of one of its body
atoms (semantics: Thiébaux, Hoffmann & Nebel, "In Defense of PDDL Axioms", AIJ 2005).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from plancore.model.domain import Axiom
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, Objects, UndecidedError, Value
from plancore.simulate.conditions import (
    AllOf,
    AnyOf,
    AtomTest,
    Bindings,
    Frame,
    Node,
    NumberTest,
    Quantified,
    Variable,
    alternatives,
    leaves,
    normalise,
)
from plancore.simulate.queries import Query
from plancore.simulate.state import World


class _Rule(NamedTuple):
    """A conjunctive body that derives a predicate."""

    predicate: str
    arity: int
    size: int
    query: Query
    """The query over all atoms."""
    partial: tuple[tuple[str, Query], ...]
    """For each body atom of the same group its predicate, and the query from new atoms."""
    opaque: bool
    """Whether the group also occurs where new atoms cannot be joined, as below a `forall`."""


class _Use(NamedTuple):
    """A predicate that an axiom reads, and whether its truth can make the head false."""

    predicate: str
    negative: bool


class Axioms:
    """The axioms of a domain, compiled group by group on demand."""

    def __init__(self, axioms: Iterable[Axiom], objects: Objects) -> None:
        self._axioms = tuple(axioms)
        self.objects = objects
        self.predicates = frozenset(axiom.predicate for axiom in self._axioms)
        self._bodies: dict[str, list[tuple[Axiom, Frame, Node]]] | None = None
        self._uses: dict[str, set[_Use]] = {}
        self._basis: frozenset[str] = frozenset()
        self._numeric = False
        self._groups: dict[str, tuple[str, ...]] = {}
        self._rules: dict[tuple[str, ...], tuple[_Rule, ...]] = {}

    def derive(self, predicate: str, world: World) -> None:
        """Add the atoms of `predicate`, and of all derived predicates that it depends on, to
        `world.derived`. Raises UndecidedError if the axioms are not stratified or a limit is
        reached."""
        self._compile()
        todo = [predicate]
        while todo:
            name = todo[-1]
            if name in world.computed:
                todo.pop()
                continue
            group = self._groups[name]
            below = {use.predicate for member in group for use in self._uses[member]}
            missing = sorted((below & self.predicates) - world.computed - set(group))
            if missing:
                todo.extend(missing)
                continue
            world.computed.update(group)
            _fixpoint(self._group_rules(group), world)

    def affected(
        self,
        added: Collection[GroundAtom],
        deleted: Collection[GroundAtom],
        values: tuple[tuple[Fluent, Value], ...],
    ) -> bool:
        """Whether a change of the state may change derived atoms."""
        basis = self._basis
        return (self._numeric and bool(values)) or any(
            atom[0] in basis for atoms in (added, deleted) for atom in atoms
        )

    def basis(self, predicate: str) -> frozenset[str]:
        """The basic predicates on which `predicate` depends; itself if it is basic."""
        if predicate not in self.predicates:
            return frozenset((predicate,))
        self._compile()
        seen = {predicate}
        todo = [predicate]
        while todo:
            for use in self._uses.get(todo.pop(), ()):
                if use.predicate not in seen:
                    seen.add(use.predicate)
                    todo.append(use.predicate)
        return frozenset(seen) - self.predicates

    def comparisons(self, condition: Node) -> Iterator[tuple[NumberTest, Bindings]]:
        """The comparisons on which a condition depends, also those in axioms, each with the
        variables of the quantifiers around it and of its axiom."""
        todo: list[tuple[Node, Bindings]] = [(condition, ())]
        seen: set[str] = set()
        while todo:
            node, variables = todo.pop()
            match node:
                case NumberTest():
                    yield node, variables
                case AllOf(parts) | AnyOf(parts):
                    todo.extend((part, variables) for part in parts)
                case Quantified(_, bound, part):
                    todo.append((part, (*variables, *bound)))
                case AtomTest(_, name) if name in self.predicates and name not in seen:
                    seen.add(name)
                    self._compile()
                    bodies = (self._bodies or {})[name]
                    todo.extend((body, _head(axiom)) for axiom, _, body in bodies)

    def _compile(self) -> None:
        if self._bodies is not None:
            return
        bodies: dict[str, list[tuple[Axiom, Frame, Node]]] = {}
        self._uses = {predicate: set() for predicate in self.predicates}
        for axiom in self._axioms:
            frame = Frame(axiom.parameters, self.objects.functions)
            body = normalise(axiom.body, frame, frame.scope)
            bodies.setdefault(axiom.predicate, []).append((axiom, frame, body))
            for node, negative in leaves(body):
                if isinstance(node, NumberTest):
                    self._numeric = True
                elif node.predicate != "=":
                    self._uses[axiom.predicate].add(_Use(node.predicate, negative))
        used = {use.predicate for uses in self._uses.values() for use in uses}
        self._basis = frozenset(used) - self.predicates
        graph = {
            name: sorted({use.predicate for use in uses} & self.predicates)
            for name, uses in self._uses.items()
        }
        for group in components(graph):
            for name in group:
                self._groups[name] = group
        self._bodies = bodies

    def _group_rules(self, group: tuple[str, ...]) -> tuple[_Rule, ...]:
        rules = self._rules.get(group)
        if rules is None:
            for name in group:
                for use in sorted(self._uses[name]):
                    if use.negative and use.predicate in group:
                        raise UndecidedError(
                            f"the derived predicate ({name} …) depends on the negation of "
                            f"({use.predicate} …), which depends on it: not stratified"
                        )
            bodies = self._bodies or {}
            rules = tuple(
                rule
                for name in group
                for axiom, frame, body in bodies[name]
                for rule in _rules(axiom, frame, body, set(group), self.objects)
            )
            self._rules[group] = rules
        return rules


def _fixpoint(rules: tuple[_Rule, ...], world: World) -> None:
    known = world.derived
    new: set[GroundAtom] = set()
    for rule in rules:
        new.update(_consequences(rule, rule.query, world, None))
    while new:
        known.update(new, ())
        by_predicate: dict[str, list[GroundAtom]] = {}
        for atom in new:
            by_predicate.setdefault(atom[0], []).append(atom)
        derived: set[GroundAtom] = set()
        for rule in rules:
            if rule.opaque:
                derived.update(_consequences(rule, rule.query, world, None))
                continue
            for predicate, query in rule.partial:
                seed = by_predicate.get(predicate)
                if seed:
                    derived.update(_consequences(rule, query, world, seed))
        new = derived - known.atoms


def _consequences(
    rule: _Rule, query: Query, world: World, seed: Collection[GroundAtom] | None
) -> Iterator[GroundAtom]:
    env = [""] * rule.size
    arity = rule.arity
    for _ in query.solutions(env, world, seed):
        yield (rule.predicate, *env[:arity])


def _rules(
    axiom: Axiom, frame: Frame, body: Node, group: set[str], objects: Objects
) -> Iterator[_Rule]:
    head = _head(axiom)
    for variables, parts in alternatives(body):
        bound = head + variables
        atoms = [part for part in parts if _follows(part, group)]
        opaque = any(
            isinstance(node, AtomTest) and node.predicate in group
            for part in parts
            if not _follows(part, group)
            for node, _ in leaves(part)
        )
        partial = tuple(
            (atom.predicate, Query(bound, parts, objects, first=atom))
            for atom in atoms
            if isinstance(atom, AtomTest)
        )
        query = Query(bound, parts, objects)
        yield _Rule(axiom.predicate, len(head), frame.size, query, partial, opaque)


def _head(axiom: Axiom) -> Bindings:
    return tuple(Variable(slot, p.name, p.types) for slot, p in enumerate(axiom.parameters))


def _follows(part: Node, group: set[str]) -> bool:
    return isinstance(part, AtomTest) and part.positive and part.predicate in group


# Strongly connected components of a graph (Tarjan 1972), without recursion.


def components(graph: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The components of `graph`, each sorted, in reverse topological order: successors first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in graph:
        if root in index:
            continue
        path: list[tuple[str, Iterator[str]]] = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    path.append((successor, iter(graph[successor])))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    yield tuple(sorted(stack[cut:]))
                    on_stack.difference_update(stack[cut:])
                    del stack[cut:]

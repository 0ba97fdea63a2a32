"""Conditions and effects at one instant, of an action schema and of a ground action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from plancore.memo import lazy
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, Literal, Objects, Value, show
from plancore.simulate.conditions import (
    AtomTest,
    Node,
    conjuncts,
)
from plancore.simulate.effects import (
    Changes,
    EffectBlock,
    InapplicableError,
    Template,
    Update,
    evaluated,
)
from plancore.simulate.expressions import (
    divide,
)
from plancore.simulate.queries import Query, Test, compile_test
from plancore.simulate.state import Delta, Env, World
from plancore.stop import in_order

TOTAL_COST: Fluent = ("total-cost",)


class SchemaPart:
    """Conditions and effects of a schema at one instant, compiled."""

    def __init__(
        self,
        condition: Node,
        blocks: tuple[EffectBlock, ...],
        objects: Objects,
        derived: frozenset[str],
        bounds: tuple[Node, ...] = (),
    ) -> None:
        self.condition = condition
        self.bounds = bounds
        """The constraints on the duration at this instant."""
        self.blocks = blocks
        positive: list[Template] = []
        negative: list[Template] = []
        rest: list[Node] = []
        for node in conjuncts(condition):
            if isinstance(node, AtomTest) and node.predicate not in derived | {"="}:
                template = Template(node.predicate, node.terms)
                (positive if node.positive else negative).append(template)
            else:
                rest.append(node)
        self.positive = tuple(positive)
        self.negative = tuple(negative)
        self.rest = tuple((node, compile_test(node, objects)) for node in rest)
        simple = [block for block in blocks if block.simple]
        self.adds = tuple(t for block in simple for t in block.adds)
        self.dels = tuple(t for block in simple for t in block.dels)
        self.updates = tuple(u for block in simple for u in block.updates)
        self._objects = objects
        self.guarded = tuple(
            (Query(block.variables, block.conditions, objects), block)
            for block in blocks
            if not block.simple and block.since is None
        )

    def ground(self, env: Env) -> GroundPart:
        """This part for the objects in the slots."""
        return GroundPart(self, env)

    @lazy
    def always(self) -> Delta:
        """The atoms that guarded effects add and delete in all states, for all ground actions."""
        blocks = [block for _, block in self.guarded if block.is_constant]
        adds = (atom for block in blocks for atom in self._of_all(block, block.adds))
        dels = (atom for block in blocks for atom in self._of_all(block, block.dels))
        # Objects are often declared in order, which makes sorting quick.
        return Delta(tuple(sorted(dict.fromkeys(adds))), tuple(sorted(dict.fromkeys(dels))))

    def _of_all(self, block: EffectBlock, templates: Sequence[Template]) -> Iterator[GroundAtom]:
        """The atoms of `templates` for all objects that the variables of `block` may have."""
        slots = [variable.slot for variable in block.variables]
        env = [""] * (max(slots) + 1)
        for names in product(*(self._objects.of(each.types) for each in block.variables)):
            for slot, name in zip(slots, names, strict=True):
                env[slot] = name
            for template in templates:
                yield template.ground(env)


class GroundPart:
    """Conditions and effects of a ground action at one instant."""

    __slots__ = ("_updates", "adds", "dels", "delta", "env", "negative", "positive", "schema")

    def __init__(self, schema: SchemaPart, env: Env) -> None:
        self.schema = schema
        self.env = env
        self.positive = tuple([template.ground(env) for template in schema.positive])
        self.negative = tuple([template.ground(env) for template in schema.negative])
        self.adds = _distinct(schema.adds, env)
        self.dels = _distinct(schema.dels, env)
        self._updates = tuple((u, u.target.ground(env)) for u in schema.updates)
        is_fixed = not schema.guarded and not self._updates
        self.delta = Delta(self.adds, self.dels) if is_fixed else None
        """The effects if they are the same in every state, otherwise None."""

    def holds(self, world: World) -> bool:
        """Whether the condition is true."""
        atoms = world.facts.atoms
        if not atoms.issuperset(self.positive) or not atoms.isdisjoint(self.negative):
            return False
        rest = self.schema.rest
        return not rest or all(test(self.env, world) for _, test in rest)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals in the condition's top-level conjunction, except derived ones."""
        return (
            *(Literal(atom) for atom in self.positive),
            *(Literal(atom, False) for atom in self.negative),
        )

    @property
    def tests(self) -> tuple[tuple[Node, Test], ...]:
        """The other conjuncts of the condition."""
        return self.schema.rest

    @property
    def fluents(self) -> tuple[Fluent, ...]:
        """The fluents with an unconditional update."""
        return tuple(dict.fromkeys(fluent for _, fluent in self._updates))

    def changes(self, world: World) -> Changes:
        """The effects in the state of `world`; raises InapplicableError."""
        if self.delta is not None:
            return Changes(self.adds, self.dels)
        schema = self.schema
        adds, dels = list(self.adds), list(self.dels)
        updates = [evaluated(u, fluent, self.env, world) for u, fluent in self._updates]
        env = self.env
        for query, block in schema.guarded:
            if block.is_constant:
                world.spend(query.n_tried)
                continue
            for _ in query.solutions(env, world):
                block.collect(env, world, adds, dels, updates)
        if schema.guarded:
            # Sorted, because the order of solutions depends on string hashes.
            # Those of `always` are sorted, which makes sorting quick.
            checkpoint = world.budget.checkpoint
            adds = in_order(dict.fromkeys((*schema.always.added, *adds)), checkpoint)
            dels = in_order(dict.fromkeys((*schema.always.deleted, *dels)), checkpoint)
        return Changes(tuple(adds), tuple(dels), tuple(updates))


def settle(updates: Sequence[Update], world: World) -> tuple[tuple[Fluent, Value], ...]:
    """The new values that result from numeric effects at one instant. Several increases and
    decreases of one fluent are summed; any other combination interferes (PDDL 2.1: Fox & Long, JAIR
    2003, definition 12). Raises InapplicableError."""
    by_fluent: dict[Fluent, list[Update]] = {}
    for update in updates:
        by_fluent.setdefault(update.fluent, []).append(update)
    values: list[tuple[Fluent, Value]] = []
    for fluent, several in by_fluent.items():
        additive = all(u.operator in ("increase", "decrease") for u in several)
        if len(several) > 1 and not additive:
            raise InapplicableError(f"{show(fluent)} is changed twice at the same time")
        value = world.values.get(fluent)
        if value is None and fluent == TOTAL_COST:
            value = 0
        for update in several:
            value = _updated(update, value)
        if value is not None:
            values.append((fluent, value))
    return tuple(values)


def _updated(update: Update, value: Value | None) -> Value:
    operator, fluent, operand = update
    if operator == "assign":
        return operand
    if value is None:
        raise InapplicableError(f"{show(fluent)} has no value to {operator}")
    if operator == "increase":
        return value + operand
    if operator == "decrease":
        return value - operand
    if operator == "scale-up":
        return value * operand
    quotient = divide(value, operand)
    if quotient is None:
        raise InapplicableError(f"{show(fluent)} is divided by zero")
    return quotient


def _distinct(templates: tuple[Template, ...], env: Env) -> tuple[GroundAtom, ...]:
    atoms = [template.ground(env) for template in templates]
    return tuple(dict.fromkeys(atoms)) if len(atoms) > 1 else tuple(atoms)

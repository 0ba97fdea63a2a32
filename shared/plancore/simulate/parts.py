"""Conditions and effects at one instant, of an action schema and of a ground action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from plancore.memo import lazy
from plancore.model.domain import UNDEFINED
from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Comparison,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Not,
    OneOf,
    Preference,
    Probabilistic,
    Term,
    Timed,
    TypedName,
    When,
    walk,
)
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import VALUE, Fluent, Literal, Objects, UndecidedError, Value, show
from plancore.simulate.conditions import (
    AllOf,
    AtomTest,
    Bindings,
    Frame,
    Node,
    Quantified,
    Scope,
    SlotTerm,
    ValueBindings,
    conjuncts,
    normalise,
    object_term,
)
from plancore.simulate.expressions import (
    Program,
    Read,
    compile_expression,
    describe,
    divide,
    evaluate,
    undefined_fluents,
)
from plancore.simulate.queries import Query, Test, compile_test
from plancore.simulate.render import render
from plancore.simulate.state import Delta, Env, World
from plancore.stop import in_order

TOTAL_COST: Fluent = ("total-cost",)


class Update(NamedTuple):
    """A numeric effect with its operand, which was evaluated in the state before."""

    operator: str
    fluent: Fluent
    operand: Value


class Changes(NamedTuple):
    """The effects of one action at one instant, before they are applied."""

    adds: tuple[GroundAtom, ...] = ()
    dels: tuple[GroundAtom, ...] = ()
    updates: tuple[Update, ...] = ()


class InapplicableError(Exception):
    """Effects that cannot be applied: a value is undefined, or two effects conflict."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SchemaPart:
    """Conditions and effects of a schema at one instant, compiled."""

    def __init__(
        self,
        condition: Node,
        blocks: tuple[EffectBlock, ...],
        objects: Objects,
        derived: frozenset[str],
    ) -> None:
        self.condition = condition
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
            if not block.simple
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
        updates = [_update(u, fluent, self.env, world) for u, fluent in self._updates]
        env = self.env
        for query, block in schema.guarded:
            if block.is_constant:
                world.spend(query.n_tried)
                continue
            for _ in query.solutions(env, world):
                if block.fault is not None:
                    raise InapplicableError(render(block.fault, env))
                adds += [template.ground(env) for template in block.adds]
                dels += [template.ground(env) for template in block.dels]
                for update in block.updates:
                    updates.append(_update(update, update.target.ground(env), env, world))
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


def _update(update: UpdateTemplate, fluent: Fluent, env: Env, world: World) -> Update:
    operand = evaluate(update.program, env, world.values)
    if operand is None:
        raise InapplicableError(_undefined(update, fluent, update.program, env, world))
    return Update(update.operator, fluent, operand)


def _undefined(
    update: UpdateTemplate, fluent: Fluent, program: Program, env: Env, world: World
) -> str:
    missing = undefined_fluents(program, env, world.values)
    reason = f"{show(missing[0])} has no value" if missing else "division by zero"
    return f"({update.operator} {show(fluent)} …): {reason}"


def _distinct(templates: tuple[Template, ...], env: Env) -> tuple[GroundAtom, ...]:
    atoms = [template.ground(env) for template in templates]
    return tuple(dict.fromkeys(atoms)) if len(atoms) > 1 else tuple(atoms)


# Effects of a schema, split into unconditional and conditional ones.

ASSIGNMENTS = ("assign", "increase", "decrease", "scale-up", "scale-down")


class Template(NamedTuple):
    """An atom or fluent whose arguments are objects or slots."""

    name: str
    terms: tuple[SlotTerm, ...]

    def ground(self, env: Sequence[str]) -> GroundAtom:
        """The atom for the objects in the slots."""
        return (self.name, *[env[t] if isinstance(t, int) else t for t in self.terms])


class UpdateTemplate(NamedTuple):
    """A change of a numeric fluent."""

    operator: str
    target: Template
    program: Program


class EffectBlock(NamedTuple):
    """Effects that happen for all bindings of `variables` that make `conditions` true. Without
    variables and conditions, they are unconditional."""

    variables: Bindings
    conditions: tuple[Node, ...]
    adds: tuple[Template, ...]
    dels: tuple[Template, ...]
    updates: tuple[UpdateTemplate, ...]
    fault: Node | None = None
    """A condition that makes the action inapplicable: an object fluent that effects read has no
    value. It is also among the conditions."""

    @property
    def simple(self) -> bool:
        """Whether the effects are unconditional."""
        return not self.variables and not self.conditions

    @property
    def is_constant(self) -> bool:
        """Whether the effects are the same in all states, for all arguments of the action."""
        bound = {variable.slot for variable in self.variables}
        terms = (term for template in (*self.adds, *self.dels) for term in template.terms)
        is_closed = all(term in bound for term in terms if isinstance(term, int))
        return bool(self.variables) and not self.conditions and not self.updates and is_closed


class _Guard(NamedTuple):
    """The quantifiers and conditions around an effect."""

    variables: Bindings = ()
    conditions: tuple[tuple[Formula, Scope], ...] = ()


_Item: TypeAlias = tuple[Formula, Scope, str, _Guard]


def effect_blocks(
    effect: Formula, frame: Frame, moment: str = "", *, continuous: bool = False
) -> tuple[EffectBlock, ...]:
    """The blocks of an effect; with `moment`, those of a durative action at that moment. With
    `continuous`, continuous effects are left out. Raises UndecidedError for non-deterministic,
    other continuous and unsupported effects."""
    leaves: dict[int, tuple[_Guard, Scope, list[Formula]]] = {}
    todo: list[_Item] = [(effect, frame.scope, moment, _Guard())]
    while todo:
        formula, scope, when, guard = todo.pop()
        match formula:
            case And(parts):
                todo.extend((part, scope, when, guard) for part in reversed(parts))
            case Forall(variables, body):
                inner, bound = frame.bind(variables, scope)
                wider = guard._replace(variables=guard.variables + bound)
                todo.append((body, inner, when, wider))
            case When(condition, body):
                narrower = guard._replace(conditions=(*guard.conditions, (condition, scope)))
                todo.append((body, scope, when, narrower))
            case Timed(at, body):
                if at == "all":
                    raise UndecidedError("an effect (over all …) is not supported")
                if when in ("", at):
                    todo.append((body, scope, "", guard))
            case Assign(_, target) if frame.object_fluent(target) is not None:
                _untimed(formula, when)
                todo.extend((part, scope, "", guard) for part in _object_assignment(formula, frame))
            case Assign() if continuous and depends_on_time(formula):
                pass
            case AtomicFormula() | Not() | Assign():
                _check_leaf(formula, when)
                # All effects below the same guard share the guard object, and its scope.
                leaves.setdefault(id(guard), (guard, scope, []))[2].append(formula)
            case OneOf() | Probabilistic():
                word = "oneof" if isinstance(formula, OneOf) else "probabilistic"
                raise UndecidedError(f"({word} …): non-deterministic effects are not supported")
            case Preference():
                raise UndecidedError("a preference is not allowed in an effect")
            case _:
                raise UndecidedError(f"{describe(formula)} is not supported as an effect")
    return tuple(
        block
        for guard, scope, formulas in leaves.values()
        for block in _blocks(guard, formulas, scope, frame, moment)
    )


def depends_on_time(effect: Assign) -> bool:
    """Whether a numeric effect is continuous."""
    return any(read.function == "#t" for read in _reads(effect.value))


def _check_leaf(formula: Formula, when: str) -> None:
    if isinstance(formula, Assign):
        if depends_on_time(formula):
            raise UndecidedError(f"continuous effect on {describe_fluent(formula.target)}")
        if formula.operator not in ASSIGNMENTS:
            raise UndecidedError(f"({formula.operator} …) is not supported as an effect")
    _untimed(formula, when)


def _untimed(formula: Formula, when: str) -> None:
    if when:
        raise UndecidedError(f"{describe(formula)} in a durative action has no time specifier")


def _object_assignment(effect: Assign, frame: Frame) -> tuple[Formula, ...]:
    """An assignment to an object fluent: delete the atom of the old value, add the new one."""
    fluent, value = frame.object_fluent(effect.target), effect.value
    if fluent is None or effect.operator != "assign" or not isinstance(value, str | FunctionTerm):
        raise UndecidedError(f"({effect.operator} …) of an object fluent is not supported")
    function, args = fluent
    predicate = VALUE + function.name
    old, new = (TypedName(name, function.returns) for name in ("?old value", "?new value"))
    has_old = AtomicFormula(predicate, (*args, old.name))
    parts: tuple[Formula, ...] = (Forall((old,), When(has_old, Not(has_old))),)
    if value == UNDEFINED:
        return parts
    if frame.object_fluent(value) is None:
        return (*parts, AtomicFormula(predicate, (*args, value)))
    is_new = Comparison("=", value, new.name)
    return (*parts, Forall((new,), When(is_new, AtomicFormula(predicate, (*args, new.name)))))


def describe_fluent(term: FunctionTerm) -> str:
    """A fluent as written in the schema."""
    return f"({' '.join((term.name, *map(str, term.args)))})"


def _reads(expression: Expression) -> list[Read]:
    reads: list[Read] = []
    todo: list[Expression] = [expression]
    while todo:
        item = todo.pop()
        if isinstance(item, FunctionTerm):
            reads.append(Read(item.name, ()))
        elif item == "#t":
            reads.append(Read("#t", ()))
        else:
            todo.extend(getattr(item, "args", ()))
    return reads


def _blocks(
    guard: _Guard, formulas: list[Formula], scope: Scope, frame: Frame, moment: str
) -> Iterator[EffectBlock]:
    """The block of the effects below one guard, and one for each object fluent among their
    arguments, for the case that it is undefined."""
    conditions: list[Node] = []
    for condition, outer in guard.conditions:
        timed = [part for part in walk(condition) if isinstance(part, Timed)]
        if any(part.when != moment for part in timed) and moment:
            raise UndecidedError("a conditional effect with a condition at another time")
        node = normalise(condition, frame, outer)
        conditions.extend(conjuncts(node))
    found: list[ValueBindings] = []

    def term(argument: Term) -> SlotTerm:
        values: ValueBindings = []
        slot = object_term(argument, frame, scope, values)
        found.extend([values] if values else [])
        return slot

    adds: list[Template] = []
    dels: list[Template] = []
    updates: list[UpdateTemplate] = []
    for formula in formulas:
        match formula:
            case AtomicFormula(predicate, args):
                adds.append(_template(predicate, args, term))
            case Not(AtomicFormula(predicate, args)):
                dels.append(_template(predicate, args, term))
            case Assign(operator, target, value):
                program = compile_expression(value, scope, term)
                place = _template(target.name, target.args, term)
                updates.append(UpdateTemplate(operator, place, program))
            case _:
                raise UndecidedError(f"{describe(formula)} is not supported as an effect")
    for values in found:
        inner = tuple(variable for variable, _ in values)
        atoms = tuple(atom for _, atom in values)
        fault = Quantified(False, inner, AllOf(atoms))
        yield EffectBlock(guard.variables, (*conditions, fault), (), (), (), fault)
        guard = guard._replace(variables=guard.variables + inner)
        conditions += atoms
    yield EffectBlock(guard.variables, tuple(conditions), tuple(adds), tuple(dels), tuple(updates))


def _template(name: str, args: Iterable[Term], term: Callable[[Term], SlotTerm]) -> Template:
    if name == "=":
        raise UndecidedError("(= …) is not supported as an effect")
    return Template(name, tuple(map(term, args)))

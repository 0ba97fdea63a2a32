"""Effects of an action schema at one instant, split into unconditional and conditional ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

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
from plancore.simulate.atoms import VALUE, Fluent, UndecidedError, Value, show
from plancore.simulate.conditions import (
    AllOf,
    Bindings,
    Frame,
    Node,
    Quantified,
    Scope,
    SlotTerm,
    ValueBindings,
    check_times,
    conjuncts,
    normalise,
    object_term,
)
from plancore.simulate.expressions import (
    Program,
    Read,
    compile_expression,
    describe,
    evaluate,
    undefined_fluents,
)
from plancore.simulate.render import render
from plancore.simulate.state import Env, World


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


class Since(NamedTuple):
    """Conditions of an effect at the end of a durative action: `start` in the state before its
    start, `all` in every state between; `variables` are bound at the start."""

    variables: Bindings
    start: tuple[Node, ...]
    all: tuple[Node, ...]


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

    since: Since | None = None
    """For effects at the end of a durative action, their conditions at other times."""

    @property
    def simple(self) -> bool:
        """Whether the effects are unconditional."""
        return not self.variables and not self.conditions and self.since is None

    def collect(
        self,
        env: Env,
        world: World,
        adds: list[GroundAtom],
        dels: list[GroundAtom],
        updates: list[Update],
    ) -> None:
        """Add the effects for the objects in the slots. Raises InapplicableError."""
        if self.fault is not None:
            raise InapplicableError(render(self.fault, env))
        adds += [template.ground(env) for template in self.adds]
        dels += [template.ground(env) for template in self.dels]
        for update in self.updates:
            updates.append(evaluated(update, update.target.ground(env), env, world))

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
    earlier: dict[str, list[Node]] = {"start": [], "all": []}
    for condition, outer in guard.conditions:
        times = {part.when for part in walk(condition) if isinstance(part, Timed)}
        if not moment or times <= {moment}:
            conditions.extend(conjuncts(normalise(condition, frame, outer)))
            continue
        if moment != "end":
            raise UndecidedError("a conditional effect with a condition at a later time")
        check_times(condition)
        for when, nodes in (*earlier.items(), (moment, conditions)):
            nodes.extend(conjuncts(normalise(condition, frame, outer, when)))
    since = None
    if any(earlier.values()):
        since = Since(guard.variables, tuple(earlier["start"]), tuple(earlier["all"]))
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
                program = compile_expression(value, scope, term, frame.functions)
                place = _template(target.name, target.args, term)
                updates.append(UpdateTemplate(operator, place, program))
            case _:
                raise UndecidedError(f"{describe(formula)} is not supported as an effect")
    for values in found:
        inner = tuple(variable for variable, _ in values)
        atoms = tuple(atom for _, atom in values)
        fault = Quantified(False, inner, AllOf(atoms))
        yield EffectBlock(guard.variables, (*conditions, fault), (), (), (), fault, since)
        guard = guard._replace(variables=guard.variables + inner)
        conditions += atoms
    changes = (tuple(adds), tuple(dels), tuple(updates))
    yield EffectBlock(guard.variables, tuple(conditions), *changes, since=since)


def _template(name: str, args: Iterable[Term], term: Callable[[Term], SlotTerm]) -> Template:
    if name == "=":
        raise UndecidedError("(= …) is not supported as an effect")
    return Template(name, tuple(map(term, args)))


def evaluated(update: UpdateTemplate, fluent: Fluent, env: Env, world: World) -> Update:
    """A numeric effect on a fluent in a state; raises InapplicableError."""
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

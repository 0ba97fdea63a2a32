"""Effects of a schema, taken apart: what happens always, and what happens on conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Not,
    OneOf,
    Preference,
    Probabilistic,
    Timed,
    When,
    walk,
)
from plancore.model.ground import GroundAtom
from plancore.simulate.conditions import Frame, Scope, normalise, slot_term
from plancore.simulate.describe import describe
from plancore.simulate.expressions import Program, Read, compile_expression
from plancore.simulate.limits import UndecidedError
from plancore.simulate.normal_form import Bindings, Node, SlotTerm, conjuncts

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
    """What happens for all objects that make some conditions true; without them, always."""

    variables: Bindings
    conditions: tuple[Node, ...]
    adds: tuple[Template, ...]
    dels: tuple[Template, ...]
    updates: tuple[UpdateTemplate, ...]

    @property
    def simple(self) -> bool:
        """Whether it happens always, and once."""
        return not self.variables and not self.conditions


class _Guard(NamedTuple):
    """The quantifiers and conditions around an effect."""

    variables: Bindings = ()
    conditions: tuple[tuple[Formula, Scope], ...] = ()


_Item: TypeAlias = tuple[Formula, Scope, str, _Guard]


def effect_blocks(effect: Formula, frame: Frame, moment: str = "") -> tuple[EffectBlock, ...]:
    """The blocks of an effect; with `moment`, those of a durative action that happen then.

    Raises UndecidedError for effects that are continuous, nondeterministic, or otherwise outside of
    the semantics implemented here.
    """
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
            case AtomicFormula() | Not() | Assign():
                _check_leaf(formula, when)
                # All effects below the same guard share its very object, and its scope.
                leaves.setdefault(id(guard), (guard, scope, []))[2].append(formula)
            case OneOf() | Probabilistic():
                word = "oneof" if isinstance(formula, OneOf) else "probabilistic"
                raise UndecidedError(f"({word} …): the outcome of the action is not deterministic")
            case Preference():
                raise UndecidedError("a preference is no effect")
            case _:
                raise UndecidedError(f"{describe(formula)} is not supported as an effect")
    return tuple(
        _block(guard, formulas, scope, frame, moment) for guard, scope, formulas in leaves.values()
    )


def _check_leaf(formula: Formula, when: str) -> None:
    if isinstance(formula, Assign):
        if any(i.function == "#t" for i in _reads(formula.value)):
            raise UndecidedError(f"continuous effect on {describe_fluent(formula.target)}")
        if formula.operator not in ASSIGNMENTS:
            raise UndecidedError(f"({formula.operator} …) is not supported as an effect")
    if when:
        raise UndecidedError(f"{describe(formula)} in a durative action does not say when")


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


def _block(
    guard: _Guard, formulas: list[Formula], scope: Scope, frame: Frame, moment: str
) -> EffectBlock:
    conditions: list[Node] = []
    for condition, outer in guard.conditions:
        timed = [part for part in walk(condition) if isinstance(part, Timed)]
        if any(part.when != moment for part in timed) and moment:
            raise UndecidedError("a conditional effect whose condition belongs to another moment")
        node = normalise(condition, frame, outer)
        conditions.extend(conjuncts(node))
    adds: list[Template] = []
    dels: list[Template] = []
    updates: list[UpdateTemplate] = []
    for formula in formulas:
        match formula:
            case AtomicFormula(predicate, args):
                adds.append(_template(predicate, args, scope))
            case Not(AtomicFormula(predicate, args)):
                dels.append(_template(predicate, args, scope))
            case Assign(operator, target, value):
                program = compile_expression(value, scope)
                place = _template(target.name, target.args, scope)
                updates.append(UpdateTemplate(operator, place, program))
            case _:
                raise UndecidedError(f"{describe(formula)} is not supported as an effect")
    variables = guard.variables
    return EffectBlock(variables, tuple(conditions), tuple(adds), tuple(dels), tuple(updates))


def _template(name: str, args: tuple[object, ...], scope: Scope) -> Template:
    terms = []
    for argument in args:
        if not isinstance(argument, str):
            raise UndecidedError("object fluents are not supported")
        terms.append(slot_term(argument, scope))
    if name == "=":
        raise UndecidedError("(= …) is not supported as an effect")
    return Template(name, tuple(terms))

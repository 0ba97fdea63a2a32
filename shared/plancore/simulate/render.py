"""Render compiled conditions as PDDL, with objects in place of parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancore.formula.printing import type_text
from plancore.simulate.atoms import VALUE, Fluent, Value, show, show_value
from plancore.simulate.conditions import (
    VALUE_OF,
    AllOf,
    AnyOf,
    AtomTest,
    Bindings,
    Node,
    NumberTest,
    Quantified,
    SlotTerm,
)
from plancore.simulate.expressions import DURATION, Apply, Program, Push, Read, fluent_of


def render(node: Node, env: Sequence[str]) -> str:
    """`node` as PDDL, for the objects in the slots of `env`."""
    return _render(node, _Names(env))


def fluents_in(node: NumberTest, env: Sequence[str]) -> tuple[Fluent, ...]:
    """The fluents of a comparison in textual order, without `?duration`."""
    fluents = (
        fluent_of(read.function, read.terms, env)
        for read in node.left + node.right
        if isinstance(read, Read) and read.function != DURATION
    )
    return tuple(dict.fromkeys(fluents))


def value_text(fluent: Fluent, values: Mapping[Fluent, Value]) -> str:
    """The value of a fluent in a state, such as `(fuel car) = 3`."""
    value = values.get(fluent)
    return f"{show(fluent)} = {'undefined' if value is None else show_value(value)}"


class _Names:
    """The names of slots: an object, or inside a quantifier the variable."""

    def __init__(self, env: Sequence[str], variables: dict[int, str] | None = None) -> None:
        self.env = env
        self.variables = variables or {}

    def inside(self, variables: Bindings) -> _Names:
        return _Names(self.env, {**self.variables, **{v.slot: v.name for v in variables}})

    def of(self, term: SlotTerm) -> str:
        if not isinstance(term, int):
            return term
        return self.variables.get(term) or self.env[term]


def _render(node: Node, names: _Names) -> str:
    match node:
        case AtomTest(positive, predicate, terms):
            text = show((predicate, *map(names.of, terms)))
            return text if positive else f"(not {text})"
        case NumberTest(positive, operator, left, right):
            text = f"({operator} {_program(left, names)} {_program(right, names)})"
            return text if positive else f"(not {text})"
        case AllOf(parts):
            return f"({' '.join(('and', *(_render(part, names) for part in parts)))})"
        case AnyOf(parts):
            return f"({' '.join(('or', *(_render(part, names) for part in parts)))})"
        case Quantified(positive, variables, AllOf(parts)) if _are_values(variables):
            return _with_fluents(positive, variables, parts, names)
        case Quantified(positive, variables, part):
            inner = names.inside(variables)
            bound = " ".join(
                f"{v.name} - {type_text(v.types)}" if v.types else v.name for v in variables
            )
            if positive:
                return f"(exists ({bound}) {_render(part, inner)})"
            return f"(forall ({bound}) {_render(_negated(part), inner)})"


def _are_values(variables: Bindings) -> bool:
    return bool(variables) and all(variable.name == VALUE_OF for variable in variables)


def _with_fluents(
    positive: bool, variables: Bindings, parts: tuple[Node, ...], names: _Names
) -> str:
    """A condition with object fluents as it was written, in place of variables for their values."""
    count = len(variables)
    inner = _Names(names.env, dict(names.variables))
    for variable, value in reversed(list(zip(variables, parts[:count], strict=True))):
        assert isinstance(value, AtomTest), "the first parts bind the variables"
        words = (value.predicate.removeprefix(VALUE), *map(inner.of, value.terms[:-1]))
        inner.variables[variable.slot] = f"({' '.join(words)})"
    if parts[count:]:
        text = _render(parts[count], inner)
    else:
        text, positive = f"(= {inner.of(variables[0].slot)} undefined)", not positive
    return text if positive else f"(not {text})"


def _negated(node: Node) -> Node:
    match node:
        case AtomTest() | NumberTest() | Quantified():
            return node._replace(positive=not node.positive)
        case AllOf(parts):
            return AnyOf(tuple(_negated(part) for part in parts))
        case AnyOf(parts):
            return AllOf(tuple(_negated(part) for part in parts))


def _program(program: Program, names: _Names) -> str:
    stack: list[str] = []
    for instruction in program:
        match instruction:
            case Push(value):
                stack.append(show_value(value))
            case Read("?duration"):
                stack.append("?duration")
            case Read(function, terms):
                stack.append(f"({' '.join((function, *map(names.of, terms)))})")
            case Apply(operator, arity):
                cut = len(stack) - arity
                text = f"({' '.join((operator, *stack[cut:]))})"
                del stack[cut:]
                stack.append(text)
            case _:
                stack.append(f"(is-violated {instruction.preference})")
    return stack[0]

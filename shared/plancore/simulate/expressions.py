"""Numeric expressions as stack programs, evaluated exactly and without recursion."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from plancore.lower.environment import BUILT_IN
from plancore.model.formula import (
    Arithmetic,
    Damaged,
    Expression,
    Formula,
    FunctionTerm,
    IsViolated,
    Number,
    Term,
)
from plancore.simulate.atoms import Fluent, UndecidedError, Value, exact

DURATION = "?duration"
TOTAL_TIME: Fluent = ("total-time",)


class Push(NamedTuple):
    """Push a number."""

    value: Value


class Read(NamedTuple):
    """Push the value of a fluent; its arguments are objects or slots."""

    function: str
    terms: tuple[str | int, ...]


class Apply(NamedTuple):
    """Apply an operator to the last `arity` values."""

    operator: str
    arity: int


class Violations(NamedTuple):
    """Push the number of violations of a preference."""

    preference: str


Instruction: TypeAlias = Push | Read | Apply | Violations
Program: TypeAlias = tuple[Instruction, ...]

_OPERATORS = ("+", "-", "*", "/")
_BUILT_IN = BUILT_IN - {"total-cost"}


def compile_expression(
    expression: Expression,
    scope: Mapping[str, int],
    term: Callable[[Term], str | int] | None = None,
    functions: Container[str] | None = None,
) -> Program:
    """The program that computes `expression`. `term` gives the objects or slots of arguments that
    may be object fluents. With the declared `functions`, those that only some planners define are
    refused. Raises UndecidedError for unsupported terms."""
    term = term or partial(_term, scope)
    program: list[Instruction] = []
    todo: list[Expression | Apply] = [expression]
    while todo:
        item = todo.pop()
        match item:
            case Apply():
                program.append(item)
            case Number(value):
                program.append(Push(exact(value)))
            case FunctionTerm(name, args):
                is_unknown = functions is not None and name not in functions
                if name in ("^", "%") or (is_unknown and name in _BUILT_IN):
                    raise UndecidedError(f"({name} …) is not supported in an expression")
                program.append(Read(name, tuple(map(term, args))))
            case Arithmetic(operator, args):
                if operator not in _OPERATORS or not args:
                    raise UndecidedError(f"({operator} …) is not supported in an expression")
                todo.append(Apply(operator, len(args)))
                todo.extend(reversed(args))
            case IsViolated(preference):
                program.append(Violations(preference))
            case Damaged():
                raise UndecidedError(f"{describe(item)} is not supported in an expression")
            case "?duration" | "total-time":
                program.append(Read(item, ()))
            case str() if not item.startswith(("?", "#")):
                # PDDL 2.1 has functions without parentheses.
                program.append(Push(exact(Fraction(item))) if is_number(item) else Read(item, ()))
            case _:
                raise UndecidedError(f"{item} is not a number")
    return tuple(program)


def is_number(word: str) -> bool:
    """Whether a word is a number without a sign."""
    return word.isascii() and word.replace(".", "", 1).isdecimal()


def fluent_of(function: str, terms: tuple[str | int, ...], env: Sequence[str]) -> Fluent:
    """The ground fluent of `function` applied to `terms`."""
    return (function, *[env[t] if isinstance(t, int) else t for t in terms])


def evaluate(
    program: Program,
    env: Sequence[str],
    values: Mapping[Fluent, Value],
    violations: Mapping[str, int] | None = None,
) -> Value | None:
    """The value of a program; None if a fluent is undefined or a divisor is zero."""
    stack: list[Value] = []
    for instruction in program:
        match instruction:
            case Push(value):
                stack.append(value)
            case Read(function, terms):
                fluent_value = values.get(fluent_of(function, terms, env))
                if fluent_value is None:
                    return None
                stack.append(fluent_value)
            case Apply(operator, arity):
                cut = len(stack) - arity
                result = _apply(operator, stack[cut:])
                if result is None:
                    return None
                del stack[cut:]
                stack.append(result)
            case Violations(preference):
                stack.append((violations or {}).get(preference, 0))
    return stack[0]


def divide(dividend: Value, divisor: Value) -> Value | None:
    """The exact quotient; None if the divisor is zero."""
    return exact(Fraction(dividend) / divisor) if divisor else None


def compare(
    operator: str, left: Value, right: Value, slack: Value = 0, *, strict: bool = True
) -> bool:
    """Whether a comparison of two numbers is true. `slack` is 0 except where VAL is imitated and
    for plans with durations, which planners print rounded: these are compared with VAL's tolerance.
    If `strict`, equal numbers do not satisfy `<` and `>`; in VAL they do."""
    excess = left - right
    if slack and (excess or not strict) and -slack <= excess <= slack:
        return True
    match operator:
        case "=":
            return excess == 0
        case "<":
            return excess < 0
        case ">":
            return excess > 0
        case "<=":
            return excess <= 0
        case _:
            return excess >= 0


def undefined_fluents(
    program: Program, env: Sequence[str], values: Mapping[Fluent, Value]
) -> list[Fluent]:
    """The fluents of a program that have no value."""
    fluents = [fluent_of(i.function, i.terms, env) for i in program if isinstance(i, Read)]
    return [fluent for fluent in dict.fromkeys(fluents) if fluent not in values]


def _apply(operator: str, numbers: list[Value]) -> Value | None:
    result = numbers[0]
    if len(numbers) == 1:
        return -result if operator == "-" else result
    for number in numbers[1:]:
        if operator == "+":
            result = result + number
        elif operator == "-":
            result = result - number
        elif operator == "*":
            result = result * number
        else:
            quotient = divide(result, number)
            if quotient is None:
                return None
            result = quotient
    return exact(result) if isinstance(result, Fraction) else result


def _term(scope: Mapping[str, int], term: Term) -> str | int:
    if not isinstance(term, str):
        raise UndecidedError("object fluents as arguments are not supported")
    if not term.startswith("?"):
        return term
    if term not in scope:
        raise UndecidedError(f"unbound variable {term}")
    return scope[term]


# Formulas and expressions in messages.


def describe(formula: Formula | Expression) -> str:
    """A short name of a formula or expression for messages."""
    if isinstance(formula, Damaged):
        text = " ".join(formula.text.split())
        return text if len(text) <= 60 else f"{text[:59]}…"
    for attribute in ("operator", "predicate"):
        word = getattr(formula, attribute, "")
        if word:
            return f"({word} …)"
    return f"({type(formula).__name__.lower()} …)"

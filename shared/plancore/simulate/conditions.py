"""Conditions in negation normal form, with numbered variables.

Negation is only at atoms, implications and universal quantifiers are replaced (∀x φ = ¬∃x ¬φ),
nested conjunctions are flat. The translation is not recursive; its result is at most `MAX_DEPTH`
deep, so recursion over it is safe.

node ::= [¬] atom | [¬] comparison | And(node…) | Or(node…) | [¬] Exists(variables, node)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from plancore.model import formula as logic
from plancore.model.domain import NUMBER, UNDEFINED, Function
from plancore.simulate.atoms import MAX_DEPTH, VALUE, UndecidedError
from plancore.simulate.expressions import (
    DURATION,
    TOTAL_TIME,
    Program,
    compile_expression,
    describe,
)

SlotTerm: TypeAlias = str | int
"""An object, or the slot of a variable."""


class Variable(NamedTuple):
    """A quantified variable."""

    slot: int
    name: str
    types: tuple[str, ...]


Bindings: TypeAlias = tuple[Variable, ...]


class AtomTest(NamedTuple):
    """An atom or its negation; equality of objects is the predicate `=`."""

    positive: bool
    predicate: str
    terms: tuple[SlotTerm, ...]


class NumberTest(NamedTuple):
    """A comparison of numbers. False if either side is undefined, negated or not."""

    positive: bool
    operator: str
    left: Program
    right: Program


ValueBindings: TypeAlias = list[tuple[Variable, AtomTest]]
"""Variables for the values of object fluents, outermost first, each with the atom that binds it."""


class AllOf(NamedTuple):
    """A conjunction; an empty one is *true*."""

    parts: tuple[Node, ...]


class AnyOf(NamedTuple):
    """A disjunction; an empty one is *false*."""

    parts: tuple[Node, ...]


class Quantified(NamedTuple):
    """Some objects make `part` true, or none if not `positive`."""

    positive: bool
    variables: Bindings
    part: Node


Node: TypeAlias = AtomTest | NumberTest | AllOf | AnyOf | Quantified

_MAX_ALTERNATIVES: Final = 64

VALUE_OF: Final = "?value of"
"""The name of variables for the values of object fluents in a condition; none of a user has it."""

TRUE = AllOf(())
FALSE = AnyOf(())


def is_true(node: Node) -> bool:
    """Whether `node` is the empty conjunction. (As tuples, `TRUE` and `FALSE` are equal.)"""
    return isinstance(node, AllOf) and not node.parts


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts of a conjunction; any other node is its own only part."""
    return node.parts if isinstance(node, AllOf) else (node,)


def negation(node: Node) -> Node:
    """A node that is true exactly if `node` is false, even for undefined numbers."""
    match node:
        case AtomTest():
            return node._replace(positive=not node.positive)
        case NumberTest():
            return Quantified(False, (), node)
        case AllOf(parts):
            return AnyOf(tuple(negation(part) for part in parts))
        case AnyOf(parts):
            return AllOf(tuple(negation(part) for part in parts))
        case Quantified():
            return node._replace(positive=not node.positive)


def alternatives(body: Node) -> list[tuple[Bindings, list[Node]]]:
    """The disjunctive normal form: conjunctions, each with its existential variables. To limit
    their number, some keep disjunctions among their parts."""
    done: list[tuple[Bindings, list[Node]]] = []
    todo: list[tuple[Bindings, list[Node], list[Node]]] = [((), [], [body])]
    while todo:
        variables, parts, rest = todo.pop()
        while rest:
            node = rest.pop(0)
            match node:
                case AllOf(more):
                    rest = [*more, *rest]
                case Quantified(True, bound, part):
                    variables = variables + bound
                    rest = [*conjuncts(part), *rest]
                case AnyOf(ways) if len(done) + len(todo) < _MAX_ALTERNATIVES:
                    todo.extend((variables, list(parts), [way, *rest]) for way in ways)
                    break
                case _:
                    parts.append(node)
        else:
            done.append((variables, parts))
    return done


def leaves(node: Node) -> Iterator[tuple[AtomTest | NumberTest, bool]]:
    """The tests of a condition, each with whether its atom makes the condition false."""
    todo = [(node, False)]
    while todo:
        item, flipped = todo.pop()
        match item:
            case AtomTest(positive=positive):
                yield item, flipped is positive
            case NumberTest():
                yield item, flipped
            case AllOf(parts) | AnyOf(parts):
                todo.extend((part, flipped) for part in parts)
            case Quantified(positive, _, part):
                todo.append((part, flipped is positive))


Scope: TypeAlias = Mapping[str, int]
"""The slot of each variable in scope."""


class Frame:
    """Assigns the slots of one schema: its parameters first, then quantified variables."""

    def __init__(
        self,
        parameters: tuple[logic.TypedName, ...] = (),
        functions: Mapping[str, Function] = MappingProxyType({}),
    ) -> None:
        self.functions = functions
        self.scope: dict[str, int] = {p.name: slot for slot, p in enumerate(parameters)}
        self.size = len(parameters)

    def bind(self, variables: tuple[logic.TypedName, ...], scope: Scope) -> tuple[Scope, Bindings]:
        """New slots for quantified variables, and the scope inside the quantifier."""
        bound = tuple(
            Variable(self.size + index, v.name, v.types) for index, v in enumerate(variables)
        )
        self.size += len(bound)
        return {**scope, **{v.name: v.slot for v in bound}}, bound

    def object_fluent(self, term: object) -> tuple[Function, tuple[logic.Term, ...]] | None:
        """The function and arguments of a term whose value is an object; None for other terms."""
        name: object = term
        args: tuple[logic.Term, ...] = ()
        if isinstance(term, logic.FunctionTerm):
            name, args = term.name, term.args
        function = self.functions.get(name) if isinstance(name, str) else None
        return None if function is None or function.returns == NUMBER else (function, args)

    def is_number(self, term: logic.Expression) -> bool:
        """Whether the value of a term is a number."""
        if isinstance(term, logic.FunctionTerm) or (
            isinstance(term, str) and term in self.functions
        ):
            return self.object_fluent(term) is None
        return not isinstance(term, str) or term in (DURATION, TOTAL_TIME[0], "#t")


class _Join(NamedTuple):
    conjunction: bool
    arity: int


class _Close(NamedTuple):
    positive: bool
    variables: Bindings


def normalise(formula: logic.Formula, frame: Frame, scope: Scope, moment: str = "") -> Node:
    """The normal form of `formula`. With `moment` (`start`, `all`, `end`) only the parts of a
    durative condition for that moment are kept. Preferences count as true. Raises UndecidedError
    for conditions outside the implemented semantics and for nesting that is too deep."""
    todo: list[tuple[logic.Formula, bool, Scope, str, int] | _Join | _Close] = [
        (formula, True, scope, moment, 0)
    ]
    done: list[tuple[Node, int]] = []
    while todo:
        item = todo.pop()
        if isinstance(item, _Join):
            cut = len(done) - item.arity
            parts = done[cut:]
            del done[cut:]
            done.append(_join(item.conjunction, parts))
            continue
        if isinstance(item, _Close):
            part, depth = done.pop()
            done.append(_close(item, part, depth))
            continue
        part_formula, positive, inner, when, quantifiers = item
        match part_formula:
            case logic.AtomicFormula(predicate, args):
                _untimed(part_formula, when)
                node = _atomic(predicate, args, positive, frame, inner)
                done.append((node, 2 * isinstance(node, Quantified)))
            case logic.Comparison("=", left, right) if not (
                frame.is_number(left) and frame.is_number(right)
            ):
                _untimed(part_formula, when)
                node = _equality((left, right), positive, frame, inner)
                done.append((node, 2 * isinstance(node, Quantified)))
            case logic.Comparison(operator, left, right):
                _untimed(part_formula, when)
                node = _comparison(operator, (left, right), positive, frame, inner)
                done.append((node, 2 * isinstance(node, Quantified)))
            case logic.Not(body):
                todo.append((body, not positive, inner, when, quantifiers))
            case logic.And(parts_) | logic.Or(parts_):
                conjunction = (type(part_formula) is logic.And) is positive
                todo.append(_Join(conjunction, len(parts_)))
                todo.extend((p, positive, inner, when, quantifiers) for p in reversed(parts_))
            case logic.Imply(condition, conclusion):
                todo.append(_Join(not positive, 2))
                todo.append((conclusion, positive, inner, when, quantifiers))
                todo.append((condition, not positive, inner, when, quantifiers))
            case logic.Forall(variables, body) | logic.Exists(variables, body):
                if quantifiers >= MAX_DEPTH:
                    raise UndecidedError(
                        f"quantifiers are nested more than {MAX_DEPTH} levels deep"
                    )
                exists = type(part_formula) is logic.Exists
                body_scope, bound = frame.bind(variables, inner)
                todo.append(_Close(exists is positive, bound))
                todo.append((body, exists, body_scope, when, quantifiers + 1))
            case logic.Timed(at, body):
                if when in ("", at):
                    todo.append((body, positive, inner, "", quantifiers))
                else:
                    done.append((TRUE if positive else FALSE, 0))
            case logic.Preference():
                done.append((TRUE if positive else FALSE, 0))
            case logic.Damaged(reason=reason) if reason:
                raise UndecidedError(reason)
            case _:
                raise UndecidedError(f"{describe(part_formula)} is not supported as a condition")
    return done[0][0]


def _atomic(
    predicate: str, args: tuple[logic.Term, ...], positive: bool, frame: Frame, scope: Scope
) -> Node:
    """An atom; object fluents among the arguments are replaced by variables for their values."""
    if predicate == "=" and len(args) == 2:
        return _equality((args[0], args[1]), positive, frame, scope)
    values: ValueBindings = []
    terms = tuple(object_term(argument, frame, scope, values) for argument in args)
    return _with_values(AtomTest(positive or bool(values), predicate, terms), values, positive)


def _comparison(
    operator: str,
    sides: tuple[logic.Expression, logic.Expression],
    positive: bool,
    frame: Frame,
    scope: Scope,
) -> Node:
    """A comparison of numbers; it is false if an object fluent in it is undefined."""
    values: ValueBindings = []
    left, right = (
        compile_expression(
            side, scope, lambda term: object_term(term, frame, scope, values), frame.functions
        )
        for side in sides
    )
    return _with_values(NumberTest(positive, operator, left, right), values, True)


def _equality(
    sides: tuple[logic.Expression, logic.Expression], positive: bool, frame: Frame, scope: Scope
) -> Node:
    """`(= a b)` of objects; either may be an object fluent, and `b` may be `undefined`."""
    left, right = sides
    if isinstance(left, str) and left in frame.functions and frame.is_number(left):
        return _comparison("=", sides, positive, frame, scope)
    if frame.object_fluent(left) is None and frame.object_fluent(right) is not None:
        left, right = right, left
    fluent = frame.object_fluent(left)
    values: ValueBindings = []
    if fluent is None:
        terms = tuple(object_term(side, frame, scope, values) for side in (left, right))
        return _with_values(AtomTest(positive or bool(values), "=", terms), values, positive)
    if right == UNDEFINED:
        object_term(left, frame, scope, values)
        everything = AllOf(tuple(test for _, test in values))
        return Quantified(not positive, tuple(v for v, _ in values), everything)
    function, args = fluent
    terms = tuple(object_term(term, frame, scope, values) for term in (*args, right))
    test = AtomTest(positive or bool(values), VALUE + function.name, terms)
    return _with_values(test, values, positive)


def object_term(
    term: logic.Expression, frame: Frame, scope: Scope, values: ValueBindings
) -> SlotTerm:
    """The slot or object of a term. Variables for object fluents are added to `values`."""
    fluent = frame.object_fluent(term)
    if fluent is None:
        if not isinstance(term, str | logic.FunctionTerm | logic.Damaged):
            raise UndecidedError("a number is not supported as an argument")
        return slot_term(term, scope)
    if len(values) >= MAX_DEPTH:
        raise UndecidedError(f"more than {MAX_DEPTH} object fluents in one condition")
    function, args = fluent
    _, (variable,) = frame.bind((logic.TypedName(VALUE_OF, function.returns),), {})
    place = len(values)
    values.append((variable, AtomTest(True, VALUE, ())))
    inner = tuple(object_term(argument, frame, scope, values) for argument in args)
    values[place] = (variable, AtomTest(True, VALUE + function.name, (*inner, variable.slot)))
    return variable.slot


def _with_values(test: AtomTest | NumberTest, values: ValueBindings, positive: bool) -> Node:
    if not values:
        return test
    parts = AllOf((*(each for _, each in values), test))
    return Quantified(positive, tuple(variable for variable, _ in values), parts)


def check_times(condition: logic.Formula) -> None:
    """Raise UndecidedError for times inside connectives, which have no defined meaning."""
    todo = [condition]
    while todo:
        part = todo.pop()
        if isinstance(part, logic.And):
            todo.extend(part.parts)
        elif isinstance(part, logic.Forall):
            todo.append(part.body)
        elif not isinstance(part, logic.Timed | logic.Preference) and any(
            isinstance(inner, logic.Timed) for inner in logic.walk(part)
        ):
            raise UndecidedError(f"a time specifier inside {describe(part)} is not supported")


def _untimed(formula: logic.Formula, moment: str) -> None:
    if moment:
        raise UndecidedError(f"{describe(formula)} in a durative action has no time specifier")


def slot_term(term: logic.Term, scope: Scope) -> SlotTerm:
    """A term with its variable replaced by its slot; raises UndecidedError if it is unbound."""
    if isinstance(term, logic.FunctionTerm):
        raise UndecidedError(f"({term.name} …) as an argument: object fluents are not supported")
    if isinstance(term, logic.Damaged):
        raise UndecidedError(f"{describe(term)} is not supported as an argument")
    if not term.startswith("?"):
        return term
    slot = scope.get(term)
    if slot is None:
        raise UndecidedError(f"unbound variable {term}")
    return slot


def _join(conjunction: bool, parts: list[tuple[Node, int]]) -> tuple[Node, int]:
    kind: type[AllOf] | type[AnyOf]
    kind = AllOf if conjunction else AnyOf
    flat: list[Node] = []
    depth = 0
    for part, below in parts:
        if isinstance(part, kind):
            flat.extend(part.parts)
            depth = max(depth, below)
        else:
            flat.append(part)
            depth = max(depth, below + 1)
    if len(flat) == 1:
        return flat[0], depth - 1
    if depth > MAX_DEPTH:
        raise UndecidedError(f"a condition is nested more than {MAX_DEPTH} levels deep")
    return kind(tuple(flat)), depth


def _close(item: _Close, part: Node, depth: int) -> tuple[Node, int]:
    if isinstance(part, AnyOf) and not part.parts:
        return (FALSE if item.positive else TRUE), 0
    if depth >= MAX_DEPTH:
        raise UndecidedError(f"a condition is nested more than {MAX_DEPTH} levels deep")
    return Quantified(item.positive, item.variables, part), depth + 1

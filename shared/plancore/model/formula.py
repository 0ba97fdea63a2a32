"""Conditions, effects and numeric expressions of PDDL 1.2 to 3.1, PDDL+, FOND and PPDDL.

A term is a plain string in lower case, a variable with its `?`, or a `FunctionTerm` for object
fluents. Empty conjunctions are *true* (`()`, `(and)`, no precondition).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction

from plancore.model.record import record
from plancore.syntax.nodes import List, Node


@record
class TypedName:
    """A name with its type: parameter, object, constant. `types` is empty if no type is written.
    Several types mean `(either …)`. `written` and `type_written` are the nodes of both, or indices
    of items of `within`, whose nodes are made on access."""

    name: str
    types: tuple[str, ...] = ()
    written: Node | int | None = field(default=None, compare=False, repr=False)
    type_written: Node | int | None = field(default=None, compare=False, repr=False)
    within: List | None = field(default=None, compare=False, repr=False)

    @property
    def node(self) -> Node | None:
        """The node of the name; None for a model that was not read from text."""
        return self._node(self.written)

    @property
    def type_node(self) -> Node | None:
        """The node of the type, or of `(either …)`; several names may share it."""
        return self._node(self.type_written)

    def _node(self, written: Node | int | None) -> Node | None:
        if isinstance(written, int):
            return None if self.within is None else self.within.items[written]
        return written


@record
class FunctionTerm:
    """A function applied to terms: `(distance ?a ?b)`, `(total-cost)`, `total-time`, `#t`."""

    name: str
    args: tuple[Term, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Damaged:
    """Text that is not a formula or expression, or nested too deeply; it has a finding. `text` is
    all of it in lower case, without layout and comments, and `reason` why it is not executed, if
    that says more than the text."""

    text: str
    node: Node | None = field(default=None, compare=False, repr=False)
    reason: str = field(default="", compare=False, repr=False)


Term = str | FunctionTerm | Damaged


@record
class Number:
    """A number, exactly as written."""

    value: Fraction
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Arithmetic:
    """`(+ …)`, `(- …)`, `(* …)`, `(/ …)`; one argument to `-` negates it."""

    operator: str
    args: tuple[Expression, ...]
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class IsViolated:
    """`(is-violated p)`: how often preference `p` is violated."""

    preference: str
    node: Node | None = field(default=None, compare=False, repr=False)


Expression = Number | FunctionTerm | Arithmetic | IsViolated | Damaged | str


@record
class AtomicFormula:
    """A predicate applied to terms; equality of objects is the predicate `=`."""

    predicate: str
    args: tuple[Term, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Not:
    """Negation; in an effect, deletion."""

    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class And:
    """Conjunction, in the order written. Without parts it is *true*."""

    parts: tuple[Formula, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Or:
    """Disjunction. Without parts it is *false*."""

    parts: tuple[Formula, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Imply:
    """`(imply condition conclusion)`."""

    condition: Formula
    conclusion: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Forall:
    """Universal quantification, of a condition or of an effect."""

    variables: tuple[TypedName, ...]
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Exists:
    """Existential quantification."""

    variables: tuple[TypedName, ...]
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class When:
    """A conditional effect."""

    condition: Formula
    effect: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Comparison:
    """`=`, `<`, `>`, `<=`, `>=` between numeric expressions."""

    operator: str
    left: Expression
    right: Expression
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Assign:
    """A change of a fluent: `assign`, `increase`, `decrease`, `scale-up`, `scale-down`."""

    operator: str
    target: FunctionTerm
    value: Expression
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Timed:
    """`(at start φ)`, `(at end φ)`, `(over all φ)`; `when` is `start`, `end` or `all`. In
    constraints and goals `at end` is the trajectory constraint of PDDL 3."""

    when: str
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class At:
    """A timed initial literal or fluent, `(at 5 (open shop))`."""

    time: Fraction
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Preference:
    """`(preference name φ)`; the name may be empty."""

    name: str
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class TrajectoryConstraint:
    """A trajectory constraint of PDDL 3, such as `(sometime-before φ ψ)`."""

    operator: str
    numbers: tuple[Fraction, ...]
    parts: tuple[Formula, ...]
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class OneOf:
    """`(oneof …)`: exactly one of the effects happens, chosen nondeterministically."""

    parts: tuple[Formula, ...]
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Probabilistic:
    """`(probabilistic p₁ e₁ …)`."""

    outcomes: tuple[tuple[Expression, Formula], ...]
    node: Node | None = field(default=None, compare=False, repr=False)


Formula = (
    AtomicFormula
    | Not
    | And
    | Or
    | Imply
    | Forall
    | Exists
    | When
    | Comparison
    | Assign
    | Timed
    | At
    | Preference
    | TrajectoryConstraint
    | OneOf
    | Probabilistic
    | Damaged
)

TRUE = And(())


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of a conjunction, including those of nested conjunctions, in order."""
    stack = [formula]
    while stack:
        part = stack.pop()
        if type(part) is And:
            stack.extend(reversed(part.parts))
        else:
            yield part


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside `formula`."""
    if type(formula) is AtomicFormula:  # fast path: most formulas are atoms
        return ()
    match formula:
        case And(parts) | Or(parts) | OneOf(parts) | TrajectoryConstraint(parts=parts):
            return parts
        case Not(body) | Forall(body=body) | Exists(body=body):
            return (body,)
        case Timed(body=body) | At(body=body) | Preference(body=body):
            return (body,)
        case Imply(condition, conclusion):
            return (condition, conclusion)
        case When(condition, effect):
            return (condition, effect)
        case Probabilistic(outcomes):
            return tuple(effect for _, effect in outcomes)
        case _:
            return ()


def operands(part: Formula | Expression) -> tuple[Expression, ...]:
    """The terms and numbers directly inside a formula or an expression."""
    match part:
        case AtomicFormula(args=args) | FunctionTerm(args=args) | Arithmetic(args=args):
            return args
        case Comparison(_, left, right):
            return left, right
        case Assign(_, target, value):
            return target, value
        case Probabilistic(outcomes):
            return tuple(chance for chance, _ in outcomes)
        case _:
            return ()


def has_damage(formula: Formula | Expression) -> bool:
    """Whether it contains a `Damaged` part."""
    stack: list[Formula | Expression] = [formula]
    while stack:
        part = stack.pop()
        if type(part) is Damaged:
            return True
        stack.extend(operands(part))
        if not isinstance(part, str | Number | FunctionTerm | Arithmetic | IsViolated | Damaged):
            stack.extend(children(part))
    return False


def walk(formula: Formula) -> Iterator[Formula]:
    """`formula` and everything inside it, outermost first, left to right."""
    stack = [formula]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(children(part)))

"""Ground atoms, fluents and literals of the simulator: plain tuples of lower-case names."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from plancore.formula.printing import number_text
from plancore.model.domain import OBJECT, Function, TypeHierarchy
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom

Fluent: TypeAlias = tuple[str, ...]
"""A function and its arguments, `("fuel", "truck")`."""

Value: TypeAlias = int | Fraction
"""The exact value of a numeric fluent. Integers are stored as `int`, which is faster."""


class Literal(NamedTuple):
    """A ground atom or its negation."""

    atom: GroundAtom
    positive: bool = True

    def __str__(self) -> str:
        text = show(self.atom)
        return text if self.positive else f"(not {text})"


VALUE: Final = "="
"""The prefix of predicates that represent object fluents. Their last argument is the value:
`("=at", "truck", "depot")` is `(= (at truck) depot)`."""


def show(atom: Iterable[str]) -> str:
    """An atom, fluent or action in PDDL syntax."""
    name, *args = atom
    if name.startswith(VALUE) and len(name) > 1:
        return f"(= ({' '.join((name[1:], *args[:-1]))}) {args[-1]})"
    return f"({' '.join((name, *args))})"


def exact(number: Fraction) -> Value:
    """The same number, as `int` if it is an integer."""
    return number.numerator if number.denominator == 1 else number


_LARGEST: Final = 10**15
"""The maximum denominator of a number that is shown as a decimal; others have too many digits."""


def show_value(value: Value) -> str:
    """A number as a decimal if that is exact, otherwise as a fraction."""
    return str(value) if value.denominator > _LARGEST else number_text(Fraction(value))


# The objects of a task by type.


class Objects:
    """Constants and objects with their types. The first declaration of a name counts."""

    def __init__(
        self,
        hierarchy: TypeHierarchy,
        declared: Iterable[TypedName],
        functions: Iterable[Function] = (),
    ) -> None:
        self.functions = {function.name: function for function in functions}
        """Functions by name, for uses without parentheses; names of objects are left out."""
        self._hierarchy = hierarchy
        self.types: dict[str, tuple[str, ...]] = {}
        for name in declared:
            self.types.setdefault(name.name, name.types)
            self.functions.pop(name.name, None)
        self._of: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._allowed: dict[tuple[str, ...], frozenset[str]] = {}

    def of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The objects of one of `types`, in the order of declaration."""
        members = self._of.get(types)
        if members is None:
            accepts = self._hierarchy.accepts
            accepted = {each for each in set(self.types.values()) if accepts(types, each)}
            members = tuple(name for name, declared in self.types.items() if declared in accepted)
            self._of[types] = members
        return members

    def allowed(self, types: tuple[str, ...]) -> frozenset[str] | None:
        """The same as a set; None if every object is allowed."""
        if not types or OBJECT in types:
            return None
        members = self._allowed.get(types)
        if members is None:
            members = self._allowed[types] = frozenset(self.of(types))
        return members


# Limits of a simulation, and the exception for exceeding them.

MAX_BINDINGS: Final = 20_000_000
"""The maximum number of variable bindings tried for one plan; some ten seconds of work."""

MAX_DEPTH: Final = 160
"""The maximum number of alternating quantifiers, conjunctions and disjunctions in a condition."""


class UndecidedError(Exception):
    """The simulator cannot decide. `reason` is one line.

    Raised for features outside the implemented semantics, such as probabilistic effects, and when a
    limit is reached.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

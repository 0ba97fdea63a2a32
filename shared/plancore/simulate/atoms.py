"""Ground atoms, fluents and literals of the simulator: plain tuples of lower-case names."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from plancore.formula.printing import number_text
from plancore.model.domain import Function
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom
from plancore.model.types import OBJECT, TypeHierarchy

Fluent: TypeAlias = tuple[str, ...]
"""A function and its arguments, `("fuel", "truck")`."""

Value: TypeAlias = int | Fraction
"""The value of a numeric fluent, exact. Whole numbers are kept as `int`, which is faster."""


class Literal(NamedTuple):
    """A ground atom or its negation."""

    atom: GroundAtom
    positive: bool = True

    def __str__(self) -> str:
        text = show(self.atom)
        return text if self.positive else f"(not {text})"


VALUE: Final = "="
"""What the name of a predicate begins with that holds of the arguments of an object fluent and its
value: `("=at", "truck", "depot")` is `(= (at truck) depot)`."""


def show(atom: Iterable[str]) -> str:
    """An atom, fluent or action in PDDL's notation."""
    name, *args = atom
    if name.startswith(VALUE) and len(name) > 1:
        return f"(= ({' '.join((name[1:], *args[:-1]))}) {args[-1]})"
    return f"({' '.join((name, *args))})"


def exact(number: Fraction) -> Value:
    """The same number, as `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


_LARGEST: Final = 10**15
"""A number with a greater denominator is shown as a fraction: it has too many digits."""


def show_value(value: Value) -> str:
    """A number as people write it: decimal where that is exact, else as a fraction."""
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
        """Which names stand for functions, also without parentheses."""
        self._hierarchy = hierarchy
        self.types: dict[str, tuple[str, ...]] = {}
        for name in declared:
            self.types.setdefault(name.name, name.types)
            self.functions.pop(name.name, None)
        self._of: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._allowed: dict[tuple[str, ...], frozenset[str]] = {}

    def of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The objects that may stand where `types` is asked for, in the order declared."""
        members = self._of.get(types)
        if members is None:
            accepts = self._hierarchy.accepts
            members = tuple(
                name for name, declared in self.types.items() if accepts(types, declared)
            )
            self._of[types] = members
        return members

    def allowed(self, types: tuple[str, ...]) -> frozenset[str] | None:
        """The same as a set; None when every object is allowed."""
        if not types or OBJECT in types:
            return None
        members = self._allowed.get(types)
        if members is None:
            members = self._allowed[types] = frozenset(self.of(types))
        return members


# What keeps a simulation bounded, and the answer when that does not suffice.

MAX_BINDINGS: Final = 20_000_000
"""How many bindings of variables one plan may try; some ten seconds of work."""

MAX_DEPTH: Final = 160
"""How deeply quantifiers, conjunctions and disjunctions may alternate in one condition."""


class UndecidedError(Exception):
    """The simulator cannot tell. `reason` says why, in one line.

    Raised for what is outside of the semantics implemented here, such as continuous effects or
    outcomes left to chance, and when a limit is reached.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

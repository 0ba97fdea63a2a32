"""Two sets of literals compared: counts of true and false positives and negatives, the ratios of
these, and the literals that an action could have, for counting true negatives.

L(a) holds `p(t…)` and its negation for every predicate `p` and all terms `t` among the action's
parameters and the constants whose type fits; a term may be repeated; `=` is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.compare.actions import UnchangedElements
from plancore.compare.changes import PartDiff
from plancore.formula.canonical import Literal
from plancore.formula.elements import Element
from plancore.formula.printing import AS_WRITTEN, Naming, formula_text
from plancore.jsonable import as_json
from plancore.memo import lazy
from plancore.model.domain import Action, TypeHierarchy, TypeNames
from plancore.model.formula import Term
from plancore.model.record import record

if TYPE_CHECKING:
    from plancore.compare.domains import DomainDiff

RATIOS: Final = ("precision", "recall", "f1", "accuracy", "jaccard")
COUNTS: Final = ("tp", "fp", "fn", "tn")


Count: TypeAlias = int | Fraction
"""An integer, or a fraction if an ambiguous prediction counts in parts."""


@lru_cache(maxsize=4096)
def fraction(numerator: Count, denominator: Count) -> Fraction:
    """`numerator / denominator`, cached: many actions have the same counts."""
    return Fraction(numerator, denominator)


class Ratio(NamedTuple):
    """A ratio with its counts, not reduced. `value` is None if it is undefined, as 0/0 is."""

    value: Fraction | None
    numerator: Count
    denominator: Count

    @classmethod
    def of(cls, part: int, whole: int) -> Ratio:
        """The ratio of a part to a whole; undefined if the whole is 0."""
        return cls(Fraction(part, whole) if whole else None, part, whole)


@record
class Confusion:
    """Two sets compared: `tp` elements in both, `fp` only in the prediction, `fn` only in the

    reference, `tn` in neither; `tn` is None if the universe is unknown.

    `when_empty` is the value of each ratio if both sets are empty, `undefined` its value for any
    other zero denominator. The defaults are 1 (agreement) and None; (1, 1) or (0, 0) reproduce
    other tools.
    """

    tp: Count
    fp: Count
    fn: Count
    tn: Count | None = None
    when_empty: int | None = 1
    undefined: int | None = None

    @property
    def precision(self) -> Fraction | None:
        """tp / (tp + fp), in [0, 1], higher is better."""
        return self._ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Fraction | None:
        """tp / (tp + fn), in [0, 1], higher is better."""
        return self._ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> Fraction | None:
        """2 tp / (2 tp + fp + fn), in [0, 1], higher is better."""
        return self._ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def jaccard(self) -> Fraction | None:
        """tp / (tp + fp + fn), in [0, 1], higher is better; f1 / (2 - f1)."""
        return self._ratio(self.tp, self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> Fraction | None:
        """(tp + tn) / (tp + fp + fn + tn), in [0, 1]; None without `tn`. If all counts are 0, it is
        1, or None if `when_empty` is None."""
        if self.tn is None:
            return None
        total = self.tp + self.fp + self.fn + self.tn
        if total:
            return Fraction(self.tp + self.tn, total)
        return None if self.when_empty is None else Fraction(1)

    def ratio(self, name: str) -> Fraction | None:
        """The ratio called `name`, one of `RATIOS`."""
        if name not in RATIOS:
            raise ValueError(f"unknown ratio {name!r}")
        value: Fraction | None = getattr(self, name)
        return value

    def counted(self, name: str) -> Ratio | None:
        """The ratio called `name` with its counts; None for an accuracy without `tn`."""
        tp, fp, fn, tn = self.tp, self.fp, self.fn, self.tn
        parts: dict[str, tuple[Count, Count]] = {
            "precision": (tp, tp + fp),
            "recall": (tp, tp + fn),
            "f1": (2 * tp, 2 * tp + fp + fn),
            "jaccard": (tp, tp + fp + fn),
        }
        if tn is not None:
            parts["accuracy"] = tp + tn, tp + fp + fn + tn
        return Ratio(self.ratio(name), *parts[name]) if name in parts else None

    def to_dict(self) -> dict[str, object]:
        """The counts, then the ratios as floats; None for what is undefined."""
        counts = {name: as_json(getattr(self, name)) for name in ("tp", "fp", "fn", "tn")}
        return counts | {name: as_float(self.ratio(name)) for name in RATIOS}

    def _ratio(self, numerator: Count, denominator: Count) -> Fraction | None:
        if denominator:
            return fraction(numerator, denominator)
        is_empty = self.tp == self.fp == self.fn == 0
        value = self.when_empty if is_empty else self.undefined
        return None if value is None else Fraction(value)


@dataclass(frozen=True, slots=True)
class Mean:
    """An unweighted mean over the defined ones of `n_defined + n_undefined` values."""

    value: Fraction | None
    n_defined: int
    n_undefined: int

    def to_dict(self) -> dict[str, object]:
        """The counts, then the mean as a float; None if nothing is defined."""
        return {
            "n_defined": self.n_defined,
            "n_undefined": self.n_undefined,
            "mean": as_float(self.value),
        }


def total(confusions: Iterable[Confusion], like: Confusion) -> Confusion:
    """The sum of the counts, under the conventions of `like`; without `tn` if one has none."""
    return _weighted_total(((confusion, 1) for confusion in confusions), like)


def total_of_many(confusions: Mapping[Confusion, int], like: Confusion) -> Confusion:
    """As `total`, for confusions with their multiplicities."""
    return _weighted_total(confusions.items(), like)


def _weighted_total(confusions: Iterable[tuple[Confusion, int]], like: Confusion) -> Confusion:
    tp: Count = 0
    fp: Count = 0
    fn: Count = 0
    tn: Count | None = 0
    for each, count in confusions:
        tp, fp, fn = tp + count * each.tp, fp + count * each.fp, fn + count * each.fn
        tn = None if tn is None or each.tn is None else tn + count * each.tn
    return Confusion(tp, fp, fn, tn, like.when_empty, like.undefined)


def mean(values: Iterable[Fraction | None]) -> Mean:
    """The mean of the values that are defined."""
    return _weighted_mean((value, 1) for value in values)


def mean_ratio(confusions: Mapping[Confusion, int], name: str) -> Mean:
    """The mean of the ratio called `name` over confusions with their multiplicities."""
    return _weighted_mean((confusion.ratio(name), count) for confusion, count in confusions.items())


def _weighted_mean(values: Iterable[tuple[Fraction | None, int]]) -> Mean:
    """The mean of the defined values, with their multiplicities."""
    numerators: dict[int, int] = {}
    n_defined = n_undefined = 0
    for value, count in values:
        if value is None:
            n_undefined += count
            continue
        n_defined += count
        # Sum per denominator: adding fractions one by one is much slower.
        denominator = value.denominator
        numerators[denominator] = numerators.get(denominator, 0) + count * value.numerator
    if not n_defined:
        return Mean(None, 0, n_undefined)
    total = sum((Fraction(n, d) for d, n in numerators.items()), Fraction(0))
    return Mean(total / n_defined, n_defined, n_undefined)


def as_float(value: Fraction | None) -> float | None:
    """`value` for JSON, not rounded."""
    return None if value is None else float(value)


def as_text(value: Fraction | None) -> str | None:
    """`value` for JSON, exactly: `5/7`."""
    return None if value is None else str(value)


# The literals behind a confusion count.


@record
class Counted:
    """The elements that were counted: `tp` and `fn` of the reference, `fp` of the learned model."""

    tp: tuple[Element, ...] = ()
    fp: tuple[Element, ...] = ()
    fn: tuple[Element, ...] = ()

    @property
    def n_different(self) -> int:
        """The number of elements that only one side has."""
        return len(self.fp) + len(self.fn)

    def with_sign(self, positive: bool) -> Counted:
        """The positive or the negative literals only, without elements that are not literals."""
        tp = tuple([e for e in self.tp if e.positive is positive])
        if not self.fp and not self.fn:
            return Counted(tp)
        return Counted(
            tp,
            tuple([e for e in self.fp if e.positive is positive]),
            tuple([e for e in self.fn if e.positive is positive]),
        )

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    def to_dict(self, to_reference: Naming = AS_WRITTEN) -> dict[str, object]:
        """The texts of the elements, in the variable names of the reference."""
        return {
            "tp": [element.text for element in self.tp],
            "fp": [formula_text(element.formula, to_reference) for element in self.fp],
            "fn": [element.text for element in self.fn],
        }


def counted(part: PartDiff) -> Counted:
    """The elements that the comparison of one part counts."""
    return Counted(tuple(part.reference_equal), part.extra, part.missing)


Look: TypeAlias = tuple[bool | None, bool]
"""The sign of an element, and whether it is a literal of some L(a)."""


class UniverseScope(StrEnum):
    """The domains whose predicates and constants make up the universe."""

    BOTH = "both"
    REFERENCE = "reference"


class LiteralUniverse:
    """The universes of all actions of one comparison."""

    def __init__(self, diff: DomainDiff, scope: UniverseScope = UniverseScope.BOTH) -> None:
        domains = [(diff.reference, AS_WRITTEN)]
        if scope is UniverseScope.BOTH:
            domains.append((diff.learned, diff.correspondence.to_reference))
        self._signatures: dict[str, tuple[TypeNames, ...]] = {}
        self._constants: dict[str, TypeNames] = {}
        parents: dict[str, TypeNames] = {}
        for domain, naming in domains:
            for predicate in domain.predicates:
                name = naming.predicates.get(predicate.name, predicate.name)
                if name not in self._signatures:
                    types = tuple([naming.type_names(p.types) for p in predicate.parameters])
                    self._signatures[name] = types
            for constant in domain.constants:
                name = naming.terms.get(constant.name, constant.name)
                self._constants.setdefault(name, naming.type_names(constant.types))
            for name, above in domain.hierarchy.parents.items():
                theirs = naming.types.get(name, name)
                parents[theirs] = parents.get(theirs, ()) + naming.type_names(above)
        self._hierarchy = TypeHierarchy(parents)
        self._fits: dict[tuple[TypeNames, TypeNames], bool] = {}
        self._known: dict[tuple[TypeNames, ...], ActionUniverse] = {}

    def of(self, action: Action) -> ActionUniverse:
        """The universe of `action`; actions with the same parameter types share it."""
        types = tuple([parameter.types for parameter in action.parameters])
        universe = self._known.get(types)
        if universe is None:
            universe = self._known[types] = self._make(types)
        return universe

    def _make(self, parameters: tuple[TypeNames, ...]) -> ActionUniverse:
        terms = {f"?{k}": types for k, types in enumerate(parameters)} | self._constants
        slot_types = {types for signature in self._signatures.values() for types in signature}
        fitting = {
            types: frozenset(
                t for t, term_types in terms.items() if self._accepts(types, term_types)
            )
            for types in slot_types
        }
        return ActionUniverse(
            {
                predicate: tuple(fitting[types] for types in signature)
                for predicate, signature in self._signatures.items()
                if predicate != "="
            }
        )

    def _accepts(self, slot_types: TypeNames, term_types: TypeNames) -> bool:
        fits = self._fits.get((slot_types, term_types))
        if fits is None:
            fits = self._fits[slot_types, term_types] = self._hierarchy.accepts(
                slot_types, term_types
            )
        return fits


@dataclass(frozen=True)
class ActionUniverse:
    """For each predicate, the terms that fit at each argument."""

    fitting: dict[str, tuple[frozenset[str], ...]]
    _known: dict[Literal, Look] = field(default_factory=dict, init=False, compare=False)

    @lazy
    def n_atoms(self) -> int:
        """The number of atoms, half the number of literals."""
        return sum(prod(map(len, arguments)) for arguments in self.fitting.values())

    def looks(self, elements: Sequence[Element]) -> tuple[Look, ...]:
        """The sign of each of `elements`, and whether it is one of the literals."""
        if type(elements) is UnchangedElements:
            known, look = self._known, self._look
            return tuple([known.get(literal) or look(literal) for literal in elements.literals])
        return tuple([self._look_at(element) for element in elements])

    def _look_at(self, element: Element) -> Look:
        if element.positive is None or not element.is_plain:
            return element.positive, False
        return self._look((element.positive, element.predicate, element.args))

    def _look(self, literal: Literal) -> Look:
        """The look of a literal without time and guard, cached: actions share literals."""
        look = self._known.get(literal)
        if look is None:
            look = self._known[literal] = literal[0], self._holds(*literal[1:])
        return look

    def _holds(self, predicate: str, args: tuple[Term, ...]) -> bool:
        arguments = self.fitting.get(predicate)
        if arguments is None or len(arguments) != len(args):
            return False
        return all(arg in terms for arg, terms in zip(args, arguments, strict=True))

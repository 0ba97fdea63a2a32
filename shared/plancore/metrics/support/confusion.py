"""Counts of true and false positives and negatives, and the ratios computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.changes import PartDiff
from plancore.formula.elements import Element
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import formula_text
from plancore.jsonable import as_json
from plancore.model.record import record

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

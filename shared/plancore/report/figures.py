"""Numbers as they are shown: a decimal, and the counts that it was made from."""

from __future__ import annotations

from fractions import Fraction

from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.confusion import Confusion, Count

UNDEFINED = "–"


def decimal(value: Fraction | None) -> str:
    """Three digits after the point; a dash for what is undefined."""
    return UNDEFINED if value is None else f"{float(value):.3f}"


def with_fraction(value: Fraction | None) -> str:
    """`0.743 = 26/35`."""
    return UNDEFINED if value is None else f"{decimal(value)} = {value}"


def with_counts(value: Fraction | None, numerator: Count, denominator: Count) -> str:
    """`0.571 = 4/7`: the value, and the counts as they are, not reduced."""
    return f"{decimal(value)} = {numerator}/{denominator}"


def similarity_with_counts(row: OneActionSimilarity) -> str:
    """`0.714 = 5/7`: the elements that both have, of all."""
    return with_counts(row.value, row.n_union - row.n_different, row.n_union)


def ratio_with_counts(confusion: Confusion, name: str) -> str:
    """`0.750 = 3/4` for a ratio of `Confusion`; the counts also where it is undefined."""
    counts = _counts(confusion, name)
    return UNDEFINED if counts is None else with_counts(confusion.ratio(name), *counts)


def _counts(confusion: Confusion, name: str) -> tuple[Count, Count] | None:
    tp, fp, fn, tn = confusion.tp, confusion.fp, confusion.fn, confusion.tn
    match name:
        case "precision":
            return tp, tp + fp
        case "recall":
            return tp, tp + fn
        case "f1":
            return 2 * tp, 2 * tp + fp + fn
        case "jaccard":
            return tp, tp + fp + fn
        case "accuracy" if tn is not None:
            return tp + tn, tp + fp + fn + tn
        case _:
            return None

"""Scores as text: a decimal, with the counts behind it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.base import Value
from plancore.metrics.support.confusion import Confusion, Count, Mean, Ratio
from plancore.report.lines import visible

UNDEFINED: Final = "–"


def shown(value: Value) -> str:
    """`0.571 = 4/7`, `0.743 over 3`, `0.000 over 1 of 3`, `yes`, `12`; a dash for undefined."""
    match value:
        case None:
            return UNDEFINED
        case bool():
            return "yes" if value else "no"
        case Ratio():
            return with_counts(*value)
        case Mean(mean, n_defined, n_undefined):
            of = f" of {n_defined + n_undefined}" if n_undefined else ""
            return f"{decimal(mean)} over {n_defined}{of}"
        case Fraction():
            return decimal(value)
        case _:
            return visible(str(value))


def decimal(value: Fraction | None, digits: int = 3) -> str:
    """The value with `digits` decimals; a dash for None. A value below 1 is never rounded to 1."""
    if value is None:
        return UNDEFINED
    text = f"{float(value):.{digits}f}"
    return f"0.{'9' * digits}" if value < 1 and float(text) == 1 else text


def with_counts(value: Fraction | None, numerator: Count, denominator: Count) -> str:
    """`0.571 = 4/7`: the value and its counts, not reduced."""
    return f"{decimal(value)} = {numerator}/{denominator}"


def counts_text(confusion: Confusion) -> str:
    """`TP 3  FP 0  FN 1`."""
    return f"TP {confusion.tp}  FP {confusion.fp}  FN {confusion.fn}"


def similarity_with_counts(row: OneActionSimilarity) -> str:
    """`0.714 = 5/7`: common elements over all elements."""
    return with_counts(row.value, row.n_union - row.n_different, row.n_union)


@lru_cache(maxsize=1024)  # many actions share the same counts
def ratio_with_counts(confusion: Confusion, name: str) -> str:
    """`0.750 = 3/4` for a ratio of `Confusion`, with counts even where it is undefined."""
    return shown(confusion.counted(name))


def of_one_action(column: str) -> str:
    """The figure of an action that belongs in a column of a table of domains. Of one action the
    mean over the actions and the ratio of their pooled counts are the same."""
    return column.removesuffix("_macro").removesuffix("_micro")

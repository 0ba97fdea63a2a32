"""The figures that tables and plots of a benchmark show; JSON and CSV have all."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import Final, NamedTuple


class Column(NamedTuple):
    """A figure: its name, and what it is called. A share lies in [0, 1]."""

    name: str
    title: str
    is_share: bool = True


LITERALS: Final = (
    Column("similarity", "similarity"),
    Column("pre_precision_macro", "pre P"),
    Column("pre_recall_macro", "pre R"),
    Column("eff_precision_macro", "eff P"),
    Column("eff_recall_macro", "eff R"),
)
STATES: Final = (
    Column("applicability_precision_macro", "applicable P"),
    Column("applicability_recall_macro", "applicable R"),
    Column("effects_precision_macro", "predicted P"),
    Column("effects_recall_macro", "predicted R"),
    Column("trace_consistency", "steps"),
)
COLUMNS: Final = (*LITERALS, *STATES)
SOLVING: Final = (Column("solving_ratio", "solved"), Column("false_plans_ratio", "false plans"))
"""Shown where problems were solved."""
COSTS: Final = (
    Column("learn_cpu", "CPU s", is_share=False),
    Column("call_memory", "MiB", is_share=False),
)
LEGEND: Final = (
    "pre, eff: literals of preconditions and effects",
    "applicable, predicted: actions, and changes, on the states kept back",
    "steps: transitions kept back that the model reproduces",
    "P precision, R recall: macro averages over actions",
    "CPU s of learning alone, where the learner tells; MiB at most of the call",
    "mean ± deviation over the folds that were learned and have a value",
    "* fewer than were tried, – none",
)


def groups(metrics: Collection[str]) -> tuple[tuple[Column, ...], ...]:
    """The columns of a table, those together that belong together, of a benchmark that has these
    figures."""
    solved = tuple(column for column in SOLVING if column.name in metrics)
    return tuple(filter(None, (LITERALS, STATES, solved, COSTS)))


def shown(metrics: Collection[str]) -> tuple[Column, ...]:
    """The columns one after the other."""
    return tuple(chain.from_iterable(groups(metrics)))

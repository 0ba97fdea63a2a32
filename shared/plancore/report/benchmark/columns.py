"""The figures that tables and plots of a benchmark show; JSON and CSV have all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final, NamedTuple


class FigureColumn(NamedTuple):
    """A figure: its name, and what it is called. A share lies in [0, 1]."""

    name: str
    title: str
    is_share: bool = True


LITERALS: Final = (
    FigureColumn("similarity", "similarity"),
    FigureColumn("pre_precision_macro", "pre P"),
    FigureColumn("pre_recall_macro", "pre R"),
    FigureColumn("eff_precision_macro", "eff P"),
    FigureColumn("eff_recall_macro", "eff R"),
)
STATES: Final = (
    FigureColumn("applicability_precision_macro", "applicable P"),
    FigureColumn("applicability_recall_macro", "applicable R"),
    FigureColumn("effects_precision_macro", "predicted P"),
    FigureColumn("effects_recall_macro", "predicted R"),
    FigureColumn("trace_consistency", "steps"),
)
AMLGYM: Final = (
    FigureColumn("amlgym_precision", "AMLGym P"),
    FigureColumn("amlgym_recall", "AMLGym R"),
    FigureColumn("amlgym_applicability_precision", "AMLGym applicable P"),
    FigureColumn("amlgym_applicability_recall", "AMLGym applicable R"),
    FigureColumn("amlgym_effects_precision", "AMLGym predicted P"),
    FigureColumn("amlgym_effects_recall", "AMLGym predicted R"),
)
"""Shown where they were asked for."""
COLUMNS: Final = (*LITERALS, *STATES)
SOLVING: Final = (
    FigureColumn("solving_ratio", "solved"),
    FigureColumn("false_plans_ratio", "false plans"),
    FigureColumn("plan_precision", "plan P"),
    FigureColumn("plan_recall", "plan R"),
    FigureColumn("cpu_ratio_geomean", "CPU ×", is_share=False),
    FigureColumn("cost_ratio_geomean", "cost ×", is_share=False),
)
"""Shown where problems were solved."""
COSTS: Final = (
    FigureColumn("learn_cpu", "CPU s", is_share=False),
    FigureColumn("call_memory", "MiB", is_share=False),
)
_LEGEND: Final = (
    "pre, eff: literals of preconditions and effects",
    "applicable, predicted: actions, and changes, on the held-out states",
    "steps: held-out transitions that the model reproduces",
    "P precision, R recall: macro averages over actions",
    "CPU s of learning alone, if the learner reports it; peak MiB of the call",
    "mean ± standard deviation over the learned folds with a value",
    "* fewer folds than tried, – none",
)
_OF_SOLVING: Final = (
    "solved, false plans: shares of the problems; plan P: share of found plans that are valid",
)
_BESIDE_REFERENCE: Final = (
    "plan R: share of the reference's plans that the model accepts",
    "CPU ×, cost ×: planning time and plan cost relative to the reference, geometric mean",
)


def legend(metrics: Collection[str]) -> tuple[str, ...]:
    """What the titles of the columns mean, of a benchmark that has these figures."""
    first, *others = SOLVING
    solved = _OF_SOLVING if first.name in metrics else ()
    beside = _BESIDE_REFERENCE if others[-1].name in metrics else ()
    return (*_LEGEND[:4], *solved, *beside, *_LEGEND[4:])


def groups(metrics: Collection[str]) -> tuple[tuple[FigureColumn, ...], ...]:
    """The columns of a table, those together that belong together, of a benchmark that has these
    figures."""
    solved = tuple(column for column in SOLVING if column.name in metrics)
    amlgym = tuple(column for column in AMLGYM if column.name in metrics)
    return tuple(filter(None, (LITERALS, STATES, amlgym, solved, COSTS)))


def shown(metrics: Collection[str]) -> tuple[FigureColumn, ...]:
    """The columns one after the other."""
    return tuple(chain.from_iterable(groups(metrics)))


def columns_named(names: Sequence[str]) -> list[FigureColumn]:
    """The columns of these figures."""
    known = {column.name: column for column in (*COLUMNS, *SOLVING)}
    return [known[name] for name in names]

"""The scores in tables and plots of a benchmark; JSON and CSV have all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final, NamedTuple


class FigureColumn(NamedTuple):
    """A score: its name and title. A share is in [0, 1]."""

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
"""Shown on request."""
COLUMNS: Final = (*LITERALS, *STATES)
SOLVING: Final = (
    FigureColumn("solving_ratio", "solved"),
    FigureColumn("false_plans_ratio", "false plans"),
    FigureColumn("plan_precision", "plan P"),
    FigureColumn("plan_recall", "plan R"),
    FigureColumn("cpu_ratio_geomean", "CPU ×", is_share=False),
    FigureColumn("cost_ratio_geomean", "cost ×", is_share=False),
)
"""Shown if problems were solved."""
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
    """The meaning of the columns of a benchmark with these scores."""
    first, *others = SOLVING
    solved = _OF_SOLVING if first.name in metrics else ()
    beside = _BESIDE_REFERENCE if others[-1].name in metrics else ()
    return (*_LEGEND[:4], *solved, *beside, *_LEGEND[4:])


def groups(metrics: Collection[str]) -> tuple[tuple[FigureColumn, ...], ...]:
    """The columns of a table, grouped, for a benchmark with these scores."""
    solved = tuple(column for column in SOLVING if column.name in metrics)
    amlgym = tuple(column for column in AMLGYM if column.name in metrics)
    return tuple(filter(None, (LITERALS, STATES, amlgym, solved, COSTS)))


def shown(metrics: Collection[str]) -> tuple[FigureColumn, ...]:
    """The same columns without groups."""
    return tuple(chain.from_iterable(groups(metrics)))


def columns_named(names: Sequence[str]) -> list[FigureColumn]:
    """The columns of the scores with these names."""
    known = {column.name: column for column in (*COLUMNS, *SOLVING)}
    return [known[name] for name in names]

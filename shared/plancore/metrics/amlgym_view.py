"""Syntactic precision and recall with AMLGym's conventions, to compare with published figures.

As AMLGym 1.0.13 prints them: every 0/0 is 1, `mean` is the macro average of precondition and
effect pooled per action, and all is rounded to two decimals. An empty learned model thus has a
precision of 1; prefer `syntactic_similarity`.
"""

from __future__ import annotations

from typing import Final

from plancore.compare.domains import DomainDiff
from plancore.metrics.literal_universe import Vocabulary
from plancore.metrics.syntactic import Row, syntactic_similarity

_NAMES: Final = {
    Row.PRE_POSITIVE: "precs_pos",
    Row.PRE_NEGATIVE: "precs_neg",
    Row.ADD: "eff_pos",
    Row.DELETE: "eff_neg",
    Row.ALL: "mean",
}


def amlgym_view(diff: DomainDiff) -> dict[str, dict[str, float | None]]:
    """`precision` and `recall`, each with AMLGym's five keys; None without any action."""
    result = syntactic_similarity(diff, zero_division=1, vocabulary=Vocabulary.REFERENCE)
    view: dict[str, dict[str, float | None]] = {}
    for ratio in ("precision", "recall"):
        view[ratio] = {}
        for row, name in _NAMES.items():
            value = result.macro[row][ratio].value
            view[ratio][name] = None if value is None else round(float(value), 2)
    return view

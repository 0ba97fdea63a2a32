"""The names in a plan."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.model.plan import Plan
from plancore.occurrences.table import Occurrence, Role, SymbolKind


def plan_occurrences(plan: Plan) -> Iterator[Occurrence]:
    """The actions and objects of each step, in the order of the text, by offsets in the text."""
    for action in plan.actions:
        kind = SymbolKind.ACTION
        for name, span in zip(action.key, (action.name_span, *action.arg_spans), strict=True):
            yield Occurrence(kind, name, span.start, span.end, Role.MENTIONS)
            kind = SymbolKind.OBJECT

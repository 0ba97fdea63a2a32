"""Which dialect of PDDL a definition is written in, judged by what it declares and uses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from plancore.lower.section import SectionModel
from plancore.model.requirements import closure

_MARKS: Final[tuple[tuple[str, frozenset[str]], ...]] = tuple(
    (name, frozenset(words.split()))
    for name, words in (
        ("hddl", ":hierarchy :method-preconditions :htn-method-prec :partial-ordered-htn"),
        ("ppddl", ":probabilistic-effects :rewards"),
        ("fond", ":non-deterministic"),
        ("contingent", ":contingent"),
        ("ma-pddl", ":multi-agent :unfactored-privacy :factored-privacy"),
        ("pddl+", ":time"),
        ("pddl3.1", ":object-fluents :action-costs"),
        ("pddl3.0", ":preferences :constraints :goal-utilities"),
        ("pddl2.2", ":timed-initial-literals :derived-predicates"),
        ("pddl2.1", ":numeric-fluents :durative-actions"),
    )
)


def dialect_of(models: Iterable[SectionModel]) -> str:
    """The first dialect that has all that these sections declare or use.

    One of `pddl1.2`, `pddl2.1`, `pddl2.2`, `pddl3.0`, `pddl3.1`, `pddl+`, or the name of a
    relative: `hddl`, `ppddl`, `fond`, `contingent`, `ma-pddl`.
    """
    asked: set[str] = set()
    for model in models:
        asked.update(node.key for node in model.requirements)
        asked.update(model.uses.features)
    # `:fluents` meant numeric ones long before it meant objects, too.
    asked = {":numeric-fluents" if name == ":fluents" else name for name in asked}
    required = closure(asked)
    return next((name for name, marks in _MARKS if marks & required), "pddl1.2")

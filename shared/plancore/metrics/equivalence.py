"""Strong equivalence: whether two domains differ in names only.

**Input**: two domains.

**Formula**: the graphs of the two models are isomorphic. Their nodes are operators and predicates,
connected by labelled literals with the binding of their arguments. Names of types, functions and
constants may also differ, as may the order of an action's parameters; the arguments of predicates
keep their positions.

**Range**: yes, with the renaming as witness; no; or undecided within the budget. Symmetric.

**Edge cases**: formulas other than literals are compared as written, except for the order of `and`
and `or`. Tasks, methods and other constructs outside the model are also compared as written; if
they differ under the renaming found, the answer is undecided.

**Source**: L. Chrpa, C. Dodaro, M. Maratea, M. Mochi, M. Vallati, Comparing planning domain models
using answer set programming, JELIA 2023.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.correspondence.exact.proof import Equivalence, strong_equivalence
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Passage, Value
from plancore.stop import staged


def _of_case(case: DomainCase) -> Equivalence:
    checkpoint = staged("strong equivalence", case.checkpoint)
    return strong_equivalence(case.learned, case.reference, checkpoint=checkpoint)


def _data(equivalence: Equivalence) -> Json:
    names = equivalence.correspondence
    return {
        "holds": equivalence.holds,
        "correspondence": None if names is None else names.to_dict(),
    }


_ANSWERS: Final = {True: "yes", False: "no", None: "undecided"}


def _headline(equivalence: Equivalence) -> Iterator[tuple[str, Value]]:
    yield "equivalent up to renaming:", _ANSWERS[equivalence.holds]


def _passages(equivalence: Equivalence) -> Iterator[Passage]:
    answer = _ANSWERS[equivalence.holds]
    names = (
        [] if equivalence.correspondence is None else list(equivalence.correspondence.renamings())
    )
    if equivalence.holds and names:
        answer += " (" + ", ".join(f"{ours} → {its}" for _, ours, its in names) + ")"
    yield Passage("Strong equivalence", (("equivalent up to renaming", answer),))


METRIC: Final = Metric(
    "strong-equivalence",
    __doc__,
    _of_case,
    (
        Figure[Equivalence](
            "strongly_equivalent", "equivalent", lambda equivalence: equivalence.holds
        ),
    ),
    group=Group.MEANING,
    data=_data,
    passages=_passages,
    headline=_headline,
)

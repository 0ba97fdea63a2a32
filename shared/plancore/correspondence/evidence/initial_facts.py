"""What initial states say: predicates that hold of the same objects at first.

Two problems of one task have objects of the same names, whatever predicates are called. Where the
facts of two predicates are the same, in some order of the arguments, that is strong evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
from typing import Final, NamedTuple

from plancore.correspondence.pairs import Arguments, Pair
from plancore.model.formula import AtomicFormula
from plancore.model.problem import Problem

MOST_ARGUMENTS: Final = 4
"""Of more arguments not all orders are tried."""
_ALIKE: Final = 0.75


class SameFacts(NamedTuple):
    """How much of the facts of two predicates is the same (Dice, in 0..1), and in which order."""

    share: float
    arguments: Arguments


FactsInCommon = Mapping[Pair, SameFacts]

NO_FACTS: Final[FactsInCommon] = {}


def facts_in_common(problems: Iterable[tuple[Problem, Problem]]) -> FactsInCommon:
    """The predicates of both sides of which most of the facts are the same.

    Each two problems are of one task. Only facts of objects that both have are looked at.
    """
    ours, theirs = _Facts(), _Facts()
    for number, (mine, yours) in enumerate(problems):
        shared = {o.name for o in mine.objects} & {o.name for o in yours.objects}
        ours.add(number, mine, shared)
        theirs.add(number, yours, shared)
    common: dict[Pair, SameFacts] = {}
    for (p, own), (q, others) in product(ours.rows.items(), theirs.rows.items()):
        best = max(_orders(own, others), key=lambda same: same.share, default=None)
        if best is not None and best.share >= _ALIKE:
            common[p, q] = best
    return common


class _Facts:
    """The facts of each predicate; a row has the number of the problem, then the arguments."""

    def __init__(self) -> None:
        self.rows: dict[str, set[tuple[str, ...]]] = {}

    def add(self, number: int, problem: Problem, objects: set[str]) -> None:
        for fact in problem.init:
            if isinstance(fact, AtomicFormula) and fact.args:
                args = tuple(arg for arg in fact.args if isinstance(arg, str))
                if len(args) == len(fact.args) and objects.issuperset(args):
                    self.rows.setdefault(fact.predicate, set()).add((str(number), *args))


def _orders(ours: set[tuple[str, ...]], theirs: set[tuple[str, ...]]) -> Iterator[SameFacts]:
    """What is the same under each order of the arguments, those in place first."""
    n_args = {len(row) - 1 for row in (*ours, *theirs)}
    size = len(ours) + len(theirs)
    most = 2 * min(len(ours), len(theirs)) / size
    if len(n_args) > 1 or max(n_args) > MOST_ARGUMENTS or most < _ALIKE:
        return
    for arguments in permutations(range(max(n_args))):
        places = sorted(range(len(arguments)), key=arguments.__getitem__)
        turned = {(row[0], *(row[1 + k] for k in places)) for row in ours}
        yield SameFacts(2 * len(turned & theirs) / size, arguments)

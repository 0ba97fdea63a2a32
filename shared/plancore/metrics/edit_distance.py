"""Edit distance: how many modifications make two domains strongly equivalent.

**Input**: two domains.

**Formula**: the minimum number of modifications to both models that makes them differ in names
only. A modification adds an action, a predicate or a literal to either model (adding to one model
is deleting from the other). `type_edits` is a second number: the actions and predicates whose
parameter types differ. `name_aligned_distance` matches by name; it is an upper bound, and its edits
are listed as a script. `optimal_distance` searches, within a time limit, all one-to-one mappings of
actions, of predicates, of the parameters of matched actions (by position, or as many as possible to
ones of the same type) and of constants (to ones of the same type or name). Declarations outside the
definition (requirements, types, constants, functions, axioms) are counted separately, as
`other_edits`.

**Range**: integers from 0, lower is better; symmetric; never above the distance by name.

**Edge cases**: two equal domains: 0. Two strongly equivalent domains, whose types and functions may
also have different names: minimum distance 0. If the time limit is reached, the minimum lies
between `lower_bound` and `edits`, and `proved_optimal` is false. The same holds if a domain has
more than 60 actions or 120 predicates, or an action has more parameters of one type than all orders
can be tried for, unless a bound without search proves the minimum. A formula other than a literal
counts as one opaque element, and `exact` is false.

**Source**: L. Chrpa, C. Dodaro, M. Maratea, M. Mochi, M. Vallati, Comparing planning domain models
using answer set programming, JELIA 2023.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import Declared
from plancore.compare.domains import CompareOptions, DomainDiff, compare_domains
from plancore.compare.edit_script import ModelEdit, edit_script
from plancore.compare.optimal.mapping import optimal_mapping
from plancore.compare.optimal.search import NameMapping
from plancore.compare.parameters import ParameterOrder
from plancore.correspondence.exact.proof import BUDGET, strong_equivalence
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import KINDS, SAME_NAMES, Correspondence, names_of
from plancore.correspondence.stated.applied import renaming_of
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Passage, Value
from plancore.model.domain import Domain
from plancore.stop import NEVER, Checkpoint, SpentError, staged


@dataclass(frozen=True, slots=True)
class EditDistance:
    """A distance and the edits it counts.

    `edits` counts nodes and literals, `type_edits` changed parameter lists, `other_edits` edits
    that the definition leaves out: requirements, types, constants, functions, axioms. The true
    distance is in `lower_bound`..`edits`; if `proved_optimal`, it is `edits`. `correspondence` is
    the name mapping; renamings cost nothing.
    """

    edits: int
    type_edits: int
    other_edits: int
    lower_bound: int
    proved_optimal: bool
    script: tuple[ModelEdit, ...]
    correspondence: Correspondence
    constructs: frozenset[str]

    @property
    def exact(self) -> bool:
        """Whether both models are sets of literals, as the definition requires."""
        return not self.constructs

    def to_dict(self) -> dict[str, object]:
        """For JSON: the numbers, the names, the script."""
        return {
            "exact": self.exact,
            "constructs": sorted(self.constructs),
            "edits": self.edits,
            "type_edits": self.type_edits,
            "other_edits": self.other_edits,
            "lower_bound": self.lower_bound,
            "proved_optimal": self.proved_optimal,
            "correspondence": self.correspondence.to_dict(),
            "script": [edit.to_dict() for edit in self.script],
        }


def name_aligned_distance(diff: DomainDiff) -> EditDistance:
    """The distance under the name mapping of `diff`; linear in the size of the domains.

    If the mapping is not a pure renaming, it counts the remaining differences, and proves no bound.
    """
    script = edit_script(diff)
    edits, type_edits, other_edits = _counts(script)
    is_renaming = diff.correspondence.is_renaming
    lower = min(edits, _difference_of_sizes(diff)) if is_renaming else 0
    return EditDistance(
        edits,
        type_edits,
        other_edits,
        lower,
        is_renaming and lower == edits and not type_edits,
        script,
        diff.correspondence,
        diff.constructs,
    )


def optimal_distance(
    learned: DomainLike,
    reference: DomainLike,
    *,
    time_limit: float = 10.0,
    clock: Callable[[], float] = monotonic,
    checkpoint: Checkpoint = NEVER,
) -> EditDistance:
    """The minimum distance over all name mappings, or bounds if `time_limit` is reached.

    `time_limit` is in seconds of `clock`. Strongly equivalent domains have distance 0.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    by_name = compare_domains(learned, reference)
    distance_by_name = name_aligned_distance(by_name)
    if (distance_by_name.edits, distance_by_name.type_edits) == (0, 0):
        return distance_by_name
    same = strong_equivalence(learned, reference, budget=BUDGET, checkpoint=checkpoint)
    if same.correspondence is not None:
        equivalent = _distance(learned, reference, same.correspondence, 0, proved=True)
        if (equivalent.edits, equivalent.type_edits) == (0, 0):
            return equivalent
    names = SAME_NAMES
    if any({*names_of(learned, kind)} != {*names_of(reference, kind)} for kind in KINDS):
        with suppress(SpentError):
            pairs = find_pairs(learned, reference, checkpoint=checkpoint)
            names = renaming_of(pairs, learned, reference)
    options = CompareOptions(given=names, parameters=ParameterOrder.BEST)
    aligned = compare_domains(learned, reference, options, checkpoint)
    names = aligned.correspondence
    best = optimal_mapping(
        learned,
        reference,
        [_mapping(diff) for diff in (by_name, aligned)],
        names.types,
        [action.name for action in by_name.actions if action.is_same],
        time_limit=time_limit,
        clock=clock,
        checkpoint=checkpoint,
    )
    distance = _distance(
        learned,
        reference,
        _correspondence(best.mapping, names),
        best.lower_bound,
        proved=best.proved_optimal,
        least=(best.edits, best.type_edits),
    )
    if (distance_by_name.edits, distance_by_name.type_edits) < (
        distance.edits,
        distance.type_edits,
    ):
        return replace(distance_by_name, lower_bound=min(best.lower_bound, distance_by_name.edits))
    return distance


def _distance(
    learned: Domain,
    reference: Domain,
    correspondence: Correspondence,
    lower_bound: int,
    *,
    proved: bool,
    least: tuple[int, int] = (0, 0),
) -> EditDistance:
    """The distance under a correspondence; proved only if it equals the minimum found (`least`)."""
    diff = compare_domains(learned, reference, CompareOptions(given=correspondence))
    script = edit_script(diff)
    edits, type_edits, other_edits = _counts(script)
    return EditDistance(
        edits,
        type_edits,
        other_edits,
        min(lower_bound, edits),
        proved and (edits, type_edits) == least,
        script,
        correspondence,
        diff.constructs,
    )


def _difference_of_sizes(diff: DomainDiff) -> int:
    """The differences in the numbers of actions, predicates and literals, summed: a lower bound
    under any mapping."""
    sizes = [0, 0, 0]
    for action in diff.actions:
        sizes[0] += (action.learned is not None) - (action.reference is not None)
        sizes[2] += sum(len(part.extra) - len(part.missing) for part in action.parts)
    for change in diff.declarations:
        if change.what is Declared.PREDICATE:
            sizes[1] += (change.kind is ChangeKind.EXTRA) - (change.kind is ChangeKind.MISSING)
    return sum(map(abs, sizes))


def _counts(script: Sequence[ModelEdit]) -> tuple[int, int, int]:
    edits = sum(edit.counts for edit in script)
    type_edits = sum(edit.is_type_edit for edit in script)
    return edits, type_edits, len(script) - edits - type_edits


def _mapping(diff: DomainDiff) -> NameMapping:
    paired = [
        (action.learned.name, action.reference.name, action.order)
        for action in diff.actions
        if action.learned is not None and action.reference is not None
    ]
    return NameMapping(
        {ours: theirs for ours, theirs, _ in paired},
        dict(diff.correspondence.predicates),
        dict(diff.correspondence.constants),
        {ours: order for ours, _, order in paired if order is not None},
    )


def _correspondence(mapping: NameMapping, names: Correspondence) -> Correspondence:
    """The names that differ under `mapping`; types and functions correspond as in `names`."""
    return Correspondence(
        actions=_renamed(mapping.actions),
        predicates=_renamed(mapping.predicates),
        functions=names.functions,
        types=names.types,
        constants=_renamed(mapping.constants),
        parameters={
            mapping.actions[ours]: order
            for ours, order in mapping.orders.items()
            if order != tuple(range(len(order)))
        },
    )


def _renamed(names: dict[str, str]) -> dict[str, str]:
    return {ours: theirs for ours, theirs in names.items() if ours != theirs}


@dataclass(frozen=True, slots=True)
class _Distances:
    """The distance under the names of the comparison, and the minimum if it was searched."""

    by_name: EditDistance
    least: EditDistance | None


def _of_case(case: DomainCase) -> _Distances:
    by_name = name_aligned_distance(case.diff)
    if case.time_limit is None:
        return _Distances(by_name, None)
    checkpoint = staged("minimum edit distance", case.checkpoint)
    least = optimal_distance(
        case.learned, case.reference, time_limit=case.time_limit, checkpoint=checkpoint
    )
    if by_name.edits < least.edits and by_name.correspondence.is_renaming:
        lower = max(least.lower_bound, by_name.lower_bound)
        least = replace(by_name, lower_bound=lower, proved_optimal=False)
    return _Distances(by_name, least)


def _data(distances: _Distances) -> Json:
    return {
        "name_aligned": distances.by_name.to_dict(),
        "optimal": distances.least.to_dict() if distances.least else None,
    }


def _summary(distances: _Distances) -> Json:
    return {
        "name_aligned": _numbers(distances.by_name),
        "optimal": _numbers(distances.least) if distances.least else None,
    }


def _numbers(distance: EditDistance) -> Json:
    lists = ("script", "correspondence", "constructs")
    return {name: value for name, value in distance.to_dict().items() if name not in lists}


def _passages(distances: _Distances) -> Iterator[Passage]:
    rows = [("by name", _in_words(distances.by_name))]
    if distances.least is not None:
        rows.append(("best mapping", _in_words(distances.least)))
    yield Passage("Edit distance", rows)


def _headline(distances: _Distances) -> Iterator[tuple[str, Value]]:
    yield "", _edits(distances.by_name if distances.least is None else distances.least)


def _in_words(distance: EditDistance) -> str:
    """`4 (minimum); changed parameter lists 1, other declarations 0`."""
    lists = f"changed parameter lists {distance.type_edits}"
    return f"{_edits(distance)}; {lists}, other declarations {distance.other_edits}"


def _edits(distance: EditDistance) -> str:
    if distance.proved_optimal:
        return f"{distance.edits} (minimum)"
    return f"{distance.edits} (at least {distance.lower_bound} under any renaming)"


def _least(name: str, title: str, of: Callable[[EditDistance], Value]) -> Figure[_Distances]:
    return Figure(name, title, lambda distances: of(distances.least) if distances.least else None)


METRIC: Final = Metric(
    "edit-distance",
    __doc__,
    _of_case,
    (
        Figure[_Distances]("edits", "edits", lambda distances: distances.by_name.edits),
        Figure[_Distances]("type_edits", "types", lambda distances: distances.by_name.type_edits),
        Figure[_Distances]("other_edits", "other", lambda distances: distances.by_name.other_edits),
        _least("optimal_edits", "least", lambda least: least.edits),
        _least("optimal_type_edits", "types", lambda least: least.type_edits),
        _least("optimal_lower_bound", "bound", lambda least: least.lower_bound),
        _least("proved_optimal", "proved", lambda least: least.proved_optimal),
    ),
    group=Group.MEANING,
    data=_data,
    summary=_summary,
    passages=_passages,
    headline=_headline,
    of_differences=True,
)

"""Predicate and parameter F1: how much of the declared predicates and of the parameters agrees.

**Input**: a learned domain and its reference.

**Formula**: F1 = 2TP/(2TP+FP+FN). For predicates over the sets of declared predicates, each a name
with its number of arguments. For parameters over the sets of the names of an action's parameters.
Where names are mapped, a learned predicate counts as its matches, also where it leaves out an
argument, denies them or plays a type; a parameter counts as its counterpart, and one that the other
domain leaves implicit does not count.

**Averages**: parameter F1 is the mean over the reference's actions.

**Range**: [0, 1], higher is better.

**Edge cases**: two empty sets: 1. The parameters of a missing action: 0. Extra actions and types
do not count. The mean is undefined without actions.

**Source**: Text2World (Hu et al., ACL 2025), which reports them with the F1 of preconditions and
of effects ([syntactic similarity](syntactic-similarity.md)), and sets all F1 of a domain to 0 when
one of its actions is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import NOTHING_STATED
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric
from plancore.metrics.support.confusion import Confusion, Mean, mean


@dataclass(frozen=True, slots=True)
class ComponentF1:
    """The counts of predicates, and the mean F1 of parameters over the reference's actions."""

    predicates: Confusion
    parameters: Mean

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios; None for what is undefined."""
        return {"predicates": self.predicates.to_dict(), "parameters": self.parameters.to_dict()}


def component_f1(diff: DomainDiff) -> ComponentF1:
    """The counts of declared predicates, and the mean F1 of parameters."""
    is_mapped = diff.pairs != NOTHING_STATED or not diff.correspondence.is_identity
    return ComponentF1(
        _predicates(diff),
        mean(
            _parameters(action, is_mapped=is_mapped).f1
            for action in diff.actions
            if action.reference is not None
        ),
    )


def _predicates(diff: DomainDiff) -> Confusion:
    """The counts of predicates from the comparison of declarations, ignoring types."""
    changes = [each for each in diff.declarations if each.what is Declared.PREDICATE]
    n_changed = sum(_has_other_number(diff, each) for each in changes)
    n_extra = n_changed + sum(each.kind is ChangeKind.EXTRA for each in changes)
    n_missing = n_changed + sum(each.kind is ChangeKind.MISSING for each in changes)
    return Confusion(len(names_of(diff.reference, "predicates")) - n_missing, n_extra, n_missing)


def _has_other_number(diff: DomainDiff, change: DeclarationChange) -> bool:
    """Whether a predicate has another arity, and no match maps its arguments."""
    if change.kind is not ChangeKind.CHANGED:
        return False
    names = diff.correspondence
    declared = names_of(diff.learned, "predicates").values()
    ours = next(p for p in declared if names.predicates.get(p.name, p.name) == change.name)
    theirs = names_of(diff.reference, "predicates")[change.name]
    return ours.name not in names.shapes and len(ours.parameters) != len(theirs.parameters)


def _parameters(action: ActionDiff, *, is_mapped: bool) -> Confusion:
    if action.learned is None or action.reference is None:
        n_missing = len(action.reference.parameters) if action.reference else 0
        return Confusion(0, 0, n_missing, None, 0)
    ours = {parameter.name for parameter in action.learned.parameters}
    theirs = {parameter.name for parameter in action.reference.parameters}
    if not is_mapped:
        return _confusion(len(ours & theirs), len(ours), len(theirs))
    n_both = len(theirs) - sum(
        change.learned is None for change in (*action.parameters, *action.implicit)
    )
    n_implicit_here = sum(change.learned is not None for change in action.implicit)
    n_implicit = len(action.implicit) - n_implicit_here
    return _confusion(n_both, len(ours) - n_implicit_here, len(theirs) - n_implicit)


def _confusion(n_both: int, n_ours: int, n_theirs: int) -> Confusion:
    return Confusion(n_both, n_ours - n_both, n_theirs - n_both)


def _of_case(case: DomainCase) -> ComponentF1:
    return component_f1(case.diff)


def _data(scores: ComponentF1) -> Json:
    return scores.to_dict()


METRIC: Final = Metric(
    "component-f1",
    __doc__,
    _of_case,
    (
        Figure[ComponentF1](
            "predicate_f1", "predicate F1", lambda scores: scores.predicates.counted("f1")
        ),
        Figure[ComponentF1]("parameter_f1", "parameter F1", lambda scores: scores.parameters),
    ),
    group=Group.LITERALS,
    data=_data,
    of_differences=True,
)

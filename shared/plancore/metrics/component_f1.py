"""Predicate and parameter F1: how much of the declared predicates and of the parameters agrees.

**Input**: a learned domain and its reference.

**Formula**: F1 = 2TP/(2TP+FP+FN). For predicates over the sets of declared predicates, each a name
with its number of arguments. For parameters over the sets of the names of an action's parameters.
Where names are mapped, a learned predicate counts as the one that it is mapped to, and a parameter
as its counterpart.

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
from plancore.compare.domains import DomainDiff
from plancore.jsonable import Json
from plancore.metrics.base import Figure, Group, Metric
from plancore.metrics.cases import DomainCase
from plancore.metrics.support.confusion import Confusion, Mean, mean
from plancore.model.domain import Domain


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
    by_name = diff.correspondence.is_identity
    return ComponentF1(
        _predicates(diff),
        mean(
            _parameters(action, by_name=by_name).f1
            for action in diff.actions
            if action.reference is not None
        ),
    )


def _predicates(diff: DomainDiff) -> Confusion:
    ours, theirs = _declared(diff.learned), _declared(diff.reference)
    names = diff.correspondence.predicates
    found = {(names.get(name, name), arity) for name, arity in ours} & theirs
    return _confusion(len(found), len(ours), len(theirs))


def _declared(domain: Domain) -> set[tuple[str, int]]:
    return {(predicate.name, len(predicate.parameters)) for predicate in domain.predicates}


def _parameters(action: ActionDiff, *, by_name: bool) -> Confusion:
    if action.learned is None or action.reference is None:
        n_missing = len(action.reference.parameters) if action.reference else 0
        return Confusion(0, 0, n_missing, None, 0)
    ours = {parameter.name for parameter in action.learned.parameters}
    theirs = {parameter.name for parameter in action.reference.parameters}
    if by_name:
        return _confusion(len(ours & theirs), len(ours), len(theirs))
    lacking = {parameter.name for parameter in action.lacking_parameters}
    return _confusion(len(theirs - lacking), len(ours), len(theirs))


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

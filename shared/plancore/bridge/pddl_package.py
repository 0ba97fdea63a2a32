"""The bridge to the `pddl` package (0.5): our model as its objects, and the other way.

Its objects keep neither places, comments nor order, compare constants without their types, and
know only part of PDDL. `to_pddl` raises `NotExpressibleError` for the rest and names it. Two things
differ from what the package's own parser makes of the same file:

- `()` as precondition, effect or goal is true in PDDL. Its parser reads *false* (`Or()`); we
  export *true* (`And()`), and importing such an `Or()` gives *true* again.
- `- number` behind a function is always there; its parser keeps whether it was written.

The package is imported when a function here is first called, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, overload

from plancore.bridge.from_package import import_domain, import_plan, import_problem
from plancore.bridge.to_package import (
    NotExpressibleError,
    export_domain,
    export_plan,
    export_problem,
)
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.model.problem import Problem

if TYPE_CHECKING:
    import pddl.core

DomainLike: TypeAlias = "Domain | pddl.core.Domain"
ProblemLike: TypeAlias = "Problem | pddl.core.Problem"
PlanLike: TypeAlias = "Plan | pddl.core.Plan"
"""A model as comparisons and metrics take it: ours, or an object of the `pddl` package."""

__all__ = [
    "DomainLike",
    "NotExpressibleError",
    "PlanLike",
    "ProblemLike",
    "as_domain",
    "as_plan",
    "as_problem",
    "from_pddl",
    "to_pddl",
]


@overload
def to_pddl(model: Domain) -> pddl.core.Domain: ...
@overload
def to_pddl(model: Problem) -> pddl.core.Problem: ...
@overload
def to_pddl(model: Plan) -> pddl.core.Plan: ...
def to_pddl(model: Domain | Problem | Plan) -> Any:
    """The object of the `pddl` package for a domain, problem or plan.

    Raises NotExpressibleError for what the package cannot say or refuses.
    """
    if isinstance(model, Domain):
        return export_domain(model)
    return export_problem(model) if isinstance(model, Problem) else export_plan(model)


def from_pddl(obj: Any) -> Domain | Problem | Plan:
    """Our model for a `Domain`, `Problem` or `Plan` of the `pddl` package.

    What the package keeps in sets comes in alphabetical order. Raises TypeError for anything else.
    """
    import pddl.core

    if isinstance(obj, pddl.core.Domain):
        return import_domain(obj)
    if isinstance(obj, pddl.core.Problem):
        return import_problem(obj)
    if isinstance(obj, pddl.core.Plan):
        return import_plan(obj)
    raise TypeError(f"expected a Domain, Problem or Plan of the pddl package, got {type(obj)}")


def as_domain(obj: Any) -> Domain:
    """`obj` as our domain, whether it is one or comes from the `pddl` package.

    Raises TypeError for anything else; so do the two functions below.
    """
    return obj if isinstance(obj, Domain) else _of_kind(obj, Domain)


def as_problem(obj: Any) -> Problem:
    """`obj` as our problem."""
    return obj if isinstance(obj, Problem) else _of_kind(obj, Problem)


def as_plan(obj: Any) -> Plan:
    """`obj` as our plan."""
    return obj if isinstance(obj, Plan) else _of_kind(obj, Plan)


def _of_kind(obj: Any, kind: Any) -> Any:
    model = from_pddl(obj)
    if not isinstance(model, kind):
        raise TypeError(f"expected a {kind.__name__.lower()}, got {type(obj)}")
    return model

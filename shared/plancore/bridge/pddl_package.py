"""The bridge to the `pddl` package (0.5): our model as its objects, and back.

Its objects have neither places, comments nor order, compare constants without their types, and
represent only part of PDDL. `to_pddl` raises `NotExpressibleError` for the rest. Two things differ
from the result of the package's own parser:

- `()` as precondition, effect or goal is true in PDDL. Its parser reads *false* (`Or()`); we
  export *true* (`And()`), and importing such an `Or()` gives *true* again.
- `- number` after a function is always there; its parser keeps whether it was written.

The package is imported by the first call of a function that needs it.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from plancore.bridge.to_package import (
    NotExpressibleError,
    export_domain,
    export_plan,
    export_problem,
)
from plancore.model import formula as logic
from plancore.model.domain import Action, Axiom, Domain, Function, Predicate
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import PlanMetric, Problem

if TYPE_CHECKING:
    import pddl.core


DomainLike: TypeAlias = "Domain | pddl.core.Domain"
ProblemLike: TypeAlias = "Problem | pddl.core.Problem"
PlanLike: TypeAlias = "Plan | pddl.core.Plan"
"""A model as comparisons and metrics accept it: ours, or an object of the `pddl` package."""

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
    """The object of the `pddl` package for a domain, problem or plan. Raises NotExpressibleError
    for what the package cannot say or refuses."""
    if isinstance(model, Domain):
        return export_domain(model)
    return export_problem(model) if isinstance(model, Problem) else export_plan(model)


def from_pddl(obj: Any) -> Domain | Problem | Plan:
    """Our model for a `Domain`, `Problem` or `Plan` of the `pddl` package. What the package keeps
    in sets comes in alphabetical order. Raises TypeError for anything else."""
    import pddl.core

    if isinstance(obj, pddl.core.Domain):
        return import_domain(obj)
    if isinstance(obj, pddl.core.Problem):
        return import_problem(obj)
    if isinstance(obj, pddl.core.Plan):
        return import_plan(obj)
    raise TypeError(f"expected a Domain, Problem or Plan of the pddl package, got {type(obj)}")


def as_domain(obj: Any) -> Domain:
    """Convert a domain of the `pddl` package; ours is returned as it is. Raises TypeError for
    anything else, like the two functions below."""
    return obj if isinstance(obj, Domain) else _of_kind(obj, Domain)


def as_problem(obj: Any) -> Problem:
    """Convert a problem of the `pddl` package; ours is returned as it is."""
    return obj if isinstance(obj, Problem) else _of_kind(obj, Problem)


def as_plan(obj: Any) -> Plan:
    """Convert a plan of the `pddl` package; ours is returned as it is."""
    return obj if isinstance(obj, Plan) else _of_kind(obj, Plan)


def _of_kind(obj: Any, kind: Any) -> Any:
    model = from_pddl(obj)
    if not isinstance(model, kind):
        raise TypeError(f"expected a {kind.__name__.lower()}, got {type(obj)}")
    return model


# From the objects of the `pddl` package (0.5) to our model.


def import_domain(domain: pddl.core.Domain) -> Domain:
    """Convert a domain. The package uses sets, so everything is in alphabetical order."""
    return Domain(
        str(domain.name).lower(),
        requirements=tuple(sorted(f":{r.value}" for r in domain.requirements)),
        types=tuple(
            logic.TypedName(_word(name), (_word(parent),) if parent else ())
            for name, parent in sorted(domain.types.items(), key=lambda item: _word(item[0]))
        ),
        constants=_objects(domain.constants),
        predicates=tuple(
            Predicate(_word(p.name), _names(p.terms))
            for p in sorted(domain.predicates, key=lambda p: _word(p.name))
        ),
        functions=tuple(
            Function(_word(f.name), _names(f.terms))
            for f in sorted(domain.functions, key=lambda f: _word(f.name))
        ),
        actions=tuple(
            _action(action) for action in sorted(domain.actions, key=lambda a: _word(a.name))
        ),
        axioms=tuple(
            Axiom(
                _word(derived.predicate.name),
                _names(derived.predicate.terms),
                _condition(derived.condition),
            )
            for derived in sorted(domain.derived_predicates, key=str)
        ),
    )


def import_problem(problem: pddl.core.Problem) -> Problem:
    """Convert a problem, in alphabetical order."""
    metric = problem.metric
    return Problem(
        str(problem.name).lower(),
        str(problem.domain_name).lower(),
        requirements=tuple(sorted(f":{r.value}" for r in problem.requirements)),
        objects=_objects(problem.objects),
        init=tuple(_condition(fact) for fact in sorted(problem.init, key=str)),
        goal=_whole(problem.goal, _condition),
        metric=metric and PlanMetric(metric.optimization, _expression(metric.expression)),
    )


def import_plan(plan: pddl.core.Plan) -> Plan:
    """Convert a plan."""
    return Plan(
        tuple(
            Step((GroundAction((_word(name), *(_word(argument.name) for argument in args))),))
            for name, args in plan.actions
        )
    )


def _action(action: Any) -> Action:
    return Action(
        _word(action.name),
        _names(action.parameters),
        _whole(action.precondition, _condition),
        _whole(action.effect, _effect),
    )


def _whole(formula: Any, read: Any) -> logic.Formula:
    """A whole condition or effect. The package's parser reads `()` as an `Or` without operands,
    which as a formula is false; here it is true, as in PDDL."""
    from pddl.logic.base import Or as Imported

    if formula is None or (isinstance(formula, Imported) and not formula.operands):
        return logic.TRUE
    result: logic.Formula = read(formula)
    return result


def _condition(formula: Any) -> logic.Formula:
    from pddl.logic import base, functions, predicates

    match formula:
        case predicates.Predicate():
            return _atom(formula)
        case predicates.EqualTo():
            return logic.AtomicFormula("=", (_term(formula.left), _term(formula.right)))
        case base.Not():
            return logic.Not(_condition(formula.argument))
        case base.And():
            return logic.And(tuple(map(_condition, formula.operands)))
        case base.Or():
            return logic.Or(tuple(map(_condition, formula.operands)))
        case base.Imply():
            left, right = formula.operands
            return logic.Imply(_condition(left), _condition(right))
        case base.ForallCondition():
            return logic.Forall(_names(formula.variables), _condition(formula.condition))
        case base.ExistsCondition():
            return logic.Exists(_names(formula.variables), _condition(formula.condition))
        case (
            functions.EqualTo()
            | functions.LesserThan()
            | functions.LesserEqualThan()
            | functions.GreaterThan()
            | functions.GreaterEqualThan()
        ):
            left, right = formula.operands
            return logic.Comparison(formula.SYMBOL.value, _expression(left), _expression(right))
        case _:
            raise TypeError(f"not a condition of the pddl package: {formula!r}")


def _effect(formula: Any) -> logic.Formula:
    from pddl.logic import base, effects, functions, predicates

    match formula:
        case predicates.Predicate():
            return _atom(formula)
        case base.Not():
            return logic.Not(_condition(formula.argument))
        case base.And():
            return logic.And(tuple(map(_effect, formula.operands)))
        case base.OneOf():
            return logic.OneOf(tuple(map(_effect, formula.operands)))
        case effects.When():
            return logic.When(_condition(formula.condition), _effect(formula.effect))
        case effects.Forall():
            return logic.Forall(_names(formula.variables), _effect(formula.effect))
        case (
            functions.Assign()
            | functions.Increase()
            | functions.Decrease()
            | functions.ScaleUp()
            | functions.ScaleDown()
        ):
            target, value = formula.operands
            changed = _expression(target)
            assert isinstance(changed, logic.FunctionTerm), "only a fluent can be assigned"
            return logic.Assign(formula.SYMBOL.value, changed, _expression(value))
        case _:
            raise TypeError(f"not an effect of the pddl package: {formula!r}")


def _expression(expression: Any) -> logic.Expression:
    from pddl.logic import functions

    match expression:
        case functions.NumericValue():
            return logic.Number(_number(expression.value))
        case functions.NumericFunction():
            return logic.FunctionTerm(_word(expression.name), tuple(map(_term, expression.terms)))
        case functions.UnaryMinus():
            return logic.Arithmetic("-", (_expression(expression.operand),))
        case functions.Plus() | functions.Minus() | functions.Times() | functions.Divide():
            operands = tuple(map(_expression, expression.operands))
            return logic.Arithmetic(expression.SYMBOL.value, operands)
        case _:
            raise TypeError(f"not an expression of the pddl package: {expression!r}")


def _atom(atom: Any) -> logic.AtomicFormula:
    return logic.AtomicFormula(_word(atom.name), tuple(map(_term, atom.terms)))


def _term(term: Any) -> str:
    from pddl.logic.terms import Variable

    return f"?{_word(term.name)}" if isinstance(term, Variable) else _word(term.name)


def _names(variables: Any) -> tuple[logic.TypedName, ...]:
    ordered = variables if isinstance(variables, list | tuple) else sorted(variables)
    return tuple(logic.TypedName(f"?{_word(v.name)}", _tags(v.type_tags)) for v in ordered)


def _objects(constants: Collection[Any]) -> tuple[logic.TypedName, ...]:
    return tuple(
        logic.TypedName(_word(constant.name), _tags(constant.type_tags))
        for constant in sorted(constants, key=lambda constant: _word(constant.name))
    )


def _tags(tags: Collection[Any]) -> tuple[str, ...]:
    return tuple(sorted(map(_word, tags)))


def _word(name: Any) -> str:
    return str(name).lower()


def _number(value: Any) -> Fraction:
    # From its decimal digits: 0.1 means one tenth, not the nearest float.
    return Fraction(str(value))

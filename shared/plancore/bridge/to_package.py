"""Conversion of our model to objects of the `pddl` package (0.5), as far as they can express it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from plancore.model import formula as logic
from plancore.model.domain import Action, ActionKind, Axiom, Domain, Function, Predicate
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.syntax.nodes import Node

if TYPE_CHECKING:
    import pddl.core

_TYPE_OF_NUMBERS = "number"


class NotExpressibleError(ValueError):
    """Something that the objects of `pddl` cannot say. `construct` names it, `where` says in which
    part of the model it stands, and `node` is its place in the text where it was read from one
    (`FileSnapshot.span(node.place)`)."""

    def __init__(self, construct: str, where: str, node: Node | None = None) -> None:
        super().__init__(f"the pddl package does not support: {construct} (in {where})")
        self.construct = construct
        self.where = where
        self.node = node


Types = dict[str, tuple[str, ...]]
"""The types of the variables that a formula may use, by name."""


def export_domain(domain: Domain) -> pddl.core.Domain:
    """Convert a domain; raises NotExpressibleError."""
    import pddl.core

    where = f"domain `{domain.name}`"
    if domain.tasks or domain.methods:
        raise NotExpressibleError("task or method", where, (domain.tasks or domain.methods)[0].node)
    if domain.constraints is not None:
        raise NotExpressibleError("constraints", where, _node(domain.constraints))
    return _guarded(
        where,
        lambda: pddl.core.Domain(
            domain.name,
            requirements=_requirements(domain.requirements, where),
            types=_types(domain.types, where),
            constants=_constants(domain.constants, where),
            predicates=[_predicate(predicate) for predicate in domain.predicates],
            derived_predicates=[_axiom(axiom, domain) for axiom in domain.axioms],
            functions={_function(f): _TYPE_OF_NUMBERS for f in domain.functions},
            actions=[_action(action) for action in domain.actions],
        ),
    )


def export_problem(problem: Problem) -> pddl.core.Problem:
    """Convert a problem; raises NotExpressibleError."""
    import pddl.core
    from pddl.logic.functions import Metric

    where = f"problem `{problem.name}`"
    if problem.tasks:
        raise NotExpressibleError("task network", where, problem.tasks[0].node)
    if problem.constraints is not None:
        raise NotExpressibleError("constraints", where, _node(problem.constraints))
    metric = problem.metric
    return _guarded(
        where,
        lambda: pddl.core.Problem(
            problem.name,
            domain_name=problem.domain_name,
            requirements=_requirements(problem.requirements, where) or None,
            objects=_constants(problem.objects, where),
            init=[_fact(fact, f"{where}, initial state") for fact in problem.init],
            goal=_Exporter(f"{where}, goal", {}).condition(problem.goal),
            metric=metric
            and Metric(
                _Exporter(f"{where}, metric", {}).expression(metric.expression), metric.direction
            ),
        ),
    )


def export_plan(plan: Plan) -> pddl.core.Plan:
    """Convert a plan; raises NotExpressibleError for times and concurrent steps."""
    import pddl.core
    from pddl.logic.terms import Constant

    for number, step in enumerate(plan.steps, 1):
        if step.start is not None:
            raise NotExpressibleError("time of a step", f"step {number} of the plan")
        if step.concurrent or len(step.actions) != 1:
            raise NotExpressibleError("concurrent actions", f"step {number} of the plan")
    return _guarded(
        "the plan",
        lambda: pddl.core.Plan(
            [(a.name, [Constant(argument) for argument in a.args]) for a in plan.actions]
        ),
    )


def _guarded(where: str, make: Any) -> Any:
    """Return the result of `make`; if the package refuses an object, it is not expressible."""
    try:
        return make()
    except NotExpressibleError:
        raise
    except (ValueError, AssertionError, NotImplementedError) as error:
        raise NotExpressibleError(f"room for this: {error}", where) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "pddl":
            raise
        raise NotExpressibleError(f"room for this: {error}", where) from error


def _requirements(names: Iterable[str], where: str) -> set[Any]:
    from pddl.requirements import Requirements

    expressible = {f":{requirement.value}": requirement for requirement in Requirements}
    for name in names:
        if name not in expressible:
            raise NotExpressibleError(f"requirement `{name}`", where)
    return {expressible[name] for name in names}


def _types(types: Sequence[logic.TypedName], where: str) -> dict[str, str | None]:
    parents: dict[str, str | None] = {}
    for declared in types:
        if len(declared.types) > 1:
            raise NotExpressibleError("type below several types", where, declared.node)
        if declared.name in parents:
            raise NotExpressibleError("type declared twice", where, declared.node)
        parent = declared.types[0] if declared.types else None
        parents[declared.name] = None if parent == "object" else parent
    return parents


def _constants(names: Sequence[logic.TypedName], where: str) -> list[Any]:
    from pddl.logic.terms import Constant

    constants = {}
    for name in names:
        if len(name.types) > 1:
            raise NotExpressibleError("object of several types", where, name.node)
        if name.name in constants:
            raise NotExpressibleError("object declared twice", where, name.node)
        constants[name.name] = Constant(name.name, name.types[0] if name.types else None)
    return list(constants.values())


def _variables(names: Sequence[logic.TypedName], where: str) -> list[Any]:
    from pddl.logic.terms import Variable

    for name in names:
        if name.name[0] != "?":
            raise NotExpressibleError("parameter without `?`", where, name.node)
    return [Variable(name.name[1:], name.types) for name in names]


def _predicate(predicate: Predicate) -> Any:
    from pddl.logic.predicates import Predicate as Exported

    where = f"predicate `{predicate.name}`"
    return Exported(predicate.name, *_variables(predicate.parameters, where))


def _function(function: Function) -> Any:
    from pddl.logic.functions import NumericFunction

    where = f"function `{function.name}`"
    if function.returns != (_TYPE_OF_NUMBERS,):
        raise NotExpressibleError("function whose values are objects", where, function.node)
    return NumericFunction(function.name, *_variables(function.parameters, where))


def _axiom(axiom: Axiom, domain: Domain) -> Any:
    from pddl.logic.predicates import DerivedPredicate
    from pddl.logic.predicates import Predicate as Exported

    where = f"derived predicate `{axiom.predicate}`"
    declared = next((p for p in domain.predicates if p.name == axiom.predicate), None)
    parameters = axiom.parameters
    if declared is not None and len(declared.parameters) == len(parameters):
        # Like its parser, take a missing type from the declaration.
        parameters = tuple(
            logic.TypedName(
                parameter.name, parameter.types or declared_parameter.types, parameter.node
            )
            for parameter, declared_parameter in zip(parameters, declared.parameters, strict=True)
        )
    types = {name.name: name.types for name in parameters}
    body = _Exporter(where, types, types_follow_quantifiers=True).condition(axiom.body)
    return DerivedPredicate(Exported(axiom.predicate, *_variables(parameters, where)), body)


def _action(action: Action) -> Any:
    import pddl.action

    where = f"action `{action.name}`"
    if action.kind is not ActionKind.ACTION:
        raise NotExpressibleError(f"`:{action.kind.value}`", where, action.node)
    types = {name.name: name.types for name in action.parameters}
    if len(types) != len(action.parameters):
        raise NotExpressibleError("parameter declared twice", where, action.node)
    return pddl.action.Action(
        action.name,
        _variables(action.parameters, where),
        _Exporter(f"{where}, precondition", types).condition(action.precondition),
        _Exporter(f"{where}, effect", types).effect(action.effect),
    )


def _fact(fact: logic.Formula, where: str) -> Any:
    exporter = _Exporter(where, {})
    if isinstance(fact, logic.AtomicFormula | logic.Not | logic.Comparison):
        return exporter.condition(fact)
    raise exporter.refuse(fact)


class _Exporter:
    """Exports the formulas of one part. The recursion depth is the nesting, which lowering bounds.
    Occurrences of parameters have types, those of quantified variables do not, because the
    package's own parser builds its objects so, and equality depends on it. Only in axioms
    quantified variables have types as well."""

    def __init__(self, where: str, types: Types, *, types_follow_quantifiers: bool = False) -> None:
        self.where = where
        self.types = types
        self.follows = types_follow_quantifiers

    def condition(self, formula: logic.Formula) -> Any:
        from pddl.logic import base
        from pddl.logic.predicates import EqualTo

        match formula:
            case logic.AtomicFormula("=", args) if len(args) == 2:
                return EqualTo(*map(self.term, args))
            case logic.AtomicFormula():
                return self.atom(formula)
            case logic.Not(body):
                return base.Not(self.condition(body))
            case logic.And(parts):
                return base.And(*map(self.condition, parts))
            case logic.Or(parts):
                return base.Or(*map(self.condition, parts))
            case logic.Imply(left, right):
                return base.Imply(self.condition(left), self.condition(right))
            case logic.Forall(variables, body):
                inner = self._inside(variables).condition(body)
                return base.ForallCondition(inner, _variables(variables, self.where))
            case logic.Exists(variables, body):
                inner = self._inside(variables).condition(body)
                return base.ExistsCondition(inner, _variables(variables, self.where))
            case logic.Comparison():
                return self.comparison(formula)
            case _:
                raise self.refuse(formula)

    def effect(self, formula: logic.Formula) -> Any:
        from pddl.logic import base, effects

        match formula:
            case logic.AtomicFormula():
                return self.atom(formula)
            case logic.Not(logic.AtomicFormula() as atom):
                return base.Not(self.atom(atom))
            case logic.And(parts):
                return base.And(*map(self.effect, parts))
            case logic.OneOf(parts):
                return base.OneOf(*map(self.effect, parts))
            case logic.When(condition, effect):
                return effects.When(self.condition(condition), self.effect(effect))
            case logic.Forall(variables, body):
                inner = self._inside(variables).effect(body)
                return effects.Forall(inner, _variables(variables, self.where))
            case logic.Assign():
                return self.assignment(formula)
            case _:
                raise self.refuse(formula)

    def atom(self, atom: logic.AtomicFormula) -> Any:
        from pddl.logic.predicates import Predicate as Exported

        return Exported(atom.predicate, *map(self.term, atom.args))

    def term(self, term: logic.Term) -> Any:
        from pddl.logic.terms import Constant, Variable

        if not isinstance(term, str):
            raise NotExpressibleError("function as an argument", self.where, term.node)
        if term[0] == "?":
            return Variable(term[1:], self.types.get(term, ()))
        return Constant(term)

    def comparison(self, formula: logic.Comparison) -> Any:
        from pddl.logic import functions

        classes = {
            "=": functions.EqualTo,
            "<": functions.LesserThan,
            "<=": functions.LesserEqualThan,
            ">": functions.GreaterThan,
            ">=": functions.GreaterEqualThan,
        }
        sides = self.expression(formula.left), self.expression(formula.right)
        return classes[formula.operator](*sides)

    def assignment(self, formula: logic.Assign) -> Any:
        from pddl.logic import functions

        classes = {
            "assign": functions.Assign,
            "increase": functions.Increase,
            "decrease": functions.Decrease,
            "scale-up": functions.ScaleUp,
            "scale-down": functions.ScaleDown,
        }
        if formula.operator not in classes:
            raise NotExpressibleError(f"`{formula.operator}`", self.where, formula.node)
        return classes[formula.operator](
            self.expression(formula.target), self.expression(formula.value)
        )

    def expression(self, expression: logic.Expression) -> Any:
        from pddl.logic import functions

        match expression:
            case logic.Number(value):
                return functions.NumericValue(_number(value))
            case logic.FunctionTerm(name, args) if name != "#t":
                return functions.NumericFunction(name, *map(self.term, args))
            case logic.Arithmetic("-", (operand,)):
                return functions.UnaryMinus(self.expression(operand))
            case logic.Arithmetic(operator, args):
                classes = {
                    "+": functions.Plus,
                    "-": functions.Minus,
                    "*": functions.Times,
                    "/": functions.Divide,
                }
                if operator not in classes:
                    raise self.refuse(expression)
                return classes[operator](*map(self.expression, args))
            case _:
                raise self.refuse(expression)

    def refuse(self, part: logic.Formula | logic.Expression) -> NoReturn:
        """Raise NotExpressibleError for a formula or an expression."""
        name = part if isinstance(part, str) else type(part).__name__.lower()
        raise NotExpressibleError(f"`{name}`", self.where, _node(part))

    def _inside(self, variables: Sequence[logic.TypedName]) -> _Exporter:
        if not self.follows:
            return self
        types = {**self.types, **{name.name: name.types for name in variables}}
        return _Exporter(self.where, types, types_follow_quantifiers=True)


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _node(part: object) -> Node | None:
    return getattr(part, "node", None)

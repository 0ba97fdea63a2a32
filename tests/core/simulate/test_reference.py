"""Simulation beside a naive reference: recursive, and grounding everything, on random tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from plancore.model.domain import Domain
from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    TypedName,
    When,
)
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Problem
from plancore.simulate.execute import execute
from plancore.simulate.independence import Independence
from support.independence import are_independent
from support.tasks import task_of

Facts = frozenset[tuple[str, ...]]
Binding = Mapping[str, str]

TYPES = ("t", "u", "object")
OBJECTS = ("a", "b", "c", "d")
PREDICATES = {"p": 1, "q": 1, "r": 2, "s": 0}


class Reference:
    """Executes plans straight from the definitions."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.types = {o.name: set(o.types) or {"object"} for o in problem.objects}

    def run(self, plan: list[GroundAction]) -> tuple[list[Facts], int | None]:
        """The states, and the number of the first step that fails."""
        facts: Facts = frozenset(
            (fact.predicate, *map(str, fact.args))
            for fact in self.problem.init
            if isinstance(fact, AtomicFormula)
        )
        states = [facts]
        for index, step in enumerate(plan, start=1):
            action = self.domain.action(step.name)
            assert action is not None
            names = [parameter.name for parameter in action.parameters]
            binding = dict(zip(names, step.args, strict=True))
            if not self.holds(action.precondition, binding, self.closed(facts)):
                return states, index
            effects = list(self.effects(action.effect, binding, self.closed(facts)))
            adds = {atom for atom, positive in effects if positive}
            facts = (facts - {atom for atom, positive in effects if not positive}) | adds
            states.append(facts)
        return states, None

    def closed(self, facts: Facts) -> Facts:
        """The facts with everything that the axioms derive."""
        while True:
            more = {
                (axiom.predicate, *binding.values())
                for axiom in self.domain.axioms
                for binding in self.bindings(axiom.parameters, {})
                if self.holds(axiom.body, binding, facts)
            }
            if more <= facts:
                return facts
            facts = facts | more

    def holds(self, formula: Formula, binding: Binding, facts: Facts) -> bool:
        """Whether a condition is true."""
        match formula:
            case AtomicFormula("=", (left, right)):
                return binding.get(str(left), left) == binding.get(str(right), right)
            case AtomicFormula():
                return atom(formula, binding) in facts
            case Not(body):
                return not self.holds(body, binding, facts)
            case And(parts):
                return all(self.holds(part, binding, facts) for part in parts)
            case Or(parts):
                return any(self.holds(part, binding, facts) for part in parts)
            case Imply(condition, conclusion):
                return self.holds(conclusion, binding, facts) or not self.holds(
                    condition, binding, facts
                )
            case Forall(variables, body):
                inner = self.bindings(variables, binding)
                return all(self.holds(body, bound, facts) for bound in inner)
            case Exists(variables, body):
                inner = self.bindings(variables, binding)
                return any(self.holds(body, bound, facts) for bound in inner)
        raise AssertionError(formula)

    def effects(
        self, formula: Formula, binding: Binding, facts: Facts
    ) -> Iterator[tuple[tuple[str, ...], bool]]:
        """The atoms that an effect makes true and false."""
        match formula:
            case AtomicFormula():
                yield atom(formula, binding), True
            case Not(AtomicFormula() as body):
                yield atom(body, binding), False
            case And(parts):
                for part in parts:
                    yield from self.effects(part, binding, facts)
            case Forall(variables, body):
                for bound in self.bindings(variables, binding):
                    yield from self.effects(body, bound, facts)
            case When(condition, effect):
                if self.holds(condition, binding, facts):
                    yield from self.effects(effect, binding, facts)
            case _:
                raise AssertionError(formula)

    def bindings(
        self, variables: tuple[TypedName, ...], binding: Binding
    ) -> Iterator[dict[str, str]]:
        """All bindings of some variables to objects of their types."""
        ranges = [
            [name for name, types in self.types.items() if fits(types, variable.types)]
            for variable in variables
        ]
        for names in product(*ranges):
            yield {**binding, **{v.name: n for v, n in zip(variables, names, strict=True)}}


def atom(formula: AtomicFormula, binding: Binding) -> tuple[str, ...]:
    return (formula.predicate, *(binding.get(str(arg), str(arg)) for arg in formula.args))


def fits(types: set[str], wanted: tuple[str, ...]) -> bool:
    return not wanted or "object" in wanted or bool(types & set(wanted))


def variables_of(count: int) -> list[str]:
    return [f"?x{index}" for index in range(count)]


@st.composite
def atoms(draw: st.DrawFn, scope: list[str], derived: bool = True) -> str:
    predicate = draw(st.sampled_from([*PREDICATES, *(["d"] if derived else [])]))
    arity = PREDICATES.get(predicate, 1)
    terms = [draw(st.sampled_from([*scope, *OBJECTS[:2]])) for _ in range(arity)]
    return f"({' '.join((predicate, *terms))})"


@st.composite
def conditions(draw: st.DrawFn, scope: list[str], depth: int = 3, derived: bool = True) -> str:
    kinds = ["atom", "atom", "not-atom", "equal"]
    if depth:
        kinds += ["and", "or", "not", "imply", "forall", "exists", "exists-and"]
    kind = draw(st.sampled_from(kinds))

    def inner(more: list[str] | None = None) -> str:
        return draw(conditions(more or scope, depth - 1, derived))

    match kind:
        case "atom":
            return draw(atoms(scope, derived))
        case "not-atom":
            return f"(not {draw(atoms(scope, derived))})"
        case "equal":
            one, two = (draw(st.sampled_from([*scope, *OBJECTS])) for _ in range(2))
            return f"(= {one} {two})"
        case "and" | "or":
            return f"({kind} {' '.join(inner() for _ in range(draw(st.integers(0, 3))))})"
        case "not":
            return f"(not {inner()})"
        case "imply":
            return f"(imply {inner()} {inner()})"
        case _:
            variables = [f"?y{depth}{index}" for index in range(draw(st.integers(1, 2)))]
            bound = " ".join(f"{v} - {draw(st.sampled_from(TYPES))}" for v in variables)
            body = inner(scope + variables)
            if kind == "exists-and":
                kind, body = "exists", f"(and {draw(atoms(scope + variables, derived))} {body})"
            return f"({kind} ({bound}) {body})"


@st.composite
def effects(draw: st.DrawFn, scope: list[str], depth: int = 2) -> str:
    kinds = ["add", "delete", "delete"]
    if depth:
        kinds += ["and", "and", "forall", "when"]
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "add":
            return draw(atoms(scope, False))
        case "delete":
            return f"(not {draw(atoms(scope, False))})"
        case "and":
            parts = [draw(effects(scope, depth - 1)) for _ in range(draw(st.integers(0, 3)))]
            return f"(and {' '.join(parts)})"
        case "forall":
            variable = f"?z{depth}"
            body = draw(effects([*scope, variable], depth - 1))
            return f"(forall ({variable} - {draw(st.sampled_from(TYPES))}) {body})"
        case _:
            return f"(when {draw(conditions(scope, 2))} {draw(effects(scope, depth - 1))})"


@st.composite
def tasks(draw: st.DrawFn, adl: bool) -> tuple[str, str, list[GroundAction]]:
    """A domain, a problem and a plan whose steps are well-formed."""
    actions = []
    for name in ("act", "bet", "cut"):
        scope = variables_of(2)
        condition = draw(conditions(scope)) if adl else draw(_literals(scope))
        effect = draw(effects(scope)) if adl else draw(_literals(scope))
        actions.append(
            f"(:action {name} :parameters ({' '.join(scope)})"
            f" :precondition {condition} :effect {effect})"
        )
    axioms = ""
    if adl:
        base = draw(conditions(["?x"], 2, derived=False))
        step = draw(st.sampled_from(["(exists (?y) (and (r ?x ?y) (d ?y)))", "(p ?x)", "(d ?x)"]))
        axioms = f"(:derived (d ?x) {base}) (:derived (d ?x) {step})"
    domain = f"""(:requirements :adl) (:types t u)
        (:predicates (p ?x) (q ?x) (r ?x ?y) (s) (d ?x)) {axioms} {" ".join(actions)}"""
    facts = [
        f"({' '.join((predicate, *names))})"
        for predicate, arity in PREDICATES.items()
        for names in product(OBJECTS, repeat=arity)
        if draw(st.booleans())
    ]
    problem = f"(:objects a b - t c - u d) (:init {' '.join(facts)}) (:goal (and))"
    plan = draw(
        st.lists(
            st.builds(
                GroundAction,
                st.tuples(
                    st.sampled_from(["act", "bet", "cut"]),
                    st.sampled_from(OBJECTS),
                    st.sampled_from(OBJECTS),
                ),
            ),
            max_size=8,
        )
    )
    return domain, problem, plan


@st.composite
def _literals(draw: st.DrawFn, scope: list[str]) -> str:
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        text = draw(atoms(scope, False))
        parts.append(text if draw(st.booleans()) else f"(not {text})")
    return f"(and {' '.join(parts)})"


def check(domain: str, problem: str, actions: list[GroundAction]) -> None:
    task = task_of(domain, problem)
    trace = execute(task, Plan(tuple(Step((action,)) for action in actions)))
    states, failing = Reference(task.domain, task.problem).run(actions)
    assert trace.undecided is None
    assert trace.failing_step == failing
    assert [trace.state(step).facts for step in range(len(states))] == states


@given(tasks(adl=False))
def test_strips(case: tuple[str, str, list[GroundAction]]) -> None:
    check(*case)


@given(tasks(adl=True))
def test_adl_and_axioms(case: tuple[str, str, list[GroundAction]]) -> None:
    check(*case)


@given(tasks(adl=True), st.integers(0, 6))
def test_swapping_independent_steps_changes_nothing(
    case: tuple[str, str, list[GroundAction]], place: int
) -> None:
    domain, problem, actions = case
    task = task_of(domain, problem)
    steps = [Step((action,)) for action in actions]
    if place + 1 >= len(steps):
        return
    swapped = [*steps[:place], steps[place + 1], steps[place], *steps[place + 2 :]]
    if not are_independent(Independence(task), steps[place], steps[place + 1]):
        return
    one, two = execute(task, Plan(tuple(steps))), execute(task, Plan(tuple(swapped)))
    assert one.verdict == two.verdict
    if one.executable:
        assert one.states.final.facts == two.states.final.facts

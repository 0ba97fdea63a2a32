"""Comparison of two problems, and whether they differ in names of objects only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from plancore.align.isomorphism import DEFAULT_BUDGET, isomorphism
from plancore.bridge.pddl_package import ProblemLike, as_problem
from plancore.compare.changes import Part, PartDiff, compare_elements
from plancore.compare.declarations import (
    DeclarationChange,
    Declared,
    differences,
    real_requirements,
    typed_entries,
)
from plancore.correspondence.exact.structure import StructureGraph
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.canonical import kept_meaning, kept_text
from plancore.formula.conditions import normal_form, term_key
from plancore.formula.elements import Element, Elements, condition_elements
from plancore.formula.printing import AS_WRITTEN, Naming, formula_text
from plancore.model.formula import (
    TRUE,
    And,
    AtomicFormula,
    Comparison,
    Damaged,
    Formula,
    Not,
    has_damage,
)
from plancore.model.problem import PlanMetric, Problem
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError


@record
class ProblemDiff:
    """Differences of objects, facts, goal conditions, metric and constraints, as sets.

    The goal is compared conjunct by conjunct. A different initial value of a numeric fluent is a
    change. Atoms that `:init` does not list are false, so negating one there is not a difference:
    `denied` has these negations, and `parts` do not.
    """

    learned: Problem
    reference: Problem
    objects: tuple[DeclarationChange, ...]
    init: PartDiff
    goal: PartDiff
    metric: PartDiff
    constraints: PartDiff
    sections: PartDiff
    """Sections that are compared as text, such as task networks."""
    denied: PartDiff
    domains_match: bool = False
    """Whether the domains are compared under a name mapping, whatever their names."""

    @property
    def parts(self) -> tuple[PartDiff, ...]:
        """All parts that are sets of formulas."""
        return self.init, self.goal, self.metric, self.constraints, self.sections

    @property
    def is_other_domain(self) -> bool:
        """Whether the problems name different domains that no mapping matches."""
        return not self.domains_match and self.learned.domain_name != self.reference.domain_name

    @property
    def is_same(self) -> bool:
        """Whether nothing differs except the problems' own names."""
        if self.objects or self.is_other_domain:
            return False
        return not any(part.changes for part in self.parts)


@record
class ProblemEquivalence:
    """Whether two problems differ in names of objects only; `holds` is None if undecided. `objects`
    is the witness: the learned names that differ, with their reference names."""

    holds: bool | None
    objects: Mapping[str, str] | None = None


def compare_problems(
    learned: ProblemLike,
    reference: ProblemLike,
    correspondence: Correspondence = SAME_NAMES,
    *,
    domains_match: bool = False,
) -> ProblemDiff:
    """Compare two problems by name, with names mapped by `correspondence`. `domains_match` is
    whether their domains are compared under a name mapping."""
    learned, reference = as_problem(learned), as_problem(reference)
    to_reference, to_learned = correspondence.to_reference, correspondence.to_learned

    our_facts, our_denials = stated_facts(learned.init)
    their_facts, their_denials = stated_facts(reference.init)

    def part(part: Part, ours: Elements, theirs: Elements) -> PartDiff:
        return compare_elements(part, ours, theirs, to_learned, to_reference, by_argument=True)

    return ProblemDiff(
        learned,
        reference,
        tuple(
            differences(
                Declared.OBJECT,
                typed_entries(learned.objects, to_reference),
                typed_entries(reference.objects, AS_WRITTEN),
            )
        ),
        part(Part.INIT, initial_elements(our_facts, to_reference), initial_elements(their_facts)),
        part(Part.GOAL, _formulas(learned.goal, to_reference), _formulas(reference.goal)),
        part(Part.METRIC, _metric(learned.metric, to_reference), _metric(reference.metric)),
        part(
            Part.CONSTRAINTS,
            _formulas(learned.constraints or TRUE, to_reference),
            _formulas(reference.constraints or TRUE),
        ),
        part(
            Part.SECTIONS,
            _sections(learned, to_reference, correspondence.actions),
            _sections(reference),
        ),
        part(
            Part.INIT, initial_elements(our_denials, to_reference), initial_elements(their_denials)
        ),
        domains_match,
    )


def stated_facts(init: Iterable[Formula]) -> tuple[list[Formula], list[Formula]]:
    """The facts of `:init`, and separately its redundant negations."""
    all_facts = list(init)
    stated = {fact for fact in all_facts if type(fact) is AtomicFormula}
    facts: list[Formula] = []
    denied: list[Formula] = []
    for fact in all_facts:
        is_denial = type(fact) is Not and fact.body not in stated
        (denied if is_denial else facts).append(fact)
    return facts, denied


def problem_equivalence(
    learned: Problem,
    reference: Problem,
    names: Correspondence = SAME_NAMES,
    *,
    budget: int = DEFAULT_BUDGET,
    checkpoint: Checkpoint = NEVER,
) -> ProblemEquivalence:
    """Decide whether the objects can be renamed so that the problems are the same.

    Names of predicates, functions, types and constants of the domain are the same on both sides,
    except those that `names`, a renaming, maps. Uses colour refinement with backtracking; `budget`
    limits its steps.
    """
    if _has_damage(learned) or _has_damage(reference):
        # Damaged parts are compared as text, which proves nothing.
        return ProblemEquivalence(None)
    if _other_sections(learned) != _other_sections(reference):
        return ProblemEquivalence(False)
    if learned.kept:
        return ProblemEquivalence(None)
    domain_name = learned.domain_name if names.is_identity else reference.domain_name
    ours, theirs = _ProblemGraph(learned, names, domain_name), _ProblemGraph(reference)
    try:
        mapping = isomorphism(ours, theirs, budget=budget, checkpoint=checkpoint)
    except SpentError:
        return ProblemEquivalence(None)
    if mapping is None:
        return ProblemEquivalence(False)
    named = {vertex: name for (_, name), vertex in theirs.symbols.items()}
    pairs = {
        name: named[mapping[vertex]]
        for (kind, name), vertex in ours.symbols.items()
        if kind == "constants"
    }
    return ProblemEquivalence(True, {a: b for a, b in pairs.items() if a != b})


def _other_sections(problem: Problem) -> tuple[list[str], list[str]]:
    """The requirements, and the names of sections that the model does not represent."""
    return sorted(real_requirements(problem.requirements)), sorted(k.name for k in problem.kept)


def _has_damage(problem: Problem) -> bool:
    metric = () if problem.metric is None else (problem.metric.expression,)
    formulas = (*problem.init, problem.goal, problem.constraints or TRUE, *metric)
    return any(map(has_damage, formulas))


def initial_elements(facts: Iterable[Formula], naming: Naming = AS_WRITTEN) -> Elements:
    """Facts as elements; the value of a numeric fluent is identified by the fluent."""
    facts = list(facts)
    elements = condition_elements(
        And(tuple([fact for fact in facts if type(fact) is not Comparison])), naming, set()
    )
    for fact in facts:
        if type(fact) is Comparison:
            # The fluent identifies the fact, so another value is a change of it.
            fluent = term_key(fact.left, naming)
            key = f"({fact.operator} {fluent} {term_key(fact.right, naming)})"
            node = fact.node
            element = Element(key, fact, predicate=f"= {fluent}", node=node, removal=node)
            elements.setdefault(key, element)
    return elements


def _formulas(formula: Formula, naming: Naming = AS_WRITTEN) -> Elements:
    return condition_elements(formula, naming, set())


def _metric(metric: PlanMetric | None, naming: Naming = AS_WRITTEN) -> Elements:
    if metric is None:
        return {}
    expression = metric.expression
    key = f"({metric.direction} {term_key(expression, naming)})"
    # A metric is not a formula: it is shown as written.
    formula = Damaged(f"({metric.direction} {formula_text(expression)})", metric.node)
    node = metric.node
    return {key: Element(key, formula, predicate="metric", node=node, removal=node)}


def _sections(
    problem: Problem, naming: Naming = AS_WRITTEN, actions: Mapping[str, str] = MappingProxyType({})
) -> Elements:
    """The requirements one by one, and the sections that the model does not represent."""
    elements: Elements = {}
    for name in real_requirements(problem.requirements):
        key = f"(:requirements {name})"
        elements[key] = Element(key, Damaged(key), predicate=key)
    for kept in problem.kept:
        key = f"({kept.name} {kept_meaning(kept, naming, actions)})"
        # Sections are not formulas either.
        formula = Damaged(f"({kept.name} {kept_text(kept)})", kept.node)
        predicate, node = f"{kept.name} ", kept.node
        elements[key] = Element(key, formula, predicate=predicate, node=node, removal=node)
    return elements


class _ProblemGraph(StructureGraph):
    def __init__(
        self, problem: Problem, names: Correspondence = SAME_NAMES, domain_name: str | None = None
    ) -> None:
        declared = {typed.name for typed in problem.objects}

        def known_as(kind: str, name: str) -> str | None:
            is_open = kind == "constants" and name in declared
            return None if is_open else names.of(kind).get(name, name)

        super().__init__(known_as)
        for typed in problem.objects:
            self.typed(self.symbol("constants", typed.name), typed)
        root = self.vertex(("problem", domain_name or problem.domain_name))
        for fact in stated_facts(problem.init)[0]:
            self.edge(root, self.formula(fact, {}), "init")
        for key, formula in (("goal", problem.goal), ("constraints", problem.constraints)):
            if formula is not None:
                for element in _formulas(formula).values():
                    self.edge(root, self.formula(normal_form(element.formula), {}), key)
        if problem.metric is not None:
            metric = self.expression(problem.metric.expression, {})
            self.edge(root, metric, problem.metric.direction)

"""The difference between two problems, and whether they differ in names of objects only."""

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
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import formula_text
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
    """Objects, facts, goal conditions, metric and constraints as sets.

    The goal is compared conjunct by conjunct; a different initial value of a
    numeric fluent is a change. Atoms that `:init` does not list are false, so denying one is no
    difference: `denied` has the atoms that either side denies, and none of the `parts` has them.
    """

    learned: Problem
    reference: Problem
    objects: tuple[DeclarationChange, ...]
    init: PartDiff
    goal: PartDiff
    metric: PartDiff
    constraints: PartDiff
    sections: PartDiff
    """Sections that are compared as they are written, such as task networks."""
    denied: PartDiff
    domains_match: bool = False
    """Whether the domains are compared under a name mapping, whatever they are called."""

    @property
    def parts(self) -> tuple[PartDiff, ...]:
        """All that are sets of formulas."""
        return self.init, self.goal, self.metric, self.constraints, self.sections

    @property
    def is_other_domain(self) -> bool:
        """Whether the problems name different domains that no mapping matches."""
        return not self.domains_match and self.learned.domain_name != self.reference.domain_name

    @property
    def is_same(self) -> bool:
        """Whether there is no difference; the problems' own names do not matter."""
        if self.objects or self.is_other_domain:
            return False
        return not any(part.changes for part in self.parts)


@record
class ProblemEquivalence:
    """Whether two problems differ in names of objects only; None when it was not decided.

    `objects` is the witness: learned names to the reference's, those that differ.
    """

    holds: bool | None
    objects: Mapping[str, str] | None = None


def compare_problems(
    learned: ProblemLike,
    reference: ProblemLike,
    correspondence: Correspondence = SAME_NAMES,
    *,
    domains_match: bool = False,
) -> ProblemDiff:
    """Compare two problems by name; `correspondence` says what is called differently, and
    `domains_match` that their domains are."""
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
    """The facts that `:init` states, and apart from them the atoms that it needlessly denies."""
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

    Names of predicates, functions, types, and of objects that a problem does not declare itself
    (the domain's constants) mean the same on both sides, except for those that `names`, a renaming,
    has. Colour refinement with backtracking; `budget` bounds its steps.
    """
    if _has_damage(learned) or _has_damage(reference):
        # What could not be read is compared as written, which is no proof of anything.
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
    """What is required, and which sections there are that a model does not have in full."""
    return sorted(real_requirements(problem.requirements)), sorted(k.name for k in problem.kept)


def _has_damage(problem: Problem) -> bool:
    metric = () if problem.metric is None else (problem.metric.expression,)
    formulas = (*problem.init, problem.goal, problem.constraints or TRUE, *metric)
    return any(map(has_damage, formulas))


def initial_elements(facts: Iterable[Formula], naming: Naming = AS_WRITTEN) -> Elements:
    """Facts as elements; the one that gives a numeric fluent its value is known by the fluent."""
    facts = list(facts)
    elements = condition_elements(
        And(tuple([fact for fact in facts if type(fact) is not Comparison])), naming, set()
    )
    for fact in facts:
        if type(fact) is Comparison:
            # What a fluent is called identifies the fact, so another value is a change of it.
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
    # A model has no formula for a metric: it is shown as written.
    formula = Damaged(f"({metric.direction} {formula_text(expression)})", metric.node)
    node = metric.node
    return {key: Element(key, formula, predicate="metric", node=node, removal=node)}


def _sections(
    problem: Problem,
    naming: Naming = AS_WRITTEN,
    actions: Mapping[str, str] = MappingProxyType({}),
) -> Elements:
    """What is required, each by itself, and the sections that a model does not have in full."""
    elements: Elements = {}
    for name in real_requirements(problem.requirements):
        key = f"(:requirements {name})"
        elements[key] = Element(key, Damaged(key), predicate=key)
    for kept in problem.kept:
        key = f"({kept.name} {kept_meaning(kept, naming, actions)})"
        # A model has no formula for a section, either.
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

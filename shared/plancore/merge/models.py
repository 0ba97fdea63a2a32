"""Three versions of a domain or a problem made one."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from plancore.compare.declarations import Declared, declared, typed_entries
from plancore.compare.problems import initial_elements
from plancore.formula.elements import Elements, condition_elements
from plancore.formula.naming import AS_WRITTEN
from plancore.formula.printing import formula_text
from plancore.merge.actions import conjunction, merge_actions
from plancore.merge.choice import Merger, Versions
from plancore.merge.elements import merge_elements
from plancore.model.domain import Domain
from plancore.model.problem import Metric, Problem


def merge_domains(merger: Merger, domains: Versions[Domain]) -> str:
    """A domain that says what both sides changed, in a plain text; `merger` has the conflicts."""
    name = merger.choose("name of the domain", domains.each(lambda domain: domain.name))
    actions = domains.each(lambda domain: {action.name: action for action in domain.actions})
    sections = (*_declared(merger, domains), *merge_actions(merger, actions))
    return "\n".join((f"(define (domain {name})", *sections, ")"))


def merge_requirements(merger: Merger, required: Versions[tuple[str, ...]]) -> str:
    """The section, as it is written: `:adl` on both sides stays `:adl`."""
    names = required.each(lambda stated: {name: name for name in stated})
    chosen = merger.choose_each("requirement", names, str, str)
    return f"(:requirements {' '.join(chosen)})" if chosen else ""


def _declared(merger: Merger, domains: Versions[Domain]) -> Iterator[str]:
    yield merge_requirements(merger, domains.each(lambda domain: domain.requirements))
    tables = domains.each(declared)
    for kind in tables.ours:
        if kind is Declared.REQUIREMENT:
            continue
        entries = merger.choose_each(
            f":{kind.value}",
            tables.each(itemgetter(kind)),
            lambda entry: entry.meaning,
            lambda entry: entry.text,
        )
        texts = " ".join(entry.text for entry in entries)
        # An axiom is a section of its own.
        yield texts if kind is Declared.AXIOM or not entries else f"(:{kind.value} {texts})"


def merge_problems(merger: Merger, problems: Versions[Problem]) -> str:
    """A problem that says what both sides changed, in a plain text; `merger` has the conflicts."""
    name = merger.choose("name of the problem", problems.each(lambda problem: problem.name))
    domain = merger.choose("domain", problems.each(lambda problem: problem.domain_name))
    objects = merger.choose_each(
        "object",
        problems.each(lambda problem: typed_entries(problem.objects, AS_WRITTEN)),
        lambda entry: entry.meaning,
        lambda entry: entry.text,
    )
    init = _merged(merger, "init", problems.each(lambda problem: initial_elements(problem.init)))
    goal = _merged(merger, "goal", problems.each(_goal))
    metric = merger.choose("metric", problems.each(lambda problem: _metric(problem.metric)))
    sections = (
        f"(define (problem {name}) (:domain {domain})",
        merge_requirements(merger, problems.each(lambda problem: problem.requirements)),
        f"(:objects {' '.join(entry.text for entry in objects)})" if objects else "",
        "\n".join(("(:init", *init, ")")),
        f"(:goal {conjunction(goal)})",
        metric,
        ")",
    )
    return "\n".join(sections)


def _merged(merger: Merger, where: str, versions: Versions[Elements]) -> list[str]:
    return [chosen.element.text for chosen in merge_elements(merger, where, versions)]


def _goal(problem: Problem) -> Elements:
    return condition_elements(problem.goal, AS_WRITTEN, set())


def _metric(metric: Metric | None) -> str:
    if metric is None:
        return ""
    return f"(:metric {metric.direction} {formula_text(metric.expression)})"

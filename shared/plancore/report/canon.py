"""The canonical form of domains, problems and plans, so that a line diff shows only differences.

Lower case, one literal or declaration per line, sorted where order has no meaning. Comments and
text around definitions are left out. A text that is not fully understood has no canonical form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.compare.coverage import is_covered
from plancore.conflict_markers import Conflict, conflicts, versions
from plancore.formula.elements import condition_elements, effect_elements
from plancore.formula.printing import AS_WRITTEN, formula_text, head_text, type_text, typed_list
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import TypedName
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.writer import write_plan
from plancore.project import PlanSnapshot, snapshot_of
from plancore.snapshot import DefinitionSnapshot

HEADER: Final = "; canonical form: sorted, in lower case, without comments or text around\n"


def canonical_text(text: str, name: str = "") -> str:
    """The canonical form of a domain, problem or plan; `text` itself if it has none.

    Plans are written in the notation of the International Planning Competition. In a file with
    merge conflicts both versions are canonicalised, with conflict markers around the lines that
    differ.
    """
    return canonical_form(text, name) or text


def canonical_form(text: str, name: str = "") -> str | None:
    """As `canonical_text`, but None without a canonical form; a blank text as it is."""
    if not text.strip():
        return text
    unmerged = conflicts(text)
    if not unmerged:
        return _canonical(text, name)
    ours, theirs = (_canonical(version, name) for version in versions(text))
    return None if ours is None or theirs is None else _marked(ours, theirs, unmerged[0])


def _canonical(text: str, name: str) -> str | None:
    snapshot = snapshot_of(text, name)
    if isinstance(snapshot, PlanSnapshot):
        plan, findings = read_plan(text)
        is_whole = plan.steps and all(finding.severity > 1 for finding in findings)
        return write_plan(plan) if is_whole else None
    if snapshot.tree.problems or not snapshot.definitions:
        return None
    parts = [_definition(definition) for definition in snapshot.definitions]
    if any(part is None for part in parts):
        return None
    return HEADER + "\n".join(part for part in parts if part is not None)


def _marked(ours: str, theirs: str, names: Conflict) -> str:
    """Both texts merged, with git's conflict markers around lines that only one of them has."""
    # Imported late: git runs this for every file of a diff, and few have conflicts.
    from plancore.report.line_diff import gaps

    our_lines, their_lines = ours.splitlines(keepends=True), theirs.splitlines(keepends=True)
    lines: list[str] = []
    at = 0
    for gap in gaps(our_lines, their_lines):
        lines += our_lines[at : gap.old]
        lines += f"<<<<<<< {names.our_name}\n", *our_lines[gap.old : gap.old_end]
        lines += "=======\n", *their_lines[gap.new : gap.new_end]
        lines += (f">>>>>>> {names.their_name}\n",)
        at = gap.old_end
    return "".join((*lines, *our_lines[at:]))


def _definition(definition: DefinitionSnapshot) -> str | None:
    """The canonical form of a definition; None if it has none."""
    if not is_covered(definition):
        return None
    is_problem = definition.kind == "problem"
    lines = _problem_lines(definition.problem) if is_problem else _domain_lines(definition.domain)
    return "\n".join(lines) + "\n"


def _domain_lines(domain: Domain) -> Iterator[str]:
    yield f"(define (domain {domain.name})"
    yield from _section(":requirements", domain.requirements)
    yield from _section(":types", _typed(domain.types))
    yield from _section(":constants", _typed(domain.constants))
    yield from _section(
        ":predicates",
        (head_text(predicate.name, predicate.parameters) for predicate in domain.predicates),
    )
    yield from _section(
        ":functions",
        (
            f"{head_text(function.name, function.parameters)} - {type_text(function.returns)}"
            for function in domain.functions
        ),
    )
    for axiom in sorted(domain.axioms, key=lambda axiom: (axiom.predicate, str(axiom.body))):
        yield f"  (:derived {head_text(axiom.predicate, axiom.parameters)}"
        yield f"    {formula_text(axiom.body)})"
    for action in sorted(domain.actions, key=lambda action: action.name):
        yield from _action_lines(action)
    yield ")"


def _action_lines(action: Action) -> Iterator[str]:
    yield f"  (:{action.kind.value} {action.name}"
    yield f"    :parameters ({typed_list(action.parameters)})"
    if action.duration is not None:
        yield f"    :duration {formula_text(action.duration)}"
    word = ":condition" if action.kind is ActionKind.DURATIVE else ":precondition"
    condition = condition_elements(action.precondition, AS_WRITTEN, set())
    effect = effect_elements(action.effect, AS_WRITTEN, set())
    yield from _conjunction(word, (element.text for element in condition.values()))
    yield from _conjunction(":effect", (element.text for element in effect.values()))
    yield "  )"


def _problem_lines(problem: Problem) -> Iterator[str]:
    yield f"(define (problem {problem.name})"
    yield f"  (:domain {problem.domain_name})"
    yield from _section(":requirements", problem.requirements)
    yield from _section(":objects", _typed(problem.objects))
    yield from _section(":init", map(formula_text, problem.init))
    goal = condition_elements(problem.goal, AS_WRITTEN, set())
    yield from _conjunction("(:goal", (element.text for element in goal.values()))
    if problem.metric is not None:
        yield f"  (:metric {problem.metric.direction} {formula_text(problem.metric.expression)})"
    yield ")"


def _section(keyword: str, items: Iterable[str]) -> Iterator[str]:
    """A section with its items sorted and deduplicated; nothing for no items."""
    unique = sorted(set(items))
    if unique:
        yield f"  ({keyword}"
        yield from (f"    {item}" for item in unique)
        yield "  )"


def _conjunction(word: str, items: Iterable[str]) -> Iterator[str]:
    is_section = word.startswith("(")
    indent = "  " if is_section else "    "
    yield f"{indent}{word} (and"
    yield from (f"{indent}  {item}" for item in sorted(items))
    yield f"{indent}))" if is_section else f"{indent})"


def _typed(names: Iterable[TypedName]) -> Iterator[str]:
    return (f"{name.name} - {type_text(name.types)}" for name in names)

"""A whole domain as PDDL text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from plancore.compare.declarations import axiom_text, function_text, predicate_text
from plancore.formula.printing import formula_text, type_text
from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.patch.layout import DEFAULT_INDENT, FileLayout
from plancore.patch.operator_text import action_text
from plancore.syntax.reader import read


def domain_text(domain: Domain) -> str:
    """`domain` in the order of the standard, a declaration or literal per line.

    Read again it is the same, but for tasks and methods of HDDL, which are left out.
    """
    lines = [f"(define (domain {domain.name})"]
    for section in _sections(domain):
        lines += ["", *(DEFAULT_INDENT + line for line in section)]
    return "\n".join(lines) + ")\n"


def _sections(domain: Domain) -> Iterator[list[str]]:
    if domain.requirements:
        yield [f"(:requirements {' '.join(domain.requirements)})"]
    yield from _listed(":types", _groups(domain.types))
    yield from _listed(":constants", _groups(domain.constants))
    yield from _listed(":predicates", map(predicate_text, domain.predicates))
    yield from _listed(":functions", map(function_text, domain.functions))
    if domain.constraints is not None:
        yield [f"(:constraints {formula_text(domain.constraints)})"]
    for axiom in domain.axioms:
        yield [axiom_text(axiom)]
    layout = FileLayout(read(""))
    for action in domain.actions:
        yield [action_text(action, layout)]


def _listed(keyword: str, items: Iterable[str]) -> Iterator[list[str]]:
    lines = [DEFAULT_INDENT + item for item in items]
    if lines:
        yield [f"({keyword}", *lines[:-1], f"{lines[-1]})"]


def _groups(names: Sequence[TypedName]) -> Iterator[str]:
    """The names of a typed list, neighbours of one type on a line."""
    typed = any(name.types for name in names)
    for types, group in groupby(names, key=lambda name: name.types):
        words = [name.name for name in group]
        yield " ".join((*words, "-", type_text(types)) if typed else words)

"""A whole domain as PDDL text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from plancore.compare.declarations import axiom_text, function_text, predicate_text
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.printing import Naming, formula_text, type_text, typed_list
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import And, Formula, TypedName, conjuncts
from plancore.patch.layout import DEFAULT_INDENT, FileLayout
from plancore.syntax.reader import read


def domain_text(domain: Domain) -> str:
    """`domain` in standard order, one declaration or literal per line. Reading it again yields the
    same domain, except for the sections in `kept`, such as tasks and methods of HDDL, which are
    left out."""
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
    yield from _listed(":timeless", map(formula_text, domain.timeless))
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
    """The names of a typed list, consecutive names of one type on a line."""
    typed = any(name.types for name in names)
    for types, group in groupby(names, key=lambda name: name.types):
        words = [name.name for name in group]
        yield " ".join((*words, "-", type_text(types)) if typed else words)


_HAPPENING: Final = (ActionKind.EVENT, ActionKind.PROCESS)


def action_text(
    action: Action, layout: FileLayout, correspondence: Correspondence = SAME_NAMES
) -> str:
    """The reference's `action` in the learned domain's names, one literal per line.

    The first line has no indentation. Empty parts are written as `(and)`: some readers accept
    neither `()` nor an action without a precondition or an effect. The empty precondition of an
    event or a process is `()`, since VAL accepts nothing else there, and all other readers of these
    accept both.
    """
    naming = correspondence.to_learned
    line = layout.newline + layout.slot_indent
    condition = ":condition" if action.kind is ActionKind.DURATIVE else ":precondition"
    lines = [
        f"(:{action.kind.value} {action.name}",
        f":parameters ({typed_list(action.parameters, naming)})",
    ]
    if action.duration is not None:
        lines.append(f":duration {formula_text(action.duration, naming)}")
    empty = "()" if action.kind in _HAPPENING else "(and)"
    lines.append(f"{condition} {_conjunction(action.precondition, line, naming, empty)}")
    lines.append(f":effect {_conjunction(action.effect, line, naming)}")
    return line.join(lines) + f"{layout.newline}{layout.section_indent})"


def _conjunction(formula: Formula, line: str, naming: Naming, empty: str = "(and)") -> str:
    if type(formula) is not And:
        return formula_text(formula, naming)
    inner = line + DEFAULT_INDENT
    texts = [formula_text(part, naming) for part in conjuncts(formula)]
    return f"(and{''.join(inner + text for text in texts)}{line})" if texts else empty

"""A name is declared twice.

## What it does
Reports a second declaration of a type, constant, object, predicate, function, action, task or
method, a task with the name of an action, and a requirement that is listed twice. Names are
compared without regard to case. The related location is the first declaration. Types (which have
several parents in some dialects), methods and requirements are warnings; all others are errors. The
fix removes a second declaration that says the same; of two predicates whose parameters have
different types, it makes one with both.

## Why it matters
Planners reject the file or silently use one of the two.

## Example
```pddl
(define (domain delivery)
  (:predicates
    (at ?x)
    (At ?y))
  (:action wait
    :parameters (?x)
    :precondition (at ?x)))
```

## Use instead
Remove or rename one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import SectionModel
from plancore.lower.typed_list import lost_dashes
from plancore.model.domain import OBJECT, Predicate
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.patch.declare import written
from plancore.rules.analysis import Declaration, declarations
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameRemover, remove

CODE: Final = "duplicate-declaration"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_TOLERATED: Final = frozenset(("type", "method"))
_RIVALS: Final = {"task": "action", "action": "task"}
"""The kinds that have their names in common, as subtasks are both."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each declaration of a name that was declared earlier."""
    models = context.definition.models
    if not any(_repeats(names) for names in _all_names(models)):
        return
    remove_name = NameRemover(n for model in models for n in (*model.types, *model.names))
    cyclic = frozenset(context.environment.hierarchy.cycle)
    first: dict[tuple[str, str], Declaration] = {}
    types = context.environment.hierarchy.names
    for model in models:
        yield from _requirements(model, first)
        read_as_types = {of.name for of in lost_dashes(model.names, types).values()}
        for declaration in declarations(model):
            if model.names and declaration.key in read_as_types:
                continue
            kind = "object" if declaration.kind == "constant" else declaration.kind
            before = first.setdefault((kind, declaration.key), declaration)
            if before is not declaration and (kind != "type" or declaration.key not in cyclic):
                yield _finding(declaration, before, remove_name)
            rival = first.get((_RIVALS.get(kind, ""), declaration.key))
            if rival is not None and before is declaration:
                yield _of_two_kinds(declaration, rival)


def _all_names(models: list[SectionModel]) -> Iterator[list[str]]:
    yield [name.name for model in models for name in model.types]
    yield [name.name for model in models for name in model.names]
    yield [item.name for model in models for item in model.predicates]
    yield [item.name for model in models for item in model.functions]
    actions = [item.name for model in models for item in model.actions]
    yield actions + [item.name for model in models for item in model.tasks]
    yield [item.name for model in models for item in model.methods]
    yield [node.key for model in models for node in model.requirements]


def _repeats(names: list[str]) -> bool:
    return len(names) > 1 and len(set(names)) < len(names)


def _finding(declaration: Declaration, before: Declaration, remove_name: NameRemover) -> Finding:
    kind, name = declaration.kind, declaration.name
    severity = Severity.WARNING if kind in _TOLERATED else SEVERITY
    related = ((before.name.place, "first declared here"),)
    message = f"duplicate {kind} `{name.text}`"
    fixes: tuple[PlaceFix, ...] = ()
    edit = _removal(declaration, remove_name) if _same(declaration.value, before.value) else None
    if edit is not None:
        fixes = (PlaceFix("Remove the duplicate declaration", (edit,)),)
    elif isinstance(declaration.value, Predicate) and isinstance(before.value, Predicate):
        fixes = _joined(before, before.value, declaration, declaration.value)
    return Finding(CODE, severity, name.place, message, related, fixes)


def _of_two_kinds(declaration: Declaration, before: Declaration) -> Finding:
    related = ((before.name.place, "first declared here"),)
    article = "an" if before.kind == "action" else "a"
    message = f"`{declaration.name.text}` is {article} {before.kind} already"
    return Finding(CODE, SEVERITY, declaration.name.place, message, related)


def _same(one: object, other: object) -> bool:
    """Whether two declarations have the same meaning: predicates may name parameters otherwise."""
    if isinstance(one, Predicate) and isinstance(other, Predicate):
        return [p.types for p in one.parameters] == [p.types for p in other.parameters]
    return one == other


def _joined(
    before: Declaration, one: Predicate, declaration: Declaration, other: Predicate
) -> tuple[PlaceFix, ...]:
    """The fix that declares one predicate for the arguments of two."""
    if len(one.parameters) != len(other.parameters):
        return ()
    parts = [before.name.text]
    for first, second in zip(one.parameters, other.parameters, strict=True):
        types = tuple(dict.fromkeys((*first.types, *second.types)))
        parts.append(
            f"{first.name} - {written(types)}"
            if first.types and second.types
            else f"{first.name} - {OBJECT}"
        )
    text = f"({' '.join(parts)})"
    edits = (PlaceEdit(before.node.place, text), remove(declaration.node))
    return (PlaceFix(f"Join both as `{text}`", edits),)


def _removal(declaration: Declaration, remove_name: NameRemover) -> PlaceEdit | None:
    if isinstance(declaration.value, TypedName):
        return remove_name(declaration.value)
    if declaration.kind == "function":
        # A type applies to all functions before it; removing one function may change others.
        return None
    return remove(declaration.node)


def _requirements(
    model: SectionModel, first: dict[tuple[str, str], Declaration]
) -> Iterator[Finding]:
    for node in model.requirements:
        declaration = Declaration("requirement", node.key, node, node, None)
        before = first.setdefault(("requirement", node.key), declaration)
        if before is not declaration:
            yield Finding(
                CODE,
                Severity.WARNING,
                node.place,
                f"duplicate requirement `{node.text}`",
                ((before.name.place, "first listed here"),),
                (PlaceFix("Remove the duplicate requirement", (remove(node),), safe=True),),
            )

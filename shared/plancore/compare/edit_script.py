"""The edits of the model that turn the learned domain into the reference.

An edit is one step of the edit distance: a literal, an action or a predicate is added or deleted.
Edits of the text are in `plancore.patch`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ChangeKind, Part, PartDiff
from plancore.compare.declarations import (
    KEPT,
    DeclarationChange,
    Declared,
    axiom_text,
    function_text,
    predicate_text,
)
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.formula.printing import Naming, formula_text, type_text, typed_list
from plancore.model.domain import Action, Domain
from plancore.model.formula import TRUE
from plancore.model.record import record


class Operation(StrEnum):
    """The kinds of edits."""

    ADD = "add"
    DELETE = "delete"
    CHANGE = "change"


class Target(StrEnum):
    """The kinds of edited things."""

    ACTION = "action"
    PREDICATE = "predicate"
    LITERAL = "literal"
    PARAMETERS = "parameters"
    SIGNATURE = "signature"
    DECLARATION = "declaration"


@record
class ModelEdit:
    """One edit of the learned domain, in its names. `name` is the action, predicate or section;
    `text` is the PDDL that is added, deleted or put in place. `part` is the part of a literal."""

    operation: Operation
    target: Target
    name: str
    text: str
    part: Part | None = None

    @property
    def counts(self) -> bool:
        """Whether it counts on the first level of the distance: a node or an edge of the graph."""
        return self.target in (Target.ACTION, Target.PREDICATE, Target.LITERAL)

    @property
    def is_type_edit(self) -> bool:
        """Whether it counts on the second level: the parameters of a node change."""
        return self.target in (Target.PARAMETERS, Target.SIGNATURE)

    def to_dict(self) -> dict[str, object]:
        """Convert to JSON data."""
        return {
            "operation": self.operation.value,
            "target": self.target.value,
            "name": self.name,
            "part": None if self.part is None else self.part.value,
            "text": self.text,
        }


def edit_script(diff: DomainDiff) -> tuple[ModelEdit, ...]:
    """The edits that turn the learned domain of `diff` into the reference. Names that are mapped to
    each other count as the same."""
    return (*_declarations(diff), *_actions(diff))


def _declarations(diff: DomainDiff) -> Iterator[ModelEdit]:
    to_learned = diff.correspondence.to_learned
    for change in diff.declarations:
        is_predicate = change.what is Declared.PREDICATE
        text = change.learned_text
        if change.kind is not ChangeKind.EXTRA:
            text = _declared_text(change, diff.reference, to_learned)
        if is_predicate:
            target = Target.SIGNATURE if change.kind is ChangeKind.CHANGED else Target.PREDICATE
            name = to_learned.predicates.get(change.name, change.name)
        else:
            target, name = Target.DECLARATION, change.what.value
        yield ModelEdit(_OPERATIONS[change.kind], target, name, text)


_OPERATIONS: Final = {
    ChangeKind.MISSING: Operation.ADD,
    ChangeKind.EXTRA: Operation.DELETE,
    ChangeKind.CHANGED: Operation.CHANGE,
}


def _declared_text(change: DeclarationChange, reference: Domain, naming: Naming) -> str:
    """The reference's declaration in the learned domain's names."""
    if change.what is Declared.REQUIREMENT:
        return change.name
    if change.what in KEPT:
        return change.reference_text
    if change.what is Declared.CONSTRAINTS:
        return formula_text(reference.constraints or TRUE, naming)
    if change.what is Declared.AXIOM:
        axioms = [axiom for axiom in reference.axioms if axiom.predicate == change.name]
        return " ".join(axiom_text(axiom, naming) for axiom in axioms)
    if change.what is Declared.TYPE:
        name = naming.types.get(change.name, change.name)
        return (
            f"{name} - {type_text(reference.hierarchy.stated_parents.get(change.name, ()), naming)}"
        )
    declared = names_of(reference, change.what.value)[change.name]
    if change.what is Declared.CONSTANT:
        name = naming.terms.get(change.name, change.name)
        return f"{name} - {type_text(declared.types, naming)}"
    if change.what is Declared.FUNCTION:
        return function_text(declared, naming)
    return predicate_text(declared, naming)


def _actions(diff: DomainDiff) -> Iterator[ModelEdit]:
    general = diff.correspondence.to_learned
    for action in diff.actions:
        learned, reference = action.learned, action.reference
        if learned is not None and (reference is None or action.is_other_kind):
            yield from _deleted(action, learned)
        if reference is not None and (learned is None or action.is_other_kind):
            yield from _added(action, reference, general)
        elif reference is not None and learned is not None:
            is_given = action.name in diff.correspondence.parameters
            yield from _changed(action, learned, reference, is_given)


def _deleted(action: ActionDiff, learned: Action) -> Iterator[ModelEdit]:
    for part in action.parts:
        for element in (*part.extra, *part.learned_equal):
            yield _literal(Operation.DELETE, learned.name, part, element.text)
    yield ModelEdit(Operation.DELETE, Target.ACTION, learned.name, learned.name)


def _added(action: ActionDiff, reference: Action, naming: Naming) -> Iterator[ModelEdit]:
    name = reference.name
    text = (
        f"(:{reference.kind.value} {name} :parameters ({typed_list(reference.parameters, naming)}))"
    )
    yield ModelEdit(Operation.ADD, Target.ACTION, name, text)
    for part in action.parts:
        for element in (*part.missing, *part.reference_equal):
            yield _literal(Operation.ADD, name, part, formula_text(element.formula, naming))


def _changed(
    action: ActionDiff, learned: Action, reference: Action, is_given: bool
) -> Iterator[ModelEdit]:
    """The edits of an action. A given order of parameters costs nothing, like a name."""
    for part in action.parts:
        for element in part.extra:
            yield _literal(Operation.DELETE, learned.name, part, element.text)
    if action.parameters or (action.order is not None and not is_given):
        text = f"({typed_list(reference.parameters, action.to_learned)})"
        yield ModelEdit(Operation.CHANGE, Target.PARAMETERS, learned.name, text)
    for part in action.parts:
        for element in part.missing:
            text = formula_text(element.formula, action.to_learned)
            yield _literal(Operation.ADD, learned.name, part, text)


def _literal(operation: Operation, action: str, part: PartDiff, text: str) -> ModelEdit:
    return ModelEdit(operation, Target.LITERAL, action, text, part.part)

"""Edits of action schemas, one literal each, and domains with some of them made."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias

from plancore.compare.changes import Part
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName, conjuncts
from plancore.model.record import record
from plancore.model.requirements import closure

NEGATIVE: Final = ":negative-preconditions"


class Alteration(StrEnum):
    """What an edit does with its literal."""

    ADD = "add"
    REMOVE = "remove"


@record
class LiteralEdit:
    """A literal that an action's precondition or effect gets or loses.

    It is lifted, over the parameters of the action and the constants of the domain, so it changes
    every step of the action. `formula` is an atom or a negated one; only of what is removed from a
    precondition it may be any of the conditions that are joined there. `part` is precondition or
    effect.
    """

    action: str
    part: Part
    alteration: Alteration
    formula: Formula

    @property
    def literal(self) -> str:
        """The literal as PDDL."""
        return formula_text(self.formula)

    def __str__(self) -> str:
        into = "to" if self.alteration is Alteration.ADD else "from"
        return f"{self.alteration} {self.literal} {into} the {self.part} of {self.action}"


@record
class TypeEdit:
    """Wider types for a parameter, so that an action takes objects that it did not."""

    action: str
    parameter: TypedName
    """The parameter with its new types."""

    part: ClassVar[str] = "parameters"
    alteration: ClassVar[str] = "retype"

    @property
    def literal(self) -> str:
        """The parameter as PDDL, `?x - vehicle`."""
        return typed_list((self.parameter,))

    def __str__(self) -> str:
        return f"make it {self.literal} in the parameters of {self.action}"


Edits: TypeAlias = frozenset[LiteralEdit]
UNEDITED: Final[Edits] = frozenset()

Edit: TypeAlias = LiteralEdit | TypeEdit
"""An edit of an action. Each has its `action`, `part`, `alteration` and `literal`."""


def atom_of(formula: Formula) -> AtomicFormula | None:
    """The atom of a literal; None for any other formula."""
    body = formula.body if isinstance(formula, Not) else formula
    return body if isinstance(body, AtomicFormula) else None


def edited_domain(domain: Domain, edits: Collection[Edit]) -> Domain:
    """`domain` with `edits` made; actions that none is about are the same objects.

    Where requirements are listed, one is added that a new condition asks for.
    """
    if not edits:
        return domain
    actions = tuple(edited_action(action, edits) for action in domain.actions)
    listed = domain.requirements
    if listed and NEGATIVE not in closure(listed) and any(map(_adds_negative_condition, edits)):
        listed = (*listed, NEGATIVE)
    return replace(domain, actions=actions, requirements=listed)


def edited_action(action: Action, edits: Iterable[Edit]) -> Action:
    """`action` with those of `edits` that are about it."""
    about = [edit for edit in edits if edit.action == action.name]
    if not about:
        return action
    wider = {e.parameter.name: e.parameter for e in about if isinstance(e, TypeEdit)}
    mine = [edit for edit in about if isinstance(edit, LiteralEdit)]
    return replace(
        action,
        parameters=tuple(wider.get(p.name, p) for p in action.parameters),
        precondition=_edited(action.precondition, [e for e in mine if e.part is Part.PRECONDITION]),
        effect=_edited(action.effect, [e for e in mine if e.part is Part.EFFECT]),
    )


def _adds_negative_condition(edit: Edit) -> bool:
    return (
        isinstance(edit, LiteralEdit)
        and edit.part is Part.PRECONDITION
        and edit.alteration is Alteration.ADD
        and isinstance(edit.formula, Not)
    )


def _edited(formula: Formula, edits: list[LiteralEdit]) -> Formula:
    if not edits:
        return formula
    removed = {edit.formula for edit in edits if edit.alteration is Alteration.REMOVE}
    added = [edit.formula for edit in edits if edit.alteration is Alteration.ADD]
    return And((*[part for part in conjuncts(formula) if part not in removed], *added))

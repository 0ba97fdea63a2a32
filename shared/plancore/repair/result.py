"""What is asked of a repair, what came out, and that put into the text of the domain."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from plancore.compare.changes import Part
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName, conjuncts
from plancore.model.record import record
from plancore.model.requirements import closure

if TYPE_CHECKING:
    from plancore.diagnostic import Edit as TextEdit
    from plancore.snapshot import FileSnapshot


@record
class Costs:
    """What an edit of each kind costs: positive whole numbers."""

    add_precondition: int = 1
    remove_precondition: int = 1
    add_effect: int = 1
    remove_effect: int = 1
    widen_type: int = 1

    def of(self, edit: Edit) -> int:
        """The cost of one edit."""
        if isinstance(edit, TypeEdit):
            return self.widen_type
        adds = edit.alteration is Alteration.ADD
        if edit.part is Part.PRECONDITION:
            return self.add_precondition if adds else self.remove_precondition
        return self.add_effect if adds else self.remove_effect


@record
class RepairOptions:
    """`towards` are the edits that bring the domain nearer to a reference: of repairs of one cost
    those with more of them come first. With `types` parameters may get wider types as well, so that
    steps are instances of their actions. `answers` is how many are looked for, `effort` how many
    thousands of demands the search may look at before it says what it knows by then, and a tenth of
    it is for all answers but the first."""

    costs: Costs = field(default_factory=Costs)
    towards: frozenset[Edit] = frozenset()
    types: bool = False
    answers: int = 5
    effort: int = 20_000


SMALLEST: Final = RepairOptions()
"""Every edit costs 1."""


@record
class Repair:
    """Edits after which every plan is as it must be, in the order of the domain."""

    edits: tuple[Edit, ...]
    cost: int


@record
class Tally:
    """How many of the plans that must be valid are, and how many of those that must not are not."""

    valid: int
    must_be_valid: int
    not_valid: int = 0
    must_not_be_valid: int = 0

    @property
    def as_meant(self) -> bool:
        """Whether all are as they must be."""
        return self.valid == self.must_be_valid and self.not_valid == self.must_not_be_valid


@record
class UnusedPlan:
    """A plan that the repair knows nothing of, and why."""

    case: str
    reason: str


@record
class Impossible:
    """A plan that no repair makes as it must be, and why."""

    case: str
    reason: str


@record
class RepairResult:
    """The smallest repairs that were found, the most likely one first.

    `proved` says that no repair costs less: none that adds and removes literals, as `LiteralEdit`
    has them, and where asked for widens types. `lower_bound` is a cost that every repair has at
    least, `is_complete` whether all of the least cost are listed. Without repairs there is none
    where `proved`, else none was found.
    `before` and `after` count the plans that are as they must be, `after` with the first repair
    made. Plans `left_out` are not among them. `impossible` are plans for each of which alone there
    is no repair; it is empty where only several together have none.
    """

    repairs: tuple[Repair, ...]
    proved: bool
    lower_bound: int
    is_complete: bool
    before: Tally
    after: Tally
    left_out: tuple[UnusedPlan, ...] = ()
    impossible: tuple[Impossible, ...] = ()

    @property
    def considered(self) -> int:
        """How many plans were executed."""
        return self.before.must_be_valid + self.before.must_not_be_valid


# Edits of action schemas, one literal each, and domains with some of them made.

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
        return f"change the parameter to {self.literal} in {self.action}"


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


def text_edits(file: FileSnapshot, edits: Collection[Edit]) -> tuple[TextEdit, ...]:
    """The edits of the text of `file` that make `edits` in its domain, its first one.

    What is not edited keeps its layout and its comments. None where the file has no domain.
    """
    # Imported late: most repairs are only reported.
    from plancore.compare.domains import compare_domains
    from plancore.patch.edits import edits_for_domain, file_edits

    domain = file.domain
    if domain is None:
        return ()
    diff = compare_domains(domain, edited_domain(domain, edits))
    return file_edits(edits_for_domain(diff, file.tree), file.tree)

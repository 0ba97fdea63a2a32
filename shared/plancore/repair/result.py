"""Options and results of a repair, and its edits of the domain and its text."""

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
    """The cost of each kind of edit, a positive integer."""

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
    """Options of the search for repairs.

    `towards` are edits towards a reference: of repairs of equal cost those with more of them come
    first. With `types` the types of parameters may also be widened, so that steps are instances of
    their actions. `answers` is the number of repairs to look for. `effort` limits the search for
    the first repair, in thousands of conflicts examined; all others together get a tenth of it.
    """

    costs: Costs = field(default_factory=Costs)
    towards: frozenset[Edit] = frozenset()
    types: bool = False
    answers: int = 5
    effort: int = 20_000


SMALLEST: Final = RepairOptions()
"""Every edit costs 1."""


@record
class Repair:
    """A set of edits after which every plan is as expected, in domain order."""

    edits: tuple[Edit, ...]
    cost: int


@record
class Tally:
    """The numbers of plans that must be valid or invalid, and how many of each are."""

    valid: int
    must_be_valid: int
    not_valid: int = 0
    must_not_be_valid: int = 0

    @property
    def as_meant(self) -> bool:
        """Whether all plans are as expected."""
        return self.valid == self.must_be_valid and self.not_valid == self.must_not_be_valid


@record
class UnusedPlan:
    """A plan that is left out of the repair, and why."""

    case: str
    reason: str


@record
class Impossible:
    """A plan that cannot be repaired, and why."""

    case: str
    reason: str


@record
class RepairResult:
    """The smallest repairs that were found, the most plausible first.

    If `proved`, no repair costs less: none that adds and removes literals, as `LiteralEdit`
    describes them, and if enabled widens types. `lower_bound` is a lower bound on the cost of every
    repair; `is_complete` is whether all repairs of minimum cost are listed. Without repairs, there
    is none if `proved`, else none was found. `before` and `after` count the plans that are as
    expected, `after` with the first repair; plans `left_out` do not count. `impossible` lists plans
    that cannot be repaired even alone; it is empty if only several together cannot.
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
        """The number of plans that were executed."""
        return self.before.must_be_valid + self.before.must_not_be_valid


# Edits of single literals in action schemas, and domains with edits applied

NEGATIVE: Final = ":negative-preconditions"


class Alteration(StrEnum):
    """Whether an edit adds or removes its literal."""

    ADD = "add"
    REMOVE = "remove"


@record
class LiteralEdit:
    """A literal that the precondition or effect of an action gains or loses.

    It is lifted, over the parameters of the action and the constants of the domain, so it changes
    every step of the action. `formula` is a literal; only an edit that removes a condition may have
    any conjunct of the precondition. `part` is precondition or effect.
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
    """A wider type of a parameter, so that the action accepts more objects."""

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
    """`domain` with `edits`; unaffected actions are the same objects. If requirements are listed,
    `:negative-preconditions` is added when a new condition needs it."""
    if not edits:
        return domain
    actions = tuple(edited_action(action, edits) for action in domain.actions)
    listed = domain.requirements
    if listed and NEGATIVE not in closure(listed) and any(map(_adds_negative_condition, edits)):
        listed = (*listed, NEGATIVE)
    return replace(domain, actions=actions, requirements=listed)


def edited_action(action: Action, edits: Iterable[Edit]) -> Action:
    """`action` with those of `edits` that concern it."""
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
    """The text edits that apply `edits` to the first domain of `file`. Unedited text keeps its
    layout and comments. Empty if the file has no domain."""
    # Imported late: most repairs are only reported.
    from plancore.compare.domains import compare_domains
    from plancore.patch.edits import edits_for_domain, file_edits

    domain = file.domain
    if domain is None:
        return ()
    diff = compare_domains(domain, edited_domain(domain, edits))
    return file_edits(edits_for_domain(diff, file.tree), file.tree)

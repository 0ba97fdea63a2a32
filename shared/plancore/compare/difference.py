"""The record of one difference: code, severity, message and places, the same in all outputs.

`compare.differences` lists the differences of two models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import (
    ACTION,
    ACTION_PARTS,
    PARAMETERS,
    Change,
    ChangeKind,
    Part,
    domain_place,
    requirement_place,
    section_place,
)
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.parameters import ParameterChange
from plancore.correspondence.names import KINDS
from plancore.diagnostic import Severity
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, Formula, walk
from plancore.model.record import record
from plancore.phrases import SIDES, in_reference
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
    from plancore.compare.domains import DomainDiff
    from plancore.compare.three_way.items import Item

RENAMED: Final = "renamed"
"""The kind of a name that differs in the reference, in addition to those of `ChangeKind`."""

_NOUNS: Final = {
    PARAMETERS: "parameter",
    Part.INIT.value: "fact",
    Part.GOAL.value: "goal condition",
    Part.SECTIONS.value: "section",
    "actions": "action",
    **{what.value: what.noun for what in Declared},
}
"""The noun for a part in messages, if it is not the part's name."""

DOMAIN: Final = "domain"
"""In place of a part: the domain that a problem names."""
STEP: Final = "step"
STEPS: Final = "steps"
"""The subject of differences of plans."""
LINE: Final = "line"
FILE: Final = "file"
STEP_CODES: Final = {
    "retimed": "retimed-step",
    "moved": "moved-steps",
    "commutes": "commuting-steps",
}
"""The codes of differences of plans by kind, except those of missing and extra steps."""
REQUIREMENTS: Final = "changed-requirements"
"""The code of a requirement of one domain only; `missing-requirement` is a rule."""

UNTESTED: Final = "untested"
NO_EFFECT: Final = "no effect"
"""The consequences of differences without an observed effect on any plan."""


@record
class Difference:
    """One difference between a learned model and its reference.

    `kind` is `missing`, `extra`, `changed` or `renamed`; for plans also `moved`, `commutes` and
    `retimed`. `subject` is the action (by its name in the comparison), the section of declarations
    (`:types`), the part of a problem, the steps of a plan, or the file. `part` is the part of the
    subject: a part of an action (`precondition`, `effect`, `duration`), `ACTION` for all of it,
    `PARAMETERS`, or the section of a declaration (`types`, `constants`, `derived`, …).

    `learned` and `reference` are the texts of the two sides, in their own names; None on the side
    that lacks it. `wanted` is the reference's text in the learned action's names.

    The places are those of the texts, or of the slots that a fix would write into. They are None
    for a declaration that a side lacks; `span_in_learned` and `span_in_reference` then find the
    section. Plans and other texts without a syntax tree have spans instead.

    `number` counts single differences from 0, in the order of the comparison: actions, then
    declarations, then names. If several single differences are presented as one, `parts` has them:
    those of a parameter list, or an extra predicate with all literals that use it. `requires` are
    the numbers of those that must be undone together with a single one: a literal may mention a
    parameter that the learned action lacks. `obstacle` is why it cannot be undone at all.

    If plans were executed, `consequence` is the effect on them, and `rank` orders differences by
    it, the worst first. In a comparison with an earlier version of the learned model, `item` has
    all sides, and `now` is the corresponding difference of the current version.
    """

    number: int
    code: str
    severity: Severity
    kind: str
    subject: str
    part: str
    learned: str | None
    reference: str | None
    message: str
    wanted: str | None = None
    learned_place: Place | None = None
    reference_place: Place | None = None
    learned_span: Span | None = None
    reference_span: Span | None = None
    diff: ActionDiff | None = None
    change: Change | ParameterChange | DeclarationChange | None = None
    parts: tuple[Difference, ...] = ()
    requires: tuple[int, ...] = ()
    obstacle: str | None = None
    consequence: str = ""
    rank: int = 0
    item: Item | None = None
    now: Difference | None = None

    @property
    def outcome(self) -> str:
        """The outcome since the earlier version; empty if there is none."""
        return "" if self.item is None else self.item.outcome.value

    @property
    def before(self) -> str | None:
        """The text in the earlier version of the learned model."""
        return None if self.item is None or self.item.before is None else self.item.before.text

    @property
    def literal(self) -> str:
        """The text to identify it by, in the learned action's names if possible."""
        return self.learned or self.wanted or self.reference or ""

    @property
    def plain_message(self) -> str:
        """The message without backquotes, for tables."""
        return self.message.replace("`", "")

    @property
    def text(self) -> str:
        """The message, with the consequence for plans if there is one."""
        without = self.consequence.startswith((UNTESTED, NO_EFFECT))
        consequence = "" if without else self.consequence
        return "; ".join(filter(None, (self.message, consequence)))

    @property
    def is_counted(self) -> bool:
        """Whether it counts as a difference: renamed names and repaired differences do not."""
        return self.kind != RENAMED and self.outcome != "repaired"

    @property
    def singles(self) -> tuple[Difference, ...]:
        """The single differences that it consists of."""
        return self.parts or (self,)

    @property
    def as_judged(self) -> Difference | None:
        """The current difference of two sides to execute or judge. None if it is repaired, and for
        an item within an action that is one difference as a whole."""
        if self.item is None:
            return self
        is_repeated = self.now is not None and self.now.part == ACTION != self.part
        return None if is_repeated else self.now

    @property
    def judged_singles(self) -> tuple[Difference, ...]:
        """The current single differences of two sides."""
        found = self.as_judged
        if found is None or found.kind == RENAMED:
            return ()
        if self.item is None or found.part in (ACTION, PARAMETERS):
            return found.singles
        return tuple(single for single in found.singles if single.change is self.change)

    @property
    def action(self) -> str | None:
        """The name of the action in the comparison; None outside of actions."""
        return None if self.diff is None else self.diff.name

    @property
    def identity(self) -> str:
        """A key that is the same for the same difference in later versions of the files."""
        said = self.subject, self.part, self.kind, self.learned or "", self.reference or ""
        return " / ".join(said)


class DifferenceIndex:
    """Finds the difference that contains a literal, a parameter, a declaration or an action.
    Changes and actions (as shown) are identified as objects, those that the differences were made
    from, because two actions may have the same name."""

    def __init__(self, differences: Iterable[Difference]) -> None:
        self._by_change: dict[int, Difference] = {}
        self._by_part: dict[tuple[int, str], Difference] = {}
        self._single_of: dict[int, Difference] = {}
        self._numbers: dict[int, set[int]] = {}
        for difference in differences:
            for single in difference.singles:
                if single.change is not None:
                    self._by_change[id(single.change)] = difference
                    self._single_of[id(single.change)] = single
                if single.kind != RENAMED:
                    self._numbers.setdefault(id(single.diff), set()).add(single.number)
            if difference.part in (ACTION, PARAMETERS):
                self._by_part[id(difference.diff), difference.part] = difference

    def of_change(
        self, change: Change | ParameterChange | DeclarationChange | None
    ) -> Difference | None:
        """The difference that contains a literal, a parameter or a declaration."""
        return self._by_change.get(id(change))

    def single_of(self, change: Change | DeclarationChange | None) -> tuple[Difference, ...]:
        """The single difference of a literal or a declaration, if any."""
        found = self._single_of.get(id(change))
        return () if found is None else (found,)

    def of_action(self, action: ActionDiff) -> Difference | None:
        """The difference for an action of one side only, or of another kind."""
        return self._by_part.get((id(action), ACTION))

    def of_parameters(self, action: ActionDiff) -> Difference | None:
        """The difference of an action's parameter list."""
        return self._by_part.get((id(action), PARAMETERS))

    def numbers_of(self, action: ActionDiff) -> frozenset[int]:
        """The numbers of all single differences of an action."""
        return frozenset(self._numbers.get(id(action), ()))


def count(found: Iterable[Difference]) -> int:
    """The number of differences that every report, editor and screen shows."""
    return sum(difference.is_counted for difference in found)


def span_in_learned(difference: Difference, file: FileSnapshot) -> Span:
    """The span in the learned file of the difference or its slot; the file's start by default."""
    place, said = difference.learned_place, difference.learned
    return _span(file, difference, place, said) or Span(0, 0)


def span_in_reference(difference: Difference, file: FileSnapshot) -> Span | None:
    """The span in the reference of the difference or of its slot; None if unknown."""
    return _span(file, difference, difference.reference_place, difference.reference)


def _span(
    file: FileSnapshot, difference: Difference, place: Place | None, said: str | None
) -> Span | None:
    if place is None and difference.part == Declared.REQUIREMENT and said is not None:
        place = requirement_place(file, said)
    place = place or section_place(file, difference.part)
    if place is None:
        model = file.domain or file.problem
        place = None if model is None else domain_place(model)
    return None if place is None else file.span(place)


def reference_label(difference: Difference) -> str:
    """The text of a link to the reference: the formula there, or the part that lacks it."""
    if difference.reference is not None and not difference.parts:
        return f"{SIDES.reference}: `{difference.reference}`"
    if difference.part in (*ACTION_PARTS, PARAMETERS):
        return f"{SIDES.reference} {difference.part} here"
    return f"{SIDES.reference} here"


def code_of(kind: str, part: str) -> str:
    """The code of a difference: `missing-precondition`, `extra-predicate`."""
    if kind in STEP_CODES:
        return STEP_CODES[kind]
    if part == Declared.REQUIREMENT:
        return REQUIREMENTS
    return f"{kind}-{_NOUNS.get(part, part).replace(' ', '-')}"


def message_of(kind: str, part: str, learned: str | None, reference: str | None) -> str:
    """``missing precondition `(wired ?l)` ``; with both texts if both sides have one."""
    noun, kind = _NOUNS.get(part, part), SIDES.of_kind(kind)
    if learned is not None and reference is not None:
        return f"{kind} {noun} {in_reference(f'`{learned}`', f'`{reference}`')}"
    return f"{kind} {noun} `{reference if learned is None else learned}`"


def codes() -> frozenset[str]:
    """The codes of all differences of two domains, problems, plans or other texts."""
    parts = (*Part, PARAMETERS, ACTION, *Declared, STEP, LINE, FILE)
    return frozenset(
        {code_of(kind, part) for kind in ChangeKind for part in parts}
        | {code_of(RENAMED, part) for part in KINDS}
        | {code_of(ChangeKind.CHANGED, DOMAIN), *STEP_CODES.values()}
    )


@record
class ExtraPredicate:
    """A predicate that only the learned domain declares. `uses` has every literal that uses it, at
    least one, with its action."""

    declaration: DeclarationChange
    uses: tuple[tuple[ActionDiff, Change], ...]

    def uses_in(self, action: ActionDiff) -> list[Change]:
        """The uses in an action (as shown)."""
        return [change for other, change in self.uses if other.name == action.name]


def extra_predicates(diff: DomainDiff) -> Iterator[ExtraPredicate]:
    """Yield the predicates of which every use is an extra literal, in the order of their
    declaration. If a predicate is also used in an axiom, in an extra action or within a larger
    formula, removing it takes more than one step, and its uses are separate differences."""
    called = diff.correspondence.predicates
    for declaration in diff.declarations:
        if declaration.what is not Declared.PREDICATE or declaration.kind is not ChangeKind.EXTRA:
            continue
        name = called.get(declaration.name, declaration.name)
        uses = tuple(_uses(diff, name))
        n_written = sum(_n_written(change) for _, change in uses)
        if uses and n_written == _n_uses(diff.learned, declaration.name):
            yield ExtraPredicate(declaration, uses)


def _uses(diff: DomainDiff, name: str) -> Iterator[tuple[ActionDiff, Change]]:
    """The extra literals of the predicate with this name in the comparison."""
    for action in diff.actions:
        shown = action.shown
        if shown.is_other_kind:
            continue
        for change in shown.changes:
            element = change.learned
            if change.kind is not ChangeKind.EXTRA or element is None:
                continue
            if element.positive is not None and element.predicate == name:
                yield shown, change


def _n_written(change: Change) -> int:
    return 0 if change.learned is None else 1 + len(change.learned.repeats)


def _n_uses(domain: Domain, name: str) -> int:
    """The number of uses of a predicate in the formulas of a domain."""
    heads = sum(axiom.predicate == name for axiom in domain.axioms)
    return heads + sum(
        isinstance(part, AtomicFormula) and part.predicate == name
        for formula in _formulas(domain)
        for part in walk(formula)
    )


def _formulas(domain: Domain) -> Iterator[Formula]:
    for action in domain.actions:
        yield from (action.precondition, action.effect)
    yield from (axiom.body for axiom in domain.axioms)
    yield from (method.precondition for method in domain.methods)
    if domain.constraints is not None:
        yield domain.constraints

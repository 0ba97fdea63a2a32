"""The difference of two sets of elements: equal, missing, extra and changed ones; and the places of
the parts of a domain."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import StrEnum
from functools import cache, partial
from itertools import pairwise
from typing import Final

from plancore.formula.elements import Element, Elements
from plancore.formula.printing import Naming, formula_text
from plancore.model.domain import Action, Domain, Function, Predicate
from plancore.model.formula import Comparison, Not, Timed, TypedName
from plancore.model.problem import Problem
from plancore.model.record import record
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, List, Node, Place

_NUMBER: Final = re.compile(r"(?<=\s)-?\d+(?:[./]\d+)?(?=[\s)])")
"""A number in a key. Names do not begin with a digit."""
_ANY_NUMBER: Final = "#"


class ChangeKind(StrEnum):
    """The kinds of differences of a learned model."""

    MISSING = "missing"
    EXTRA = "extra"
    CHANGED = "changed"


class Part(StrEnum):
    """A part of an action or problem."""

    PRECONDITION = "precondition"
    EFFECT = "effect"
    DURATION = "duration"
    INIT = "init"
    GOAL = "goal"
    METRIC = "metric"
    CONSTRAINTS = "constraints"
    SECTIONS = "sections"
    """Sections of a problem that the model does not represent; they are compared as text."""


ACTION = "action"
"""In place of a part: the whole action, which is missing, extra or of another kind."""
PARAMETERS = "parameters"
"""In place of a part: one parameter, or the order of all."""
ACTION_PARTS = (Part.PRECONDITION, Part.EFFECT, Part.DURATION)


class Aspect(StrEnum):
    """How the two elements of one change differ."""

    POLARITY = "polarity"
    ARGUMENTS = "arguments"
    TIME = "time"
    VALUE = "value"
    POSSIBLE = "possible"
    """The element is missing, but an annotated model has it as possible."""


@record
class ElementPair:
    """An element that both models have, as written in each."""

    learned: Element
    reference: Element


@record
class Change:
    """One difference. `learned` is None for a missing element, `reference` for an extra one.

    `learned_text` is in the learned action's variable names, `reference_text` in the reference's.
    For a changed element they are the elements of the two sides. `wanted` is the reference's
    element in the learned action's names; None for an extra one.
    """

    kind: ChangeKind
    part: Part
    learned: Element | None
    reference: Element | None
    learned_text: str
    reference_text: str
    wanted: str | None = None
    aspect: Aspect | None = None

    @property
    def learned_place(self) -> Place | None:
        """The place of the element in the learned file; None if it is missing there."""
        return None if self.learned is None else self.learned.place

    @property
    def reference_place(self) -> Place | None:
        """The place of the element in the reference; None if it is missing there."""
        return None if self.reference is None else self.reference.place


@record
class PartDiff:
    """The comparison of one part. `equal` has the elements in both sets, `missing` those only in
    the reference, `extra` those only in the learned model. `changes` presents `missing` and
    `extra`, with related elements as one change. Metrics count the three sets."""

    part: Part
    learned_equal: Sequence[Element]
    """The learned elements of `equal`. In large domains most parts are equal as a whole, so pairs
    are made on demand, and if both sides are the same form, they share one sequence."""
    reference_equal: Sequence[Element]
    missing: tuple[Element, ...]
    extra: tuple[Element, ...]
    changes: tuple[Change, ...]
    n_also_possible: int = 0
    """The number of elements that are possible in the learned model and not in the reference."""

    @property
    def equal(self) -> tuple[ElementPair, ...]:
        """The elements in both, in the order of the reference."""
        return tuple(map(ElementPair, self.learned_equal, self.reference_equal))

    @property
    def n_equal(self) -> int:
        """The number of elements in both."""
        return len(self.reference_equal)

    @property
    def n_different(self) -> int:
        """The number of elements on one side only."""
        return len(self.missing) + len(self.extra)


def all_equal(part: Part, elements: Elements) -> PartDiff:
    """The difference of a set from itself."""
    if not elements:
        return _both_empty(part)
    all_of_them = tuple(elements.values())
    return PartDiff(part, all_of_them, all_of_them, (), (), ())


@cache
def _both_empty(part: Part) -> PartDiff:
    """Cached, because most actions have no duration."""
    return PartDiff(part, (), (), (), (), ())


NOTHING_POSSIBLE: Final[Elements] = {}


def compare_elements(
    part: Part,
    learned: Elements,
    reference: Elements,
    to_learned: Naming,
    to_reference: Naming,
    *,
    by_argument: bool = False,
    possible: Elements = NOTHING_POSSIBLE,
) -> PartDiff:
    """Compare two sets; the namings print one side's elements in the other's names.

    With `by_argument`, two literals of a predicate with several differing literals are one change
    if they, and no others, agree in all arguments except one. `possible` are elements that the
    learned model is not certain of.
    """
    in_both = [key for key in reference if key in learned]
    missing = tuple([element for key, element in reference.items() if key not in learned])
    extra = tuple([element for key, element in learned.items() if key not in reference])
    changes: list[Change] = []
    if missing or extra:
        signatures = _SIGNATURES
        if by_argument:
            signatures = (*_SIGNATURES[:-1], *_by_argument(missing), *_SIGNATURES[-1:])
        partner = _partners(missing, extra, signatures) if missing and extra else {}
        paired = {counterpart.key for counterpart, _ in partner.values()}
        for element in missing:
            wanted = formula_text(element.formula, to_learned)
            alone = None, Aspect.POSSIBLE if element.key in possible else None
            ours, why = partner.get(element.key, alone)
            kind = ChangeKind.MISSING if ours is None else ChangeKind.CHANGED
            text = wanted if ours is None else ours.text
            changes.append(Change(kind, part, ours, element, text, element.text, wanted, why))
        for element in extra:
            if element.key not in paired:
                theirs = formula_text(element.formula, to_reference)
                changes.append(Change(ChangeKind.EXTRA, part, element, None, element.text, theirs))
    return PartDiff(
        part,
        tuple([learned[key] for key in in_both]),
        tuple([reference[key] for key in in_both]),
        missing,
        extra,
        tuple(changes),
        sum(key not in reference for key in possible),
    )


def _partners(
    missing: tuple[Element, ...], extra: tuple[Element, ...], signatures: Signatures
) -> dict[str, tuple[Element, Aspect]]:
    """For keys of `missing` the element of `extra` that replaces it, and the differing aspect."""
    partner: dict[str, tuple[Element, Aspect]] = {}
    for aspect, signature in signatures:
        taken = {counterpart.key for counterpart, _ in partner.values()}
        left = _unique(signature, [e for e in missing if e.key not in partner])
        right = _unique(signature, [e for e in extra if e.key not in taken])
        for shape, element in left.items():
            counterpart = right.get(shape)
            if counterpart is not None and _is_one_change(aspect, element, counterpart):
                partner[element.key] = (counterpart, aspect)
    return partner


def _unique(
    signature: Callable[[Element], Hashable | None], elements: list[Element]
) -> dict[Hashable, Element]:
    groups: dict[Hashable, list[Element]] = {}
    for element in elements:
        shape = signature(element)
        if shape is not None:
            groups.setdefault(shape, []).append(element)
    return {shape: group[0] for shape, group in groups.items() if len(group) == 1}


def _without_polarity(element: Element) -> Hashable | None:
    if element.positive is None:
        return None
    return element.predicate, element.args, element.time, element.context


def _without_time(element: Element) -> Hashable | None:
    if not element.time:
        return None
    return element.context, element.key.removeprefix(f"{element.context}{element.time} ")


def _without_number(element: Element) -> Hashable | None:
    """The key of a comparison, such as a duration, without its numbers."""
    formula = element.formula
    while type(formula) is Timed or type(formula) is Not:
        formula = formula.body
    if type(formula) is not Comparison:
        return None
    shape = _NUMBER.sub(_ANY_NUMBER, element.key)
    return None if shape == element.key else (shape, element.context)


def _without_value(element: Element) -> Hashable | None:
    if element.positive is not None or not element.predicate:
        return None
    return element.predicate, element.time, element.context


def _without_arguments(element: Element) -> Hashable | None:
    if element.positive is None or element.predicate == "=":
        return None
    return element.predicate, element.positive, element.time, element.context


def _without_argument(number: int, element: Element) -> Hashable | None:
    """The signature of a literal with two or more arguments, without one of them."""
    args = element.args
    if element.positive is None or len(args) < 2 or number >= len(args):
        return None
    others = *args[:number], *args[number + 1 :]
    return element.predicate, element.positive, element.time, element.context, number, others


def _by_argument(elements: Iterable[Element]) -> Signatures:
    """Signatures of literals without the last argument, then without the one before it, etc."""
    most = max((len(element.args) for element in elements), default=0)
    return tuple(
        (Aspect.ARGUMENTS, partial(_without_argument, number)) for number in reversed(range(most))
    )


Signatures = tuple[tuple[Aspect, Callable[[Element], Hashable | None]], ...]
"""What two elements must have in common to be one change, in descending order of strength."""

_SIGNATURES: Signatures = (
    (Aspect.POLARITY, _without_polarity),
    (Aspect.TIME, _without_time),
    (Aspect.VALUE, _without_number),
    (Aspect.VALUE, _without_value),
    (Aspect.ARGUMENTS, _without_arguments),
)


def _is_one_change(aspect: Aspect, ours: Element, theirs: Element) -> bool:
    """Whether two literals of one predicate are similar enough to be one change."""
    if aspect is not Aspect.ARGUMENTS or max(len(ours.args), len(theirs.args)) < 2:
        return True
    return not set(ours.args).isdisjoint(theirs.args)


def name_place(action: Action | None) -> Place | None:
    """The name of `action`, or the whole action if it has none."""
    if action is None:
        return None
    node = action.name_node or action.node
    return node.place if node is not None else None


def parameters_place(action: Action | None) -> Place | None:
    """The parameter list of `action`, or its name if it has none."""
    node = None if action is None else action.parameters_node
    return name_place(action) if node is None else node.place


def declared_place(declaration: TypedName | Predicate | Function | None) -> Place | None:
    """The place of a declaration."""
    node = None if declaration is None else declaration.node
    return None if node is None else node.place


def domain_place(domain: Domain | Problem) -> Place | None:
    """The name of a domain or problem, or the start of its definition."""
    if domain.name_node is not None:
        return domain.name_node.place
    return domain.define.place() if domain.define is not None else None


def section_place(file: FileSnapshot, keyword: str) -> Place | None:
    """The keyword of a section (without its colon) in the first domain, else problem, of `file`."""
    definition = file.first("domain") or file.first("problem")
    for section in definition.definition.sections if definition else ():
        if section.keyword == f":{keyword}":
            return section.keyword_place
    return None


def requirement_place(file: FileSnapshot, name: str) -> Place | None:
    """The requirement `name`, with its colon, in the first domain of `file`. None if it is only
    implied by another requirement."""
    domain = file.first("domain")
    for section in domain.definition.sections if domain else ():
        if section.keyword == ":requirements":
            atoms = (item for item in section.items() if isinstance(item, Atom))
            return next((atom.place for atom in atoms if atom.key == name), None)
    return None


def slot_place(action: Action | None, part: Part) -> Place | None:
    """The keyword of a slot of `action`, such as `:effect`; its name if it has no such slot."""
    if action is None:
        return None
    value = {
        Part.PRECONDITION: action.precondition_node,
        Part.EFFECT: action.effect_node,
        Part.DURATION: _node_after(action.node, ":duration"),
    }[part]
    keyword = _node_before(action.node, value) if value is not None else None
    return keyword.place if keyword is not None else name_place(action)


def _node_before(parent: Node | None, node: Node) -> Node | None:
    items = parent.items if isinstance(parent, List) else []
    index = next((n for n, item in enumerate(items) if item is node), 0)
    return items[index - 1] if index else None


def _node_after(parent: Node | None, keyword: str) -> Node | None:
    items = parent.items if isinstance(parent, List) else []
    pairs = pairwise(items)
    return next((b for a, b in pairs if isinstance(a, Atom) and a.key == keyword), None)

"""An action beside itself, as most actions of two versions of a domain are.

Nothing differs there, so elements are made for who looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from plancore.compare.changes import Part, PartDiff, all_equal
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.formula.literals import Literal, is_plain, plain_literals
from plancore.model.domain import Action, ActionKind


class UnchangedElements(Sequence[Element]):
    """The elements of the precondition or the effect of an action that has nothing but literals."""

    __slots__ = ("_action", "_part")

    def __init__(self, action: Action, part: Part) -> None:
        self._action = action
        self._part = part

    @property
    def literals(self) -> tuple[Literal, ...]:
        """What they say; told without making them."""
        action = self._action
        formula = action.precondition if self._part is Part.PRECONDITION else action.effect
        return plain_literals(formula, tuple([name.name for name in action.parameters]))

    @property
    def _elements(self) -> tuple[Element, ...]:
        canonical = canonical_action(self._action)  # which remembers its answer
        is_condition = self._part is Part.PRECONDITION
        return tuple((canonical.precondition if is_condition else canonical.effect).values())

    def __len__(self) -> int:
        return len(self.literals)

    @overload
    def __getitem__(self, index: int) -> Element: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Element, ...]: ...
    def __getitem__(self, index: int | slice) -> Element | tuple[Element, ...]:
        return self._elements[index]

    def __iter__(self) -> Iterator[Element]:
        return iter(self._elements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._elements == tuple(other)

    def __hash__(self) -> int:
        return hash(self._elements)

    def __repr__(self) -> str:
        return repr(self._elements)


def unchanged_parts(action: Action) -> tuple[PartDiff, PartDiff, PartDiff] | None:
    """The differences of the parts of an action from themselves; None where it takes elements to
    know what there is."""
    is_known = action.kind is ActionKind.ACTION and action.duration is None
    if not is_known or not is_plain(action.precondition) or not is_plain(action.effect):
        return None
    return (
        _unchanged(action, Part.PRECONDITION),
        _unchanged(action, Part.EFFECT),
        all_equal(Part.DURATION, {}),
    )


def _unchanged(action: Action, part: Part) -> PartDiff:
    elements = UnchangedElements(action, part)
    return PartDiff(part, elements, elements, (), (), ())

"""Arguments that one domain leaves implicit: one remark for each argument, in however many
actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ChangeKind
from plancore.correspondence.pairs import Side
from plancore.formula.printing import typed_list
from plancore.phrases import SIDES, count_of
from plancore.report.lines import visible


class ImplicitArgument(NamedTuple):
    """A parameter that the domain on `side` leaves implicit in some actions."""

    side: Side
    parameter: str
    actions: tuple[str, ...]

    @property
    def text(self) -> str:
        """`?r - robot is implicit in the reference`."""
        whose = (
            SIDES.the_reference if self.side is Side.REFERENCE else f"the {SIDES.learned} domain"
        )
        return visible(f"{self.parameter} is implicit in {whose}")

    def __str__(self) -> str:
        return f"{self.text}: in {count_of(len(self.actions), 'action')}"


def implicit_arguments(actions: Iterable[ActionDiff]) -> Iterator[ImplicitArgument]:
    """The implicit arguments, one for each type, whatever their names, with their actions."""
    names: dict[tuple[Side, str], list[str]] = {}
    texts: dict[tuple[Side, str], str] = {}
    for action in actions:
        for change in action.implicit:
            side = Side.LEARNED if change.kind is ChangeKind.MISSING else Side.REFERENCE
            parameter = change.reference or change.learned
            assert parameter is not None, "one side has it"
            argument = side, " ".join(parameter.types) or parameter.name
            texts.setdefault(argument, typed_list((parameter,)))
            names.setdefault(argument, []).append(action.name)
    for argument, of_actions in names.items():
        # One action may have two of them.
        yield ImplicitArgument(argument[0], texts[argument], tuple(dict.fromkeys(of_actions)))

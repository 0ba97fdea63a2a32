"""What of a definition no record of a model has in full: kept as it is written."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from plancore.model.record import record
from plancore.syntax.nodes import List, Node


class UnparsedKind(StrEnum):
    """What is kept: the tasks and methods of HDDL, whole sections, slots of actions."""

    TASK = "task"
    METHOD = "method"
    SECTION = "section"
    SLOT = "slot"


@record
class UnparsedSection:
    """A section, or the value of a slot.

    `name` is that of the task or method, the keyword of any other section, or the action with the
    keyword of its slot.
    """

    kind: UnparsedKind
    name: str
    node: Node = field(compare=False, repr=False)

    @property
    def items(self) -> list[Node]:
        """What is said: the items behind the keyword of a section, or the value of a slot."""
        is_section = self.kind is not UnparsedKind.SLOT
        return self.node.items[1:] if is_section and type(self.node) is List else [self.node]

"""The differences that a comparison lists, each of which may be taken back."""

from __future__ import annotations

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.model.record import record
from plancore.syntax.nodes import Place


@record
class Difference:
    """One difference between a learned domain and its reference.

    `number` counts from 0 in the order of the comparison: actions, then declarations. `action` is
    the name that the comparison gives the action, None for a declaration. `part` is a part of an
    action (`precondition`, `effect`, `duration`), `ACTION`, `PARAMETERS`, or the section of a
    declaration (`types`, `constants`, `predicates`, `functions`, `derived`, `requirements`,
    `constraints`).

    `learned` is what the learned file says, in its own names, `reference` what the reference says
    in its own; None on the side that says nothing. `wanted` is what the reference says in the
    learned action's names.

    `requires` are the numbers of differences that must be taken back with it: a literal that
    mentions a parameter that the learned action lacks. `obstacle` says why it cannot be taken back
    at all, and is None for those that can.
    """

    number: int
    action: str | None
    part: str
    kind: ChangeKind
    learned: str | None
    reference: str | None
    wanted: str | None = None
    requires: tuple[int, ...] = ()
    obstacle: str | None = None
    diff: ActionDiff | None = None
    change: Change | ParameterChange | DeclarationChange | None = None

    @property
    def literal(self) -> str:
        """What it is about, in the learned action's names where these say it."""
        return self.learned or self.wanted or self.reference or ""

    @property
    def learned_place(self) -> Place | None:
        """Where the learned file says it; None where it does not, and for parameters."""
        return None if self.change is None else _place(self.change, is_learned=True)

    @property
    def reference_place(self) -> Place | None:
        """Where the reference says it; None where it does not, and for parameters."""
        return None if self.change is None else _place(self.change, is_learned=False)


def _place(
    change: Change | ParameterChange | DeclarationChange, *, is_learned: bool
) -> Place | None:
    if isinstance(change, ParameterChange):
        name = change.learned if is_learned else change.reference
        return None if name is None or name.node is None else name.node.place
    return change.learned_place if is_learned else change.reference_place

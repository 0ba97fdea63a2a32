"""What one thing that a domain says or lacks was before, and is now."""

from __future__ import annotations

from collections.abc import Hashable
from enum import StrEnum

from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.model.record import record
from plancore.syntax.nodes import Place


class Outcome(StrEnum):
    """What the last change of the learned domain did to a thing."""

    REPAIRED = "repaired"
    BROKEN = "broken"
    STILL_WRONG = "still wrong"
    OTHERWISE_WRONG = "otherwise wrong"
    """Changed, and wrong as before."""
    UNCHANGED = "unchanged"
    """Right before, and right now."""

    @property
    def is_wrong(self) -> bool:
        """Whether it is wrong now."""
        return self in (Outcome.BROKEN, Outcome.STILL_WRONG, Outcome.OTHERWISE_WRONG)

    @property
    def was_wrong(self) -> bool:
        """Whether it was wrong before."""
        return self in (Outcome.REPAIRED, Outcome.STILL_WRONG, Outcome.OTHERWISE_WRONG)


def outcome_of(before: Hashable | None, now: Hashable | None) -> Outcome:
    """The outcome for something that was wrong in one way and is in another; None is for right."""
    if before is None:
        return Outcome.UNCHANGED if now is None else Outcome.BROKEN
    if now is None:
        return Outcome.REPAIRED
    return Outcome.STILL_WRONG if before == now else Outcome.OTHERWISE_WRONG


@record
class Said:
    """What a file says, and where; no place for what is not written as one thing."""

    text: str
    place: Place | None = None


@record
class Item:
    """One thing on three sides; None for a side that does not say it.

    `part` is a part of an action (`precondition`, `effect`, `duration`), `action` for the action as
    a whole, `parameters`, or the section of a declaration. `change` is the difference that makes it
    wrong now; None for what is right now, for an action as a whole, and for an order.
    """

    part: str
    outcome: Outcome
    learned: Said | None
    reference: Said | None
    before: Said | None
    change: Change | ParameterChange | DeclarationChange | None = None

"""The literals behind a confusion count."""

from __future__ import annotations

from plancore.compare.changes import PartDiff
from plancore.formula.elements import Element
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import formula_text
from plancore.model.record import record


@record
class Counted:
    """The elements that were counted: `tp` and `fn` of the reference, `fp` of the learned model."""

    tp: tuple[Element, ...] = ()
    fp: tuple[Element, ...] = ()
    fn: tuple[Element, ...] = ()

    @property
    def n_different(self) -> int:
        """How many only one side has."""
        return len(self.fp) + len(self.fn)

    def with_sign(self, positive: bool) -> Counted:
        """The positive or the negative literals only, without elements that are no literals."""
        tp = tuple([e for e in self.tp if e.positive is positive])
        if not self.fp and not self.fn:
            return Counted(tp)
        return Counted(
            tp,
            tuple([e for e in self.fp if e.positive is positive]),
            tuple([e for e in self.fn if e.positive is positive]),
        )

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    def to_dict(self, to_reference: Naming = AS_WRITTEN) -> dict[str, object]:
        """Their texts, all in the variable names of the reference."""
        return {
            "tp": [element.text for element in self.tp],
            "fp": [formula_text(element.formula, to_reference) for element in self.fp],
            "fn": [element.text for element in self.fn],
        }


def counted(part: PartDiff) -> Counted:
    """The elements that the comparison of one part counts."""
    return Counted(tuple(part.reference_equal), part.extra, part.missing)

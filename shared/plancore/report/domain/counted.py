"""The literals that the figures of an action count, by name, beside the formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.formula.naming import AS_WRITTEN
from plancore.formula.printing import formula_text
from plancore.report.domain.review import DomainReview
from plancore.report.lines import Line, Piece, Tone, line, visible

RATIOS: Final = "P = TP/(TP+FP)   R = TP/(TP+FN)   F1 = 2TP/(2TP+FP+FN)"
"""How precision, recall and F1 come from counts."""
FORMULAS: Final = f"{RATIOS}   similarity = 1 - differing/all = TP/(TP+FP+FN), both parts pooled"
"""How the figures of an action come from its counts."""


def counted_lines(review: DomainReview, number: int) -> Iterator[Line]:
    """The formulas, then what is TP, FP and FN in each part of an action."""
    similarity = review.similarity.actions[number]
    names = similarity.action.to_reference
    yield line(Piece(FORMULAS, Tone.DIM))
    for part, counted in (("pre", similarity.precondition), ("eff", similarity.effect)):
        listed = (("TP", counted.tp, AS_WRITTEN), ("FP", counted.fp, names))
        for count, elements, naming in (*listed, ("FN", counted.fn, AS_WRITTEN)):
            if elements:
                texts = (formula_text(element.formula, naming) for element in elements)
                text = visible(" ".join(texts))
                yield line(Piece(f"  {part} {count}  ", Tone.DIM), text)

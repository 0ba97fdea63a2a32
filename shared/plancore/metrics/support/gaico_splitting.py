"""Plan texts as GAICo 0.4 splits them, to reproduce its numbers and for nothing else.

Commas split everywhere but inside braces, so `stack(a,b)` becomes two elements; letters and
blanks inside an element count; a file of PDDL steps without a comma is one element. An empty
reference scores 0 here (1 for two empty texts), where GAICo's `calculate` compares the
generated text with itself.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeAlias

from plancore.align.sequences import lcs_length

Element: TypeAlias = str | frozenset[str]

_MARK = re.compile(r"[{},]")


def split(text: str) -> tuple[Element, ...]:
    """The elements of a plan text; what stands in braces is a set."""
    pieces: list[str] = []
    depth = begin = 0
    for mark in _MARK.finditer(text):
        if mark[0] == "{":
            depth += 1
        elif mark[0] == "}":
            depth -= 1
        elif depth == 0:
            pieces.append(text[begin : mark.start()].strip())
            begin = mark.end()
    pieces.append(text[begin:].strip())
    return tuple(_element(piece) for piece in pieces if piece)


def lcs_similarity(generated: str, reference: str) -> Fraction:
    """PlanningLCS of two texts: `|LCS| / max(|generated|, |reference|)`, in [0, 1]."""
    ours, theirs = split(generated), split(reference)
    longer = max(len(ours), len(theirs))
    return Fraction(lcs_length(ours, theirs), longer) if longer else Fraction(1)


def jaccard_similarity(generated: str, reference: str) -> Fraction:
    """PlanningJaccard of two texts: shared elements over all elements, in [0, 1]."""
    ours, theirs = _flat(split(generated)), _flat(split(reference))
    return Fraction(len(ours & theirs), len(ours | theirs)) if ours | theirs else Fraction(1)


def _element(piece: str) -> Element:
    if not (piece.startswith("{") and piece.endswith("}")):
        return piece
    return frozenset(part.strip() for part in piece[1:-1].split(",") if part.strip())


def _flat(elements: tuple[Element, ...]) -> set[str]:
    flat: set[str] = set()
    for element in elements:
        flat |= {element} if isinstance(element, str) else element
    return flat

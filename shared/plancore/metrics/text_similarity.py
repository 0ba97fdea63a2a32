"""Executability and text similarity: whether a domain can be used, and how alike the texts are.

**Input**: the files of a learned domain and its reference.

**Formula**: *executability* is 1 if the learned file defines a domain without errors: without
syntax errors, undeclared names and wrong numbers of arguments. Over many domains its mean is the
share of executable ones. *text_similarity* is 2·LCS/(n+m), the normalised Levenshtein similarity
with insertions and deletions only, where LCS is the length of the longest common subsequence of the
two texts, of n and m characters, without comments and blanks: of `(p)` and `(q)` it is 4/6.

**Range**: [0, 1], higher is better.

**Edge cases**: two texts without characters: 1. The order of actions and names of parameters
matter for text similarity.

**Source**: Text2World (Hu et al., ACL 2025), whose evaluation uses `Levenshtein.ratio`; the F1 that
it reports are those of [components](component-f1.md) and of
[syntactic similarity](syntactic-similarity.md).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.align.lcs import bit_length
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Need
from plancore.metrics.support.confusion import Ratio
from plancore.stop import NEVER, Checkpoint

_NOT_COUNTED: Final = re.compile(r";.*|\s+")


@dataclass(frozen=True, slots=True)
class TextSimilarity:
    """Whether the learned file has no errors, and the similarity of the two texts."""

    is_executable: bool
    similarity: Ratio


def text_similarity(learned: str, reference: str, checkpoint: Checkpoint = NEVER) -> Ratio:
    """The similarity of two texts of PDDL without comments and blanks."""
    ours, theirs = (_NOT_COUNTED.sub("", text) for text in (learned, reference))
    whole = len(ours) + len(theirs)
    if not whole:
        return Ratio(Fraction(1), 0, 0)
    # Some longest common subsequence contains the common prefix and suffix.
    start = _n_common(ours, theirs)
    end = _n_common(ours[start:][::-1], theirs[start:][::-1])
    mine, others = ([*map(ord, text[start : len(text) - end])] for text in (ours, theirs))
    n_common = start + end + (bit_length(mine, others, checkpoint) if mine and others else 0)
    return Ratio.of(2 * n_common, whole)


def _n_common(one: str, other: str) -> int:
    """The length of the common prefix."""
    lengths = range(1, min(len(one), len(other)) + 1)
    return bisect_left(lengths, True, key=lambda length: one[:length] != other[:length])


def _of_case(case: DomainCase) -> TextSimilarity:
    assert case.texts is not None, "the texts are needed"
    return TextSimilarity(
        case.is_executable, text_similarity(*case.texts, checkpoint=case.checkpoint)
    )


METRIC: Final = Metric(
    "text-similarity",
    __doc__,
    _of_case,
    (
        Figure[TextSimilarity](
            "executability", "executability", lambda found: Ratio.of(int(found.is_executable), 1)
        ),
        Figure[TextSimilarity](
            "text_similarity", "text similarity", lambda found: found.similarity
        ),
    ),
    frozenset((Need.TEXTS,)),
    group=Group.LITERALS,
)

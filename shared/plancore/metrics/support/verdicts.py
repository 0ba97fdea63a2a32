"""Agreement of a learned domain with its reference on plans."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from plancore.metrics.support.confusion import Ratio
from plancore.simulate.trace import Verdict

ACCEPTED: Final = frozenset({Verdict.VALID})
REJECTED: Final = frozenset({Verdict.INVALID, Verdict.MALFORMED})


def agreement(pairs: Iterable[tuple[Verdict, Verdict]], verdicts: Set[Verdict]) -> Ratio:
    """Of the plans that have one of `verdicts` in the reference, those that have one in the learned
    domain as well, without plans that it cannot decide. A pair is what the learned domain says, and
    what the reference does."""
    agree = [
        learned in verdicts
        for learned, reference in pairs
        if reference in verdicts and learned is not Verdict.UNDECIDED
    ]
    return Ratio.of(sum(agree), len(agree))

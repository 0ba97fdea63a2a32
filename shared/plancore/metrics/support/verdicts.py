"""Agreement of a learned domain with its reference on plans."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from plancore.metrics.support.confusion import Ratio
from plancore.simulate.trace import Verdict

ACCEPTED: Final = frozenset({Verdict.VALID})
REJECTED: Final = frozenset({Verdict.INVALID, Verdict.MALFORMED})


def agreement(pairs: Iterable[tuple[Verdict, Verdict]], verdicts: Set[Verdict]) -> Ratio:
    """Among the plans with one of `verdicts` in the reference, the share with one of them in the
    learned domain, ignoring plans that it cannot decide. A pair is the verdict of the learned
    domain and that of the reference."""
    agree = [
        learned in verdicts
        for learned, reference in pairs
        if reference in verdicts and learned is not Verdict.UNDECIDED
    ]
    return Ratio.of(sum(agree), len(agree))

"""What keeps a simulation bounded, and the answer when that does not suffice."""

from __future__ import annotations

MAX_BINDINGS = 20_000_000
"""How many bindings of variables one plan may try; some ten seconds of work."""

MAX_DEPTH = 160
"""How deeply quantifiers, conjunctions and disjunctions may alternate in one condition."""


class UndecidedError(Exception):
    """The simulator cannot tell. `reason` says why, in one line.

    Raised for what is outside of the semantics implemented here, such as continuous effects or
    outcomes left to chance, and when a limit is reached.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

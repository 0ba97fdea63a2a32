"""Why a learner has learned nothing, in words."""

import os
import traceback

TIMEOUT = "timeout"
"""The class of a fold that a learner has taken too long for, by its own clock."""
_PACKAGES = f"{os.sep}site-packages{os.sep}"


class NotLearnedError(Exception):
    """There is no domain, and the message is all that is to be said of it. `outcome` is the class
    of that, where it is another one than a failure."""

    def __init__(self, message: str, outcome: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.outcome = outcome


def reason(error: BaseException) -> str:
    """What went wrong and where: in words where they are known, else as Python says it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    path = where.filename.rpartition(_PACKAGES)[2]
    place = path if path != where.filename else os.path.basename(path)
    says = f"{type(error).__name__}: {error} ({place.replace(os.sep, '/')}:{where.lineno})"
    if isinstance(error, KeyError) and where.name == "remove_predicates":
        return f"{_CONTRADICTORY.format(predicate=error.args[0])}: {says}"
    return says


_CONTRADICTORY = (
    "OffLAM takes an atom of `{predicate}` for both true and false in one state, so it drops the "
    "predicate, and its program breaks down at a state without such an atom"
)
"""Of OffLAM 1.0.1, which completes the states by what it has learned so far: its
`Trace.remove_predicates` removes from a table what need not be in it."""

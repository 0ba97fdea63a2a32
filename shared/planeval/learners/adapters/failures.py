"""Why a learner has learned nothing, in words."""

import os
import traceback


def reason(error: Exception) -> str:
    """What went wrong and where: in words where they are known, else as Python says it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    folder, file = os.path.split(where.filename)
    says = f"{type(error).__name__}: {error} ({os.path.basename(folder)}/{file}:{where.lineno})"
    if isinstance(error, KeyError) and where.name == "remove_predicates":
        return f"{_CONTRADICTORY.format(predicate=error.args[0])}: {says}"
    return says


_CONTRADICTORY = (
    "OffLAM, which takes states for right, finds one where an atom of `{predicate}` would be both "
    "true and false; it drops the predicate, and its program breaks down where a state has no such "
    "atom"
)
"""Of OffLAM 1.0.1: `Trace.remove_predicates` removes from a table what need not be in it."""

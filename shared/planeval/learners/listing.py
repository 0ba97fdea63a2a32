"""What learners there are, and what those are that a user names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.report.lines import render
from plancore.report.table import Cell, head, table
from planeval.learners.catalogue import LEARNERS
from planeval.learners.description import OURS, Learner, Vocabulary
from planeval.learners.naming import environment_of, learners_of, startable, versioned
from planeval.programs.bounds import LEARNER
from planeval.programs.command import files_of
from planeval.programs.listing import blocks, command_in_words, limits_in_words

_WORDS: Final = {
    Vocabulary.SAME: "same: names mean what they mean in the trajectories",
    Vocabulary.OWN: "own: what corresponds is looked for",
}


def listing(names: Sequence[str]) -> str:
    """The learners that we know, a line for each with its version where it is installed; or those
    of these names with all that is known of them. Raises Trouble for a name that no learner has,
    and for one of the user's that cannot be called."""
    if names:
        named = [startable(learner, name) for name in names for learner in learners_of(name)]
        programs = [(learner.name, _facts(learner)) for learner in named]
        return blocks(programs, limits_in_words("each fold", LEARNER, "planeval benchmark"))
    rows = [head("learner", "environment", "installed", ""), *map(_row, LEARNERS)]
    return render(table(rows)).rstrip("\n") + "\n"


def _row(learner: Learner) -> list[Cell]:
    if learner.environment == OURS:
        return [learner.name, "", "in planeval itself", learner.note]
    environment = environment_of(learner.environment)
    where = f"{environment.name} ({environment.size:,} MB)"
    return [learner.name, where, environment.version or "no", learner.note]


def _facts(learner: Learner) -> list[tuple[str, str]]:
    where = environment_of(learner.environment) if learner.environment not in ("", OURS) else None
    version = where.version if where is not None else versioned(learner).version
    how_to = "" if where is None or version else f"planeval learners install {where.name}"
    return [
        ("version", version or (f"not installed: {how_to}" if how_to else "not known")),
        ("command", command_in_words(learner.command)),
        ("files", ", ".join(files_of(learner.command))),
        ("calls", "one for all folds" if learner.takes_jobs else "one for each fold"),
        ("words", _WORDS[learner.vocabulary]),
        ("notation", learner.notation.value),
        ("environment", "" if where is None else f"{where.name} ({where.size:,} MB)"),
        ("note", learner.note),
    ]

"""Find learners by name: built-in ones, those of installable packages, and the user's own.

The user's own are command lines or are described in TOML files (`planeval.programs`), which have
more settings::

    [mine]                                                       # or [learners.mine]
    command = "python learn.py {domain} {trajectories} {output}"  # or a list of words
    version_command = "python learn.py --version"                 # or version = "1.2"
    words = "same"
    notation = "amlgym"
    numbers = false
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec import field

from plancore.model.trajectory import TrajectoryFormat
from plancore.report.lines import Cell, head, render, table
from plancore.spelling import hint
from planeval.learners.description import JOBS, OURS, PLACES, Learner, LearnerVocabulary
from planeval.learners.environment import LearnerEnvironment
from planeval.programs.bounds import LEARNER
from planeval.programs.command import (
    Places,
    blocks,
    command_in_words,
    files_of,
    limits_in_words,
    named_command,
    refuse_taken,
    runnable,
    unknown,
)
from planeval.programs.tables import ProgramTable, programs_in, reported_version
from planfiles.errors import UserError
from planfiles.version import __version__

_PLACES: Final = Places(PLACES, needed=("trajectories", "output"), instead=JOBS)


class LearnerTable(ProgramTable, kw_only=True):
    """The table of a learner in a TOML file."""

    vocabulary: LearnerVocabulary = field(default=LearnerVocabulary.SAME, name="words")
    notation: TrajectoryFormat = TrajectoryFormat.AMLGYM
    takes_numbers: bool = field(default=False, name="numbers")


def from_line(text: str) -> Learner | None:
    """The learner described by `name: command`; None for a text of another form. Raises UserError
    for an invalid command."""
    named = named_command(text, _PLACES)
    return None if named is None else Learner(*named)


def from_file(path: str) -> list[Learner]:
    """The learners described in a TOML file. Raises UserError."""
    return [
        Learner(
            program.name,
            program.command,
            program.table.vocabulary,
            program.table.notation,
            version=program.version,
            asks_version=program.asks_version,
            takes_numbers=program.table.takes_numbers,
        )
        for program in programs_in(path, "learners", LearnerTable, _PLACES)
    ]


def environment_of(name: str) -> LearnerEnvironment:
    """The environment called `name`. Raises UserError."""
    found = {environment.name: environment for environment in ENVIRONMENTS}
    if name not in found:
        raise UserError(f"unknown environment {name!r}; {hint(name, found)}")
    return found[name]


def environments_of(names: Sequence[str]) -> list[LearnerEnvironment]:
    """The environments with these names, or needed by the learners with these names, each once.
    Raises UserError."""
    needed = {learner.name: learner.environment for learner in LEARNERS}
    for name in names:
        if needed.get(name) == OURS:
            raise UserError(f"{name} is part of planeval and cannot be removed")
    chosen = dict.fromkeys(needed.get(name, name) for name in names)
    return [environment_of(name) for name in chosen]


def learners_named(
    texts: Sequence[str], tell: Callable[[str], None] | None = None
) -> list[Learner]:
    """The learners for each of `texts`, with their versions, in order. A text is a name of the
    catalogue, `NAME: COMMAND`, or a TOML file.

    Raises UserError for unknown names, environments that are not installed, duplicate names, and
    programs that are not found. With `tell`, for work on other machines, the last is passed to
    `tell` instead.
    """
    learners = [
        versioned(startable(learner, text, tell)) for text in texts for learner in learners_of(text)
    ]
    names = [learner.name for learner in learners]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise UserError(f"duplicate learner name {double!r}")
    return learners


def learners_of(text: str) -> Iterator[Learner]:
    """The learners for a text, runnable or not. Raises UserError."""
    known = {learner.name: learner for learner in LEARNERS}
    if text in known:
        yield known[text]
        return
    line = from_line(text)
    if line is None and not text.endswith(".toml"):
        raise unknown("learner", text, known)
    for own in from_file(text) if line is None else (line,):
        refuse_taken("learner", own.name, known)
        yield own


def startable(learner: Learner, text: str, tell: Callable[[str], None] | None = None) -> Learner:
    """The learner, with the command resolved by `runnable` if it is the user's own. `text` is the
    argument that it came from. Raises UserError as `learners_named` does."""
    if learner.environment:
        return learner
    folder = Path(text).parent if from_line(text) is None else Path()
    return replace(learner, command=runnable(learner.name, learner.command, folder, tell))


def versioned(learner: Learner) -> Learner:
    """The learner with its version. Raises UserError if it is not installed or its version command
    fails."""
    if learner.is_ours:
        return replace(learner, version=f"planlsp {__version__}")
    if learner.environment:
        environment = environment_of(learner.environment)
        version = environment.version
        if not version:
            raise UserError(
                f"{learner.name} is not installed: "
                f"planeval learners install {environment.name} ({environment.size:,} MB)"
            )
        return replace(learner, version=version)
    if not learner.asks_version:
        return learner
    return replace(learner, version=reported_version(learner.name, learner.asks_version))


# The listing of `planeval learners`.

_WORDS: Final = {
    LearnerVocabulary.SAME: "same: names as in the trajectories",
    LearnerVocabulary.OWN: "own: names are matched after learning",
}


def listing(names: Sequence[str]) -> str:
    """A table of the known learners, with the versions of those installed; or with `names`, all
    details of these learners. Raises UserError for an unknown name, and for a learner of the user's
    that cannot be run."""
    if names:
        named = [startable(learner, name) for name in names for learner in learners_of(name)]
        programs = [(learner.name, _facts(learner)) for learner in named]
        return blocks(programs, limits_in_words("each fold", LEARNER, "planeval benchmark"))
    rows = [head("learner", "environment", "installed", ""), *map(_row, LEARNERS)]
    return render(table(rows)).rstrip("\n") + "\n"


def _row(learner: Learner) -> list[Cell]:
    if learner.environment == OURS:
        return [learner.name, "", "built in", learner.note]
    environment = environment_of(learner.environment)
    where = f"{environment.name} ({environment.size:,} MB)"
    return [learner.name, where, environment.version or "no", learner.note]


def _facts(learner: Learner) -> list[tuple[str, str]]:
    where = environment_of(learner.environment) if learner.environment not in ("", OURS) else None
    version = where.version if where is not None else versioned(learner).version
    how_to = "" if where is None or version else f"planeval learners install {where.name}"
    return [
        ("version", version or (f"not installed: {how_to}" if how_to else "unknown")),
        ("command", command_in_words(learner.command)),
        ("files", ", ".join(files_of(learner.command))),
        ("calls", "one process for all folds" if learner.takes_jobs else "one process per fold"),
        ("words", _WORDS[learner.vocabulary]),
        ("notation", learner.notation.value),
        ("numbers", "yes" if learner.takes_numbers else "no"),
        ("environment", "" if where is None else f"{where.name} ({where.size:,} MB)"),
        ("note", learner.note),
    ]


# The known learners and their environments.


def _adapted(
    name: str, environment: str, script: str, *words: str, own: bool = False, note: str = ""
) -> Learner:
    return Learner(
        name,
        ("{python}", f"{{adapters}}/{script}", *words, "{jobs}"),
        LearnerVocabulary.OWN if own else LearnerVocabulary.SAME,
        environment=environment,
        note=note,
    )


def _ours(name: str, words: LearnerVocabulary = LearnerVocabulary.SAME, *, note: str) -> Learner:
    """A built-in learner. It needs no packages, so Python starts without `site` (`-S`). Its
    trajectories are JSON, the only notation in which atoms may be unknown."""
    return Learner(
        name,
        ("{python}", "-S", "{adapters}/with_planeval.py", name, "{jobs}"),
        words,
        TrajectoryFormat.JSON,
        environment=OURS,
        note=note,
    )


LEARNERS: Final = (
    _ours("sam", note="built-in SAM: safe, from full observations"),
    _ours("sam-distinct", note="built-in SAM, ignoring atoms that repeat an object"),
    _ours("esam", note="built-in ESAM: SAM with proxy actions"),
    _ours("locm", LearnerVocabulary.OWN, note="built-in LOCM: from actions only, with a codec"),
    _adapted("amlgym-sam", "amlgym", "with_amlgym.py", "SAM", note="safe, from full observations"),
    _adapted("amlgym-offlam", "amlgym", "with_amlgym.py", "OffLAM", note="from partial traces"),
    _adapted("amlgym-nolam", "amlgym", "with_amlgym.py", "NOLAM", note="given the noise rate"),
    _adapted("amlgym-rosame", "amlgym", "with_amlgym.py", "ROSAME", note="gradients, with torch"),
    _adapted(
        "macq-locm",
        "macq",
        "with_macq.py",
        "LOCM",
        own=True,
        note="from the actions of one trajectory",
    ),
    _adapted("macq-observer", "macq", "with_macq.py", "OBSERVER", note="lifts ground actions"),
    _adapted(
        "macq-slaf", "macq", "with_macq.py", "SLAF", note="effects only, one trajectory; slow"
    ),
)

ENVIRONMENTS: Final = (
    LearnerEnvironment(
        "amlgym",
        ("amlgym==1.0.13",),
        "amlgym",
        1_800,
        needs_torch=True,
    ),
    LearnerEnvironment("macq", ("macq==0.3.11",), "macq", 170),
)

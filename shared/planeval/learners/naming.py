"""From what a user names to learners that can be called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from plancore.spelling import hint
from planeval.learners.catalogue import ENVIRONMENTS, LEARNERS
from planeval.learners.description import OURS, Learner
from planeval.learners.environment import Environment
from planeval.learners.own import from_file, from_line
from planfiles.bounded.ended import End, limit_in_words
from planfiles.bounded.limits import MIB, Limits
from planfiles.bounded.running import run
from planfiles.bounded.working_folder import working_folder
from planfiles.trouble import Trouble
from planfiles.version import __version__

_ASKING: Final = Limits(30.0, memory=4_000 * MIB, output=MIB)
"""What a learner may take to say its version."""
_LONGEST: Final = 500
"""So many bytes of that are of interest."""


def environment_of(name: str) -> Environment:
    """The environment called `name`. Raises Trouble."""
    found = {environment.name: environment for environment in ENVIRONMENTS}
    if name not in found:
        raise Trouble(f"no environment is called {name!r}; {hint(name, found)}")
    return found[name]


def environments_of(names: Sequence[str]) -> list[Environment]:
    """The environments that are called so, or that learners of these names need, each once. Raises
    Trouble."""
    needed = {learner.name: learner.environment for learner in LEARNERS}
    for name in names:
        if needed.get(name) == OURS:
            raise Trouble(f"{name} is a part of planeval: it is here, and stays")
    chosen = dict.fromkeys(needed.get(name, name) for name in names)
    return [environment_of(name) for name in chosen]


def learners_named(texts: Sequence[str]) -> list[Learner]:
    """The learners that each text means, with their versions, in order: a name of the catalogue,
    `NAME: COMMAND`, or a file of TOML (`own`). Raises Trouble for what is none, for one whose
    environment is not made, and for two of the same name."""
    learners = [versioned(learner) for text in texts for learner in meant(text)]
    names = [learner.name for learner in learners]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise Trouble(f"two learners are called {double!r}")
    return learners


def meant(text: str) -> Iterator[Learner]:
    """The learners that a text means, whether they can be called or not. Raises Trouble."""
    known = {learner.name: learner for learner in LEARNERS}
    own = from_line(text)
    if own is not None:
        yield own
    elif text.endswith(".toml"):
        yield from from_file(text)
    elif text in known:
        yield known[text]
    else:
        also = "or 'NAME: COMMAND …', or a .toml file"
        raise Trouble(f"no learner is called {text!r}; {hint(text, known)}, {also}")


def versioned(learner: Learner) -> Learner:
    """The learner with the version that it says it has. Raises Trouble where it cannot run."""
    if learner.is_ours:
        return replace(learner, version=f"planlsp {__version__}")
    if learner.environment:
        environment = environment_of(learner.environment)
        version = environment.version
        if not version:
            raise Trouble(
                f"{learner.name} is not installed: "
                f"planeval learners install {environment.name} ({environment.size:,} MB)"
            )
        return replace(learner, version=version)
    if not learner.asks_version:
        return learner
    with working_folder("planeval-version-") as folder:
        try:
            ended = run(learner.asks_version, folder, _ASKING, temporary=folder)
        except Trouble as trouble:
            raise Trouble(f"{learner.name}: version: {trouble.message}") from None
        said = [_beginning(path) for path in (ended.stdout, ended.stderr)]
    if ended.by is not End.EXITED:
        why = limit_in_words(ended.by, _ASKING)
        raise Trouble(f"{learner.name}: version: {learner.asks_version[0]}: {why}")
    if ended.code or ended.signal:
        status = f"exit status {ended.code}" if ended.code else f"signal {ended.signal}"
        raise Trouble(f"{learner.name}: version: {learner.asks_version[0]}: {status}")
    lines = (said[0] or said[1]).splitlines()
    return replace(learner, version=lines[0] if lines else "")


def _beginning(path: Path) -> str:
    """What a text begins with, without blanks around it, whatever it is written in."""
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("utf-8", "replace").strip()

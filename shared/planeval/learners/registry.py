"""Which learner a name or a command line means."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from plancore.model.trajectory import TrajectoryFormat
from plancore.report.lines import render
from plancore.report.table import Cell, head, table
from plancore.spelling import hint
from planeval.learners.catalogue import ENVIRONMENTS, LEARNERS
from planeval.learners.description import Learner, Words, wrong_places
from planeval.learners.environment import Environment
from planfiles.documents import read_toml
from planfiles.trouble import Trouble, reason_of
from planfiles.version import __version__

_PATIENCE: Final = 30.0
_KEYS: Final = frozenset(("command", "words", "notation", "version"))


def environment_of(name: str) -> Environment:
    """The environment called `name`. Raises Trouble."""
    found = {environment.name: environment for environment in ENVIRONMENTS}
    if name not in found:
        raise Trouble(f"no environment is called {name}; {hint(name, found)}")
    return found[name]


def environments_of(names: Sequence[str]) -> list[Environment]:
    """The environments that are called so, or that learners of these names need, each once. Raises
    Trouble."""
    needed = {learner.name: learner.environment for learner in LEARNERS}
    chosen = dict.fromkeys(needed.get(name, name) for name in names)
    return [environment_of(name) for name in chosen]


def listing(names: Sequence[str]) -> str:
    """A line for each learner, or for those of these names: its version where it is installed.
    Raises Trouble for a name that no learner has."""
    shown = [learner for name in names for learner in _meant(name)] or LEARNERS
    rows: list[list[Cell]] = [head("learner", "environment", "installed", "")]
    for learner in shown:
        version, size = "in planeval itself", ""
        if not learner.is_ours:
            environment = environment_of(learner.environment)
            version, size = environment.version or "no", f" ({environment.size:,} MB)"
        where = "" if learner.is_ours else f"{learner.environment}{size}"
        rows.append([learner.name, where, version, learner.note])
    return render(table(rows)).rstrip("\n") + "\n"


def learners_named(texts: Sequence[str]) -> list[Learner]:
    """The learners that each text means, with their versions, in order: a name of the catalogue,
    `NAME: COMMAND`, or a TOML file with tables `[learners.NAME]`. Raises Trouble for what is none,
    for one whose environment is not made, and for two of the same name."""
    learners = [versioned(learner) for text in texts for learner in _meant(text)]
    names = [learner.name for learner in learners]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise Trouble(f"two learners are called {double}")
    return learners


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
    try:
        asked = subprocess.run(
            learner.asks_version,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=_PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "no answer"
        raise Trouble(f"{learner.name}: {learner.asks_version[0]}: {reason}") from None
    lines = (asked.stdout or asked.stderr).strip().splitlines()
    return replace(learner, version=lines[0] if lines else "")


def _meant(text: str) -> Iterator[Learner]:
    known = {learner.name: learner for learner in LEARNERS}
    if text in known:
        yield known[text]
    elif text.endswith(".toml"):
        yield from _of_file(text)
    elif ":" in text:
        name, _, command = text.partition(":")
        try:
            yield _checked(Learner(name.strip(), _resolved(shlex.split(command))), text)
        except ValueError as error:
            raise Trouble(f"{text}: {error}") from None
    else:
        also = "or 'NAME: COMMAND …', or a .toml file"
        raise Trouble(f"no learner is called {text}; {hint(text, known)}, {also}")


def _of_file(path: str) -> Iterator[Learner]:
    tables = read_toml(path).get("learners")
    if not isinstance(tables, dict) or not tables:
        raise Trouble(f"{path}: there is no table [learners.NAME] in it")
    for name, entry in tables.items():
        if not isinstance(entry, dict):
            raise Trouble(f"{path}: learners.{name} is no table")
        surplus = sorted(set(entry) - _KEYS)
        if surplus:
            raise Trouble(f"{path}: learners.{name} has no key {surplus[0]}")
        yield _of_table(f"{path}: learners.{name}", os.path.dirname(path), name, entry)


def _of_table(where: str, folder: str, name: str, table: dict[str, Any]) -> Learner:
    try:
        words = Words(table.get("words", Words.SAME))
        notation = TrajectoryFormat(table.get("notation", TrajectoryFormat.AMLGYM))
    except ValueError as error:
        raise Trouble(f"{where}: {error}") from None
    command, version = (_command(where, table.get(key, ())) for key in ("command", "version"))
    return _checked(
        Learner(
            name,
            _resolved(command, folder),
            words,
            notation,
            asks_version=_resolved(version, folder),
        ),
        where,
    )


def _command(where: str, value: object) -> list[str]:
    words = shlex.split(value) if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise Trouble(f"{where}: a command is a text or an array of texts")
    return list(words)


def _resolved(command: Sequence[str], folder: str = "") -> tuple[str, ...]:
    """The command with words that are files in `folder`, by default the working folder, as full
    paths: it runs in a folder of its own."""
    beside = ((word, os.path.join(folder, word)) for word in command)
    return tuple(
        os.path.abspath(path) if os.sep in word and os.path.exists(path) else word
        for word, path in beside
    )


def _checked(learner: Learner, where: str) -> Learner:
    wrong = "it has no command" if not learner.command else wrong_places(learner.command)
    if wrong or not learner.name:
        raise Trouble(f"{where}: {wrong or 'it has no name'}")
    return learner

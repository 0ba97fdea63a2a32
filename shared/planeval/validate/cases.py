"""Which plans are to be validated, against which domain and problem."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from plancore.project import snapshot_of
from planfiles.companions import Links, skeleton_of
from planfiles.files import STDIN, read_text
from planfiles.folders import models_below, plans_below, plans_in
from planfiles.trouble import Trouble

_SHELL = re.compile(r"""["'\\#]""")
"""What makes a line of paths more than words between blanks."""


class Case(NamedTuple):
    """A plan with what it belongs to; `name` is what reports call it."""

    domain: str
    problem: str
    plan: str
    name: str


@dataclass(slots=True)
class Batch:
    """Cases in order, and one line for each problem in making others."""

    cases: list[Case] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def find_cases(files: Sequence[str]) -> Batch:
    """The cases that the arguments of the command name. Raises Trouble when there are none."""
    if len(files) == 1:
        return _of_folder(files[0]) if os.path.isdir(files[0]) else _of_list(files[0])
    if len(files) == 2:
        raise Trouble("a domain, a problem and plans are needed (see planeval validate --help)")
    domain, problem, *plans = files
    batch = Batch()
    if plans.count(STDIN) > 1:
        raise Trouble("standard input can be one plan only")
    for plan in plans:
        _add(batch, domain, problem, plan)
    if not batch.cases and not batch.problems:
        raise Trouble("no plan found")
    return batch


def _add(batch: Batch, domain: str, problem: str, plan: str) -> None:
    try:
        batch.cases += [Case(domain, problem, path, path) for path in plans_in(plan)]
    except Trouble as problem_found:
        batch.problems.append(problem_found.message)


def _of_list(path: str) -> Batch:
    """A list of cases: JSON, JSON Lines, or a line of paths for each."""
    text = read_text(path)
    base = os.path.dirname(path)
    batch = Batch()
    if text.lstrip()[:1] in ("(", ";"):
        raise Trouble("a domain, a problem and plans are needed (see planeval validate --help)")
    rows = _json_rows(text, path) if text.lstrip()[:1] in ("{", "[") else _plain_rows(text, path)
    for where, domain, problem, *plans in rows:
        if len(plans) == 0 or not all((domain, problem, *plans)):
            batch.problems.append(f"{where}: a domain, a problem and a plan are needed")
            continue
        for plan in plans:
            _add(batch, *(os.path.join(base, file) for file in (domain, problem, plan)))
    if not batch.cases and not batch.problems:
        raise Trouble(f"{path} lists no cases")
    return batch


def _plain_rows(text: str, path: str) -> Iterator[tuple[str, ...]]:
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{path}:{number}"
        try:
            # Splitting as a shell does is slow, and few lines need it.
            plain = line.isprintable() and not _SHELL.search(line)
            words = line.split() if plain else shlex.split(line, comments=True)
        except ValueError as error:
            raise Trouble(f"{where}: {error}") from None
        if words:
            yield (where, *words, *[""] * (3 - len(words)))


def _json_rows(text: str, path: str) -> Iterator[tuple[str, ...]]:
    for number, row in enumerate(_json_values(text, path), start=1):
        where = f"{path}: case {number}"
        entry: dict[str, object] = row if isinstance(row, dict) else {}
        plans = entry.get("plans", entry.get("plan", ""))
        listed = plans if isinstance(plans, list) else [plans]
        words = [entry.get("domain", ""), entry.get("problem", ""), *listed]
        yield (where, *(word if isinstance(word, str) else "" for word in words))


def _json_values(text: str, path: str) -> list[object]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(whole, dict) and isinstance(whole.get("cases"), list):
            return list(whole["cases"])
        return whole if isinstance(whole, list) else [whole]
    values: list[object] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise Trouble(f"{path}:{number}: not JSON ({error})") from None
    return values


def _of_folder(folder: str) -> Batch:
    """Every plan below a folder with the problem and domain that the editor would link it to."""
    batch = Batch()
    plans = plans_below(folder)
    links = Links(_skeletons(models_below(folder)), _skeletons(plans))
    for plan in plans:
        problem = links.problem_of(plan)
        domain = links.domain_of(problem) if problem else None
        if problem is None:
            batch.problems.append(f"{plan}: no problem found for it")
        elif domain is None:
            batch.problems.append(f"{plan}: no domain found for {problem}")
        else:
            batch.cases.append(Case(domain, problem, plan, plan))
    if not batch.cases and not batch.problems:
        raise Trouble(f"no plan found in the folder {folder}")
    return batch


def _skeletons(paths: Iterable[str]) -> dict[str, str]:
    """The skeletons of the files that can be read; other files are complained of when needed."""
    skeletons: dict[str, str] = {}
    for path in paths:
        with suppress(Trouble):
            skeletons[path] = skeleton_of(snapshot_of(read_text(path), path))
    return skeletons

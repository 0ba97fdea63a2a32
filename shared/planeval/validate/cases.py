"""Which plans are to be validated, against which domain and problem."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from planfiles.files import FileProblem, printable, read_text

STDIN = "-"
PLAN_SUFFIXES = (".plan", ".soln", ".sol", ".solution")
_SHELL = re.compile(r"""["'\\#]""")
"""What makes a line of paths more than words between blanks."""
_OTHER_SUFFIXES = (".pddl", ".json", ".jsonl", ".md", ".py", ".log", ".hddl", ".sas")


class Case(NamedTuple):
    """A plan with what it belongs to; `name` is what reports call it."""

    domain: str
    problem: str
    plan: str
    name: str


@dataclass(slots=True)
class Batch:
    """Cases in order, and what stands in the way of others."""

    cases: list[Case] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def find_cases(files: Sequence[str]) -> Batch:
    """The cases that the arguments of the command mean. Raises FileProblem for none at all."""
    if len(files) == 1:
        return _of_folder(files[0]) if os.path.isdir(files[0]) else _of_list(files[0])
    if len(files) == 2:
        raise FileProblem("a domain, a problem and plans are needed (see planeval validate --help)")
    domain, problem, *plans = files
    batch = Batch()
    if plans.count(STDIN) > 1:
        raise FileProblem("standard input can be one plan only")
    for plan in plans:
        _add(batch, domain, problem, plan)
    if not batch.cases and not batch.problems:
        raise FileProblem("no plan found")
    return batch


def _add(batch: Batch, domain: str, problem: str, plan: str) -> None:
    try:
        batch.cases += [Case(domain, problem, path, path) for path in plans_in(plan)]
    except FileProblem as problem_found:
        batch.problems.append(problem_found.message)


def plans_in(path: str) -> list[str]:
    """The plan files below a folder; a file itself. Raises FileProblem for an empty folder."""
    if not os.path.isdir(path):
        return [path]
    found = plans_below(path)
    if not found:
        raise FileProblem(f"no plan found in the folder {printable(path)}")
    return found


def plans_below(folder: str) -> list[str]:
    """The plan files below a folder, sorted: those named like plans, else all that may be some."""
    files = sorted(os.path.join(base, name) for base, _, names in os.walk(folder) for name in names)
    named = [path for path in files if _is_named_like_a_plan(os.path.basename(path))]
    if named:
        return named
    return [p for p in files if not p.endswith(_OTHER_SUFFIXES) and not _is_hidden(p, folder)]


def _is_named_like_a_plan(name: str) -> bool:
    if name.startswith("."):
        return False
    low = name.lower()
    return (
        low.endswith(PLAN_SUFFIXES)
        or low.startswith(("sas_plan", "plan."))
        or any(f"{suffix}." in low and low.rpartition(".")[2].isdigit() for suffix in PLAN_SUFFIXES)
    )


def _is_hidden(path: str, folder: str) -> bool:
    return any(part.startswith(".") for part in Path(os.path.relpath(path, folder)).parts)


def _of_list(path: str) -> Batch:
    """A list of cases: JSON, JSON Lines, or a line of paths for each."""
    text = read_text(path)
    base = os.path.dirname(path)
    batch = Batch()
    if text.lstrip()[:1] in ("(", ";"):
        raise FileProblem("a domain, a problem and plans are needed (see planeval validate --help)")
    rows = _json_rows(text, path) if text.lstrip()[:1] in ("{", "[") else _plain_rows(text, path)
    for where, domain, problem, *plans in rows:
        if len(plans) == 0 or not all((domain, problem, *plans)):
            batch.problems.append(f"{where}: a domain, a problem and a plan are needed")
            continue
        for plan in plans:
            _add(batch, *(os.path.join(base, file) for file in (domain, problem, plan)))
    if not batch.cases and not batch.problems:
        raise FileProblem(f"{printable(path)} lists no cases")
    return batch


def _plain_rows(text: str, path: str) -> Iterator[tuple[str, ...]]:
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{printable(path)}:{number}"
        try:
            # Splitting as a shell does is slow, and few lines need it.
            plain = line.isprintable() and not _SHELL.search(line)
            words = line.split() if plain else shlex.split(line, comments=True)
        except ValueError as error:
            raise FileProblem(f"{where}: {error}") from None
        if words:
            yield (where, *words, *[""] * (3 - len(words)))


def _json_rows(text: str, path: str) -> Iterator[tuple[str, ...]]:
    for number, row in enumerate(_json_values(text, path), start=1):
        where = f"{printable(path)}: case {number}"
        found: dict[str, object] = row if isinstance(row, dict) else {}
        plans = found.get("plans", found.get("plan", ""))
        listed = plans if isinstance(plans, list) else [plans]
        words = [found.get("domain", ""), found.get("problem", ""), *listed]
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
            raise FileProblem(f"{printable(path)}:{number}: not JSON ({error})") from None
    return values


def _of_folder(folder: str) -> Batch:
    """Every plan below a folder with the problem and domain that the editor would link it to."""
    texts: dict[str, str] = {}
    batch = Batch()
    plans = plans_below(folder)
    models = sorted(str(path) for path in Path(folder).rglob("*.pddl"))
    for path in (*models, *plans):
        try:
            texts[path] = read_text(path)
        except FileProblem as problem:
            batch.problems.append(problem.message)
    files = {path: snapshot_of(text, path) for path, text in texts.items()}
    for path in plans:
        if path in texts:
            files[path] = PlanSnapshot(texts[path], path)
    project = ProjectSnapshot(files)
    for path in plans:
        plan = files.get(path)
        if not isinstance(plan, PlanSnapshot):
            continue
        link = project.problem_of(plan)
        domain = project.domain_of(link.file, link.definition) if link else None
        if link is None or domain is None:
            what = "problem" if link is None else f"domain for {printable(link.file.name)}"
            batch.problems.append(f"{printable(path)}: no {what} found in {printable(folder)}")
        else:
            batch.cases.append(Case(domain.file.name, link.file.name, path, path))
    if not batch.cases and not batch.problems:
        raise FileProblem(f"no plan found in the folder {printable(folder)}")
    return batch

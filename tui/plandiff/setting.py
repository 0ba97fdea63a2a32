"""The domain and problem that two plans are executed in."""

from __future__ import annotations

import re
from pathlib import Path

from plancore.directives import directives
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.report.plan.execution import Setting
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plandiff.options import Options
from plandiff.trouble import Trouble
from planfiles.files import FileProblem, read_text
from planfiles.models import load_domain, load_problem

_MOST_FILES = 200
"""In a folder with more PDDL files than this nobody can tell which problem is meant."""
_PROBLEM = re.compile(r"\(\s*problem\b", re.IGNORECASE)
_MOST_BYTES = 16 * 1024 * 1024


def find_setting(plans: tuple[str | None, str | None], options: Options) -> Setting | None:
    """What the options name; what they do not is found as an editor finds it.

    A plan's problem is the one that its `;;!problem:` names, the one with its stem, or the only
    one beside it. None when no domain or no problem is found. Raises Trouble or FileProblem for
    files that were named and cannot be used.
    """
    if options.domain and options.problem:
        return _setting(options.domain, options.problem)
    if options.domain and not options.problem:
        problem = next((found[1] for plan in plans if (found := _beside(plan))), None)
        if problem is None:
            raise Trouble("--domain needs --problem: none was found beside the plans")
        return _setting(options.domain, problem)
    if options.problem:
        domain = _linked(options.problem)
        if domain is None:
            raise Trouble("--problem needs --domain: none was found beside the problem")
        return _setting(domain, options.problem)
    for plan in plans:
        pair = _beside(plan)
        if pair is not None:
            try:
                return _setting(*pair)
            except FileProblem:
                # Nobody asked for it, so nobody has to hear that it cannot be used.
                return None
    return None


def _setting(domain: str, problem: str) -> Setting:
    return Setting(Task(load_domain(domain), load_problem(problem)), domain, problem)


def _beside(plan: str | None) -> tuple[str, str] | None:
    """The domain and problem files for a plan file."""
    if plan is None:
        return None
    project = _project(plan)
    file = project.file(plan)
    if not isinstance(file, PlanSnapshot):
        return None
    link = project.problem_of(file)
    if link is None:
        return None
    domain = project.domain_of(link.file, link.definition)
    return None if domain is None else (domain.file.name, link.file.name)


def _linked(problem: str) -> str | None:
    """The domain file for a problem file."""
    project = _project(problem)
    file = project.file(problem)
    definition = file.first("problem") if isinstance(file, FileSnapshot) else None
    if not isinstance(file, FileSnapshot) or definition is None:
        return None
    link = project.domain_of(file, definition)
    return None if link is None else link.file.name


def _project(path: str) -> ProjectSnapshot:
    """The file at `path`, and those of its folder that may belong to it.

    A folder may hold thousands of problems: where it is plain that none of them is the one that
    a plan is for, none is read closely.
    """
    texts: dict[str, str] = {}
    beside = sorted(each for each in Path(path).parent.glob("*.pddl") if each.is_file())
    for each in (*(beside if len(beside) <= _MOST_FILES else ()), Path(path)):
        text = _text(str(each))
        if text is not None:
            texts[str(each)] = text
    own = texts.get(path, "")
    problems = [name for name, text in texts.items() if _PROBLEM.search(text)]
    meant = [name for name in problems if Path(name).stem == Path(path).stem]
    if "problem" in directives(own):
        meant = problems
    elif not meant:
        meant = problems if len(problems) == 1 else []
    files: dict[str, AnySnapshot] = {path: snapshot_of(own, path)}
    for name, text in texts.items():
        if name != path and meant and (name in meant or name not in problems):
            files[name] = FileSnapshot.of(text, name)
    return ProjectSnapshot(files)


def _text(path: str) -> str | None:
    try:
        return read_text(path, _MOST_BYTES)
    except FileProblem:
        return None

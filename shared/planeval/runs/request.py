"""Which runs are to be evaluated, and with what.

A file of requests is what AutoPlanBench describes, with `domain` and `problems` added. Flags of
Python are no JSON, but stand in that description: `True | False`, copied as it is, says nothing::

    requests = {"data_to_eval": [request*]} | [request*]
    request  = {"generated_plans_path": path, "evaluation_results_file": path?,
                "gold_plan_dir": path?, "is_complete_plan": flag?, "summarized": flag?,
                "domain": path?, "problems": path?}
    flag     = null | true | false | True | False | "true" | "false" | True "|" False

A path is relative to the folder of the file or, where nothing is there, to the working directory;
that of a results file, whose folder need not be there, to the first of them in which its folder is,
else to the folder of the file. What is none of this is told, and nothing is done: a name that is
misspelt would leave out what it was to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from plancore.decoding import decode
from plancore.instances import FoundFiles, Instances, adapted_versions, stem_of
from plancore.json_toml import DocumentError
from plancore.model.run import ModelRun
from plancore.notation.runs.autoplanbench import is_log, read_log
from plancore.notation.runs.planbench import is_results, read_results
from plancore.notation.runs.values import attempt_of
from plancore.report.runs.document import UnusableRun
from plancore.simulate.task import Task
from planeval.runs.overview import own_file
from planfiles.companions import name_of
from planfiles.documents import json_in
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.folders import by_numbers, files_in, holds_model, is_model_name
from planfiles.models import load_domain, load_problem

_FLAG: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\bTrue\s*\|\s*False\b|\bTrue\b|\bFalse\b')


_Path: TypeAlias = Annotated[str, Meta(min_length=1, description="a path")]
_Flag: TypeAlias = Annotated[
    bool | Literal["true", "false", "True", "False", "TRUE", "FALSE"],
    Meta(description="true or false"),
]


class _Entry(Struct, forbid_unknown_fields=True):
    """A request as it is written."""

    generated_plans_path: _Path
    evaluation_results_file: _Path | None = None
    gold_plan_dir: _Path | None = None
    is_complete_plan: _Flag | None = None
    summarized: _Flag | None = None
    domain: _Path | None = None
    problems: _Path | None = None


class RunsRequest(NamedTuple):
    """Runs to evaluate. `logs` is a file or folder, `gold` a folder of plans to compare with. They
    are executed again where `domain` and `problems`, a file or a folder, are there.
    `is_complete_plan` is None where nobody says of which kind the runs are. The results file has a
    row for each run unless it `is_summary`."""

    logs: str
    gold: str | None = None
    results_file: str | None = None
    is_complete_plan: bool | None = None
    domain: str | None = None
    problems: str | None = None
    is_summary: bool = True


def read_requests(path: str) -> list[RunsRequest]:
    """The requests of a file. Raises UserError."""
    text = read_text(path)
    whole = json_in(_FLAG.sub(lambda match: _json_flag(match[0]), text), path)
    entries = whole.get("data_to_eval") if isinstance(whole, dict) else whole
    if not isinstance(entries, list) or not entries:
        raise UserError(f'{path}: missing list "data_to_eval"')
    folder = os.path.dirname(path)
    requests = list(_requests(entries, path, folder))
    _refuse_lost_files(requests, path)
    return requests


def _refuse_lost_files(requests: Sequence[RunsRequest], path: str) -> None:
    """Raises UserError where a results file would be written over another, over what is read, or
    cannot be one. An earlier results file in a folder that is read may be written over."""
    read = _read_files(requests, path)
    written: dict[str, int] = {}
    for number, request in enumerate(requests, start=1):
        if request.results_file is None:
            continue
        where, name = os.path.realpath(request.results_file), request.results_file
        if os.path.isdir(where):
            raise UserError(f"{path}: entry {number} writes {name}, which is a directory")
        if where in read and not (read[where].is_inside and _is_earlier(where)):
            raise UserError(f"{path}: entry {number} writes {name}, which is {read[where].what}")
        if where in written:
            raise UserError(f"{path}: entries {written[where]} and {number} both write {name}")
        written[where] = number


class _ReadFile(NamedTuple):
    """What a file is to the requests; whether it only stands in a folder that is named."""

    what: str
    is_inside: bool = False


def _read_files(requests: Sequence[RunsRequest], path: str) -> dict[str, _ReadFile]:
    """All that the requests read, by their real paths: files and folders, and what is in these."""
    read = {os.path.realpath(path): _ReadFile("this file itself")}
    for number, request in enumerate(requests, start=1):
        what = f"what entry {number} reads"
        for named in (request.logs, request.gold, request.domain, request.problems):
            if named is None:
                continue
            read.setdefault(os.path.realpath(named), _ReadFile(what))
            if os.path.isdir(named):
                for file in _inside(named):
                    read.setdefault(os.path.realpath(file), _ReadFile(what, is_inside=True))
    return read


def _inside(folder: str) -> list[str]:
    try:
        return files_in(folder)
    except UserError:  # nothing is in it
        return []


def _is_earlier(path: str) -> bool:
    try:
        return own_file(read_text(path)) is not None
    except UserError:
        return False


def _requests(entries: list[object], path: str, folder: str) -> Iterator[RunsRequest]:
    for number, entry in enumerate(entries, start=1):
        try:
            read = decode(entry, _Entry)
        except DocumentError as error:
            raise UserError(f"{path}: entry {number}: {error}") from None
        yield RunsRequest(
            _found(read.generated_plans_path, folder) or "",
            _found(read.gold_plan_dir, folder),
            _written(read.evaluation_results_file, folder),
            _flag(read.is_complete_plan),
            _found(read.domain, folder),
            _found(read.problems, folder),
            _flag(read.summarized) is not False,
        )


def _flag(value: bool | str | None) -> bool | None:
    return value.lower() == "true" if isinstance(value, str) else value


def _found(path: str | None, folder: str) -> str | None:
    """What is read at a path."""
    beside = os.path.join(folder, path or "")
    return beside if path and os.path.exists(beside) else path


def _written(path: str | None, folder: str) -> str | None:
    """Where a results file goes; its folder is made where it is in neither place."""
    if path is None:
        return None
    beside = os.path.join(folder, path)
    is_there = os.path.isdir(os.path.dirname(path) or os.curdir)
    return path if is_there and not os.path.isdir(os.path.dirname(beside) or os.curdir) else beside


def _json_flag(text: str) -> str:
    if text.startswith('"'):
        return text
    return "null" if "|" in text else text.lower()


# The tasks that runs were for, each made once.


class Tasks:
    """One domain with the problem of each instance, found by its name in a folder. One problem file
    is for all instances. Raises UserError when the domain, or all problems, cannot be read; `tell`
    hears of errors in them."""

    def __init__(self, domain: str, problems: str, tell: Callable[[str], None]) -> None:
        self._domain = load_domain(domain, tell)
        self._tell = tell
        files = adapted_versions(files_in(problems)).files
        self._only = problems if files == [problems] else None
        models = [file for file in files if is_model_name(os.path.basename(file))]
        others = [file for file in models if file != domain]
        self._files = Instances(
            [file for file in others if not is_domain_name(file)] or others, name_of
        )
        self._tasks: dict[str, Task | str] = {}

    def problem_of(self, name: str | None) -> FoundFiles:
        """The problem that a run is for: `name` is what its log calls the instance, else its file,
        and None where neither says."""
        if self._only is not None:
            return FoundFiles(self._only)
        if name is None:
            return FoundFiles(None, "unknown instance for this plan")
        return self._files.file_of(name)

    def instance_of(self, problem: str) -> str | None:
        """What the instance is called that a problem is; None where it is the only one, of whatever
        instances runs are said to be."""
        return None if self._only is not None else self._files.names[problem]

    def task_of(self, problem: str) -> Task | str:
        """The task of a problem, or why there is none."""
        if problem not in self._tasks:
            self._tasks[problem] = self._read(problem)
        return self._tasks[problem]

    def _read(self, path: str) -> Task | str:
        try:
            return Task(self._domain, load_problem(path, self._tell))
        except UserError as error:
            return error.message


def is_domain_name(path: str) -> bool:
    """Whether a file is called as those of domains are: of one that holds nothing that can be read
    its name alone says what it was to be."""
    return "domain" in os.path.basename(path).lower()


# Logs of runs read from files: AutoPlanBench's, PlanBench's, or plans alone.


@dataclass(slots=True)
class Logs:
    """The runs that could be read, what was left out as no log, and a line for each file that is
    damaged; `n_skipped` counts the domains and problems beside them."""

    n_skipped: int = 0
    runs: list[ModelRun] = field(default_factory=list)
    left_out: list[UnusableRun] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def plans_and_logs_in(path: str) -> list[str]:
    """All files below a folder but domains and problems, which often stand beside plans; a file
    itself, whatever it is. Raises UserError for a folder without files."""
    return [file for file in files_in(path) if file == path or not holds_model(file)]


def read_logs(path: str) -> Logs:
    """All runs of a file, or of the files below a folder, in order of names and of the numbers in
    them: logs are known by their first line, result files as JSON or JSON lines, everything else
    but domains and problems is a plan, but for reports and results files of ours. Raises UserError
    for a folder without files."""
    files = plans_and_logs_in(path)
    logs = Logs(len(files_in(path)) - len(files))
    for file in sorted(files, key=by_numbers):
        try:
            text = read_text(file)
        except UserError as error:
            logs.problems.append(error.message)
            continue
        what = own_file(text)
        if what is not None:
            logs.left_out.append(UnusableRun(stem_of(file), f"it is {what}", file))
            continue
        runs, problems = _runs(file, text)
        logs.runs += (replace(run, source=file) for run in runs)
        logs.problems += _in_one(file, problems)
    return logs


def _in_one(path: str, problems: Sequence[str]) -> Iterator[str]:
    """What is wrong with a file, in one line: what damages a line mostly damages all of them."""
    if problems:
        rest = f"; and {len(problems) - 1} more in this file" if problems[1:] else ""
        yield f"{path}: {problems[0]}{rest}"


def _runs(path: str, text: str) -> tuple[list[ModelRun], list[str]]:
    is_lines = path.removesuffix(".gz").endswith((".jsonl", ".jsonlines", ".ndjson"))
    if is_log(text) or (is_lines and not is_results(text)):
        run, problems = read_log(text, stem_of(path))
        if run is None and not problems:
            problems = ["not a run log: the header is missing"]
        return ([] if run is None else [run]), problems
    if is_lines or (text.lstrip()[:1] in ("{", "[") and is_results(text)):
        runs, problems = read_results(text)
        return list(runs), problems
    # A plan alone is one attempt at a complete plan.
    return [ModelRun(stem_of(path), True, (attempt_of(text),), None, answers=(text,))], []

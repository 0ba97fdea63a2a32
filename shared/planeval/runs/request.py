"""Requests to evaluate runs, the tasks of runs, and their logs.

A file of requests has AutoPlanBench's format, with `domain` and `problems` added. AutoPlanBench's
documentation has Python flags, which are not JSON; its `True | False`, if copied, counts as null::

    requests = {"data_to_eval": [request*]} | [request*]
    request  = {"generated_plans_path": path, "evaluation_results_file": path?,
                "gold_plan_dir": path?, "is_complete_plan": flag?, "summarized": flag?,
                "domain": path?, "problems": path?}
    flag     = null | true | false | True | False | "true" | "false" | True "|" False

A path is relative to the folder of the file or, if nothing is there, to the working directory; that
of a results file to the first of them in which its folder exists, else to the folder of the file.
Unknown keys are errors, because a misspelt key would be ignored otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from plancore.decoding import decode
from plancore.instances import FoundFiles, ProblemFiles, stem_of
from plancore.json_toml import DocumentError
from plancore.model.run import ModelRun
from plancore.notation.runs.autoplanbench import is_log, read_log
from plancore.notation.runs.planbench import is_results, read_results
from plancore.notation.runs.values import attempt_of
from plancore.report.runs.document import UnusableRun
from plancore.simulate.task import Task
from planeval.runs.overview import own_file
from planfiles.documents import json_in
from planfiles.errors import UserError
from planfiles.files import by_numbers, read_text
from planfiles.folders import files_by_content, files_in, holds_model
from planfiles.models import load_domain, load_problem
from planfiles.starts import start_of
from planfiles.surroundings import name_of

_FLAG: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\bTrue\s*\|\s*False\b|\bTrue\b|\bFalse\b')


_Path: TypeAlias = Annotated[str, Meta(min_length=1, description="a path")]
_Flag: TypeAlias = Annotated[
    bool | Literal["true", "false", "True", "False", "TRUE", "FALSE"],
    Meta(description="true or false"),
]


class _Entry(Struct, forbid_unknown_fields=True):
    """A request in a file."""

    generated_plans_path: _Path
    evaluation_results_file: _Path | None = None
    gold_plan_dir: _Path | None = None
    is_complete_plan: _Flag | None = None
    summarized: _Flag | None = None
    domain: _Path | None = None
    problems: _Path | None = None


class RunsRequest(NamedTuple):
    """Runs to evaluate. `logs` is a file or folder, `gold` a folder of plans to compare with. With
    `domain` and `problems`, a file or a folder, runs are executed again. `is_complete_plan` is the
    kind of the runs, None if not stated. The results file has a row for each run unless it
    `is_summary`."""

    logs: str
    gold: str | None = None
    results_file: str | None = None
    is_complete_plan: bool | None = None
    domain: str | None = None
    problems: str | None = None
    is_summary: bool = True


def read_requests(path: str) -> list[RunsRequest]:
    """The requests in a file. Raises UserError."""
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
    """Raise UserError if a results file is a directory, or would overwrite another one or an input.
    Earlier results files within an input folder may be overwritten."""
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
    """The role of a file in the requests, and whether it is only inside a folder of a request."""

    what: str
    is_inside: bool = False


def _read_files(requests: Sequence[RunsRequest], path: str) -> dict[str, _ReadFile]:
    """All inputs of the requests, by real path: files, folders, and the files in folders."""
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
    """The path of an input: in `folder` if it exists there, else unchanged."""
    beside = os.path.join(folder, path or "")
    return beside if path and os.path.exists(beside) else path


def _written(path: str | None, folder: str) -> str | None:
    """The path of a results file: in `folder`, unless its folder exists only where we are."""
    if path is None:
        return None
    beside = os.path.join(folder, path)
    is_there = os.path.isdir(os.path.dirname(path) or os.curdir)
    return path if is_there and not os.path.isdir(os.path.dirname(beside) or os.curdir) else beside


def _json_flag(text: str) -> str:
    if text.startswith('"'):
        return text
    return "null" if "|" in text else text.lower()


# The planning tasks of runs, each made once.


class Tasks:
    """A domain, with problems found by the names of instances in a folder. If `problems` is a file,
    it is for all instances. Raises UserError if the domain or the folder cannot be read; `tell` is
    called with errors in the files."""

    def __init__(self, domain: str, problems: str, tell: Callable[[str], None]) -> None:
        self._domain = load_domain(domain, tell)
        self._tell = tell
        self._only = None if os.path.isdir(problems) else problems
        files = [problems] if self._only else _models_in(problems)
        others = [file for file in files if file != domain or start_of(file).problem]
        self._files = ProblemFiles(
            [file for file in others if may_be_problem(file)] or others, name_of
        )
        self._tasks: dict[str, Task | str] = {}

    def problem_of(self, name: str | None, *, is_file: bool) -> FoundFiles:
        """The problem of a run: `name` is the instance in its log, or with `is_file` the path of
        its file; None if neither names an instance."""
        if self._only is not None:
            return FoundFiles(self._only)
        if name is None:
            return FoundFiles(None, "unknown instance for this plan")
        return self._files.problem_of(name) if is_file else self._files.problem_named(name)

    def instance_of(self, problem: str) -> str | None:
        """The name of the instance of a problem; None for a single file, which is for all."""
        return None if self._only is not None else self._files.name_of(problem)

    def task_of(self, problem: str) -> Task | str:
        """The task of a problem, or the error."""
        if problem not in self._tasks:
            self._tasks[problem] = self._read(problem)
        return self._tasks[problem]

    def _read(self, path: str) -> Task | str:
        try:
            return Task(self._domain, load_problem(path, self._tell))
        except UserError as error:
            return error.message


_VERSION: Final = re.compile(
    r"(?P<home>(?:.*/)?)(?:(?P<is_adapted>adapted_)[^/]*|orig_[^/]*|not_selected_[^/]*|gold_plans)/[^/]*"
)
_SHOWN: Final = "/orig_few_shot_instance/"


class Versions(NamedTuple):
    """Files without the `older` versions of instances; `shown` are the names of instances that a
    model saw as examples, in AutoPlanBench `instance-0`."""

    files: list[str]
    older: list[str]
    shown: frozenset[str]


def adapted_versions(paths: Iterable[str]) -> Versions:
    """Remove the older files if instances exist in two versions. AutoPlanBench has both in a
    folder: `adapted_instances` with `adapted_gold_plans`, made from `orig_problems` with
    `orig_gold_plans`."""
    files = list(paths)
    kinds = [_VERSION.fullmatch(file.replace("\\", "/")) for file in files]
    homes = {kind["home"] for kind in kinds if kind is not None and kind["is_adapted"]}
    is_older = [
        kind is not None and not kind["is_adapted"] and kind["home"] in homes for kind in kinds
    ]
    older = [file for file, old in zip(files, is_older, strict=True) if old]
    shown = (stem_of(file) for file in older if _SHOWN in file.replace("\\", "/"))
    kept = [file for file, old in zip(files, is_older, strict=True) if not old]
    names = frozenset(shown) or frozenset(["instance-0"] if homes else [])
    return Versions(kept, older, names)


def _models_in(folder: str) -> list[str]:
    """The domains and problems below a folder. Raises UserError if it has no files."""
    found = files_by_content(folder)
    if not any(found):
        raise UserError(f"no file found in the directory {folder}")
    return adapted_versions(found.models).files


def is_domain_name(path: str) -> bool:
    """Whether a file has the name of a domain; an unreadable problem is known by its name only."""
    return "domain" in os.path.basename(path).lower()


def may_be_problem(path: str) -> bool:
    """Whether a file named like a model may be a problem: by its start, else by its name."""
    start = start_of(path)
    return start.problem or not (start.domain or is_domain_name(path))


# Read logs of runs: AutoPlanBench's, PlanBench's, or single plans.


@dataclass(slots=True)
class Logs:
    """The runs that could be read, the files left out because they are not logs, and an error
    message for each damaged file; `n_skipped` is the number of domains and problems among them."""

    n_skipped: int = 0
    runs: list[ModelRun] = field(default_factory=list)
    left_out: list[UnusableRun] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def plans_and_logs_in(path: str) -> list[str]:
    """All files below a folder except domains and problems, which are often next to plans; or only
    `path` itself if it is a file. Raises UserError for a folder without files."""
    return [file for file in files_in(path) if file == path or not holds_model(file)]


def read_logs(path: str) -> Logs:
    """All runs in a file or in the files below a folder, sorted by name and the numbers in it.

    Logs are recognised by their first line, PlanBench's results as JSON or JSON lines; other files
    are plans, except domains, problems, and reports and results files of planeval. Raises UserError
    for a folder without files.
    """
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
    """The errors in a file, as one message: damage to one line usually affects all lines."""
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
    # A single plan is one attempt at a complete plan.
    return [ModelRun(stem_of(path), True, (attempt_of(text),), None, answers=(text,))], []

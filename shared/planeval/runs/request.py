"""Which runs are to be evaluated, and with what.

A file of requests is what AutoPlanBench describes, with `domain` and `problems` added. Flags of
Python are no JSON, but stand in that description: `True | False`, copied as it is, says nothing::

    requests = {"data_to_eval": [request*]} | [request*]
    request  = {"generated_plans_path": path, "evaluation_results_file": path?,
                "gold_plan_dir": path?, "is_complete_plan": flag?,
                "domain": path?, "problems": path?}
    flag     = true | false | True | False | "true" | "false" | True "|" False

A path is relative to the folder of the file or, where nothing is there, to the working directory;
that of a results file, whose folder need not be there, to the first of them in which its folder is,
else to the folder of the file. What is none of this is told, and nothing is done: a name that is
misspelt would leave out what it was to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from plancore.decoding import decode
from plancore.json_toml import DocumentError
from planeval.runs.own_tables import own_file
from planfiles.documents import json_in
from planfiles.files import read_text
from planfiles.folders import files_in
from planfiles.trouble import Trouble

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
    domain: _Path | None = None
    problems: _Path | None = None


class Request(NamedTuple):
    """Runs to evaluate. `logs` is a file or folder, `gold` a folder of plans to compare with. They
    are executed again where `domain` and `problems`, a file or a folder, are there.
    `is_complete_plan` is None where nobody says of which kind the runs are."""

    logs: str
    gold: str | None = None
    results_file: str | None = None
    is_complete_plan: bool | None = None
    domain: str | None = None
    problems: str | None = None


def read_requests(path: str) -> list[Request]:
    """The requests of a file. Raises Trouble."""
    text = read_text(path)
    whole = json_in(_FLAG.sub(lambda match: _json_flag(match[0]), text), path)
    entries = whole.get("data_to_eval") if isinstance(whole, dict) else whole
    if not isinstance(entries, list) or not entries:
        raise Trouble(f'{path}: there is no list under "data_to_eval"')
    folder = os.path.dirname(path)
    requests = list(_requests(entries, path, folder))
    _refuse_lost_files(requests, path)
    return requests


def _refuse_lost_files(requests: Sequence[Request], path: str) -> None:
    """Raises Trouble where a results file would be written over another, over what is read, or
    cannot be one. An earlier results file in a folder that is read may be written over."""
    read = _read_files(requests, path)
    written: dict[str, int] = {}
    for number, request in enumerate(requests, start=1):
        if request.results_file is None:
            continue
        where, name = os.path.realpath(request.results_file), request.results_file
        if os.path.isdir(where):
            raise Trouble(f"{path}: entry {number} writes {name}, which is a folder")
        if where in read and not (read[where].is_inside and _is_earlier(where)):
            raise Trouble(f"{path}: entry {number} writes {name}, which is {read[where].what}")
        if where in written:
            raise Trouble(f"{path}: entries {written[where]} and {number} both write {name}")
        written[where] = number


class _ReadFile(NamedTuple):
    """What a file is to the requests; whether it only stands in a folder that is named."""

    what: str
    is_inside: bool = False


def _read_files(requests: Sequence[Request], path: str) -> dict[str, _ReadFile]:
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
    except Trouble:  # nothing is in it
        return []


def _is_earlier(path: str) -> bool:
    try:
        return own_file(read_text(path)) is not None
    except Trouble:
        return False


def _requests(entries: list[object], path: str, folder: str) -> Iterator[Request]:
    for number, entry in enumerate(entries, start=1):
        try:
            read = decode(entry, _Entry)
        except DocumentError as error:
            raise Trouble(f"{path}: entry {number}: {error}") from None
        flag = read.is_complete_plan
        yield Request(
            _found(read.generated_plans_path, folder) or "",
            _found(read.gold_plan_dir, folder),
            _written(read.evaluation_results_file, folder),
            flag.lower() == "true" if isinstance(flag, str) else flag,
            _found(read.domain, folder),
            _found(read.problems, folder),
        )


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

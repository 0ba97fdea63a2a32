"""Collect the results files of a folder.

Tables and pages that planeval itself has written may be among results files and logs; they are
recognised and left out.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Mapping
from typing import Final

from plancore.json_toml import DocumentError, json_value
from plancore.report.instances import data as instances
from plancore.report.instances.document import InstanceTable
from plancore.report.overview import data as overview
from plancore.report.overview.data import LeftOutFile, Overview
from plancore.report.runs import data as runs
from plancore.report.runs.document import RunsReport, is_results_text, read_results
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.folders import files_in


def gather(folder: str, output: str | None = None) -> Overview:
    """The values in the results files below `folder`, by relative path. Tables and pages written by
    planeval are left out; an earlier overview in `output` is left out silently. Raises UserError
    for a folder without files."""
    files: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    left_out: list[LeftOutFile] = []
    earlier = output if output is not None and is_own_file(output) else None
    for path in files_in(folder):
        if earlier is not None and os.path.samefile(path, earlier):
            continue
        name = os.path.relpath(path, folder) if path != folder else os.path.basename(path)
        name = name.replace(os.sep, "/")
        if path.lower().endswith(PARQUET):
            left_out.append(LeftOutFile(name, "it is a Parquet table"))
            continue
        try:
            text = read_text(path)
        except UserError as trouble:
            problems.append(trouble.message)
            continue
        what = own_table(text)
        if what is not None:
            left_out.append(LeftOutFile(name, f"it is {what}"))
            continue
        values, errors = read_results(text)
        if values:
            files[name] = values
        else:
            errors = ["no values"]
        problems += [f"{path}: {error}" for error in errors]
    return Overview(files, tuple(problems), tuple(left_out))


_HEADS: Final[Mapping[str, tuple[object, ...]]] = {
    "an overview": tuple(next(overview.rows(Overview({})))),
    "a table of instances": tuple(next(instances.rows(InstanceTable(())))),
    "a table of runs": tuple(next(runs.rows(RunsReport(())))),
    "AutoPlanBench's table of instances": ("domain", "few-shot_goal"),
}
"""The first column names of tables."""
_DOCUMENTS: Final[Mapping[str, str]] = {
    overview.DOCUMENT.format: "an overview",
    instances.DOCUMENT.format: "a table of instances",
    runs.DOCUMENT.format: "a report on runs",
}
_TITLES: Final = {
    "# Overview": "an overview",
    "# Instances": "a table of instances",
    "# Runs": "a report on runs",
}
_RUNS: Final = re.compile(
    r"(?:# )?\S.*  [0-9]+ runs?, "
    r"(?:as logged|(?:[0-9]+ of them )?executed again)(?:; [0-9]+ not read)?(?:; [0-9]+ left out)?"
)
"""The first line of a report on runs, as text and as Markdown."""
_PRINTED: Final = {"Eval file  ": "an overview", "domain  instances  ": "a table of instances"}
PARQUET: Final = ".parquet"
"""The extension of binary tables."""


def own_table(text: str) -> str | None:
    """A description of a text that planeval has written as a table or page; None for anything else,
    such as a results file."""
    first, _, rest = text.partition("\n")
    first = first.strip()
    for separator in "\t,":
        cells = tuple(next(csv.reader([first], delimiter=separator), ()))
        for what, head in _HEADS.items():
            if cells[: len(head)] == head:
                return what
    if first.lower().startswith("<!doctype html"):
        return "an HTML page"
    if first == "{":
        return _DOCUMENTS.get(_format_of(text))
    for start, what in _PRINTED.items():
        if first.startswith(start):
            return what
    if _RUNS.fullmatch(first):
        return "a report on runs"
    return _TITLES.get(first) if rest.startswith("\n") else None


def own_file(text: str) -> str | None:
    """As `own_table`, but also describes results files, which `planeval runs` writes."""
    return own_table(text) or ("a results file" if is_results_text(text) else None)


def is_own_file(path: str) -> bool:
    """Whether a file is a table or page of planeval; False if it cannot be read."""
    if not os.path.isfile(path):
        return False
    if path.lower().endswith(PARQUET):
        return True
    try:
        return own_table(read_text(path)) is not None
    except UserError:
        return False


def _format_of(text: str) -> str:
    """The `format` of a JSON document; empty if it has none."""
    try:
        document = json_value(text, is_log=True)
    except DocumentError:
        return ""
    name = document.get("format") if isinstance(document, dict) else None
    return name if isinstance(name, str) else ""

"""The results files of a folder."""

from __future__ import annotations

import os

from plancore.report.overview.review import LeftOutFile, Overview
from plancore.report.runs.results import read_results
from planeval.runs.own_tables import PARQUET, is_own_file, own_table
from planfiles.files import read_text
from planfiles.folders import files_in
from planfiles.trouble import Trouble


def gather(folder: str, output: str | None = None) -> Overview:
    """The values of the results files below `folder`, called as they are there. Tables and pages
    that the same commands write are left out, and so, without a word, is an earlier one in
    `output`, which was written from the others. Raises Trouble for a folder without files."""
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
            left_out.append(LeftOutFile(name, "it is a table in Parquet"))
            continue
        try:
            text = read_text(path)
        except Trouble as trouble:
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
            errors = ["there is no value in it"]
        problems += [f"{path}: {error}" for error in errors]
    return Overview(files, tuple(problems), tuple(left_out))

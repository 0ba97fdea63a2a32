"""The results files of a folder."""

from __future__ import annotations

import os

from plancore.report.overview.review import Overview
from plancore.report.runs.results import read_results
from planfiles.files import read_text
from planfiles.folders import files_in
from planfiles.trouble import Trouble


def gather(folder: str, output: str | None = None) -> Overview:
    """The values of the results files below `folder`, called as they are there. `output` is none of
    them: it was written from them. Raises Trouble for a folder without files."""
    files: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    for path in files_in(folder):
        if output is not None and os.path.exists(output) and os.path.samefile(path, output):
            continue
        try:
            values, faults = read_results(read_text(path))
        except Trouble as trouble:
            problems.append(trouble.message)
            continue
        if values:
            name = os.path.relpath(path, folder) if path != folder else os.path.basename(path)
            files[name.replace(os.sep, "/")] = values
        else:
            faults = ["there is no value in it"]
        problems += [f"{path}: {fault}" for fault in faults]
    return Overview(files, tuple(problems))

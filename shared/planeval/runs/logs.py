"""Logs of runs read from files: AutoPlanBench's, PlanBench's, or plans alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from plancore.model.run import Run
from plancore.notation.runs.autoplanbench import read_log
from plancore.notation.runs.planbench import read_results
from plancore.notation.runs.values import attempt_of
from plancore.report.runs.review import LeftOut
from planeval.runs.instances import stem_of
from planeval.runs.own_tables import own_file
from planfiles.files import read_text
from planfiles.folders import by_numbers, files_in, is_model_name
from planfiles.trouble import Trouble


@dataclass(slots=True)
class Logs:
    """The runs that could be read, what was left out as no log, and a line for each file that is
    damaged."""

    runs: list[Run] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def plans_and_logs_in(path: str) -> list[str]:
    """All files below a folder but those named like domains and problems, which often stand beside
    plans; a file itself, whatever it is called. Raises Trouble for a folder without files."""
    return [
        file for file in files_in(path) if file == path or not is_model_name(os.path.basename(file))
    ]


def read_logs(path: str) -> Logs:
    """All runs of a file, or of the files below a folder, in order of names and of the numbers in
    them: logs end in `.jsonl`, result files in `.json`, everything else but domains and problems is
    a plan, but for reports and results files of ours. Raises Trouble for a folder without files."""
    logs = Logs()
    for file in sorted(plans_and_logs_in(path), key=by_numbers):
        try:
            text = read_text(file)
        except Trouble as trouble:
            logs.problems.append(trouble.message)
            continue
        what = own_file(text)
        if what is not None:
            logs.left_out.append(LeftOut(stem_of(file), f"it is {what}", file))
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


def _runs(path: str, text: str) -> tuple[list[Run], list[str]]:
    if path.endswith(".jsonl"):
        run, problems = read_log(text, stem_of(path))
        if run is None and not problems:
            problems = ["this is no log of a run: its header is missing"]
        return ([] if run is None else [run]), problems
    if path.endswith(".json") and '"instances"' in text:
        runs, problems = read_results(text)
        return list(runs), problems
    # A plan alone is one attempt at a complete plan.
    return [Run(stem_of(path), True, (attempt_of(text),), None)], []

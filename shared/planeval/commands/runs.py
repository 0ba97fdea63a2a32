"""`planeval runs`: evaluate logs of language models that were asked for plans."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_report, printed
from planeval.outcome import Outcome
from planfiles.command import Progress
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.runs.document import RunsReport

SUMMARY: Final = "evaluate logs of language models that were asked for plans"
DESCRIPTION: Final = """\
Evaluate logs of language models that were asked for plans.

  planeval runs LOGS…        one experiment each: logs of AutoPlanBench, result files of PlanBench
                             (.json), plans, or directories of these
  planeval runs -d REQUESTS  the experiments that a file lists, in the format of AutoPlanBench;
                             each evaluation_results_file in it is written

exit status: 0 success, 2 unreadable file, or nothing to evaluate"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("logs", nargs="*", metavar="LOGS", help="log, plan, or directory of them")
    parser.add_argument("-d", "--data", metavar="REQUESTS", help="list of experiments")
    parser.add_argument(
        "--gold", metavar="DIRECTORY", help="reference plans, for comparing lengths"
    )
    parser.add_argument(
        "--domain",
        metavar="FILE",
        help="execute the plans of the models in this domain, and report where logs disagree",
    )
    parser.add_argument(
        "--problems", metavar="PATH", help="problems of the instances: a directory, or one file"
    )
    add_report(parser, "runs")


def run(options: argparse.Namespace) -> int:
    """Evaluate; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[RunsReport]:
    """Report the metrics of the runs, and write the requested results files. Raises UserError."""
    from plancore.report.runs.data import records
    from plancore.report.runs.document import RunsReport, results_text, rows_text
    from planeval.runs.measuring import measure
    from planeval.runs.request import RunsRequest, read_requests
    from planfiles.writing import make_folder, write_text

    if bool(options.logs) == bool(options.data):
        raise UserError("expected either LOGS or -d REQUESTS (see planeval runs --help)")
    if bool(options.domain) != bool(options.problems):
        raise UserError("--domain and --problems need each other")
    for path in options.logs:
        if not os.path.exists(path):
            raise UserError(f"cannot read {path}: no such file")
    requests = [
        RunsRequest(logs, options.gold, domain=options.domain, problems=options.problems)
        for logs in options.logs
    ]
    if options.data:
        requests = read_requests(options.data)
    experiments = tuple(measure(request, progress.checkpoint) for request in requests)
    for request, experiment in zip(requests, experiments, strict=True):
        # The zeros of an empty experiment would look like one in which everything failed.
        if request.results_file is not None and experiment.runs:
            make_folder(os.path.dirname(request.results_file) or os.curdir)
            one = RunsReport((experiment,))
            text = results_text(experiment) if request.is_summary else rows_text(records(one))
            write_text(request.results_file, text)
    report = RunsReport(experiments)
    problems = tuple(line for entry in experiments for line in entry.problems)
    return Outcome(report, report.status, problems)

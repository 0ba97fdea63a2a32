"""`planeval problem`: a problem compared with its reference."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, complain, write_lines, write_out

NAME: Final = "problem"
SUMMARY: Final = "compare a problem with its reference"
DESCRIPTION: Final = """\
Compare a problem with its reference: objects, initial state, goal, metric, constraints.

  planeval problem LEARNED REFERENCE

says which facts and conditions are missing (-), extra (+) or changed (~), and whether the problems
differ in names of objects only.

Exit status: 0 no difference, 1 there are differences, 2 trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help="the problem to compare")
    parser.add_argument("reference", metavar="REFERENCE", help="the problem to compare with")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--mapping", metavar="FILE", help="names that mean the same (TOML or JSON)")


def run(options: argparse.Namespace) -> int:
    """Compare; returns the exit code."""
    from plancore.compare.correspondence import SAME_NAMES
    from plancore.compare.problems import compare_problems, problem_equivalence
    from planeval.domain.codecs import load_mapping
    from planeval.problem.report import ProblemComparison, json_report, text_report
    from planfiles.models import load_problem

    errors: list[str] = []
    learned = load_problem(options.learned, errors.append)
    reference = load_problem(options.reference, errors.append)
    mapping = load_mapping(options.mapping) if options.mapping else SAME_NAMES
    diff = compare_problems(learned, reference, mapping)
    comparison = ProblemComparison(
        options.learned, options.reference, diff, problem_equivalence(learned, reference)
    )
    render = json_report if options.format == "json" else text_report
    write = write_out if options.format == "json" else write_lines
    write(render(comparison))
    for error in errors:
        complain("planeval", error)
    if errors:
        return Exit.TROUBLE
    return Exit.SAME if diff.is_same else Exit.DIFFERENT

"""`planlsp show`: views of a domain and a problem."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, output_width, wants_colour, write_out
from planfiles.parser import add_format

NAME: Final = "show"
SUMMARY: Final = "show types, predicates by actions, and the initial state"
DESCRIPTION: Final = """\
Show a domain: its types, which action needs, adds or deletes which predicate, and which actions
enable others. With a problem also its objects and its initial state, a table for each
predicate. HTML has them as drawings.

exit status: 0 success, 2 error"""
_FORMATS: Final = ("text", "markdown", "html", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp show`."""
    parser.add_argument("domain", metavar="DOMAIN", help="domain file")
    parser.add_argument("problem", metavar="PROBLEM", nargs="?", help="problem file")
    add_format(parser, _FORMATS)
    parser.add_argument("-o", "--output", metavar="FILE", help="write the report to FILE")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the views; return the exit status. Raises UserError."""
    from plancore.report.model.document import Model
    from plancore.report.registry import Style, render
    from planfiles.errors import UserError
    from planfiles.models import problem_of, read_file
    from planfiles.writing import refuse_named, write_text

    file = read_file(arguments.domain)
    definition = file.first("domain")
    if definition is None:
        raise UserError(f"{arguments.domain} has no domain")
    problem = None if arguments.problem is None else problem_of(read_file(arguments.problem))
    model = Model(file, definition, problem, arguments.problem or "")
    if arguments.output is not None:
        refuse_named(arguments.output, (arguments.domain, arguments.problem or ""))
        write_text(arguments.output, render(model, arguments.format))
        return Exit.SAME
    style = Style(colour=wants_colour(arguments.color), width=output_width())
    write_out(render(model, arguments.format, style))
    return Exit.SAME

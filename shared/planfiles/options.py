"""Options that several commands and programs share, with one text for each."""

from __future__ import annotations

import argparse
from typing import Final

LEARNED: Final = "learned or generated domain"
REFERENCE: Final = "reference domain"
ALIGN: Final = "match actions, predicates and types that have different names before comparing"
ALIGN_BY_DEFAULT: Final = f"{ALIGN} (default: if they share almost no names)"
NO_EVIDENCE: Final = "ignore problems and plans found next to the domains"
MAPPING: Final = "name mapping (JSON or TOML): learned name to reference name"
SAVE_MAPPING: Final = "write the inferred name mapping to FILE"
STRICT: Final = "exit 2 if a file has errors"
JOBS: Final = "number of processes (default: one per processor)"
PATH: Final = "file, or directory to search for files"
METRICS: Final = "print all scores"
COLOR: Final = "colour the output (default: auto, on a terminal unless NO_COLOR is set)"
COLORS: Final = ("auto", "always", "never")
QUIET: Final = "print errors only; the result is the exit status"

SEPARATION: Final = "difference below which two times are equal (default: 0.0001)"
DURATION_TOLERANCE: Final = (
    "allowed deviation of a duration from its constraint (default: half a unit of its last "
    "printed decimal, at least 0.0001)"
)

COMPARED: Final = "exit status: 0 no differences, 1 differences, 2 error"


def add_tolerances(parser: argparse.ArgumentParser) -> None:
    """Add the options for the tolerances of times in plans."""
    parser.add_argument("--tolerance", type=tolerance, default=None, metavar="T", help=SEPARATION)
    parser.add_argument(
        "--duration-tolerance", type=tolerance, default=None, metavar="T", help=DURATION_TOLERANCE
    )


def tolerance(text: str) -> float:
    """A tolerance of times in [0, 1]; raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a tolerance from 0 to 1")
    return value


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options for the output of a report."""
    parser.add_argument("-q", "--quiet", action="store_true", help=QUIET)
    parser.add_argument("--color", choices=COLORS, default="auto", help=COLOR)
    add_no_color(parser)


def add_no_color(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--no-color`, an alias that other programs have."""
    parser.add_argument(
        "--no-color", dest="color", action="store_const", const="never", help=argparse.SUPPRESS
    )


def add_format(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    """Add the option for the format of a report, and those of `add_output`."""
    parser.add_argument(
        "--format", choices=formats, default="text", help="output format (default: %(default)s)"
    )
    add_output(parser)

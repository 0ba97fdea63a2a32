"""Printing a report."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from plancore.report.registry import render
from plandiff.terminal import report_style
from planfiles.command import is_terminal, write_lines, write_out

if TYPE_CHECKING:
    from plancore.report.registry import Report
    from plandiff.options import Options


_RAW: Final = ("csv", "github")
"""Formats that hand on what names hold as it is."""


def print_review(review: Report, options: Options) -> None:
    """Print a report in the format asked for, by default text."""
    name, style = options.format or "text", report_style(options)
    # A patch is exact where `patch` reads it; where a person does, no terminal obeys what is in it.
    is_looked_at = name == "unified" and is_terminal(sys.stdout) and not style.colour
    write = write_lines if name in _RAW or is_looked_at else write_out
    write(render(review, name, style))

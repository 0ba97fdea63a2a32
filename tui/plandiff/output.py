"""Printing a report."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from plancore.report.registry import render
from plandiff.terminal import report_style, shows_only_ascii
from planfiles.command import is_terminal, write_lines, write_out

if TYPE_CHECKING:
    from plancore.report.registry import Report
    from plandiff.options import Options


_RAW: Final = ("csv", "github")
"""Formats that hand on what names hold as it is."""
_FOR_PEOPLE: Final = ("text", "side-by-side")


def print_review(review: Report, options: Options) -> None:
    """Print a report in the format asked for, by default text.

    What people read is in the characters that their terminal shows; what goes into a file or to
    another program is the same in every locale.
    """
    name, style = options.format or "text", report_style(options)
    is_read = is_terminal(sys.stdout)
    # A patch is exact where `patch` reads it; where a person does, no terminal obeys what is in it.
    is_looked_at = name == "unified" and is_read and not style.colour
    write = write_lines if name in _RAW or is_looked_at else write_out
    text = render(review, name, style)
    if name in _FOR_PEOPLE and is_read and shows_only_ascii(os.environ):
        from plancore.report.signs import in_ascii

        text = in_ascii(text)
    write(text)

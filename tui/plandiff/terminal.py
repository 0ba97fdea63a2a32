"""Properties of the terminal, and printing to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final

from plancore.phrases import SIDES
from plancore.report.lines import Link
from plancore.report.registry import Report, Style, render
from plandiff.options import Options
from planfiles.command import is_terminal, output_width, wants_colour, write_lines, write_out
from planfiles.files import STDIN

TERMINAL = "/dev/tty"


def viewer_can_open(files: tuple[str, ...]) -> bool:
    """Whether the process is interactive.

    The viewer paints to standard error and reads keys from standard input; if a file is read from
    standard input, it needs a terminal to read keys from.
    """
    if is_served():
        return True
    if not (is_terminal(sys.stdout) and is_terminal(sys.stderr)):
        return False
    if os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(sys.stdin) or (STDIN in files and _has_terminal())


def is_served() -> bool:
    """Whether the viewer is shown in a browser (`plandiff.browser`)."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def keep_from_writing(options: Options) -> bool:
    """Forbid this process to write files if it is used from a browser without `--writable`. Returns
    whether it is forbidden."""
    is_read_only = is_served() and not options.writable
    if is_read_only:
        # Imported late: rarely needed.
        from planfiles.writing import forbid_writing

        forbid_writing("the browser may not write files; --writable allows it")
    return is_read_only


def take_keys_from_terminal() -> None:
    """Make the terminal standard input, after a file was read from standard input."""
    if not is_terminal(sys.stdin) and not is_served():
        handle = os.open(TERMINAL, os.O_RDONLY)
        os.dup2(handle, 0)
        os.close(handle)


def terminal_is_gone() -> bool:
    """Whether the terminal that the viewer paints to was closed."""
    return not (is_served() or is_terminal(sys.__stderr__))


def shows_only_ascii(environment: Mapping[str, str]) -> bool:
    """Whether the locale is set to a character set other than UTF-8."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "UTF-8")
    return "utf8" not in locale.casefold().replace("-", "")


def is_one_of_many(environment: Mapping[str, str]) -> bool:
    """Whether git started this process for one of several files, with `git difftool` or as external
    diff. An exit status of 126 or more ends git's loop."""
    return bool({"GIT_DIFF_TOOL", "GIT_DIFF_PATH_COUNTER"} & environment.keys())


def name_sides(environment: Mapping[str, str]) -> None:
    """Call the sides old and new if git chose the files, instead of learned and reference."""
    if is_one_of_many(environment) or "GIT_DIFFTOOL_DIRDIFF" in environment:
        SIDES.name_versions()


def has_light_background(environment: Mapping[str, str]) -> bool:
    """Whether the terminal reports a light background.

    COLORFGBG, of rxvt, Konsole, iTerm2 and our extension for VS Code, is "foreground;background"
    with numbers of the sixteen colours, perhaps with another field in between. As in Vim, 0 to 6
    and 8 are dark. In a browser, the variable does not apply.
    """
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return background in {"7", *map(str, range(9, 16))} and not is_served()


def report_style(options: Options) -> Style:
    """The style of the text report: colours, width and links."""
    colour = wants_colour(options.color)
    to_terminal = is_terminal(sys.stdout)
    is_shown = colour and to_terminal
    link = _linker(options, is_shown=is_shown)
    width = options.width or output_width()
    return Style(
        colour=colour,
        width=width,
        link=link,
        explains=options.explain,
        metrics=options.metrics,
        to_terminal=to_terminal,
    )


def viewer_links(options: Options) -> Link | None:
    """What makes links in the viewer; None in a browser, which opens no local files."""
    is_shown = not (is_served() or os.environ.get("NO_COLOR"))
    return _linker(options, is_shown=is_shown)


def _linker(options: Options, *, is_shown: bool) -> Link | None:
    if options.links == "never" or (options.links == "auto" and not is_shown):
        return None
    # Imported late: not needed without links.
    from plandiff.links import linker

    return linker(options.links, options.link_format, os.environ, is_coloured=is_shown)


def _has_terminal() -> bool:
    try:
        os.close(os.open(TERMINAL, os.O_RDONLY))
    except OSError:
        return False
    return True


_RAW: Final = ("csv", "github")
"""Formats that contain names unchanged, so that control characters must be removed for a
terminal."""
_FOR_PEOPLE: Final = ("text", "side-by-side")


def print_review(review: Report, options: Options) -> None:
    """Print a report in the format of the options, by default text.

    On a terminal it has only characters that the locale supports; in files and pipes it is the same
    in all locales.
    """
    if options.quiet:
        return
    name, style = options.format or "text", report_style(options)
    is_read = is_terminal(sys.stdout)
    # A patch is exact in files and pipes, and has no control characters on a terminal.
    is_looked_at = name == "unified" and is_read and not style.colour
    write = write_lines if name in _RAW or is_looked_at else write_out
    text = render(review, name, style)
    if name in _FOR_PEOPLE and is_read and shows_only_ascii(os.environ):
        from plancore.report.marks import in_ascii

        text = in_ascii(text)
    write(text)

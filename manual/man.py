"""Man pages, one per command: `planeval-domain.1` is that of `planeval domain`.

They use man(7) macros, which groff and mandoc both support. No library suits: argparse-manpage
reflows manually formatted lines, and splits the names of subcommands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from manual.parsers import Command, Group, commands
from planfiles.version import __version__

SECTION: Final = 1
_WIDTH: Final = 70


def pages() -> dict[str, str]:
    """The text of each page, by file name."""
    listed = tuple(commands())
    names = [_name(command) for command in listed]
    return {
        f"{_name(command)}.{SECTION}": "\n".join(_page(command, names)) + "\n" for command in listed
    }


def _name(command: Command) -> str:
    return command.name.replace(" ", "-")


def _page(command: Command, names: list[str]) -> Iterator[str]:
    name = _name(command)
    yield f'.TH {name.upper()} {SECTION} "" "planlsp {__version__}" "planlsp"'
    yield ".SH NAME"
    yield f"{_escaped(name)} \\- {_escaped(_first_line(command))}"
    yield ".SH SYNOPSIS"
    yield from _as_laid_out(command.usage(_WIDTH))
    yield ".SH DESCRIPTION"
    for at, block in enumerate(command.prose):
        if at:
            yield ".PP"
        if any(line.startswith(" ") for line in block.splitlines()):
            yield from _as_laid_out(block)
        else:
            yield from _lines(block)
    for group in command.groups:
        yield f'.SH "{_title(group).upper()}"'
        for argument in group.arguments:
            yield ".TP"
            yield f"\\fB{_escaped(argument.spelt)}\\fR"
            yield from _lines(argument.help)
    others = [other for other in names if _is_near(name, other)]
    yield '.SH "SEE ALSO"'
    yield ", ".join(f"\\fB{_escaped(other)}\\fR({SECTION})" for other in others)


def _title(group: Group) -> str:
    """The title of a group, or else the kind of its arguments."""
    first = group.arguments[0]
    kind = "commands" if first.is_command else "options"
    return group.title or (kind if first.is_command or first.spelt.startswith("-") else "arguments")


def _first_line(command: Command) -> str:
    return command.summary.rstrip(".").replace("\n", " ")


def _is_near(name: str, other: str) -> bool:
    """Whether the page of a command refers to another one: to programs, and to its own
    subcommands."""
    is_program = "-" not in other
    return name != other and (is_program or other.startswith(f"{name}-"))


def _as_laid_out(text: str) -> Iterator[str]:
    yield ".nf"
    yield from _lines(text)
    yield ".fi"


def _lines(text: str) -> Iterator[str]:
    """The lines, escaped so that none is a request."""
    for line in text.splitlines():
        shown = _escaped(line)
        yield f"\\&{shown}" if shown.startswith((".", "'")) else shown


def _escaped(text: str) -> str:
    """Escape backslashes, and hyphens so that they can be copied; as ASCII, which every formatter
    reads."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in text)

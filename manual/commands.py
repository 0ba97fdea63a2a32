"""The page of all commands: their `--help` as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from manual.parsers import Argument, Command, commands

_WIDTH: Final = 100
_HEAD: Final = """\
# Commands

Every command with all its arguments, as in `--help`. In addition, each program has `completion
bash`, `zsh` or `fish`, and `--version`; `plandiff` has `canon`, `git-setup` and `merge-driver`
([git](git.md)). The pages of the commands describe their terms and output.
"""


def pages() -> dict[str, str]:
    """The text of the page, by its path from the top of the repository."""
    sections = "\n".join("\n".join(_section(command)) for command in commands())
    return {"docs/reference/commands.md": f"{_HEAD}\n{sections}"}


def _section(command: Command) -> Iterator[str]:
    level = "##" if " " not in command.name else "###"
    yield f"{level} {command.name}"
    yield ""
    yield f"```text\n{command.usage(_WIDTH)}\n```"
    yield ""
    for block in command.prose:
        yield f"```text\n{block}\n```" if re.search(r"^ ", block, re.M) else _escaped(block)
        yield ""
    for group in command.groups:
        if group.title:
            yield f"*{group.title}*"
            yield ""
        yield "| argument | meaning |"
        yield "|---|---|"
        yield from (_row(command, argument) for argument in group.arguments)
        yield ""


def _row(command: Command, argument: Argument) -> str:
    if argument.is_command:
        name = f"[`{argument.spelt}`](#{command.name}-{argument.spelt})"
    else:
        # A bar would end the table cell.
        name = f"`{argument.spelt}`".replace("|", "\\|")
    return f"| {name} | {_escaped(argument.help)} |"


def _escaped(text: str) -> str:
    """Escape characters with a meaning in Markdown, except in code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _escaped_prose(part) for part in parts)


def _escaped_prose(text: str) -> str:
    return re.sub(r"([*_\[\]|])", r"\\\1", text.replace("<", "&lt;"))

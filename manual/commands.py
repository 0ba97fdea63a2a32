"""The page of all commands: what `--help` says of each, as tables."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Final

from manual.parsers import Command, commands

_WIDTH: Final = 100
_UNTITLED: Final = ("positional arguments", "options")
"""What groups of arguments are called that nobody has named."""
_HEAD: Final = """\
# Commands

Every command with all its arguments, as `--help` says them. Beside these each program has
`completion bash`, `zsh` or `fish`, and `--version`; `plandiff` has `canon`, `git-setup` and
`merge-driver`, which [plandiff and git](../how-to/git.md) tells of. What options mean in full is on
the pages of the commands.
"""


def pages() -> dict[str, str]:
    """The text of the page, by its path from the top of the repository."""
    sections = "\n".join("\n".join(_section(command)) for command in commands())
    return {"docs/reference/commands.md": f"{_HEAD}\n{sections}"}


def _section(command: Command) -> Iterator[str]:
    parser = command.parser
    level = "##" if " " not in command.name else "###"
    yield f"{level} {command.name}"
    yield ""
    yield "```text"
    yield _usage(parser)
    yield "```"
    yield ""
    yield _prose(parser.description)
    yield ""
    for group in parser._action_groups:
        shown = [action for action in group._group_actions if _is_shown(action)]
        rows = [row for action in shown for row in _rows(command, action)]
        if rows and group.title not in _UNTITLED:
            yield f"*{group.title}*"
            yield ""
        if rows:
            yield "| argument | meaning |"
            yield "|---|---|"
            yield from rows
            yield ""
    if parser.epilog:
        yield _prose(parser.epilog)
        yield ""


def _is_shown(action: argparse.Action) -> bool:
    is_common = {"--help", "--version"} & {*action.option_strings}
    return not is_common and action.help != argparse.SUPPRESS


def _usage(parser: argparse.ArgumentParser) -> str:
    """The lines of usage, in the width of a page whatever the terminal has."""
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, prefix="")
    return formatter.format_help().strip()


def _rows(command: Command, action: argparse.Action) -> Iterator[str]:
    """One row; of the subcommands one for each."""
    if isinstance(action, argparse._SubParsersAction):
        for below in action._choices_actions:
            anchor = f"{command.name}-{below.dest}"
            yield f"| [`{below.dest}`](#{anchor}) | {_escaped(below.help or '')} |"
        return
    # A bar would end the cell.
    name = f"`{_spelt(action)}`".replace("|", "\\|")
    yield f"| {name} | {_escaped((action.help or '') % {**vars(action), 'prog': ''})} |"


def _spelt(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else None
    if not action.option_strings:
        return metavar or action.dest
    if action.nargs == 0:
        return ", ".join(action.option_strings)
    if metavar is None and action.choices is not None:
        metavar = "|".join(map(str, action.choices))
    return f"{', '.join(action.option_strings)} {metavar or action.dest.upper()}"


def _prose(text: str | None) -> str:
    """Text of a command as Markdown; lines that are set apart by blanks stay so."""
    blocks = re.split(r"\n\s*\n", (text or "").strip())
    return "\n\n".join(
        f"```text\n{block}\n```" if re.search(r"^ ", block, re.M) else _escaped(block)
        for block in blocks
    )


def _escaped(text: str) -> str:
    """Outside of code, signs that Markdown would take for its own."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _escaped_prose(part) for part in parts)


def _escaped_prose(text: str) -> str:
    return re.sub(r"([*_\[\]|])", r"\\\1", text.replace("<", "&lt;"))

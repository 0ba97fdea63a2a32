"""Shell completion, made from the parser of a command.

shtab (MPL-2.0, no dependencies) writes the scripts: how four shells want to be told what may follow
is its knowledge, what may follow is in the parser.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

from planfiles.command import Exit, write_out
from planfiles.parser import Parser
from planfiles.trouble import Trouble

SHELLS: Final = ("bash", "zsh", "fish")
_HELP: Final = """\
usage: {program} completion bash|zsh|fish

Print a script for tab completion:
  bash  eval "$({program} completion bash)" in ~/.bashrc
  zsh   {program} completion zsh > a folder of $fpath, in a file called _{program}
  fish  {program} completion fish > ~/.config/fish/completions/{program}.fish
"""
_NO_FILES: Final = ("N", "MIB", "NAME", "LABEL", "SECONDS", "COLUMN", "CODE", "[HOST:]PORT")
"""Values that are no files, by what the help calls them; all others are."""


def print_completion(parser: Parser, arguments: list[str]) -> int:
    """Print the script for the shell in `arguments`; the exit status. Raises Trouble for others."""
    match arguments:
        case ["-h" | "--help"]:
            write_out(_HELP.format(program=parser.prog))
        case [shell] if shell in SHELLS:
            write_out(completion_script(parser, shell))
        case _:
            raise Trouble(f"{parser.prog} completion takes one of {', '.join(SHELLS)}")
    return Exit.SAME


def completion_script(parser: Parser, shell: str) -> str:
    """The script that completes what `parser` takes."""
    import shtab

    for action in _actions(parser):
        if action.help == argparse.SUPPRESS and not action.option_strings:
            action.help = "file"
        if not action.choices and action.nargs != 0 and action.metavar not in _NO_FILES:
            vars(action)["complete"] = shtab.FILE
    script: str = shtab.complete(parser, shell)
    return script


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All options and arguments of a parser and of its subcommands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            subparsers: dict[str, Any] = action.choices
            for subparser in subparsers.values():
                yield from _actions(subparser)

"""Shell completion, generated from the parser of a command.

shtab (MPL-2.0, no dependencies) writes the scripts. Three things that it cannot express are added
here: a first word that is a subcommand or a file, the second of many files in zsh, and
`--option=value` in one word.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from string import Template
from typing import Any, Final

from planfiles.command import Exit, write_out
from planfiles.errors import UserError
from planfiles.parser import COMPLETION, Parser

SHELLS: Final = ("bash", "zsh", "fish")
_HELP: Final = """\
usage: {program} completion bash|zsh|fish

Print a script for tab completion:
  bash  eval "$({program} completion bash)" in ~/.bashrc
  zsh   {program} completion zsh > DIRECTORY/_{program}, a DIRECTORY of $fpath
  fish  {program} completion fish > ~/.config/fish/completions/{program}.fish
"""
_FILES: Final = frozenset(
    {
        *("DIRECTORY", "DOMAIN", "FILE", "INTO", "LEARNED", "LOGS", "OLD", "PATH", "PLAN"),
        *("PLANS", "PROBLEMS", "REFERENCE", "REF", "REQUESTS", "RUN", "own|DIRECTORY"),
    }
)
"""Metavariables whose values are files."""
_MANY_IN_ZSH: Final = re.compile(r'^  "\(\*\):+', re.MULTILINE)
"""How shtab specifies any number of words, for zsh one word that ends the list."""
_VALUE_IN_ZSH: Final = re.compile(r'^(  (?:"\*")?"--[\w-]+)(\[.*\]:)', re.MULTILINE)
"""An option with a value, which shtab allows only in the next word."""
_JOINED_IN_BASH: Final = Template(
    """\


# bash takes --option=value for three words.
_${program}_words() {
  local word number=0 at=$$COMP_CWORD
  local -a words
  for word in "$${COMP_WORDS[@]}"; do
    if [[ $$word != "=" ]]; then
      words+=("$$word")
    elif (( number == COMP_CWORD )); then
      words+=("")
    elif (( number < COMP_CWORD )); then
      (( at -= 1 ))
    fi
    (( number += 1 ))
  done
  COMP_WORDS=("$${words[@]}") COMP_CWORD=$$at
  _shtab_${program}
}
complete -o bashdefault -F _${program}_words ${program}
"""
)
_FIRST_WORD: Final = {
    "bash": Template(
        "_shtab_${program}_pos_0_COMPGEN=_shtab_compgen_files _shtab_${program}_pos_0_nargs=1\n"
    ),
    "zsh": Template(
        """\
_${program}_word() {
  if (( CURRENT == 2 )); then
    _alternative 'commands:command:_shtab_${program}_commands' 'files:file:_files'
  else
    _files
  fi
}

_shtab_${program}() {
  local context state line curcontext="$$curcontext" options=_shtab_${program}_options
  if (( CURRENT > 2 )) && [[ $$words[2] == (${subcommands}) ]]; then
    options=_shtab_${program}_$${words[2]//-/_}_options
    shift words
    (( CURRENT -= 1 ))
  fi
  _arguments -C -s $${(P)options}
}
"""
    ),
    "fish": Template(
        "complete -c ${program} -n '_shtab_${program}_using;"
        " and test $$_shtab_${program}_npos -eq 0'"
        " -ka '(__fish_complete_path (commandline -ct))'\n"
    ),
}
"""Additions that allow a file as the first word, where subcommands are also allowed."""


def print_completion(
    parser: Parser, arguments: list[str], values: Mapping[str, Sequence[str]] | None = None
) -> int:
    """Print the script for the shell in `arguments` and return the exit status. `values` has the
    completions of metavariables. Raises UserError for other shells."""
    match arguments:
        case ["-h" | "--help"]:
            write_out(_HELP.format(program=parser.prog))
        case [shell] if shell in SHELLS:
            write_out(completion_script(parser, shell, values or {}))
        case _:
            given = " ".join(arguments)
            found = f"unknown shell `{given}`" if given else "no shell given"
            raise UserError(f"{found}; expected bash, zsh or fish")
    return Exit.SAME


def completion_script(parser: Parser, shell: str, values: Mapping[str, Sequence[str]]) -> str:
    """The script that completes arguments of `parser`, which it modifies: do not reuse it."""
    import shtab

    commands = parser.subcommands()
    shells = commands.add_parser(COMPLETION, help="print a script for tab completion")
    shells.add_argument("shell", choices=SHELLS, help="the shell")
    for action in _actions(parser):
        name = str(action.metavar or action.dest)
        if action.help == argparse.SUPPRESS and not action.option_strings:
            action.help = name  # it is in the usage, and shtab omits suppressed arguments
        if name in values:
            action.choices = values[name]
        elif not action.choices and action.nargs != 0 and name in _FILES:
            vars(action)["complete"] = shtab.FILE
    files = next((action for action in parser._actions if _is_word(action)), None)
    if files is None:
        script: str = shtab.complete(parser, shell)
    else:
        added = _FIRST_WORD[shell].substitute(
            program=parser.prog, subcommands="|".join(commands.choices)
        )
        vars(files)["complete"] = shtab.FILE | {"zsh": f"_{parser.prog}_word"}
        # A fish script begins by erasing all completions, a zsh script ends with a call.
        is_last = shell == "fish"
        script = shtab.complete(parser, shell, preamble="" if is_last else added)
        script += added if is_last else ""
    if shell == "zsh":
        script = _VALUE_IN_ZSH.sub(r"\1=\2", _MANY_IN_ZSH.sub('  "*:', script))
    return script + (_JOINED_IN_BASH.substitute(program=parser.prog) if shell == "bash" else "")


def _is_word(action: argparse.Action) -> bool:
    """Whether the action is a positional argument, not a subcommand."""
    return not action.option_strings and not isinstance(action, argparse._SubParsersAction)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All options and arguments of a parser and of its subcommands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            subparsers: dict[str, Any] = action.choices
            for subparser in subparsers.values():
                yield from _actions(subparser)

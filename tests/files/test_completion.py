"""Tab completion, in the shells that are installed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import plandiff.cli
import planeval.cli
import planlsp.cli
from plandiff.options import ROWS
from planfiles.completion import SHELLS
from support.command import run_command

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "plandiff": plandiff.cli.main,
    "planeval": planeval.cli.main,
    "planlsp": planlsp.cli.main,
}
TYPED = [
    ("plandiff --for", {"--format"}),
    ("plandiff --format side", {"side-by-side"}),
    ("plandiff --color ", {"auto", "always", "never"}),
    ("plandiff --color=al", {"always"}),
    ("plandiff --color=", {"auto", "always", "never"}),
    ("planlsp check --format=gi", {"github"}),
    ("planeval domains --sort=f1 --al", {"--align"}),
    ("plandiff --mapping map", {"map.json"}),
    ("plandiff lea", {"learned.pddl"}),
    ("plandiff learned.pddl ref", {"reference.pddl"}),
    ("plandiff learned.pddl --form", {"--format"}),
    ("plandiff git", {"git-setup", "git-notes.pddl"}),
    ("plandiff learned.pddl git", {"git-notes.pddl"}),
    ("plandiff ca", {"canon"}),
    ("plandiff canon lea", {"learned.pddl"}),
    ("plandiff git-setup --", {"--help", "--global", "--merge", "--print", "--undo"}),
    ("plandiff completion ", set(SHELLS)),
    ("plandiff --sort pre", {"precision", "pre_f1", "pre_precision", "pre_recall"}),
    ("plandiff --fail-under f", {"f1=0.9"}),
    ("plandiff --filter in", {"invalid"}),
    ("planeval va", {"validate"}),
    ("planeval domain --al", {"--align"}),
    ("planeval validate learned.pddl ma", {"map.json"}),
    ("planeval comp", {"completion"}),
    ("planlsp check --format gi", {"github"}),
    ("planlsp explain missing-eff", {"missing-effect"}),
    ("planlsp completion f", {"fish"}),
]
ZSH = """
fpath=($PWD $fpath)
autoload -U compinit; compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a offered
  builtin compadd -A offered "$@"
  [[ -n $offered ]] && print -rl -- $offered >> offered
}
comppostfuncs=(exit)
"""
"""What a shell at a terminal needs to write down what it offers, and to end after that."""


def script(command: str, shell: str) -> str:
    done = run_command(COMMANDS[command], "completion", shell)
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("learned.pddl", "reference.pddl", "map.json", "git-notes.pddl"):
        (tmp_path / name).write_text("")
    return tmp_path


def in_shell(shell: str, text: str, folder: Path) -> list[set[str]]:
    """What a shell prints that runs `text`, word by word: a set of each part that `===` ends."""
    options = {"bash": ["--norc", "-c"], "zsh": ["-f", "-c"], "fish": ["--no-config", "-c"]}[shell]
    ended = subprocess.run(
        [shell, *options, text],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    *parts, rest = re.split(r"^===$", ended.stdout, flags=re.MULTILINE)
    assert rest.strip() == "", ended.stderr
    return [
        {line.partition("\t")[0].strip() for line in part.splitlines()} - {""} for part in parts
    ]


@pytest.mark.needs("bash")
def test_bash_completes(folder: Path) -> None:
    ask = [script(command, "bash") for command in COMMANDS]
    for typed, _ in TYPED:
        command, *_ = typed.split()
        # An interactive bash takes `=` for a word, and what stands behind it for the next.
        words = [word for word in re.split(r" |(=)", typed) if word is not None]
        words = words[:-1] if words[-2:] == ["=", ""] else words
        ask.append(f"""
COMP_WORDS=({" ".join(f"'{word}'" for word in words)}); COMP_CWORD={len(words) - 1}
COMP_LINE='{typed}'; COMP_POINT={len(typed)}; COMPREPLY=()
$(complete -p {command} | sed 's/.*-F \\([^ ]*\\).*/\\1/') {command} '{words[-1]}' '{words[-2]}'
printf '%s\\n' "${{COMPREPLY[@]}}" ===
""")
    (folder / "asked").write_text("".join(ask))
    told = in_shell("bash", "source ./asked", folder)
    assert list(zip(TYPED, told, strict=True)) == [(each, each[1]) for each in TYPED]


@pytest.mark.needs("fish")
def test_fish_completes(folder: Path) -> None:
    ask = [script(command, "fish") for command in COMMANDS]
    ask += [f"complete -C '{typed}'; echo ===\n" for typed, _ in TYPED]
    (folder / "asked").write_text("\n".join(ask))
    told = []
    for (typed, _), words in zip(TYPED, in_shell("fish", "source ./asked", folder), strict=True):
        # fish tells the whole word.
        option, is_joined, _ = typed.rpartition(" ")[2].partition("=")
        told.append({word.removeprefix(f"{option}=") if is_joined else word for word in words})
    assert list(zip(TYPED, told, strict=True)) == [(each, each[1]) for each in TYPED]


@pytest.mark.slow
@pytest.mark.needs("zsh")
def test_zsh_completes(folder: Path) -> None:
    for command in COMMANDS:
        (folder / f"_{command}").write_text(script(command, "zsh"))
    (folder / "settings").write_text(ZSH)
    told = []
    for typed, _ in TYPED:
        ask = f"""zmodload zsh/zpty; zpty terminal zsh -f -i
zpty -w terminal 'source ./settings; print rea""dy'; zpty -r -m terminal shown '*ready*'
zpty -w -n terminal '{typed}'$'\\t'
while zpty -r terminal shown; do :; done; cat offered; rm offered; print '==='"""
        told += in_shell("zsh", ask, folder)
    assert list(zip(TYPED, told, strict=True)) == [(each, each[1]) for each in TYPED]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_option_of_the_table_is_in_the_script(shell: str) -> None:
    text = script("plandiff", shell)
    assert [row.flag for row in ROWS if row.flag.removeprefix("--") not in text] == []


@pytest.mark.parametrize("arguments", [["tcsh"], [], ["bash", "zsh"]])
@pytest.mark.parametrize("command", COMMANDS)
def test_other_shells_are_trouble(command: str, arguments: list[str]) -> None:
    done = run_command(COMMANDS[command], "completion", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    said = f"unknown shell `{' '.join(arguments)}`" if arguments else "no shell given"
    assert done.stderr == f"{command}: error: {said}; expected bash, zsh or fish\n"

"""Wrong usage is one line that says what was meant."""

from __future__ import annotations

import pytest

import plandiff.cli
import planeval.cli
import planlsp.cli
from support.command import run_command

COMMANDS = {
    "plandiff": plandiff.cli.main,
    "planeval": planeval.cli.main,
    "planlsp": planlsp.cli.main,
}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("planeval domian a b", "unknown command `domian`; did you mean `domain`?"),
        ("planlsp chekc .", "unknown command `chekc`; did you mean `check`?"),
        ("planlsp nothing", "unknown command `nothing`; expected one of check, format, explain"),
        ("planeval", "missing COMMAND (see planeval --help)"),
        ("plandiff git-setpu", "unknown command `git-setpu`; did you mean `git-setup`?"),
        ("plandiff comletion bash", "unknown command `comletion`; did you mean `completion`?"),
        ("plandiff --wdith 80 a b", "unknown option `--wdith`; did you mean `--width`?"),
        ("plandiff --wdith=80 a b", "unknown option `--wdith`; did you mean `--width`?"),
        ("planeval domain --wdith 3 a b", "unknown option `--wdith` (see planeval domain --help)"),
        ("planeval domain --algin a", "unknown option `--algin`; did you mean `--align`?"),
        ("planlsp check --levle hint .", "unknown option `--levle`; did you mean `--level`?"),
        ("planlsp check", "missing PATH (see planlsp check --help)"),
        ("planeval problem a b c", "unexpected argument `c` (see planeval problem --help)"),
        (
            "plandiff --format markdwon a b",
            "--format: unknown value `markdwon`; did you mean `markdown`?",
        ),
        (
            "planlsp check --level nothing .",
            "--level: unknown value `nothing`; expected one of error, warning, information, hint",
        ),
        ("planeval learn sma p.plan", "LEARNER: unknown value `sma`; did you mean `sam`?"),
        ("planlsp explain cope", "unknown rule `cope`"),
        ("planlsp check --select unused-predicat .", "did you mean `unused-predicate`?"),
    ],
)
def test_wrong_words_are_answered_with_the_nearest_right_one(line: str, said: str) -> None:
    program, *words = line.split()
    done = run_command(COMMANDS[program], *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{program}: error: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1

"""`planeval learners`: list learners, and manage the environments that they run in."""

from __future__ import annotations

import argparse
from typing import Final

SUMMARY: Final = "list, check and install learners for planeval benchmark"
DESCRIPTION: Final = """\
List the learners for planeval benchmark, check your own, and install others.

  planeval learners                 list the known learners, and which are installed
  planeval learners [list] NAME…    check these: names, 'NAME: COMMAND', or TOML files
  planeval learners install NAME…   create the environments of these learners, with pip
  planeval learners remove NAME…    delete them

A third-party learner runs in an environment of its own, in your cache directory or in the directory
of the environment variable PLANEVAL_LEARNERS. Several learners may share one. Only install changes
anything. AMLGym needs torch: on Linux pip downloads a build with CUDA (6 GB), unless --torch names
another one.

A learner of your own that cannot be called, such as a missing program, is an error.

exit status: 0 success, 2 error"""


_ACTIONS: Final = ("list", "install", "remove")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "words", nargs="*", metavar="[list|install|remove] NAME", help="learners, or environments"
    )
    parser.add_argument(
        "--torch",
        metavar="ARGUMENTS",
        default="",
        help="arguments of pip install for torch, quoted, as PyTorch's page on installing lists "
        "them",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit code. Raises UserError."""
    import shlex

    from plancore.spelling import nearest
    from planeval.learners.environment import cache
    from planeval.learners.naming import environments_of, listing
    from planfiles.command import remark, write_lines
    from planfiles.errors import UserError

    action, *names = options.words or ["list"]
    if action not in _ACTIONS:
        near = nearest(action, _ACTIONS)
        if near is not None and ":" not in action:
            raise UserError(f"unknown learner `{action}`; did you mean `planeval learners {near}`?")
        action, names = "list", options.words
    if action == "list":
        write_lines(listing(names))
        return 0
    if not names:
        raise UserError(f"missing NAME; usage: planeval learners {action} NAME…")
    for environment in environments_of(names):
        if action == "remove":
            environment.remove()
            remark("planeval", f"removed {environment.name}")
            continue
        remark("planeval", f"installing {environment.name} in {cache()} …")
        environment.install(shlex.split(options.torch))
        remark("planeval", f"installed {environment.version}")
    return 0

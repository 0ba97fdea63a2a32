"""`planeval learners`: which learners there are, and the environments that they run in."""

from __future__ import annotations

import argparse
from typing import Final

SUMMARY: Final = "list the learners that can be benchmarked, check and install them"
DESCRIPTION: Final = """\
List the learners that can be benchmarked, check those of your own, and install others.

  planeval learners                 what there is, and what of it is installed
  planeval learners [list] NAME…    how these are called: names, 'NAME: COMMAND', files of TOML
  planeval learners install NAME…   make the environments of these learners, with pip
  planeval learners remove NAME…    delete them

A learner of others runs in an environment of its own, below the cache of the user or in the folder
that the environment variable PLANEVAL_LEARNERS names; several learners may share one. Nothing is
installed but by install. AMLGym needs torch, of which pip takes a build with CUDA (6 GB) on Linux;
--torch says what to ask pip for first, in quotes: for a build without CUDA all that PyTorch's page
on installing has behind `pip install`.

A learner of your own that cannot be called is trouble: a program or script that is not there, a
place of a command that does not exist.

Exit status: 0, 2 trouble."""


_ACTIONS: Final = ("list", "install", "remove")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "words", nargs="*", metavar="[list|install|remove] NAME", help="learners, or environments"
    )
    parser.add_argument("--torch", metavar="WHAT", default="", help="what pip installs first")


def run(options: argparse.Namespace) -> int:
    """Do it; returns the exit code. Raises UserError."""
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
            raise UserError(
                f"did you mean planeval learners {near}? No learner is called {action!r}"
            )
        action, names = "list", options.words
    if action == "list":
        write_lines(listing(names))
        return 0
    if not names:
        raise UserError(f"which ones? planeval learners {action} NAME…")
    for environment in environments_of(names):
        if action == "remove":
            environment.remove()
            remark("planeval", f"{environment.name} is removed")
            continue
        remark("planeval", f"installing {environment.name} below {cache()} …")
        environment.install(shlex.split(options.torch))
        remark("planeval", f"installed {environment.version}")
    return 0

"""What a program of the user's says of its version, asked for within limits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from planeval.programs.places import filled
from planfiles.bounded.limits import MIB, End, Limits, limit_in_words
from planfiles.bounded.running import run
from planfiles.bounded.working_folder import working_folder
from planfiles.trouble import Trouble

_ASKING: Final = Limits(30.0, memory=4_000 * MIB, output=MIB)
"""What it may take to say its version."""
_LONGEST: Final = 500
"""So many bytes of that are of interest."""


def reported_version(name: str, command: Sequence[str]) -> str:
    """The first line that `command` says on standard output, or else on standard error. Raises
    Trouble, which begins with the `name` of the program, where it cannot be started, does not end
    with status 0, or takes more than 30 seconds or says more than a mebibyte."""
    where = f"{name}: version_command"
    words = [filled(word, {}) for word in command]
    with working_folder("planeval-version-") as folder:
        try:
            ended = run(words, folder, _ASKING, temporary=folder)
        except Trouble as trouble:
            raise Trouble(f"{where}: {trouble.message}") from None
        said = [_beginning(path) for path in (ended.stdout, ended.stderr)]
    if ended.by is not End.EXITED:
        raise Trouble(f"{where}: {words[0]}: {limit_in_words(ended.by, _ASKING)}")
    if ended.code or ended.signal:
        status = f"exit status {ended.code}" if ended.code else f"signal {ended.signal}"
        raise Trouble(f"{where}: {words[0]}: {status}")
    lines = (said[0] or said[1]).splitlines()
    return lines[0] if lines else ""


def _beginning(path: Path) -> str:
    """What a text begins with, without blanks around it, whatever it is written in."""
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("utf-8", "replace").strip()

"""What the build adds to the files of the repository: man pages, tab completion, JSON schemas, and
the commit it was made from.

`hatchling` runs this in an environment without our dependencies, but with msgspec, of whose records
the schemas are made, and with shtab, which writes completions; the parsers of the commands need
none. Man pages go to share/man/man1 of the environment, where `man` looks next to a program that is
on the PATH; completions to where shells look if the environment is /usr or one of a packager.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PACKAGES = [str(ROOT), *(str(ROOT / part) for part in ("shared", "tui", "planlsp"))]
COMPLETIONS = {
    "bash": "share/bash-completion/completions/{}",
    "zsh": "share/zsh/site-functions/_{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
}
"""Where each shell looks for what completes a program."""


class BuildHook(BuildHookInterface[Any]):
    """Of wheels and source archives; an editable install says of itself what it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files in a folder of their own, and say where they belong."""
        if version == "editable":
            return
        sys.path[:0] = PACKAGES
        from planfiles.version import STATED

        made = Path(tempfile.mkdtemp(prefix="planlsp-build-"))
        included: dict[str, str] = build_data["force_include"]
        # A source archive has the file already.
        if commit := _commit():
            stated = made / STATED
            stated.write_text(f"{commit}\n", encoding="utf-8")
            folder = "planfiles" if self.target_name == "wheel" else "shared/planfiles"
            included[str(stated)] = f"{folder}/{STATED}"
        if self.target_name != "wheel":
            return
        from manual import man
        from planeval import schemas

        for name, text in man.pages().items():
            page = made / name
            page.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(page)] = f"share/man/man{man.SECTION}/{name}"
        for program in ("plandiff", "planeval", "planlsp"):
            for shell, place in COMPLETIONS.items():
                script = made / f"{program}.{shell}"
                script.write_bytes(_completion(program, shell))
                build_data["shared_data"][str(script)] = place.format(program)
        for name, text in schemas.texts().items():
            page = made / name
            page.write_text(text, encoding="utf-8")
            included[str(page)] = f"plancore/report/schema/{name}"


def _completion(program: str, shell: str) -> bytes:
    """What `PROGRAM completion SHELL` prints."""
    # Only the path of this process has what a build needs. pip removes from PYTHONPATH whatever the
    # surrounding environment has too, such as the folders of an editable install.
    run = f"import runpy, sys; sys.path[:] = {sys.path}; "
    run += f"runpy.run_module({program!r}, run_name='__main__')"
    command = [sys.executable, "-c", run, "completion", shell]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def _commit() -> str | None:
    """The commit that is checked out, and whether files that git knows are not as they are there;
    None outside of a checkout."""
    from planfiles.version import DIGITS, head

    commit = head(ROOT)
    return commit and commit[:DIGITS] + (", modified" if _is_modified() else "")


def _is_modified() -> bool:
    """As far as git can be asked."""
    try:
        asked = subprocess.run(
            ["git", "status", "--porcelain", "--untracked-files=no"],
            cwd=ROOT,
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and bool(asked.stdout.strip())

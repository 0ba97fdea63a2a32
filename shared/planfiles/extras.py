"""Commands that install an extra into the environment of this program.

`pip install planlsp[eval]` would be wrong for most: planlsp is installed from a checkout, and pipx
and uv give it an environment of its own that the `pip` on the `PATH` does not know.
"""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_OF_AN_EXTRA: Final = re.compile(r"""\bextra\s*==\s*['"](?P<name>[\w-]+)['"]""")
_SYSTEM: Final = re.compile(r"""\bsys_platform\s*(?P<is>[=!]=)\s*['"](?P<name>\w+)['"]""")
_PLAIN: Final = re.compile(r"[\w.:/\\+-]+")


def to_get(extra: str) -> str:
    """The command that installs the requirements of `extra` in pyproject.toml:
    `pipx inject planlsp "numpy>=2"`. If planlsp is not installed, it names the extra itself."""
    # Imported late, since it imports `email`: few runs lack a package.
    from importlib.metadata import PackageNotFoundError, requires

    try:
        stated = requires("planlsp") or ()
    except PackageNotFoundError:
        stated = ()
    brought = [
        line.partition(";")[0].strip()
        for line in stated
        if (found := _OF_AN_EXTRA.search(line)) and found["name"] == extra and _is_for_here(line)
    ]
    return " ".join((installer(), *map(quoted, brought or [f"planlsp[{extra}]"])))


def _is_for_here(requirement: str) -> bool:
    """Whether a requirement applies to this system."""
    found = _SYSTEM.search(requirement)
    return found is None or (found["is"] == "==") == (found["name"] == sys.platform)


def installer() -> str:
    """The start of a command that installs packages for this program."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return f"pipx inject {quoted(environment.name)}"
    if (environment / "uv-receipt.toml").is_file() or find_spec("pip") is None:
        return f"uv pip install --python {quoted(sys.executable)}"
    return f"{quoted(sys.executable)} -m pip install"


def quoted(word: str) -> str:
    """A word quoted for every shell, including that of Windows."""
    return word if _PLAIN.fullmatch(word) else f'"{word}"'

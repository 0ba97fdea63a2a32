"""Files beside an open document that may belong to it: a problem's domain, a plan's problem."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from plancore.source import SourceText
from planlsp.session.disk import DiskReader

# A benchmark folder may hold thousands of files, and large ones.
MAX_FILES = 100
MAX_BYTES = 1024 * 1024
_DOMAIN = re.compile(r"\(\s*define\s*\(\s*domain\b", re.I)


def neighbours(path: str, kind: str, disk: DiskReader) -> Iterator[str]:
    """The files that a document of `kind` at `path` may need: paths, in order of their names.

    For a problem those beside it and in the parent folder that define a domain; for a plan also
    the problems that share its stem, or the only one there. A domain needs none.
    """
    if kind not in ("problem", "plan"):
        return
    home = os.path.dirname(path)
    beside = [file for file in _pddl_files(home) if file != path]
    above = [file for file in _pddl_files(os.path.dirname(home)) if "domain" in _name(file)]
    domains = [file for file in (*beside, *above) if _defines_domain(file, disk)]
    yield from domains
    if kind == "plan":
        problems = [file for file in beside if file not in domains]
        same = [file for file in problems if _stem(file) == _stem(path)]
        yield from same or (problems if len(problems) == 1 else ())


def _pddl_files(folder: str) -> list[str]:
    found: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if (
                    entry.name.lower().endswith(".pddl")
                    and entry.is_file()
                    and entry.stat().st_size <= MAX_BYTES
                ):
                    found.append(entry.path)
    except OSError:
        return []
    return sorted(found)[:MAX_FILES]


def _defines_domain(file: str, disk: DiskReader) -> bool:
    text = disk.read(file)
    return isinstance(text, SourceText) and bool(_DOMAIN.search(text.text))


def _name(path: str) -> str:
    return os.path.basename(path).lower()


def _stem(path: str) -> str:
    return _name(path).partition(".")[0]

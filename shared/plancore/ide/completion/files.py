"""Comments that name files: `;;!domain: d.pddl`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.directives import folder
from plancore.ide.completion.items import Completion, Completions, ItemKind, matching
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Span

_NAMES: Final = ("domain", "problem", "reference", "mapping")
_BEFORE: Final = re.compile(r"[ \t]*;+[ \t]*!(?:(?P<name>[a-z]+):[ \t]*)?(?P<typed>\S*)")
_REST: Final = re.compile(r"\S*")


def directives_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> Completions | None:
    """The words and the files beside this one that a directive may name; None elsewhere."""
    line = file.source.line_span(file.source.line_of(offset))
    before = _BEFORE.match(file.text, line.start, offset)
    if before is None or before.end() != offset:
        return None
    rest = _REST.match(file.text, offset, line.end)
    insert = Span(before.start("typed"), offset)
    whole = Span(insert.start, rest.end() if rest else offset)
    items, is_incomplete = matching(_items(project, file, before["name"]), before["typed"].lower())
    return Completions(tuple(items), insert, whole, is_incomplete)


def _items(project: ProjectSnapshot, file: AnySnapshot, name: str | None) -> Iterator[Completion]:
    if name is None:
        for directive in _NAMES:
            yield Completion(directive, ItemKind.OPERATOR, (f"{directive}: ",))
        return
    home = f"{folder(file.name)}/"
    # What a file is compared with is of its own kind.
    wanted = file.kind if name == "reference" else name
    for key, other in project.files.items():
        path = key.removeprefix(home)
        if key != file.name and key.startswith(home) and "%" not in path and other.kind == wanted:
            yield Completion(path, ItemKind.FILE, (path,))

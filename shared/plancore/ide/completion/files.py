"""Comments that name files: `;;!domain: d.pddl`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import relpath
from typing import Final, TypeAlias

from plancore.directives import folder
from plancore.ide.completion.items import Completion, Completions, ItemKind, matching
from plancore.kinship import distance
from plancore.links import root_of
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Span

Kinds: TypeAlias = Iterable[tuple[str, str]]
"""Names of files, each with the kind of what is in it."""

_NAMES: Final = ("domain", "problem", "reference", "mapping")
_BEFORE: Final = re.compile(r"[ \t]*;+[ \t]*!(?:(?P<name>[a-z]+):[ \t]*)?(?P<typed>\S*)")
_REST: Final = re.compile(r"\S*")


def directives_at(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, others: Kinds = ()
) -> Completions | None:
    """The words and the files that a directive may name, the nearest first; None elsewhere.

    `others` are more files of the workspace than `project` has.
    """
    line = file.source.line_span(file.source.line_of(offset))
    before = _BEFORE.match(file.text, line.start, offset)
    if before is None or before.end() != offset:
        return None
    rest = _REST.match(file.text, offset, line.end)
    insert = Span(before.start("typed"), offset)
    whole = Span(insert.start, rest.end() if rest else offset)
    items, is_incomplete = matching(
        _items(project, file, before["name"], others), before["typed"].lower()
    )
    return Completions(tuple(items), insert, whole, is_incomplete)


def _items(
    project: ProjectSnapshot, file: AnySnapshot, name: str | None, others: Kinds
) -> Iterator[Completion]:
    if name is None:
        for directive in _NAMES:
            yield Completion(directive, ItemKind.OPERATOR, (f"{directive}: ",))
        return
    # What a file is compared with is of its own kind.
    wanted = file.kind if name == "reference" else name
    serves = (wanted, "both") if wanted in ("domain", "problem") else (wanted,)
    home, root = folder(file.name), root_of(file.name, project.roots)
    kinds = dict(others) | {key: known.kind for key, known in project.files.items()}
    # Nobody may name a file further away than the workspace folder, or than its own.
    near = [
        key
        for key, kind in kinds.items()
        if kind in serves
        and key != file.name
        and "%" not in key.removeprefix(home)
        and (key.startswith(f"{home}/") or (root and root_of(key, project.roots) == root))
    ]
    for key in sorted(near, key=lambda key: (distance(home, folder(key)), key)):
        path = relpath(key, home)
        yield Completion(path, ItemKind.FILE, (path,))

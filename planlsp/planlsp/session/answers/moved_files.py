"""What lines such as `;;!reference: path` must say once files have been moved."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plancore.diagnostic import Edit
from plancore.directives import Directive, directives


class FileMove(NamedTuple):
    """A file or folder at `old` will be at `new`; both are absolute paths."""

    old: str
    new: str

    def applied(self, path: str) -> str:
        """Where the file at `path` will be."""
        if path == self.old or path.startswith(os.path.join(self.old, "")):
            return self.new + path[len(self.old) :]
        return path


def line_edits(texts: Mapping[str, str], moves: list[FileMove]) -> dict[str, tuple[Edit, ...]]:
    """The edits of each text, by its path before the move, that keep its lines naming the files
    that they name now. A line may be in a file that moves, name one, or both."""
    edits = {path: tuple(_edits(path, text, moves)) for path, text in texts.items()}
    return {path: of_path for path, of_path in edits.items() if of_path}


def _edits(path: str, text: str, moves: list[FileMove]) -> Iterator[Edit]:
    home, new_home = os.path.dirname(path), os.path.dirname(_after(path, moves))
    for directive in directives(text).values():
        if "://" in directive.path:
            continue
        target = _after(_target(directive, home), moves)
        if _target(directive, new_home) != target:
            yield Edit(directive.span, _named(directive, target, new_home))


def _target(directive: Directive, home: str) -> str:
    return os.path.normpath(os.path.join(home, os.path.expanduser(directive.path)))


def _named(directive: Directive, target: str, home: str) -> str:
    """`target` as a path from `home`, or whole where the line has it so."""
    if os.path.isabs(os.path.expanduser(directive.path)):
        return target
    return os.path.relpath(target, home).replace(os.sep, "/")


def _after(path: str, moves: list[FileMove]) -> str:
    for move in moves:
        path = move.applied(path)
    return path

"""Texts with marks around the names that were found in them."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.navigation.references import Reference
from plancore.project import ProjectSnapshot
from plancore.source import Span


def marked(project: ProjectSnapshot, places: Iterable[Reference]) -> dict[str, str]:
    """Each file with its places as `{name}` where that says what holds, else as `[name]`.

    Files are called by the last part of their name; those without a place are left out.
    """
    edits: dict[str, list[Edit]] = {}
    for file, (start, end), role in places:
        opening, closing = "{}" if role.is_write else "[]"
        edits.setdefault(file, []).append(Edit(Span(start, start), opening))
        edits[file].append(Edit(Span(end, end), closing))
    return {
        file.rpartition("/")[2]: apply_edits(project.files[file].text, of_file)
        for file, of_file in edits.items()
    }

"""The difference of the canonical forms of two files, as a patch.

`patch` makes of the reference's canonical form, as `plandiff canon` prints it, the learned file's.
Hunks are headed by the action or section that they are in. Lines of different ones are never taken
for the same, so no hunk mixes two actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report import lines
from plancore.report.canon import canonical_text
from plancore.report.line_diff import gaps, hunks, lines_of
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.registry import Style
from plancore.report.review import Review
from plancore.report.review_findings import SourceFile

_HEADER: Final = re.compile(r"  ?\((:[a-z].*)|\((define .*)")
"""The first line of an action, a section or a definition in canonical form."""


def render(review: Review, style: Style) -> str:
    """The patch; empty where the canonical forms are the same.

    For a terminal, which `style.colour` tells, control characters are shown as pictures.
    """
    old, new = _canonical(review.reference), _canonical(review.learned)
    made = _patch(review, old, new)
    if not style.colour:
        return "".join(f"{''.join(piece.text for piece in pieces)}\n" for pieces in made)
    shown = (tuple(piece._replace(text=visible(piece.text)) for piece in pieces) for pieces in made)
    return lines.render(shown, colour=True)


def _patch(review: Review, old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    found = gaps(_owned(old), _owned(new))
    if not found:
        return
    yield line(Piece(f"--- {visible(review.reference.name)}", Tone.TITLE))
    yield line(Piece(f"+++ {visible(review.learned.name)}", Tone.TITLE))
    owners = _owners(old)
    yield from hunks(old, new, found, lambda at: owners[min(at, len(owners) - 1)] if owners else "")


def _canonical(file: SourceFile) -> list[str]:
    return lines_of(canonical_text(file.source.text, file.name))


def _owned(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The lines, each with the action or section that it stands in."""
    return list(zip(_owners(texts), texts, strict=True))


def _owners(texts: Sequence[str]) -> list[str]:
    owners: list[str] = []
    owner = ""
    for text in texts:
        header = _HEADER.match(text)
        if header:
            owner = (header[1] or header[2]).rstrip()
        owners.append(owner)
    return owners

"""A patch between the canonical forms of two files.

`patch` turns the reference's canonical form, as `plandiff canon` prints it, into the learned
file's. If a file has no canonical form, the patch is between the files as they are, after a line
that says so. Hunks are headed by their action or section. Lines of different ones never match, so
no hunk mixes two actions.

For a learned domain with an earlier version the patch is the change from that version to the
current one. Heads of hunks then also list what the change repaired and broke; `patch` ignores that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.report import lines
from plancore.report.canon import canonical_form
from plancore.report.files import SourceFile
from plancore.report.line_diff import gaps, hunks, lines_of
from plancore.report.lines import Line, Piece, Tone, line, visible, visible_line
from plancore.report.registry import Style

if TYPE_CHECKING:
    from plancore.report.review import ModelReview, Review
    from plancore.report.text.document import TextReview
    from plancore.report.threeway.review import ChangeReview

_HEADER: Final = re.compile(r"  ?\((:[a-z].*)|\((define .*)")
"""The first line of an action, section or definition in canonical form."""


def render(review: Review, style: Style) -> str:
    """The patch; empty if the canonical forms are equal.

    For a terminal control characters become pictures.
    """
    made = _of_texts(review) if review.kind == "text" else _patch(*_sides(review))
    if not (style.colour or style.to_terminal):
        return "".join(f"{''.join(piece.text for piece in pieces)}\n" for pieces in made)
    return lines.render(map(visible_line, made), colour=style.colour)


class _Sides(NamedTuple):
    """The old and new file of a patch, and remarks for the heads of its hunks."""

    old: SourceFile
    new: SourceFile
    said: Mapping[str, str]


def _of_texts(review: TextReview) -> Iterator[Line]:
    """A diff of the lines as they are, as texts have no canonical form."""
    ours, theirs = review.learned, review.reference
    if review.is_binary and not review.is_same:
        yield line(visible(f"Binary files {theirs.name} and {ours.name} differ"))
    elif review.gaps:
        yield from _names(theirs, ours)
        new, old = review.lines
        yield from hunks(old, new, review.gaps, lambda _: "")


def _sides(review: ModelReview | ChangeReview) -> _Sides:
    if review.kind == "change":
        return _Sides(review.before.learned, review.learned, {})
    if review.kind != "threeway":
        return _Sides(review.reference, review.learned, {})
    # Imported late: few reviews are of three domains.
    from plancore.report.threeway.messages import counts

    groups = {}
    for group in review.result.groups:
        for action in filter(None, (group.learned, group.was)):
            groups[f":{action.kind.value} {action.name}"] = counts(group.items)
        if not group.is_action:
            by_part = groupby(group.items, lambda item: item.part)
            groups |= {f":{part}": counts(tuple(items)) for part, items in by_part}
    return _Sides(review.before.learned, review.learned, groups)


def _patch(old_file: SourceFile, new_file: SourceFile, said: Mapping[str, str]) -> Iterator[Line]:
    forms = [canonical_form(file.source.text, file.name) for file in (old_file, new_file)]
    without = [f.name for f, form in zip((old_file, new_file), forms, strict=True) if form is None]
    texts = [old_file.source.text, new_file.source.text] if without else forms
    old, new = (lines_of(text or "") for text in texts)
    old_owners, new_owners = _owners(old), _owners(new)
    found = gaps(list(zip(old_owners, old, strict=True)), list(zip(new_owners, new, strict=True)))
    if not found:
        return
    if without:
        names = " and ".join(without)
        yield line(visible(f"line by line, because {names} has unsupported parts"))
    yield from _names(old_file, new_file)

    def heading(at: int) -> str:
        owner = old_owners[min(at, len(old_owners) - 1)] if old_owners else ""
        return f"{owner}  {said[owner]}" if said.get(owner) else owner

    yield from hunks(old, new, found, heading)


def _names(old: SourceFile, new: SourceFile) -> Iterator[Line]:
    yield line(Piece(f"--- {visible(old.name)}", Tone.TITLE))
    yield line(Piece(f"+++ {visible(new.name)}", Tone.TITLE))


def _owners(texts: Sequence[str]) -> list[str]:
    """The action or section that contains each line."""
    owners: list[str] = []
    owner = ""
    for text in texts:
        header = _HEADER.match(text)
        if header:
            owner = (header[1] or header[2]).rstrip()
        owners.append(owner)
    return owners

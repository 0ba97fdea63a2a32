"""What edits do to a text, as a unified diff; linear in the text, however much changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plancore.diagnostic import Edit, apply_edits
from plancore.source import SourceText, Span

CONTEXT = 3


def edit_diff(name: str, source: SourceText, edits: Sequence[Edit]) -> str:
    """The diff that `edits` make, with three lines around each change; empty without edits."""
    blocks = _blocks(source, sorted(edits, key=lambda edit: edit.span))
    if not blocks:
        return ""
    lines = [f"--- {name}", f"+++ {name}"]
    shift = 0
    for hunk in _hunks(blocks):
        shift += _write_hunk(lines, source, hunk, shift)
    return "".join(f"{line}\n" for line in lines)


class _Block(NamedTuple):
    """Lines `first` to `last` of the old text, and the lines that replace them."""

    first: int
    last: int
    after: list[str]


def _blocks(source: SourceText, edits: Sequence[Edit]) -> list[_Block]:
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in edits:
        first, last = source.line_of(edit.span.start), source.line_of(edit.span.end)
        if groups and first <= groups[-1][1] + 1:
            begin, before, inside = groups.pop()
            inside.append(edit)
            groups.append((begin, max(before, last), inside))
        else:
            groups.append((first, last, [edit]))
    return [_Block(first, last, _after(source, first, last, e)) for first, last, e in groups]


def _after(source: SourceText, first: int, last: int, edits: Iterable[Edit]) -> list[str]:
    start, end = source.line_starts[first], source.line_span(last).end
    moved = [Edit(Span(e.span.start - start, e.span.end - start), e.text) for e in edits]
    new = SourceText(apply_edits(source.text[start:end], moved))
    return [new.line_text(line) for line in range(len(new.line_starts))]


def _hunks(blocks: Sequence[_Block]) -> list[list[_Block]]:
    hunks = [[blocks[0]]]
    for block in blocks[1:]:
        if block.first - hunks[-1][-1].last <= 2 * CONTEXT:
            hunks[-1].append(block)
        else:
            hunks.append([block])
    return hunks


def _write_hunk(lines: list[str], source: SourceText, hunk: list[_Block], shift: int) -> int:
    """Append one hunk; returns by how many lines it makes the text longer."""
    end = len(source.line_starts) - 1
    first = max(hunk[0].first - CONTEXT, 0)
    last = min(hunk[-1].last + CONTEXT, end)
    body: list[str] = []
    at = first
    for block in hunk:
        body += _marked(" ", _old_lines(source, at, block.first - 1), at_end=False)
        old = _old_lines(source, block.first, block.last)
        body += _marked("-", old, at_end=block.last == end)
        body += _marked("+", block.after, at_end=block.last == end)
        at = block.last + 1
    body += _marked(" ", _old_lines(source, at, last), at_end=last == end)
    before = sum(line[0] in " -" for line in body)
    after = sum(line[0] in " +" for line in body)
    lines.append(f"@@ -{first + 1},{before} +{first + 1 + shift},{after} @@")
    lines += body
    return after - before


def _old_lines(source: SourceText, first: int, last: int) -> list[str]:
    return [source.line_text(line) for line in range(first, last + 1)]


def _marked(mark: str, texts: Sequence[str], *, at_end: bool) -> list[str]:
    """Lines of a diff; behind the last line break of a file there is no line, only its end."""
    lines = [f"{mark}{text}" for text in texts]
    if at_end and lines:
        if texts[-1]:
            lines.append("\\ No newline at end of file")
        else:
            lines.pop()
    return lines

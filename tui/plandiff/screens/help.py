"""The keys, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.table import Cell, table
from plandiff.screens.page import PageScreen

_SIGNS = (
    ("=", "on both sides"),
    ("≈", "on both sides, in other words (aligned)"),
    ("-", "missing: only in the reference (FN)"),
    ("+", "extra: only in the learned file (FP)"),
    ("~", "changed: polarity, arguments, time or value"),
    ("»", "moved or renamed"),
    ("↕", "moved over steps that commute with it"),
    ("✗", "a step that fails"),
    ("∗", "what several differences have in common"),
    ("·", "folded: equal on both sides"),
    ("☑ ⚑ ✎", "marked: accepted, reported, with a note"),
    ("○", "a pair of folders that is being compared"),
    ("✓ ✗ ! ?", "with --before: repaired, broken, still wrong, otherwise wrong"),
    ("⊗", "with --before: a step that fails now"),
    ("6+3", "plans that a difference stops, and those it would stop once others are mended"),
)


class HelpScreen(PageScreen):
    """Lists keys and signs."""

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(_lines(keys))


def _lines(named_keys: Sequence[tuple[str, str]]) -> Iterator[Line]:
    keys: list[list[Cell]] = [[Piece(keys, Tone.TITLE), what] for keys, what in named_keys]
    signs: list[list[Cell]] = [[Piece(sign, Tone.TITLE), what] for sign, what in _SIGNS]
    yield line(Piece("Keys", Tone.TITLE))
    yield from table(keys)
    yield ()
    yield line(Piece("Signs", Tone.TITLE))
    yield from table(signs)
    yield ()
    yield line("The bars beside an action show how much of its precondition and of its")
    yield line("effect both files have, from ▁ for nothing to █ for all.")

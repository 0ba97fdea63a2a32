"""A learned domain as text: what it was learned from, and what is to be known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from plancore.phrases import count_of
from plancore.report.learned.review import LearnedReport, Told
from plancore.report.lines import Line, Piece, Tone, line, visible

_MOST: Final = 3
"""So many contradictions of an action are shown, and so many files by name."""


def lines(report: LearnedReport) -> Iterator[Line]:
    """A line of what was learned, one for each thing that is lacking or contradicted."""
    learned = report.learned
    n_steps, n_runs = learned.n_transitions, learned.n_trajectories
    basis = f"{count_of(n_steps, 'step')} of {count_of(n_runs, 'run')}"
    yield line(
        Piece(visible(learned.domain.name), Tone.TITLE),
        f"  {learned.learner}: {count_of(len(learned.domain.actions), 'action')} from {basis}",
    )
    for action, reason in learned.left_out:
        yield _remark("not learned", f"{action}: {reason}", Tone.MISSING)
    for _, group in groupby(report.contradictions, key=lambda told: told.action):
        yield from _contradictions(list(group))
    for note in learned.notes:
        yield _remark("note", note, Tone.NOTE)
    if report.passed_over:
        yield _remark("passed over", _files(report.passed_over), Tone.NOTE)
    for what, file in (("domain", report.domain_file), ("codec", report.codec_file)):
        if file is not None:
            yield line(f"  {what} written to {visible(file)}")


def _contradictions(told: Sequence[Told]) -> Iterator[Line]:
    """Those of an action, the most frequent ones first."""
    for each in sorted(told, key=lambda each: -each.steps)[:_MOST]:
        times = f", {each.steps} times" if each.steps > 1 else ""
        text = f"{each.action}: {each.message}{times}"
        yield _remark("contradicted", text, Tone.FAILING)
        yield line(f"    at {visible(each.at)}")
        if each.against is not None:
            yield line(f"    against {visible(each.against)}")
    if len(told) > _MOST:
        more = f"{told[0].action}: {len(told) - _MOST} more (--format json has all)"
        yield _remark("contradicted", more, Tone.FAILING)


def _files(paths: Sequence[str]) -> str:
    """How many files are nothing to learn from, and which the first ones are."""
    names = ", ".join(paths[:_MOST]) + ", …" * (len(paths) > _MOST)
    return f"{count_of(len(paths), 'other file')}: {names}"


def _remark(kind: str, text: str, tone: Tone) -> Line:
    return line("  ", Piece(f"{kind}  ", tone), visible(text))

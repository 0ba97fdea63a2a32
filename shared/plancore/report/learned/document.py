"""A learned domain: what it was learned from, and what is to be known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import Detail, Document, Item, List, items
from plancore.report.learned.review import LearnedReport, Told
from plancore.report.lines import Piece, Tone, line

_MOST: Final = 3
"""So many contradictions of an action are shown, and so many files by name."""


def document(report: LearnedReport, _: Detail) -> Document:
    """What was learned, and below it each thing that is lacking or contradicted."""
    learned = report.learned
    n_steps, n_runs = learned.n_transitions, learned.n_trajectories
    basis = f"{count_of(n_steps, 'step')} of {count_of(n_runs, 'run')}"
    title = line(
        Piece(learned.domain.name, Tone.TITLE),
        f"  {learned.learner}: {count_of(len(learned.domain.actions), 'action')} from {basis}",
    )
    return Document("Learned", title, [List(list(_items(report)))])


def _items(report: LearnedReport) -> Iterator[Item]:
    learned = report.learned
    for action, reason in learned.left_out:
        yield _item("not learned", f"{action}: {reason}", Tone.MISSING)
    for _, group in groupby(report.contradictions, key=lambda told: told.action):
        yield from _contradictions(list(group))
    for note in learned.notes:
        yield _item("note", note, Tone.NOTE)
    if report.passed_over:
        yield _item("passed over", _files(report.passed_over), Tone.NOTE)
    for what, file in (("domain", report.domain_file), ("codec", report.codec_file)):
        if file is not None:
            yield Item(line(f"{what} written to {file}"))


def _contradictions(told: Sequence[Told]) -> Iterator[Item]:
    """Those of an action, the most frequent ones first."""
    for each in sorted(told, key=lambda each: -each.steps)[:_MOST]:
        times = f", {each.steps} times" if each.steps > 1 else ""
        places = [f"at {each.at}"]
        if each.against is not None:
            places.append(f"against {each.against}")
        text = f"{each.action}: {each.message}{times}"
        yield _item("contradicted", text, Tone.FAILING)._replace(items=items(places))
    if len(told) > _MOST:
        more = f"{told[0].action}: {len(told) - _MOST} more (--format json has all)"
        yield _item("contradicted", more, Tone.FAILING)


def _files(paths: Sequence[str]) -> str:
    """How many files are nothing to learn from, and which the first ones are."""
    names = ", ".join(paths[:_MOST]) + ", …" * (len(paths) > _MOST)
    return f"{count_of(len(paths), 'other file')}: {names}"


def _item(kind: str, text: str, tone: Tone) -> Item:
    return Item(line(Piece(f"{kind}  ", tone), text))

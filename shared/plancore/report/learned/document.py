"""A learned domain as a document: its input, and notes on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, NamedTuple

from plancore.learn.learned import LearnedModel, StepNumber
from plancore.phrases import count_of
from plancore.report.document import Detail, Document, List, ListItem, items
from plancore.report.lines import Piece, Tone, line

_MOST: Final = 3
"""The maximum number of contradictions shown for an action, and of files named."""


def document(report: LearnedReport, _: Detail) -> Document:
    """What was learned, then each omission and contradiction."""
    learned = report.learned
    n_steps, n_runs = learned.n_transitions, learned.n_trajectories
    basis = f"{count_of(n_steps, 'step')} of {count_of(n_runs, 'run')}"
    title = line(
        Piece(learned.domain.name, Tone.TITLE),
        f"  {learned.learner}: {count_of(len(learned.domain.actions), 'action')} from {basis}",
    )
    return Document("Learned", title, [List(list(_items(report)))])


def _items(report: LearnedReport) -> Iterator[ListItem]:
    learned = report.learned
    for action, reason in learned.left_out:
        yield _item("not learned", f"{action}: {reason}", Tone.MISSING)
    for _, group in groupby(report.contradictions, key=lambda told: told.action):
        yield from _contradictions(list(group))
    for note in learned.notes:
        yield _item("note", note, Tone.NOTE)
    if report.passed_over:
        yield _item("ignored", _files(report.passed_over), Tone.NOTE)
    for what, file in (("domain", report.domain_file), ("codec", report.codec_file)):
        if file is not None:
            yield ListItem(line(f"{what} written to {file}"))


def _contradictions(told: Sequence[Contradicted]) -> Iterator[ListItem]:
    """The contradictions of an action, the most frequent first."""
    for each in sorted(told, key=lambda each: -each.steps)[:_MOST]:
        times = f", {each.steps} times" if each.steps > 1 else ""
        places = [f"at {each.at}"]
        if each.against is not None:
            places.append(f"contradicts {each.against}")
        text = f"{each.action}: {each.message}{times}"
        yield _item("contradicted", text, Tone.FAILING)._replace(items=items(places))
    if len(told) > _MOST:
        more = f"{told[0].action}: {len(told) - _MOST} more (--format json has all)"
        yield _item("contradicted", more, Tone.FAILING)


def _files(paths: Sequence[str]) -> str:
    """The number of files that are no input for learning, and the first names."""
    names = ", ".join(paths[:_MOST]) + ", …" * (len(paths) > _MOST)
    return f"{count_of(len(paths), 'other file')}: {names}"


def _item(kind: str, text: str, tone: Tone) -> ListItem:
    return ListItem(line(Piece(f"{kind}  ", tone), text))


# The output of a learner, with the places of its input.


class Contradicted(NamedTuple):
    """A contradiction, with the places of its steps."""

    action: str
    message: str
    steps: int
    at: str
    against: str | None


@dataclass(frozen=True, slots=True)
class LearnedReport:
    """A learned domain. `text` is its PDDL; the files are where it and its codec are written, if
    anywhere."""

    kind: ClassVar[str] = "learned"

    learned: LearnedModel
    text: str
    contradictions: tuple[Contradicted, ...]
    domain_file: str | None = None
    codec_file: str | None = None
    passed_over: tuple[str, ...] = ()
    """The files in directories that are neither trajectories nor plans."""
    errors: tuple[str, ...] = ()
    """Errors in input that was left out."""

    @property
    def status(self) -> int:
        """The exit status: 0 if nothing was left out or contradicted, 1 if so, 2 for errors."""
        if self.errors:
            return 2
        return 0 if self.learned.is_clean else 1


def located(learned: LearnedModel, place: Callable[[StepNumber], str]) -> tuple[Contradicted, ...]:
    """The contradictions, with `place` applied to their steps."""
    return tuple(
        Contradicted(
            each.action,
            each.message,
            each.steps,
            place(each.where),
            None if each.against is None else place(each.against),
        )
        for each in learned.contradictions
    )

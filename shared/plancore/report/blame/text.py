"""Blame as text: the differences in the order of what they do, then the plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.blame.report import (
    Blame,
    Consequence,
    DifferenceSet,
    Failure,
    PlanLetThrough,
    PlanNote,
    StoppedPlan,
)
from plancore.compare.changes import ChangeKind
from plancore.phrases import count_of
from plancore.report.blame.plan_names import with_short_names
from plancore.report.blame.review import BlameReport
from plancore.report.blame.words import consequence_text, counts_text, difference_text
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import CHANGED, EXTRA, MISSING, Mark
from plancore.report.places import line_places, where
from plancore.report.table import Cell, table

_MARKS: Final = {
    ChangeKind.MISSING: MISSING,
    ChangeKind.EXTRA: EXTRA,
    ChangeKind.CHANGED: CHANGED,
}


def lines(report: BlameReport) -> Iterator[Line]:
    """The counts of plans, the differences, and a line for each plan that is not as it is meant."""
    yield _title(report)
    yield line(counts_text(report.blame))
    yield from _details(report)


def headline(report: BlameReport) -> str:
    """What becomes of the plans, in a line."""
    return counts_text(report.blame)


def passage(report: BlameReport) -> Iterator[Line]:
    """The same as part of another report on the two files."""
    title = Piece("What the differences do to plans", Tone.TITLE)
    yield line(title, f"  {counts_text(report.blame)}")
    yield from _details(report)


def _details(report: BlameReport) -> Iterator[Line]:
    """The differences, then the plans, each after an empty line."""
    report = with_short_names(report)
    blame = report.blame
    ranked = blame.by_consequence()
    labels = {c.difference.number: f"[{k}]" for k, c in enumerate(ranked, start=1)}
    yield from _differences(report, ranked, labels)
    yield from _coverage(blame)
    yield from _block("Stopped", (_stopped(plan, labels) for plan in blame.stopped))
    yield from _block("Let through", (_let_through(plan, labels) for plan in blame.let_through))
    yield from _block("Undecided", map(_note, blame.undecided))
    yield from _block("Notes", map(_note, blame.notes))


def _title(report: BlameReport) -> Line:
    learned = Piece(visible(report.learned.name), Tone.TITLE)
    if report.reference is None:
        return line(learned, "  without a reference")
    return line(
        learned, "  blamed by the reference  ", Piece(visible(report.reference.name), Tone.TITLE)
    )


def _differences(
    report: BlameReport, ranked: list[Consequence], labels: dict[int, str]
) -> Iterator[Line]:
    if not ranked:
        return
    yield ()
    mattering = sum(consequence.matters for consequence in ranked)
    yield line(
        Piece("Differences", Tone.TITLE), f"  {mattering} of {len(ranked)} change what plans do"
    )
    rows: list[list[Cell]] = []
    for consequence in ranked:
        difference = consequence.difference
        mark = _MARKS[difference.kind]
        rows.append(
            [
                f"  {labels[difference.number]}",
                Piece(mark.sign, mark.tone),
                visible(difference.action or ""),
                _what(report, consequence, mark),
                visible(consequence_text(consequence, report.blame.n_plans)),
            ]
        )
    yield from table(rows)


def _what(report: BlameReport, consequence: Consequence, mark: Mark) -> Cell:
    """What differs, with the line where it stands or should be looked up; the title names the
    files."""
    difference = consequence.difference
    at = where(report.learned, difference.learned_place)
    theirs = None
    if at is None and report.reference is not None:
        theirs = where(report.reference, difference.reference_place)
    text = Piece(visible(difference_text(difference)), mark.tone)
    places = line_places(at, theirs)
    return (text, Piece("  "), *places) if places else text


def _coverage(blame: Blame) -> Iterator[Line]:
    coverage = blame.coverage
    side = "learned domain" if blame.diff is None else "reference"
    yield ()
    yield line(
        Piece("Coverage", Tone.TITLE),
        f"  {coverage.n_exercised} of {count_of(coverage.n_elements, 'literal')} of the {side}",
    )
    unused = [action.action for action in coverage.actions if not action.n_plans]
    if unused:
        yield line(f"  no plan has a step of {visible(', '.join(unused))}")


def _block(title: str, groups: Iterable[Iterable[str]]) -> Iterator[Line]:
    is_first = True
    for group in groups:
        if is_first:
            yield ()
            yield line(Piece(title, Tone.TITLE))
            is_first = False
        yield from (line(f"  {visible(text)}") for text in group)


def _stopped(plan: StoppedPlan, labels: dict[int, str]) -> Iterator[str]:
    for number, failure in enumerate(plan.failures):
        head = f"  then {_where(failure.step)}" if number else f"{plan.plan} {_where(failure.step)}"
        yield f"{head}: {failure.reason}{_to_blame(failure, labels)}"


def _where(step: int | None) -> str:
    return "at its end" if step is None else f"step {step}"


def _to_blame(failure: Failure, labels: dict[int, str]) -> str:
    return _sets("to blame", failure.sets, failure.is_smallest, labels)


def _sets(
    verb: str, sets: tuple[DifferenceSet, ...], is_smallest: bool, labels: dict[int, str]
) -> str:
    if not labels:
        return ""
    if not sets:
        known = "no set of differences" if is_smallest else "no set of differences known"
        return f"; {verb}: {known}"
    said = " or ".join(" with ".join(labels[number] for number in numbers) for numbers in sets)
    return f"; {verb}: {said}{'' if is_smallest else ' (not shown to be the fewest)'}"


def _let_through(plan: PlanLetThrough, labels: dict[int, str]) -> Iterator[str]:
    should = "" if plan.reason is None else f" should stop ({_where(plan.step)}): {plan.reason}"
    yield f"{plan.plan}{should}{_sets('let through by', plan.sets, plan.is_smallest, labels)}"


def _note(note: PlanNote) -> Iterator[str]:
    yield f"{note.plan}: {note.text}"

"""A blame report as a document: the differences in order of their effects, then the plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from plancore.blame.report import (
    Blame,
    Consequence,
    DifferenceSet,
    FalseCondition,
    PlanLetThrough,
    PlanNote,
    StoppedPlan,
    StoppingFailure,
    consequence_text,
    counts_text,
)
from plancore.compare.changes import ChangeKind
from plancore.compare.difference import Difference
from plancore.phrases import SIDES, count_of
from plancore.report import document as doc
from plancore.report.blame.review import BlameReport, with_short_names
from plancore.report.files import line_places, where
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import CHANGED, EXTRA, MISSING, Mark

Shown: TypeAlias = Callable[[Difference], doc.ShownDifference]

_MARKS: Final[Mapping[str, Mark]] = {
    ChangeKind.MISSING: MISSING,
    ChangeKind.EXTRA: EXTRA,
    ChangeKind.CHANGED: CHANGED,
}
_UNSATISFIED: Final = "unsatisfied precondition of "
_MOST_PLANS: Final = 5
"""The maximum number of plans listed next to the differences."""
_MOST_HARMLESS: Final = 10
"""If more differences than this affect no plan, a text only counts them."""
_MOST_DETAILS: Final = 500
"""The maximum number of rejected plans with their conditions on a page."""


def document(report: BlameReport, detail: doc.Detail) -> doc.Document:
    """The counts of plans, the differences, and each plan that is not as expected."""
    said: list[doc.Block] = [doc.Paragraph([line(counts_text(report.blame))])]
    if report.errors and detail is doc.Detail.FULL:
        # A command prints them itself.
        said.insert(0, doc.Errors([line(error) for error in report.errors]))
    more = "" if detail else "--format markdown"
    shown = (each._replace(more=more) for each in sections(report, detail))
    return doc.Document("Blame", _title(report), chain(said, shown))


def headline(report: BlameReport) -> str:
    """The counts of plans, in a line."""
    return counts_text(report.blame)


def section(
    report: BlameReport, detail: doc.Detail, anchors: Mapping[str, str], shown: Shown | None = None
) -> doc.Section:
    """The same as part of another report on the two files; `anchors` are the anchors of actions by
    name. On a page, rows can be acted on if `shown` describes their differences."""
    counts = counts_text(report.blame)
    title = "Effect of differences on plans"
    return doc.Section(title, sections(report, detail, anchors, shown), counts, "consequences")


def plan_lines(report: BlameReport) -> Iterator[Line]:
    """The first plans that are not as expected, one per line, with reasons."""
    blame = with_short_names(report).blame
    found = [
        *((plan.plan, "rejected at", plan.first.step, plan.first.reason) for plan in blame.stopped),
        *((plan.plan, "accepted despite", plan.step, plan.reason) for plan in blame.let_through),
        *((note.plan, "not executed", 0, note.text) for note in blame.undecided),
    ]
    for name, what, step, reason in found[:_MOST_PLANS]:
        at = "" if step == 0 else f" {'its end' if step is None else f'step {step}'}"
        said = "" if reason is None else f"{at}: {_brief(reason)}"
        yield line(f"  {name} ", Piece(what, Tone.FAILING), said)
    if len(found) > _MOST_PLANS:
        yield line(f"  and {count_of(len(found) - _MOST_PLANS, 'more plan')}")


def _brief(reason: str) -> str:
    """`(drop-off ann parcel) needs (has ann parcel)`, without the cause of the false condition."""
    step, needs, condition = reason.removeprefix(_UNSATISFIED).partition(": ")
    if not (needs and reason.startswith(_UNSATISFIED)):
        return reason
    return f"{step} needs {condition.partition(', ')[0].partition(';')[0]}"


def sections(
    report: BlameReport,
    detail: doc.Detail,
    anchors: Mapping[str, str] = {},
    shown: Shown | None = None,
) -> Iterator[doc.Section]:
    """The differences, then the plans; `anchors` and `shown` are as in `section`."""
    return _Consequences(with_short_names(report), detail, anchors, shown).sections()


def _title(report: BlameReport) -> Line:
    learned = Piece(report.learned.name, Tone.TITLE)
    title = ("Effect of differences on plans: ", learned)
    if report.reference is None:
        return line(*title, ", without a reference")
    return line(*title, " vs. ", Piece(report.reference.name, Tone.TITLE))


class _Consequences:
    def __init__(
        self,
        report: BlameReport,
        detail: doc.Detail,
        anchors: Mapping[str, str],
        shown: Shown | None,
    ) -> None:
        self._report = report
        self._shown = shown
        self._is_full = detail is doc.Detail.FULL
        self._has_all = self._is_full or doc.Detail.METRICS in detail
        self._anchors = anchors
        self._ranked = report.blame.by_consequence()
        self._labels = {c.difference.number: k for k, c in enumerate(self._ranked, start=1)}

    def sections(self) -> Iterator[doc.Section]:
        """The differences, the coverage, and the plans by outcome."""
        blame = self._report.blame
        if self._ranked:
            mattering = sum(consequence.matters for consequence in self._ranked)
            note = f"{mattering} of {len(self._ranked)} affect plans"
            n_harmless = len(self._ranked) - mattering
            is_cut = n_harmless > _MOST_HARMLESS and not self._has_all
            listed = [each for each in self._ranked if each.matters or not is_cut]
            names = ("action", "difference", "effect on plans") if self._is_full else ("", "", "")
            acts = [] if self._shown is None else [self._shown(e.difference) for e in listed]
            rows = list(map(self._row, listed))
            table = doc.Table(doc.columns("", "", *names), rows, indent=2, differences=acts)
            said = self._harmless() if is_cut else ()
            yield doc.Section("Differences", [table, *said], note)
        yield _coverage(blame)
        if blame.stopped and self._is_full:
            plans = [self._details(plan) for plan in blame.stopped[:_MOST_DETAILS]]
            yield doc.Section("Valid plans rejected", plans, count_of(len(blame.stopped), "plan"))
        else:
            yield from _listed("Valid plans rejected", map(self._stopped, blame.stopped))
        yield from _listed("Invalid plans accepted", map(self._let_through, blame.let_through))
        yield from _listed("Undecided", map(_note, blame.undecided))
        yield from _listed("Notes", map(_note, blame.notes))

    def _harmless(self) -> Iterator[doc.Block]:
        """The number of differences that affect no plan, by what is known about them."""
        texts = (consequence_text(e, self._report.blame) for e in self._ranked if not e.matters)
        for text, count in Counter(texts).items():
            yield doc.Paragraph([line(f"{text}: {count_of(count, 'difference')}")], indent=2)
        yield doc.Paragraph([line(Piece("--format csv lists all of them", Tone.DIM))], indent=2)

    def _row(self, consequence: Consequence) -> list[doc.Cell]:
        if not self._has_all:
            # A text lists the plans with their steps below.
            consequence = replace(consequence, first=None)
        difference = consequence.difference
        mark = _MARKS[difference.kind]
        label = self._labels[difference.number]
        action = difference.action or ""
        return [
            Piece(f"[{label}]", anchor=_anchor(label)),
            Piece(mark.sign, mark.tone),
            Piece(action, target=self._anchors.get(action, "")),
            _what(self._report, consequence, mark, is_told_by_sign=not self._is_full),
            consequence_text(consequence, self._report.blame),
        ]

    def _stopped(self, plan: StoppedPlan) -> doc.ListItem:
        """A plan with its first failure, then the failures once that is fixed."""
        first, *later = (self._failing(failure) for failure in plan.failures)
        then = [doc.ListItem(line("once fixed, ", *said)) for said in later]
        return doc.ListItem(line(f"{plan.plan} ", *first), then)

    def _failing(self, failure: StoppingFailure) -> Line:
        to_blame = self._to_blame("cause", failure.sets, is_smallest=failure.is_smallest)
        return line(f"{_where(failure.step)}: {failure.reason}{'; ' * bool(to_blame)}", *to_blame)

    def _details(self, plan: StoppedPlan) -> doc.Details:
        summary = f"✗ {plan.plan} {_where(plan.first.step)}: {plan.first.reason}"
        end = (
            "valid once all of these are fixed"
            if plan.is_repaired
            else "still invalid once these are fixed"
        )
        blocks = chain.from_iterable(map(self._failure, plan.failures))
        rest = doc.Paragraph([line(text) for text in (plan.remark, end) if text])
        return doc.Details(line(summary), [*blocks, rest])

    def _failure(self, failure: StoppingFailure) -> Iterator[doc.Block]:
        yield doc.Paragraph([line(f"{_where(failure.step)}: {failure.reason}")])
        if failure.conditions:
            yield doc.List(list(map(_condition, failure.conditions)))
        said = self._to_blame("cause", failure.sets, is_smallest=failure.is_smallest)
        if said:
            yield doc.Paragraph([said])

    def _let_through(self, plan: PlanLetThrough) -> doc.ListItem:
        should = "" if plan.reason is None else f" should fail ({_where(plan.step)}): {plan.reason}"
        said = self._to_blame("cause", plan.sets, is_smallest=plan.is_smallest)
        return doc.ListItem(line(f"{plan.plan}{should}{'; ' * bool(said)}", *said))

    def _to_blame(self, verb: str, sets: tuple[DifferenceSet, ...], *, is_smallest: bool) -> Line:
        if not self._labels:
            return ()
        if not sets:
            known = "no set of differences" if is_smallest else "unknown set of differences"
            return line(f"{verb}: {known}")
        said: list[Piece] = []
        for numbers in sets:
            if said:
                said.append(Piece(" or "))
            for k, number in enumerate(numbers):
                label = self._labels[number]
                target = _anchor(label) if label <= doc.MOST_ROWS else ""
                said += [*([Piece(" with ")] if k else []), Piece(f"[{label}]", target=target)]
        rest = "" if is_smallest else " (not proved minimum)"
        return line(f"{verb}: ", *said, rest)


def _anchor(label: int) -> str:
    return f"difference-{label}"


def _condition(condition: FalseCondition) -> doc.ListItem:
    said = (
        doc.quoted(condition.cause) if condition.cause else (Piece(condition.text, is_code=True),)
    )
    return doc.ListItem((Piece("✗ ", Tone.FAILING), *said))


def _what(
    report: BlameReport, consequence: Consequence, mark: Mark, *, is_told_by_sign: bool
) -> doc.Cell:
    """The difference, with its line in the learned file or else in the reference; the title names
    the files. If it is told by sign, the text omits `missing` and `extra`."""
    difference = consequence.difference
    at, theirs = None, None
    if difference.learned is not None:
        at = where(report.learned, difference.learned_place)
    if at is None and report.reference is not None:
        theirs = where(report.reference, difference.reference_place)
    kind = f"{SIDES.of_kind(difference.kind)} " if is_told_by_sign else ""
    text = Piece(difference.plain_message.removeprefix(kind), mark.tone)
    places = line_places(at, theirs)
    return (text, Piece("  "), *places) if places else text


def _coverage(blame: Blame) -> doc.Section:
    coverage = blame.coverage
    side = f"the {SIDES.learned} domain" if blame.diff is None else SIDES.the_reference
    literals = count_of(coverage.n_elements, "literal")
    note = f"plans exercise {coverage.n_exercised} of {literals} of {side}"
    unused = [action.action for action in coverage.actions if not action.n_plans]
    said = doc.items([f"no plan executes {', '.join(unused)}"] if unused else [])
    return doc.Section("Coverage", [doc.List(said)] if said else [], note)


def _listed(title: str, plans: Iterable[doc.ListItem]) -> Iterator[doc.Section]:
    entries = list(plans)
    if entries:
        yield doc.Section(title, [doc.List(entries)])


def _where(step: int | None) -> str:
    return "at its end" if step is None else f"step {step}"


def _note(note: PlanNote) -> doc.ListItem:
    return doc.ListItem(line(f"{note.plan}: {note.text}"))

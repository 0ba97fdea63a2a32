"""Many pairs of files as a page: figures against each other, and a row for each pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from plancore.report.batch.chosen import made_otherwise
from plancore.report.batch.earlier import change_texts, figure_before
from plancore.report.batch.names import names_text
from plancore.report.batch.review import Batch, averages
from plancore.report.batch.row import PairRow, Status
from plancore.report.batch.text import (
    changed_counts,
    count_text,
    counts_text,
    delta_text,
    figure_text,
    gone_text,
    left_out_texts,
    limits_text,
    remark_before,
    remarks_before,
    shown_figures,
    titles,
)
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.figures import tiles
from plancore.report.formats.html.marks import signed
from plancore.report.formats.html.plots import Dot, key_of_colours, scatter
from plancore.report.formats.html.sections import Page, Section, compared
from plancore.report.formats.html.tables import left_out, table
from plancore.report.headline import HEADLINES
from plancore.report.marks import CHANGED, FAILING, FAULTY, SAME

_MOST: Final = 2_000
"""So many pairs of a kind are listed."""
_AGAINST: Final = {
    "domain": ("precision", "recall"),
    "problem": ("precision", "recall"),
    "plan": ("lcs", "jaccard"),
}
"""The figures of each kind that are shown against each other."""
_COLOURS: Final = {
    SAME: "the same",
    CHANGED: "different",
    FAILING: "not valid",
    FAULTY: "with errors",
}
"""What the dots of pairs are."""


def page(batch: Batch) -> Page:
    """The page."""
    title, headline = _headline(batch)
    of_kinds = (_Kind(batch, kind).section() for kind in batch.kinds)
    sections = chain(_worse(batch), _below(batch), _failed(batch), of_kinds)
    return Page(title, headline, _summary(batch), list(sections))


def _headline(batch: Batch) -> tuple[str, Html]:
    words = " and with what it was "
    was = "" if batch.before is None else f"{words}{batch.before}"
    if batch.reference is not None:
        title, headline = compared(batch.learned, batch.reference)
        if batch.before is not None:
            named = element("small", words), element("b", batch.before)
            headline = joined((headline, *named))
        return f"{title}{was}", headline
    title = f"{batch.learned}: learned.pddl compared with reference.pddl in each folder{was}"
    return title, element("b", title)


def _summary(batch: Batch) -> Html:
    """How many pairs there are of each kind, and their means."""
    parts = [element("p", counts_text(batch), class_="verdict")]
    parts += [element("p", text) for text in (names_text(batch),) if text]
    if len(batch.shown) != len(batch.rows):
        text = f"{len(batch.shown)} shown of {len(batch.rows)}: {batch.selection.filter}"
        parts.append(element("p", text))
    parts += [element("p", text) for text in left_out_texts(batch)]
    parts += [element("p", text) for text in change_texts(batch)]
    return joined((*parts, tiles(_means(batch))))


def _means(batch: Batch) -> Iterator[tuple[str, str]]:
    """The mean of the first figure of each kind over the pairs that are shown."""
    shown = " shown" if batch.is_filtered else ""
    for kind in batch.kinds:
        first = HEADLINES[kind][0]
        mean = averages(batch.shown, kind).get(first.name)
        if mean is not None:
            yield f"{kind}s{shown}, mean {first.title}", f"{mean.mean:.3f} over {mean.n_defined}"


class _Kind:
    """The pairs of one kind."""

    def __init__(self, batch: Batch, kind: str) -> None:
        self._batch = batch
        self._kind = kind
        self._rows = [row for row in batch.shown if row.kind == kind]
        self._names = shown_figures(batch, kind)
        self._titles = titles(kind)
        has_earlier = any(row.earlier is not None for row in self._rows)
        self._then = [f"{HEADLINES[kind][0].title} before"] if has_earlier and self._names else []
        self._counts = changed_counts(self._rows)
        self._remarks = remarks_before(self._rows)

    def section(self) -> Section:
        """Plots, then a row for each pair."""
        whole = joined((self._plots(), self._table(), left_out(len(self._rows) - _MOST)))
        return Section(f"{self._kind}s", f"{self._kind.capitalize()}s", whole, f"{len(self._rows)}")

    def _plots(self) -> Html:
        n_rows = len(self._rows)
        plots = []
        x, y = _AGAINST[self._kind]
        dots = [
            Dot(across, up, row.name, row.mark)
            for row in self._rows
            if (across := row.figures.get(x)) is not None and (up := row.figures.get(y)) is not None
        ]
        if dots:
            n_undefined = n_rows - len(dots)
            plots.append(scatter(self._titles[x], self._titles[y], dots, n_undefined))
        first = HEADLINES[self._kind][0]
        changes = [
            Dot(then, now, row.name, row.mark)
            for row in self._rows
            if (then := figure_before(row)) is not None
            and (now := row.figures.get(first.name)) is not None
        ]
        if changes:
            n_undefined = sum(row.earlier is not None for row in self._rows) - len(changes)
            names = f"{first.title} before", f"{first.title} now"
            plots.append(scatter(*names, changes, n_undefined, is_change=True))
        used = {dot.mark for dot in (*dots, *changes)}
        meanings = {mark: meaning for mark, meaning in _COLOURS.items() if mark in used}
        key = element("p", key_of_colours(meanings)) if meanings else NOTHING
        return joined((element("div", *plots, class_="plots"), key)) if plots else NOTHING

    def _table(self) -> Html:
        changes = ["Δ"] if self._batch.baseline is not None else []
        names = ["pair", *self._then, *(self._titles[name] for name in self._names), *changes]
        names += self._counts
        numbers = range(1, len(names))
        names += ["same", "note", *self._remarks]
        cells = map(self._cells, self._rows[:_MOST])
        return table(cells, names, numbers=numbers, label=f"{self._kind}s")

    def _cells(self, row: PairRow) -> Sequence[str]:
        delta = self._batch.delta(row)
        return (
            signed(row.mark, row.name),
            *(figure_text(figure_before(row)) for _ in self._then),
            *(figure_text(row.figures.get(name)) for name in self._names),
            *([delta_text(delta)] if self._batch.baseline is not None else ()),
            *(count_text(row, name) for name in self._counts),
            f"{row.n_same}/{row.n_parts}",
            element("small", row.note),
            *(element("small", remark_before(row)) for _ in self._remarks),
        )


def _failed(batch: Batch) -> Iterator[Section]:
    rows = [row for row in batch.shown if row.status is Status.FAILED]
    if rows:
        cells = ((signed(row.mark, row.name), row.note) for row in rows)
        yield Section("failed", "Not compared", table(cells, label="Not compared", is_prose=True))


def _below(batch: Batch) -> Iterator[Section]:
    cells = [(row.name, "; ".join(said)) for row in batch.rows if (said := batch.below(row))]
    if cells:
        label = "Below the limits"
        content = table(cells, label=label, is_prose=True)
        yield Section("below", label, content, "; ".join(limits_text(batch)))


def _worse(batch: Batch) -> Iterator[Section]:
    if batch.baseline is None:
        return
    cells = [(row.name, "; ".join(batch.regressions(row))) for row in batch.worse]
    cells += [(row.name, "gone") for row in batch.lost]
    parts = [table(cells, label="Worse", is_prose=True) if cells else element("p", "nothing")]
    parts += [element("p", text) for text in made_otherwise(batch)]
    gone = gone_text(batch)
    if gone:
        parts.append(element("p", gone))
    yield Section("worse", f"Worse than in {batch.baseline.name}", joined(parts))

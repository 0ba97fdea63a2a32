"""A batch as a document: a table for each kind of pair, and the effects of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import fsum
from typing import Final

from plancore.phrases import SIDES, count_of, some_of
from plancore.report import document as doc
from plancore.report.batch.review import (
    BRIEF,
    FEWEST,
    Batch,
    averages,
    has_figure,
    made_otherwise,
    names_text,
)
from plancore.report.batch.row import (
    COUNTS,
    BatchRow,
    PairStatus,
    change_counts_text,
    count_of_change,
    figure_before,
)
from plancore.report.figures import UNDEFINED
from plancore.report.headline import HEADLINES
from plancore.report.limit import Limit
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import CHANGED, FAILING, FAULTY, MISSING, MOVED, SAME
from plancore.report.plots import Dot, Scatter

_AGAINST: Final = {
    "domain": ("precision", "recall"),
    "problem": ("precision", "recall"),
    "plan": ("lcs", "jaccard"),
}
"""The two scores of each kind that are plotted against each other."""
_KEY: Final = {
    SAME: "identical",
    MOVED: "renamed",
    CHANGED: "different",
    FAILING: "not valid",
    FAULTY: "with errors",
}
"""The meaning of the dots of pairs."""


_COMPARED: Final = {
    PairStatus.SAME: "identical",
    PairStatus.DOUBTFUL: "doubtful",
    PairStatus.RENAMED: "renamed",
    PairStatus.DIFFERENT: "different",
}
_MOST_NAMED: Final = 5
"""The maximum number of references without a learned file that are named."""


def document(batch: Batch, detail: doc.Detail) -> doc.Document:
    """The verdict and means, a table for each kind of the pairs that differ, the worst first, then
    pairs that failed or are worse. Pages start with the latter, and have all pairs."""
    wrong = (_failed(batch), _below(batch), _worse(batch))
    blocks: Iterable[doc.Block]
    if detail is doc.Detail.FULL:
        pages = (_page(_Kind(batch, kind, batch.shown, detail)) for kind in batch.kinds)
        blocks = [doc.KeyFigures(list(_means(batch))), *chain(*reversed(wrong)), *pages]
    else:
        missing = () if doc.Detail.METRICS in detail else _missing(batch)
        blocks = chain(_tables(batch, detail), missing, *wrong)
    return doc.Document("Batch", _title(batch), chain([_notes(batch)], blocks))


def _notes(batch: Batch) -> doc.Paragraph:
    said = [*_mean_texts(batch), names_text(batch), *change_texts(batch)]
    if any(row.n_errors for row in batch.rows):
        said.append(f"{FAULTY.sign} has errors: its scores cover only what could be read")
    if len(batch.shown) != len(batch.rows):
        said.append(f"{len(batch.shown)} shown of {len(batch.rows)}: {batch.selection.filter}")
    said += left_out_texts(batch)
    return doc.Paragraph([line(text) for text in said if text])


def _title(batch: Batch) -> Line:
    said = [_name(batch.learned)]
    if batch.reference is not None:
        said += Piece(" vs. "), _name(batch.reference)
    if batch.before is not None:
        said += Piece(" (before: "), _name(batch.before), Piece(")")
    return (*said, Piece(f": {counts_text(batch)}"))


def _name(folder: str) -> Piece:
    return Piece(folder, Tone.TITLE)


def _others() -> Iterator[tuple[PairStatus, str]]:
    yield PairStatus.MISSING, SIDES.missing
    yield PairStatus.EXTRA, SIDES.extra
    yield PairStatus.FAILED, "not compared"


def left_out_texts(batch: Batch) -> Iterator[str]:
    """Notes on files that are not in any pair."""
    if batch.n_passed_over:
        references = count_of(batch.n_passed_over, "reference")
        yield f"{references} of kinds that {batch.learned} does not contain"
    if batch.n_others:
        yield f"not compared: {others_text(batch)}, neither PDDL nor plans"


def others_text(batch: Batch) -> str:
    """`2 other files`: files in two versions of a tree that are neither PDDL nor plans."""
    return count_of(batch.n_others, "other file")


def counts_text(batch: Batch) -> str:
    """`12 pairs compared: 3 identical, 9 different; 1 extra, 1 not compared, 2 with errors`."""
    n_compared = sum(row.is_compared for row in batch.rows)
    compared = compared_texts(batch)
    others = [f"{batch.count(each)} {word}" for each, word in _others() if batch.count(each)]
    worse = [f"{batch.n_worse} worse"] if batch.baseline is not None else []
    verdict = f"{count_of(n_compared, 'pair')} compared{': ' * bool(compared)}{', '.join(compared)}"
    return "; ".join(filter(None, (verdict, ", ".join((*others, *wrong_texts(batch), *worse)))))


def compared_texts(batch: Batch) -> list[str]:
    """`3 identical`, `9 different`: the pairs that were compared, by their outcome."""
    return [f"{batch.count(each)} {word}" for each, word in _COMPARED.items() if batch.count(each)]


def wrong_texts(batch: Batch) -> list[str]:
    """`2 with errors`, `1 invalid plan`: counts of defects in compared pairs."""
    n_faulty = sum(row.n_errors > 0 for row in batch.rows)
    faulty = [f"{n_faulty} with errors"] if n_faulty else []
    n_invalid = sum(row.is_invalid for row in batch.rows)
    return [*faulty, *([count_of(n_invalid, "invalid plan")] if n_invalid else [])]


def figure_text(value: float | None) -> str:
    """`0.571`; a dash for None."""
    return UNDEFINED if value is None else f"{value:.3f}"


def delta_text(value: float | None) -> str:
    """`+0.120`, `-0.004`, `=` for no change; a dash if either value is undefined."""
    if value is None:
        return UNDEFINED
    return "=" if value == 0 else f"{value:+.3f}"


def changed_counts(rows: Sequence[BatchRow]) -> list[str]:
    """The names of change counts that at least one row has."""
    return [name for name in COUNTS if any(count_of_change(row, name) is not None for row in rows)]


def count_text(row: BatchRow, name: str) -> str:
    """The number of things that a change repaired, broke or left wrong; a dash if unknown."""
    count = count_of_change(row, name)
    return UNDEFINED if count is None else str(count)


def remarks_before(rows: Sequence[BatchRow]) -> list[str]:
    """The head of the column of remarks on earlier versions; empty if no row has one."""
    return ["before"] if any(map(remark_before, rows)) else []


def remark_before(row: BatchRow) -> str:
    """Why a pair has no earlier version, or what that was executed in; usually empty."""
    return "" if row.earlier is None else row.earlier.remark


def shown_figures(batch: Batch, kind: str, detail: doc.Detail) -> list[str]:
    """The scores of a kind in a text or page table: those that at least one row has."""
    of_kind = [row for row in batch.rows if row.kind == kind]
    names = BRIEF[kind] if doc.Detail.METRICS in detail else FEWEST[kind]
    return [name for name in names if any(row.figures.get(name) is not None for row in of_kind)]


def titles(kind: str) -> dict[str, str]:
    """The heads of columns by the names of scores."""
    return {headline.name: headline.title for headline in HEADLINES[kind]}


class _Kind:
    """The pairs of one kind."""

    def __init__(
        self, batch: Batch, kind: str, rows: Iterable[BatchRow], detail: doc.Detail
    ) -> None:
        self.batch = batch
        self.kind = kind
        self.rows = [row for row in rows if row.kind == kind]
        self.names = shown_figures(batch, kind, detail)
        self.titles = titles(kind)
        self._counts = changed_counts(self.rows)
        self._remarks = remarks_before(self.rows)

    def table(self, then: str, *, is_page: bool) -> doc.Table:
        """A row for each pair, on a page by name first; `then` heads the earlier scores."""
        has_earlier = any(row.earlier is not None for row in self.rows) and self.names
        before = [then] if has_earlier else []
        changes = ["Δ"] if self.batch.baseline is not None else []
        figures = [*before, *(self.titles[name] for name in self.names), *changes, *self._counts]
        figures.append("identical")
        heads = ["pair", *figures] if is_page else ["", *figures, self.kind]
        heads += ["note", *self._remarks]
        numbers = range(1, 1 + len(figures))
        rows = [self._row(row, before, changes, is_page=is_page) for row in self.rows]
        return doc.Table(doc.columns(*heads, numbers=numbers), rows)

    def _row(
        self, row: BatchRow, before: Sequence[str], changes: Sequence[str], *, is_page: bool
    ) -> list[doc.Cell]:
        mark = row.mark
        name = Piece(row.name, mark.tone)
        was = figure_text(figure_before(row)) + " →" * (not is_page)
        return [
            Piece(f"{mark.sign} {row.name}", mark.tone) if is_page else Piece(mark.sign, mark.tone),
            *(Piece(was, Tone.DIM) for _ in before),
            *(figure_text(row.figures.get(name)) for name in self.names),
            *(delta_text(self.batch.delta(row)) for _ in changes),
            *(count_text(row, name) for name in self._counts),
            f"{row.n_same}/{row.n_parts}",
            *([] if is_page else [name]),
            Piece(row.note, Tone.DIM),
            *(Piece(remark_before(row), Tone.DIM) for _ in self._remarks),
        ]

    def plots(self) -> Iterator[Scatter]:
        """Two scores against each other, and the first score against its earlier value."""
        x, y = _AGAINST[self.kind]
        dots = [
            Dot(across, up, row.name, row.mark)
            for row in self.rows
            if (across := row.figures.get(x)) is not None and (up := row.figures.get(y)) is not None
        ]
        if dots:
            n_undefined = len(self.rows) - len(dots)
            yield Scatter(self.titles[x], self.titles[y], dots, n_undefined)
        first = HEADLINES[self.kind][0]
        changes = [
            Dot(then, now, row.name, row.mark)
            for row in self.rows
            if (then := figure_before(row)) is not None
            and (now := row.figures.get(first.name)) is not None
        ]
        if changes:
            n_undefined = sum(row.earlier is not None for row in self.rows) - len(changes)
            names = f"{first.title} before", f"{first.title} now"
            yield Scatter(*names, changes, n_undefined, is_change=True)


def _tables(batch: Batch, detail: doc.Detail) -> Iterator[doc.Section]:
    has_all = doc.Detail.METRICS in detail
    rows = [row for row in batch.shown if has_all or _is_listed(batch, row)]
    if not batch.selection.order:
        rows.sort(key=_goodness)
    for kind in batch.kinds:
        of_kind = _Kind(batch, kind, rows, detail)
        if of_kind.rows:
            yield doc.Section("", [of_kind.table("then", is_page=False)])


def _is_listed(batch: Batch, row: BatchRow) -> bool:
    """Whether a text has a row for the pair: it differs, has changed or is invalid, or a filter
    selects rows."""
    if batch.is_filtered or row.earlier is not None or batch.delta(row) or row.is_invalid:
        return True
    return row.status not in (PairStatus.SAME, PairStatus.MISSING)


def _goodness(row: BatchRow) -> tuple[bool, float]:
    """A sort key: lowest score first, undefined scores last."""
    value = row.figures.get(HEADLINES[row.kind][0].name) if row.kind in HEADLINES else None
    return value is None, value or 0.0


def _missing(batch: Batch) -> Iterator[doc.Section]:
    """The references without a learned file, in one line."""
    names = [row.name for row in batch.shown if row.status is PairStatus.MISSING]
    if names and not all(_is_listed(batch, row) for row in batch.shown):
        theirs = SIDES.the_reference.removeprefix("the ")
        what = f"{count_of(len(names), theirs)} without a {SIDES.learned} file"
        said = f"{what}: {some_of(names, _MOST_NAMED)}"
        yield doc.Section("", [doc.Paragraph([line(Piece(said, MISSING.tone))])])


def _page(of_kind: _Kind) -> doc.Section:
    """Plots, then a row for each pair."""
    plots = list(of_kind.plots())
    used = {dot.mark for plot in plots for dot in plot.dots}
    key = {mark: meaning for mark, meaning in _KEY.items() if mark in used}
    blocks: list[doc.Block] = [doc.Plots(plots, key=key)] if plots else []
    blocks.append(of_kind.table(f"{HEADLINES[of_kind.kind][0].title} before", is_page=True))
    title = f"{of_kind.kind.capitalize()}s"
    return doc.Section(title, blocks, str(len(of_kind.rows)), f"{of_kind.kind}s")


def _means(batch: Batch) -> Iterator[tuple[str, str]]:
    """The mean of the first score of each kind over the shown pairs that were compared."""
    shown = " shown" if batch.is_filtered else ""
    for kind in batch.kinds:
        first = HEADLINES[kind][0]
        mean = averages(batch.shown, kind).get(first.name)
        if mean is not None:
            yield f"{kind}s{shown}, mean {first.title}", f"{mean.mean:.3f} over {mean.n_defined}"


def _mean_texts(batch: Batch) -> Iterator[str]:
    """The means of each kind over the shown pairs; nothing if all pairs are the same."""
    for kind in batch.kinds if any(row.status is not PairStatus.SAME for row in batch.rows) else ():
        rows = [row for row in batch.shown if row.kind == kind]
        means, title_of = averages(rows, kind), titles(kind)
        n_compared = sum(row.is_compared for row in rows)
        said = [
            f"{title_of[name]} {means[name].mean:.3f}"
            + (f" over {means[name].n_defined}" if means[name].n_defined < n_compared else "")
            for name in FEWEST[kind]
            if name in means
        ]
        first = means.get(HEADLINES[kind][0].name)
        n_missing = sum(row.status is PairStatus.MISSING for row in rows)
        n_failed = batch.count(PairStatus.FAILED) if len(batch.kinds) == 1 else 0
        if said and first is not None:
            shown = " shown" if batch.is_filtered else ""
            text = f"mean over {count_of(n_compared, kind)}{shown}: {', '.join(said)}"
            if n_missing:
                title = HEADLINES[kind][0].title
                text += f"; {title} {first.with_missing:.3f} with {n_missing} missing as 0"
            yield text + (f"; {n_failed} unreadable" if n_failed else "")


def shown_text(batch: Batch, kind: str) -> str:
    """`14 domains`; `2 of 14 domains shown` if rows are filtered."""
    n_rows = sum(row.kind == kind for row in batch.rows)
    if not batch.is_filtered:
        return count_of(n_rows, kind)
    n_shown = sum(row.kind == kind for row in batch.shown)
    return f"{n_shown} of {count_of(n_rows, kind)} shown"


def _failed(batch: Batch) -> Iterator[doc.Section]:
    rows = [row for row in batch.shown if row.status is PairStatus.FAILED]
    said = [
        doc.ListItem(line(Piece(f"{row.mark.sign} ", row.mark.tone), f"{row.name}: {row.note}"))
        for row in rows
    ]
    if said:
        yield doc.Section("Not compared", [doc.List(said)], anchor="failed")


def limits_text(batch: Batch) -> list[str]:
    """For each limit the number of pairs that do not keep it: `f1=0.9 is not kept by 3 of 14 pairs,
    in 1 of which it is undefined`; or that it applies to none."""
    said = []
    for limit in batch.limits:
        rows = [row for row in batch.rows if has_figure(row, limit.figure) and row.kind]
        values = [row.figures.get(limit.figure) for row in rows]
        n_missed = sum(not limit.kept_by(value) for value in values)
        n_undefined = values.count(None)
        undefined = f", in {n_undefined} of which it is undefined" if n_undefined else ""
        of = f"{n_missed} of {count_of(len(rows), 'pair')}"
        if n_missed:
            said.append(f"{limit} is not kept by {of}{undefined}")
        else:
            said.append(_kept_text(batch, limit, rows))
    return said


def _kept_text(batch: Batch, limit: Limit, rows: Sequence[BatchRow]) -> str:
    """A text on a limit that no score is below, with doubts about pairs with errors or failures."""
    n_faulty = sum(row.n_errors > 0 for row in rows)
    n_failed = batch.count(PairStatus.FAILED)
    doubts = [f"{count_of(n_faulty, 'pair')} with errors"] if n_faulty else []
    doubts += [f"{count_of(n_failed, 'pair')} not compared"] if n_failed else []
    if doubts:
        return f"{limit} is not known to be kept: {', '.join(doubts)}"
    return f"{limit} is kept" if rows else f"{limit} is about none of the pairs"


def _below(batch: Batch) -> Iterator[doc.Section]:
    said = [f"{row.name}: {', '.join(below)}" for row in batch.rows if (below := batch.below(row))]
    if said:
        yield doc.Section(
            "Below the limits", [doc.List(doc.items(said))], "; ".join(limits_text(batch)), "below"
        )


def _worse(batch: Batch) -> Iterator[doc.Section]:
    if batch.baseline is None:
        return
    said: list[str | Piece] = [Piece(text, Tone.NOTE) for text in made_otherwise(batch)]
    said += [f"{row.name}: {', '.join(batch.regressions(row))}" for row in batch.worse]
    said += [f"{row.name}: gone" for row in batch.lost]
    said += filter(None, [gone_text(batch)])
    note = "" if batch.n_worse else "nothing"
    blocks = [doc.List(doc.items(said))] if said else []
    yield doc.Section(f"Worse than in {batch.baseline.name}", blocks, note, "worse")


def gone_text(batch: Batch) -> str:
    """The pairs of the baseline that are gone without counting as worse; empty for none."""
    lost = {row.name for row in batch.lost}
    names = [name for name in batch.gone if name not in lost]
    count = count_of(len(names), "pair")
    return f"{count} gone that had nothing compared: {', '.join(names)}" if names else ""


def worse_text(batch: Batch) -> str:
    """The number of pairs worse than in the baseline: `3 pairs worse than in old.json, 1 of them
    gone`; empty without a baseline."""
    if batch.baseline is None:
        return ""
    count = count_of(batch.n_worse, "pair") if batch.n_worse else "no pair"
    gone = f", {len(batch.lost)} of them gone" if batch.lost else ""
    return f"{count} worse than in {batch.baseline.name}{gone}"


def lost_text(batch: Batch) -> list[str]:
    """The compared pairs of the baseline that are gone, as they have no row; empty for none."""
    if batch.baseline is None or not batch.lost:
        return []
    count, name = count_of(len(batch.lost), "pair"), batch.baseline.name
    return [f"{count} of {name} gone: {', '.join(row.name for row in batch.lost)}"]


def change_texts(batch: Batch) -> list[str]:
    """The effects of the change on the shown pairs: total counts, and for each kind the mean of the
    first score before and now, over the pairs that have both."""
    said = []
    sums = [sum(count_of_change(row, name) or 0 for row in batch.shown) for name in COUNTS]
    shown = " shown" if batch.is_filtered else ""
    if any(sums):
        where = f" in the {len(batch.shown)} shown" if shown else ""
        said.append(f"the change{where}: {change_counts_text(*sums)}")
    for kind in batch.kinds:
        first = HEADLINES[kind][0]
        both = [
            (then, now)
            for row in batch.shown
            if row.kind == kind
            and (then := figure_before(row)) is not None
            and (now := row.figures.get(first.name)) is not None
        ]
        if both:
            then, now = (fsum(values) / len(both) for values in zip(*both, strict=True))
            said.append(
                f"{kind}s{shown}, mean {first.title} {then:.3f} → {now:.3f} over {len(both)}"
            )
    return said

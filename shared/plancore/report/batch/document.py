"""A batch: a table for each kind of pair, the figures before the names.

What has to be known of a batch as a whole: how names were taken in it, what a change did, and in
what a baseline was made otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import fsum
from typing import Final

from plancore.phrases import count_of
from plancore.report.batch.review import BRIEF, Batch, averages, worst
from plancore.report.batch.row import (
    COUNTS,
    BatchRow,
    NameOptions,
    PairStatus,
    change_counts_text,
    chosen_text,
    count_of_change,
    figure_before,
    that_matters,
)
from plancore.report.batch.selection import has_figure
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    KeyFigures,
    List,
    ListItem,
    Paragraph,
    Plots,
    Section,
    Table,
    columns,
    items,
)
from plancore.report.figures import UNDEFINED
from plancore.report.headline import HEADLINES
from plancore.report.limit import Limit
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import CHANGED, FAILING, FAULTY, SAME
from plancore.report.plots import Dot, Scatter

_AGAINST: Final = {
    "domain": ("precision", "recall"),
    "problem": ("precision", "recall"),
    "plan": ("lcs", "jaccard"),
}
"""The figures of each kind that are shown against each other."""
_KEY: Final = {
    SAME: "the same",
    CHANGED: "different",
    FAILING: "not valid",
    FAULTY: "with errors",
}
"""What the dots of pairs are."""


def document(batch: Batch, detail: Detail) -> Document:
    """What was compared, a table for each kind, the pairs that failed, and what is worse; pages
    have first what is wrong."""
    wrong = (_failed(batch), _below(batch), _worse(batch))
    blocks: Iterable[Block]
    if detail is Detail.FULL:
        pages = (_page(_Kind(batch, kind)) for kind in batch.kinds)
        blocks = [KeyFigures(list(_means(batch))), *chain(*reversed(wrong)), *pages]
    else:
        summaries = chain.from_iterable(_summary(batch, kind) for kind in batch.kinds)
        blocks = chain(_tables(batch), wrong[0], summaries, *wrong[1:])
    return Document("Batch", _title(batch), chain([_counts(batch)], blocks))


def _counts(batch: Batch) -> Paragraph:
    said = [counts_text(batch), names_text(batch), *change_texts(batch)]
    if any(row.n_errors for row in batch.rows):
        said.append(f"{FAULTY.sign} has errors: its figures are about what could be read")
    if len(batch.shown) != len(batch.rows):
        said.append(f"{len(batch.shown)} shown of {len(batch.rows)}: {batch.selection.filter}")
    said += left_out_texts(batch)
    return Paragraph([line(text) for text in said if text])


def _title(batch: Batch) -> Line:
    said = [_name(batch.learned)]
    if batch.reference is None:
        said.append(Piece("  learned.pddl compared with reference.pddl in each folder"))
    else:
        said += Piece("  compared with the reference  "), _name(batch.reference)
    if batch.before is not None:
        said += Piece("  and with what it was  "), _name(batch.before)
    return tuple(said)


def _name(folder: str) -> Piece:
    return Piece(folder, Tone.TITLE)


def left_out_texts(batch: Batch) -> Iterator[str]:
    """What of the folders is in no pair."""
    if batch.n_passed_over:
        references = count_of(batch.n_passed_over, "reference")
        yield f"{references} of kinds that {batch.learned} has nothing of"
    if batch.n_others:
        yield f"not compared: {others_text(batch)}, neither PDDL nor called like plans"


def others_text(batch: Batch) -> str:
    """`2 other files`: those of two versions of a tree that are no planning files."""
    return count_of(batch.n_others, "other file")


def counts_text(batch: Batch) -> str:
    """`14 pairs: 3 same, 9 different, 1 extra, 1 failed, 2 with errors`."""
    counts = [f"{n} {status.value}" for status in PairStatus if (n := batch.count(status))]
    worse = [f"{batch.n_worse} worse"] if batch.baseline is not None else []
    said = ", ".join((*counts, *wrong_texts(batch), *worse))
    return f"{count_of(len(batch.rows), 'pair')}: {said}"


def wrong_texts(batch: Batch) -> list[str]:
    """`2 with errors`, `1 invalid plan`: what is wrong in pairs that were compared."""
    n_faulty = sum(row.n_errors > 0 for row in batch.rows)
    faulty = [f"{n_faulty} with errors"] if n_faulty else []
    n_invalid = sum(row.is_invalid for row in batch.rows)
    return [*faulty, *([count_of(n_invalid, "invalid plan")] if n_invalid else [])]


def figure_text(value: float | None) -> str:
    """`0.571`; a dash for what is undefined."""
    return UNDEFINED if value is None else f"{value:.3f}"


def delta_text(value: float | None) -> str:
    """`+0.120`, `-0.004`, `=` for no change; a dash where one of the two is undefined."""
    if value is None:
        return UNDEFINED
    return "=" if value == 0 else f"{value:+.3f}"


def changed_counts(rows: Sequence[BatchRow]) -> list[str]:
    """The counts of what a change did that some of the rows have."""
    return [name for name in COUNTS if any(count_of_change(row, name) is not None for row in rows)]


def count_text(row: BatchRow, name: str) -> str:
    """How many things a change has repaired, broken, or left wrong; a dash where it is unknown."""
    count = count_of_change(row, name)
    return UNDEFINED if count is None else str(count)


def remarks_before(rows: Sequence[BatchRow]) -> list[str]:
    """The head of the column of what has to be known of how pairs are held against what they were;
    nothing where nothing has to be known of any."""
    return ["before"] if any(map(remark_before, rows)) else []


def remark_before(row: BatchRow) -> str:
    """Why a pair is not held against what it was, or in what that was executed; mostly empty."""
    return "" if row.earlier is None else row.earlier.remark


def shown_figures(batch: Batch, kind: str) -> list[str]:
    """The figures of a kind that a table for people shows: those that some row has."""
    of_kind = [row for row in batch.rows if row.kind == kind]
    return [
        name for name in BRIEF[kind] if any(row.figures.get(name) is not None for row in of_kind)
    ]


def titles(kind: str) -> dict[str, str]:
    """The heads of the columns by the names of the figures."""
    return {headline.name: headline.title for headline in HEADLINES[kind]}


class _Kind:
    """The pairs of one kind."""

    def __init__(self, batch: Batch, kind: str) -> None:
        self.batch = batch
        self.kind = kind
        self.rows = [row for row in batch.shown if row.kind == kind]
        self.names = shown_figures(batch, kind)
        self.titles = titles(kind)
        self._counts = changed_counts(self.rows)
        self._remarks = remarks_before(self.rows)

    def table(self, then: str, *, is_page: bool) -> Table:
        """A row for each pair; on a page the name comes first. `then` is the name of the column of
        figures as they were."""
        has_earlier = any(row.earlier is not None for row in self.rows) and self.names
        before = [then] if has_earlier else []
        changes = ["Δ"] if self.batch.baseline is not None else []
        figures = [*before, *(self.titles[name] for name in self.names), *changes, *self._counts]
        flush = range(1, 1 + len(figures))
        heads = ["pair", *figures, "same", "note"] if is_page else ["", *figures, "same", self.kind]
        heads += self._remarks if is_page else ["note", *self._remarks]
        numbers = flush if is_page else range(1, 2 + len(figures))
        rows = [self._row(row, before, changes, is_page=is_page) for row in self.rows]
        return Table(columns(*heads, numbers=numbers), rows)

    def _row(
        self, row: BatchRow, before: Sequence[str], changes: Sequence[str], *, is_page: bool
    ) -> list[Cell]:
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
        """Two figures against each other, and the first one against what it was."""
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


def _tables(batch: Batch) -> Iterator[Section]:
    for kind in batch.kinds:
        of_kind = _Kind(batch, kind)
        if of_kind.rows:
            yield Section("", [of_kind.table("then", is_page=False)])


def _page(of_kind: _Kind) -> Section:
    """Plots, then a row for each pair."""
    plots = list(of_kind.plots())
    used = {dot.mark for plot in plots for dot in plot.dots}
    key = {mark: meaning for mark, meaning in _KEY.items() if mark in used}
    blocks: list[Block] = [Plots(plots, key=key)] if plots else []
    blocks.append(of_kind.table(f"{HEADLINES[of_kind.kind][0].title} before", is_page=True))
    title = f"{of_kind.kind.capitalize()}s"
    return Section(title, blocks, str(len(of_kind.rows)), f"{of_kind.kind}s")


def _means(batch: Batch) -> Iterator[tuple[str, str]]:
    """The mean of the first figure of each kind over the pairs that are shown."""
    shown = " shown" if batch.is_filtered else ""
    for kind in batch.kinds:
        first = HEADLINES[kind][0]
        mean = averages(batch.shown, kind).get(first.name)
        if mean is not None:
            yield f"{kind}s{shown}, mean {first.title}", f"{mean.mean:.3f} over {mean.n_defined}"


def _summary(batch: Batch, kind: str) -> Iterator[Section]:
    """The means of a kind over the pairs that are shown, and the worst of them."""
    rows = [row for row in batch.shown if row.kind == kind]
    means, title_of = averages(rows, kind), titles(kind)
    said = [
        f"{title_of[name]} {means[name].mean:.3f}"
        + (f" over {means[name].n_defined}" if means[name].n_defined < len(rows) else "")
        for name in BRIEF[kind]
        if name in means
    ]
    if said:
        yield Section(f"{shown_text(batch, kind)}, mean", _worst(rows, kind), "  ".join(said))


def _worst(rows: Sequence[BatchRow], kind: str) -> Iterator[List]:
    first = HEADLINES[kind][0]
    lowest = worst(rows, kind)
    if lowest is not None and lowest.figures[first.name] != 1:
        least = f"{first.title} {figure_text(lowest.figures[first.name])}"
        yield List(items([f"worst: {lowest.name}  {least}"]))


def shown_text(batch: Batch, kind: str) -> str:
    """`14 domains`; `2 of 14 domains shown` where the others are not."""
    n_rows = sum(row.kind == kind for row in batch.rows)
    if not batch.is_filtered:
        return count_of(n_rows, kind)
    n_shown = sum(row.kind == kind for row in batch.shown)
    return f"{n_shown} of {count_of(n_rows, kind)} shown"


def _failed(batch: Batch) -> Iterator[Section]:
    rows = [row for row in batch.shown if row.status is PairStatus.FAILED]
    said = [
        ListItem(line(Piece(f"{row.mark.sign} ", row.mark.tone), f"{row.name}: {row.note}"))
        for row in rows
    ]
    if said:
        yield Section("Not compared", [List(said)], anchor="failed")


def limits_text(batch: Batch) -> list[str]:
    """For each limit how many pairs do not keep it: `f1=0.9 is not kept by 3 of 14 pairs, in 1 of
    which it is undefined`; or that it is about none of them."""
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
    """That a limit is kept which no figure is below, as far as that is known."""
    n_faulty = sum(row.n_errors > 0 for row in rows)
    n_failed = batch.count(PairStatus.FAILED)
    doubts = [f"{count_of(n_faulty, 'pair')} with errors"] if n_faulty else []
    doubts += [f"{count_of(n_failed, 'pair')} not compared"] if n_failed else []
    if doubts:
        return f"{limit} is not known to be kept: {', '.join(doubts)}"
    return f"{limit} is kept" if rows else f"{limit} is about none of the pairs"


def _below(batch: Batch) -> Iterator[Section]:
    said = [f"{row.name}: {', '.join(below)}" for row in batch.rows if (below := batch.below(row))]
    if said:
        yield Section(
            "Below the limits", [List(items(said))], "; ".join(limits_text(batch)), "below"
        )


def _worse(batch: Batch) -> Iterator[Section]:
    if batch.baseline is None:
        return
    said: list[str | Piece] = [Piece(text, Tone.NOTE) for text in made_otherwise(batch)]
    said += [f"{row.name}: {', '.join(batch.regressions(row))}" for row in batch.worse]
    said += [f"{row.name}: gone" for row in batch.lost]
    said += filter(None, [gone_text(batch)])
    note = "" if batch.n_worse else "nothing"
    blocks = [List(items(said))] if said else []
    yield Section(f"Worse than in {batch.baseline.name}", blocks, note, "worse")


def gone_text(batch: Batch) -> str:
    """Which pairs of the baseline are gone without being worse; empty for none."""
    lost = {row.name for row in batch.lost}
    names = [name for name in batch.gone if name not in lost]
    count = count_of(len(names), "pair")
    return f"{count} gone that had nothing compared: {', '.join(names)}" if names else ""


def worse_text(batch: Batch) -> str:
    """How many pairs are worse than in the baseline: `3 pairs worse than in old.json, 1 of them
    gone`; empty without one."""
    if batch.baseline is None:
        return ""
    count = count_of(batch.n_worse, "pair") if batch.n_worse else "no pair"
    gone = f", {len(batch.lost)} of them gone" if batch.lost else ""
    return f"{count} worse than in {batch.baseline.name}{gone}"


def lost_text(batch: Batch) -> list[str]:
    """That pairs are gone, which no row tells of; nothing where none is."""
    if batch.baseline is None or not batch.lost:
        return []
    count, name = count_of(len(batch.lost), "pair"), batch.baseline.name
    return [f"{count} of {name} gone: {', '.join(row.name for row in batch.lost)}"]


_ALIGNED_KIND: Final = "domain"
_MAPPED_KINDS: Final = ("domain", "problem")
"""Kinds in which a mapping stands for something; plans are compared as they are written."""


def names_text(batch: Batch) -> str:
    """How names were taken, where there are pairs for which that matters; empty where there are
    none, and for a run that does not say."""
    return batch.names.text if batch.names and _matter(batch.kinds) else ""


def names_remark(batch: Batch) -> str:
    """What has to be known of a baseline whose names were taken in another way, or nobody knows
    how; empty where it was the same way, or makes no difference."""
    baseline = batch.baseline
    if baseline is None or batch.names is None or not _matter(batch.kinds):
        return ""
    if baseline.names is None:
        return f"{baseline.name} does not say whether names were aligned; here: {batch.names.text}"
    if not _differ(batch.names, baseline.names, batch.kinds):
        return ""
    return (
        f"compared {batch.names.text}, but {baseline.name} {baseline.names.text}: figures may be "
        "lower or higher for that alone"
    )


def made_otherwise(batch: Batch) -> Iterator[str]:
    """What has to be known of a baseline that was made in another way: how names were taken in it,
    and what else was chosen. Of one that says nothing of the latter, nothing is."""
    remark = names_remark(batch)
    if remark:
        yield remark
    baseline = batch.baseline
    if baseline is None or baseline.chosen is None or batch.chosen is None:
        return
    now, then = (that_matters(each, batch.kinds) for each in (batch.chosen, baseline.chosen))
    if now != then:
        yield (
            f"compared {chosen_text(now)}, but {baseline.name} {chosen_text(then)}: figures may be "
            "lower or higher for that alone"
        )


def change_texts(batch: Batch) -> list[str]:
    """What the change did to the pairs that are shown: the sums of the counts, and for each kind
    the mean of its first figure then and now, over the pairs that have both."""
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


def _matter(kinds: Collection[str]) -> bool:
    return any(kind in kinds for kind in _MAPPED_KINDS)


def _differ(one: NameOptions, other: NameOptions, kinds: Collection[str]) -> bool:
    """Whether that can make a difference to pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )

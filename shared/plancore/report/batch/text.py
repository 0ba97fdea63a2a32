"""A batch as text: a table for each kind of pair, the figures before the names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.phrases import count_of
from plancore.report.batch.chosen import made_otherwise
from plancore.report.batch.earlier import (
    COUNTS,
    change_texts,
    count_of_change,
    figure_before,
)
from plancore.report.batch.names import names_text
from plancore.report.batch.review import BRIEF, Batch, averages, worst
from plancore.report.batch.row import PairRow, Status
from plancore.report.batch.selection import has_figure
from plancore.report.figures import UNDEFINED
from plancore.report.headline import HEADLINES
from plancore.report.limits import Limit
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import FAULTY
from plancore.report.table import Cell, head, table


def lines(batch: Batch) -> Iterator[Line]:
    """What was compared, a table for each kind, the pairs that failed, and what is worse."""
    rows = batch.shown
    yield _heading(batch)
    yield line(counts_text(batch))
    yield from (line(text) for text in (names_text(batch),) if text)
    yield from (line(text) for text in change_texts(batch))
    if any(row.n_errors for row in batch.rows):
        yield line(f"{FAULTY.sign} has errors: its figures are about what could be read")
    if len(rows) != len(batch.rows):
        yield line(f"{len(rows)} shown of {len(batch.rows)}: {visible(batch.selection.filter)}")
    yield from (line(visible(text)) for text in left_out_texts(batch))
    for kind in batch.kinds:
        of_kind = [row for row in rows if row.kind == kind]
        if of_kind:
            yield ()
            yield from _table(batch, of_kind, kind)
    yield from _failed([row for row in rows if row.status is Status.FAILED])
    for kind in batch.kinds:
        summary = tuple(summary_lines(batch, kind))
        yield from ((), *summary) if summary else ()
    yield from _below(batch)
    yield from _worse(batch)


def _heading(batch: Batch) -> Line:
    said = [_name(batch.learned)]
    if batch.reference is None:
        said.append(Piece("  learned.pddl compared with reference.pddl in each folder"))
    else:
        said += Piece("  compared with the reference  "), _name(batch.reference)
    if batch.before is not None:
        said += Piece("  and with what it was  "), _name(batch.before)
    return tuple(said)


def _name(folder: str) -> Piece:
    return Piece(visible(folder), Tone.TITLE)


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
    counts = [f"{n} {status.value}" for status in Status if (n := batch.count(status))]
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


def changed_counts(rows: Sequence[PairRow]) -> list[str]:
    """The counts of what a change did that some of the rows have."""
    return [name for name in COUNTS if any(count_of_change(row, name) is not None for row in rows)]


def count_text(row: PairRow, name: str) -> str:
    """How many things a change has repaired, broken, or left wrong; a dash where it is unknown."""
    count = count_of_change(row, name)
    return UNDEFINED if count is None else str(count)


def remarks_before(rows: Sequence[PairRow]) -> list[str]:
    """The head of the column of what has to be known of how pairs are held against what they were;
    nothing where nothing has to be known of any."""
    return ["before"] if any(map(remark_before, rows)) else []


def remark_before(row: PairRow) -> str:
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


def _table(batch: Batch, rows: Sequence[PairRow], kind: str) -> Iterator[Line]:
    names, title_of = shown_figures(batch, kind), titles(kind)
    changes = ["Δ"] if batch.baseline is not None else []
    then = ["then"] if any(row.earlier is not None for row in rows) and names else []
    counts = changed_counts(rows)
    heads = [*then, *(title_of[name] for name in names), *changes]
    heads += [*counts, "same"]
    remarks = remarks_before(rows)
    cells: list[list[Cell]] = [head("", *heads, kind, "note", *remarks)]
    for row in rows:
        mark = row.mark
        cells.append(
            [
                Piece(mark.sign, mark.tone),
                *(Piece(f"{figure_text(figure_before(row))} →", Tone.DIM) for _ in then),
                *(figure_text(row.figures.get(name)) for name in names),
                *(delta_text(batch.delta(row)) for _ in changes),
                *(count_text(row, name) for name in counts),
                f"{row.n_same}/{row.n_parts}",
                Piece(visible(row.name), mark.tone),
                Piece(visible(row.note), Tone.DIM),
                *(Piece(visible(remark_before(row)), Tone.DIM) for _ in remarks),
            ]
        )
    n_numbers = len(then) + len(names) + len(changes) + len(counts)
    return iter(table(cells, right=range(1, n_numbers + 2)))


def summary_lines(batch: Batch, kind: str) -> Iterator[Line]:
    """The means of a kind over the pairs that are shown, and the worst of them."""
    rows = [row for row in batch.shown if row.kind == kind]
    means, title_of = averages(rows, kind), titles(kind)
    first = HEADLINES[kind][0].name
    said = [
        f"{title_of[name]} {means[name].mean:.3f}"
        + (f" over {means[name].n_defined}" if means[name].n_defined < len(rows) else "")
        for name in BRIEF[kind]
        if name in means
    ]
    if not said:
        return
    yield line(
        Piece(f"{shown_text(batch, kind)}, mean", Tone.TITLE),
        f"  {'  '.join(said)}",
    )
    lowest = worst(rows, kind)
    if lowest is not None and lowest.figures[first] != 1:
        least = f"{title_of[first]} {figure_text(lowest.figures[first])}"
        yield line(f"  worst: {visible(lowest.name)}  {least}")


def shown_text(batch: Batch, kind: str) -> str:
    """`14 domains`; `2 of 14 domains shown` where the others are not."""
    n_rows = sum(row.kind == kind for row in batch.rows)
    if not batch.is_filtered:
        return count_of(n_rows, kind)
    n_shown = sum(row.kind == kind for row in batch.shown)
    return f"{n_shown} of {count_of(n_rows, kind)} shown"


def _failed(rows: Sequence[PairRow]) -> Iterator[Line]:
    if rows:
        yield ()
        yield line(Piece("Not compared", Tone.TITLE))
    for row in rows:
        yield line(
            Piece(f"  {row.mark.sign} ", row.mark.tone), f"{visible(row.name)}: {visible(row.note)}"
        )


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


def _kept_text(batch: Batch, limit: Limit, rows: Sequence[PairRow]) -> str:
    """That a limit is kept which no figure is below, as far as that is known."""
    n_faulty = sum(row.n_errors > 0 for row in rows)
    n_failed = batch.count(Status.FAILED)
    doubts = [f"{count_of(n_faulty, 'pair')} with errors"] if n_faulty else []
    doubts += [f"{count_of(n_failed, 'pair')} not compared"] if n_failed else []
    if doubts:
        return f"{limit} is not known to be kept: {', '.join(doubts)}"
    return f"{limit} is kept" if rows else f"{limit} is about none of the pairs"


def _below(batch: Batch) -> Iterator[Line]:
    rows = [row for row in batch.rows if batch.below(row)]
    if rows:
        yield ()
        yield line(Piece("Below the limits", Tone.TITLE), f"  {'; '.join(limits_text(batch))}")
    for row in rows:
        yield line(f"  {visible(row.name)}: {', '.join(batch.below(row))}")


def _worse(batch: Batch) -> Iterator[Line]:
    if batch.baseline is None:
        return
    yield ()
    name = visible(batch.baseline.name)
    yield line(Piece(f"Worse than in {name}", Tone.TITLE), "" if batch.n_worse else "  nothing")
    yield from (line(Piece(f"  {visible(text)}", Tone.NOTE)) for text in made_otherwise(batch))
    for row in batch.worse:
        yield line(f"  {visible(row.name)}: {', '.join(batch.regressions(row))}")
    for row in batch.lost:
        yield line(f"  {visible(row.name)}: gone")
    gone = gone_text(batch)
    if gone:
        yield line(f"  {visible(gone)}")


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

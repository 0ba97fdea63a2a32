"""Rows of batches, made by hand and by chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from plancore.report.batch.review import Batch, Selection, selected
from plancore.report.batch.row import BatchRow, Earlier, NameOptions, PairStatus
from plancore.report.headline import HEADLINES
from plancore.report.lines import visible
from plancore.report.registry import render


def row(name: str, status: str = "different", kind: str = "domain", **more: Any) -> BatchRow:
    """A row; what is no field of it is a figure."""
    fields = {field: more.pop(field) for field in list(more) if field in BatchRow.__slots__}
    state = PairStatus(status)
    return BatchRow(
        name,
        None if state is PairStatus.MISSING else f"l/{name}",
        None if state is PairStatus.EXTRA else f"r/{name}",
        state,
        "" if state is PairStatus.FAILED else kind,
        {} if state is PairStatus.FAILED else more,
        **fields,
    )


def batch(*rows: BatchRow, **more: Any) -> Batch:
    """A batch of two folders."""
    return Batch("l", "r", rows, **more)


def selected_names(of: Batch, filter: str = "", order: str = "") -> list[str]:
    """The pairs that are shown, in order."""
    return [row.name for row in selected(of, Selection(filter, order))]


def saved_run(folder: Path, count: int) -> str:
    """The file of a run of so many pairs, with figures from 0 to 1, of which every tenth failed."""
    rows = [
        row(f"x/{n:05}", "failed" if n % 10 == 9 else "different", f1=n / count, recall=0.5)
        for n in range(count)
    ]
    path = folder / f"run{count}.json"
    path.write_text(render(batch(*rows), "json"))
    return str(path)


_FIGURES = st.one_of(st.none(), st.floats(0, 1))


_COUNTS = st.one_of(st.none(), st.integers(0, 9))


@st.composite
def earlier(draw: st.DrawFn, kind: str) -> Earlier:
    """What a learned file may have been before."""
    figures = {headline.name: draw(_FIGURES) for headline in HEADLINES.get(kind, ())}
    counts = (draw(_COUNTS), draw(_COUNTS), draw(_COUNTS))
    return Earlier("old/d.pddl", figures, *counts, trouble=visible(draw(st.text(max_size=9))))


@st.composite
def pair_rows(draw: st.DrawFn, name: str) -> BatchRow:
    """Any row that comparing a pair may give."""
    status = draw(st.sampled_from(PairStatus))
    kind = "" if status is PairStatus.FAILED else draw(st.sampled_from(sorted(HEADLINES)))
    figures = {headline.name: draw(_FIGURES) for headline in HEADLINES.get(kind, ())}
    spread = {"pre": tuple(draw(st.lists(_FIGURES, max_size=8)))} if kind == "domain" else {}
    return BatchRow(
        name,
        None if status is PairStatus.MISSING else name,
        None if status is PairStatus.EXTRA else name,
        status,
        kind,
        figures,
        draw(st.integers(0, 9)),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 9)),
        0
        if status is PairStatus.SAME
        else draw(st.integers(int(status is PairStatus.DOUBTFUL), 2)),
        spread,
        visible(draw(st.text(max_size=9))),
        draw(st.dictionaries(st.sampled_from("-+~!"), st.integers(1, 9))),
        draw(st.none() | earlier(kind)),
    )


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Any batch."""
    names = draw(st.lists(st.text("ab/1.", min_size=1, max_size=5), unique=True, max_size=5))
    how = draw(st.none() | st.builds(NameOptions, st.booleans(), st.none() | st.just("pairs.json")))
    plans, name = st.just(("a.plan", "b")), st.text()
    options = {"modulo-commuting": st.just(True), "plans": plans, "name": name}
    chosen = draw(st.none() | st.fixed_dictionaries({}, optional=options))
    return batch(*(draw(pair_rows(name)) for name in names), names=how, chosen=chosen)

"""Rows of batches, made by hand and by chance."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from plancore.report.batch.earlier import Earlier
from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow, Status
from plancore.report.headline import HEADLINES
from plancore.report.lines import visible


def row(name: str, status: str = "different", kind: str = "domain", **more: Any) -> PairRow:
    """A row; what is no field of it is a figure."""
    fields = {field: more.pop(field) for field in list(more) if field in PairRow.__slots__}
    state = Status(status)
    return PairRow(
        name,
        None if state is Status.MISSING else f"l/{name}",
        None if state is Status.EXTRA else f"r/{name}",
        state,
        "" if state is Status.FAILED else kind,
        {} if state is Status.FAILED else more,
        **fields,
    )


def batch(*rows: PairRow, **more: Any) -> Batch:
    """A batch of two folders."""
    return Batch("l", "r", rows, **more)


_FIGURES = st.one_of(st.none(), st.floats(0, 1))


_COUNTS = st.one_of(st.none(), st.integers(0, 9))


@st.composite
def earlier(draw: st.DrawFn, kind: str) -> Earlier:
    """What a learned file may have been before."""
    figures = {headline.name: draw(_FIGURES) for headline in HEADLINES.get(kind, ())}
    counts = (draw(_COUNTS), draw(_COUNTS), draw(_COUNTS))
    return Earlier("old/d.pddl", figures, *counts, trouble=visible(draw(st.text(max_size=9))))


@st.composite
def pair_rows(draw: st.DrawFn, name: str) -> PairRow:
    """Any row that comparing a pair may give."""
    status = draw(st.sampled_from(Status))
    kind = "" if status is Status.FAILED else draw(st.sampled_from(sorted(HEADLINES)))
    figures = {headline.name: draw(_FIGURES) for headline in HEADLINES.get(kind, ())}
    spread = {"pre": tuple(draw(st.lists(_FIGURES, max_size=8)))} if kind == "domain" else {}
    return PairRow(
        name,
        None if status is Status.MISSING else name,
        None if status is Status.EXTRA else name,
        status,
        kind,
        figures,
        draw(st.integers(0, 9)),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 2)),
        spread,
        visible(draw(st.text(max_size=9))),
        draw(st.dictionaries(st.sampled_from("-+~!"), st.integers(1, 9))),
        draw(st.none() | earlier(kind)),
    )


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Any batch."""
    names = draw(st.lists(st.text("ab/1.", min_size=1, max_size=5), unique=True, max_size=5))
    return batch(*(draw(pair_rows(name)) for name in names))

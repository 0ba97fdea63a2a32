"""A batch as JUnit XML: a test for each pair.

A pair that makes the run fail (`Batch.failures`) is a failure, as is one that is gone. An
inconclusive pair is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow
from plancore.report.lines import visible
from plancore.report.registry import Style


def render(batch: Batch, _: Style) -> str:
    """One suite with the shown pairs and those that are gone."""
    rows = batch.shown
    n_errors = sum(row.is_trouble for row in rows)
    n_failures = sum(bool(batch.failures(row)) and not row.is_trouble for row in rows)
    n_failures += len(batch.lost)
    against = "" if batch.reference is None else f" against {batch.reference}"
    counts = f'tests="{len(rows) + len(batch.lost)}" failures="{n_failures}" errors="{n_errors}"'
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {counts}>",
        f"<testsuite name={_attribute(f'{batch.learned}{against}')} {counts}>",
        *(line for row in rows for line in _case(batch, row)),
        *(line for row in batch.lost for line in _lost(row)),
        "</testsuite>",
        "</testsuites>",
    )
    return "".join(f"{line}\n" for line in lines)


def _lost(row: BatchRow) -> Iterator[str]:
    yield f"{_start(row)}>"
    yield '<failure message="gone" type="gone"/>'
    yield "</testcase>"


def _start(row: BatchRow) -> str:
    group = _attribute(f"plandiff.{row.kind or 'pair'}")
    return f"<testcase name={_attribute(row.name)} classname={group}"


def _case(batch: Batch, row: BatchRow) -> Iterator[str]:
    start = _start(row)
    failures = batch.failures(row)
    if row.is_trouble:
        outcome = f"<error message={_attribute(row.note)} type={_attribute(row.status.value)}/>"
    elif failures:
        message = _attribute("; ".join(failures))
        outcome = f"<failure message={message} type={_attribute(row.status.value)}/>"
    else:
        yield f"{start}/>"
        return
    yield f"{start}>"
    yield outcome
    yield "</testcase>"


def _attribute(text: str) -> str:
    return quoteattr(visible(text))

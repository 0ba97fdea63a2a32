"""A batch as workflow commands of GitHub Actions: a command for each pair that makes the run fail.

GitHub shows ten errors of a step and drops the rest: the first ones are errors of their own, the
last one says how many more there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow
from plancore.report.batch.text import counts_text
from plancore.report.lines import visible
from plancore.report.registry import Style
from plancore.report.words import count_of

_MOST: Final = 9


def render(batch: Batch, _: Style) -> str:
    """The commands, then what there was in all."""
    return "".join(f"{command}\n" for command in _commands(batch))


def _commands(batch: Batch) -> Iterator[str]:
    failing = [row for row in batch.shown if row.is_trouble or batch.failures(row)]
    commands = [_command(batch, row) for row in failing]
    commands += [f"::error title={_property(row.name)}::gone" for row in batch.lost]
    yield from commands[:_MOST]
    if len(commands) > _MOST:
        yield f"::error::{_data(count_of(len(commands) - _MOST, 'more pair'))}"
    yield f"::notice::{_data(counts_text(batch))}"


def _command(batch: Batch, row: PairRow) -> str:
    said = row.note if row.is_trouble else "; ".join(batch.failures(row))
    file = _property(row.learned or row.reference or row.name)
    return f"::error file={file},title={_property(row.name)}::{_data(said)}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

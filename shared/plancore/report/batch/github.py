"""A batch as workflow commands of GitHub Actions: a command for each pair that makes the run fail.

GitHub shows ten errors and ten warnings per step and drops the rest: the first nine of each have
their own command, the last command counts the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.batch.document import counts_text
from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow
from plancore.report.lines import visible
from plancore.report.registry import Style

_MOST: Final = 9


def render(batch: Batch, _: Style) -> str:
    """The commands, then a notice with the total counts."""
    return "".join(f"{command}\n" for command in _commands(batch))


def _commands(batch: Batch) -> Iterator[str]:
    failing = [row for row in batch.shown if row.is_trouble or batch.failures(row)]
    commands = {Severity.ERROR: list[str](), Severity.WARNING: list[str]()}
    for row in failing:
        commands[_severity(batch, row)].append(_command(batch, row))
    commands[Severity.ERROR] += [f" title={_property(row.name)}::gone" for row in batch.lost]
    for severity, of_severity in commands.items():
        yield from (f"::{severity.label}{said}" for said in of_severity[:_MOST])
        if len(of_severity) > _MOST:
            more = _data(count_of(len(of_severity) - _MOST, "more pair"))
            yield f"::{severity.label}::{more}"
    yield f"::notice::{_data(counts_text(batch))}"


def _severity(batch: Batch, row: BatchRow) -> Severity:
    """The severity of the pair's worst finding, as in a comparison of two files. With limits or a
    baseline every failure is an error."""
    is_judged = bool(batch.limits) or batch.baseline is not None
    solved = row.figures.get("solved")
    stops_plans = solved is not None and solved < 1 and row.is_compared
    breaks = row.earlier is not None and row.earlier.n_broken
    is_error = is_judged or row.is_trouble or row.n_errors or row.is_invalid or stops_plans
    return Severity.ERROR if is_error or breaks else Severity.WARNING


def _command(batch: Batch, row: BatchRow) -> str:
    """The properties and message of a command."""
    said = row.note if row.is_trouble else "; ".join(batch.failures(row))
    file = _property(row.learned or row.reference or row.name)
    return f" file={file},title={_property(row.name)}::{_data(said)}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

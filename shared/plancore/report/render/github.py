"""Findings as workflow commands of GitHub Actions, which shows them next to the lines of a diff.

GitHub shows ten errors, ten warnings and ten notices per step and silently drops the rest
(actions/toolkit, docs/problem-matchers.md, "Limitations"). So only the worst of each are written,
and a line of the log counts the others. For a batch it is a command for each pair that makes the
run fail; the first nine errors and warnings have their own, and the tenth counts the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.differences import as_findings
from plancore.report.findings.document import PlacedFinding
from plancore.report.lines import visible
from plancore.report.registry import Report, Style

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.batch.row import BatchRow

MOST: Final = 10
_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_NOTICE: Final = "notice"


def render(report: Report, _: Style) -> str:
    """The commands, each with a line feed."""
    is_batch = report.kind == "batch"
    commands = _of_pairs(cast("Batch", report)) if is_batch else _of_findings(report)
    return "".join(f"{command}\n" for command in commands)


def _of_findings(report: Report) -> Iterator[str]:
    """A command for each of the first findings of each severity, the most severe first. Everything
    except errors and warnings is a notice, and so are accepted findings."""
    findings = sorted(as_findings(report).findings, key=_severity)
    counts: Counter[str] = Counter()
    for finding in findings:
        command = _COMMANDS.get(_severity(finding), _NOTICE)
        counts[command] += 1
        if counts[command] <= MOST:
            yield _command(command, finding)
    more = [count_of(count - MOST, name) for name, count in counts.items() if count > MOST]
    if more:
        yield f"and {', '.join(more)} beyond GitHub's limit; use --format text for all"


def _severity(finding: PlacedFinding) -> Severity:
    return Severity.INFORMATION if finding.is_accepted else finding.severity


def _command(command: str, finding: PlacedFinding) -> str:
    properties = {
        "file": finding.file,
        "line": finding.start.line + 1,
        "col": finding.start.column + 1,
        "endLine": finding.end.line + 1,
        "endColumn": finding.end.column + 1,
        "title": finding.code,
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{command} {written}::{_data(finding.message)}"


def _of_pairs(batch: Batch) -> Iterator[str]:
    """The commands of a batch, then a notice with the total counts."""
    from plancore.report.batch.document import counts_text

    failing = [row for row in batch.shown if row.is_trouble or batch.failures(row)]
    commands = {Severity.ERROR: list[str](), Severity.WARNING: list[str]()}
    for row in failing:
        commands[_severity_of_pair(batch, row)].append(_command_of_pair(batch, row))
    commands[Severity.ERROR] += [
        f" title={_property(visible(row.name))}::gone" for row in batch.lost
    ]
    for severity, of_severity in commands.items():
        yield from (f"::{severity.label}{said}" for said in of_severity[: MOST - 1])
        if len(of_severity) >= MOST:
            more = _data(visible(count_of(len(of_severity) - (MOST - 1), "more pair")))
            yield f"::{severity.label}::{more}"
    yield f"::notice::{_data(visible(counts_text(batch)))}"


def _severity_of_pair(batch: Batch, row: BatchRow) -> Severity:
    """The severity of the worst finding; an error for each failure of a limit or baseline."""
    is_judged = bool(batch.limits) or batch.baseline is not None
    solved = row.figures.get("solved")
    stops_plans = solved is not None and solved < 1 and row.is_compared
    breaks = row.earlier is not None and row.earlier.n_broken
    is_error = is_judged or row.is_trouble or row.n_errors or row.is_invalid or stops_plans
    return Severity.ERROR if is_error or breaks else Severity.WARNING


def _command_of_pair(batch: Batch, row: BatchRow) -> str:
    """The properties and message of a command."""
    said = row.note if row.is_trouble else "; ".join(batch.failures(row))
    file = _property(visible(row.learned or row.reference or row.name))
    return f" file={file},title={_property(visible(row.name))}::{_data(visible(said))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

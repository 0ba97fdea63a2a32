"""Reviews as JUnit XML, which CI servers show as tests: one for each action, part or plan.

There is no standard; this is the form that Jenkins, GitLab and GitHub's actions read: a suite with
its cases. A case that fails has one `failure`, a file that cannot be read in full an `error`.
Repaired differences are not failures, but output of their case. Nothing fails if the files are the
same, even if both plans are inapplicable. With limits on scores each limit is a case, and
differences are only output.

In a batch each pair is a test. A pair that makes the run fail (`Batch.failures`) is a failure, as
is one that is gone; an inconclusive pair is an error. Test cases are tests, one that was not
decided is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from plancore.report.differences import BELOW, Entry, entries_of
from plancore.report.limits import LimitCheck, judged
from plancore.report.lines import visible
from plancore.report.registry import Style

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.batch.row import BatchRow
    from plancore.report.cases.document import CaseResult, CasesReport
    from plancore.report.review import Review


def render(report: Review | Batch | CasesReport, _: Style) -> str:
    """One suite, named after both files or directories, with cases in the order of the report."""
    if report.kind == "cases":
        return _of_cases(report)
    return _of_batch(report) if report.kind == "batch" else _of_review(report)


def _suite(name: str, cases: Iterable[str], n_tests: int, n_failures: int, n_errors: int) -> str:
    counts = f'tests="{n_tests}" failures="{n_failures}" errors="{n_errors}"'
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {counts}>",
        f"<testsuite name={_attribute(name)} {counts}>",
        *cases,
        "</testsuite>",
        "</testsuites>",
    )
    return "".join(f"{line}\n" for line in lines)


def _of_review(review: Review) -> str:
    limits = judged(review)
    findings: dict[str, list[Entry]] = {subject: [] for subject in review.subjects}
    entries = entries_of(review)
    errors = [entry for entry in entries if entry.difference.kind == "error"]
    for entry in entries[len(errors) :]:
        for name in dict.fromkeys(single.subject for single in entry.difference.singles):
            findings.setdefault(name, []).append(entry)
    cases = [line for limit in limits for line in _limit_case(limit)]
    may_fail = not (limits or review.is_same)
    for subject, entries in findings.items():
        cases += _case(review, subject, entries, may_fail=may_fail)
    cases += _errors(review, errors)
    n_failures = sum(limit.is_below for limit in limits)
    if may_fail:
        n_failures = sum(any(map(_fails, entries)) for entries in findings.values())
    name = f"{review.learned.name} vs. {review.reference.name}"
    n_tests = len(limits) + len(findings) + bool(errors)
    return _suite(name, cases, n_tests, n_failures, int(bool(errors)))


def _limit_case(limit: LimitCheck) -> Iterator[str]:
    name = _attribute(str(limit.limit))
    yield f'<testcase name={name} classname="plandiff.limit"{"" if limit.is_below else "/"}>'
    if limit.is_below:
        yield f"<failure message={_attribute(limit.text)} type={_attribute(BELOW)}/>"
        yield "</testcase>"


def _case(review: Review, subject: str, findings: list[Entry], *, may_fail: bool) -> Iterator[str]:
    failing = [finding for finding in findings if may_fail and _fails(finding)]
    told = [finding for finding in findings if not (may_fail and _fails(finding))]
    yield _start(review, subject, closed=not findings)
    if failing:
        n_more = len(failing) - 1
        message = failing[0].text + (f", and {n_more} more" if n_more else "")
        code = failing[0].difference.code
        yield f"<failure message={_attribute(message)} type={_attribute(code)}>"
        yield from map(_text, _literals(failing))
        yield "</failure>"
    if told:
        yield "<system-out>"
        yield from (_text(finding.text) for finding in told)
        yield "</system-out>"
    if findings:
        yield "</testcase>"


def _fails(finding: Entry) -> bool:
    return finding.difference.outcome != "repaired"


def _errors(review: Review, errors: list[Entry]) -> Iterator[str]:
    if errors:
        yield _start(review, "files", closed=False)
        first = errors[0]
        message, code = first.difference.message, first.difference.code
        yield f"<error message={_attribute(message)} type={_attribute(code)}>"
        yield from (_text(f"{error.where}: {error.difference.message}") for error in errors)
        yield "</error>"
        yield "</testcase>"


def _start(review: Review, subject: str, *, closed: bool) -> str:
    name, group = _attribute(subject), _attribute(f"plandiff.{review.kind}")
    return f"<testcase name={name} classname={group}{'/' if closed else ''}>"


def _literals(findings: Iterable[Entry]) -> Iterator[str]:
    """The differences of each part as a diff: `-` reference, `+` learned file."""
    for name, together in groupby(findings, lambda finding: finding.part):
        yield name
        for entry in together:
            difference = entry.difference
            if difference.kind == "failing":
                yield f"  {difference.message}"
                continue
            said = filter(None, (difference.outcome, difference.consequence))
            tail = "".join(f"  {each}" for each in said)
            if difference.reference:
                at = "" if entry.reference_where is None else f"  {entry.reference_where}"
                yield f"  - {difference.reference}{tail}{at}"
            if difference.learned:
                yield f"  + {difference.learned}{tail}  {entry.where}"


def _of_batch(batch: Batch) -> str:
    """The suite of the shown pairs and those that are gone."""
    rows = batch.shown
    n_errors = sum(row.is_trouble for row in rows)
    n_failures = sum(bool(batch.failures(row)) and not row.is_trouble for row in rows)
    against = "" if batch.reference is None else f" against {batch.reference}"
    cases = [line for row in rows for line in _pair(row, _outcome(batch, row))]
    gone = '<failure message="gone" type="gone"/>'
    cases += [line for row in batch.lost for line in _pair(row, gone)]
    n_tests, n_failures = len(rows) + len(batch.lost), n_failures + len(batch.lost)
    return _suite(f"{batch.learned}{against}", cases, n_tests, n_failures, n_errors)


def _of_cases(report: CasesReport) -> str:
    counts = {case.outcome.value: report.count(case.outcome) for case in report.cases}
    n_errors = counts.get("undecided", 0) + len(report.problems)
    cases = [line for case in report.cases for line in _test_case(case)]
    for problem in report.problems:
        name = f'<testcase name="manifest" classname={_attribute("planlsp.test")}>'
        cases += (name, f'<error message={_attribute(problem)} type="error"/>', "</testcase>")
    n_tests = len(report.cases) + len(report.problems)
    return _suite("planlsp test", cases, n_tests, counts.get("failed", 0), n_errors)


def _test_case(case: CaseResult) -> Iterator[str]:
    element = {"failed": "failure", "undecided": "error", "skipped": "skipped"}.get(case.outcome)
    where = f"file={_attribute(case.manifest)} line={_attribute(str(case.line))}"
    start = f"<testcase name={_attribute(case.label)} classname={_attribute(case.manifest)} {where}"
    if element is None:
        yield f"{start}/>"
        return
    message = _attribute("; ".join(reason.in_words() for reason in case.reasons))
    yield f"{start}>"
    yield f"<{element} message={message}/>"
    yield "</testcase>"


def _pair(row: BatchRow, outcome: str) -> Iterator[str]:
    group = _attribute(f"plandiff.{row.kind or 'pair'}")
    start = f"<testcase name={_attribute(row.name)} classname={group}"
    if outcome:
        yield from (f"{start}>", outcome, "</testcase>")
    else:
        yield f"{start}/>"


def _outcome(batch: Batch, row: BatchRow) -> str:
    """The element for a pair that fails; empty for any other."""
    status = _attribute(row.status.value)
    if row.is_trouble:
        return f"<error message={_attribute(row.note)} type={status}/>"
    failures = _attribute("; ".join(batch.failures(row)))
    return f"<failure message={failures} type={status}/>" if batch.failures(row) else ""


def _attribute(text: str) -> str:
    return quoteattr(visible(text))


def _text(text: str) -> str:
    return escape(visible(text))

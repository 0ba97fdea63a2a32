"""What a learner says of itself, beside its output: what cannot be used is told, with where."""

from __future__ import annotations

from pathlib import Path

import pytest

from planeval.learners.running import LearnerReport, report_in


@pytest.mark.parametrize(
    ("text", "said", "remark"),
    [
        ('{"wall": 1.5, "cpu": 1}', LearnerReport(1.5, 1.0), None),
        ("{}", LearnerReport(), None),
        (
            '{"error": "too hard", "class": "timeout"}',
            LearnerReport(None, None, "too hard", "timeout"),
            None,
        ),
        (
            '{"wall": "fast", "cpu": 2}',
            LearnerReport(cpu=2.0),
            '`wall`: expected a number of seconds, found "fast"',
        ),
        (
            '{"wall": true, "cpu": -1}',
            LearnerReport(),
            "`wall`: expected a number of seconds, found true; "
            "`cpu`: expected a number of seconds, found -1",
        ),
        ('{"cpu": 1e999}', LearnerReport(), "`cpu`: expected a number of seconds, found Infinity"),
        ('{"cpu": NaN}', LearnerReport(), '`cpu`: expected a number of seconds, found "NaN"'),
        ('{"error": 3}', LearnerReport(), "`error`: expected a string, found 3"),
        (
            '{"error": "no", "class": "late"}',
            LearnerReport(error="no"),
            '`class`: expected timeout, found "late"',
        ),
        ("[1, 2]", LearnerReport(), "expected an object, found a list"),
        ("[" * 100_000, LearnerReport(), "nested too deeply"),
    ],
)
def test_what_is_said_and_what_cannot_be_used(
    tmp_path: Path, text: str, said: LearnerReport, remark: str | None
) -> None:
    path = tmp_path / "learned.pddl.json"
    path.write_text(text)
    assert report_in(path) == (said, remark and f"OUTPUT.json: {remark}")


def test_a_learner_that_says_nothing_is_well_and_one_that_writes_no_text_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "learned.pddl.json"
    assert report_in(path) == (LearnerReport(), None)
    path.write_text('{\n"wall"')
    assert report_in(path) == (
        LearnerReport(),
        "OUTPUT.json:2:7: not JSON: expecting ':' delimiter",
    )
    path.write_bytes(b"\xff\x00")
    said, remark = report_in(path)
    assert said == LearnerReport()
    assert remark is not None
    assert remark.startswith("OUTPUT.json: cannot read ")

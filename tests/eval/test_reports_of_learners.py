"""What a learner says of itself, beside its output: what cannot be used is told, with where."""

from __future__ import annotations

from pathlib import Path

import pytest

from planeval.learners.saying import Said, said_in


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"wall": 1.5, "cpu": 1}', Said(1.5, 1.0)),
        ("{}", Said()),
        ('{"error": "too hard", "class": "timeout"}', Said(error="too hard", is_timeout=True)),
        (
            '{"wall": "fast", "cpu": 2}',
            Said(cpu=2.0, remark='OUTPUT.json: `wall` is "fast", and no number of seconds'),
        ),
        (
            '{"wall": true, "cpu": -1}',
            Said(
                remark="OUTPUT.json: `wall` is true, and no number of seconds; "
                "`cpu` is -1, and no number of seconds"
            ),
        ),
        ('{"cpu": 1e999}', Said(remark="OUTPUT.json: `cpu` is Infinity, and no number of seconds")),
        ('{"error": 3}', Said(remark="OUTPUT.json: `error` is 3, and no text")),
        (
            '{"error": "no", "class": "late"}',
            Said(error="no", remark='OUTPUT.json: `class` is "late", and not "timeout"'),
        ),
        ("[1, 2]", Said(remark="OUTPUT.json holds [1, 2], and no object")),
        (
            '{\n"wall"',
            Said(
                remark="OUTPUT.json is no JSON: Expecting ':' delimiter: line 2 column 7 (char 8)"
            ),
        ),
        ("[" * 100_000, Said(remark="OUTPUT.json is no JSON: it is nested too deeply")),
    ],
)
def test_what_is_said_and_what_cannot_be_used(tmp_path: Path, text: str, said: Said) -> None:
    path = tmp_path / "learned.pddl.json"
    path.write_text(text)
    assert said_in(path) == said


def test_a_learner_that_says_nothing_is_well_and_one_that_writes_no_text_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "learned.pddl.json"
    assert said_in(path) == Said()
    path.write_bytes(b"\xff\x00")
    remark = said_in(path).remark
    assert remark is not None
    assert remark.startswith("OUTPUT.json: cannot read ")

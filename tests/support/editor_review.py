"""What a person sees in an editor that reviews the delivery example, and what they should see.

Each editor has a script in its own language that opens ``learned.pddl``, looks, applies one quick
fix, looks again, and writes a JSON report; the expectations are the same for all of them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
_WORK = ROOT / ".ci" / "work"

FIXED = "missing-precondition"
DIFFERENCES = Counter(
    {"extra-precondition": 1, "missing-precondition": 2, "extra-effect": 2},
)
SIMILARITIES = {"pick-up": "0.714", "move": "0.800", "drop-off": "0.714"}


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic as the editor holds it; ``line`` counts from 0."""

    code: str
    severity: str
    message: str
    line: int


@dataclass(frozen=True, slots=True)
class Review:
    """All that was seen, in the order of looking."""

    findings: list[Finding]
    hover: str
    lenses: list[tuple[int, str]]
    symbols: list[str]
    fixed: Finding
    findings_after_fix: list[Finding]
    lines: list[str]


def read(report: Path) -> Review:
    """The review that an editor's script wrote to ``report``."""
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return Review(
        findings=[Finding(**finding) for finding in seen["findings"]],
        hover=seen["hover"],
        lenses=[(lens["line"], lens["title"]) for lens in seen["lenses"]],
        symbols=seen["symbols"],
        fixed=Finding(**seen["fixed"]),
        findings_after_fix=[Finding(**finding) for finding in seen["findings_after_fix"]],
        lines=seen["lines"],
    )


def installed(variable: str, default: str) -> Path:
    """The tool that ``variable`` names, else the one below ``.ci/work``; skips when absent."""
    tool = Path(os.environ.get(variable) or _WORK / default)
    if not tool.exists():
        pytest.skip(f"{tool.name} is not installed: run .ci/editors/install.sh or set {variable}")
    return tool


def server_command() -> Path:
    """The ``planlsp`` command beside the Python that runs the tests, or ``PLANLSP_SERVER``."""
    return installed("PLANLSP_SERVER", str(ROOT / ".venv" / "bin" / "planlsp"))


def fresh_example(folder: Path) -> Path:
    """A copy of the delivery example, so that no editor writes into the tree."""
    return Path(shutil.copytree(ROOT / "examples" / "delivery", folder))


def forget_reference(learned: Path) -> None:
    """Removes the line that names the reference, so that somebody has to say it."""
    text = learned.read_text(encoding="utf-8")
    learned.write_text(
        re.sub(r"^;;!reference:.*\n", "", text, flags=re.MULTILINE), encoding="utf-8"
    )


def assert_differences_are_warnings(review: Review) -> None:
    differences = [finding for finding in review.findings if finding.code in DIFFERENCES]
    assert Counter(finding.code for finding in differences) == DIFFERENCES
    assert {finding.severity for finding in differences} == {"warning"}


def assert_nothing_is_an_error(review: Review) -> None:
    assert [finding for finding in review.findings if finding.severity == "error"] == []


def assert_hover_tells_the_signature(review: Review) -> None:
    assert "available" in review.hover
    assert "courier" in review.hover


def assert_each_action_has_its_similarity(review: Review) -> None:
    for action, similarity in SIMILARITIES.items():
        line = next(n for n, text in enumerate(review.lines) if f"(:action {action}" in text)
        titles = [title for lens_line, title in review.lenses if lens_line == line]
        assert any(similarity in title for title in titles), (action, titles)


def assert_symbols_name_the_actions(review: Review) -> None:
    assert set(SIMILARITIES) <= {name.split(" ")[-1] for name in review.symbols}


def assert_the_fix_removes_its_finding(review: Review) -> None:
    assert review.fixed.code == FIXED
    before = Counter(map(_difference, review.findings))
    after = Counter(map(_difference, review.findings_after_fix))
    assert before - after == Counter([_difference(review.fixed)])
    assert after - before == Counter()


def _difference(finding: Finding) -> str:
    """The message, but for what a difference does to plans, which changes with the domain, and
    where it stands in the reference, which Emacs adds."""
    return finding.message.partition(" (reference.")[0].partition("; ")[0]

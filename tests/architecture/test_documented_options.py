"""The page of each command has its options, or leads to the generated table of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import plandiff.cli
import planeval.cli
import planlsp.cli
from support.command import run_command

ROOT = Path(__file__).parents[2]
EVERYWHERE = {"--help", "--version", "--quiet", "--color"}

COMMANDS: list[tuple[Callable[[Sequence[str]], int], list[str], str]] = [
    (plandiff.cli.main, [], "docs/reference/plandiff.md"),
    (planeval.cli.main, ["align"], "docs/reference/align.md"),
    (planeval.cli.main, ["learn"], "docs/reference/learning.md"),
    (planeval.cli.main, ["blame"], "docs/reference/blame.md"),
    (planeval.cli.main, ["repair"], "docs/reference/repair.md"),
    (planeval.cli.main, ["domain"], "docs/reference/planeval.md"),
    (planeval.cli.main, ["domains"], "docs/reference/planeval.md"),
    (planeval.cli.main, ["problem"], "docs/reference/planeval.md"),
    (planeval.cli.main, ["plans"], "docs/reference/plans.md"),
    (planeval.cli.main, ["runs"], "docs/reference/runs.md"),
    (planeval.cli.main, ["overview"], "docs/reference/runs.md"),
    (planeval.cli.main, ["instances"], "docs/reference/runs.md"),
    (planeval.cli.main, ["solve"], "docs/reference/solve.md"),
    (planeval.cli.main, ["status"], "docs/reference/experiments.md"),
    (planeval.cli.main, ["merge"], "docs/reference/experiments.md"),
    (planeval.cli.main, ["benchmark"], "docs/reference/benchmark.md"),
    (planeval.cli.main, ["learners"], "docs/reference/benchmark.md"),
    (planeval.cli.main, ["planners"], "docs/reference/solve.md"),
    (planeval.cli.main, ["validate"], "docs/reference/validate.md"),
    (planlsp.cli.main, [], "planlsp/README.md"),
    (planlsp.cli.main, ["check"], "docs/reference/check.md"),
    (planlsp.cli.main, ["format"], "docs/reference/check.md"),
    (planlsp.cli.main, ["explain"], "docs/reference/check.md"),
]


@pytest.mark.parametrize(("main", "arguments", "page"), COMMANDS)
def test_the_page_has_every_option_and_format(
    main: Callable[[Sequence[str]], int], arguments: list[str], page: str
) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    if f"`{' '.join((main.__module__.partition('.')[0], *arguments))} --help`" in text:
        return
    told = run_command(main, *arguments, "--help").stdout
    options = set(re.findall(r"--[a-z][a-z-]*", told))
    assert options
    assert {option for option in options - EVERYWHERE if option not in text} == set()
    offered = re.findall(r"--format \{([\w,-]+)\}", told)
    listed = re.findall(r"\btext\|[\w|-]+", text.replace("\\|", "|"))
    assert {formats.replace(",", "|") for formats in offered} <= {*listed}

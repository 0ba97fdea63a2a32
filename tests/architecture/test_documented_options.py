"""The page of each command leads to the generated table of its options, which explains all."""

from __future__ import annotations

from pathlib import Path

import pytest

from manual.parsers import Command, commands

ROOT = Path(__file__).parents[2]
PAGES = {
    "plandiff": "docs/reference/plandiff.md",
    "planeval": "docs/reference/planeval.md",
    "planeval align": "docs/reference/align.md",
    "planeval learn": "docs/reference/learning.md",
    "planeval blame": "docs/reference/blame.md",
    "planeval repair": "docs/reference/repair.md",
    "planeval domain": "docs/reference/planeval.md",
    "planeval domains": "docs/reference/planeval.md",
    "planeval problem": "docs/reference/planeval.md",
    "planeval plans": "docs/reference/plans.md",
    "planeval runs": "docs/reference/runs.md",
    "planeval overview": "docs/reference/runs.md",
    "planeval instances": "docs/reference/runs.md",
    "planeval solve": "docs/reference/solve.md",
    "planeval planners": "docs/reference/solve.md",
    "planeval status": "docs/reference/experiments.md",
    "planeval merge": "docs/reference/experiments.md",
    "planeval benchmark": "docs/reference/benchmark.md",
    "planeval learners": "docs/reference/benchmark.md",
    "planeval validate": "docs/reference/validate.md",
    "planlsp": "planlsp/README.md",
    "planlsp check": "docs/reference/check.md",
    "planlsp format": "docs/reference/check.md",
    "planlsp show": "docs/reference/check.md",
    "planlsp explain": "docs/reference/check.md",
    "planlsp solve": "docs/reference/solve.md",
    "planlsp test": "docs/reference/test.md",
    "planlsp mcp": "docs/how-to/language-models.md",
}


def test_every_command_has_a_page() -> None:
    assert {command.name for command in commands()} == PAGES.keys()


@pytest.mark.parametrize("command", tuple(commands()), ids=lambda command: command.name)
def test_the_page_leads_to_options_that_are_explained(command: Command) -> None:
    text = (ROOT / PAGES[command.name]).read_text(encoding="utf-8")
    help_of = "planeval COMMAND" if command.name == "planeval" else command.name
    assert f"`{help_of} --help`" in text
    options = [argument for group in command.groups for argument in group.arguments]
    assert [option.spelt for option in options if not option.help] == []

"""The pages that are made say what the programs say of themselves."""

from __future__ import annotations

import re

import pytest

from manual import api, commands, metrics, parsers, rules, settings
from plancore.report.registry import formats_of
from plandiff.options import ROWS
from planeval import api as planeval_api
from planeval.commands.registry import COMMANDS as EVALUATIONS

ALL = tuple(parsers.commands())
COMMON = {"-h", "--help", "--version"}
COMMANDS = commands.pages()["docs/reference/commands.md"]


def test_every_rule_has_a_page_and_a_row() -> None:
    pages = rules.pages()
    index = pages.pop("docs/reference/rules/README.md")
    for rule in rules.RULES:
        assert pages[f"docs/reference/rules/{rule.CODE}.md"].startswith(f"# {rule.CODE}\n")
        assert f"| [{rule.CODE}]({rule.CODE}.md) | {rule.SEVERITY.label} | " in index
    assert len(pages) == len(rules.RULES) > 70


def test_every_metric_has_a_page_and_a_row() -> None:
    pages = metrics.pages()
    index = pages.pop("docs/reference/metrics/README.md")
    assert "docs/reference/metrics/action-similarity.md" in pages
    names = {path.rpartition("/")[2].removesuffix(".md") for path in pages}
    assert {name for name in names if f"| [{name}]({name}.md) | " not in index} == set()


@pytest.mark.parametrize("command", ALL, ids=lambda command: command.name)
def test_every_option_of_a_command_is_in_its_table(command: parsers.Command) -> None:
    heading = re.escape(command.name)
    section = re.split(rf"^##+ {heading}$", COMMANDS, flags=re.M)[1].partition("\n##")[0]
    told = {option for action in command.parser._actions for option in action.option_strings}
    told = {option for option in told if option in command.parser.format_help()}
    rows = "".join(
        line for line in section.splitlines(keepends=True) if line.startswith(("| `", "| [`"))
    )
    assert {option for option in told - COMMON if option not in rows} == set()
    if command.subcommands:
        assert all(f"`{below.name.split()[1]}`" in rows for below in command.subcommands)


def test_every_command_has_a_section() -> None:
    assert [line for line in COMMANDS.splitlines() if line.startswith("### planeval")] == [
        f"### planeval {name}" for name in EVALUATIONS
    ]


def test_an_option_is_told_as_help_tells_it() -> None:
    formats = "\\|".join(formats_of("findings"))
    assert f"| `--format {formats}` | output format (default: text) |" in COMMANDS
    assert "| `--jobs N` | number of processes (default: one per processor) |" in COMMANDS


def test_every_option_of_plandiff_is_a_row_of_settings() -> None:
    page = settings.pages()["docs/reference/settings.md"]
    for row in ROWS:
        assert f"| `{row.variable}` | `{row.key}` | " in page
    assert '| `align` | `"off"`, `"auto"`, `"on"` | `"auto"` | ' in page


def test_what_is_public_has_a_heading_and_says_what_it_is() -> None:
    page = api.pages()["docs/reference/api.md"]
    sections = dict(re.findall(r"^### (\S+)\n\n(.*?)(?=^##|\Z)", page, re.M | re.S))
    names = {f"api.{name}" for name in planeval_api.__all__} | api.core_names().keys()
    assert sections.keys() == names
    assert all(re.search(r"[a-z]{3}.*\.", text) for text in sections.values())
    assert " at 0x" not in page


def test_a_signature_has_a_line_for_each_parameter_where_one_is_too_long() -> None:
    page = api.pages()["docs/reference/api.md"]
    assert "```python\nalign(\n    learned: PathLike,\n" in page
    assert "    *,\n    mapping: PathLike | None = None,\n" in page
    assert ") -> Result[AlignmentReview]\n```" in page

"""The pages of behaviours of the server and the viewer, with the tests that show each.

The behaviours are numbered in docs/development/NAME-behaviours.toml. A test that shows one has the
marker of the page, `@pytest.mark.server_behaviour(40, "p95 12 ms")`, with a measured value if there
is one. Markers are parsed from the source.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT = Path(__file__).parents[1]
_HEAD = """\
# Behaviours of {subject}

Each behaviour with the tests that show it, and the measured value if there is one. Generated from
the markers of the tests.
"""


class Shown(NamedTuple):
    """A test, or a file of tests, that shows a behaviour. `figure` is the measured value, or
    empty."""

    number: int
    test: str
    path: str
    figure: str


class Book(NamedTuple):
    """The behaviours of a `subject`, numbered in NAME-behaviours.toml and shown by tests with the
    marker NAME_behaviour."""

    name: str
    subject: str

    @property
    def behaviours(self) -> dict[str, dict[int, str]]:
        """The behaviours by the title of their group and their number."""
        path = ROOT / "docs" / "development" / f"{self.name}-behaviours.toml"
        groups = tomllib.loads(path.read_text(encoding="utf-8"))
        return {
            title: {int(number): text for number, text in group.items()}
            for title, group in groups.items()
        }

    @property
    def shown(self) -> list[Shown]:
        """All tests with the marker, in the order of files and lines."""
        marker = f"{self.name}_behaviour"
        paths = sorted((ROOT / "tests").rglob("test_*.py"))
        texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
        return [
            entry
            for path, text in texts
            if f"{marker}(" in text
            for entry in _shown_in(path, text, marker)
        ]

    @property
    def text(self) -> str:
        """The text of the page."""
        tests: dict[int, list[Shown]] = {}
        for entry in self.shown:
            tests.setdefault(entry.number, []).append(entry)
        blocks = [_HEAD.format(subject=self.subject)]
        for title, group in self.behaviours.items():
            rows = [_row(number, text, tests.get(number, [])) for number, text in group.items()]
            head = ("| | behaviour | shown by | measured |", "|--:|---|---|---|")
            heading = title.replace("-", " ").capitalize()
            blocks.append("\n".join((f"## {heading}", "", *head, *rows, "")))
        return "\n".join(blocks)


BOOKS: Final = (Book("server", "the language server"), Book("viewer", "plandiff"))


def pages() -> dict[str, str]:
    """The text of each page, by its path from the top of the repository."""
    return {f"docs/development/{book.name}-behaviours.md": book.text for book in BOOKS}


def _row(number: int, text: str, entries: list[Shown]) -> str:
    tests = [f"`{entry.path}` `{entry.test}`" for entry in entries]
    figures = [entry.figure for entry in entries if entry.figure]
    return f"| {number} | {text} | {'<br>'.join(tests) or '–'} | {'<br>'.join(figures)} |"


def _shown_in(path: Path, text: str, marker: str) -> Iterator[Shown]:
    """The tests with the marker in a file, or the file itself if its `pytestmark` has the
    marker."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name, marks = node.name, node.decorator_list
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            name = path.name
            marks = node.value.elts if isinstance(node.value, ast.List) else [node.value]
        else:
            continue
        for values in (_arguments(mark, marker) for mark in marks):
            if values is not None:
                number, *figure = values
                yield Shown(int(str(number)), name, place, " ".join(map(str, figure)))


def _arguments(mark: ast.expr, marker: str) -> list[object] | None:
    """The arguments of `pytest.mark.MARKER(…)`; None for any other mark."""
    if not isinstance(mark, ast.Call) or not isinstance(mark.func, ast.Attribute):
        return None
    if mark.func.attr != marker:
        return None
    return [ast.literal_eval(argument) for argument in mark.args]

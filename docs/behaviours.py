"""Makes docs/behaviours.md: which test shows what the language server does.

    python docs/behaviours.py

The behaviours are numbered in `behaviours.toml`. A test that shows one says so by its marker,
`@pytest.mark.behaviour(40, "p95 12 ms")`, with a figure where one was measured. Markers are read,
not run.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_HEAD = """\
# What the language server does

Each behaviour with the tests that show it, and the figure where it is one of measure. Made from the
tests' markers by `python docs/behaviours.py`.
"""


class Shown(NamedTuple):
    """A test that shows a behaviour, or a file of such tests. `figure` may be empty."""

    number: int
    test: str
    path: str
    figure: str


def behaviours() -> dict[str, dict[int, str]]:
    """What there is to show, by the title of its group and its number."""
    groups = tomllib.loads((ROOT / "docs" / "behaviours.toml").read_text(encoding="utf-8"))
    return {
        title: {int(number): text for number, text in group.items()}
        for title, group in groups.items()
    }


def shown() -> list[Shown]:
    """Every test with the marker, in the order of files and lines."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    return [
        entry for path, text in texts if "behaviour(" in text for entry in _shown_in(path, text)
    ]


def page() -> str:
    """The text of docs/behaviours.md."""
    tests: dict[int, list[Shown]] = {}
    for entry in shown():
        tests.setdefault(entry.number, []).append(entry)
    blocks = [_HEAD]
    for title, group in behaviours().items():
        rows = [_row(number, text, tests.get(number, [])) for number, text in group.items()]
        head = ("| | behaviour | shown by | figure |", "|--:|---|---|---|")
        blocks.append("\n".join((f"## {title.capitalize()}", "", *head, *rows, "")))
    return "\n".join(blocks)


def _row(number: int, text: str, entries: list[Shown]) -> str:
    links = [f"[{entry.test}](../{entry.path})" for entry in entries]
    figures = [entry.figure for entry in entries if entry.figure]
    return f"| {number} | {text} | {'<br>'.join(links) or '–'} | {'<br>'.join(figures)} |"


def _shown_in(path: Path, text: str) -> Iterator[Shown]:
    """The tests of a file with the marker; of a file that has it as a whole, the file."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name, marks = node.name, node.decorator_list
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            name = path.name
            marks = node.value.elts if isinstance(node.value, ast.List) else [node.value]
        else:
            continue
        for values in map(_marker, marks):
            if values is not None:
                number, *figure = values
                yield Shown(int(str(number)), name, place, " ".join(map(str, figure)))


def _marker(mark: ast.expr) -> list[object] | None:
    """The arguments of `pytest.mark.behaviour(…)`; None for any other mark."""
    if not isinstance(mark, ast.Call) or not isinstance(mark.func, ast.Attribute):
        return None
    if mark.func.attr != "behaviour":
        return None
    return [ast.literal_eval(argument) for argument in mark.args]


if __name__ == "__main__":
    (ROOT / "docs" / "behaviours.md").write_text(page(), encoding="utf-8", newline="\n")

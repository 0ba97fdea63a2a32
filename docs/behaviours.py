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
    """A test that shows a behaviour. `figure` may be empty."""

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
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                values = _marker(decorator)
                if values is not None:
                    number, *figure = values
                    yield Shown(int(str(number)), node.name, place, " ".join(map(str, figure)))


def _marker(decorator: ast.expr) -> list[object] | None:
    """The arguments of `@pytest.mark.behaviour(…)`; None for any other decorator."""
    if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
        return None
    if decorator.func.attr != "behaviour":
        return None
    return [ast.literal_eval(argument) for argument in decorator.args]


if __name__ == "__main__":
    (ROOT / "docs" / "behaviours.md").write_text(page(), encoding="utf-8", newline="\n")

"""Makes docs/notebook.ipynb: runs the cells of `notebook-cells.txt` and keeps what they show.

    python docs/notebook.py

Cells are what stands between lines of three dashes: blocks of Python are run, all else is text.
What the last expression of a block shows is kept in the forms that Jupyter would ask it for, so
that the notebook is the same whether this has run it or Jupyter. Needs pandas and
matplotlib.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from pprint import pformat
from typing import Any, Final

HERE: Final = Path(__file__).parent
CELLS: Final = HERE / "notebook-cells.txt"
NOTEBOOK: Final = HERE / "notebook.ipynb"
_CODE: Final = re.compile(r"```python\n(.*)```", re.DOTALL)
_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class _Printer:
    """What IPython hands to `_repr_pretty_`."""

    def __init__(self) -> None:
        self.written = ""

    def text(self, text: str, /) -> None:
        self.written += text


def notebook() -> str:
    """The executed notebook, as the text of its file. The cells run in the folder of this file."""
    session: dict[str, object] = {}
    texts = CELLS.read_text(encoding="utf-8").split("\n---\n")
    with contextlib.chdir(HERE):
        cells = list(_cells(texts, session))
    whole = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _cells(texts: list[str], session: dict[str, object]) -> Iterator[dict[str, Any]]:
    n_run = 0
    for number, text in enumerate(texts):
        common = {"id": f"cell-{number}", "metadata": {}}
        code = _CODE.fullmatch(text.strip())
        if code is None:
            yield {"cell_type": "markdown", **common, "source": _lines(text.strip())}
            continue
        n_run += 1
        source = code[1].strip()
        yield {
            "cell_type": "code",
            "execution_count": n_run,
            **common,
            "outputs": list(_outputs(source, session, n_run)),
            "source": _lines(source),
        }


def _outputs(source: str, session: dict[str, object], number: int) -> Iterator[dict[str, Any]]:
    """What a cell prints, and what its last expression shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, str(CELLS), "exec"), session)
        shown = None
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), str(CELLS), "eval"), session)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())}
    if shown is not None:
        yield {
            "data": dict(_forms(shown)),
            "execution_count": number,
            "metadata": {},
            "output_type": "execute_result",
        }


def _forms(value: Any) -> Iterator[tuple[str, list[str]]]:
    """A value as HTML or a picture, where it has such a form, and as text."""
    if hasattr(value, "_repr_svg_"):
        yield "image/svg+xml", _lines(value._repr_svg_())
    # A figure has the name of that form, but nothing to show in it.
    if hasattr(value, "_repr_html_") and (html := value._repr_html_()):
        yield "text/html", _lines(html)
    printer = _Printer()
    if hasattr(value, "_repr_pretty_"):
        value._repr_pretty_(printer, False)
    # IPython breaks lines as pprint does.
    yield "text/plain", _lines(printer.written or pformat(value, sort_dicts=False))


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    # What is printed depends on how wide a terminal is, for pandas.
    os.environ["COLUMNS"] = "80"
    NOTEBOOK.write_text(notebook(), encoding="utf-8")
    sys.stdout.write(f"{NOTEBOOK.name} is written\n")

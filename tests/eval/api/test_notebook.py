"""docs/notebook.ipynb shows what its cells give, and docs/how-to/python.md what there is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from planeval import api
from support.docs import docs_script
from support.examples import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
PAGE = (ROOT / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_notebook_is_what_its_cells_give(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas", reason="the notebook shows data frames")
    pytest.importorskip("matplotlib", reason="the notebook shows a plot")
    monkeypatch.setenv("COLUMNS", "80")
    made = json.loads(docs_script("notebook").notebook())
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    # How a figure is drawn differs between versions of matplotlib.
    pictures = [_pictures_taken_from(each) for each in (made, kept)]
    assert [len(each) for each in pictures] == [1, 1]
    assert all("trajectories" in picture for each in pictures for picture in each)
    for one, other in zip(made["cells"], kept["cells"], strict=True):
        assert one == other
    assert made == kept


def _pictures_taken_from(notebook: dict[str, Any]) -> list[str]:
    shown = [
        out["data"]
        for cell in notebook["cells"]
        for out in cell.get("outputs", ())
        if "data" in out
    ]
    return ["".join(data.pop("image/svg+xml")) for data in shown if "image/svg+xml" in data]


def test_nothing_in_the_notebook_is_of_the_machine_or_the_moment() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert not re.search(r"[\"' ]/(home|root|tmp|work|usr|Users)/|\d+\.\d+ s\b|Traceback", text)


def test_every_cell_of_the_notebook_has_run_in_order() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    forms = [set(out["data"]) for cell in cells for out in cell.get("outputs", ()) if "data" in out]
    assert {"text/html", "text/plain"} in forms


def test_the_page_names_all_that_is_public() -> None:
    functions = {name for name in api.__all__ if name.islower()}
    assert set(re.findall(r"^\| `api\.(\w+)` \|", PAGE, re.MULTILINE)) == functions
    members = {name for name in vars(api.Result) if not name.startswith("_")}
    fields = {"report", "status", "problems"}
    told = set(re.findall(r"`result\.(\w+)", PAGE))
    assert (members | fields) - {"of", "document"} <= told

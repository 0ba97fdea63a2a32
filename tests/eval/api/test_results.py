"""Results of `planeval.api`: every form of them, and what they hold."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import planeval.cli
from plancore.report.excerpt import MOST_CHARACTERS, MOST_LINES
from planeval import api
from support.command import run_command
from support.examples import BAKERY

MODELS = ("learned.pddl", "reference.pddl")
PLANS = ("p01.plan", "p02.plan")
CALLS: dict[str, Callable[[], api.Result[Any]]] = {
    "align": lambda: api.align(*MODELS),
    "blame": lambda: api.blame(*MODELS, plans=PLANS, not_plans="wrong/p01.plan"),
    "domain": lambda: api.domain(*MODELS, plans="p01.plan"),
    "domains": lambda: api.domains("."),
    "benchmark": lambda: api.benchmark(domains="panel", folds=2, trajectories=2, jobs=1),
    "instances": lambda: api.instances("../data"),
    "learn": lambda: api.learn("locm", PLANS, output="l.pddl"),
    "plans": lambda: api.plans(PLANS),
    "problem": lambda: api.problem("p01.pddl", "p02.pddl"),
    "repair": lambda: api.repair("learned.pddl", plans=PLANS, reference="reference.pddl"),
    "runs": lambda: api.runs(".", domain="reference.pddl", problems="."),
    "solve": lambda: api.solve(*MODELS, ["p01.pddl"], plans="p01.plan"),
    "validate": lambda: api.validate("reference.pddl", "p01.pddl", *PLANS),
}
"""A call of each function."""
COMMANDS = {
    "align": ("align", *MODELS),
    "blame": ("blame", *MODELS, "--plans", *PLANS, "--not-plans", "wrong/p01.plan"),
    "domain": ("domain", *MODELS, "--plans", "p01.plan"),
    "domains": ("domains", "."),
    "learn": ("learn", "locm", *PLANS, "-o", "l.pddl"),
    "plans": ("plans", *PLANS),
    "problem": ("problem", "p01.pddl", "p02.pddl"),
    "repair": ("repair", "learned.pddl", "--plans", *PLANS, "--reference", "reference.pddl"),
    "runs": ("runs", ".", "--domain", "reference.pddl", "--problems", "."),
    "solve": ("solve", *MODELS, "p01.pddl", "--plans", "p01.plan"),
    "validate": ("validate", "reference.pddl", "p01.pddl", *PLANS),
}
"""The same as commands."""
EVIL = "<script>alert(1)</script><img/src=x>"


def _bakery(folder: Path) -> Path:
    """A copy of the bakery, and beside it its problems as instances are kept."""
    instances = folder / "data" / "bakery" / "instances"
    instances.mkdir(parents=True)
    for number in (1, 2):
        shutil.copy(BAKERY / f"p0{number}.pddl", instances / f"instance-{number}.pddl")
    shutil.copy(BAKERY / "reference.pddl", instances.with_name("domain.pddl"))
    return Path(shutil.copytree(BAKERY, folder / "bakery"))


@pytest.fixture(autouse=True)
def _in_bakery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(_bakery(tmp_path))


@pytest.fixture(
    scope="module",
    params=[pytest.param(n, marks=[pytest.mark.slow] * (n == "benchmark")) for n in CALLS],
)
def called(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, api.Result[Any]]:
    """The name of a function and what it gives; it prints nothing."""
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(_bakery(tmp_path_factory.mktemp(request.param)))
        with redirect_stdout(printed), redirect_stderr(printed):
            result = CALLS[request.param]()
    assert printed.getvalue() == ""
    return request.param, result


def test_a_function_says_what_its_command_prints(called: tuple[str, api.Result[Any]]) -> None:
    name, result = called
    for form in ("text", "json", "csv") if name in COMMANDS else ():
        done = run_command(planeval.cli.main, *COMMANDS[name], "--format", form)
        assert done.stdout == result.render(form)
        assert done.returncode == result.status
        assert done.stderr == "".join(f"planeval: error: {line}\n" for line in result.problems)
    assert result.data == json.loads(result.render("json"))
    assert str(result) == result.text


def test_a_frame_has_the_rows_of_the_csv_but_sums_and_actions(
    called: tuple[str, api.Result[Any]],
) -> None:
    pytest.importorskip("pandas", reason="data frames need pandas")
    name, result = called
    frame = result.frame()
    head, *rows = csv.reader(io.StringIO(result.render("csv")))
    if "row" in head:
        rows = [row for row in rows if row[head.index("row")] == "pair"]
    if name == "runs":
        at = head.index("class")
        rows = [row for row in rows if row[at] not in ("left out", "skipped")]
    if "fold" in head:
        rows = [row for row in rows if row[head.index("fold")].isdigit()]
    if "action" in head and result.report.kind in ("domains", "benchmark"):
        at = head.index("action")
        rows = [row[:at] + row[at + 1 :] for row in rows if not row[at]]
        del head[at]
    assert list(frame.columns) == head
    assert len(frame) == len(rows)
    for (_, series), row in zip(frame.iterrows(), rows, strict=True):
        for value, written in zip(series, row, strict=True):
            if isinstance(value, str):
                assert written in (value, f"'{value}")
            elif isinstance(value, float) and math.isnan(value):
                assert written == ""
            elif str(value) in ("True", "False"):
                assert written == str(value).lower()
            else:
                assert float(written) == float(value)


def test_a_file_for_latex_has_a_table_with_the_names_that_the_csv_has(
    called: tuple[str, api.Result[Any]], tmp_path: Path
) -> None:
    name, result = called
    path = tmp_path / "table.tex"
    if name == "problem":
        with pytest.raises(api.Trouble, match="cannot infer the output format"):
            result.save(path)
        return
    result.save(path)
    text = path.read_text(encoding="utf-8")
    assert text.count(r"\toprule") == text.count(r"\bottomrule") > 0
    for tabular in re.findall(r"\\begin\{tabular\}\{(.*?)\}(.*?)\\end", text, re.DOTALL):
        for row in re.findall(r".+(?= \\\\)", tabular[1]):
            assert row.replace(r"\&", "").count("&") == len(tabular[0]) - 1


def test_the_table_of_a_validation_has_a_row_for_each_plan(tmp_path: Path) -> None:
    path = tmp_path / "table.tex"
    api.validate("reference.pddl", "p01.pddl", "p01.plan", "wrong/p01.plan").save(path)
    rows = [line for line in path.read_text("utf-8").splitlines() if line.endswith(r"\\")]
    assert rows[0].split(" & ")[:3] == ["plan", "verdict", "steps"]
    assert [row.split(" & ")[:2] for row in rows[1:]] == [
        ["p01.plan", "valid"],
        ["wrong/p01.plan", "invalid"],
    ]


def test_undefined_figures_are_nan_in_columns_of_numbers() -> None:
    pandas = pytest.importorskip("pandas", reason="data frames need pandas")
    frame = api.domain(*MODELS).frame()
    assert frame["value"].dtype == float
    undefined = frame[frame["figure"] == "optimal_edits"]
    assert undefined["value"].isna().all()
    precision = frame[(frame["figure"] == "pre_precision") & (frame["action"] == "bake")]
    assert precision["value"].item() == 1.0
    assert precision["counts"].item() == "1/1"
    validated = api.validate("reference.pddl", "p01.pddl", "p01.plan").frame()
    assert pandas.api.types.is_integer_dtype(validated["steps"])


def test_without_pandas_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(api.Trouble, match=r"data frames need pandas: .*install .*pandas"):
        api.validate("reference.pddl", "p01.pddl", "p01.plan").frame()


def test_a_cell_of_a_notebook_needs_nothing_from_its_page(
    called: tuple[str, api.Result[Any]],
) -> None:
    _, result = called
    shown = result._repr_html_()
    assert shown.startswith("<div>")
    assert not re.search(r"<style|<script|<link|<img| class=| id=| href=| on\w+=", shown)
    for tag in ("div", "details", "table", "pre", "p", "span", "tr"):
        assert len(re.findall(f"<{tag}[ >]", shown)) == shown.count(f"</{tag}>")


def test_nothing_of_a_file_is_markup_in_a_cell(tmp_path: Path) -> None:
    plan = tmp_path / "evil.plan"
    plan.write_text("(heat o1)\n", encoding="utf-8")
    domain = tmp_path / f"{EVIL.replace('/', '')}.pddl"
    domain.write_text("(define (domain d) (:action heat :parameters (?x)))", encoding="utf-8")
    shown = api.domain(domain, "reference.pddl")._repr_html_()
    assert "<script" not in shown
    assert "<img" not in shown
    assert "&lt;script&gt;" in shown


@pytest.mark.slow
def test_a_cell_of_a_long_report_is_its_beginning(tmp_path: Path) -> None:
    actions = "".join(f"(:action a{n} :parameters (?x) :effect (p ?x))\n" for n in range(3000))
    learned, reference = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    learned.write_text(f"(define (domain d) (:predicates (p ?x))\n{actions})", encoding="utf-8")
    text = actions.replace("(p ?x)", "(not (p ?x))")
    reference.write_text(f"(define (domain d) (:predicates (p ?x))\n{text})", encoding="utf-8")
    result = api.domain(learned, reference)
    shown = result._repr_html_()
    assert len(shown) < 10 * MOST_CHARACTERS
    assert shown.endswith("only the beginning of the report is shown.</em></p></div>")

    printed = Printer()
    result._repr_pretty_(printed, False)
    shown_lines = printed.written.splitlines()
    # Beside blank lines and the few that are folded.
    assert MOST_LINES // 2 < len(shown_lines) < MOST_LINES * 1.05
    assert shown_lines.pop() == "…"
    shown_words = " ".join(shown_lines).split()
    # Each folds its long lines elsewhere.
    on_a_screen = result.text.partition("\n… ")[0].split()
    assert shown_words[: len(on_a_screen)] == on_a_screen


class Printer:
    """IPython's printer, as far as results use it."""

    def __init__(self) -> None:
        self.written = ""

    def text(self, text: str, /) -> None:
        self.written += text


def test_a_result_names_itself_in_a_few_words() -> None:
    assert repr(api.domain(*MODELS)) == "<Result of evaluation, status 1>"
    printed = Printer()
    result = api.validate("reference.pddl", "p01.pddl", "p01.plan")
    result._repr_pretty_(printed, True)
    assert printed.written == repr(result)


@pytest.mark.parametrize("ending", ["html", "json", "md", "csv", "tsv", "txt"])
def test_saving_goes_by_the_ending(tmp_path: Path, ending: str) -> None:
    result = api.problem("p01.pddl", "p02.pddl")
    path = tmp_path / f"p.{ending}"
    if ending == "tsv":
        with pytest.raises(api.Trouble, match="cannot infer the output format"):
            result.save(path)
        assert not path.exists()
        return
    result.save(path)
    names = {"md": "markdown", "txt": "text"}
    assert path.read_text(encoding="utf-8") == result.render(names.get(ending, ending))


@pytest.mark.needs("module:pyarrow")
def test_rows_are_saved_as_parquet(tmp_path: Path) -> None:
    from pyarrow import parquet

    result = api.domain(*MODELS)
    result.save(tmp_path / "figures.parquet")
    table = parquet.read_table(tmp_path / "figures.parquet")
    assert table.column_names == ["metric", "figure", "action", "value", "counts"]
    assert table.num_rows == len(result.render("csv").splitlines()) - 1


def test_a_format_that_a_kind_does_not_have_is_refused() -> None:
    with pytest.raises(
        api.Trouble, match="unknown name 'sarif'; expected one of text, markdown, html, json, csv"
    ):
        api.plans(PLANS).render("sarif")


def test_a_repair_knows_its_patch_and_the_domain_after_it() -> None:
    repaired = api.repair("learned.pddl", plans=PLANS, reference="reference.pddl")
    done = run_command(planeval.cli.main, *COMMANDS["repair"], "--diff")
    assert repaired.patch == done.stdout
    assert "(free ?o)))" in repaired.domain
    assert Path("learned.pddl").read_text(encoding="utf-8") != repaired.domain


def test_a_repair_is_written_where_that_is_asked_for(tmp_path: Path) -> None:
    domain = tmp_path / "learned.pddl"
    domain.write_bytes(Path("learned.pddl").read_bytes())
    repaired = api.repair(domain, plans=PLANS, problem="p01.pddl", write=True)
    assert domain.read_text(encoding="utf-8") == repaired.domain


def test_problems_are_found_also_below_a_path_that_begins_with_a_dot() -> None:
    problems = "../data/bakery/instances"
    runs = api.runs("p01.plan", domain="reference.pddl", problems=problems)
    assert runs.data["experiments"][0]["executed"] == 1
    assert len(api.instances("../data").data["domains"]) == 1

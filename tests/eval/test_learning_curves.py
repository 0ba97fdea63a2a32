"""Learning curves: the same held-out trajectories for each number of training trajectories, and the
plots of a benchmark as files."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, quantiles, stdev

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, LearnerInfo, Value
from plancore.report.plots import Box, Boxes, Centres, Curves, plot_title
from plancore.report.registry import render
from planeval import api
from planeval.benchmark.task import SplitMethod
from planeval.cli import main
from planeval.tables import save
from planfiles.errors import UserError

P, R = "applicability_precision_macro", "applicability_recall_macro"


@given(
    st.integers(2, 6),
    st.sampled_from([None, 0.2, 0.5]),
    st.sets(st.integers(1, 12), min_size=1, max_size=4),
    st.booleans(),
    st.integers(0, 5),
)
@example(2, 0.2, {1}, False, 0)
def test_smaller_sets_are_parts_of_larger_ones_and_measured_on_the_same(
    folds: int, share: float | None, sizes: set[int], apart: bool, seed: int
) -> None:
    split = SplitMethod(folds, share, tuple(sorted(sizes)), apart)
    count = split.n_needed
    if not apart and share is None and count < folds:
        count = folds
    made = split.of(count, seed)
    assert len(made) == split.n_lessons == folds * len(sizes)
    for number in range(1, folds + 1):
        mine = [fold for fold in made if fold.number == number]
        assert [len(fold.train) for fold in mine] == sorted(sizes)
        assert len({fold.test for fold in mine}) == 1
        assert all(set(one.train) < set(other.train) for one, other in pairwise(mine))
        assert all(not set(fold.train) & set(fold.test) for fold in mine)
        assert [split.fold(count, seed, number, size) for size in sorted(sizes)] == mine
    if count > max(folds, 2):
        with pytest.raises(ValueError, match=f"asks for {max(sizes)}"):
            split.of(count - 1, seed)


def _benchmark(seed: int = 1) -> Benchmark:
    dice = Random(seed)
    attempts = [
        BenchmarkAttempt(
            learner,
            domain,
            0.0,
            fold,
            "learned",
            None,
            {name: Value(dice.random()) for name in ("similarity", P, R)},
            trajectories=size,
        )
        for learner in ("a_b", "<b>", "$c$")
        for domain in ("x", "y")
        for fold in (1, 2, 3)
        for size in (1, 3)
    ]
    learners = tuple(LearnerInfo(name, "") for name in ("a_b", "<b>", "$c$"))
    return Benchmark(learners, ("x", "y"), (0.0,), tuple(attempts), sizes=(1, 3))


def _values(benchmark: Benchmark, learner: str, size: int, name: str) -> list[float]:
    values = [
        each.values[name].value
        for each in benchmark.attempts
        if each.learner == learner and each.trajectories == size
    ]
    return [value for value in values if value is not None]


def test_points_are_means_with_deviations_and_boxes_have_quartiles() -> None:
    from planeval.figures import plots_of  # matplotlib takes long

    benchmark = _benchmark()
    plots = plots_of(benchmark)
    (curves,) = (each for each in plots if isinstance(each, Curves) and each.title == "similarity")
    for curve in curves.curves:
        assert [point.x for point in curve.points] == [1, 3]
        for point in curve.points:
            values = _values(benchmark, curve.name, int(point.x), "similarity")
            assert point.mean == pytest.approx(mean(values))
            assert point.deviation == pytest.approx(stdev(values))
            assert point.n == len(values) == 6
    (boxes,) = (each for each in plots if isinstance(each, Boxes) and "similarity" in each.title)
    for box in boxes.boxes:
        # Of the largest number only, as in the tables.
        values = _values(benchmark, box.name, 3, "similarity")
        assert sorted(box.values) == sorted(values)
        quartiles = quantiles(values, n=4, method="inclusive")
        assert box.quartiles == pytest.approx((min(values), *quartiles, max(values)))
    (centres,) = (each for each in plots if isinstance(each, Centres))
    for each in centres.centres:
        across = _values(benchmark, each.name, 3, P)
        assert each.x == pytest.approx(mean(across))
        assert each.x_deviation == pytest.approx(stdev(across))


def test_a_box_of_one_value_is_a_line() -> None:
    assert Box("a", [0.5], 0).quartiles == (0.5,) * 5


def test_html_has_the_same_points_as_the_table() -> None:
    benchmark = _benchmark()
    page = render(benchmark, "html")
    for curve in ("a_b", "&lt;b&gt;", "$c$"):
        assert f'data-course="{curve}"' in page
    means = {f"{mean(_values(benchmark, 'a_b', size, 'similarity')):.3f}" for size in (1, 3)}
    said = set(re.findall(r"<title>a_b, [13]: (\d\.\d+) ± ", page))
    assert means <= said
    text = render(benchmark, "text")
    assert "Learning curves, without noise" in text
    for number in means:
        assert number in text
    rows = list(csv.DictReader(io.StringIO(render(benchmark, "csv"))))
    summed = [row for row in rows if row["fold"] == "mean" and row["domain"] == "all"]
    assert {(row["learner"], row["trajectories"]) for row in summed} == {
        (learner, size) for learner in ("a_b", "<b>", "$c$") for size in ("1", "3")
    }


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_plots_are_files_and_the_same_each_time(tmp_path: Path, ending: str) -> None:
    written = []
    for name in "ab":
        path = tmp_path / f"{name}.{ending}"
        save(_benchmark(), str(path))
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(b"%PDF" if ending == "pdf" else b"<?xml")
    if ending == "svg":
        text = written[0].decode()
        # Names are text that can be searched, and no markup of theirs is executed.
        assert "&lt;b&gt;" in text
        assert "trajectories" in text


def test_panels_share_a_legend_and_equal_lines_can_be_told_apart() -> None:
    """No panel has a legend of its own, and no cell is there without a panel."""
    from planeval.figures import figure_of, plots_of

    figure = figure_of(plots_of(_benchmark(), "curves"))
    panels = [axes for axes in figure.axes if axes.get_title()]
    assert panels == figure.axes
    assert len(panels) == 3
    assert [axes.get_legend() for axes in panels] == [None] * 3
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a_b", "<b>", "$c$"]
    for axes in panels:
        lines = axes.get_lines()
        assert len({(line.get_marker(), line.get_markersize()) for line in lines}) == 3
        assert [line.is_dashed() for line in lines] == [False, True, True]


def test_a_figure_has_the_plots_that_are_asked_for() -> None:
    from planeval.figures import figure_of, plots_of

    benchmark = _benchmark()
    for kind, number in {"curves": 3, "boxes": 3, "means": 1, "heatmap": 3, "scatter": 3}.items():
        plots = plots_of(benchmark, kind)
        assert len(plots) == number
        titles = [axes.get_title() for axes in figure_of(plots).axes if axes.get_title()]
        assert titles == list(map(plot_title, plots))
    with pytest.raises(UserError, match="unknown plot 'pie'; expected one of curves"):
        plots_of(benchmark, "pie")
    without = Benchmark(benchmark.learners, ("x",), (0.0,), benchmark.attempts[::2])
    with pytest.raises(UserError, match="the report has no plot 'curves'; it has boxes, means"):
        plots_of(without, "curves")


@pytest.mark.slow
def test_a_curve_of_one_domain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["benchmark", "--learner", "sam", "--domains", "tram", "--folds", "2"]
    run += ["--trajectories", "2,1", "--length", "8", "--run", str(tmp_path / "run")]
    assert main([*run, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["settings"]["sizes"] == [1, 2]
    assert data["settings"]["trajectories"] == 4
    assert [(each["fold"], each["trajectories"]) for each in data["attempts"]] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    assert main([*run, "--plot", "curves", "-o", str(tmp_path / "curve.pdf")]) == 0
    assert (tmp_path / "curve.pdf").read_bytes().startswith(b"%PDF")
    result = api.benchmark(
        learner="sam",
        domains="tram",
        folds=2,
        trajectories=[1, 2],
        length=8,
        run=tmp_path / "run",
    )
    summary = result.summary()
    rows = summary[(summary.metric == "similarity") & summary.domain.isna()]
    assert list(rows.trajectories) == [1, 2]
    assert list(rows["mean"]) == [
        each["mean"]
        for each in data["summary"]
        if each["domain"] is None and each["metric"] == "similarity"
    ]
    assert result.plot("curves")._repr_svg_().startswith("<?xml")


@pytest.mark.long
@pytest.mark.timeout(1_800)
def test_from_learners_to_a_table_and_a_learning_curve_in_two_commands(tmp_path: Path) -> None:
    """Five learners, eight domains, up to ten trajectories: a table in LaTeX with deviations, and a
    learning curve as PDF."""
    own = f"own: {sys.executable} {Path(__file__).parents[1] / 'support' / 'tiny_learner.py'}"
    asked = ["benchmark", "--run", str(tmp_path / "run"), "--trajectories", "1,2,5,10"]
    asked += ["--folds", "2", "--length", "10"]
    for learner in (
        "sam",
        "sam-distinct",
        "esam",
        "locm",
        f"{own} learn {{domain}} {{trajectories}} {{output}}",
    ):
        asked += ["--learner", learner]
    table, curve = tmp_path / "table.tex", tmp_path / "curve.pdf"
    assert main([*asked, "-o", str(table)]) in (0, 1)
    assert main([*asked, "--plot", "curves", "-o", str(curve)]) in (0, 1)
    text = table.read_text(encoding="utf-8")
    whole, curves = text.split("% Learning curves, without noise")
    assert r"\toprule" in whole
    for learner in ("sam", "sam-distinct", "esam", "locm", "own"):
        assert re.search(rf"^{learner} & [\d.]+\*? \$\\pm\$[\d.]+ &", whole, re.MULTILINE)
        for size in (1, 2, 5, 10):
            assert re.search(rf"^{learner}, {size} & ", curves, re.MULTILINE)
    assert curve.read_bytes().startswith(b"%PDF")


def _amlgym(root: Path) -> None:
    """A suite of AMLGym's form: a light that can be switched."""
    domain = """(define (domain lamp) (:requirements :strips)
      (:predicates (on ?l) (off ?l))
      (:action switch-on :parameters (?l) :precondition (off ?l)
        :effect (and (on ?l) (not (off ?l)))))"""
    problem = (
        "(define (problem p) (:domain lamp) (:objects a b) (:init (off a) (off b)) (:goal (and)))"
    )
    step = "(:trajectory (:objects a b) (:init (off a) (off b)) (:action (switch-on {}))"
    step += " (:state (on {}) (off {})))"
    files = {
        "domains/lamp.pddl": domain,
        "problems/learning/lamp/0_lamp_prob.pddl": problem,
        "problems/predictive_power/lamp/0_lamp_prob.pddl": problem,
        "trajectories/learning/lamp/0_lamp_traj": step.format("a", "a", "b"),
        "trajectories/learning/lamp/1_lamp_traj": step.format("b", "b", "a"),
        "states/predictive_power/lamp/test_states.json": json.dumps(
            {
                "0_lamp_prob.pddl": [
                    ["(off a)", "(off b)"],
                    ["(on a)", "(off b)"],
                    ["(on a)", "(on b)"],
                ]
            }
        ),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_the_states_of_a_suite_are_measured_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _amlgym(tmp_path)
    run = ["benchmark", "--suite", str(tmp_path), "--learner", "sam", "--folds", "2"]
    run += ["--trajectories", "1,2", "--test-states", "--format", "json"]
    assert main(run) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["settings"]["test_states"]
    states = [each["value"] for each in data["rows"] if each["metric"] == "states"]
    pairs = [each["value"] for each in data["rows"] if each["metric"] == "pairs"]
    assert states == [3] * 4
    assert pairs == [6] * 4
    by_state = [each["value"] for each in data["rows"] if each["metric"] == P]
    assert by_state == [1.0] * 4


def test_what_the_states_of_a_suite_exclude(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _amlgym(tmp_path)
    suite = ["benchmark", "--suite", str(tmp_path), "--test-states"]
    for more, said in (
        (["--split", "80/20"], "--split: not allowed with --test-states"),
        (["--planner", "kairos"], "--planner: not allowed with --test-states"),
        (["--trajectories", "1,5"], "lamp: 2 of 2 trajectories can be learned from in each fold"),
    ):
        assert main([*suite, *more]) == 2
        assert said in capsys.readouterr().err
    for more, said in (
        (["--plot", "curves"], "--plot needs --output with an .svg or .pdf file"),
        (["--plot", "boxes", "-o", "a.tex"], "--plot needs --output with an .svg or .pdf file"),
        (["--plot", "curves", "-o", "a.pdf"], "--plot curves needs --trajectories with several"),
    ):
        assert main(["benchmark", "--domains", "tram", *more]) == 2
        assert said in capsys.readouterr().err
    assert main(["benchmark", "--domains", "tram", "--test-states"]) == 2
    assert "tram: the suite has no states to measure on" in capsys.readouterr().err


def test_without_matplotlib_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "planeval.figures", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UserError, match="plots need matplotlib"):
        save(_benchmark(), str(tmp_path / "a.pdf"))
    assert not (tmp_path / "a.pdf").exists()


@pytest.mark.needs("module:pyarrow")
def test_parquet_has_the_folds_with_numbers_as_numbers(tmp_path: Path) -> None:
    import pyarrow.parquet

    save(_benchmark(), str(tmp_path / "a.parquet"))
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    assert table.num_rows == len(_benchmark().attempts)
    assert set(table.column("trajectories").to_pylist()) == {1, 3}
    assert str(table.schema.field("similarity").type) == "double"

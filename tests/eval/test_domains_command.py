"""`planeval domains` on folders of pairs."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from planeval.cli import main
from support import kitchen
from support.command import Done, run_command
from support.material import own_and_material

DELIVERY = Path(__file__).parents[2] / "examples" / "delivery"

EXAMPLE = Path(__file__).parents[2] / "examples" / "delivery"
REFERENCE = (EXAMPLE / "reference.pddl").read_text(encoding="utf-8")
LEARNED = (EXAMPLE / "learned.pddl").read_text(encoding="utf-8")
TRAJECTORY = """(:trajectory
(:state (at ann depot) (available ann) (in parcel depot) (connected depot square))
(:action (move ann depot square))
(:state (at ann square) (available ann) (in parcel depot) (connected depot square))
)"""


def planeval(*arguments: str, cwd: Path) -> Done:
    return run_command(main, "domains", *arguments, cwd=cwd)


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def measured(*arguments: str, cwd: Path) -> Any:
    done = planeval(*arguments, "--format", "json", cwd=cwd)
    assert done.stderr == ""
    return json.loads(done.stdout)


def measured_with_failures(*arguments: str, cwd: Path) -> Any:
    return json.loads(planeval(*arguments, "--format", "json", cwd=cwd).stdout)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """Three pairs: a perfect model, the example with a trajectory, and one that is no domain."""
    for name, learned in (("one/same", REFERENCE), ("two", LEARNED), ("three", "; nothing yet\n")):
        folder = tmp_path / "models" / name
        folder.mkdir(parents=True)
        (folder / "learned.pddl").write_text(learned, encoding="utf-8")
        (folder / "reference.pddl").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "models" / "two" / "train.trajectories").mkdir()
    (tmp_path / "models" / "two" / "train.trajectories" / "0").write_text(TRAJECTORY)
    return tmp_path


def test_every_pair_below_a_folder_is_measured_and_a_failing_one_is_a_row(models: Path) -> None:
    done = planeval("models", "--format", "json", cwd=models)
    data = json.loads(done.stdout)
    assert done.returncode == 2
    assert (data["version"], data["n_pairs"], data["n_failed"]) == (1, 3, 1)
    assert [(each["pair"], each["error"] is None) for each in data["pairs"]] == [
        ("one/same", True),
        ("three", False),
        ("two", True),
    ]
    same, broken, example = data["pairs"]
    assert broken["error"].endswith("does not define a domain")
    assert same["figures"]["same"] is True
    assert same["figures"]["predictive"] is None
    assert example["figures"]["predictive"]["states"] == 2
    assert example["figures"]["trace_consistency"]["value"] == 1.0


def test_what_of_states_nobody_knows_is_told_of_its_pair(models: Path) -> None:
    states = models / "models" / "two" / "train.trajectories" / "0"
    states.write_text(TRAJECTORY.replace("(at ann square)", "(at ann square) (zzz ann)"))
    same, _, example = measured_with_failures("models", cwd=models)["pairs"]
    remark = "states: `zzz` is not a predicate of the reference: ignored, first in state 2 of "
    assert same["figures"]["remarks"] == []
    (told,) = example["figures"]["remarks"]
    assert told == f"{remark}trajectory 1"
    assert f"Remarks\n  two: {remark}trajectory 1\n" in planeval("models", cwd=models).stdout


def test_the_figures_are_those_of_the_command_for_one_domain(models: Path) -> None:
    two = models / "models" / "two"
    files = [str(two / "learned.pddl"), str(two / "reference.pddl")]
    states = str(two / "train.trajectories")
    done = run_command(
        main, "domain", *files, "--format", "json", "--optimal", "20", "--states", states
    )
    one = json.loads(done.stdout)
    found = measured("models/two", "--optimal", "20", cwd=models)["pairs"][0]["figures"]
    assert found["similarity"]["mean"] == one["similarity"]["mean_over_reference"]["mean"]
    for part in ("pre", "eff"):
        assert found["syntactic"]["macro"][part] == one["syntactic"]["macro"][part]
        assert found["syntactic"]["micro"][part] == one["syntactic"]["micro"][part]
    for kind in ("name_aligned", "optimal"):
        edits = one["edit_distance"][kind]["edits"]
        assert found["edit_distance"][kind]["edits"] == edits
    assert found["predictive"]["micro"] == one["predictive"]["micro"]
    assert found["strong_equivalence"] == one["strong_equivalence"]


def test_the_table_shows_every_pair_and_says_which_failed(models: Path) -> None:
    done = planeval("models", "--jobs", "2", "--metrics", cwd=models)
    verdict, means, *lines = done.stdout.splitlines()
    assert verdict == "3 pairs: 1 identical, 1 different, 1 not measured"
    assert "sim 0.871 (0.581 with 1 as 0)" in means
    short = planeval("models", cwd=models).stdout.splitlines()
    assert short[:2] == [verdict, means]
    assert not any(line.startswith("  one/same ") for line in short)
    heads = [line for line in lines if line.startswith("  pair ")]
    titles = [line.split()[0] for line in lines if line[:1].isalpha()]
    assert titles == ["Literals", "Distance", "States", "Other", "Not"]
    names = [line.split()[0] for line in lines if line[2:5] in ("one", "two", "thr")]
    assert names == ["one/same", "two"] * len(heads) + ["three:"]
    assert all(len(line) <= 100 for line in lines if not line.startswith("  three: "))


def test_csv_has_accuracy_and_counts_and_a_mean_that_misses_no_pair(models: Path) -> None:
    done = planeval("models", "--format", "csv", cwd=models)
    rows = {row["pair"]: row for row in _rows(done.stdout) if row["row"] != "action"}
    two, mean, least = rows["two"], rows["all (mean)"], rows["all (at least)"]
    counts = [int(two[f"pre_{name}_micro"]) for name in ("tp", "fp", "fn", "tn")]
    assert counts == [7, 1, 2, 32]
    assert float(two["pre_accuracy_micro"]) == pytest.approx(39 / 42)
    seen = [int(two[f"applicability_{name}_micro"]) for name in ("tp", "fp", "fn", "tn")]
    assert float(two["applicability_accuracy_micro"]) == (seen[0] + seen[3]) / sum(seen)
    assert sum(seen) == int(two["pairs"])
    shown = (1 + float(two["similarity"])) / 2
    assert float(mean["similarity"]) == pytest.approx(shown)
    assert float(least["similarity"]) == pytest.approx(shown * 2 / 3)


def test_csv_has_the_figures_of_each_action_of_which_those_of_the_pair_are_made(
    models: Path,
) -> None:
    rows = _rows(planeval("models", "--format", "csv", cwd=models).stdout)
    (two,) = (row for row in rows if (row["pair"], row["row"]) == ("two", "pair"))
    actions = [row for row in rows if (row["pair"], row["row"]) == ("two", "action")]
    assert [row["action"] for row in actions] == ["pick-up", "move", "drop-off"]
    assert {row["action"] for row in rows if row["row"] != "action"} == {""}
    for name, whole in two.items():
        cells = [row[name] for row in actions if row[name]]
        if name.endswith(("precision_macro", "recall_macro", "f1_macro")) or name == "similarity":
            assert float(whole) == pytest.approx(fmean(map(float, cells)))
        elif name.endswith(("_tp_micro", "_fp_micro", "_fn_micro", "_tn_micro")):
            assert float(whole) == sum(map(float, cells))
        elif name in ("error", "errors", "readable", "edits", "states", "exact_match_rate"):
            assert cells == []


def test_latex_has_no_sign_that_needs_a_further_package(models: Path) -> None:
    done = planeval("models", "--metrics", "--format", "latex", cwd=models)
    tables = [line for line in done.stdout.splitlines() if not line.startswith("%")]
    assert r"eff $\neq$" in done.stdout
    assert [line for line in tables if not line.isascii()] == []


def test_csv_has_all_columns_in_full_precision(models: Path) -> None:
    done = planeval("models", "--format", "csv", cwd=models)
    rows = {row["pair"]: row for row in _rows(done.stdout) if row["row"] != "action"}
    assert float(rows["two"]["similarity"]) == 26 / 35
    assert rows["one/same"]["strongly_equivalent"] == "true"
    assert rows["three"]["similarity"] == ""
    assert rows["three"]["error"] != ""


@pytest.mark.parametrize(
    ("column", "order"),
    [("edits", ["one/same", "two", "three"]), ("-edits", ["two", "one/same", "three"]),
     ("-pair", ["two", "three", "one/same"])],
)  # fmt: skip
def test_rows_are_sorted_by_a_column_and_what_has_no_figure_comes_last(
    models: Path, column: str, order: list[str]
) -> None:
    done = planeval("models", f"--sort={column}", "--format", "csv", cwd=models)
    assert [row["pair"] for row in _rows(done.stdout) if row["row"] == "pair"] == order


@pytest.mark.parametrize(
    "text",
    [
        "# learned reference states\nmodels/two/learned.pddl models/two/reference.pddl "
        "models/two/train.trajectories\n",
        '[{"learned": "models/two/learned.pddl", "reference": "models/two/reference.pddl",'
        ' "states": "models/two/train.trajectories"}]',
        '{"pairs": [{"learned": "models/two/learned.pddl", "states":'
        ' ["models/two/train.trajectories"], "reference": "models/two/reference.pddl"}]}',
    ],
)
def test_pairs_of_a_list(models: Path, text: str) -> None:
    (models / "list").write_text(text, encoding="utf-8")
    (pair,) = measured("--pairs", "list", cwd=models)["pairs"]
    assert pair["pair"] == "models/two/learned.pddl"
    assert pair["figures"]["predictive"]["states"] == 2
    (pair,) = measured("--pairs", "list", "--no-states", cwd=models)["pairs"]
    assert pair["figures"]["predictive"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("models/two/learned.pddl", "list:1: expected a learned domain and a reference"),
        (
            '{"learned": "l", "reference": "r"}\n{"reference": "r", "states": "s"}',
            "list: pair 2: expected a learned domain and a reference",
        ),
        (
            '[{"learned": "l", "reference": "r", "states": ["s", 1]}]',
            "list: pair 1: expected a learned",
        ),
        ('{"a"', "list:1:5: not JSON"),
    ],
)
def test_a_list_says_which_of_its_pairs_is_wrong(models: Path, text: str, message: str) -> None:
    (models / "list").write_text(text, encoding="utf-8")
    done = planeval("--pairs", "list", cwd=models)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"planeval: error: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected a directory or --pairs"),
        (("nowhere",), "no such directory"),
        (("models/two/train.trajectories",), "no directory with learned.pddl"),
        (("models", "--sort", "beauty"), "unknown column `beauty`; expected one of pair"),
        (
            ("--pairs", "models/two/learned.pddl"),
            "models/two/learned.pddl is not a list of pairs; expected a learned domain and a "
            "reference",
        ),
    ],
)
def test_trouble_is_one_line_and_exit_status_2(
    models: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = planeval(*arguments, cwd=models)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("planeval: error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("folder", own_and_material("learned", "oracles", "learned", long=True))
def test_every_learned_domain_is_a_row_with_figures(folder: Path) -> None:
    data = measured(str(folder), "--optimal", "1", "--no-align", cwd=folder)
    assert data["n_pairs"] >= 8
    assert data["n_failed"] == 0
    for each in data["pairs"]:
        figures = each["figures"]
        assert figures["predictive"]["pairs"] > 0
        least, by_name = (figures["edit_distance"][k] for k in ("optimal", "name_aligned"))
        assert least["lower_bound"] <= least["edits"] <= by_name["edits"]


@pytest.fixture
def written_independently(tmp_path: Path) -> Path:
    """One pair with hardly a name in common."""
    (tmp_path / "learned.pddl").write_text(kitchen.LEARNED)
    (tmp_path / "reference.pddl").write_text(kitchen.REFERENCE)
    (tmp_path / "mapping.json").write_text(kitchen.MAPPING)
    return tmp_path


def test_names_that_are_apart_are_told_above_the_tables(written_independently: Path) -> None:
    lines = planeval(".", "--no-align", cwd=written_independently).stdout.splitlines()
    assert lines[3].startswith("Names apart  almost no names in common; --align")
    assert lines[4].strip() == written_independently.name
    assert lines[1].startswith("mean over 1 measured pair, by name: ")
    (pair,) = measured(".", "--no-align", cwd=written_independently)["pairs"]
    assert pair["figures"]["names_apart"] is True
    assert pair["figures"]["basis"] == "by name"


def test_names_that_are_apart_are_aligned(written_independently: Path) -> None:
    (pair,) = measured(".", cwd=written_independently)["pairs"]
    assert pair["figures"]["basis"] == "aligned"
    assert pair["figures"]["remarks"][-1].endswith("matched by structure (--no-align: by name)")


def test_aligned_figures_have_the_pairs_that_they_rest_on(written_independently: Path) -> None:
    mapped = (".", "--mapping", "mapping.json")
    lines = planeval(*mapped, cwd=written_independently).stdout.splitlines()
    assert lines[1].startswith("mean over 1 measured pair, aligned: ")
    start = lines.index("Aligned (matches; uncertain ones; literals of the reference covered)")
    assert [line.split()[-3:] for line in lines[start + 1 : start + 3]] == [
        ["matches", "uncertain", "covered"],
        ["9", "0", "10/10"],
    ]
    (pair,) = measured(*mapped, cwd=written_independently)["pairs"]
    assert pair["figures"]["alignment"] == {
        "pairs": 9,
        "uncertain": 0,
        "covered": 10,
        "literals": 10,
    }


def test_csv_says_whether_figures_are_by_name(written_independently: Path) -> None:
    for arguments, basis in (
        (("--no-align",), "by name"),
        (("--mapping", "mapping.json"), "aligned"),
    ):
        done = planeval(".", *arguments, "--format", "csv", cwd=written_independently)
        row, *summary = _rows(done.stdout)
        assert row["basis"] == basis
        assert [each["row"] for each in summary[:4]] == ["mean", "at least", "deviation", "defined"]
        assert {(each["row"], each["basis"]) for each in summary[4:]} == {("action", basis)}


@pytest.mark.parametrize(
    ("command", "ending", "begins"),
    [
        ("domains .", "html", "<!doctype html>"),
        ("domain learned.pddl reference.pddl", "json", '{\n  "format": "planeval domain"'),
        ("problem p01.pddl p01.pddl", "md", "# p01.pddl"),
        ("validate reference.pddl p01.pddl reference.plan", "csv", "plan,verdict"),
        ("solve learned.pddl reference.pddl p01.pddl --plans learned.plan", "tsv", "problem\t"),
        ("plans learned.plan --reference reference.plan", "txt", ""),
    ],
)
def test_a_report_is_written_as_the_ending_of_its_file_says(
    tmp_path: Path, command: str, ending: str, begins: str
) -> None:
    shutil.copytree(DELIVERY, tmp_path, dirs_exist_ok=True)
    words = command.split()
    path = tmp_path / f"out.{ending}"
    done = run_command(main, *words, "-o", path.name, cwd=tmp_path)
    assert done.stdout == ""
    text = path.read_text()
    assert text.lower().startswith(begins.lower())
    form = {"md": "markdown", "txt": "text"}.get(ending, ending)
    printed = run_command(main, *words, "--format", form, cwd=tmp_path)
    assert printed.returncode == done.returncode
    if ending not in ("html", "txt"):
        assert printed.stdout == text
    wrong = run_command(main, *words, "--output", "out.nope", cwd=tmp_path)
    assert wrong.returncode == 2
    assert (
        "cannot infer the output format from out.nope; supported extensions: .txt, " in wrong.stderr
    )


def test_amlgyms_value_of_nothing_of_nothing_is_a_switch(tmp_path: Path) -> None:
    """A model without preconditions and effects has no precision, or one of 1."""
    (tmp_path / "learned.pddl").write_text(
        "(define (domain d) (:predicates (p)) (:action a :parameters ()))"
    )
    (tmp_path / "reference.pddl").write_text(
        "(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (p)"
        " :effect (not (p))))"
    )
    (plain, *_) = _rows(planeval(".", "--format", "csv", cwd=tmp_path).stdout)
    assert not any(value for name, value in plain.items() if name.startswith("amlgym"))
    assert plain["pre_precision_macro"] == ""
    assert float(plain["pre_recall_macro"]) == 0
    (row, *_) = _rows(planeval(".", "--amlgym", "--format", "csv", cwd=tmp_path).stdout)
    assert (float(row["amlgym_precision"]), float(row["amlgym_recall"])) == (1, 0)
    others = [name for name in plain if not name.startswith("amlgym")]
    assert [row[name] for name in others] == [plain[name] for name in others]

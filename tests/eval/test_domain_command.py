"""`planeval domain` on files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from plandiff.cli import main as plandiff
from planeval.cli import command_parser, main
from support.command import Done, run_command
from support.examples import BAKERY, DELIVERY
from support.material import own_and_material
from support.page import Page

EXAMPLE = Path(__file__).parents[2] / "examples" / "delivery"
LEARNED, REFERENCE = str(EXAMPLE / "learned.pddl"), str(EXAMPLE / "reference.pddl")


def planeval(*arguments: str, cwd: Path | None = None) -> Done:
    return run_command(main, *arguments, cwd=cwd)


def evaluated(*arguments: str, cwd: Path | None = None) -> Any:
    done = planeval("domain", *arguments, "--format", "json", cwd=cwd)
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_the_delivery_example_has_the_published_figures() -> None:
    data = evaluated(LEARNED, REFERENCE, "--no-evidence")
    assert data["version"] == 1
    assert {n: a["similarity"]["similarity_exact"] for n, a in data["actions"].items()} == {
        "pick-up": "5/7",
        "move": "4/5",
        "drop-off": "5/7",
    }
    assert data["predictive"] is data["plans"] is data["trace_consistency"] is None
    assert {n: s["precondition"] for n, s in data["semantics"].items()} == {
        "pick-up": "stricter",
        "move": "looser",
        "drop-off": "looser",
    }


def test_the_same_figures_as_plandiff() -> None:
    done = run_command(plandiff, "--format", "json", LEARNED, REFERENCE)
    shown = json.loads(done.stdout)
    data = evaluated(LEARNED, REFERENCE)
    for field in ("actions", "similarity", "syntactic", "counts", "declarations"):
        assert data[field] == shown[field]


def test_a_domain_is_as_good_as_itself() -> None:
    done = planeval("domain", REFERENCE, REFERENCE, "--problem", str(EXAMPLE / "p01.pddl"),
                    "--walks", "5")  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.replace("\n", " ").split(" define ")[1].split() == [
        *["the", "same", "domain", "(3", "actions)."]
    ]
    assert len(done.stdout.splitlines()) <= 2
    done = planeval("domain", REFERENCE, REFERENCE, "--problem", str(EXAMPLE / "p01.pddl"),
                    "--walks", "5", "--metrics")  # fmt: skip
    (macro,) = (line.split() for line in done.stdout.splitlines() if line.startswith("  macro"))
    assert macro[1:] == ["1.000", "over", "3"] * 4


def test_the_edit_distance_by_name_and_the_least_one() -> None:
    data = evaluated(LEARNED, REFERENCE, "--optimal", "20")
    by_name, least = data["edit_distance"]["name_aligned"], data["edit_distance"]["optimal"]
    assert (by_name["edits"], least["edits"]) == (5, 5)
    assert (by_name["proved_optimal"], least["proved_optimal"]) == (False, True)
    assert sum(edit["target"] == "literal" for edit in by_name["script"]) == 5
    assert data["strong_equivalence"] == {"holds": False, "correspondence": None}
    assert evaluated(LEARNED, REFERENCE)["edit_distance"]["optimal"] is None


def test_walks_are_the_same_for_the_same_seed() -> None:
    problem = ("--problem", str(EXAMPLE / "p01.pddl"), "--walks", "9")
    one, two = (evaluated(LEARNED, REFERENCE, *problem, "--seed", "5") for _ in range(2))
    other = evaluated(LEARNED, REFERENCE, *problem, "--seed", "6")
    assert one == two
    assert one["predictive"] != other["predictive"]
    micro = one["predictive"]["micro"]["effects"]
    assert micro["fn"] == 0
    assert micro["fp"] > 0


def test_strict_counts_the_errors_of_the_problem(tmp_path: Path) -> None:
    torn = tmp_path / "torn.pddl"
    torn.write_text((EXAMPLE / "p01.pddl").read_text().rstrip().removesuffix(")"))
    lax = planeval("domain", REFERENCE, REFERENCE, "--problem", str(torn))
    strict = planeval("domain", REFERENCE, REFERENCE, "--problem", str(torn), "--strict")
    assert (lax.returncode, strict.returncode) == (0, 2)
    assert f"{torn}:" in strict.stderr
    whole = ("--problem", str(EXAMPLE / "p01.pddl"), "--strict")
    assert planeval("domain", REFERENCE, REFERENCE, *whole).returncode == 0


def test_amlgym_rounds_and_takes_nothing_of_nothing_for_one() -> None:
    data = evaluated(LEARNED, REFERENCE, "--amlgym")
    assert data["amlgym"]["precision"] == {
        "precs_pos": 1.0, "precs_neg": 0.67, "eff_pos": 0.89, "eff_neg": 0.83, "mean": 0.85,
    }  # fmt: skip
    done = planeval("domain", LEARNED, REFERENCE, "--amlgym", "--metrics")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["precision", "1.00", "0.67", "0.89", "0.83", "0.85"] in rows
    assert evaluated(LEARNED, REFERENCE)["amlgym"] is None


TRAJECTORY = """(:trajectory
(:state (at ann depot) (available ann) (in parcel depot) (connected depot square))
(:action (move ann depot square))
(:state (at ann square) (available ann) (in parcel depot) (connected depot square))
)"""


def test_states_of_trajectories(tmp_path: Path) -> None:
    path = tmp_path / "one.traj"
    path.write_text(TRAJECTORY)
    data = evaluated(LEARNED, REFERENCE, "--states", str(path))
    assert data["predictive"]["states"] == 2
    assert data["trace_consistency"]["value"] == 1.0
    assert data["predictive"]["actions"]["move"]["applicability"]["tp"] == 1


def test_the_map_of_a_page_has_the_figures_of_the_states() -> None:
    given = (LEARNED, REFERENCE, "--problem", str(EXAMPLE / "p01.pddl"), "--walks", "3")
    page = Page(planeval("domain", *given, "--format", "html").stdout)
    data = evaluated(*given)["predictive"]["actions"]
    cells = {
        (each["data-row"], each["data-column"]): each["data-value"]
        for each in (element.attributes for element in page.elements)
        if "data-value" in each
    }
    assert len(cells) == 8 * len(data)
    for name, figures in data.items():
        for title, part in (("applicable", "applicability"), ("effects", "effects")):
            for ratio in ("precision", "recall"):
                value = figures[part][ratio]
                said = cells[name, f"{title} {ratio[0].upper()}"]
                assert said == ("" if value is None else str(value))


def test_plans_that_only_one_domain_accepts(tmp_path: Path) -> None:
    good = tmp_path / "good.plan"
    good.write_text("(pick-up ann parcel depot)\n")
    data = evaluated(LEARNED, REFERENCE, "--problem", str(EXAMPLE / "p01.pddl"),
                     "--plans", str(good))  # fmt: skip
    assert data["plans"]["plans"] == 1
    assert data["plans"]["rejected_by_reference"] == 1
    assert data["plans"]["nonplan_rejection"] == 1.0
    assert data["plans"]["reference_plan_acceptance"] is None


@pytest.fixture
def apart(tmp_path: Path) -> Path:
    """Plans in a folder of their own, told from one another by their names."""
    problem = (EXAMPLE / "p01.pddl").read_text(encoding="utf-8")
    for folder in ("problems", "plans"):
        (tmp_path / folder).mkdir()
    for number in (1, 2):
        (tmp_path / "problems" / f"p0{number}.pddl").write_text(problem, encoding="utf-8")
        (tmp_path / "plans" / f"p0{number}.plan").write_text("(pick-up ann parcel depot)\n")
    return tmp_path


@pytest.mark.parametrize(
    ("problems", "plans", "count"),
    [("problems", "plans", 2), ("problems/p01.pddl", "plans/p01.plan", 1)],
)
def test_plans_are_for_the_problems_that_are_named(
    apart: Path, problems: str, plans: str, count: int
) -> None:
    given = (LEARNED, REFERENCE, "--problems", problems, "--plans", plans)
    assert evaluated(*given, cwd=apart)["plans"]["plans"] == count


def test_a_problem_beside_others_is_for_walks_and_for_plans_that_name_no_other(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.plan").write_bytes((BAKERY / "p02.plan").read_bytes())
    data = evaluated(
        "learned.pddl", "reference.pddl", "--problems", ".", "--problem", "p02.pddl",
        "--walks", "2", "--plans", "p01.plan", "p02.plan", "p03.plan", str(tmp_path / "mine.plan"),
        cwd=BAKERY,
    )["plans"]  # fmt: skip
    assert [each["reference"] for each in data["verdicts"]] == ["valid"] * 4


@pytest.mark.slow
def test_a_plan_that_is_named_twice_counts_once() -> None:
    both = ("--plans", ".", "wrong", "p01.plan", "p01.plan")
    done = planeval("domain", "learned.pddl", "reference.pddl", *both, cwd=BAKERY)
    assert "invalid plans rejected 1.000 = 2/2" in done.stdout
    again = Path("wrong/p01.plan"), Path("./wrong/p01.plan")
    told = f"{again[0]} (the same file as ./{again[1]}) was given twice; it is used once"
    told += "; likewise 3 more"
    assert told in " ".join(done.stdout.split())


def test_a_plan_of_several_problems_is_not_for_the_one_beside_them(apart: Path) -> None:
    (apart / "more").mkdir()
    (apart / "more" / "p01.pddl").write_bytes((apart / "problems" / "p01.pddl").read_bytes())
    given = ("domain", LEARNED, REFERENCE, "--problems", "problems", "more", "--plans", "plans")
    done = planeval(*given, "--problem", "problems/p02.pddl", cwd=apart)
    assert done.returncode == 2
    plan, first, second = map(Path, ("plans/p01.plan", "more/p01.pddl", "problems/p01.pddl"))
    assert done.stderr == f"planeval: error: ambiguous problem of {plan}: {first} or {second}\n"
    done = planeval(*given, "--problem", "problems/p01.pddl", "--format", "brief", cwd=apart)
    assert done.returncode == 1


def test_how_many_plans_are_for_nothing_is_told(apart: Path) -> None:
    # The problems of these names are about other objects.
    for plan in (apart / "plans").iterdir():
        plan.write_text("(pick-up bob trunk cellar)\n")
    done = planeval("domain", LEARNED, REFERENCE, "--plans", "plans", cwd=apart)
    assert done.returncode == 2
    first, second = Path("plans/p01.plan"), Path("plans/p02.plan")
    assert done.stderr == f"planeval: error: no problem found for {first} and {second}\n"


RENAMED = """(define (domain delivery) (:requirements :strips)
 (:predicates (p1 ?x ?y) (p2 ?x ?y))
 (:action go :parameters (?b ?a) :precondition (p1 ?a ?b) :effect (p2 ?b ?a)))"""
PLAIN = """(define (domain delivery) (:requirements :strips)
 (:predicates (from ?x ?y) (to ?x ?y))
 (:action move :parameters (?a ?b) :precondition (from ?a ?b) :effect (to ?b ?a)))"""
MAPPING = """actions.go = "move"
predicates.p1 = "from"
predicates.p2 = "to"
parameters.move = [1, 0]
"""
USER_CODEC = """from plancore.codec.base import Identity

class Mine(Identity):
    name = "mine"
"""
STATES = "(:trajectory (:state (from a b)) (:action (move a b)) (:state (from a b) (to b a)))"


@pytest.fixture
def renamed(tmp_path: Path) -> Path:
    for name, text in (
        ("learned.pddl", RENAMED),
        ("reference.pddl", PLAIN),
        ("names.toml", MAPPING),
        ("run.traj", STATES),
        ("mine.py", USER_CODEC),
    ):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_mapping_makes_a_renamed_domain_the_same(renamed: Path) -> None:
    data = evaluated("learned.pddl", "reference.pddl", "--mapping", "names.toml",
                     "--states", "run.traj", cwd=renamed)  # fmt: skip
    assert data["similarity"]["mean_over_reference"]["exact"] == "1"
    assert data["semantics"]["move"]["precondition"] == "equivalent"
    move = data["predictive"]["actions"]["move"]
    assert (move["applicability"]["fp"], move["applicability"]["fn"]) == (0, 0)
    assert (move["effects"]["tp"], move["effects"]["fp"], move["effects"]["fn"]) == (1, 0, 0)
    assert data["predictive"]["codec_laws"]["state_errors"] == 0
    assert data["trace_consistency"]["value"] == 1.0


def test_a_plan_that_cannot_be_read_is_told_and_left_out(tmp_path: Path) -> None:
    good, bad = EXAMPLE / "reference.plan", tmp_path / "bad.plan"
    bad.write_text(good.read_text(encoding="utf-8") + "\n(move ann", encoding="utf-8")
    done = planeval(
        "domain", REFERENCE, REFERENCE, "--problem", str(EXAMPLE / "p01.pddl"),
        "--plans", str(good), str(bad), "--format", "json",
    )  # fmt: skip
    assert done.returncode == 2
    assert json.loads(done.stdout)["plans"]["plans"] == 1
    assert done.stderr.startswith(f"planeval: error: {bad}:")


def test_plans_are_put_into_the_words_of_the_learned_domain(renamed: Path) -> None:
    (renamed / "p.pddl").write_text(
        "(define (problem p) (:domain delivery) (:objects a b) (:init (from a b)) (:goal (to b a)))"
    )
    (renamed / "good.plan").write_text("(move a b)\n")
    (renamed / "bad.plan").write_text("(move b a)\n")
    plans = ("--problem", "p.pddl", "--plans", "good.plan", "bad.plan")
    data = evaluated("learned.pddl", "reference.pddl", "--mapping", "names.toml", *plans,
                     cwd=renamed)["plans"]  # fmt: skip
    assert (data["reference_plan_acceptance"], data["nonplan_rejection"]) == (1.0, 1.0)


def test_a_renamed_domain_is_strongly_equivalent(renamed: Path) -> None:
    files = ("learned.pddl", "reference.pddl", "--no-align")
    data = evaluated(*files, "--optimal", "20", cwd=renamed)
    assert data["strong_equivalence"] == {
        "holds": True,
        "correspondence": {
            "actions": {"go": "move"},
            "predicates": {"p1": "from", "p2": "to"},
            "parameters": {"move": [1, 0]},
        },
    }
    assert data["edit_distance"]["name_aligned"]["edits"] > 0
    done = planeval("domain", "learned.pddl", "reference.pddl", cwd=renamed)
    assert " ".join(done.stdout.split()).startswith(
        "learned.pddl vs. reference.pddl: equivalent up to renaming and parameter order "
        "(go → move, p1 → from, p2 → to, go ("
    )


def test_a_class_of_the_user_is_a_codec(renamed: Path) -> None:
    data = evaluated("learned.pddl", "reference.pddl", "--codec", "mine.py:Mine",
                     "--states", "run.traj", cwd=renamed)  # fmt: skip
    assert data["predictive"]["actions"]["move"]["applicability"]["fn"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.pddl", REFERENCE), "nowhere.pddl"),
        ((str(EXAMPLE / "p01.pddl"), REFERENCE), "does not define a domain"),
        ((str(EXAMPLE / "p01.pddl"), REFERENCE), "but a problem"),
        ((LEARNED, REFERENCE, "--optimal", "soon"), "not a number of seconds"),
        ((LEARNED, REFERENCE, "--walks", "3"), "--walks needs --problem"),
        ((LEARNED, REFERENCE, "--walks", "0"), "not a number from 1"),
        ((LEARNED, REFERENCE, "--states", LEARNED), "learned.pddl:"),
        ((LEARNED, REFERENCE, "--mapping", LEARNED), "learned.pddl"),
        ((LEARNED, REFERENCE, "--codec", "none.py:Nothing"), "no such file"),
        ((LEARNED, REFERENCE, "--codec", str(EXAMPLE)), "delivery"),
    ],
)
def test_trouble_is_one_line_and_exit_status_2(arguments: tuple[str, ...], message: str) -> None:
    done = planeval("domain", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("planeval: error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    ("name", "text"), [("names.json", '{{"predicates": {0}}}'), ("names.toml", "predicates = {0}")]
)
def test_a_number_too_long_for_python_is_trouble_with_the_file(
    name: str, text: str, tmp_path: Path
) -> None:
    names = tmp_path / name
    names.write_text(text.format("1" * 5000), encoding="utf-8")
    done = planeval("domain", LEARNED, REFERENCE, "--mapping", str(names))
    assert done.returncode == 2
    assert done.stderr.startswith(f"planeval: error: {names}: a number has too many digits")


@pytest.mark.parametrize("learned", own_and_material("learned", "oracles", "learned", long=True))
def test_every_learned_domain_is_measured(learned: Path) -> None:
    folders = sorted(path.parent for path in learned.rglob("learned.pddl"))
    assert len(folders) >= 8
    for folder in folders:
        data = evaluated(str(folder / "learned.pddl"), str(folder / "reference.pddl"))
        assert set(data["semantics"]) <= set(data["actions"])


def test_lists_that_are_given_twice_are_one() -> None:
    """Of `--plans a b --plans c` none is left out."""
    plans = ("p01.plan", "wrong/p01.plan")
    given = [word for plan in plans for word in ("--plans", str(BAKERY / plan))]
    models = (str(BAKERY / name) for name in ("learned.pddl", "reference.pddl"))
    data = evaluated(*models, "--problem", str(BAKERY / "p01.pddl"), *given)
    assert len(data["plans"]["verdicts"]) == 2


@pytest.mark.parametrize(
    "words",
    [
        "benchmark --domains a --domains b",
        "solve l r p --plans a --plans b",
        "solve l r p --reference-plans a --reference-plans b",
        "align l r --plans a --plans b",
        "align l r --reference-plans a --reference-plans b",
        "domain l r --states a --states b",
        "domain l r --problems a --problems b",
        "blame l r --plans a --plans b",
        "blame l r --not-plans a --not-plans b",
        "repair d --plans a --plans b",
    ],
)
def test_options_that_are_given_twice_are_joined(words: str) -> None:
    asked = vars(command_parser().parse_args(words.split()))
    assert ["a", "b"] in asked.values()


def test_csv_has_the_counts_of_each_action_also_of_what_it_predicts() -> None:
    learned, reference, problem = (
        DELIVERY / name for name in ("learned.pddl", "reference.pddl", "p01.pddl")
    )
    arguments = ("--problem", problem, "--walks", "2")
    done = run_command(main, "domain", learned, reference, *arguments, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    found = {(row["metric"], row["figure"], row["action"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    done = run_command(main, "domain", learned, reference, *arguments, "--format", "json")
    power = json.loads(done.stdout)["predictive"]
    for action, parts in power["actions"].items():
        for part in ("applicability", "effects"):
            for name in ("tp", "fp", "fn", "tn"):
                value = found["predictive-power", f"{part}_{name}", action]
                assert int(value) == parts[part][name]
    assert ("syntactic-similarity", "pre_accuracy", "move") in found

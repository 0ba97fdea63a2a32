"""The command: what it compares, how it ends, what it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plancore.report.lines import cell_width
from planfiles.command import Exit
from support.examples import DELIVERY, ROOT
from support.golden import check_golden
from support.plandiff_run import Run, plain_environment, plandiff
from support.programs import run_program

GOLDENS = Path(__file__).parent / "goldens"
DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"


def test_the_delivery_example_as_text() -> None:
    run = plandiff("learned.pddl", "reference.pddl")
    assert (run.status, run.err) == (1, "")
    assert all(score in run.out for score in ("5/7", "4/5", "similarity 0.743"))
    check_golden(GOLDENS / "delivery-domain.txt", run.out)


def test_the_delivery_plans_as_text() -> None:
    run = plandiff("learned.plan", "reference.plan")
    assert (run.status, run.err) == (1, "")
    check_golden(GOLDENS / "delivery-plan.txt", run.out)


@pytest.mark.parametrize(("kind", "suffix"), [("domain", "pddl"), ("plan", "plan")])
def test_the_delivery_example_side_by_side(kind: str, suffix: str) -> None:
    run = plandiff("--format", "side-by-side", f"learned.{suffix}", f"reference.{suffix}")
    assert (run.status, run.err) == (1, "")
    check_golden(GOLDENS / f"delivery-{kind}-side.txt", run.out)


@pytest.mark.parametrize(
    "arguments",
    [
        "learned.pddl reference.pddl",
        "learned.pddl reference.pddl --metrics --explain --plans .",
        "learned.pddl reference.pddl --before reference.pddl --explain",
        "learned.plan reference.plan --metrics --explain",
        "learned.plan reference.plan --before reference.plan --explain",
        "p01.pddl ../archive/problem.pddl --metrics",
        "../bakery ../delivery",
    ],
)
def test_what_goes_to_a_pipe_is_at_most_100_columns_wide(arguments: str) -> None:
    rows = plandiff(*arguments.split()).out.splitlines()
    assert [row for row in rows if cell_width(row) > 100 and len(row.split()) > 1] == []


def test_side_by_side_fits_the_width() -> None:
    for width in (40, 60, 100):
        run = plandiff(
            "--format", "side-by-side", "--width", str(width), "learned.pddl", "reference.pddl"
        )
        assert max(map(len, run.out.splitlines())) <= width


def test_json_has_the_exact_values_of_the_text() -> None:
    run = plandiff("--format", "json", "learned.pddl", "reference.pddl")
    data = json.loads(run.out)
    assert (data["format"], data["version"], data["kind"]) == ("plandiff", 2, "domain")
    exact = {n: a["similarity"]["similarity_exact"] for n, a in data["actions"].items()}
    assert exact == {"pick-up": "5/7", "move": "4/5", "drop-off": "5/7"}
    assert data["similarity"]["mean_over_reference"]["exact"] == "26/35"
    check_golden(GOLDENS / "delivery-domain.json", run.out)


def test_every_differing_literal_is_named_with_its_places() -> None:
    out = plandiff("learned.pddl", "reference.pddl", "--width", "120").out
    learned = (DELIVERY / "learned.pddl").read_text().splitlines()
    reference = (DELIVERY / "reference.pddl").read_text().splitlines()
    assert learned[22][6:] == "(not (has ?a ?p))"
    assert "(not (has ?a ?p))     extra    learned:23" in out
    assert learned[27][6:].startswith("(not (available ?a))")
    assert "(not (available ?a))  extra    learned:28" in out
    assert reference[31][6:].startswith("(available ?a)")
    assert "(available ?a)        missing  reference:32" in out
    assert reference[41][6:].startswith("(requested ?p ?l)")
    assert "(requested ?p ?l)     missing  reference:42" in out
    assert learned[47][6:].startswith("(available ?a)")
    assert "(available ?a)        extra    learned:48" in out


@pytest.mark.slow
def test_a_process_writes_what_the_function_writes() -> None:
    for arguments in (("learned.pddl", "reference.pddl"), ("learned.pddl", "nowhere")):
        assert run_program("plandiff", *arguments, folder=DELIVERY) == plandiff(*arguments)


def test_a_file_is_the_same_as_itself() -> None:
    assert plandiff("learned.pddl", "learned.pddl").status == 0
    assert plandiff("learned.plan", "learned.plan").status == 0


@pytest.mark.viewer_behaviour(11)
def test_form_does_not_count(tmp_path: Path) -> None:
    one = "(define (domain d) (:predicates (p ?x) (q)) (:action a :parameters (?x) :effect (p ?x)))"
    other = """; the same
    (DEFINE (DOMAIN d) (:predicates (q) (p ?y))
      (:action A :parameters (?y) :precondition (and) :effect (and (P ?y))))"""
    (tmp_path / "one.pddl").write_text(one)
    (tmp_path / "other.pddl").write_text(other)
    assert plandiff("one.pddl", "other.pddl", folder=tmp_path).status == 0


def test_exit_zero_hides_the_difference_only() -> None:
    assert plandiff("--exit-zero", "learned.pddl", "reference.pddl").status == 0
    assert plandiff("--exit-zero", "nowhere.pddl", "reference.pddl").status == 2


@pytest.mark.viewer_behaviour(1)
def test_exit_zero_vouches_for_no_file_with_errors(tmp_path: Path) -> None:
    for side in ("learned", "reference"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "d.pddl").write_text("(define (domain d)")
    pair = ("learned/d.pddl", "reference/d.pddl")
    for files in (pair, ("learned", "reference")):
        assert plandiff("--exit-zero", *files, folder=tmp_path).status == 2


@pytest.mark.viewer_behaviour(1)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["learned.pddl", "learned.pddl"], 0),
        (["learned.pddl", "reference.pddl"], 1),
        (["learned.plan", "learned.plan"], 0),
        (["learned.plan", "reference.plan"], 1),
        (["missing.plan", "reference.plan"], 2),
        (["reference.plan", "missing.plan"], 2),
        (["missing.plan", "missing.plan"], 2),
        (["missing.pddl", "missing.pddl"], 2),
        (["learned.plan", "learned.pddl"], 2),
        (["learned.pddl", "learned.pddl", "learned.pddl"], 2),
        (["--no-such-option", "learned.pddl", "learned.pddl"], 2),
        (["--format", "no-such-format", "learned.pddl", "learned.pddl"], 2),
        (["broken.pddl", "broken.pddl"], 2),
        (["broken.plan", "broken.plan"], 2),
        (["missing-folder", "."], 2),
    ],
)
def test_statuses(arguments: list[str], status: int, tmp_path: Path) -> None:
    for name in ("learned.pddl", "reference.pddl", "learned.plan", "reference.plan"):
        (tmp_path / name).write_bytes((DELIVERY / name).read_bytes())
    (tmp_path / "broken.pddl").write_text("(define (domain d)")
    (tmp_path / "broken.plan").write_text("(go a\n")
    run = plandiff(*arguments, folder=tmp_path)
    assert run.status == status
    assert run.err.startswith("plandiff: error: ") is (status == 2 and not run.out)


@pytest.mark.viewer_behaviour(6)
def test_standard_input_and_dev_null() -> None:
    text = (DELIVERY / "learned.pddl").read_text()
    assert plandiff("-", "learned.pddl", stdin=text).status == 0
    assert plandiff("learned.pddl", "-", stdin=text).status == 0
    added = plandiff("learned.pddl", "/dev/null")
    assert added.status == 1
    assert "\n+ extra actions: pick-up learned:18, move learned:30" in added.out
    removed = plandiff("/dev/null", "learned.plan")
    assert removed.status == 1
    assert "null (0 steps) and learned.plan (7): " in removed.out


def test_labels_take_the_place_of_file_names() -> None:
    files = ("--label", "ours", "--label", "theirs", "learned.pddl", "reference.pddl")
    run = plandiff(*files)
    assert run.out.startswith("ours vs. theirs: 6 differences")
    assert "ours:23:7" in plandiff("--format", "junit", *files).out
    once = plandiff("--label", "d.pddl", "learned.pddl", "reference.pddl")
    assert once.out.startswith("b/d.pddl vs. a/d.pddl: 6 differences")


@pytest.mark.viewer_behaviour(7)
def test_color_is_written_only_when_asked_for() -> None:
    assert "\x1b" not in plandiff("learned.pddl", "reference.pddl").out
    assert "\x1b[" in plandiff("--color", "always", "learned.pddl", "reference.pddl").out
    colored = plandiff("learned.pddl", "reference.pddl", env={"PLANDIFF_COLOR": "always"})
    assert "\x1b[" in colored.out
    never = plandiff(
        "--color", "never", "learned.pddl", "reference.pddl", env={"PLANDIFF_COLOR": "always"}
    )
    assert "\x1b" not in never.out


@pytest.mark.parametrize(
    ("variable", "value", "arguments"),
    [
        ("PLANDIFF_FORMAT", "json", ["--format", "json"]),
        ("PLANDIFF_COLOR", "always", ["--color", "always"]),
        ("PLANDIFF_WIDTH", "60", ["--width", "60"]),
        ("PLANDIFF_EXIT_ZERO", "1", ["--exit-zero"]),
        ("PLANDIFF_LABEL", "d.pddl", ["--label", "d.pddl"]),
        ("PLANDIFF_NAME", "delivery", ["--name", "delivery"]),
    ],
)
@pytest.mark.viewer_behaviour(8)
def test_a_variable_does_what_its_flag_does(
    variable: str, value: str, arguments: list[str]
) -> None:
    files = ("learned.pddl", "reference.pddl")
    by_flag = plandiff(*arguments, *files)
    assert plandiff(*files, env={variable: value}) == by_flag
    assert by_flag.err == ""


def test_width_breaks_lines_and_loses_nothing() -> None:
    wide = plandiff("learned.pddl", "reference.pddl").out
    narrow = plandiff("--width", "60", "learned.pddl", "reference.pddl").out
    assert max(map(len, narrow.splitlines())) <= 60
    assert narrow.split() == wide.split()


@pytest.mark.slow
@pytest.mark.viewer_behaviour(10, "every format, of domains with plans, of problems and of plans")
def test_the_same_bytes_whatever_the_hash_seed_and_the_locale() -> None:
    script = """if True:
        from plancore.report.registry import REVIEWS, formats_of
        from plandiff.cli import main
        for name in formats_of(*REVIEWS):
            main(["--format", name, "learned.pddl", "reference.pddl", "--plans", "."])
            main(["--format", name, "learned.plan", "reference.plan"])
            main(["--format", name, "p01.pddl", "/dev/null"])"""
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=DELIVERY,
            env=plain_environment() | env,
            capture_output=True,
            timeout=240,
            check=True,
        )
        for env in (
            {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8"},
            {"PYTHONHASHSEED": "2", "LC_ALL": "C", "PYTHONUTF8": "0"},
        )
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b" vs. ") >= 3
    assert runs[0].stderr == runs[1].stderr == b""


def test_the_first_of_two_domains_is_compared_and_the_other_named(tmp_path: Path) -> None:
    second = DOMAIN.replace("domain d", "domain e").replace("(p)))", "(not (p))))")
    (tmp_path / "two.pddl").write_text(f"{DOMAIN}\n{second}\n")
    (tmp_path / "d.pddl").write_text(DOMAIN)
    first = plandiff("two.pddl", "d.pddl", folder=tmp_path)
    assert first.status == 0
    note = "two.pddl:2:17: domain `e` is not compared, only the one in line 1"
    assert f"note: {note}; select it with --name e" in " ".join(first.out.split())
    named = plandiff("--name", "e", "two.pddl", "d.pddl", folder=tmp_path)
    assert named.status == 1
    missing = plandiff("--name", "f", "two.pddl", "d.pddl", folder=tmp_path)
    assert missing.status == 2
    assert missing.err == "plandiff: error: unknown domain 'f'; expected one of d, e\n"


def test_text_around_the_domain_is_passed_over_and_reported(tmp_path: Path) -> None:
    (tmp_path / "answer.md").write_text(f"Here it is:\n```pddl\n{DOMAIN}\n```\nDone.\n")
    (tmp_path / "d.pddl").write_text(DOMAIN)
    run = plandiff("answer.md", "d.pddl", folder=tmp_path)
    assert run.status == 0
    assert "note: answer.md:1:1: text that is not PDDL is ignored (2 places)" in run.out


def test_a_syntax_error_is_reported_and_sameness_not_vouched_for(tmp_path: Path) -> None:
    (tmp_path / "broken.pddl").write_text(DOMAIN[:-1])
    (tmp_path / "d.pddl").write_text(DOMAIN)
    run = plandiff("broken.pddl", "d.pddl", folder=tmp_path)
    assert run.status == 2
    assert "no differences in what could be read (partial: errors" in run.out.splitlines()[0]
    assert re.match(r"error: broken\.pddl:1:\d+: missing `\)`", run.out.splitlines()[1])


@pytest.mark.viewer_behaviour(8)
def test_help_names_exit_statuses_and_fits_on_a_screen_or_two() -> None:
    run = plandiff("--help")
    assert run.status == 0
    assert "exit status: 0 no differences, 1 differences, 2 error" in run.out
    assert "environment variable (PLANDIFF_EXIT_ZERO=1)" in run.out
    assert len(run.out.splitlines()) <= 100


def test_a_reader_that_stops_early_gets_no_traceback() -> None:
    # The pipe's reader is gone before a report of many kilobytes is written.
    command = f"{sys.executable} -m plandiff --format json learned.pddl reference.pddl | true"
    ended = subprocess.run(
        ["sh", "-c", command], cwd=DELIVERY, capture_output=True, timeout=120, check=False
    )
    assert ended.stderr == b""


def test_make_demo_prints_the_review_where_there_is_no_terminal() -> None:
    makefile = (ROOT / "Makefile").read_text()
    line = "plandiff --exit-zero examples/delivery/learned.pddl examples/delivery/reference.pddl"
    assert line in makefile
    run = plandiff(*line.split()[1:], folder=ROOT)
    assert run.status == 0
    for score in ("5/7", "4/5", "0.743"):
        assert score in run.out


def test_words_alone_are_a_plan_where_somebody_says_so(tmp_path: Path) -> None:
    for name, text in (("a", "pick x\nplace y\n"), ("b", "pick x\nplace z\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / f"{name}.soln").write_text(text)
        (tmp_path / f"{name}.txt").write_text(text.replace("p", "(p").replace("\n", ")\n"))
    by_lines = plandiff("a", "b", "--brief", folder=tmp_path)
    told = "different  a  b  1 line only in the reference, 1 only in the learned file\n"
    assert (by_lines.status, by_lines.out, by_lines.err) == (1, told, "")
    for files in (
        ("--as", "plan", "a", "b"),
        ("a.soln", "b.soln"),
        ("a", "b.soln"),
        ("a.txt", "b.txt"),
    ):
        assert "PlanningLCS 0.500" in plandiff(*files, "--brief", folder=tmp_path).out, files
    refused = plandiff("--as", "pddl", "a", "b", folder=tmp_path)
    assert refused.status == 2
    assert "a:1:1: neither a domain nor a problem nor a plan" in refused.err
    limited = plandiff("a", "b", "--fail-under", "f1=1", folder=tmp_path)
    assert limited.err == (
        "plandiff: error: --fail-under: no scores for files that are neither PDDL nor plans "
        "(--as plan reads them as plans)\n"
    )


_PAGE = "# Notes\n\nSome text.\n\n- first\n- second\n"
_STEPS_IN_TEXT = "Sure:\n(pick a)\n(drop a)\n"


@pytest.mark.viewer_behaviour(1)
@pytest.mark.parametrize(
    ("text", "before", "now", "why"),
    [
        (_PAGE, "Some", "Other", "neither PDDL nor a plan"),
        ("version: 1.0\nsteps:\n  - run make\n", "1.0", "2.0", "neither PDDL nor a plan"),
        ('["build", "dist"]\n', "dist", "out", "neither PDDL nor a plan"),
        ("import os\nX = [\n  (1, 2),\n]\n", "os", "sys", "neither PDDL nor a plan"),
        ("(see here)\nfoo\n", "foo", "bar", "identical steps, but different text around them"),
        (_STEPS_IN_TEXT, "Sure:\n", "", "identical steps, but different text around them"),
    ],
)
def test_what_differs_in_a_text_that_nobody_calls_a_plan_is_told(
    tmp_path: Path, text: str, before: str, now: str, why: str
) -> None:
    (tmp_path / "old.txt").write_text(text)
    (tmp_path / "new.txt").write_text(text.replace(before, now))
    run = plandiff("new.txt", "old.txt", folder=tmp_path)
    assert run.status == Exit.DIFFERENT
    assert f"note: compared line by line: {why}" in run.out
    assert plandiff("new.txt", "new.txt", folder=tmp_path).status == Exit.SAME


def test_whoever_calls_a_text_a_plan_has_the_steps_compared(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text(_STEPS_IN_TEXT)
    (tmp_path / "new.txt").write_text("(PICK a) ; first\n(drop a)\n")
    run = plandiff("--as", "plan", "new.txt", "old.txt", folder=tmp_path)
    assert (run.status, ": identical (2 steps)" in run.out) == (Exit.SAME, True)
    # Comments and how steps are written are no other text.
    (tmp_path / "old.txt").write_text("(pick a)\n(drop a)\n")
    run = plandiff("new.txt", "old.txt", folder=tmp_path)
    assert (run.status, ": identical (2 steps)" in run.out) == (Exit.SAME, True)


def test_a_missing_literal_has_the_place_of_the_reference_in_junit() -> None:
    page = plandiff("learned.pddl", "reference.pddl", "--format", "junit").out
    assert "  - (available ?a)  accepts 1 of 1 invalid plan  reference.pddl:32:7\n" in page
    assert "  + (available ?a)  accepts 1 of 1 invalid plan  learned.pddl:48:7\n" in page


def test_one_file_is_compared_with_the_reference_that_it_names(tmp_path: Path) -> None:
    both = plandiff("learned.pddl", "reference.pddl")
    assert plandiff("learned.pddl") == both
    assert plandiff(DELIVERY / "learned.pddl", folder=tmp_path).status == 1


def test_one_file_without_a_line_needs_a_reference() -> None:
    run = plandiff("reference.pddl")
    said = "plandiff: error: missing REFERENCE: plandiff reference.pddl REFERENCE\n"
    assert (run.status, run.out, run.err) == (2, "", said)


def test_arguments_that_look_swapped_are_noted() -> None:
    note = "note: learned.pddl names reference.pddl as its reference: the arguments look swapped"
    assert note in plandiff("reference.pddl", "learned.pddl").out
    assert "swapped" not in plandiff("learned.pddl", "reference.pddl").out


def test_quiet_answers_by_the_exit_status() -> None:
    for flag in ("-q", "--quiet"):
        assert plandiff(flag, "learned.pddl", "reference.pddl") == Run(1, "", "")
        assert plandiff(flag, "reference.pddl", "reference.pddl") == Run(0, "", "")
        assert plandiff(flag, "--domain", "x", "learned.pddl", "reference.pddl") == Run(1, "", "")
        assert plandiff(flag, ".") == Run(1, "", "")
    assert plandiff("-q", "learned.pddl", "nowhere.pddl").err != ""


def test_short_options_stand_for_long_ones() -> None:
    files = ("learned.pddl", "reference.pddl")
    side_by_side = plandiff("--format", "side-by-side", *files)
    assert plandiff("-y", *files) == plandiff("--side-by-side", *files) == side_by_side
    assert plandiff("--no-color", *files) == plandiff("--color", "never", *files)

"""Planners: what is asked of them, how their answers are read, the user's own ones."""

from __future__ import annotations

import json
import os
import pkgutil
import re
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from planeval.cli import main
from planeval.planners import catalogue
from planeval.planners.asking import InputNames, PlannerAnswer, ask, informative_line
from planeval.planners.description import Planner, PlannerResponse, PythonEnvironment, Ready
from planeval.planners.naming import PLANNERS, from_file, from_line, planners_of
from planfiles.bounded.limits import MIB, Limits
from planfiles.errors import MachineError, UserError
from support.command import run_command

pytestmark = pytest.mark.skipif(os.name != "posix", reason="planners made of shell scripts")


def planner(script: str, *, plans: Sequence[str] = ("plan",), **said: str) -> Ready:
    """A planner that is a script of the shell; `said` has exit statuses as `x10`."""
    codes = {int(code[1:]): PlannerResponse(value) for code, value in said.items()}
    command = (
        "sh",
        "-c",
        script,
        "planner",
        "{domain}",
        "{problem}",
        "{plan}",
        "{time}",
        "{memory}",
    )
    return Ready("script", "", command, codes, plans=tuple(plans))


LIMITS = Limits(30)


def answer(
    script: str, *, limits: Limits = LIMITS, plans: Sequence[str] = ("plan",), **said: str
) -> PlannerAnswer:
    return ask(planner(script, plans=plans, **said), "(domain)", "(problem)", limits)


@pytest.mark.parametrize("is_link", [False, True])
def test_what_it_says_of_its_files_is_told_of_ours(
    is_link: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("link" if is_link else "real")))
    said = []
    script = 'echo "$1:3: error in $PWD/problem.pddl, $2, see $PWD/log, $(pwd -P) and $PWD"; exit 1'
    for _ in range(2):
        texts = "(domain)", "(problem)"
        came = ask(planner(script), *texts, LIMITS, names=InputNames("a/learned.pddl", "p01.pddl"))
        said.append((came.reason, came.output))
    assert said[0] == said[1]
    told = "a/learned.pddl:3: error in p01.pddl, p01.pddl, see log, . and ."
    assert said[0] == (f"exit status 1: {told}", f"{told}\n")


def test_a_program_of_our_environment_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where that is not active, as with planners that we know."""
    monkeypatch.setenv("PATH", str(tmp_path))
    python = Path(sys.executable).name
    (ours,) = planners_of([f"mine: {python} {{domain}} {{problem}}"])
    assert ours.command == (
        str(PythonEnvironment.ours().programs / python),
        "{domain}",
        "{problem}",
    )
    with pytest.raises(UserError, match="mine: no such program: nothing"):
        planners_of(["mine: nothing {domain} {problem}"])


def test_a_planner_gets_files_of_its_own_and_its_limits() -> None:
    came = ask(
        planner('cat "$1" "$2"; echo " $4 $5"', plans=("-",)),
        "(domain ö)",
        "(problem)",
        Limits(1.2, memory=300 * MIB),
    )
    assert came.plan == "(domain ö)(problem) 2 300\n"
    assert came.ended is not None
    assert not came.ended.stdout.parent.exists()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo no way; exit 10", "no way"),
        ("exit 10", "exit status 10"),
        ("echo lost; exit 3", "exit status 3: lost"),
    ],
)
def test_a_status_is_told_where_its_meaning_is_not_known(script: str, reason: str) -> None:
    assert answer(script, x10="unsolvable").reason == reason


@pytest.mark.parametrize(
    ("script", "response"),
    [
        ("exit 0", PlannerResponse.GAVE_UP),
        ("exit 1", PlannerResponse.FAILED),
        ("exit 10", PlannerResponse.UNSOLVABLE),
        ("exit 11", PlannerResponse.TIMEOUT),
        ("kill -SEGV $$", PlannerResponse.FAILED),
        ("kill -XCPU $$", PlannerResponse.TIMEOUT),
    ],
)
@pytest.mark.parametrize("plan", [None, "(a)\n"])
def test_how_it_ends_is_read_whatever_it_wrote(
    script: str, response: PlannerResponse, plan: str | None
) -> None:
    writing = "" if plan is None else 'echo "(a)" > "$3"; '
    came = answer(writing + script, x10="unsolvable", x11="timeout")
    assert (came.response, came.plan) == (response, plan)


def test_exit_status_0_is_no_plan_and_no_proof_even_where_it_stands_for_one() -> None:
    assert answer("exit 0", x0="solved").response is PlannerResponse.GAVE_UP
    ready = Ready("p", "", ("echo", "solution found"), output=(("found", PlannerResponse.SOLVED),))
    assert ask(ready, "", "", Limits(30)).response is PlannerResponse.GAVE_UP


def test_the_words_of_its_output_count_before_its_exit_status() -> None:
    script = 'echo "No solution could be found"'
    ready = Ready(
        "p", "", ("sh", "-c", script), output=(("No solution", PlannerResponse.UNSOLVABLE),)
    )
    assert ask(ready, "", "", Limits(30)).response is PlannerResponse.UNSOLVABLE


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("", ""),
        ("17\n---\n", ""),
        ("reading\ngiving up\n", "giving up"),
        ("[t=0.1s, 9 KB] No plan!\n[t=0.1s, 9 KB] Total time: 0.1s\n", "No plan!"),
        ("No solution.\nMemory: 12 KB\nexit code: 12\nINFO  Planner time: 0.19s", "No solution."),
        ("It can not be reached.\nPlease try to run with '-x'", "It can not be reached."),
        ("no plan\nError in line 3.\nReason: a bracket\n", "Error in line 3. Reason: a bracket"),
        ("an error\nanother error\nbye", "another error"),
        ("2026-01-01 10:00:00,123 WARNING  Task unsolvable.\n", "Task unsolvable."),
        ("planner time limit: 20s\nstopped at depth 3\nSearch time 0.3\n", "stopped at depth 3"),
        ("Search time: 0.3 s\n", "Search time: 0.3 s"),
        ("x" * 999, "x" * 200),
    ],
)
def test_the_line_that_says_why_there_is_no_plan(output: str, line: str) -> None:
    assert informative_line(output) == line


def test_words_that_stand_for_a_proof_are_told_with_their_line() -> None:
    script = 'echo "so: No solution, sorry"; echo "time: 3 s"'
    ready = Ready(
        "p", "", ("sh", "-c", script), output=(("No solution", PlannerResponse.UNSOLVABLE),)
    )
    assert ask(ready, "", "", Limits(30)).reason == "output: so: No solution, sorry"


def test_names_are_hashed_in_the_same_way_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    assert answer('echo "(seed $PYTHONHASHSEED)" > "$3"').plan == "(seed 0)\n"


def test_limits() -> None:
    assert answer("sleep 15", limits=Limits(0.2)).response is PlannerResponse.TIMEOUT
    late = answer('echo "(a)" > "$3"; sleep 15', limits=Limits(1))
    assert (late.response, late.plan) == (PlannerResponse.TIMEOUT, "(a)\n")
    eat = f"{sys.executable} -c 'import time; x = b\"x\" * 90_000_000; time.sleep(15)'"
    assert answer(eat, limits=Limits(15, memory=40 * MIB)).response is PlannerResponse.MEMOUT
    much = answer("yes", limits=Limits(15, output=MIB))
    assert (much.response, much.reason) == (PlannerResponse.FAILED, "output limit of 1 MiB reached")


def test_the_last_of_several_plans_is_taken() -> None:
    script = 'for n in 1 2 10 9; do echo "($n)" > "$3.$n"; done'
    assert answer(script, plans=("plan", "plan.*")).plan == "(10)\n"


@pytest.mark.parametrize("plans", [("plan",), ("-",)])
def test_no_more_is_read_of_a_plan_than_plans_have(plans: Sequence[str]) -> None:
    """Who talks where the plan belongs would have us read beyond its limits."""
    talks = "yes aaaaaaaaaaaaaaaa | head -c 9000000"
    said = answer(f'{talks} | tee "$3"', plans=plans)
    assert (said.response, said.plan) == (PlannerResponse.FAILED, None)
    assert said.reason.endswith(": larger than 8 MiB")
    small = Limits(30, output=MIB)
    cut_off = answer(f'echo "(stay)" > "$3"; {talks}', limits=small, plans=plans)
    assert (cut_off.response, cut_off.plan) == (PlannerResponse.FAILED, None)
    assert cut_off.reason == "output limit of 1 MiB reached"


def test_a_plan_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("(a)")
    assert answer(f'ln -s {secret} "$3"').plan is None


def test_one_that_cannot_be_started() -> None:
    """That says nothing of the planner, which may be elsewhere."""
    gone = Ready("mine", "", ("sh", f"{os.sep}no{os.sep}such.sh"))
    with pytest.raises(MachineError, match=r"mine: no such file: .*such\.sh"):
        ask(gone, "", "", LIMITS)
    with pytest.raises(MachineError, match="cannot run no-such-planner: no such file"):
        ask(Ready("none", "", ("no-such-planner",)), "", "", Limits(1))


def test_a_planner_comes_back_from_its_data() -> None:
    ready = Ready(
        "p",
        "1",
        ("p", "{domain}"),
        {1: PlannerResponse.FAILED},
        (("no", PlannerResponse.GAVE_UP),),
        ("plan", "-"),
    )
    assert Ready.of(json.loads(json.dumps(ready.data()))) == ready


def test_a_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("plan", "search.py"):
        Path(name).touch()
    ready = from_line("mine:  ./plan search.py plan 'a b' {domain} {problem} -o={plan}")
    assert ready is not None
    assert (ready.name, ready.plans) == ("mine", ("plan", "plan.*"))
    here = str(tmp_path)
    words = (
        f"{here}/plan",
        f"{here}/search.py",
        f"{here}/plan",
        "a b",
        "{domain}",
        "{problem}",
        "-o={plan}",
    )
    assert ready.command == words
    assert ready.files == (f"{here}/plan", f"{here}/search.py")
    on_output = from_line("mine: planner {domain} {problem}")
    assert on_output is not None
    assert (on_output.plans, on_output.files) == (("-",), ())
    option = from_line(f"mine: planner --search={here}/search.py {here} {{domain}} {{problem}}")
    assert option is not None
    assert option.files == (f"{here}/search.py",)
    assert from_line("kairos") is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mine: p {domain}", "the command lacks {problem}"),
        (
            "mine: p {domain} {problem} {seed}",
            "{seed} is unknown; expected one of {domain}, {problem}, {plan}",
        ),
        ("mine: p '{domain} {problem}", "no closing quotation"),
    ],
)
def test_a_command_line_that_cannot_work(line: str, why: str) -> None:
    with pytest.raises(UserError, match="mine: ") as raised:
        from_line(line)
    assert why in raised.value.message


def test_a_file_of_planners(tmp_path: Path) -> None:
    (tmp_path / "plan").touch()
    file = tmp_path / "mine.toml"
    file.write_text(
        """
        [first]
        command = "./plan {domain} {problem} {plan}"
        version = "2.1"
        plans = ["plan.*"]
        codes = { 11 = "unsolvable", 2 = "failed" }
        output = { "gave up" = "gave_up" }
        [second]
        command = ["sh", "{domain}", "{problem}"]
        """
    )
    first, second = from_file(str(file))
    assert first == Ready(
        "first",
        "2.1",
        (str(tmp_path / "plan"), "{domain}", "{problem}", "{plan}"),
        {11: PlannerResponse.UNSOLVABLE, 2: PlannerResponse.FAILED},
        (("gave up", PlannerResponse.GAVE_UP),),
        ("plan.*",),
        files=(str(tmp_path / "plan"),),
    )
    assert (second.command, second.plans) == (("sh", "{domain}", "{problem}"), ("-",))
    with pytest.raises(UserError, match=r"first: .*plan is not executable"):
        planners_of([str(file)])
    (tmp_path / "plan").chmod(0o755)
    assert planners_of([str(file)]) == [first, second]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "defines no planner"),
        ("[p]\nversion = '1'", "p: `command` is missing"),
        (
            "[p]\ncommand = 'p {domain} {problem}'\ncode = {}",
            "p: `code`: unknown key; did you mean `codes`?",
        ),
        (
            "[p]\ncommand = 'p {domain} {problem}'\ncodes = { x = 'solved' }",
            'p: `codes.x`: expected an exit status, found "x"',
        ),
        (
            "[p]\ncommand = 'p {domain} {problem}'\ncodes = { 1 = 'no' }",
            "p: `codes.1`: expected one of solved, unsolvable, gave_up, timeout, memout, failed, "
            'found "no"',
        ),
        ("[p]\ncommand = 7", "p: `command`: expected a string or a list of strings, found 7"),
        (
            "[p]\ncommand = 'p {domain} {problem}'\nplans = [1]",
            "p: `plans[0]`: expected a string, found 1",
        ),
        ("[p", ":1:3: not TOML: expected ']'"),
    ],
)
def test_a_file_that_describes_none(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UserError) as raised:
        from_file(str(file))
    assert raised.value.message.startswith(str(file))
    assert why in raised.value.message


def test_names() -> None:
    with pytest.raises(UserError, match="unknown planner 'kairo'; did you mean `kairos`"):
        planners_of(["kairo"])
    with pytest.raises(UserError, match="no-such-folder: not a virtual environment"):
        planners_of(["pyperplan@no-such-folder"])
    with pytest.raises(UserError, match="duplicate planner name 'a'"):
        planners_of(["a: sh {domain} {problem}", "a: cp {domain} {problem}"])
    assert len(planners_of(["a: sh {domain} {problem}", "a: sh {domain} {problem}"])) == 1


def environment(folder: Path, *files: str) -> PythonEnvironment:
    """A virtual environment with these files, as far as finding looks at it."""
    for name in ("bin/python", *files):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\necho version 1\n")
        path.chmod(0o755)
    found = PythonEnvironment.at(folder)
    assert found is not None
    return found


PACKAGES = "lib/python3.12/site-packages"


def test_planners_are_found_in_an_environment_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    driver = f"{PACKAGES}/up_fast_downward/downward/fast-downward.py"
    files = {
        "kairos": "bin/kairos",
        "pyperplan": "bin/pyperplan",
        "fast-downward": driver,
        "symk": f"{PACKAGES}/up_symk/symk/fast-downward.py",
        "kstar": f"{PACKAGES}/kstar_planner/builds/release/bin",
        "enhsp": f"{PACKAGES}/up_enhsp/ENHSP/enhsp.jar",
        "lpg": f"{PACKAGES}/up_lpg/lpg",
    }
    assert list(files) == [each.name for each in PLANNERS]
    bare = environment(tmp_path / "bare")
    assert all(each.ready(bare) is None for each in PLANNERS)
    whole = environment(tmp_path / "whole", *files.values(), "bin/java")
    for each in PLANNERS:
        ready = each.ready(whole)
        assert ready is not None, each.name
        assert str(tmp_path / "whole" / files[each.name]) in ready.command
        assert {"{domain}", "{problem}"} <= set(ready.command)
        assert not any(hole in word for word in ready.command for hole in ("{python}", "{driver}"))


@pytest.mark.parametrize("planner", PLANNERS, ids=lambda planner: planner.name)
def test_the_command_that_installs_a_planner_can_be_copied_to_the_end_of_its_line(
    planner: Planner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    environment(tmp_path / "bare")
    with pytest.raises(UserError) as raised:
        planners_of([f"{planner.name}@{tmp_path / 'bare'}"])
    assert planner.caution in raised.value.message
    assert re.search(r"-m pip install [a-z-]+$", raised.value.message)


def test_fast_downward_on_the_path_takes_the_same_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = environment(tmp_path / "elsewhere", "bin/fast-downward")
    monkeypatch.setenv("PATH", str(elsewhere.programs))
    (known,) = (each for each in PLANNERS if each.name == "fast-downward")
    ready = known.ready(environment(tmp_path / "bare"))
    assert ready is not None
    assert ready.command[:2] == (str(elsewhere.programs / "fast-downward"), "--alias")
    assert ready.version == "version 1"


@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_planners_of_a_file_are_checked_and_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        "[mine]\ncommand = ['sh', '-c', 'echo \"a b\"', '{domain}', '{problem}']\nversion = 2\n"
        "codes = { 11 = 'unsolvable' }\noutput = { 'no way' = 'gave_up' }\n"
    )
    done = run_command(main, "planners", file)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "mine",
        "  version      2",
        "  command      sh -c 'echo \"a b\"' {domain} {problem}",
        "  plans        standard output",
        "  exit status  11 unsolvable",
        "  output       'no way' gave_up",
        "limits for each attempt: 60 s wall-clock, 2,048 MiB (planeval solve --time, --memory)",
    ]
    file.write_text(file.read_text().replace("'sh'", "'sh9'"))
    done = run_command(main, "planners", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert "mine: no such program: sh9" in done.stderr
    assert (
        run_command(main, "planners").stdout == run_command(main, "solve", "--list-planners").stdout
    )


def test_every_description_has_a_line_in_the_registry() -> None:
    modules = [each.name for each in pkgutil.iter_modules(catalogue.__path__)]
    found = [import_module(f"{catalogue.__name__}.{name}").PLANNER for name in modules]
    assert {each.name for each in found} == {each.name for each in PLANNERS}
    assert len(found) == len(PLANNERS)


def test_unified_planning_is_never_imported() -> None:
    planners = Path(sys.modules[Ready.__module__].__file__ or "").parent
    for path in planners.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "import unified_planning" not in text
        assert "import up_" not in text

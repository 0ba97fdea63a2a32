"""What other repositories use in CI: hooks of pre-commit, and the composite action."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plancore.kind import kind_of_name
from support.examples import DELIVERY, ROOT
from support.plandiff_run import plain_environment
from support.repository import Repository

yaml = pytest.importorskip("yaml")

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
PROGRAMS = Path(sys.executable).parent
"""Where `planlsp` and `plandiff` are installed."""


@pytest.mark.parametrize(
    "name",
    ["d.pddl", "a/b/D.PDDL", "x.hddl", "p01.plan", "p01.plan.2", "sas_plan", "sas_plan.1", "plan.3",
     "a/x.soln", "-x.pddl", "d.pddl.txt", "plan.md", "notes", "planner.py", "plan"],
)  # fmt: skip
def test_hooks_take_the_files_that_the_programs_take(name: str) -> None:
    for hook in HOOKS:
        assert bool(re.search(hook["files"], name)) is (kind_of_name(name) is not None)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with the hooks, which find the programs that are installed here."""
    made = Repository(tmp_path)
    made.environment |= {
        "PATH": f"{PROGRAMS}:{made.environment['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "hooks"),
        "PRE_COMMIT_COLOR": "never",
    }
    for name in ("learned.pddl", "reference.pddl"):
        made.write(name, (DELIVERY / name).read_text())
    return made


def run_hook(repository: Repository, name: str, *arguments: str) -> tuple[int, str]:
    """Run one hook on all files: everything is as in the hooks' file, but nothing is installed."""
    (hook,) = (dict(hook) for hook in HOOKS if hook["id"] == name)
    hook["language"] = "system"
    if arguments:
        hook["args"] = [*arguments]
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    repository.write(".pre-commit-config.yaml", yaml.safe_dump(config))
    repository.git("add", "-A")
    ended = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", name, "--all-files"],
        cwd=repository.folder,
        env=repository.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.needs("git")
def test_pre_commit_runs_the_hooks(repository: Repository) -> None:
    pytest.importorskip("pre_commit")
    status, output = run_hook(repository, "planlsp-check")
    assert status == 1
    assert "missing precondition `(available ?a)`" in output
    named, _, without_reference = (DELIVERY / "learned.pddl").read_text("utf-8").partition("\n")
    assert named.startswith(";;!reference")
    repository.write("learned.pddl", without_reference)
    assert run_hook(repository, "planlsp-check")[0] == 0
    repository.write(
        "-broken.pddl", "(define (domain d) (:predicates (p)) (:action a :effect (q)))"
    )
    status, output = run_hook(repository, "planlsp-check")
    assert status == 1
    assert "-broken.pddl:1:" in output
    assert "undeclared-predicate" in output
    status, output = run_hook(repository, "planlsp-format")
    assert status == 1
    assert "files were modified by this hook" in output
    repository.git("rm", "-qf", "--", "-broken.pddl")
    run_hook(repository, "planlsp-format")
    assert run_hook(repository, "planlsp-format")[0] == 0
    status, output = run_hook(repository, "plandiff", "learned.pddl", "reference.pddl")
    assert status == 1
    assert "not (available ?a)" in output
    assert run_hook(repository, "plandiff", "reference.pddl", "reference.pddl")[0] == 0


def test_no_input_is_part_of_a_script() -> None:
    for name, step in STEPS.items():
        assert "${{" not in step["run"], name
        assert step["shell"] == "bash"
    used = re.findall(r"\$\{\{ inputs\.(\w+) \}\}", (ROOT / "action.yml").read_text("utf-8"))
    assert set(used) == set(ACTION["inputs"])


def run_step(name: str, folder: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the lines of a step as GitHub does: status, output, summary of the job."""
    (folder / "planlsp").mkdir(exist_ok=True)
    if not (folder / "planlsp/bin").exists():
        (folder / "planlsp/bin").symlink_to(PROGRAMS)
    given = {key: value["default"] for key, value in ACTION["inputs"].items()} | inputs
    environment = plain_environment()
    for variable, value in STEPS[name]["env"].items():
        for key, text in given.items():
            value = value.replace(f"${{{{ inputs.{key} }}}}", text)
        environment[variable] = value.replace("${{ runner.temp }}", str(folder))
    summary = folder / "summary"
    ended = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
        cwd=DELIVERY,
        env=environment | {"GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "syntax error" not in ended.stderr
    return ended.returncode, ended.stdout, summary.read_text() if summary.exists() else ""


on_posix = pytest.mark.skipif(os.name != "posix", reason="the action runs in bash")


@pytest.mark.slow
@on_posix
def test_the_action_checks(tmp_path: Path) -> None:
    bad = tmp_path / "two words $(touch evil) `touch evil`.pddl"
    bad.write_text("(define (domain d) (:predicates (p)) (:action a :effect (q)))")
    status, output, summary = run_step("Check", tmp_path, paths=f"reference.pddl\n\n{bad}\n")
    assert status == 1
    assert output.startswith("::error file=")
    assert "undeclared-predicate" in output
    assert "undeclared-predicate" in summary
    assert not (DELIVERY / "evil").exists()
    assert run_step("Check", tmp_path, paths="reference.pddl")[:2] == (0, "")
    assert run_step("Check", tmp_path, paths="nowhere.pddl")[0] == 2


@pytest.mark.slow
@on_posix
def test_the_action_compares(tmp_path: Path) -> None:
    files = {"learned": "learned.pddl", "reference": "reference.pddl"}
    status, output, summary = run_step("Compare", tmp_path, **files)
    assert status == 1
    assert "::" in output
    assert "file=learned.pddl" in output
    assert "6 differences: 5 in 3 of 3 actions" in summary
    options = "--exit-zero\n--label=two words; exit 7"
    status, output, _ = run_step("Compare", tmp_path, **files, options=options)
    assert status == 0
    assert "two words; exit 7" in output
    assert run_step("Compare", tmp_path, learned="-x", reference="nowhere")[0] == 2

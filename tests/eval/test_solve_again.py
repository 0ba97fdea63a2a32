"""`planeval solve` in a run that is kept, and away from where it was asked for."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from platform import node

import pytest

from planeval.cli import main
from planeval.solving.batch import SolvingRequest, attempts_of, manifest_of
from planeval.work.engines.local import Local
from planeval.work.run import open_run
from support import couriers
from support.command import run_command
from support.couriers import write_task
from support.solving import script, solve, solved


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_a_run_that_is_kept_is_not_done_again(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR, far=couriers.FAR)
    kept = ("near.pddl", "far.pddl", "--run", "run", "--jobs", "2", "--format", "json")
    first = solve(tmp_path, *kept).stdout
    assert solve(tmp_path, *kept).stdout == first  # with the same times
    (tmp_path / "learned.pddl").write_text(couriers.ROOTED)
    assert json.loads(solve(tmp_path, *kept).stdout)["metrics"]["n_unsolvable"] == 2


USERS_CODEC = """from plancore.codec.base import RenamingCodec
from plancore.correspondence.names import Correspondence
class Mine(RenamingCodec):
    def __init__(self):
        super().__init__(
            Correspondence({"grasp": "take"}, {"has": "held"}, parameters={"go": (1, 0)})
        )
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "codec",
    [
        "codec.py:Mine",
        *(pytest.param(c, marks=pytest.mark.slow) for c in ("codec.json", "renaming")),
    ],
)
def test_a_codec_is_found_from_another_folder(
    codec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on workers that were started elsewhere; and files that are called like a codec are none.
    Where the file lies decides nothing."""
    write_task(tmp_path, couriers.RENAMED, near=couriers.NEAR)
    for name, text in (
        ("m.json", couriers.MAPPING),
        ("codec.json", json.dumps({"kind": "renaming"} | json.loads(couriers.MAPPING))),
        ("codec.py", USERS_CODEC),
        ("renaming", "no codec"),
        ("near.plan", "(grasp x a)\n(go b a)\n(put x b)\n"),
    ):
        (tmp_path / name).write_text(text)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    request = SolvingRequest(
        learned="learned.pddl",
        reference="reference.pddl",
        problems=["near.pddl"],
        plans=[("near.pddl", "near.plan")],
        codec=codec,
        mapping="m.json" if codec == "renaming" else None,
    )
    units = attempts_of(request)
    assert all(unit.task for unit in units)
    monkeypatch.chdir("elsewhere")
    # Another process, which has not read them yet.
    with open_run(None, manifest_of(request), Local(1)) as run:
        (row,) = run.rows(units)
    assert row.value.get("class") == "solved", row.reason


VANDAL = """import os, sys
open(sys.argv[1], "w").write({plan!r})
if not os.path.exists({away!r}):
    os.rename({here!r}, {away!r})
"""


def test_what_a_machine_lacks_counts_against_nobody_and_is_done_when_the_run_goes_on(
    tmp_path: Path,
) -> None:
    """The file of the second problem is taken away, once, while the first one is solved."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR, twin=f"{couriers.NEAR};")
    here, away = tmp_path / "twin.pddl", tmp_path / "twin.away"
    plan = "(take x a)\n(go a b)\n(put x b)\n"
    script = VANDAL.format(plan=plan, here=str(here), away=str(away))
    (tmp_path / "mine.py").write_text(script)
    planner = f"mine: {sys.executable} -I ./mine.py {{plan}} {{domain}} {{problem}}"
    asked = ("near.pddl", "twin.pddl", "--planner", planner, "--run", "run")
    report = solved(tmp_path, *asked)
    near, twin = report["problems"]
    why = f"cannot read {here} on {node()}: no such file"
    for solved_one, lost in ((near, twin), (near["with_reference"], twin["with_reference"])):
        assert (solved_one["class"], lost["class"], lost["reason"]) == ("solved", "no_result", why)
    counted = ("n_attempts", "n_no_result", "n_planner_error", "solving_ratio")
    assert [report["metrics"][name] for name in counted] == [1, 1, 0, 1.0]
    assert f"2 lost: {why}" in run_command(main, "status", tmp_path / "run").words
    shutil.copy(away, here)
    again = solved(tmp_path, *asked)
    again_near, again_twin = again["problems"]
    assert again_near == near, "not done anew"
    assert (again_twin["class"], again_twin["with_reference"]["class"]) == ("solved", "solved")


@pytest.mark.skipif(os.name != "posix", reason="the planner is a script of the POSIX shell")
def test_a_run_that_goes_on_tells_of_files_where_they_are_now(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        write_task(tmp_path / name, couriers.REFERENCE, near=couriers.NEAR)
    (tmp_path / "new" / "near.pddl").rename(tmp_path / "new" / "next.pddl")
    (tmp_path / "new" / "learned.pddl").rename(tmp_path / "new" / "ours.pddl")
    planner = script('echo "$1: error near line 3 of $2"; exit 4')
    kept = ("--planner", planner, "--run", str(tmp_path / "run"), "--format", "json")
    told = []
    for folder, ours, problem in (("old", "learned", "near"), ("new", "ours", "next")):
        models = (f"{folder}/{ours}.pddl", f"{folder}/reference.pddl", f"{folder}/{problem}.pddl")
        done = run_command(main, "solve", *models, *kept, cwd=tmp_path)
        (entry,) = json.loads(done.stdout)["problems"]
        said = f"{models[0]}: error near line 3 of {models[2]}"
        assert (entry["reason"], entry["output"]) == (f"exit status 4: {said}", f"{said}\n")
        told.append(entry["wall"])
    assert told[0] == told[1], "it was done once"


PLANNER = "import sys; open(sys.argv[1], 'w').write({!r})"


@pytest.mark.parametrize("described", [True, False], ids=["file", "line"])
def test_a_run_asks_a_script_again_that_was_edited(described: bool, tmp_path: Path) -> None:
    """What a script does is in the script, whatever version it says it has."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    words = f"{sys.executable} -I ./mine.py {{plan}} {{domain}} {{problem}}"
    planner = f"mine: {words}"
    if described:
        planner = "mine.toml"
        (tmp_path / planner).write_text(f"[mine]\ncommand = {words!r}\nversion = '1'\n")
    kept = ("near.pddl", "--planner", planner, "--run", "run", "--only-learned")
    classes = []
    for plan in ("(take x a)(go a b)(put x b)", "(put x b)", "(put x b)"):
        (tmp_path / "mine.py").write_text(PLANNER.format(plan.replace(")(", ")\n(")))
        (attempt,) = solved(tmp_path, *kept)["problems"]
        classes.append((attempt["class"], attempt["wall"]))
    assert [each for each, _ in classes] == ["solved", "false_plan", "false_plan"]
    assert classes[1] == classes[2]  # with the same time: it is not asked again for nothing

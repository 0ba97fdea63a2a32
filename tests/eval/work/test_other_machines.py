"""Clusters whose machines have other files than that of the command, by a mount of their own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from platform import node
from typing import Any, Final

import pytest

from support import couriers
from support.clusters import cluster, cluster_environment
from support.couriers import write_task
from support.needs import CLUSTERS
from support.programs import run_program

INSTEAD: Final = (
    *("unshare", "--user", "--map-root-user", "--mount", "sh", "-c"),
    'mount --bind "$0" "$1" && shift && exec "$@"',
)
"""The start of a command line: the first folder stands where the second one does."""


def _has_mounts() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    tried = [*INSTEAD, "/var", "/var", "true"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.skipif(not _has_mounts(), reason="no mounts of one's own here (unshare --mount)"),
    pytest.mark.e2e,
    pytest.mark.long,
]


@pytest.mark.parametrize("name", CLUSTERS)
def test_files_that_are_others_there_count_for_nothing(name: str, tmp_path: Path) -> None:
    """One is not there and one is another one: both are done where they are what they were."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    write_task(
        here, couriers.REFERENCE, near=couriers.NEAR, far=couriers.FAR, twin=f"{couriers.NEAR};"
    )
    shutil.copytree(here, there)
    (there / "far.pddl").unlink()
    (there / "twin.pddl").write_text(couriers.NEAR)

    def solve(*engine: str) -> dict[str, Any]:
        ran = run_program(
            "planeval",
            *("solve", "learned.pddl", "reference.pddl", "near.pddl", "far.pddl", "twin.pddl"),
            *("--run", str(tmp_path / "run"), "--format", "json", *engine),
            folder=here,
            env=cluster_environment(),
        )
        assert "problems" in json.loads(ran.out), ran.err
        return dict(json.loads(ran.out))

    with cluster(name, tmp_path, before=(*INSTEAD, str(there), str(here))) as ours:
        report = solve(*ours.options)
    told = {each["problem"]: (each["class"], each["reason"]) for each in report["problems"]}
    far, twin = here / "far.pddl", here / "twin.pddl"
    assert told == {
        "near.pddl": ("solved", None),
        "far.pddl": ("no_result", f"cannot read {far} on {node()}: no such file"),
        "twin.pddl": ("no_result", f"{twin} on {node()} has changed since the run began"),
    }
    assert report["metrics"]["solving_ratio"] == 1.0
    report = solve("--jobs", "1")
    assert [each["class"] for each in report["problems"]] == ["solved"] * 3

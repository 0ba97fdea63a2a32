"""Our SAM is the authors' SAM: n-sam 1.3.1, which AMLGym calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plancore.learn.sam import learn_sam
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.reader import read_trajectories
from support.comparison import domain_of
from support.learned_literals import actions_of
from support.material import CORPUS, material

OWN = ("bakery", "delivery", "harbour")
THEIRS = ("SAM/blocksworld", "SAM/transport", "SAM-2traj/blocksworld", "SAM-noise5/blocksworld")


def texts(path: Path) -> list[str]:
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return [file.read_text(encoding="utf-8") for file in files]


def trajectories(path: Path) -> list[Trajectory]:
    return [found for text in texts(path) for found in read_trajectories(text)[0]]


@pytest.mark.parametrize("name", OWN)
def test_it_learns_of_our_walks_what_theirs_learns(name: str) -> None:
    folder = CORPUS / "sam" / name
    signature = domain_of((folder / "domain.pddl").read_text(encoding="utf-8"))
    learned = learn_sam(signature, trajectories(folder / "walks.trajectory"))
    expected = json.loads((folder / "nsam.json").read_text(encoding="utf-8"))
    assert learned.is_clean
    assert actions_of(learned.domain) == {
        action: {part: set(each) for part, each in parts.items()}
        for action, parts in expected.items()
    }


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.needs("material:oracles/learned")
def test_it_learns_of_amlgyms_trajectories_what_theirs_learns(name: str) -> None:
    """With noise as well: every effect that was seen, the contradictions told."""
    folder = material("oracles", "learned", *name.split("/"))
    signature, theirs = (
        domain_of((folder / f"{file}.pddl").read_text(encoding="utf-8"))
        for file in ("input_signatures", "learned")
    )
    learned = learn_sam(signature, trajectories(folder / "train.trajectories"))
    assert learned.is_clean is ("noise" not in name)
    assert actions_of(learned.domain) == actions_of(theirs)

"""Our SAM is AMLGym's SAM, where both mean the same by their input.

tests/corpus/sam/suite.json has a figure for each action that AMLGym 1.0.13 (n-sam 1.3.1) learned on
five folds of each of our own domains, with and without noise. Where AMLGym is installed, it is
asked again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from plancore.learn.sam import learn_sam
from planeval.learners.description import Lesson as Taught
from planeval.learners.naming import LEARNERS
from planeval.learners.running import teach
from planfiles.bounded.limits import MIB, Limits
from support.comparison import domain_of
from support.learned_literals import fingerprint
from support.material import CORPUS
from support.sam_lessons import DOMAINS, NOISES, Lesson, lessons

THEIRS: Final[dict[str, dict[str, str]]] = json.loads(
    (CORPUS / "sam" / "suite.json").read_text(encoding="utf-8")
)
WITH_CONSTANTS: Final = "tram"
UNLIKE: Final = {("canal", 0.05): 20, ("panel", 0.05): 15, ("relay", 0.05): 20}
"""Actions that differ where noise makes atoms that name an object twice, of which that program
knows nothing."""


def different(lesson: Lesson, *, distinct: bool) -> set[str]:
    """The actions that are not literal by literal the same; both learn the same ones."""
    learned = learn_sam(lesson.signature, lesson.trajectories, distinct=distinct).domain
    ours = {action.name: fingerprint(action) for action in learned.actions}
    theirs = THEIRS[lesson.name]
    assert set(ours) == set(theirs)
    return {name for name, figure in ours.items() if figure != theirs[name]}


@pytest.mark.slow
@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("domain", [name for name in DOMAINS if name != WITH_CONSTANTS])
def test_without_constants_both_learn_the_same(domain: str, noise: float) -> None:
    folds = list(lessons(domain, noise))
    assert len(folds) == 5
    assert not any(different(fold, distinct=True) for fold in folds)
    unlike = sum(len(different(fold, distinct=False)) for fold in folds)
    assert unlike == UNLIKE.get((domain, noise), 0)


def test_with_constants_what_no_step_binds_to_one_is_the_same() -> None:
    for fold in lessons(WITH_CONSTANTS, 0.0):
        constants = {constant.name for constant in fold.signature.constants}
        bound = {
            name
            for trajectory in fold.trajectories
            for name, *args in trajectory.actions
            if constants.intersection(args)
        }
        assert different(fold, distinct=True) == bound == {"drive", "board", "alight"}


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.long
@pytest.mark.needs("learner:amlgym")
def test_the_figures_are_those_of_the_amlgym_that_is_installed(
    domain: str, noise: float, tmp_path: Path
) -> None:
    sam = next(learner for learner in LEARNERS if learner.name == "amlgym-sam")
    folds = list(lessons(domain, noise))
    told = [Taught(each.trajectories, [""] * len(each.trajectories), noise, 0) for each in folds]
    bounds = Limits(wall=120, memory=4_000 * MIB)
    for fold, done in zip(folds, teach(sam, folds[0].text, told, tmp_path, bounds), strict=True):
        assert done.text is not None, done.reason
        learned = {each.name: fingerprint(each) for each in domain_of(done.text).actions}
        assert THEIRS[fold.name].items() <= learned.items()

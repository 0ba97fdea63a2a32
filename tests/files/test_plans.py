"""Plans read from files, each with its problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.domain.review import DomainReview
from plancore.snapshot import FileSnapshot
from planfiles.cases import plans_beside
from planfiles.errors import UserError
from planfiles.plans import read_batch, read_cases
from planfiles.reviews import Naming, Plans, judge, review_pair
from support.judged import PLANS, PROBLEM, write_kitchen


def test_a_folder_of_plans_is_read_with_its_problem(tmp_path: Path) -> None:
    write_kitchen(tmp_path)
    told: list[str] = []
    cases = list(read_cases([str(tmp_path / "plans")], None, None, told.append))
    assert [(Path(case.name).name, len(case.plan)) for case in cases] == [
        ("dark.plan", 5),
        ("day.plan", 4),
        ("evening.plan", 4),
        ("night.plan", 5),
    ]
    assert len({id(case.problem) for case in cases}) == 1
    assert told == []
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="no plan found"):
        list(read_cases([str(tmp_path / "empty")], None, None, told.append))


def test_plans_beside_files_are_those_of_their_folders(tmp_path: Path) -> None:
    write_kitchen(tmp_path, where=".")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "other.plan").write_text(PLANS["day.plan"])
    (tmp_path / "notes.txt").write_text("(light)\n")
    files = [str(tmp_path / name) for name in ("learned.pddl", "reference.pddl")]
    found = plans_beside(files)
    assert [Path(case.plan).name for case in found.cases] == sorted(PLANS)
    assert {Path(case.problem).name for case in found.cases} == {"p.pddl"}
    assert found.problems == []
    # With a second problem, only the plan that is called like one has a problem of its own.
    (tmp_path / "day.pddl").write_text(PROBLEM)
    assert [Path(case.plan).name for case in plans_beside(files).cases] == ["day.plan"]
    assert plans_beside([]).cases == plans_beside([str(tmp_path / "below" / "x")]).cases == []


def test_what_cannot_be_read_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    write_kitchen(tmp_path, where=".")
    (tmp_path / "broken.plan").write_text("(go x\n")
    batch = plans_beside([str(tmp_path / "learned.pddl")])
    (tmp_path / "day.plan").unlink()
    told: list[str] = []
    cases = list(read_batch(batch, False, told.append))
    assert [case.fault for case in cases if case.name.endswith("broken.plan")] != [None]
    assert all(case.meant is False for case in cases)
    assert len(cases) == len(PLANS)
    assert [line.rpartition("/")[2] for line in told] == ["day.plan: no such file"]


def judged_beside(folder: Path) -> DomainReview:
    """The review of the kitchen in `folder` with the plans next to its files."""
    paths = str(folder / "learned.pddl"), str(folder / "reference.pddl")
    learned, reference = (FileSnapshot.of(Path(path).read_text(), path) for path in paths)
    review = review_pair(learned, reference, paths, Naming())
    judged = judge(review, paths, Plans())
    assert judged is not None
    return judged.review


def test_plans_that_nobody_named_are_executed_within_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_kitchen(tmp_path, where=".")
    whole = judged_beside(tmp_path)
    assert whole.blame is not None
    assert not whole.blame.blame.undecided
    assert whole.notes[-1].message == "effects on 4 plans found next to the files"
    monkeypatch.setattr("planfiles.limits.COMPANIONS", 3)
    note = judged_beside(tmp_path).notes[-1].message
    assert note == (
        "effects on 3 plans found next to the files; 1 more not executed (--plans executes all)"
    )


def test_plans_that_take_too_much_work_are_undecided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_kitchen(tmp_path, where=".")
    monkeypatch.setattr("planfiles.reviews._WORK", 5)
    blame = judged_beside(tmp_path).blame
    assert blame is not None
    undecided = {plan.text for plan in blame.blame.undecided}
    assert undecided == {"not executed: limit reached"}
    assert 0 < len(blame.blame.undecided) < 4

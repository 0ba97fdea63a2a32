"""Problems that two domains were both made for, found next to the domains."""

from __future__ import annotations

from pathlib import Path

import pytest

from planfiles.mappings import MOST_TASKS, evidence_beside, same_tasks
from support import kitchen

OURS, THEIRS = kitchen.LEARNED_PROBLEM, kitchen.REFERENCE_PROBLEM


def _written(folder: Path, domain: str, **problems: str) -> str:
    folder.mkdir()
    (folder / "domain.pddl").write_text(domain, encoding="utf-8")
    for name, text in problems.items():
        (folder / f"{name}.pddl").write_text(text, encoding="utf-8")
    return str(folder / "domain.pddl")


def _names(tmp_path: Path, ours: dict[str, str], theirs: dict[str, str]) -> list[tuple[str, str]]:
    learned = _written(tmp_path / "learned", kitchen.LEARNED, **ours)
    reference = _written(tmp_path / "reference", kitchen.REFERENCE, **theirs)
    evidence = evidence_beside(learned, reference)
    assert len(evidence.tasks.problems) == len(evidence.problems)
    assert bool(evidence.remarks) is bool(evidence.problems)
    return [(Path(mine).stem, Path(yours).stem) for mine, yours in evidence.problems]


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ({"p": OURS}, {"q": THEIRS}, [("p", "q")]),
        ({"p": OURS, "q": OURS}, {"q": THEIRS}, [("q", "q")]),
        ({"p": OURS, "q": OURS}, {"x": THEIRS, "y": THEIRS}, []),
        ({"p": OURS}, {}, []),
        ({"p": THEIRS}, {"p": OURS}, []),
        ({"p": OURS + "(define"}, {"p": THEIRS}, []),
    ],
)
def test_the_only_ones_or_those_called_alike(
    tmp_path: Path, ours: dict[str, str], theirs: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    assert _names(tmp_path, ours, theirs) == expected


def test_not_all_of_many_are_read(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(2 * MOST_TASKS)]
    found = _names(tmp_path, dict.fromkeys(names, OURS), dict.fromkeys(names, THEIRS))
    assert found == [(name, name) for name in names[:MOST_TASKS]]


def test_one_problem_is_not_of_two_models(tmp_path: Path) -> None:
    path = _written(tmp_path / "models", kitchen.REFERENCE, p=THEIRS)
    assert evidence_beside(path, path).problems == ()
    assert evidence_beside(path, None).problems == ()
    assert evidence_beside(path, str(tmp_path / "gone.pddl")).problems == ()


def test_plans_of_one_task_are_called_alike_or_stand_in_order() -> None:
    assert same_tasks(["a/p1.plan", "a/p2.plan"], ["b/p2.soln", "b/p3.soln"]) == [(1, 0)]
    assert same_tasks(["x", "y"], ["u", "v"]) == [(0, 0), (1, 1)]
    assert same_tasks(["x", "y"], ["u"]) == []

"""Which file of one folder is compared with which of another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from planfiles.errors import UserError
from planfiles.pairs import pairs_below, pairs_between
from support.cpu import takes_linear_time

DOMAIN = "(define (domain d) (:predicates (p)))"
PROBLEM = "(define (problem p) (:domain d) (:init) (:goal (p)))"
PLAN = "(a)\n"


def write(folder: Path, *names: str) -> None:
    """Files of the kind that their names tell: `p01.pddl` is a problem, other PDDL a domain."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        is_problem = path.name.startswith("p0")
        path.write_text(PLAN if ".plan" in name else PROBLEM if is_problem else DOMAIN)


def paired(folder: Path, learned: str, reference: str) -> list[str]:
    """`name: reference` for each pair, `-` for none, and what is said of it."""
    write(folder / "l", *learned.split())
    write(folder / "r", *reference.split())
    (folder / "l").mkdir(exist_ok=True)
    (folder / "r").mkdir(exist_ok=True)
    rows = []
    for name, ours, theirs, trouble, _ in pairs_between(str(folder / "l"), str(folder / "r")).pairs:
        other = "-" if theirs is None else Path(theirs).relative_to(folder / "r").as_posix()
        rows.append(f"{'- ' if ours is None else ''}{name}: {trouble or other}")
    return rows


@pytest.mark.viewer_behaviour(4)
@pytest.mark.parametrize(
    ("learned", "reference", "expected"),
    [
        ("a.pddl x/b.pddl", "a.pddl x/b.pddl", ["a.pddl: a.pddl", "x/b.pddl: x/b.pddl"]),
        (
            "a.pddl new.pddl",
            "a.pddl old.pddl",
            ["a.pddl: a.pddl", "new.pddl: -", "- old.pddl: old.pddl"],
        ),
        (
            "sam/rovers/learned.pddl locm/rovers.pddl",
            "rovers/domain.pddl satellite/domain.pddl",
            [
                "locm/rovers.pddl: rovers/domain.pddl",
                "sam/rovers/learned.pddl: rovers/domain.pddl",
                "- satellite/domain.pddl: satellite/domain.pddl",
            ],
        ),
        (
            "lama/p01.plan.1 lama/p01.plan.2 ff-p02.plan",
            "p01.plan p02.plan p03.plan",
            [
                "ff-p02.plan: p02.plan",
                "lama/p01.plan.1: p01.plan",
                "lama/p01.plan.2: p01.plan",
                "- p03.plan: p03.plan",
            ],
        ),
        ("sam.pddl locm.pddl", "domain.pddl", ["locm.pddl: domain.pddl", "sam.pddl: domain.pddl"]),
        (
            "x/blocks-world.pddl",
            "blocks/domain.pddl blocks-world/domain.pddl",
            [
                "x/blocks-world.pddl: blocks-world/domain.pddl",
                "- blocks/domain.pddl: blocks/domain.pddl",
            ],
        ),
        (
            "x/blocks.pddl",
            "blocks/domain.pddl blocks.pddl",
            ["x/blocks.pddl: blocks.pddl and blocks/domain.pddl match equally well"],
        ),
        (
            "sam/rovers.pddl",
            "rovers/domain.pddl rovers/p01.pddl",
            ["sam/rovers.pddl: rovers/domain.pddl"],
        ),
    ],
)
def test_pairs(tmp_path: Path, learned: str, reference: str, expected: list[str]) -> None:
    assert sorted(paired(tmp_path, learned, reference)) == sorted(expected)


def test_references_of_other_kinds_are_counted_where_folders_are_laid_out_differently(
    tmp_path: Path,
) -> None:
    paired(tmp_path, "sam/rovers.pddl", "rovers/domain.pddl rovers/p01.pddl rovers/p01.plan")
    assert pairs_between(str(tmp_path / "l"), str(tmp_path / "r")).n_passed_over == 2


def test_plans_alone_are_not_held_against_what_they_are_executed_in(tmp_path: Path) -> None:
    references = "domain.pddl p01.pddl p01.plan p02.plan"
    assert paired(tmp_path, "p01.plan", references) == [
        "p01.plan: p01.plan",
        "- p02.plan: p02.plan",
    ]
    assert pairs_between(str(tmp_path / "l"), str(tmp_path / "r")).n_passed_over == 2
    assert "- domain.pddl: domain.pddl" in paired(tmp_path, "p01.plan p01.pddl", references)


def test_a_deleted_problem_beside_a_changed_domain_is_a_row(tmp_path: Path) -> None:
    assert paired(tmp_path, "domain.pddl", "domain.pddl p01.pddl") == [
        "domain.pddl: domain.pddl",
        "- p01.pddl: p01.pddl",
    ]


def test_one_reference_for_all(tmp_path: Path) -> None:
    write(tmp_path, "l/a.plan", "l/b.plan", "l/domain.pddl", "ref.plan")
    pairs = pairs_between(str(tmp_path / "l"), str(tmp_path / "ref.plan")).pairs
    references = [(pair.name, pair.reference and Path(pair.reference).name) for pair in pairs]
    assert references == [("a.plan", "ref.plan"), ("b.plan", "ref.plan"), ("domain.pddl", None)]


def test_links_stand_for_what_they_lead_to(tmp_path: Path) -> None:
    write(tmp_path, "work/domain.pddl", "left/domain.pddl", "right/other.txt")
    os.symlink(tmp_path / "work/domain.pddl", tmp_path / "right/domain.pddl")
    (pair,) = pairs_between(f"{tmp_path}/left/", f"{tmp_path}/right/").pairs
    assert pair.name == "domain.pddl"
    assert pair.reference == str((tmp_path / "work/domain.pddl").resolve())


def test_folders_with_nothing_in_them_are_trouble(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no planning files in"):
        paired(tmp_path, "", "")
    with pytest.raises(UserError, match=r"no directory with learned\.pddl and reference\.pddl"):
        list(pairs_below(str(tmp_path)))


def test_hostile_names_are_shown_and_found(tmp_path: Path) -> None:
    name = "a\x1b[31m\n.pddl"
    write(tmp_path, f"l/{name}", f"r/{name}")
    (pair,) = pairs_between(str(tmp_path / "l"), str(tmp_path / "r")).pairs
    assert pair.name == "a␛[31m␊.pddl"
    assert pair.learned == str(tmp_path / "l" / name)


@pytest.mark.slow
def test_the_time_grows_with_the_number_of_files(tmp_path: Path) -> None:
    def make(count: int) -> None:
        write(tmp_path / f"l{count}", *(f"sam/d{number}/learned.pddl" for number in range(count)))
        write(tmp_path / f"r{count}", *(f"d{number}.pddl" for number in range(count)))

    def pair_all(count: int) -> None:
        pairs = pairs_between(str(tmp_path / f"l{count}"), str(tmp_path / f"r{count}")).pairs
        assert sum(pair.reference is not None for pair in pairs) == count

    make(100)
    make(800)
    assert takes_linear_time(pair_all, 100)

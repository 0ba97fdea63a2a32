"""`plandiff merge-driver` under the real git: merge, rebase, cherry-pick."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plancore.compare.domains import compare_domains
from plancore.conflict_markers import versions as sides
from plancore.snapshot import FileSnapshot
from plandiff.git import merge as merge_module
from plandiff.git.merge import merge_driver
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.repository import Repository

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("git"),
]

BASE = (DELIVERY / "reference.pddl").read_text()
OURS = BASE.replace("(available ?a))", "(available ?a) ; awake\n      (requested ?p ?l))", 1)
THEIRS = BASE.replace("(available ?a))", "(available ?a)\n      (not (has ?a ?p)))", 1)
BOTH = OURS.replace("(requested ?p ?l))", "(requested ?p ?l)\n      (not (has ?a ?p)))", 1)
OTHER = BASE.replace("(available ?a))", "(not (available ?a)))", 1)
WITHOUT = BASE.replace("\n      (available ?a))", ")", 1)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path)
    made.write("d.pddl", BASE)
    made.setup("--merge")
    made.commit()
    return made


def branches(repository: Repository, ours: str, theirs: str, name: str = "d.pddl") -> None:
    """`topic` with their version, and ours on the branch where we are."""
    repository.git("branch", "topic")
    repository.write(name, ours)
    repository.commit()
    repository.git("checkout", "-q", "topic")
    repository.write(name, theirs)
    repository.commit()
    repository.git("checkout", "-q", "-")


def text(repository: Repository, name: str = "d.pddl") -> str:
    return (repository.folder / name).read_text()


def same(one: str, other: str) -> bool:
    domains = [FileSnapshot.of(version).domain for version in (one, other)]
    assert domains[0] is not None
    assert domains[1] is not None
    return compare_domains(domains[0], domains[1]).is_same


@pytest.mark.parametrize(
    "how", ["merge", *(pytest.param(s, marks=pytest.mark.slow) for s in ("rebase", "cherry-pick"))]
)
def test_what_conflicts_in_lines_only_is_merged(repository: Repository, how: str) -> None:
    branches(repository, OURS, THEIRS)
    without = repository.git("-c", "merge.pddl.driver=false", "merge", "topic", fails=True)
    assert "CONFLICT" in without
    repository.git("merge", "--abort")
    repository.git(how, "topic", *(["--no-edit"] if how == "merge" else []))
    assert repository.git("status", "--porcelain") == ""
    assert same(text(repository), BOTH)
    if how != "rebase":  # there ours is what is rebased onto
        assert text(repository) == BOTH


@pytest.mark.parametrize("style", ["merge", pytest.param("diff3", marks=pytest.mark.slow)])
def test_one_literal_changed_in_two_ways_is_a_conflict(repository: Repository, style: str) -> None:
    repository.git("config", "merge.conflictStyle", style)
    branches(repository, OTHER, WITHOUT)
    told = repository.git("merge", "topic", fails=True)
    assert (
        "plandiff: d.pddl: action pick-up, precondition: (available ?a) changed to "
        "(not (available ?a)) in ours and nothing in theirs\n"
    ) in told
    assert "CONFLICT (content): Merge conflict in d.pddl" in told
    assert repository.git("status", "--porcelain") == "UU d.pddl\n"
    assert "<<<<<<< ours\n" in text(repository)
    assert ("||||||| base\n" in text(repository)) is (style == "diff3")
    assert ">>>>>>> theirs\n" in text(repository)
    repository.write("d.pddl", OTHER)
    repository.commit()


def test_what_lines_alone_would_merge_wrongly_has_marks(repository: Repository) -> None:
    action = "  (:action rest :parameters (?a - courier) :effect {})\n"
    first, second = action.format("(available ?a)"), action.format("(not (available ?a))")
    ours = BASE.replace("  (:action pick-up", f"{first}\n  (:action pick-up")
    theirs = BASE.replace("  (:action drop-off", f"{second}\n  (:action drop-off")
    branches(repository, ours, theirs)
    told = repository.git("merge", "topic", fails=True)
    assert "action rest: added on both sides, differently" in told
    assert text(repository).count("<<<<<<<") == 1
    assert first in text(repository)
    assert "(:action rest :parameters (?a - courier) :effect (and (not (available ?a))))" in (
        text(repository)
    )


@pytest.mark.parametrize(
    "style", ["diff3", *(pytest.param(s, marks=pytest.mark.slow) for s in ("merge", "zdiff3"))]
)
def test_beside_a_conflict_all_else_is_merged(repository: Repository, style: str) -> None:
    repository.git("config", "merge.conflictStyle", style)
    last = "(not (has ?a ?p)))))"
    ours = OTHER.replace(last, "(not (delivered ?p))\n      (not (has ?a ?p)))))")
    theirs = WITHOUT.replace(last, "(available ?a)\n      (not (has ?a ?p)))))")
    branches(repository, ours, theirs)
    told = repository.git("merge", "topic", fails=True)
    assert told.count("plandiff: d.pddl: ") == 1
    merged = text(repository)
    assert merged.count("<<<<<<<") == 1
    assert merged.index(">>>>>>>") < merged.index("(:action move")
    mine, other = sides(merged)
    both = "(not (delivered ?p)) (available ?a)\n      (not (has ?a ?p)))))"
    assert same(mine, OTHER.replace(last, both))
    assert same(other, WITHOUT.replace(last, both))


def test_what_is_no_pddl_is_merged_as_lines_are(repository: Repository) -> None:
    lines = [f"line {number}\n" for number in range(9)]
    repository.write("prose.pddl", "".join(lines))
    repository.commit()
    branches(repository, "".join(["x\n", *lines]), "".join([*lines, "y\n"]), "prose.pddl")
    repository.git("merge", "topic", "--no-edit")
    assert text(repository, "prose.pddl") == "".join(["x\n", *lines, "y\n"])


def test_a_binary_file_stays_ours_and_is_in_conflict(repository: Repository) -> None:
    for version, branch in ((b"\x00a", None), (b"\x00b", "topic"), (b"\x00c", "-")):
        if branch == "topic":
            repository.git("checkout", "-qb", "topic")
        elif branch:
            repository.git("checkout", "-q", branch)
        (repository.folder / "e.pddl").write_bytes(version)
        repository.commit()
    repository.git("merge", "topic", fails=True)
    assert repository.git("status", "--porcelain") == "UU e.pddl\n"
    assert (repository.folder / "e.pddl").read_bytes() == b"\x00c"


def test_names_and_line_ends_and_bytes_stay(repository: Repository) -> None:
    name = '-it\'s "two" words\n.pddl'
    crlf = [version.replace("\n", "\r\n") for version in (BASE, OURS, THEIRS)]
    (repository.folder / name).write_bytes(crlf[0].encode())
    repository.commit()
    repository.git("branch", "topic")
    (repository.folder / name).write_bytes(crlf[1].encode())
    repository.commit()
    repository.git("checkout", "-q", "topic")
    (repository.folder / name).write_bytes(crlf[2].encode())
    repository.commit()
    repository.git("checkout", "-q", "-")
    repository.git("merge", "topic", "--no-edit")
    assert (repository.folder / name).read_bytes() == BOTH.replace("\n", "\r\n").encode()


def test_undo_takes_the_driver_out(repository: Repository) -> None:
    assert "merge-driver" in repository.setup("--merge", "--print")
    assert "merge-driver" not in repository.setup("--print")
    repository.setup("--undo")
    assert "plandiff" not in (repository.folder / ".git/config").read_text()
    assert not (repository.folder / ".gitattributes").exists()


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, version in (("base", BASE), ("ours", OURS), ("theirs", THEIRS)):
        (tmp_path / name).write_text(version)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_by_hand_the_second_file_becomes_the_result(versions: Path) -> None:
    assert plandiff("merge-driver", "base", "ours", "theirs", folder=versions).status == 0
    assert (versions / "ours").read_text() == BOTH
    assert plandiff("merge-driver", "--help").status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("base", "ours"),
        ("base", "ours", "nowhere"),
        ("--marker-size=x", "base", "ours", "theirs"),
    ],
)
def test_trouble_is_an_error_for_git_and_leaves_the_files(
    versions: Path, arguments: tuple[str, ...]
) -> None:
    run = plandiff("merge-driver", *arguments, folder=versions)
    assert run.status > 128
    assert run.err.startswith("plandiff: error: ")
    assert (versions / "ours").read_text() == OURS


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_result_that_cannot_be_written_leaves_the_file(versions: Path) -> None:
    (versions / "ours").chmod(0o444)
    assert plandiff("merge-driver", "base", "ours", "theirs", folder=versions).status > 128
    assert (versions / "ours").read_text() == OURS


def test_a_fault_of_ours_is_an_error_for_git(
    versions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(merge_module, "write_bytes", None)
    assert merge_driver(["base", "ours", "theirs"]) > 128
    assert "internal error" in capsys.readouterr().err
    assert (versions / "ours").read_text() == OURS

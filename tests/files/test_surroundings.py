"""Which files are found in the folders around a file, and how much is read for that."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancore.project import snapshot_of
from plancore.stop import SpentError
from planfiles import limits, starts
from planfiles.companions import FileLinks, companions
from planfiles.folders import planning_files_below
from planfiles.surroundings import Surroundings, name_of

DOMAIN = "(define (domain d) (:predicates (at ?x)))"
PROBLEM = "(define (problem p) (:domain d) (:objects a b) (:init (at a)) (:goal (at b)))"


def write(root: Path, *names: str, text: str = DOMAIN) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def below(root: Path) -> list[str]:
    """The models that are found below a folder, without the part of their paths that is its own."""
    paths = Surroundings(str(root)).below_here(str(root / "p.pddl")).paths
    return sorted(Path(path).relative_to(root).as_posix() for path in paths)


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[str]:
    """The paths with which a function is called from now on."""
    calls: list[str] = []
    original: Callable[..., object] = getattr(module, name)

    def call(path: str, *more: object) -> object:
        calls.append(path)
        return original(path, *more)

    monkeypatch.setattr(module, name, call)
    return calls


def test_links_to_folders_and_folders_of_packages_are_skipped(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, "lib/d.pddl", "node_modules/m/d.pddl", "venv/d.pddl", ".hidden/d.pddl")
    write(tmp_path, "outside/d.pddl")
    for link, target in {"linked": "lib", "lib/loop": "..", "out": "../outside"}.items():
        (root / link).symlink_to(target, target_is_directory=True)
    assert below(root) == ["lib/d.pddl"]


names = st.sampled_from(["a", "b", "venv", "node_modules", "__pycache__", ".git"])
places = st.lists(names, max_size=3).map("/".join)


@settings(deadline=None)
@given(st.lists(places, max_size=4), st.lists(st.tuples(places, places), max_size=3))
def test_what_is_found_is_what_an_index_has(homes: list[str], links: list[tuple[str, str]]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root, *(f"{home}/d.pddl" for home in homes))
        for number, (home, target) in enumerate(links):
            if (root / home).is_dir():
                (root / home / f"link{number}").symlink_to(root / target, True)
        found = below(root)
        seen, _ = planning_files_below(str(root))
        assert found == sorted(Path(file.path).relative_to(root).as_posix() for file in seen)


def test_a_search_reads_few_files_that_are_not_named_like_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, *(f"f{n}/note{m}" for n in range(10) for m in range(5)), text="some words")
    write(tmp_path, "f0/domain", "f9/d.pddl")
    monkeypatch.setattr("planfiles.surroundings._OTHERS", 20)
    reads = counted(monkeypatch, starts, "head_of")
    assert below(tmp_path) == ["f0/domain", "f9/d.pddl"]
    assert 0 < len(reads) <= 20


def test_folders_around_plans_are_listed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, *(f"problems/p{n}.pddl" for n in range(5)), text=PROBLEM)
    (tmp_path / "plans").mkdir()
    monkeypatch.setattr(limits, "COMPANIONS", 3)
    surroundings = Surroundings(str(tmp_path))
    listed: list[int] = []
    lists = counted(monkeypatch, os, "scandir")
    for number in range(4):
        plan = str(tmp_path / "plans" / f"p{number}.plan")
        problem = str(tmp_path / "problems" / f"p{number}.pddl")
        assert problem in surroundings.around(plan).paths
        listed.append(len(lists))
    assert listed[0] > 0
    assert listed == listed[:1] * 4


def test_a_search_goes_on_where_a_checkpoint_ended_it(tmp_path: Path) -> None:
    names = [f"d{n}/{m}/p{n}{m}.pddl" for n in range(4) for m in range(3)]
    write(tmp_path, *names, text=PROBLEM)
    plan = str(tmp_path / "plans" / "p21.plan")
    whole = Surroundings(str(tmp_path)).around(plan).links.problem_of(name_of(plan))

    def stop(*_: object) -> None:
        raise SpentError

    surroundings = Surroundings(str(tmp_path))
    surroundings.checkpoint = stop
    n_ended = 0
    while True:
        try:
            found = surroundings.around(plan).links.problem_of(name_of(plan))
        except SpentError:
            n_ended += 1
        else:
            break
    assert found == whole
    assert found is not None
    assert n_ended <= 3 * len(names) + 2 * 17  # each folder twice, each file once for each list


def test_a_folder_that_did_not_change_is_not_listed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a/d.pddl", "b/d.pddl")
    long_ago = time.time() - 60
    for folder in ("a", "b", "."):
        os.utime(tmp_path / folder, (long_ago, long_ago))
    assert below(tmp_path) == ["a/d.pddl", "b/d.pddl"]
    listed = counted(monkeypatch, os, "scandir")
    write(tmp_path, "b/e.pddl")
    assert below(tmp_path) == ["a/d.pddl", "b/d.pddl", "b/e.pddl"]
    assert {Path(path).name for path in listed} == {"b"}
    (tmp_path / "b" / "e.pddl").unlink()  # in the same moment
    assert below(tmp_path) == ["a/d.pddl", "b/d.pddl"]


@pytest.mark.needs("mkfifo")
def test_no_pipe_near_a_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "d.pddl")
    write(tmp_path, "p.pddl", text=f";;!problem: named\n{PROBLEM}")
    for name in ("domain.pddl", "named", "notes.txt", "plan.json"):
        os.mkfifo(tmp_path / name)
    opened = counted(monkeypatch, os, "open")
    links = FileLinks()
    assert links.domain_of(str(tmp_path / "p.pddl")) == str(tmp_path / "d.pddl")
    assert {Path(path).name for path in opened} == {"d.pddl", "p.pddl"}


@pytest.mark.parametrize("on_disk", [None, "", PROBLEM.replace("(:domain d)", "(:domain e)")])
def test_the_text_in_the_editor_names_the_domain(tmp_path: Path, on_disk: str | None) -> None:
    write(tmp_path, "lib/inner/d.pddl")
    path = str(tmp_path / "mine" / "p.pddl")
    (tmp_path / "mine").mkdir()
    if on_disk is not None:
        Path(path).write_text(on_disk)
    file = snapshot_of(PROBLEM, name_of(path))
    found = companions(path, "problem", Surroundings(str(tmp_path)), file)
    assert list(found) == [str(tmp_path / "lib" / "inner" / "d.pddl")]


@pytest.mark.parametrize("on_disk", [None, "", "(go x y)\n"])
def test_the_plan_in_the_editor_has_the_objects(tmp_path: Path, on_disk: str | None) -> None:
    write(tmp_path, "problems/p01.pddl", text=PROBLEM)
    path = str(tmp_path / "plans" / "p01.plan")
    (tmp_path / "plans").mkdir()
    if on_disk is not None:
        Path(path).write_text(on_disk)
    file = snapshot_of("(go a b)\n", name_of(path))
    found = companions(path, "plan", Surroundings(str(tmp_path)), file)
    assert list(found) == [str(tmp_path / "problems" / "p01.pddl")]

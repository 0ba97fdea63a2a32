"""What belongs together: a problem's domain, references, files on disk; and what is let go."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.review.terms import BY_NAME
from plancore.index.index import Index
from plancore.project import AnySnapshot
from plancore.source import Encoding, Position, changed_span
from planfiles.companions import companions
from planfiles.surroundings import Surroundings
from planlsp.session.answers.findings import Findings
from planlsp.session.client import ClientProfile
from planlsp.session.project import Project
from planlsp.session.texts.documents import TextEdit
from planlsp.session.view import View
from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory

CLIENT = ClientProfile()


@pytest.fixture
def project() -> Project:
    return Project()


@pytest.fixture(autouse=True)
def _thaw() -> Iterator[None]:
    yield
    gc.unfreeze()


def opened(project: Project, path: Path, text: str) -> View:
    language = "plan" if path.suffix == ".plan" else "pddl"
    project.open(types.TextDocumentItem(path.as_uri(), language, 1, text))
    return project.view(CLIENT)


def codes(view: View, path: Path) -> set[str]:
    return {each.code for each in Findings().diagnostics(view, path.as_uri(), BY_NAME)}


def test_a_problem_finds_its_domain_beside_it_and_above(project: Project, tmp_path: Path) -> None:
    problem = tmp_path / "set" / "p01.pddl"
    problem.parent.mkdir()
    assert "unknown-domain" in codes(opened(project, problem, PROBLEM), problem)
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    project.invalidate()
    assert "unknown-domain" not in codes(project.view(CLIENT), problem)
    (tmp_path / "domain.pddl").unlink()
    project.invalidate()
    assert "unknown-domain" in codes(project.view(CLIENT), problem)
    (tmp_path / "set" / "any-name.pddl").write_text(DOMAIN)
    project.invalidate()
    assert "unknown-domain" not in codes(project.view(CLIENT), problem)


def test_problems_beside_a_domain_are_not_read(project: Project, tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"p{number}.pddl").write_text(PROBLEM)
    view = opened(project, tmp_path / "domain.pddl", DOMAIN)
    assert set(view.files.files) == {(tmp_path / "domain.pddl").as_uri()}


def test_a_plan_finds_the_problem_of_its_stem(project: Project, tmp_path: Path) -> None:
    for name, text in (("domain", DOMAIN), ("p01", PROBLEM), ("p02", PROBLEM)):
        (tmp_path / f"{name}.pddl").write_text(text)
    view = opened(project, tmp_path / "p02.plan", "(board red south)\n")
    names = {name.rpartition("/")[2] for name in view.files.files}
    assert names == {"domain.pddl", "p02.pddl", "p02.plan"}


def test_what_is_on_disk_is_seen_without_being_told(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.session.project.FRESH", -1)
    learned, reference = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    reference.write_text(DOMAIN)
    text = f";;!reference: reference.pddl\n{DOMAIN}"
    assert "extra-effect" not in codes(opened(project, learned, text), learned)
    reference.write_text(DOMAIN.replace("(aboard ?c) (full)", "(full)"))
    assert "extra-effect" in codes(project.view(CLIENT), learned)


def test_a_view_stays_as_it_is(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "d.pddl"
    before = opened(project, path, DOMAIN)
    project.change(path.as_uri(), 2, ["(define (domain other))"], Encoding.UTF16)
    after = project.view(CLIENT)
    assert before.documents[path.as_uri()].source.text == DOMAIN
    assert before.files.files[path.as_uri()].text == DOMAIN
    assert after.files.files[path.as_uri()].text == "(define (domain other))"


@pytest.mark.server_behaviour(42)
def test_old_texts_are_let_go(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "d.pddl"
    alive = []
    gc.freeze()  # no look through what other tests have left
    opened(project, path, DOMAIN)
    findings = Findings()
    for version in range(2, 30):
        edit = TextEdit(Position(7, 4), Position(7, 4), " ")
        project.change(path.as_uri(), version, [edit], Encoding.UTF16)
        view = project.view(CLIENT)
        findings.diagnostics(view, path.as_uri(), BY_NAME)
        alive.append(weakref.ref(view.files.files[path.as_uri()]))
    del view
    gc.collect()
    gc.unfreeze()
    assert sum(each() is not None for each in alive) <= 2


@pytest.mark.server_behaviour(42)
def test_old_texts_go_without_the_collector(project: Project, tmp_path: Path) -> None:
    """While one types it does not look through what is old, and each text may have megabytes."""
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    path = tmp_path / "p.pddl"
    opened(project, path, PROBLEM)
    findings, alive = Findings(), []
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for version in range(2, 12):
            edit = TextEdit(Position(3, 0), Position(3, 0), " ")
            project.change(path.as_uri(), version, [edit], Encoding.UTF16)
            view = project.view(CLIENT)
            findings.diagnostics(view, path.as_uri(), BY_NAME)
            alive.append(weakref.ref(view.files.files[path.as_uri()]))
        del view
        assert sum(each() is not None for each in alive) <= 2
    finally:
        if was_enabled:
            gc.enable()


texts = st.text(alphabet="ab(", max_size=12)


@given(texts, texts, texts, texts)
def test_the_changed_span_makes_the_new_text(head: str, old: str, new: str, tail: str) -> None:
    before, after = head + old + tail, head + new + tail
    span, replacement = changed_span(before, after)
    assert apply_edits(before, [Edit(span, replacement)]) == after
    assert span.end - span.start <= len(old)
    assert len(replacement) <= len(new)


def test_typing_does_not_look_at_what_lies_beside(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def counted(path: str, kind: str, around: Surroundings, file: AnySnapshot) -> Iterator[str]:
        looks.append(path)
        return companions(path, kind, around, file)

    monkeypatch.setattr("planlsp.session.links.companions", counted)
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    problem = tmp_path / "p.pddl"
    view = opened(project, problem, PROBLEM)
    looked = len(looks)
    for version in range(2, 30):
        edit = TextEdit(Position(0, 0), Position(0, 0), " ")
        project.change(problem.as_uri(), version, [edit], Encoding.UTF16)
        view = project.view(CLIENT)
    assert len(looks) == looked
    assert view.files.files[problem.as_uri()].text == " " * 28 + PROBLEM
    assert "unknown-domain" not in codes(view, problem)


def test_typing_that_changes_what_belongs_together_looks(project: Project, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "other.pddl").write_text(DOMAIN.replace("(domain ", "(domain another-"))
    problem = tmp_path / "p.pddl"
    opened(project, problem, "")
    project.change(problem.as_uri(), 2, [PROBLEM], Encoding.UTF16)
    view = project.view(CLIENT)
    assert (tmp_path / "domain.pddl").as_uri() in view.files.files
    assert not view.references
    referring = f";;!reference: other.pddl\n{PROBLEM}"
    project.change(problem.as_uri(), 3, [referring], Encoding.UTF16)
    assert project.view(CLIENT).references[problem.as_uri()].asked == "other.pddl"


def test_folders_are_searched_once_until_a_file_changes(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view looks at the disk twice a second, and requests wait for it."""
    monkeypatch.setattr("planlsp.session.project.FRESH", -1)
    (tmp_path / "planlsp.toml").touch()
    far = tmp_path / "lib" / "inner"
    for folder in (far, tmp_path / "mine", tmp_path / "plans"):
        folder.mkdir(parents=True)
    problem, plan = tmp_path / "mine" / "p.pddl", tmp_path / "plans" / "p.plan"
    opened(project, problem, PROBLEM)
    assert "unknown-domain" in codes(opened(project, plan, "(board red south)\n"), problem)
    listed: list[str] = []
    scandir = os.scandir

    def counted(folder: str) -> object:
        listed.append(folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", counted)
    project.view(CLIENT)
    project.set_reference(problem.as_uri(), None)
    project.set_index(Index({}, is_complete=False))
    project.view(CLIENT)
    assert str(far) not in listed
    (far / "domain.pddl").write_text(DOMAIN)
    project.invalidate()
    assert "unknown-domain" not in codes(project.view(CLIENT), problem)
    assert str(far) in listed


def test_an_unsaved_problem_finds_its_domain_far_away(project: Project, tmp_path: Path) -> None:
    (tmp_path / "planlsp.toml").touch()
    (tmp_path / "lib" / "inner").mkdir(parents=True)
    (tmp_path / "lib" / "inner" / "domain.pddl").write_text(DOMAIN)
    problem = tmp_path / "mine" / "p.pddl"
    problem.parent.mkdir()
    assert "unknown-domain" not in codes(opened(project, problem, PROBLEM), problem)


@pytest.mark.server_behaviour(44)
def test_a_client_that_does_not_watch_finds_far_files_in_a_pause(
    server: LspMemory, tmp_path: Path
) -> None:
    (tmp_path / "planlsp.toml").touch()
    (tmp_path / "lib" / "inner").mkdir(parents=True)
    problem, domain = tmp_path / "mine" / "p.pddl", tmp_path / "lib" / "inner" / "domain.pddl"
    problem.parent.mkdir()
    server.initialize(capabilities={})
    server.open(problem.as_uri(), PROBLEM)
    published = server.wait_for_method("textDocument/publishDiagnostics")
    assert "unknown-domain" in {each["code"] for each in published["params"]["diagnostics"]}
    domain.write_text(DOMAIN)
    server.call(server.server._look_at_disk)
    assert domain.as_uri() in server.server.project.view(CLIENT).files.files

"""The index of the workspace folders: filled beside everything else, and kept."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.index.index import Index
from plancore.kind import TextKind
from plancore.stop import NEVER, Checkpoint
from planfiles import folders
from planfiles.folders import kind_by_content
from planlsp.session.background.indexing import Indexer
from planlsp.session.uris import uri_of
from support.ferry import DOMAIN, PROBLEM, crowded_problem
from support.lsp_client import Message
from support.lsp_memory import LspMemory
from support.lsp_process import PROBE, LspProcess
from support.process_costs import resident_mib
from support.programs import hurry, is_alive, wait_until, workers_of

PLAN = "(board red south)\n"
PROGRESS = {"window": {"workDoneProgress": True}}
WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
CREATED, CHANGED, DELETED = 1, 2, 3


@contextmanager
def session(*roots: Path, capabilities: object = WATCHES) -> Iterator[LspMemory]:
    """A server that has indexed some folders."""
    with LspMemory() as server:
        server.initialize(capabilities, workspaceFolders=[*map(named, roots)])
        server.wait_until(lambda: index_of(server).is_complete)
        yield server


def named(folder: Path) -> Message:
    return {"uri": folder.as_uri(), "name": folder.name}


def index_of(server: LspMemory) -> Index:
    return server.server.indexer.index


def tell(server: LspMemory, *changes: tuple[Path, int]) -> None:
    """What a client tells that watches files; afterwards the index has it."""
    events = [{"uri": path.as_uri(), "type": kind} for path, kind in changes]
    server.notify("workspace/didChangeWatchedFiles", {"changes": events})
    server.wait_until(lambda: not server.server.indexer.is_at_work)


def files(server: LspMemory, root: Path) -> list[str]:
    return sorted(key.removeprefix(f"{root.as_uri()}/") for key in index_of(server).files)


def findings(server: LspMemory, path: Path, since: int = 0) -> list[Message]:
    """What is published first about a document."""
    uri = path.as_uri()
    told = server.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri
        ),
        since,
    )
    diagnostics: list[Message] = told["params"]["diagnostics"]
    return diagnostics


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_planning_files_below_a_folder_are_known(tmp_path: Path) -> None:
    named = ["a/b/p.plan", "a/p.pddl", "a/sas_plan", "domain.pddl"]
    for name in (*named, "a/x.json", ".git/x", "node_modules/y.pddl", "a/.hidden.pddl"):
        write(tmp_path / name, PROBLEM)
    os.symlink(tmp_path / "a", tmp_path / "again")
    with session(tmp_path) as server:
        assert files(server, tmp_path) == named


NOTES = "Sail (as we did) south.\n" * 4_000


@pytest.mark.server_behaviour(44)
def test_of_files_with_other_names_the_content_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that are not planning files only the start is read, once; no pipe is waited for."""
    planning = ["domain.txt", "runs/3/answer", "runs/gpt/p01.txt"]
    for name, text in zip(planning, (DOMAIN, PLAN, f"Here is it:\n1. {PLAN}"), strict=True):
        write(tmp_path / name, text)
    for name in ("notes.txt", "LICENSE", "a/figure.png", "a/code.c"):
        write(tmp_path / name, NOTES)
    (tmp_path / "model.bin2").write_bytes(bytes(200_000))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero.txt").symlink_to("/dev/zero")
    write(tmp_path.parent / "outside.txt", DOMAIN)
    (tmp_path / "link.txt").symlink_to(tmp_path.parent / "outside.txt")
    reads: Counter[str] = Counter()

    def read(path: str) -> TextKind | None:
        reads[os.path.basename(path)] += 1
        return kind_by_content(path)

    monkeypatch.setattr(folders, "kind_by_content", read)
    with session(tmp_path) as server:
        assert files(server, tmp_path) == planning
        known = {"answer": 1, "domain.txt": 1, "p01.txt": 1}
        assert reads == {**known, "notes.txt": 1, "LICENSE": 1, "model.bin2": 1}
        server.call(server.server.indexer.look)
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        assert sum(reads.values()) == 6
        write(tmp_path / "notes.txt", PLAN)
        tell(server, (tmp_path / "notes.txt", CHANGED))
        assert "notes.txt" in files(server, tmp_path)
        (tmp_path / "notes.txt").write_text(NOTES)
        shutil.rmtree(tmp_path / "runs")
        tell(server, (tmp_path / "notes.txt", CHANGED), (tmp_path / "runs", DELETED))
        assert files(server, tmp_path) == ["domain.txt"]


@pytest.mark.server_behaviour(22)
def test_a_domain_is_found_wherever_it_is_in_the_workspace(tmp_path: Path) -> None:
    write(tmp_path / "models" / "ferry" / "any.pddl", DOMAIN)
    problem = write(tmp_path / "tasks" / "p.pddl", PROBLEM)
    with session(tmp_path) as server:
        server.open(problem.as_uri(), PROBLEM)
        assert "unknown-domain" not in {found["code"] for found in findings(server, problem)}


@pytest.mark.server_behaviour(22)
def test_several_domains_of_a_name_are_told_with_the_one_that_is_taken(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write(tmp_path / "models" / f"{name}.pddl", DOMAIN)
    problem = write(tmp_path / "tasks" / "p.pddl", PROBLEM)
    with session(tmp_path) as server:
        server.open(problem.as_uri(), PROBLEM)
        (told,) = (f for f in findings(server, problem) if f["code"] == "ambiguous-domain")
    assert told["severity"] == 3
    assert (
        told["message"]
        == "ambiguous domain `ferry`: `one.pddl` is used, `other.pddl` also defines it"
    )


@pytest.mark.server_behaviour(22)
def test_domains_in_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write(tmp_path / "models" / name / "domain.pddl", DOMAIN)
    problem = write(tmp_path / "tasks" / "p.pddl", PROBLEM)
    with session(tmp_path) as server:
        server.open(problem.as_uri(), PROBLEM)
        (told,) = (f for f in findings(server, problem) if f["code"] == "ambiguous-domain")
    assert told["message"] == (
        "ambiguous domain `ferry`: `one/domain.pddl` is used, `other/domain.pddl` also defines it"
    )


@pytest.mark.server_behaviour(23, "names of domains, in files that nobody has open as well")
def test_the_names_of_unopened_domains_are_offered(tmp_path: Path) -> None:
    write(tmp_path / "one" / "models" / "d.pddl", DOMAIN)
    barge = DOMAIN.replace("(domain ferry)", "(domain barge)")
    write(tmp_path / "two" / "models" / "d.pddl", barge)
    text = PROBLEM.replace("(:domain ferry)", "(:domain )")
    problem = write(tmp_path / "one" / "tasks" / "p.pddl", text)
    before = text[: text.index("(:domain )") + len("(:domain ")]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1

    def offered(*roots: Path) -> list[str]:
        with session(*roots) as server:
            server.open(problem.as_uri(), text)
            place = {"line": line, "character": column}
            document = {"uri": problem.as_uri()}
            asked = {"textDocument": document, "position": place}
            items = server.request("textDocument/completion", asked)["items"]
            return [item["label"] for item in items]

    assert offered(tmp_path) == ["ferry", "barge"]
    assert offered(tmp_path / "one", tmp_path / "two") == ["ferry"]


@pytest.mark.server_behaviour(46)
def test_two_folders_do_not_mix(tmp_path: Path) -> None:
    write(tmp_path / "one" / "models" / "d.pddl", DOMAIN)
    problem = write(tmp_path / "other" / "tasks" / "p.pddl", PROBLEM)
    write(tmp_path / "other" / "models" / "d.pddl", DOMAIN.replace("aboard", "on-board"))
    with session(tmp_path / "one", tmp_path / "other") as server:
        server.open((tmp_path / "one" / "models" / "d.pddl").as_uri(), DOMAIN)
        server.open(problem.as_uri(), PROBLEM)
        found = findings(server, problem)
        assert [f["code"] for f in found if f["severity"] == 1] == ["undeclared-predicate"]
        (tmp_path / "other" / "models" / "d.pddl").unlink()
        since = len(server.messages)
        tell(server, (tmp_path / "other" / "models" / "d.pddl", DELETED))
        assert "unknown-domain" in {f["code"] for f in findings(server, problem, since)}


@pytest.mark.server_behaviour(46)
def test_findings_follow_the_folders(tmp_path: Path) -> None:
    """Once one folder has become two, the domain in the one is not that of the other's problem."""
    domain = write(tmp_path / "one" / "d.pddl", DOMAIN)
    problem = write(tmp_path / "other" / "p.pddl", PROBLEM)
    with session(tmp_path) as server:
        server.open(domain.as_uri(), DOMAIN)
        server.open(problem.as_uri(), PROBLEM)
        assert "unknown-domain" not in {f["code"] for f in findings(server, problem)}
        since = len(server.messages)
        added = [named(path.parent) for path in (domain, problem)]
        event = {"added": added, "removed": [named(tmp_path)]}
        server.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        assert "unknown-domain" in {f["code"] for f in findings(server, problem, since)}


def test_an_index_is_not_complete_before_its_folders_were_looked_through(tmp_path: Path) -> None:
    """While the files of one folder are summarised, the client exchanges it for another."""
    one, other = (write(tmp_path / name / f"{name}.pddl", DOMAIN) for name in ("one", "other"))
    complete: list[list[str]] = []

    async def index() -> None:
        n_works = count()
        tasks: list[asyncio.Task[None]] = []

        async def beside(work: Callable[[Checkpoint], Any]) -> Any:
            if next(n_works) == 1:  # the first one looks, the second one reads
                indexer.start([str(other.parent)])
            return work(NEVER)

        def changed() -> None:
            if indexer.index.is_complete:
                complete.append([*indexer.index.files])

        def spawn(work: Coroutine[Any, Any, None]) -> None:
            tasks.append(asyncio.get_running_loop().create_task(work))

        indexer = Indexer(beside, lambda _: nullcontext(lambda *_: None), spawn, changed)
        indexer.start([str(one.parent)])
        await tasks[0]

    asyncio.run(index())
    assert complete == [[other.as_uri()]]


@pytest.mark.server_behaviour(44)
def test_what_comes_goes_and_changes_on_disk_is_known(tmp_path: Path) -> None:
    domain = write(tmp_path / "d.pddl", DOMAIN)
    problem = tmp_path / "deep" / "p.pddl"
    with session(tmp_path) as server:
        server.open(problem.as_uri(), PROBLEM)
        assert "unknown-domain" not in {f["code"] for f in findings(server, problem)}
        for text, kind in (
            (DOMAIN.replace("(domain ferry)", "(domain other)"), CHANGED),
            (DOMAIN, CHANGED),
            (None, DELETED),
            (DOMAIN, CREATED),
        ):
            since = len(server.messages)
            if text is None:
                domain.unlink()
            else:
                domain.write_text(text)
            tell(server, (domain, kind))
            is_there = "unknown-domain" not in {f["code"] for f in findings(server, problem, since)}
            assert is_there == (text == DOMAIN)


@pytest.mark.server_behaviour(44)
def test_a_client_that_does_not_watch_is_looked_for(tmp_path: Path) -> None:
    write(tmp_path / "a" / "d.pddl", DOMAIN)
    with session(tmp_path, capabilities={}) as server:
        shutil.move(tmp_path / "a", tmp_path / "b")
        server.call(server.server._look_at_disk)
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        assert files(server, tmp_path) == ["b/d.pddl"]


def test_no_keystroke_looks_at_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    for number in range(20):
        write(tmp_path / "p" / f"p{number}.pddl", PROBLEM)
    problem = tmp_path / "p" / "p7.pddl"

    def looks(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a folder was looked at")

    with session(tmp_path) as server:
        server.open(problem.as_uri(), PROBLEM)
        findings(server, problem)
        for name in ("scandir", "listdir", "walk"):
            monkeypatch.setattr(os, name, looks)
        for version in range(2, 12):
            at = {"line": 0, "character": 0}
            server.change(
                problem.as_uri(), version, {"range": {"start": at, "end": at}, "text": "\n"}
            )
            server.server.project.invalidate()  # as if time had passed
            asked = {"textDocument": {"uri": problem.as_uri()}, "position": at}
            server.request("textDocument/hover", asked)
        monkeypatch.undo()
        assert not server.log


def test_folders_come_and_go(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    write(one / "d.pddl", DOMAIN)
    write(other / "d.pddl", DOMAIN)
    with session(one) as server:
        change = {
            "added": [{"uri": other.as_uri(), "name": "other"}],
            "removed": [{"uri": one.as_uri(), "name": "one"}],
        }
        server.notify("workspace/didChangeWorkspaceFolders", {"event": change})
        server.wait_until(lambda: index_of(server).is_complete)
        assert list(index_of(server).files) == [(other / "d.pddl").as_uri()]


names = st.sampled_from(
    ["d.pddl", "a/d.pddl", "a/p.pddl", "a/p.plan", "b/c/p.pddl", "readme", "a/x.txt", "c/.y"]
)
texts = st.sampled_from([DOMAIN, PROBLEM, PLAN, "", DOMAIN + PROBLEM, NOTES])
events = st.lists(st.lists(st.tuples(names, st.none() | texts), max_size=4), max_size=5)


@given(events)
def test_an_index_kept_by_events_is_one_made_afresh(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[list[tuple[str, str | None]]]
) -> None:
    root = tmp_path_factory.mktemp("workspace")
    with session(root) as server:
        for changes in rounds:
            told = []
            for name, text in changes:
                path = root / name
                kind = CHANGED if path.exists() else CREATED
                if text is None:
                    path.unlink(missing_ok=True)
                    kind = DELETED
                else:
                    write(path, text)
                told.append((path, kind))
            tell(server, *told)
        kept = index_of(server)
        server.call(lambda: server.server.indexer.start([]))
        server.call(lambda: server.server.indexer.start([str(root)]))
        server.wait_until(lambda: index_of(server).is_complete)
        assert dict(index_of(server).files) == dict(kept.files)
        for key, file in kept.files.items():
            needed = kept.companions(key, file.kind, ["ferry"])
            assert index_of(server).companions(key, file.kind, ["ferry"]) == needed


def many(root: Path) -> None:
    """More than is read in the server's own process."""
    for number in range(12):
        write(root / f"set{number}" / "p.pddl", crowded_problem(number, 1_500, "main"))
    write(root / "domain.pddl", DOMAIN)


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.server_behaviour(41)
def test_large_folders_are_read_by_other_processes_and_the_user_sees_how_far_it_is(
    tmp_path: Path,
) -> None:
    many(tmp_path)
    with LspProcess(PROBE) as server:
        server.initialize(PROGRESS, rootUri=tmp_path.as_uri())
        created = server.wait_for_method("window/workDoneProgress/create")
        server.reply(created)
        token = created["params"]["token"]

        def said(kind: str) -> list[Message]:
            values = [m["params"]["value"] for m in server.calls("$/progress")]
            return [value for value in values if value["kind"] == kind]

        wait_until(lambda: bool(said("begin")))
        assert said("begin")[0]["cancellable"]
        assert server.calls("$/progress")[0]["params"]["token"] == token
        wait_until(lambda: bool(said("end")))
        percentages = [value["percentage"] for value in said("report")]
        assert percentages == sorted(percentages)
        assert percentages[-1] == 100
        assert server.end() == 0
        assert not server.log


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.server_behaviour(41)
def test_who_cancels_the_progress_has_no_index(tmp_path: Path) -> None:
    many(tmp_path)
    with LspMemory() as server:
        server.initialize(PROGRESS, rootUri=tmp_path.as_uri())
        created = server.wait_for_method("window/workDoneProgress/create")
        server.reply(created)
        server.notify("window/workDoneProgress/cancel", {"token": created["params"]["token"]})
        server.wait_for(lambda m: "end" in str(m.get("params", {}).get("value", "")))
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        assert not index_of(server).is_complete
        problem = tmp_path / "far" / "p.pddl"
        server.open(problem.as_uri(), PROBLEM)
        assert "unknown-domain" not in {f["code"] for f in findings(server, problem)}


@pytest.mark.slow
def test_who_refuses_to_show_progress_has_an_index(tmp_path: Path) -> None:
    many(tmp_path)
    with LspMemory() as server:
        server.initialize(PROGRESS, rootUri=tmp_path.as_uri())
        asked = server.wait_for_method("window/workDoneProgress/create")
        server.send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -1, "message": "no"}})
        server.wait_until(lambda: index_of(server).is_complete)


def test_a_look_that_finds_nothing_new_tells_nobody(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    with session(tmp_path, capabilities={}) as server:
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        before = index_of(server)
        server.call(server.server.indexer.look)
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        assert index_of(server) is before


@pytest.mark.slow
@pytest.mark.e2e
def test_killing_the_server_leaves_no_process(tmp_path: Path) -> None:
    many(tmp_path)
    with LspProcess(PROBE) as server:
        server.initialize(rootUri=tmp_path.as_uri())
        # The worker, and who keeps count of its semaphores.
        started = workers_of(server.process, 2)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(map(is_alive, started)))


@pytest.mark.e2e
@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.server_behaviour(41, "5,000 files, 61 MB of text: 121 MiB")
def test_five_thousand_files_take_less_than_300_mib(tmp_path: Path) -> None:
    """`INDEX_FACTS=400` makes them as large as those that the figure was measured with, which takes
    eight times as long. Kept as trees, the smaller ones would be too many, too."""
    count = int(os.environ.get("INDEX_FACTS", "50"))
    facts = "\n".join(f"    (at car-{n} main)" for n in range(count))
    cars = " ".join(f"car-{n}" for n in range(count))
    for number in range(5_000):
        write(
            tmp_path / f"set{number // 50}" / f"p{number}.pddl",
            f"(define (problem p{number}) (:domain ferry)\n (:objects {cars} - car)\n"
            f" (:init\n{facts}) (:goal (at car-1 main)))",
        )
    with LspProcess() as server:
        server.initialize(PROGRESS, rootUri=uri_of(str(tmp_path)))
        server.reply(server.wait_for_method("window/workDoneProgress/create"))
        hurry(workers_of(server.process, 2))
        wait_until(lambda: "'end'" in str(server.calls("$/progress")[-1:]), seconds=800)
        assert resident_mib(server.process.pid, peak=True) < 300


def test_links_out_of_the_workspace_are_not_followed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (outside / "domain.pddl").write_text(DOMAIN)
    problem, inside = root / "problem.pddl", root / "inside.pddl"
    problem.write_text(f";;!domain: named.pddl\n{PROBLEM}")
    inside.symlink_to(problem)
    links = [root / "domain.pddl", root / "named.pddl", root / "later.pddl"]
    for link in links[:2]:
        link.symlink_to(outside / "domain.pddl")
    (root / "folder").symlink_to(outside, target_is_directory=True)
    with session(root) as server:
        links[2].symlink_to(outside / "domain.pddl")
        tell(server, *((link, CREATED) for link in links))
        assert files(server, root) == ["inside.pddl", "problem.pddl"]
        server.open(problem.as_uri(), problem.read_text())
        assert server.request("workspace/symbol", {"query": "board"}) == []
        assert [finding["code"] for finding in findings(server, problem)] == ["unknown-domain"]

"""Every command links the same files: the layouts of `support.layouts`, written to disk.

What each command took shows in what it reports. The parameter of the only action has a type that
names the domain's file, the object of a problem one that names the problem's: `thing` is of type
`p3`, but `?a` must be of type `d2`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from plandiff.cli import main as plandiff
from planeval.cli import main as planeval
from planlsp.cli import main as planlsp
from planlsp.session.uris import uri_of
from support.command import run_command
from support.listing import LAYOUTS, listed
from support.lsp_client import Message
from support.lsp_memory import LspMemory

DOMAIN = """\
(define (domain {name}) (:requirements :typing) (:types {types})
  (:predicates (base ?a - d{number}) {words})
  (:action act :parameters (?a - d{number}) :precondition () :effect (base ?a)))
"""
PROBLEM = """\
(define (problem p{number}) (:domain {domain})
  (:objects thing - p{number}) (:init {words}) (:goal (base thing)))
"""
PLAN = "(act thing)\n"
Linked: TypeAlias = tuple[str | None, str | None]
"""The files of the domain and the problem of a file."""
NOTHING = (None, None)
UNKNOWN = {"plan": "missing-setting", "problem": "unknown-domain"}
QUICK = ("a ROS package", "best plans of a language model", "texts")


class Kept(NamedTuple):
    """A layout on disk: the kind of each file and, by their numbers, what belongs to it."""

    folder: Path
    kinds: dict[str, str]
    domains: dict[str, str]
    """The domain of each problem; none for a problem without one."""
    problems: dict[str, str]
    """The problem of each plan; none for a plan without one."""
    of_number: dict[str, str]
    """The file of each number: `d2`, `p3`."""

    def named(self, text: str) -> Linked:
        """The files of the domain and the problem that a report names."""
        domain, problem = re.search(r"\bd\d+\b(?![./])", text), re.search(r"\bp\d+\b(?![./])", text)
        return (
            self.of_number[domain[0]] if domain else None,
            self.of_number[problem[0]] if problem else None,
        )

    def told(self, findings: Iterable[Message]) -> Linked:
        """The files that the first finding about types names."""
        codes = ("step-type", "type-mismatch")
        messages = (each["message"] for each in findings if each["code"] in codes)
        return self.named(next(messages, ""))

    @property
    def linked(self) -> Iterable[str]:
        """The files that others belong to, or should."""
        return [file for file, kind in self.kinds.items() if kind == "plan" or file in self.domains]

    def wanted(self, file: str) -> Linked:
        """The domain and the problem that a person would take for a plan or a problem."""
        problem = self.problems.get(file) if self.kinds[file] == "plan" else file
        domain = self.domains.get(problem) if problem else None
        return (domain, problem) if domain else (None, None)


def keep(layout: str, folder: Path) -> Kept:
    lines = listed(layout)
    types = " ".join(f"d{n} p{n}" for n in range(len(lines)))
    kept = Kept(folder, {}, {}, {}, {})
    for number, (kind, name, called, words, of) in enumerate(lines):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Enough words to outweigh the two that all domains declare.
        uses = " ".join(f"({word}{end})" for word in words for end in ("", "-x", "-y"))
        form = DOMAIN if kind == "D" else PROBLEM if kind == "P" else PLAN
        facts = {"number": number, "types": types, "words": uses}
        with path.open("a") as file:
            file.write(form.format(name=called, domain=called, **facts))
        kept.kinds.setdefault(name, {"D": "domain", "P": "problem", "S": "plan"}[kind])
        kept.of_number[f"{'d' if kind == 'D' else 'p'}{number}"] = name
        if of:
            (kept.domains if kind == "P" else kept.problems)[name] = of
    return kept


def checked(kept: Kept, *paths: str) -> tuple[dict[str, str], dict[str, Linked]]:
    """The kinds of files, and what `planlsp check` took for each."""
    select = ("--select", "step-type,type-mismatch")
    done = run_command(planlsp, "check", *paths, *select, "--format", "json", cwd=kept.folder)
    report = json.loads(done.stdout)
    kinds = {each["path"].removeprefix("./"): each["kind"] for each in report["files"]}
    found = {each["file"].removeprefix("./"): each["message"] for each in report["findings"]}
    return kinds, {file: kept.named(found.get(file, "")) for file in kinds}


def validated(kept: Kept, *paths: str) -> dict[str, Linked]:
    done = run_command(planeval, "validate", *paths, "--format", "json", cwd=kept.folder)
    plans = json.loads(done.stdout)["plans"] if done.stdout else []
    return {each["plan"].removeprefix("./"): kept.named(each["reason"] or "") for each in plans}


def evaluated(kept: Kept, plan: str, domain: str) -> str | None:
    """The problem that `planeval runs` took for a plan of a domain."""
    models = ("--domain", domain, "--problems", ".")
    done = run_command(planeval, "runs", plan, *models, "--format", "json", cwd=kept.folder)
    (experiment,) = json.loads(done.stdout)["experiments"]
    _, problem = kept.named(" ".join(each["reason"] or "" for each in experiment["instances"]))
    return problem


def compared(kept: Kept, plan: str) -> Linked:
    """What `plandiff` took to execute a plan in."""
    done = run_command(plandiff, plan, plan, "--format", "json", cwd=kept.folder)
    executed = json.loads(done.stdout).get("execution") or {}
    return executed.get("domain"), executed.get("problem")


@contextmanager
def session(folder: Path | None) -> Iterator[LspMemory]:
    """A server that has indexed a folder, or one without a folder."""
    with LspMemory() as server:
        pull = {
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        }
        if folder is None:
            server.initialize(pull)
        else:
            workspace = [{"uri": folder.as_uri(), "name": "w"}]
            options = {"diagnosticMode": "workspace"}
            server.initialize(pull, options, workspaceFolders=workspace)
            server.wait_until(lambda: server.server.indexer.index.is_complete)
        yield server
        assert server.end() == 0


def shown_unopened(kept: Kept, server: LspMemory) -> dict[str, Linked]:
    """What the server takes for the files of its folder, none of which is open."""
    reports = server.request("workspace/diagnostic", {"previousResultIds": []})["items"]
    items = {each["uri"]: each["items"] for each in reports}
    return {file: kept.told(items.get(uri_of(str(kept.folder / file)), ())) for file in kept.linked}


def shown(kept: Kept, server: LspMemory, file: str) -> Linked:
    """What the server takes for an open document."""
    uri = (kept.folder / file).as_uri()
    language = "plan" if kept.kinds[file] == "plan" else "pddl"
    text = (kept.folder / file).read_text()
    item = {"uri": uri, "languageId": language, "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": item})
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    server.close(uri)
    if kept.wanted(file) == NOTHING:  # one finding says so
        assert [each["code"] for each in report["items"]] == [UNKNOWN[kept.kinds[file]]]
    return kept.told(report["items"])


@pytest.mark.parametrize(
    "layout",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in LAYOUTS],
)
def test_every_command_takes_the_same_files(layout: str, tmp_path: Path) -> None:
    kept = keep(LAYOUTS[layout], tmp_path)
    needing = [file for file in kept.kinds if file in kept.linked]
    plans = [file for file in needing if kept.kinds[file] == "plan"]
    wanted = {file: kept.wanted(file) for file in needing}
    kinds, found = checked(kept, ".")
    assert kinds == kept.kinds
    assert {file: found[file] for file in needing} == wanted
    assert {file: checked(kept, file)[1][file] for file in needing} == wanted
    of_plans = {plan: wanted[plan] for plan in plans if wanted[plan] != NOTHING}
    assert validated(kept, ".") == of_plans
    assert {plan: validated(kept, plan)[plan] for plan in of_plans} == of_plans
    assert {plan: compared(kept, plan) for plan in plans} == {plan: wanted[plan] for plan in plans}
    for plan, (domain, problem) in of_plans.items():
        assert domain is not None
        assert evaluated(kept, plan, domain) == problem
    with session(tmp_path) as server:
        index = server.server.indexer.index
        for file, kind in kept.kinds.items():
            assert index.files[uri_of(str(tmp_path / file))].kind in (kind, "both")
        assert {file: shown(kept, server, file) for file in needing} == wanted
        # Unopened plans are not executed, but what they rest on is known.
        assert shown_unopened(kept, server) == wanted
    (tmp_path / ".git").mkdir()
    with session(None) as server:
        assert {file: shown(kept, server, file) for file in needing} == wanted


ROOMS = """\
(define (domain rooms) (:predicates (at ?x))
  (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x)))))
"""
SEVERAL = (
    "no problem found: several fit equally well, such as `first.pddl` and `second.pddl`; "
    "the plan is not executed"
)
ROOM = "(define (problem {name}) (:domain rooms) (:objects {objects}) (:init) (:goal (and)))\n"


@pytest.mark.parametrize("home", ["", "plans/"])
@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ("(go c d)\n(go d e)\n", "second.pddl"),  # the objects of one problem only
        ("; (by a planner)\n0.0: (go b e) [1.0]\n", "second.pddl"),
        ("go(c, d)\n", "second.pddl"),
        ("(go c z)\n", "second.pddl"),  # an object that there is not
        ("(go b b)\n", None),  # both have it
        ("(go y z)\n", None),
        ("(wait)\n", None),
    ],
)
def test_problems_are_told_apart_by_the_objects_of_a_plan(
    home: str, plan: str, problem: str | None, tmp_path: Path
) -> None:
    texts = {
        "domain.pddl": ROOMS,
        "first.pddl": ROOM.format(name="one", objects="a b"),
        "second.pddl": ROOM.format(name="two", objects="b c d e"),
        f"{home}best.plan": plan,
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    kept = Kept(tmp_path, {f"{home}best.plan": "plan"}, {}, {}, {})
    assert compared(kept, f"{home}best.plan")[1] == problem
    run = run_command(planeval, "validate", ".", "--format", "json", cwd=tmp_path)
    assert bool(json.loads(run.stdout or '{"plans": []}')["plans"]) is (problem is not None)
    for paths in (["."], [f"{home}best.plan"]):
        done = run_command(planlsp, "check", *paths, "--select", "missing-setting", cwd=tmp_path)
        assert ("missing-setting" not in done.stdout) is (problem is not None)
        assert (SEVERAL in done.stdout) is (problem is None)
    uri = (tmp_path / f"{home}best.plan").as_uri()
    for folder in (tmp_path, None):
        with session(folder) as server:
            if folder is not None:
                known = server.server.indexer.index.problem_of_plan(uri)
                assert known == ((tmp_path / problem).as_uri() if problem else None)
            server.open(uri, plan)
            report = server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            told = [each["message"] for each in report["items"]]
            assert any(SEVERAL in each for each in told) is (problem is None)


def test_files_that_are_passed_over_are_named_and_not_counted(tmp_path: Path) -> None:
    keep("D domain.pddl\nP problem.pddl\nS my_plan", tmp_path)
    texts = {
        "LICENSE": "Permission is hereby granted, free of charge.\n",
        "notes.txt": "read the domain first\n",
        "code.py": "print()\n",
        "picture": "\x89PNG\x00",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    done = run_command(planlsp, "check", ".", "--level", "error", cwd=tmp_path)
    assert "3 files checked" in done.stdout
    note = "passed over, as they have no definitions or certain steps: "
    assert done.stderr == f"planlsp: {note}./LICENSE, ./notes.txt and ./picture\n"
    assert run_command(planlsp, "check", "-q", ".", cwd=tmp_path).stderr == ""


FOUND = """\
INFO     Running translator.
[t=0.01s, 9 KB] Solution found!
act thing (1)
[t=0.01s, 9 KB] Plan length: 1 step(s).
"""
SEARCHED = "[t=0.1s, 9 KB] New best heuristic value for ff: 3\n" * 2_000
NOT_FOUND = "[t=0.1s, 9 KB] Completely explored state space -- no solution!\n"


def test_logs_and_json_with_a_plan_are_read_in_a_folder_as_alone(tmp_path: Path) -> None:
    kept = keep("D domain.pddl\nP problem.pddl", tmp_path)
    plans = {
        "lama.log": FOUND,
        "long.log": f"{SEARCHED}{FOUND}{SEARCHED[:4_000]}",
        "reply.json": '{"result": {"plan": ["(act thing)"]}}',
        "rows.json": '{"plan": [["act", "thing"]]}',
        "steps.jsonl": '[{"action": "act", "args": ["thing"]}]\n',
    }
    others = {
        "none.log": NOT_FOUND,
        "search.log": SEARCHED,
        "package.json": '{"name": "x", "items": [{"name": "File"}, {"name": "Edit"}]}',
        "work.json": '{"steps": [{"name": "get", "uses": "a/b"}, {"name": "run tests"}]}',
    }
    for name, text in (plans | others).items():
        (tmp_path / name).write_text(text)
    kinds, found = checked(kept, ".")
    assert kinds == {
        "domain.pddl": "domain",
        "problem.pddl": "problem",
        **dict.fromkeys(plans, "plan"),
    }
    assert {name: found[name] for name in plans} == dict.fromkeys(
        plans, ("domain.pddl", "problem.pddl")
    )
    for name in plans:
        assert checked(kept, name)[1][name] == found[name]
    done = run_command(planlsp, "check", ".", cwd=tmp_path)
    assert done.stderr.endswith("steps: ./none.log, ./package.json, ./search.log and 1 more\n")
    assert {*validated(kept, ".")} == {*plans}
    with session(tmp_path) as server:
        index = server.server.indexer.index
        assert {index.files[uri_of(str(tmp_path / name))].kind for name in plans} == {"plan"}
        assert not any(uri_of(str(tmp_path / name)) in index.files for name in others)


def test_a_folder_is_compared_by_what_its_files_hold(tmp_path: Path) -> None:
    for folder, plan in (("one", PLAN), ("two", PLAN * 2)):
        keep("D domain.pddl\nP problem.pddl", tmp_path / folder)
        for name in ("my_plan.txt", "answer", "lama.pddl"):
            (tmp_path / folder / name).write_text(plan)
    done = run_command(plandiff, "one", "two", "--format", "json", cwd=tmp_path)
    kinds = {each["pair"]: each["kind"] for each in json.loads(done.stdout)["pairs"]}
    assert kinds == {
        "domain.pddl": "domain",
        "problem.pddl": "problem",
        "my_plan.txt": "plan",
        "answer": "plan",
        "lama.pddl": "plan",
    }

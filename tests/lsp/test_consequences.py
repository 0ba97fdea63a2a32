"""What differences do to the plans of the workspace, and repairs, as a client is told of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from planlsp.session.background.schedule import Priority
from support import kitchen
from support.difference_messages import told_differences
from support.editor import Editor
from support.lsp_client import LIMIT, Message
from support.lsp_memory import LspMemory

Start = Callable[..., Editor]

REFERENCE = """\
(define (domain town)
  (:requirements :strips :negative-preconditions)
  (:predicates (at ?x) (road ?x ?y) (ticket) (closed ?x) (seen ?x))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (road ?x ?y) (not (closed ?y)))
    :effect (and (not (at ?x)) (at ?y)))
  (:action look :parameters (?x)
    :precondition (at ?x)
    :effect (seen ?x)))
"""
LEARNED = ";;!reference: gold/domain.pddl\n" + REFERENCE.replace(
    "(seen ?x)))\n", "(and (seen ?x) (not (at ?x)))))\n"
).replace(" (not (closed ?y))", "")
PROBLEM = """\
(define (problem p) (:domain town)
  (:objects a b c)
  (:init (at a) (road a b) (road b a) (road b c) (road c b) (closed c))
  (:goal (at b)))
"""
KITCHEN_PROBLEM = """\
(define (problem p) (:domain kitchen)
  (:objects hall pantry - room pot - dish)
  (:init (cook-in hall) (dish-in pot pantry) (dirty pot))
  (:goal (not (dirty pot))))
"""
STOPPED = "(look a)\n(go a b)\n"
THROUGH = "(go a b)\n(go b c)\n(go c b)\n"
PUSH: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
    },
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}
PULL: Message = {
    "textDocument": {**PUSH["textDocument"], "diagnostic": {}},
    "workspace": {**PUSH["workspace"], "diagnostics": {"refreshSupport": True}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "gold/domain.pddl": REFERENCE,
        "domain.pddl": LEARNED,
        "p.pddl": PROBLEM,
        "valid.plan": "(go a b)\n",
        "stopped.plan": STOPPED,
        "through.plan": THROUGH,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planlsp.session.background.answer_cache.PATIENCE", LIMIT)
    monkeypatch.setattr("planlsp.session.answers.consequences.FRESH", 0.0)


class Session:
    """An editor that shows the learned domain of a folder that is indexed."""

    def __init__(self, start: Start, folder: Path, **options: Any) -> None:
        capabilities = options.pop("capabilities", PUSH)
        folders = options.pop("folders", [{"uri": folder.as_uri(), "name": "w"}])
        self.folder = folder
        self.editor = start(capabilities, workspaceFolders=folders, **options)
        assert isinstance(self.editor.server, LspMemory)
        self.server = self.editor.server
        if folders:
            indexer = self.server.server.indexer
            self.server.wait_until(lambda: indexer.index.is_complete)
        self.uri = self.show("domain.pddl")

    def show(self, name: str) -> str:
        uri = (self.folder / name).as_uri()
        self.editor.open(uri, (self.folder / name).read_text())
        return uri

    def changed(self, path: Path, kind: int) -> None:
        """Tell of a file that was made (1), changed (2) or deleted (3)."""
        changes = [{"uri": path.as_uri(), "type": kind}]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def findings(self, uri: str, wanted: str) -> list[Message]:
        """The findings in a document as soon as one of them says this."""

        def says(found: list[Message]) -> bool:
            return any(wanted in text for each in found for text in texts(each))

        while True:
            n_seen = len(self.server.messages)
            found = self.editor.diagnostics(uri)
            if says(found):
                return found
            if self.editor.pulls:
                self.server.wait_for_method("workspace/diagnostic/refresh", n_seen)
            else:
                self.server.wait_for(partial(_is_news, uri, found), n_seen)


def _is_news(uri: str, found: list[Message], message: Message) -> bool:
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    params = message["params"]
    return bool(params["uri"] == uri and params["diagnostics"] != found)


def differences(found: list[Message]) -> list[Message]:
    """What is said of the extra effect and of the missing precondition."""
    by_code = {finding["code"]: finding for finding in found}
    return [by_code["extra-effect"], by_code["missing-precondition"]]


def texts(finding: Message) -> list[str]:
    related = finding.get("relatedInformation") or []
    return [finding["message"], *(place["message"] for place in related)]


@pytest.mark.server_behaviour(33, "with the plans that they stop")
@pytest.mark.parametrize("capabilities", [PUSH, PULL], ids=["push", "pull"])
def test_differences_say_which_plans_they_stop(
    start: Start, folder: Path, capabilities: Message
) -> None:
    session = Session(start, folder, capabilities=capabilities)
    found = session.findings(session.uri, "rejects")
    extra, missing = differences(found)
    assert extra["message"].endswith("; rejects 1 of 2 valid plans")
    assert missing["message"].endswith("; accepts 1 of 1 invalid plan")
    place = extra["relatedInformation"][-1]
    assert place["location"]["uri"] == (folder / "stopped.plan").as_uri()
    assert place["location"]["range"]["start"] == {"line": 1, "character": 0}


@pytest.mark.server_behaviour(44)
def test_what_was_told_changes_with_the_plans(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    plan = session.show("valid.plan")
    session.editor.replace(plan, "(go a b)\n", STOPPED)
    session.findings(session.uri, "rejects 2 of 2 valid plans")
    (folder / "fourth.plan").write_text(STOPPED)
    session.changed(folder / "fourth.plan", 1)
    session.findings(session.uri, "rejects 3 of 3 valid plans")


def test_an_edit_of_the_domain_is_followed(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    session.editor.replace(session.uri, "(and (seen ?x) (not (at ?x)))", "(seen ?x)")
    (finding,) = told_differences(session.editor.diagnostics(session.uri))
    assert "plan" not in finding["message"]  # it is not known yet what it does in this text
    session.findings(session.uri, "accepts 1 of 1 invalid plan")


def test_a_remark_in_the_domain_leaves_what_is_known(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    with session.server.busy(Priority.CONSEQUENCES):
        session.editor.replace(session.uri, "(:action look", "; a remark\n  (:action look")
        extra, _ = differences(session.editor.diagnostics(session.uri))
        assert extra["message"].endswith("rejects 1 of 2 valid plans")


@pytest.mark.server_behaviour(13, "and which difference from a reference is to blame")
@pytest.mark.parametrize("shows_domain", [True, False])
def test_a_failing_step_leads_to_the_difference_to_blame(
    start: Start, folder: Path, shows_domain: bool
) -> None:
    (folder / "p.pddl").write_text(";;!domain: domain.pddl\n" + PROBLEM)
    session = Session(start, folder)
    if not shows_domain:
        session.editor.close(session.uri)
    plan = session.show("stopped.plan")
    found = session.findings(plan, "extra effect")
    (failure,) = (d for d in found if d["code"] == "inapplicable-step")
    told = {
        place["message"]: place["location"]
        for place in failure["relatedInformation"]
        if place["location"]["uri"] == session.uri
    }
    assert list(told) == [
        "`look` deletes `(at a)`; extra effect `(not (at ?x))`",
        "`go` requires `(at a)`",
    ]


def offers(editor: Editor, uri: str, place: str, **context: Any) -> list[Message]:
    """The repairs that are offered at a place."""
    at = editor.position(uri, editor.texts[uri].index(place))
    params = {
        "textDocument": {"uri": uri},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], **context},
    }
    found = editor.server.request("textDocument/codeAction", params)
    repairs = [action for action in found if action["title"].startswith("Repair")]
    # Editors make the first without asking: what is about the place comes first.
    fixes = [action for action in found if action["kind"] == "quickfix"]
    assert found[: len(fixes)] == fixes
    return repairs


@pytest.mark.server_behaviour(27, "repairs make plans valid")
def test_a_repair_is_offered_and_made(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    editor = session.editor
    (best, *_) = offers(editor, session.uri, "town")
    assert best in offers(editor, session.uri, "(not (at ?x)))))")
    assert best["title"] == (
        "Repair: 2 edits make 2 plans in this directory valid and 1 invalid, as in the reference: "
        "add (not (closed ?y)) to the precondition of go; "
        "remove (not (at ?x)) from the effect of look"
    )
    assert "edit" not in best
    assert best["kind"] == "quickfix.repair.planlsp"
    edit = editor.server.request("codeAction/resolve", best)["edit"]
    (annotation,) = edit["changeAnnotations"].values()
    assert annotation["description"].startswith("minimum repair (proved); add")
    editor.apply(edit)
    assert differences_left(session.editor.diagnostics(session.uri)) == []
    assert offers(editor, session.uri, "town") == []


def differences_left(found: list[Message]) -> list[str]:
    return [d["message"] for d in found if d["code"].startswith(("missing-", "extra-"))]


def test_a_repair_is_offered_at_the_step_that_fails(start: Start, folder: Path) -> None:
    """The plan is open, its domain is not, and has no reference."""
    (folder / "domain.pddl").write_text(LEARNED.replace(";;!reference", "; no reference"))
    (folder / "through.plan").unlink()
    session = Session(start, folder)
    session.editor.close(session.uri)
    plan, other = session.show("stopped.plan"), session.show("valid.plan")
    assert offers(session.editor, plan, "(look a)") == []
    session.editor.replace(other, "(go a b)", "(fly a b)")
    assert offers(session.editor, other, "(fly a b)") == []
    session.editor.replace(other, "(fly a b)", "(go a b)")
    repairs = offers(session.editor, plan, "(go a b)")
    assert len(repairs) == 3
    assert "1 edit makes all 2 plans in this directory valid" in repairs[0]["title"]
    edit = session.server.request("codeAction/resolve", repairs[0])["edit"]
    session.editor.apply(edit)
    assert (folder / "domain.pddl").read_text() != LEARNED
    session.changed(folder / "domain.pddl", 2)
    assert [d["code"] for d in session.editor.diagnostics(plan) if d["severity"] == 1] == []


def test_a_repair_of_what_was_edited_since_is_refused(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    (best, *_) = offers(session.editor, session.uri, "town")
    session.editor.replace(session.uri, "(and (seen ?x) (not (at ?x)))", "(seen ?x)")
    asked = session.server.start_request("codeAction/resolve", best)
    assert session.server.answer(asked)["error"]["code"] == -32801


def test_other_actions_come_back_as_they_were(start: Start) -> None:
    server = start(PUSH).server
    action = {"title": "Another", "kind": "quickfix", "data": {"key": 1}}
    assert server.request("codeAction/resolve", action) == action


def test_a_client_that_resolves_nothing_gets_the_edits_at_once(start: Start, folder: Path) -> None:
    literals: Message = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
    session = Session(start, folder, capabilities={"textDocument": {"codeAction": literals}})
    (best, *_) = offers(session.editor, session.uri, "town")
    session.editor.apply(best["edit"])
    assert "(closed ?y)" in session.editor.texts[session.uri]


def test_who_has_not_asked_does_not_wait(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    with session.server.busy(Priority.CONSEQUENCES):
        assert offers(session.editor, session.uri, "town", triggerKind=2) == []
        assert offers(session.editor, session.uri, "town", only=["source"]) == []
    assert offers(session.editor, session.uri, "town", triggerKind=1) != []
    assert offers(session.editor, session.uri, "town", triggerKind=2) != []


def test_it_can_be_switched_off(start: Start, folder: Path) -> None:
    session = Session(start, folder, initializationOptions={"consequences": False})
    found = session.editor.diagnostics(session.uri)
    assert offers(session.editor, session.uri, "town") == []
    assert not any("plans" in finding["message"] for finding in found)


def test_plans_of_other_folders_count_where_they_belong_to_the_domain(
    start: Start, folder: Path
) -> None:
    for place, name in (("more", "q"), ("gold", "r"), ("other", "p")):
        (folder / place).mkdir(exist_ok=True)
        (folder / place / f"{name}.pddl").write_text(
            PROBLEM.replace("problem p", f"problem {name}")
        )
        (folder / place / f"{name}.plan").write_text(STOPPED)
    (folder / "other" / "domain.pddl").write_text(REFERENCE)
    session = Session(start, folder)
    session.findings(session.uri, "rejects 3 of 4 valid plans")
    (best, *_) = offers(session.editor, session.uri, "town")
    assert "4 plans in the workspace valid and 1 invalid, as in the reference" in best["title"]


@pytest.mark.parametrize("is_shown", [True, False])
def test_without_a_workspace_the_folder_is_looked_at(
    start: Start, folder: Path, is_shown: bool
) -> None:
    session = Session(start, folder, folders=None)
    if is_shown:
        session.show("stopped.plan")
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    (folder / "fourth.plan").write_text(STOPPED)
    session.changed(folder / "fourth.plan", 1)
    session.findings(session.uri, "rejects 2 of 3 valid plans")


def test_of_what_is_broken_nothing_is_claimed(start: Start, folder: Path) -> None:
    for name, text in {
        "torn.plan": "(look a\n(go a b",
        "prose.plan": "First look around, then go.",
        "empty.plan": "",
        "foreign.plan": ";;!problem: foreign.pddl\n(stack a b)\n",
        "foreign.pddl": "(define (problem f) (:domain blocks) (:objects a b) (:goal (on a b)))",
        "lost.plan": ";;!problem: nowhere.pddl\n" + STOPPED,
        "wrong.plan": ";;!problem: wrong.pddl\n" + STOPPED,
        "wrong.pddl": PROBLEM.replace("(at a)", "(at nobody)"),
        "bytes.plan": "\udcff",
    }.items():
        (folder / name).write_text(text, errors="surrogateescape")
    for name in ("valid", "stopped", "through"):
        path = folder / f"{name}.plan"
        path.write_text(";;!problem: p.pddl\n" + path.read_text())
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    (best, *_) = offers(session.editor, session.uri, "town")
    assert "2 plans in this directory valid and 1 invalid" in best["title"]


def test_of_a_domain_with_errors_nothing_is_claimed(start: Start, folder: Path) -> None:
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 2 valid plans")
    session.editor.replace(session.uri, "(and (seen ?x) (not (at ?x)))", "(and (seen ?x) (nat ?x))")
    assert offers(session.editor, session.uri, "town") == []
    assert not any("plans" in d["message"] for d in session.editor.diagnostics(session.uri))
    asked = {"command": "planlsp.compareDomains", "arguments": [session.uri, None, "text"]}
    review = session.server.request("workspace/executeCommand", asked)
    assert "plans:" not in review
    assert "untested" not in review


def test_of_many_plans_the_first_ones_are_told(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planfiles.limits.COMPANIONS", 2)
    session = Session(start, folder)
    session.findings(session.uri, "rejects 1 of 1 valid plan executed")


def test_of_long_plans_few_are_executed(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.session.answers.consequences._MOST_STEPS", 2)
    session = Session(start, folder)
    found = session.findings(session.uri, "rejects 1 of 1 valid plan executed")
    (best, *_) = offers(session.editor, session.uri, "town")
    assert "makes 1 plan in this directory valid (2 left out)" in best["title"]
    assert found


def test_names_that_differ_are_known(start: Start, tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    (gold / "domain.pddl").write_text(kitchen.REFERENCE)
    (gold / "p.pddl").write_text(KITCHEN_PROBLEM)
    (gold / "p.plan").write_text("(walk hall pantry)\n(take pot pantry)\n(wash pot)\n")
    (tmp_path / "m.json").write_text(kitchen.MAPPING)
    learned = kitchen.LEARNED.replace("(not (clean ?d)))", "(clean ?d))", 1)
    head = ";;!reference: gold/domain.pddl\n;;!mapping: m.json\n"
    (tmp_path / "domain.pddl").write_text(head + learned)
    session = Session(start, tmp_path)
    found = session.findings(session.uri, "rejects 1 of 1 valid plan")
    (finding,) = (d for d in found if "rejects" in d["message"])
    (place,) = (p for p in finding["relatedInformation"] if "rejected" in p["message"])
    assert place["location"]["uri"].endswith("gold/p.plan")
    assert place["location"]["range"]["start"]["line"] == 2
    assert offers(session.editor, session.uri, "cooking") == []


@pytest.mark.server_behaviour(40)
def test_typing_is_answered_while_plans_are_executed(start: Start, folder: Path) -> None:
    for number in range(40):
        (folder / f"{number}.plan").write_text("(go a b)\n(go b a)\n" * 20 + STOPPED)
    session = Session(start, folder)
    session.findings(session.uri, "rejects 41 of 42 valid plans")
    with session.server.busy(Priority.CONSEQUENCES):
        for number, character in enumerate("(ticket) "):
            old = f"(and {'(ticket) '[:number]}"
            session.editor.replace(session.uri, f"{old}(seen", f"{old}{character}(seen")
            found = session.editor.diagnostics(session.uri)
            assert not any("plans" in finding["message"] for finding in found)
        hover = {"textDocument": {"uri": session.uri}, "position": {"line": 5, "character": 12}}
        assert session.server.request("textDocument/hover", hover)
    found = session.findings(session.uri, "rejects 41 of 42 valid plans")
    assert any("(ticket)" in finding["message"] for finding in found)


def test_a_domain_may_lack_what_its_problems_mention(start: Start, folder: Path) -> None:
    (folder / "domain.pddl").write_text(LEARNED.replace(" (closed ?x)", ""))
    session = Session(start, folder)
    session.findings(session.uri, "accepts 1 of 1 invalid plan")


def test_repairs_have_their_edits_one_by_one_or_say_why_there_are_none(
    start: Start, folder: Path
) -> None:
    session = Session(start, folder)

    def repairs() -> Message:
        arguments = [(folder / "domain.pddl").as_uri()]
        params = {"command": "planlsp.repairs", "arguments": arguments}
        answer: Message = session.server.request("workspace/executeCommand", params)
        return answer

    answer = repairs()
    assert (answer["reason"], answer["isFinal"]) == (None, True)
    (repair, *_) = answer["repairs"]
    assert repair["edits"] == [
        "add (not (closed ?y)) to the precondition of go",
        "remove (not (at ?x)) from the effect of look",
    ]
    assert "2 edits make" in repair["title"]
    session.editor.apply(repair["edit"])
    answer = repairs()
    assert (answer["repairs"], answer["isFinal"]) == ([], True)
    assert answer["reason"] == "all 3 plans have the expected result"
    for plan in folder.glob("*.plan"):
        plan.unlink()
        session.changed(plan, 3)
    while (reason := repairs()["reason"]) != "it has no plans that can be executed":
        assert reason is not None
    session.server.close((folder / "domain.pddl").as_uri())
    answer = repairs()
    assert (answer["reason"], answer["isFinal"]) == ("plans are executed for open files only", True)


def test_the_lens_counts_the_plans_that_messages_count(start: Start, folder: Path) -> None:
    """Also those of other folders."""
    (folder / "more").mkdir()
    (folder / "more" / "stopped.plan").write_text(
        ";;!domain: ../domain.pddl\n;;!problem: ../p.pddl\n" + STOPPED
    )
    session = Session(start, folder)
    found = session.findings(session.uri, "of 3 valid plans")
    assert any("rejects 2 of 3 valid plans" in each["message"] for each in found)
    assert "2 of 4 plans valid · 3 of 4 in the reference" in session.editor.lenses(session.uri)

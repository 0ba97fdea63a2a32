"""The main job: a learned domain is typed, compared and put right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.difference_messages import told_differences
from support.editor import Editor
from support.lsp_client import Message

REFERENCE = """\
(define (domain rooms)
  (:requirements :strips :typing :negative-preconditions)
  (:types room key)
  (:predicates (at ?r - room) (holding ?k - key) (locked ?r - room) (fits ?k - key ?r - room))
  (:action enter
    :parameters (?from ?to - room)
    :precondition (and (at ?from) (not (locked ?to)))
    :effect (and (at ?to) (not (at ?from))))
  (:action unlock
    :parameters (?r - room ?k - key)
    :precondition (and (holding ?k) (fits ?k ?r) (locked ?r))
    :effect (not (locked ?r)))
  (:action wait :parameters ())
)
"""

# `$0` marks nothing here; the comment makes columns differ between the encodings.
LEARNED = """\
;;!reference: reference.pddl
(define (domain rooms)
  (:requirements :strips :typing :negative-preconditions)
  (:types room key)
  (:predicates (at ?r - room) (holding ?k - key) (locked ?r - room))
  (:action enter
    :parameters (?a ?b - room)
    ; 🚪 é
    :precondition (at ?a)
    :effect (and
      (at ?b) ; there
      (not (at ?a))
      (locked ?a)
    )
  )
  (:action unlock
    :parameters (?x - room ?y - key)
    :effect (locked ?x))
  (:action sleep :parameters () :effect ())
)
"""

PUSH: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    }
}
PULL: Message = {
    "textDocument": {**PUSH["textDocument"], "diagnostic": {}},
    "workspace": {
        "workspaceEdit": {"documentChanges": True},
        "diagnostics": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    },
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reference.pddl").write_text(REFERENCE)
    return tmp_path


def differences(editor: Editor, uri: str) -> list[Message]:
    """What the server says of the reference; the rules may have more to say."""
    found = editor.diagnostics(uri)
    return [*told_differences(found), *(each for each in found if "reference" in each["code"])]


def codes(diagnostics: list[Message]) -> list[str]:
    return sorted(each["code"] for each in diagnostics)


@pytest.mark.server_behaviour(33)
@pytest.mark.parametrize(
    "encoding", ["utf-16", *(pytest.param(e, marks=pytest.mark.slow) for e in ("utf-8", "utf-32"))]
)
@pytest.mark.parametrize("capabilities", [PUSH, PULL], ids=["push", "pull"])
def test_every_fix_makes_its_difference_vanish_and_nothing_is_left(
    start: Callable[..., Editor], folder: Path, capabilities: Message, encoding: str
) -> None:
    editor = start({**capabilities, "general": {"positionEncodings": [encoding]}})
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    assert codes(differences(editor, uri)) == [
        "changed-effect",
        "extra-action",
        "extra-effect",
        "missing-action",
        "missing-precondition",
        "missing-precondition",
        "missing-precondition",
        "missing-precondition",
        "missing-predicate",
    ]
    left = 9
    while found := differences(editor, uri):
        diagnostic = found[0]
        fixes = [a for a in editor.actions(uri, diagnostic, "quickfix") if a.get("diagnostics")]
        fix = next(a for a in fixes if a["diagnostics"][0]["message"] == diagnostic["message"])
        editor.apply(fix["edit"])
        # What a literal needs is declared along with it.
        assert len(differences(editor, uri)) < left, editor.texts[uri]
        left = len(differences(editor, uri))
    assert "(fits ?k - key ?r - room)" in editor.texts[uri]
    assert "(not (locked ?b))" in editor.texts[uri]
    assert editor.lenses(uri)[0] == "similarity 1.000 over 3 actions · no differences"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_take_all_leaves_nothing(start: Callable[..., Editor], folder: Path, newline: str) -> None:
    editor = start(PUSH)
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED.replace("\n", newline))
    diagnostic = differences(editor, uri)[0]
    (action,) = editor.actions(uri, diagnostic, "source.takeReference")
    assert action["title"] == "Take all from the reference (9 differences)"
    assert action["kind"] == "source.takeReference.planlsp"
    editor.apply(action["edit"])
    assert differences(editor, uri) == []
    assert editor.texts[uri].count("\n") == editor.texts[uri].count(newline)
    assert "; there" in editor.texts[uri]


def test_take_one_action(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    diagnostic = next(
        each for each in differences(editor, uri) if "(holding ?y)" in each["message"]
    )
    titles = {each["title"]: each for each in editor.actions(uri, diagnostic)}
    editor.apply(titles["Take all of `unlock` from the reference (4 differences)"]["edit"])
    assert codes(differences(editor, uri)) == [
        "extra-action",
        "extra-effect",
        "missing-action",
        "missing-precondition",
    ]
    # Actions that are the same have no lens, unless a setting says so.
    assert [lens.partition(" = ")[0] for lens in editor.lenses(uri)][1:] == ["similarity 0.600"]


def test_a_fix_is_tied_to_the_version_of_the_text(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PULL)
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    editor.type(uri, "; there", " it is")
    (action,) = editor.actions(uri, differences(editor, uri)[0], "source.takeReference")
    version = action["edit"]["documentChanges"][0]["textDocument"]["version"]
    assert version == editor.versions[uri] == 7


@pytest.mark.server_behaviour(33)
def test_differences_come_and_go_as_one_types(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, REFERENCE.replace("(define (d", ";;!reference: reference.pddl\n(define (d"))
    assert differences(editor, uri) == []
    editor.type(uri, "(not (at ?from))", " (locked ?from)")
    (extra,) = differences(editor, uri)
    assert extra["code"] == "extra-effect"
    assert extra["severity"] == 2
    assert editor.marked(uri, extra["range"]) == "(locked ?from)"
    editor.replace(uri, " (locked ?from)", "")
    assert differences(editor, uri) == []
    editor.replace(uri, "(fits ?k ?r) (lo", "(fits ?r ?k) (lo")
    changed = next(e for e in differences(editor, uri) if e["code"] == "changed-precondition")
    assert editor.marked(uri, changed["range"]) == "(fits ?r ?k)"
    (related,) = changed["relatedInformation"]
    assert related["location"]["uri"] == (folder / "reference.pddl").as_uri()
    assert related["location"]["range"]["start"]["line"] == 10
    editor.replace(uri, "(fits ?r ?k) ", "")
    (missing,) = differences(editor, uri)
    assert missing["code"] == "missing-precondition"
    assert editor.marked(uri, missing["range"]) == ":precondition"


def test_differences_follow_the_reference_that_is_open(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH)
    reference, learned = (folder / "reference.pddl").as_uri(), (folder / "learned.pddl").as_uri()
    editor.open(learned, ";;!reference: reference.pddl\n" + REFERENCE)
    assert differences(editor, learned) == []
    editor.open(reference, REFERENCE)
    seen = len(editor.server.messages)
    editor.type(reference, "(at ?to)", " (locked ?from)")
    published(editor, learned, ["missing-effect"], seen)
    seen = len(editor.server.messages)
    editor.close(reference)  # what is on disk counts again
    published(editor, learned, [], seen)


@pytest.mark.server_behaviour(44)
def test_differences_follow_the_reference_on_disk(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({**PUSH, "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    registration = editor.server.wait_for_method("client/registerCapability")
    editor.server.reply(registration)
    learned = (folder / "learned.pddl").as_uri()
    editor.open(learned, ";;!reference: reference.pddl\n" + REFERENCE)
    assert differences(editor, learned) == []
    for text, expected in (
        (REFERENCE.replace("(at ?to) ", ""), ["extra-effect"]),
        ("", ["unusable-reference"]),
        (REFERENCE, []),
    ):
        seen = len(editor.server.messages)
        (folder / "reference.pddl").write_text(text)
        change = {"uri": (folder / "reference.pddl").as_uri(), "type": 2}
        editor.server.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
        published(editor, learned, expected, seen)


@pytest.mark.server_behaviour(44)
def test_a_client_that_watches_no_files_learns_of_them_by_using_the_server(
    start: Callable[..., Editor], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.session.project.FRESH", -1)
    editor = start(PUSH)
    learned = (folder / "learned.pddl").as_uri()
    editor.open(learned, ";;!reference: reference.pddl\n" + REFERENCE)
    assert differences(editor, learned) == []
    seen = len(editor.server.messages)
    (folder / "reference.pddl").write_text(REFERENCE.replace("(at ?to) ", ""))
    assert "1 difference" in editor.lenses(learned)[0]
    published(editor, learned, ["extra-effect"], seen)


def test_a_client_that_pulls_is_asked_to_pull_again(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PULL)
    reference, learned = (folder / "reference.pddl").as_uri(), (folder / "learned.pddl").as_uri()
    editor.open(learned, ";;!reference: reference.pddl\n" + REFERENCE)
    editor.open(reference, REFERENCE)
    assert differences(editor, learned) == []
    assert "1.000" in editor.lenses(learned)[0]
    editor.replace(reference, "(at ?to) ", "")
    for method in ("workspace/diagnostic/refresh", "workspace/codeLens/refresh"):
        asked = editor.server.wait_for_method(method)
        editor.server.reply(asked)
    assert codes(differences(editor, learned)) == ["extra-effect"]
    assert not editor.server.calls("textDocument/publishDiagnostics")


def test_the_reference_is_set_by_a_command_and_taken_back(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH)
    editor.open("untitled:Untitled-1", REFERENCE.replace("(at ?to) ", ""))
    assert differences(editor, "untitled:Untitled-1") == []
    for reference, expected in (
        ((folder / "reference.pddl").as_uri(), ["missing-effect"]),
        (None, []),
    ):
        seen = len(editor.server.messages)
        arguments = ["untitled:Untitled-1", reference]
        command = {"command": "planlsp.setReference", "arguments": arguments}
        assert editor.server.request("workspace/executeCommand", command) is None
        published(editor, "untitled:Untitled-1", expected, seen)


def test_a_problem_is_for_no_file_that_has_become_a_reference(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PULL)
    texts = {
        "one.pddl": "(define (domain d) (:predicates (p)))",
        "two.pddl": "(define (domain d) (:predicates (p)))",
        "p01.pddl": "(define (problem e) (:domain d) (:init (p)) (:goal (p)))",
    }
    uris = {name: (folder / name).as_uri() for name in texts}
    for name, text in texts.items():
        editor.open(uris[name], text)
    for reference, expected in ((None, ["ambiguous-domain"]), (uris["one.pddl"], [])):
        arguments = [uris["two.pddl"], reference]
        command = {"command": "planlsp.setReference", "arguments": arguments}
        editor.server.request("workspace/executeCommand", command)
        asked = {"textDocument": {"uri": uris["p01.pddl"]}}
        found = editor.server.request("textDocument/diagnostic", asked)["items"]
        assert [finding["code"] for finding in found] == expected


def test_what_is_set_for_a_file_counts_whether_or_not_it_was_ever_open(
    start: Callable[..., Editor], folder: Path
) -> None:
    """A problem is for the domain that is no reference, and so is its plan."""
    domain = "(define (domain d) (:predicates (p)))"
    problem = "(define (problem e) (:domain d) (:init (p)) (:goal (p)))"
    for name, text in (("one", domain), ("two", domain), ("p01", problem)):
        (folder / f"{name}.pddl").write_text(text)
    (folder / "a.plan").write_text(";;!problem: p01.pddl\n")
    one, two, p01, plan = (
        (folder / f).as_uri() for f in ("one.pddl", "two.pddl", "p01.pddl", "a.plan")
    )
    for is_opened in (True, False):
        editor = start(PULL)
        if is_opened:
            editor.open(two, domain)
        editor.open(p01, problem)
        editor.open(plan, ";;!problem: p01.pddl\n")
        for arguments in ([two, one], [one, plan]):
            command = {"command": "planlsp.setReference", "arguments": arguments}
            editor.server.request("workspace/executeCommand", command)
        if is_opened:
            editor.server.close(two)
        asked = {"textDocument": {"uri": p01}}
        assert editor.server.request("textDocument/diagnostic", asked)["items"] == []


def test_a_reference_counts_from_where_it_is_set_among_the_messages(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor, uri = start(PUSH), "untitled:Untitled-1"
    editor.open(uri, REFERENCE.replace("(at ?to) ", ""))
    place = {
        "textDocument": {"uri": uri},
        "position": editor.position(uri, REFERENCE.find("enter")),
    }
    arguments = [uri, (folder / "reference.pddl").as_uri()]
    messages: dict[str, tuple[str, Message]] = {
        "before": ("textDocument/hover", place),
        "command": (
            "workspace/executeCommand",
            {"command": "planlsp.setReference", "arguments": arguments},
        ),
        "after": ("textDocument/hover", place),
    }
    editor.server.send(
        *(
            {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
            for name, (method, params) in messages.items()
        ),
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "command"}},
    )
    said = {name: str(editor.server.answer(name)["result"]) for name in ("before", "after")}
    assert "reference" not in said["before"]
    assert "differences: 1 missing effect" in said["after"]


@pytest.mark.parametrize(
    "setting",
    ["gold/reference.pddl", {"learned/**/*.pddl": "gold/reference.pddl", "*.pddl": "missing"}],
)
def test_the_reference_is_set_by_a_setting(
    start: Callable[..., Editor], folder: Path, setting: object
) -> None:
    (folder / "gold").mkdir()
    (folder / "reference.pddl").rename(folder / "gold" / "reference.pddl")
    workspace = [{"uri": folder.as_uri(), "name": "plans"}]
    editor = start(PUSH, options={"reference": setting}, workspaceFolders=workspace)
    learned = (folder / "learned" / "by-model" / "rooms.pddl").as_uri()
    editor.open(learned, REFERENCE.replace("(at ?to) ", ""))
    assert codes(differences(editor, learned)) == ["missing-effect"]
    seen = len(editor.server.messages)
    settings = {"planlsp": {"reference": setting, "severities": {"missing-effect": "off"}}}
    editor.server.notify("workspace/didChangeConfiguration", {"settings": settings})
    published(editor, learned, [], seen)


def published(editor: Editor, uri: str, expected: list[str], seen: int) -> None:
    """Wait until the findings pushed since message number `seen` are the `expected` ones."""
    editor.server.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri
            and codes([e for e in m["params"]["diagnostics"] if e["severity"] < 4]) == expected
        ),
        seen,
    )
    # What was sent before this answer is all that there was to say.
    editor.server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert codes(differences(editor, uri)) == expected


def test_a_command_of_the_client_that_it_sends_back_shows_the_reference(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({**PUSH, "window": {"showDocument": {"support": True}}})
    server, uri = editor.server, (folder / "learned.pddl").as_uri()
    offered = server.answer(1)["result"]["capabilities"]["executeCommandProvider"]["commands"]
    assert "planlsp.showDifferences" not in offered
    editor.open(uri, LEARNED)
    lenses = server.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    command = lenses[1]["command"]
    running = server.start_request("workspace/executeCommand", command)
    shown = server.wait_for_method("window/showDocument")
    assert shown["params"]["uri"] == (folder / "reference.pddl").as_uri()
    server.reply(shown, {"success": True})
    assert server.answer(running)["result"] is None
    for wrong in ([], [uri], [uri, None, ["nowhere"]]):
        params = {"command": command["command"], "arguments": wrong}
        asked = server.start_request("workspace/executeCommand", params)
        assert server.answer(asked)["error"]["code"] == -32602


@pytest.mark.server_behaviour(17)
def test_a_hover_on_an_action_shows_the_reference_s(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({"textDocument": {"hover": {"contentFormat": ["markdown"]}}})
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    cursor = editor.position(uri, LEARNED.index("unlock"))
    place = {"textDocument": {"uri": uri}, "position": cursor}
    told = editor.server.request("textDocument/hover", place)["contents"]["value"]
    assert "differences: 3 missing preconditions, 1 changed effect" in told
    assert "Reference:\n\n```pddl\n(:action unlock\n  :parameters (?r - room ?k - key)" in told


def test_actions_that_are_the_same_have_a_lens_where_a_setting_says_so(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH, initializationOptions={"identicalLenses": True})
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, ";;!reference: reference.pddl\n" + REFERENCE)
    assert len(editor.lenses(uri)) == 4


def test_uses_of_predicates_have_a_lens_where_a_setting_says_so(
    start: Callable[..., Editor], folder: Path
) -> None:
    uri = (folder / "reference.pddl").as_uri()
    editor = start(PUSH)
    editor.open(uri, REFERENCE)
    assert [title for title in editor.lenses(uri) if " need" in title] == []
    editor = start(PUSH, initializationOptions={"predicateLenses": True})
    editor.open(uri, REFERENCE)
    assert [title for title in editor.lenses(uri) if " need" in title]


def test_a_reference_that_shares_nothing_is_doubted(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH)
    uri = (folder / "learned.pddl").as_uri()
    other = """;;!reference: reference.pddl
(define (domain stack) (:predicates (on ?a ?b) (clear ?a) (hand))
  (:action lift :parameters (?a ?b) :precondition (and (on ?a ?b) (clear ?a) (hand))
    :effect (and (not (hand)) (clear ?b) (not (on ?a ?b))))
  (:action drop :parameters (?a ?b) :precondition (clear ?b) :effect (and (hand) (on ?a ?b))))
"""
    editor.open(uri, other)
    told = [each["message"] for each in editor.diagnostics(uri) if each["code"] == "aligned"]
    while not told:
        found = editor.diagnostics(uri)
        told = [each["message"] for each in found if each["code"] == "aligned"]
    assert told[0].endswith("is `reference.pddl` the right file?")

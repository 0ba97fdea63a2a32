"""A domain written independently of its reference: reviewed under pairs of names."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plancore.correspondence.pairs import Pairs, questions
from plancore.correspondence.stated.document import mapping_text
from plancore.correspondence.stated.mapping import answered, pairs_under
from plancore.ide.review.terms import Terms, terms_of
from support.editor import Editor
from support.kitchen import (
    LEARNED,
    LEARNED_PROBLEM,
    MAPPING,
    REFERENCE,
    REFERENCE_PROBLEM,
    UNLIKE,
    domain,
)
from support.lsp_client import LIMIT, LspClient, Message
from support.lsp_memory import LspMemory
from support.lsp_process import LspProcess

NAMED = ";;!reference: reference.pddl\n"
MAPPED = NAMED + ";;!mapping: kitchen.json\n"
CAPABILITIES: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "codeLens": {"refreshSupport": True},
    },
}
Start = Callable[..., Editor]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reference.pddl").write_text(REFERENCE)
    return tmp_path


@pytest.fixture
def start(start: Start) -> Start:
    def begin(capabilities: Message = CAPABILITIES, **options: object) -> Editor:
        return start(capabilities, **options)

    return begin


def opened(
    start: Start, folder: Path, text: str, *capabilities: Message, **options: object
) -> tuple[Editor, str]:
    """An editor that shows the learned domain, and the URI of that."""
    editor, uri = start(*capabilities, **options), (folder / "learned.pddl").as_uri()
    editor.open(uri, text)
    return editor, uri


def said(editor: Editor, uri: str) -> dict[str, list[str]]:
    """What the server says beside hints, by code."""
    return _by_code(editor.diagnostics(uri))


def _by_code(diagnostics: list[Message]) -> dict[str, list[str]]:
    messages: dict[str, list[str]] = {}
    for diagnostic in diagnostics:
        if diagnostic["severity"] < 4:
            messages.setdefault(diagnostic["code"], []).append(diagnostic["message"])
    return messages


def comes_to_say(editor: Editor, uri: str, wanted: Callable[[dict[str, list[str]]], bool]) -> None:
    """Wait until the findings in the text as it is now are as wanted."""
    editor.server.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri
            and m["params"]["version"] == editor.versions[uri]
            and wanted(_by_code(m["params"]["diagnostics"]))
        )
    )


def actions_at(editor: Editor, uri: str, name: str) -> dict[str, Message]:
    """The code actions where `name` stands first, by title."""
    position = editor.position(uri, editor.texts[uri].index(name))
    range_ = {"start": position, "end": position}
    return {each["title"]: each for each in editor.actions(uri, {"range": range_, "message": ""})}


def hover_at(editor: Editor, uri: str, name: str) -> str:
    position = editor.position(uri, editor.texts[uri].index(name))
    params = {"textDocument": {"uri": uri}, "position": position}
    text: str = editor.server.request("textDocument/hover", params)["contents"]["value"]
    return text


def test_names_that_match_next_to_nothing_are_compared_under_pairs(
    start: Start, folder: Path
) -> None:
    editor, uri = opened(start, folder, NAMED + UNLIKE)
    messages = said(editor, uri)
    assert messages["aligned"] == [
        "the domains share almost no names; compared with a name mapping of 7 matches"
    ]
    assert messages["missing-action"] == ["missing action `wash`"]
    assert "missing-precondition" not in messages
    assert "aligned" in editor.lenses(uri)[0]


@pytest.mark.parametrize(("setting", "code"), [("off", "names-apart"), ("on", "aligned")])
def test_the_setting_says_when_pairs_are_looked_for(
    start: Start, folder: Path, setting: str, code: str
) -> None:
    editor, uri = opened(start, folder, NAMED + UNLIKE, options={"align": setting})
    messages = said(editor, uri)
    assert {"names-apart", "aligned"} & messages.keys() == {code}
    assert ("`planlsp.align`" in messages[code][0]) is (setting == "off")
    assert len(messages["missing-action"]) == (3 if setting == "off" else 1)


@pytest.mark.parametrize("setting", [True, False])
def test_problems_beside_the_files_speak_for_pairs(
    start: Start, folder: Path, setting: bool
) -> None:
    (folder / "ours.pddl").write_text(LEARNED_PROBLEM)
    (folder / "theirs.pddl").write_text(REFERENCE_PROBLEM)
    (folder / "learned.pddl").write_text(NAMED + LEARNED)
    editor, uri = opened(start, folder, NAMED + LEARNED, options={"evidence": setting})
    (aligned,) = said(editor, uri)["aligned"]
    assert aligned.endswith("; evidence: ours.pddl, theirs.pddl") is setting
    assert ("initial fact similarity" in hover_at(editor, uri, "is-held")) is False
    assert ("initial fact similarity" in hover_at(editor, uri, "has-dish")) is setting


def test_a_mapping_says_what_stands_for_what(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text(MAPPING)
    (folder / "reference.pddl").write_text(
        REFERENCE.replace("(dish-in ?d ?r))\n", "(dish-in ?d ?r) (dirty ?d))\n")
    )
    editor, uri = opened(start, folder, MAPPED + LEARNED, options={"align": "off"})
    messages = said(editor, uri)
    assert messages["missing-precondition"] == [
        "missing precondition `(not (clean ?d))`, in the reference `(dirty ?d)`"
    ]
    assert "missing-action" not in messages
    missing = next(d for d in editor.diagnostics(uri) if d["code"] == "missing-precondition")
    (related,) = missing["relatedInformation"]
    assert related["message"] == "reference: `(dirty ?d)`"
    assert related["location"]["uri"] == (folder / "reference.pddl").as_uri()
    titles = {each["title"]: each for each in editor.actions(uri, missing, "quickfix")}
    editor.apply(titles["Add precondition `(not (clean ?d))`"]["edit"])
    comes_to_say(editor, uri, lambda codes: "missing-precondition" not in codes)
    assert "(room ?r) (not (clean ?d)))" in editor.texts[uri]


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_review_follows_the_mapping(start: Start, folder: Path, is_shown: bool) -> None:
    mapping = folder / "kitchen.json"
    mapping.write_text("{}")
    editor, uri = opened(start, folder, MAPPED + LEARNED, options={"align": "off"})
    if is_shown:
        editor.server.open(mapping.as_uri(), "{}")
    assert len(said(editor, uri)["missing-action"]) == 3
    if is_shown:
        editor.server.change(mapping.as_uri(), 2, {"text": MAPPING})
    else:
        mapping.write_text(MAPPING)
        changes = [{"uri": mapping.as_uri(), "type": 2}]
        editor.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    comes_to_say(editor, uri, lambda codes: "missing-action" not in codes)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("none.json", "", "cannot use the mapping `none.json`: no such file"),
        ("kitchen.json", "{", "mapping:1:2: not JSON: expecting property name"),
        ("kitchen.json", '{"actions": [{"learned": "go"}]}', "mapping:1:14: `actions[0]`: "),
        (
            "kitchen.json",
            '{"actions": [{"learned": "fly", "reference": "walk"}]}',
            "mapping:1:14: no action `fly` in the learned domain",
        ),
        ("/etc/passwd", "", "cannot use the mapping `/etc/passwd`: it is outside"),
        ("//other/m.json", "", "cannot use the mapping `//other/m.json`: it is on another machine"),
    ],
)
def test_what_is_wrong_with_a_mapping_is_told_where_it_is_named(
    start: Start, folder: Path, name: str, text: str, expected: str
) -> None:
    (folder / "kitchen.json").write_text(text)
    editor, uri = opened(start, folder, f"{NAMED};;!mapping: {name}\n{LEARNED}")
    (fault,) = [d for d in editor.diagnostics(uri) if d["code"].endswith("-mapping")]
    assert fault["message"].startswith(expected)
    assert fault["severity"] == 2
    assert editor.marked(uri, fault["range"]) == name


def test_a_decision_makes_a_mapping_and_the_next_one_adds_to_it(start: Start, folder: Path) -> None:
    editor, uri = opened(start, folder, NAMED + UNLIKE)
    offered = actions_at(editor, uri, "rinse")
    titles = [title for title in offered if title.startswith(("Match", "Reject"))]
    assert titles == [
        f"Match with the reference action `{name}`" for name in ("wash", "walk", "take")
    ]
    editor.apply(offered[titles[0]]["edit"])
    assert editor.texts[uri].startswith(f"{NAMED};;!mapping: learned.mapping.json\n")
    stated = json.loads((folder / "learned.mapping.json").read_text())
    assert [(p["learned"], p["reference"]) for p in stated["actions"]] == [("rinse", "wash")]
    comes_to_say(editor, uri, lambda codes: "missing-action" not in codes)
    assert "matches `wash` in the reference (confidence 1.00; stated)" in hover_at(
        editor, uri, "rinse"
    )


def test_where_names_match_no_name_is_offered_that_stands_for_itself(
    start: Start, folder: Path
) -> None:
    editor, uri = opened(start, folder, NAMED + REFERENCE.replace("action wash", "action rinse"))
    titles = [
        title for title in actions_at(editor, uri, "rinse") if title.startswith(("Match", "Reject"))
    ]
    assert titles == ["Match with the reference action `wash`"]


def test_an_uncertain_pair_can_be_refused(start: Start, folder: Path) -> None:
    editor, uri = opened(start, folder, NAMED + LEARNED.replace("rinse", "wash-up"))
    assert "1 uncertain" in said(editor, uri)["aligned"][0]
    assert not [
        title for title in actions_at(editor, uri, "pick") if title.startswith(("Match", "Reject"))
    ]
    offered = actions_at(editor, uri, "wash-up")
    editor.apply(offered["Reject the match with the reference action `wash`"]["edit"])
    stated = json.loads((folder / "learned.mapping.json").read_text())
    refusal = {"kind": "actions", "learned": "wash-up", "reference": "wash"}
    assert stated["refusals"] == [refusal]
    comes_to_say(editor, uri, lambda codes: "missing-action" in codes)


def test_a_name_with_an_uncertain_match_has_the_answers_to_its_question(
    start: Start, folder: Path
) -> None:
    editor, uri = opened(start, folder, NAMED + LEARNED.replace("rinse", "wash-up"))
    offered = actions_at(editor, uri, "wash-up")
    titles = [title for title in offered if title.startswith(("Confirm", "Match", "Reject"))]
    assert titles == [
        "Confirm the match with the reference action `wash`",
        "Reject the match with the reference action `wash`",
        "Match with the reference action `walk`",
        "Match with the reference action `take`",
    ]
    editor.apply(offered[titles[0]]["edit"])
    stated = json.loads((folder / "learned.mapping.json").read_text())
    assert [(p["learned"], p["reference"]) for p in stated["actions"]] == [("wash-up", "wash")]
    comes_to_say(editor, uri, lambda codes: "uncertain" not in codes["aligned"][0])


DOUBTS = LEARNED.replace("rinse", "wash-up").replace("pick", "hold")
"""More matches are uncertain."""


def answer_match(editor: Editor, uri: str, match: Message, answer: str) -> Message:
    """Answer a question of the list, and make the edits that the server asks for."""
    server = editor.server
    n_asked = len(server.messages)
    params = {"command": "planlsp.answerMatch", "arguments": [uri, match, answer]}
    asked = server.start_request("workspace/executeCommand", params)
    done: Message = server.wait_for(
        lambda m: m.get("method") == "workspace/applyEdit" or m.get("id") == asked,
        n_asked,
    )
    if done.get("method") == "workspace/applyEdit":
        editor.apply(done["params"]["edit"])
        server.reply(done, {"applied": True})
        done = server.answer(asked)
    return done


def execute(editor: Editor, command: str, *arguments: object) -> Message:
    params = {"command": f"planlsp.{command}", "arguments": arguments}
    answer: Message = editor.server.request("workspace/executeCommand", params)
    return answer


def names_of(matches: list[Message]) -> list[tuple[str, str]]:
    return [(each["learned"], each["reference"]) for each in matches]


def test_a_list_of_matches_asks_what_the_command_asks_and_keeps_the_answers(
    start: Start, folder: Path
) -> None:
    editor, uri = opened(start, folder, NAMED + DOUBTS, options={"evidence": False})
    ours, theirs = domain(DOUBTS), domain(REFERENCE)
    stated, listed = Pairs(), execute(editor, "nameMatches", uri)
    saved = folder / "learned.mapping.json"
    messages = []
    for answer in ("no", "=take", "yes"):
        asked = questions(pairs_under(stated, ours, theirs).pairs)
        shown = [
            each for each in listed["matches"] if each["state"] in ("uncertain", "not matched")
        ]
        assert names_of(shown)[:10] == [(q.pair.learned, q.pair.reference) for q in asked][:10]
        assert {each["state"] for each in listed["matches"] if each["confidence"] < 0.8} <= {
            "uncertain",
            "not matched",
        }
        kind, pair, _ = asked[0]
        new = answered(stated, kind, pair, answer, theirs)
        if not isinstance(new, Pairs):  # the question is about a predicate
            refusal = answer_match(editor, uri, listed["matches"][0], answer)
            assert refusal["error"]["message"] == f"Invalid Params: {new}"
            continue
        stated = new
        listed = answer_match(editor, uri, listed["matches"][0], answer)["result"]
        messages.append(listed["message"])
        # The same text as `planeval align --ask` would write.
        assert saved.read_text() == mapping_text(stated)
    assert f"{NAMED};;!mapping: learned.mapping.json\n" in editor.texts[uri]
    assert any(message.startswith(("new:", "removed:")) for message in messages)
    assert execute(editor, "nameMatches", uri)["matches"] == listed["matches"]


@pytest.mark.slow
def test_to_confirm_a_match_in_the_list_loses_no_other(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text("{}")
    editor, uri = opened(start, folder, MAPPED + LEARNED)
    listed = execute(editor, "nameMatches", uri)
    pairs = [each for each in listed["matches"] if each["state"] in ("found", "uncertain")]
    assert len(pairs) > 5
    for number, pair in enumerate(pairs, 1):
        now = next(m for m in listed["matches"] if names_of([m]) == names_of([pair]))
        listed = answer_match(editor, uri, now, "yes")["result"]
        states = {each["text"]: each["state"] for each in listed["matches"]}
        found = [states[each["text"]] for each in pairs]
        assert found.count("confirmed") >= number
        assert set(found) <= {"confirmed", "found", "uncertain"}


def test_what_is_no_answer_is_refused_and_nothing_is_written(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text("// mine\n{}")
    editor, uri = opened(start, folder, NAMED + DOUBTS)
    match = execute(editor, "nameMatches", uri)["matches"][0]

    def refusal(*arguments: object) -> str:
        params = {"command": "planlsp.answerMatch", "arguments": arguments}
        answer = editor.server.answer(
            editor.server.start_request("workspace/executeCommand", params)
        )
        message: str = answer["error"]["message"]
        return message.removeprefix("Invalid Params: ")

    assert refusal(uri, match) == "expected a URI, a match and an answer"
    assert "in the reference domain" in refusal(uri, match, "wolk")
    other = {**match, "learned": "fly"}
    assert refusal(uri, other, "yes").startswith("the names are no longer matched so")
    assert refusal(uri + "x", match, "yes").endswith("is not an open domain with a reference")
    asked = {"command": "planlsp.answerMatch", "arguments": [uri, match, "yes"]}
    number = editor.server.start_request("workspace/executeCommand", asked)
    editor.server.reply(editor.server.wait_for_method("workspace/applyEdit"), {"applied": False})
    assert "refused the edit" in editor.server.answer(number)["error"]["message"]
    assert not (folder / "learned.mapping.json").exists()
    (folder / "learned.mapping.json").write_text("")
    assert refusal(uri, match, "yes").startswith("no mapping file can be made here")
    editor.replace(uri, NAMED, MAPPED)
    match = execute(editor, "nameMatches", uri)["matches"][0]
    assert refusal(uri, match, "yes").startswith("the mapping file has errors, comments")
    assert (folder / "kitchen.json").read_text() == "// mine\n{}"


def test_a_client_that_makes_no_files_is_offered_decisions_where_there_is_a_mapping(
    start: Start, folder: Path
) -> None:
    mapping = folder / "kitchen.json"
    mapping.write_text("")
    editor, uri = opened(
        start, folder, NAMED + UNLIKE, {"textDocument": CAPABILITIES["textDocument"]}
    )
    assert not [t for t in actions_at(editor, uri, "rinse") if t.startswith(("Match", "Reject"))]
    editor.replace(uri, NAMED, MAPPED)
    offered = actions_at(editor, uri, "rinse")
    editor.apply(offered["Match with the reference action `wash`"]["edit"])
    assert '"learned": "rinse", "reference": "wash"' in mapping.read_text()


def test_a_mapping_with_faults_is_not_written_anew(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text('{"actions": [{"learned": "go"}]}')
    editor, uri = opened(start, folder, MAPPED + LEARNED)
    assert not [t for t in actions_at(editor, uri, "rinse") if t.startswith(("Match", "Reject"))]


def test_a_hover_says_what_a_name_stands_for_and_why(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text(MAPPING)
    editor, uri = opened(start, folder, MAPPED + LEARNED)
    for name, expected in (
        ("go ", "matches `walk` in the reference (confidence 1.00; stated)"),
        ("is-in", "matches `(cook-in ?r - room)` in the reference, with its arguments"),
        ("clean", "is the negation of `(dirty ?d - dish)` in the reference"),
        ("room ?p", "matches the type `room` in the reference"),
        ("place", "no match in the reference"),
    ):
        assert expected in hover_at(editor, uri, name)


def test_typing_on_keeps_the_pairs_until_others_are_found(start: Start, folder: Path) -> None:
    editor, uri = opened(start, folder, NAMED + LEARNED)
    assert "extra-effect" not in said(editor, uri)
    editor.type(uri, "(is-in ?c ?to)", " (is-held ?c)")
    comes_to_say(
        editor,
        uri,
        lambda codes: codes.get("extra-effect") == ["extra effect `(is-held ?c)`"],
    )


def test_a_long_search_keeps_nobody_waiting(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()

    def slow(*asked: Any) -> Terms:
        assert released.wait(LIMIT)
        return terms_of(*asked)

    monkeypatch.setattr("planlsp.session.answers.terms.terms_of", slow)
    monkeypatch.setattr("planlsp.session.background.answer_cache.PATIENCE", 0.0)
    editor, uri = opened(start, folder, NAMED + LEARNED)
    assert said(editor, uri).keys() == {"missing-requirement"}
    assert editor.lenses(uri) == []
    editor.type(uri, "(is-in ?c ?to)", " (is-held ?c)")
    assert "predicate" in hover_at(editor, uri, "is-held")
    released.set()
    comes_to_say(editor, uri, lambda codes: {"aligned", "extra-effect"} <= codes.keys())


def test_other_files_of_data_are_not_looked_at(start: Start, folder: Path) -> None:
    (folder / "kitchen.json").write_text(MAPPING)
    editor, uri = opened(start, folder, MAPPED + LEARNED)
    said(editor, uri)
    assert isinstance(editor.server, LspMemory)
    project = editor.server.server.project
    # A file of JSON may hold a plan: its content decides.
    concerned = [
        name
        for name in ("kitchen.json", "package.xml", "pyproject.toml", "reference.pddl", "a.plan")
        if project.concerns((folder / name).as_uri())
    ]
    assert concerned == ["kitchen.json", "reference.pddl", "a.plan"]


@pytest.mark.slow
def test_a_real_process_aligns_beside_its_event_loop(folder: Path) -> None:
    with LspProcess() as server:
        editor = _opened(server, folder)
        uri = (folder / "learned.pddl").as_uri()
        editor.type(uri, "(is-in ?c ?to)", " (is-held ?c)")
        comes_to_say(editor, uri, lambda codes: {"aligned", "extra-effect"} <= codes.keys())
        assert server.end() == 0


def _opened(server: LspClient, folder: Path) -> Editor:
    editor = Editor(server, server.initialize(CAPABILITIES))
    editor.open((folder / "learned.pddl").as_uri(), NAMED + LEARNED)
    return editor

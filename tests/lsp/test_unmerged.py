"""A file in which a merge was not finished."""

from __future__ import annotations

from support.editor import Editor
from support.examples import DELIVERY
from support.lsp_client import Message
from support.lsp_memory import LspMemory

FIXES: Message = {
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
    }
}
URI = "untitled:domain.pddl"
DOMAIN = (DELIVERY / "reference.pddl").read_text()
LINE = "      (available ?a))\n"
CONFLICT = f"<<<<<<< HEAD\n{LINE}=======\n      (available ?a)\n      (at ?l ?a))\n>>>>>>> topic\n"


def test_the_conflict_is_all_that_is_said_and_a_version_is_kept(server: LspMemory) -> None:
    editor = Editor(server, server.initialize(FIXES))
    editor.open(URI, DOMAIN.replace(LINE, CONFLICT, 1))
    (diagnostic,) = editor.diagnostics(URI)
    assert diagnostic["code"] == "merge-conflict"
    assert editor.marked(URI, diagnostic["range"]) == "<<<<<<< HEAD"
    ours, theirs = editor.actions(URI, diagnostic)
    assert [ours["title"], theirs["title"]] == [
        "Keep the version of `HEAD`",
        "Keep the version of `topic`",
    ]
    editor.apply(ours["edit"])
    assert editor.texts[URI] == DOMAIN

"""What a session holds when all has been said: nothing of the messages themselves."""

from __future__ import annotations

import gc
import time

import pytest

from plancore.syntax.builder import BulkForm, SectionForm
from support.lsp_client import Message
from support.lsp_memory import LspMemory

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :effect (p)))"
URI, OTHER = "untitled:1", "untitled:2"
TIMES = 20


def said_once(server: LspMemory, version: int) -> None:
    """A message of each kind that a client sends again and again."""
    start: Message = {"line": 0, "character": 0}
    server.change(URI, version, {"range": {"start": start, "end": start}, "text": " "})
    server.notify("textDocument/didSave", {"textDocument": {"uri": URI}})
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": URI, "type": 2}]})
    server.notify("workspace/didChangeConfiguration", {"settings": {}})
    place: Message = {"textDocument": {"uri": URI}, "position": start}
    server.request("textDocument/hover", place)
    server.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    command(server, "setReference", [URI, None])
    command(server, "compareDomains", [URI, URI, "json"])
    server.open(OTHER, DOMAIN)
    server.request("textDocument/documentSymbol", {"textDocument": {"uri": OTHER}})
    server.close(OTHER)


def command(server: LspMemory, name: str, arguments: list[object]) -> None:
    call = {"command": f"planlsp.{name}", "arguments": arguments}
    server.request("workspace/executeCommand", call)


def living(server: LspMemory) -> int:
    """The objects that there are, without what the client keeps."""
    server.messages.clear()
    gc.unfreeze()
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.slow
@pytest.mark.server_behaviour(42, "nothing of a message is kept")
def test_messages_leave_nothing_behind() -> None:
    with LspMemory() as server:
        server.initialize({})
        server.open(URI, DOMAIN)
        said_again_and_again(server, 2)
        before = living(server)
        said_again_and_again(server, 2 + TIMES)
        assert living(server) - before < TIMES


@pytest.mark.server_behaviour(42, "much text that comes and goes")
def test_what_was_read_of_texts_that_are_gone_goes_without_the_collector() -> None:
    """Text that is typed, pasted and undone, or opened and closed, again and again without a
    pause."""
    facts = "(:init " + "(p)\n" * 500 + ")"
    at_start = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    with LspMemory() as server:
        server.initialize({})
        server.open(URI, DOMAIN)
        living(server)
        gc.disable()
        before = parsed_sections()
        try:
            for version in range(2, 40, 3):
                server.open(OTHER, facts)
                read(server, OTHER)
                server.close(OTHER)
                server.change(URI, version, {"range": at_start, "text": " "})
                read(server, URI)
                server.change(URI, version + 1, {"range": at_start, "text": facts})
                read(server, URI)
                server.change(URI, version + 2, {"text": DOMAIN})
                read(server, URI)
            version = 41
            while parsed_sections() > before + 20:  # until nothing uses the last texts any more
                version += 1
                time.sleep(0.05)  # for the server, which has the same interpreter
                server.change(URI, version, {"range": at_start, "text": " "})
                read(server, URI)
        finally:
            gc.enable()


def parsed_sections() -> int:
    """The sections in memory that have nodes."""
    forms = [each for each in gc.get_objects() if isinstance(each, BulkForm | SectionForm)]
    return sum(1 for form in forms if form._nodes)


def read(server: LspMemory, uri: str) -> None:
    """Wait until the text is read."""
    server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})


def said_again_and_again(server: LspMemory, version: int) -> None:
    for round_ in range(TIMES):
        said_once(server, version + round_)

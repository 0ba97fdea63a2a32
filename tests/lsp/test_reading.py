"""Texts that are too large to be read on the event loop."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import pytest

from plancore.workspace import Workspace, diagnostics
from support.ferry import DOMAIN
from support.lsp_client import Message
from support.lsp_memory import LspMemory


@contextmanager
def loop_steps() -> Iterator[list[float]]:
    """The CPU time in seconds of each step that an event loop takes in the block, in its thread.

    What other threads and processes do meanwhile does not count, nor is there garbage looked for in
    what other tests have left.
    """
    steps: list[float] = []
    run = asyncio.Handle._run

    def timed(self: Any) -> None:
        start = time.thread_time()
        run(self)
        steps.append(time.thread_time() - start)

    gc.freeze()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", timed)
            yield steps
    finally:
        gc.unfreeze()


LARGEST_SHARE = 1 / 5
"""Of reading and checking the text, what at most may be done in one step of the event loop."""
OBJECTS = 2
"""The line of all objects."""
ASKED = (
    "hover",
    "completion",
    "definition",
    "documentHighlight",
    "signatureHelp",
    "selectionRange",
)


def problem(size: int) -> str:
    """A problem of the ferry domain with so many characters, about."""
    cars = [f"car-{number}" for number in range(size // 50)]
    places = [f"place-{number}" for number in range(size // 50)]
    facts = "\n".join(f"    (at {car} {place})" for car, place in zip(cars, places, strict=True))
    return f"""(define (problem crossing)
  (:domain ferry)
  (:objects {" ".join(cars)} - car {" ".join(places)} - port)
  (:init
{facts})
  (:goal (at car-0 place-1)))
"""


def findings_of(server: LspMemory, uri: str, version: int, since: int = 0) -> list[Message]:
    """What is published about a version of a document."""

    def about(message: Message) -> bool:
        params = message.get("params") or {}
        return (
            message.get("method") == "textDocument/publishDiagnostics"
            and params.get("uri") == uri
            and params.get("version") == version
        )

    found: list[Message] = server.wait_for(about, since)["params"]["diagnostics"]
    return found


def insertion(line: int, text: str) -> Message:
    at = {"line": line, "character": 0}
    return {"range": {"start": at, "end": at}, "text": text}


def ask(server: LspMemory, method: str, uri: str, position: Message) -> None:
    place = {"positions": [position]} if method == "selectionRange" else {"position": position}
    server.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **place})


def steps_of_a_session(folder: Path, size: int) -> list[float]:
    (folder / "domain.pddl").write_text(DOMAIN)
    uri, text = (folder / "p.pddl").as_uri(), problem(size)
    middle = text.count("\n") // 2
    with loop_steps() as steps, LspMemory() as server:
        server.initialize()
        server.open(uri, text)
        findings_of(server, uri, 1)
        places = [(line, method) for line in (OBJECTS, middle) for method in ASKED]
        for version, (line, method) in enumerate(places, 2):
            server.change(uri, version, insertion(line, " "))
            ask(server, method, uri, {"line": line, "character": 16})
            findings_of(server, uri, version)
        last = 2 + len(places)
        server.change(uri, last, insertion(4, "    (at unknown place-1)\n"))
        assert "undeclared-object" in {f["code"] for f in findings_of(server, uri, last)}
    return steps


def time_at_a_stroke(size: int) -> float:
    """The CPU time in seconds of reading and checking the text at once."""
    start = time.thread_time()
    workspace = Workspace()
    workspace.set_text("domain.pddl", DOMAIN)
    workspace.set_text("p.pddl", problem(size))
    diagnostics(workspace.snapshot, "p.pddl")
    return time.thread_time() - start


@pytest.mark.slow
@pytest.mark.server_behaviour(40, "no step of the loop over 50 ms, 2 MB")
@pytest.mark.parametrize("size", [1_000_000, pytest.param(2_000_000, marks=pytest.mark.long)])
def test_no_step_of_the_loop_is_long_in_a_large_file(size: int, tmp_path: Path) -> None:
    """Measured beside the whole work in the same minute, so that a busy machine is no matter."""
    most = LARGEST_SHARE * time_at_a_stroke(size)
    assert any(max(steps_of_a_session(tmp_path, size)) < most for _ in range(3))


def test_what_is_edited_while_it_is_read_is_read_to_the_end(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    uri, text = (tmp_path / "p.pddl").as_uri(), problem(200_000)
    with LspMemory() as server:
        server.initialize()
        server.open(uri, text)
        for version in range(2, 8):
            server.change(uri, version, insertion(0, f"; line {version}\n"))
        server.change(uri, 8, insertion(0, "(define (problem p) (:domain nowhere))\n"))
        edited = findings_of(server, uri, 8)
        final = f"(define (problem p) (:domain nowhere))\n{_comments()}{text}"
        since = len(server.messages)
        server.close(uri)
        server.open(uri, final)
        assert findings_of(server, uri, 1, since) == edited
    assert "unknown-domain" in {finding["code"] for finding in edited}


def _comments() -> str:
    return "".join(f"; line {version}\n" for version in reversed(range(2, 8)))


def test_a_request_about_a_text_that_is_edited_while_it_is_read_is_out_of_date(
    tmp_path: Path,
) -> None:
    uri = (tmp_path / "p.pddl").as_uri()
    with LspMemory() as server:
        server.initialize()
        server.open(uri, problem(200_000))
        asked = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 12}}
        request = server.start_request("textDocument/hover", asked)
        server.change(uri, 2, insertion(0, "\n"))
        assert server.answer(request)["error"]["code"] == -32801
        asked = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 18}}
        assert "crossing" in str(server.request("textDocument/hover", asked))


def test_versions_in_between_are_not_told_of(tmp_path: Path) -> None:
    uri = (tmp_path / "p.pddl").as_uri()
    with LspMemory() as server:
        server.initialize()
        server.open(uri, problem(200_000))
        for version in range(2, 30):
            server.change(uri, version, insertion(0, "\n"))
        findings_of(server, uri, 29)
        versions = [
            call["params"]["version"] for call in server.calls("textDocument/publishDiagnostics")
        ]
        assert all(one < other for one, other in pairwise(versions))
        assert len(versions) < 29


def test_a_text_that_the_server_cannot_read_fails_the_request_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("on purpose")

    with LspMemory() as server:
        server.initialize()
        server.open("untitled:1", DOMAIN)
        findings_of(server, "untitled:1", 1)
        monkeypatch.setattr("planlsp.session.texts.snapshots.snapshot_of", fail)
        server.open("untitled:2", problem(200_000))
        at = {"line": 0, "character": 10}
        asked = {"textDocument": {"uri": "untitled:2"}, "position": at}
        failed = server.answer(server.start_request("textDocument/hover", asked))
        assert failed["error"]["code"] == -32603
        asked = {"textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 17}}
        assert "ferry" in str(server.request("textDocument/hover", asked))
        assert "on purpose" in server.log

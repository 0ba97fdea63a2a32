"""Servers in this process that end well and have nothing to log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from planfiles import workers
from planlsp.session.background import answer_cache
from support.editor import Editor
from support.lsp_client import Message
from support.lsp_memory import LspMemory


@pytest.fixture(autouse=True, scope="session")
def in_its_turn() -> Iterator[None]:
    """Processes in the background would wait for all the other tests that run meanwhile, and
    answers for a user who types to pause."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "NICENESS", 0)
        patch.setattr(answer_cache, "PAUSE", 0.0)
        yield


@pytest.fixture
def server() -> Iterator[LspMemory]:
    """A server that has not been spoken to."""
    with LspMemory() as memory:
        yield memory
        assert memory.end() == 0
        assert memory.log == ""


@pytest.fixture
def start() -> Iterator[Callable[..., Editor]]:
    """Starts an editor with a server of its own: `start(capabilities, **options)`."""
    with ExitStack() as stack:
        servers: list[LspMemory] = []

        def begin(capabilities: Message, **options: object) -> Editor:
            server = stack.enter_context(LspMemory())
            servers.append(server)
            return Editor(server, server.initialize(capabilities, **options))

        yield begin
        for server in servers:
            assert server.end() == 0
            assert server.log == ""

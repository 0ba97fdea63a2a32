"""The server with a few requests of its own, for tests of what carries every request.

`test/slow` counts, `test/count` tells the count, `test/fail` raises, `test/busy` says that it has
begun and keeps the event loop busy for good, `test/long` computes beside it until the
notification `test/release`, `test/ask` asks the client to show a document, `test/text` gives the
text of one, `test/print` prints, `test/doze` takes a few turns of the event loop; the command
`test.wait` waits for the client, `test.answer` answers.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

from lsprotocol import types

from planfiles import workers
from planlsp.serve import create_server, log_to, serve_stdio
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View


def create_probe() -> PlanServer:
    """A server that also answers `test/…`."""
    server = create_server()
    ran: list[int] = []
    released = threading.Event()

    async def slow(_view: View, _params: Any) -> int:
        ran.append(1)
        return len(ran)

    async def doze(_view: View, _params: Any) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def count(_view: View, _params: Any) -> int:
        return len(ran)

    async def fail(_view: View, _params: Any) -> None:
        raise ZeroDivisionError("on purpose")

    async def busy(_view: View, _params: Any) -> None:
        server.window_log_message(types.LogMessageParams(types.MessageType.Info, "busy"))
        while True:
            pass

    async def long(_view: View, _params: Any) -> str:
        await server.work.compute(lambda _: released.wait(60), 1_000_000, "Counting sheep")
        return "counted"

    async def ask(_view: View, _params: Any) -> bool:
        params = types.ShowDocumentParams("untitled:1")
        return (await server.window_show_document_async(params)).success

    async def text(view: View, params: Any) -> str:
        return view.documents[key_of(params.uri)].source.text

    async def show(_view: View, _params: Any) -> str:
        sys.stdout.write("not a message\n")
        sys.stdout.flush()
        return "printed"

    @server.feature("test/release")
    def release(_params: Any) -> None:
        released.set()

    @server.feature("test/failing")
    def failing(_params: Any) -> None:
        raise ZeroDivisionError("on purpose, too")

    @server.command("test.wait")
    async def wait() -> None:
        await server.workspace_code_lens_refresh_async(None)

    @server.command("test.answer")
    async def answer() -> str:
        return "an answer"

    for name, handler in {
        "slow": slow,
        "doze": doze,
        "count": count,
        "fail": fail,
        "busy": busy,
        "long": long,
        "ask": ask,
        "text": text,
        "print": show,
    }.items():
        server.feature(f"test/{name}")(server.with_view(handler))
    return server


if __name__ == "__main__":
    workers.NICENESS = 0  # on a crowded machine its processes would never have their turn
    log_to(None)
    sys.exit(serve_stdio(create_probe))

"""The server with a few requests of its own, for tests of what carries every request.

`test/slow` takes 30 ms of work and counts, `test/count` tells the count, `test/fail` raises,
`test/busy` keeps the event loop busy for five seconds, `test/long` computes beside it for one,
`test/text` gives the text of a document, `test/print` prints.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from planlsp.app import create_server
from planlsp.serve import log_to, serve_stdio
from planlsp.session.project import View
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of


def create_probe() -> PlanServer:
    """A server that also answers `test/…`."""
    server = create_server()
    ran: list[int] = []

    async def slow(_view: View, _params: Any) -> int:
        ran.append(1)
        time.sleep(0.03)
        return len(ran)

    async def count(_view: View, _params: Any) -> int:
        return len(ran)

    async def fail(_view: View, _params: Any) -> None:
        raise ZeroDivisionError("on purpose")

    async def busy(_view: View, _params: Any) -> None:
        until = time.monotonic() + 5
        while time.monotonic() < until:
            pass

    async def long(_view: View, _params: Any) -> str:
        await server.compute(lambda: time.sleep(1), 1_000_000, "Counting sheep")
        return "counted"

    async def text(view: View, params: Any) -> str:
        return view.documents[key_of(params["uri"])].source.text

    async def show(_view: View, _params: Any) -> str:
        sys.stdout.write("not a message\n")
        sys.stdout.flush()
        return "printed"

    def on_fail(_params: Any) -> None:
        raise ZeroDivisionError("on purpose, too")

    for name, handler in {
        "slow": slow,
        "count": count,
        "fail": fail,
        "busy": busy,
        "long": long,
        "text": text,
        "print": show,
    }.items():
        server.on_request(f"test/{name}", handler)
    server.on_notification("test/failing", on_fail)
    return server


if __name__ == "__main__":
    log_to(None)
    sys.exit(serve_stdio(create_probe))

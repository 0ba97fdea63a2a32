"""Create a server with all features, connect it to its client and run it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from planfiles.command import Exit
from planfiles.errors import UserError
from planlsp.features.registry import FEATURES
from planlsp.session.background.schedule import Caller, Pause, Schedule, Slices
from planlsp.session.server import PlanServer
from planlsp.wire.connections import (
    MessageTransport,
    SocketTransport,
    StdioTransport,
    claim_stdio,
    serve_tcp,
)
from planlsp.wire.transport import REPORTS_BUSY, Busy, Receiver, new_event_loop

# Seconds that a computing thread may keep the event loop waiting for the interpreter.
_TURN = 0.001


def create_server(schedule: Schedule | None = None) -> PlanServer:
    """A server for one client, not yet connected. By default it works in threads."""
    server = PlanServer(schedule)
    for feature in FEATURES:
        feature.register(server)
    return server


class Address(NamedTuple):
    """The address to listen on; with port 0 the system chooses one."""

    host: str
    port: int


def serve_stdio(create: Callable[[], PlanServer]) -> int:
    """Serve the client on standard input and output; returns the exit code."""
    reading, writing = claim_stdio()
    sys.setswitchinterval(_TURN)
    server = create()
    lifecycle = server.protocol.lifecycle
    busy: Busy = server.schedule.loop_has_work if REPORTS_BUSY else lambda _: None
    transport = StdioTransport(reading, writing, lambda: lifecycle.exit_code, busy)
    server.protocol.connect(transport)
    try:
        _run(server, transport.run(server.protocol))
    except KeyboardInterrupt:
        transport.end_process(Exit.INTERRUPTED)
    transport.end_process(lifecycle.exit_code)
    return lifecycle.exit_code


def serve_socket(create: Callable[[], PlanServer], address: Address) -> int:
    """Serve one client on a TCP connection; returns the exit code.

    The client must send a token: the value of the environment variable `PLANLSP_TOKEN`, else a
    token that is printed with the address.
    """
    sys.setswitchinterval(_TURN)
    token = os.environ.pop("PLANLSP_TOKEN", None)
    server = create()
    lifecycle = server.protocol.lifecycle

    def connect(transport: SocketTransport) -> Receiver:
        server.protocol.connect(transport)
        return server.protocol

    try:
        _run(server, serve_tcp(*address, token, connect))
    except OSError as error:
        raise UserError(f"cannot listen on {address.host}:{address.port}: {error}") from None
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    os._exit(lifecycle.exit_code)  # do not wait for running analyses


def serve_messages(
    send: Callable[[str], object], call: Caller, pause: Pause | None
) -> Callable[[str], None]:
    """Serve a client that passes messages as texts, in the running event loop of a web worker.
    Returns the function to call with each message of the client; the server's messages are passed
    to `send`. `call` and `pause` are those of `Slices`.
    """
    server = create_server(Slices(call, pause))
    transport = MessageTransport(send)
    server.protocol.connect(transport)
    server.work.spawn(transport.run(server.protocol))
    return transport.take


def _run(server: PlanServer, serving: Coroutine[Any, Any, None]) -> None:
    """Serve until the connection ends. Work in threads yields to the event loop."""
    with asyncio.Runner(
        loop_factory=lambda: new_event_loop(server.schedule.loop_has_work)
    ) as runner:
        runner.run(serving)


def log_to(path: str | None) -> None:
    """Write the log to the file `path`; without one, warnings go to standard error."""
    handler = logging.FileHandler(path, encoding="utf-8") if path else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("planlsp")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if path else logging.WARNING)
    logger.propagate = False
    # pygls would log messages and failures a second time.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)

"""Connecting a server to its client and running it to the end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import NamedTuple

from planlsp.session.server import PlanServer
from planlsp.wire.sockets import Connect, SocketTransport, serve_tcp, serve_websocket
from planlsp.wire.stdio import Message, StdioTransport, claim_stdio


class Address(NamedTuple):
    """Where to listen; port 0 lets the system choose."""

    host: str
    port: int


def serve_stdio(create: Callable[[], PlanServer]) -> int:
    """Serve the client on standard input and output; returns the exit code."""
    reading, writing = claim_stdio()
    server = create()
    gate = server.protocol.gate
    transport = StdioTransport(reading, writing, lambda: gate.exit_code)
    server.protocol.transport = transport
    asyncio.run(transport.run(server.protocol.receive))
    transport.end_process(gate.exit_code)
    return gate.exit_code


def serve_socket(create: Callable[[], PlanServer], address: Address, kind: str) -> int:
    """Serve one client on a `tcp` or `ws` connection; returns the exit code."""
    server = create()

    def connect(transport: SocketTransport) -> Callable[[Message], None]:
        server.protocol.transport = transport
        return server.protocol.receive

    run: dict[str, Callable[[str, int, Connect], object]] = {
        "tcp": lambda *to: asyncio.run(serve_tcp(*to)),
        "ws": lambda *to: asyncio.run(serve_websocket(*to)),
    }
    try:
        run[kind](*address, connect)
    except OSError as error:
        sys.stderr.write(f"planlsp: cannot listen on {address.host}:{address.port}: {error}\n")
        return 2
    except ImportError:
        sys.stderr.write("planlsp: --ws needs the package websockets: pip install planlsp[ws]\n")
        return 2
    return server.protocol.gate.exit_code


def log_to(path: str | None) -> None:
    """Write the log to the file `path`; without one, warnings go to standard error."""
    handler = logging.FileHandler(path, encoding="utf-8") if path else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    own = logging.getLogger("planlsp")
    own.addHandler(handler)
    own.setLevel(logging.INFO if path else logging.WARNING)
    own.propagate = False
    # What pygls has to say is about its own incoming half, which is not in use.
    logging.getLogger("pygls").setLevel(logging.ERROR)

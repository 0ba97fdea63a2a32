"""The server of textual-serve with access control."""

from __future__ import annotations

import asyncio
import logging

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.server import Server

from plandiff.browser.guard import HOST, BrowserAccess, Guard
from planfiles.command import write_lines


class GuardedServer(Server):
    """Runs `command` for each page opened, if the guard allows it."""

    def __init__(self, command: str, guard: Guard) -> None:
        super().__init__(command, HOST, guard.port, "plandiff", guard.origin)
        self._guard = guard

    def initialize_logging(self) -> None:
        """Log only errors: the log of requests would have addresses with the token."""
        logging.basicConfig(level=logging.ERROR)

    async def on_startup(self, app: web.Application) -> None:
        """Guard all routes, and print the address once the server listens."""
        app.middlewares.append(self._middleware())
        self._announcing = asyncio.create_task(self._announce())

    async def _announce(self) -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection(HOST, self._guard.port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            write_lines(f"{self._guard.address}\nPress Ctrl+C to stop.\n")
            return

    def _middleware(self) -> Middleware:
        guard = self._guard

        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            is_page = request.method == "GET" and request.path == "/"
            answer = guard.answer(request.headers, request.cookies, request.query, is_page=is_page)
            if answer is BrowserAccess.REFUSED:
                raise web.HTTPForbidden(text="access denied\n")
            response: web.StreamResponse
            if answer is BrowserAccess.WELCOME:
                response = web.HTTPSeeOther("/")
                response.set_cookie(guard.cookie, guard.token, httponly=True, samesite="Strict")
                raise response
            response = await handler(request)
            if not response.prepared:
                response.headers["Content-Security-Policy"] = guard.policy
                response.headers["Referrer-Policy"] = "no-referrer"
            return response

        return guarded

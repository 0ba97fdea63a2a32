"""Access control of a viewer that is served: one browser on this machine, from the viewer's own
page.

Anyone with access to the page can read the files, and write with the user's rights. The server
listens on the loopback interface, but other users of the machine can connect to it, and pages of
other sites can make a browser send requests here, even with a host name of theirs that now resolves
to this address (DNS rebinding). So each request needs the token, which is in the printed address
and then in a cookie; its `Host` must be this server; and requests from a page, as all WebSockets
are, must come from the viewer's own.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

HOST: Final = "127.0.0.1"


class BrowserAccess(Enum):
    """The decision on a request."""

    REFUSED = auto()
    WELCOME = auto()
    """Its address has the token: the browser gets the cookie, and is redirected without it."""
    SERVED = auto()


@dataclass(frozen=True, slots=True)
class Guard:
    """The access control of the server at `port`, with its secret `token`."""

    port: int
    token: str

    @property
    def origin(self) -> str:
        """The origin of the viewer's page."""
        return f"http://{HOST}:{self.port}"

    @property
    def address(self) -> str:
        """The address for the user to open."""
        return f"{self.origin}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie, with the port, because browsers share cookies between ports."""
        return f"plandiff-{self.port}"

    @property
    def policy(self) -> str:
        """The content security policy: the page loads only its own scripts, styles and images."""
        return (
            "default-src 'none'; script-src 'self' 'unsafe-inline'; "
            "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
            f"connect-src ws://{HOST}:{self.port}; form-action 'none'; frame-ancestors 'none'"
        )

    def answer(
        self,
        headers: Mapping[str, str],
        cookies: Mapping[str, str],
        query: Mapping[str, str],
        *,
        is_page: bool,
    ) -> BrowserAccess:
        """Decide on a request; `is_page`: it is for the page itself."""
        if headers.get("Host") != f"{HOST}:{self.port}":
            return BrowserAccess.REFUSED
        is_socket = headers.get("Upgrade", "").lower() == "websocket"
        origin = headers.get("Origin")
        if origin != self.origin and (is_socket or origin is not None):
            return BrowserAccess.REFUSED
        if self._opens(cookies.get(self.cookie)):
            return BrowserAccess.SERVED
        return (
            BrowserAccess.WELCOME
            if is_page and self._opens(query.get("token"))
            else BrowserAccess.REFUSED
        )

    def _opens(self, token: str | None) -> bool:
        return token is not None and hmac.compare_digest(token.encode(), self.token.encode())

"""Who may use a viewer that is served: one browser on this machine, from the viewer's own page.

Whoever reaches the page reads the files and writes with the user's rights. The server listens on
the loopback interface; that alone keeps out neither other users of the machine nor pages of other
sites, which can make a browser send requests here, even under a name of theirs that was bound to
this address meanwhile (DNS rebinding). So every request needs the token, which is in the address
that is printed and from then on in a cookie; it has to ask for this host by its own name; and what
comes from a page, as every WebSocket does, has to come from ours.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

HOST: Final = "127.0.0.1"


class BrowserAccess(Enum):
    """What becomes of a request."""

    REFUSED = auto()
    WELCOME = auto()
    """It has the token in its address: the browser gets the cookie, and asks again without."""
    SERVED = auto()


@dataclass(frozen=True, slots=True)
class Guard:
    """The server at `port`, with the `token` that opens it."""

    port: int
    token: str

    @property
    def origin(self) -> str:
        """What a browser calls our page."""
        return f"http://{HOST}:{self.port}"

    @property
    def address(self) -> str:
        """What the user opens."""
        return f"{self.origin}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie; browsers do not tell the ports of a host apart."""
        return f"plandiff-{self.port}"

    @property
    def policy(self) -> str:
        """What the page may load: its own scripts and pictures, and nothing from anywhere else."""
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
        """What becomes of a request; `is_page` tells that it asks for the page itself."""
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

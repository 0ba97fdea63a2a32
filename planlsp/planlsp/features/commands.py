"""`workspace/executeCommand`."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of

SET_REFERENCE = "planlsp.setReference"
REFERENCE_OF = "planlsp.referenceOf"


def register(server: PlanServer) -> None:
    """Offer the server's commands."""

    @server.command(SET_REFERENCE)
    def set_reference(*arguments: Any) -> None:
        """`[uri, referenceUri]`: compare a document with a file; null takes that back."""
        if len(arguments) != 2 or not isinstance(arguments[0], str):
            raise JsonRpcInvalidParams("Invalid Params: expected a URI and a URI or null")
        uri, reference = arguments
        if reference is not None and not isinstance(reference, str):
            raise JsonRpcInvalidParams("Invalid Params: expected a URI as the reference")
        server.project.set_reference(uri, reference)
        server.changed()

    @server.command(REFERENCE_OF)
    async def reference_of(*arguments: Any) -> str | None:
        """`[uri]`: the URI of the file that this one is compared with; null where there is none."""
        if len(arguments) != 1 or not isinstance(arguments[0], str):
            raise JsonRpcInvalidParams("Invalid Params: expected a URI")
        (uri,) = arguments
        view = await server.read_view(uri)
        wanted = view.references.get(key_of(uri))
        return None if wanted is None or wanted.key is None else view.uri(wanted.key)

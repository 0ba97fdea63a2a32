"""Changes of many files that cannot be made: what the client is told."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from plancore.ide.rename.refusal import Refusal
from planlsp.session.answers.mentions import Mentions, why_not_written
from planlsp.session.uris import name_of
from planlsp.session.view import View


def refused(view: View, refusal: Refusal) -> JsonRpcException:
    """The answer to a client that asked for it, with the place that is the reason."""
    message, key, span = refusal
    if key is not None and span is not None:
        message += f" ({name_of(view.uri(key))}:{view.source(key).label(span.start)})"
    return JsonRpcException(message, types.LSPErrorCodes.RequestFailed.value)


def all_read(found: Mentions) -> View:
    """The view of all files that mention a name; raises where one of them cannot be read."""
    for key, reason in found.unread.items():
        message = f"{name_of(key)} may have the name, but cannot be read: {reason}"
        raise refused(found.view, Refusal(message))
    return found.view


def check_writable(view: View, keys: Iterable[str]) -> None:
    """Raises where an editor would spoil one of the files by editing it."""
    for key, reason in why_not_written(view, keys):
        raise refused(view, Refusal(f"{name_of(key)} cannot be edited: {reason}"))


def check_unchanged(now: View, view: View) -> None:
    """Raises where a document is not as it was in `view` any more, or was not there."""
    if now.documents != view.documents:
        raise JsonRpcContentModified("a file was edited while its names were looked for")

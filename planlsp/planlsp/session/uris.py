"""Convert document URIs to keys, one per document for all spellings, and to file paths."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote, unquote, unquote_to_bytes

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_DRIVE = re.compile(r"/([A-Za-z]):")
_UNSAVED = "untitled"
_UNRESERVED = "/:@!$&'()*+,;=~-._"


def key_of(uri: str) -> str:
    """The key of a document, the same for all spellings of its URI.

    For files, and unsaved documents with a path (`untitled:/folder/p.plan`), the key is independent
    of percent-encoding, the case of the scheme and of a Windows drive letter, the host `localhost`,
    doubled slashes and dot segments. For other URIs (`git:…`, `untitled:1`), it is independent of
    percent-encoding and the case of the scheme.
    """
    scheme, rest = _split(uri)
    if scheme == _UNSAVED and rest.startswith("/"):
        return _UNSAVED + _file_uri("", os.fsdecode(unquote_to_bytes(rest)))[len("file") :]
    if scheme != "file":
        return f"{scheme}:{unquote(rest)}" if scheme else unquote(rest)
    host, path = _host_and_path(rest)
    return _file_uri(host, os.fsdecode(unquote_to_bytes(path)))


def path_of(uri: str) -> str | None:
    """The path of the file that `uri` names; None if it is not a file URI."""
    scheme, rest = _split(uri)
    if scheme != "file":
        return None
    host, encoded = _host_and_path(rest)
    path = os.fsdecode(unquote_to_bytes(encoded))
    if not path or "\0" in path:
        return None
    if host:
        return f"//{host}{path}"
    return path[1:] if _DRIVE.match(path) else path


def place_of(key: str) -> str | None:
    """The path of a file, or the future path of an unsaved document; None for others."""
    if key.startswith(f"{_UNSAVED}:///"):
        return path_of("file" + key[len(_UNSAVED) :])
    return path_of(key)


def uri_of(path: str) -> str:
    """The URI of the file at the absolute `path`, which is also its key."""
    if PureWindowsPath(path).drive and not path.startswith("/"):
        return _file_uri("", "/" + PureWindowsPath(path).as_posix())
    return _file_uri("", path)


def name_of(uri: str) -> str:
    """The last part of the path in `uri`, for messages."""
    return PurePosixPath(unquote(uri)).name or unquote(uri)


def path_in(roots: Iterable[str], uri: str) -> str:
    """The path in `uri` for messages, relative to the innermost of the folders `roots` around
    it."""
    path = place_of(uri) or unquote(uri)
    around = [root.rstrip("/\\") + "/" for root in roots]
    longest = max((root for root in around if path.startswith(root)), key=len, default="")
    return path[len(longest) :]


def _split(uri: str) -> tuple[str, str]:
    scheme = _SCHEME.match(uri)
    return (scheme[1].lower(), uri[scheme.end() :]) if scheme else ("", uri)


def _host_and_path(rest: str) -> tuple[str, str]:
    if not rest.startswith("//"):
        return "", rest
    host, slash, path = rest[2:].partition("/")
    host = host.lower()
    return "" if host == "localhost" else host, slash + path


def _file_uri(host: str, path: str) -> str:
    path = posixpath.normpath("/" + path.lstrip("/"))
    drive = _DRIVE.match(path)
    if drive:
        path = f"/{drive[1].lower()}:{path[3:]}"
    return f"file://{host}{quote(os.fsencode(path), safe=_UNRESERVED)}"

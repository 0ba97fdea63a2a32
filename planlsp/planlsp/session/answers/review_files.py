"""Reviews as files, for clients that can show no other documents."""

from __future__ import annotations

import os
from tempfile import mkdtemp

from planfiles.writing import write_text
from planlsp.session.uris import uri_of


class ReviewFiles:
    """A folder of this server's own, made when it is first needed, with one file for each review.

    A review replaces the one before it. The system clears the folder with its other temporary
    files: the client may still show them when the server has ended.
    """

    def __init__(self) -> None:
        self._folder: str | None = None
        self._folders: dict[str, str] = {}

    def write(self, key: str, name: str, text: str) -> str:
        """The URI of a file called `name` that holds the review of the document `key`."""
        if self._folder is None:
            self._folder = mkdtemp(prefix="planlsp-")
        folder = os.path.join(self._folder, str(len(self._folders)))
        folder = self._folders.setdefault(key, folder)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        write_text(path, text)
        return uri_of(path)

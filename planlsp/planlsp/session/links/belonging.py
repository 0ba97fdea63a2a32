"""Which files on disk may belong to a file: what it names, and what stands around it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from plancore.directives import directives, join
from planfiles.companions import companions
from planlsp.session.texts.fence import is_inside
from planlsp.session.uris import key_of, path_of, uri_of


def belonging(key: str, text: str, kind: str | None, roots: Sequence[str]) -> Iterator[str]:
    """Keys of the files that may hold the domain or the problem of the file `key`.

    None lies outside of the workspace folders `roots`; without any, the folder above the file's
    counts as inside, too. `kind` is None while nobody knows what the text is.
    """
    yield from named_files(key, text, roots)
    if kind is not None:
        yield from files_around(key, kind, roots)


def named_files(key: str, text: str, roots: Sequence[str]) -> Iterator[str]:
    """Those that a text names in its comments."""
    named = directives(text)
    for name in ("domain", "problem"):
        target = key_of(join(key, named[name].path)) if name in named else None
        target_path = path_of(target) if target else None
        if target and target_path and is_inside(target_path, path_of(key), roots):
            yield target


def files_around(key: str, kind: str, roots: Sequence[str]) -> Iterator[str]:
    """Those beside it, and in the folder above."""
    path = path_of(key)
    if path is not None:
        around = roots or (os.path.dirname(os.path.dirname(path)),)
        for companion in companions(path, kind):
            if is_inside(companion, path, around):
                yield key_of(uri_of(companion))

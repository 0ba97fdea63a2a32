"""Settings for each workspace folder: what the client says of it, and what its file says.

A folder may have a file `planlsp.toml` with the same names as in the client's configuration. It is
shared by all who work on the folder, with any editor, so what it says counts before what the client
says. As whoever wrote it may not be who opens it, it may not point out of the workspace, and name
only planners that we know: it never says what program is run.

Where names stand in such a file is found here: Python's reader says what they mean, not where they
are. Looked at is a line at a time::

    line  = "[" names "]" | names "=" value
    names = name ("." name)*      name = bare | '"' … '"' | "'" … "'"

What stands in an inline table is looked for behind its `=`. A line of a text over several lines may
look the same, so the first line that fits is taken.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.source import Position, SourceText, Span
from plancore.spelling import nearest
from planfiles.severities import SETTINGS_FILE
from planlsp.session.settings.settings import (
    NAMES,
    SECTION,
    DiagnosticMode,
    Settings,
    named_values,
    parse_settings,
)
from planlsp.session.texts.documents import DiskReader, Unreadable

logger = logging.getLogger(__name__)

NAME: Final = SETTINGS_FILE
CODE: Final = "faulty-settings"

_NAME: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAMES: Final = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_HEAD: Final = re.compile(rf"^[ \t]*\[\[?[ \t]*({_NAMES})[ \t]*\]", re.MULTILINE)
_ENTRY: Final = re.compile(rf"^[ \t]*({_NAMES})[ \t]*=(.*)", re.MULTILINE)
_ANY: Final = re.compile(f"{_HEAD.pattern}|{_ENTRY.pattern}", re.MULTILINE)


def place_of(text: str, names: tuple[str, ...]) -> Span:
    """Where `names`, one inside the other, stand; where only the outer ones are found, those. The
    start of the text where none is."""
    best, best_length, table = Span(0, 0), 0, tuple[str, ...]()
    for match in _ANY.finditer(text):
        head, entry, value = match.groups()
        path = _split(head) if head else (*table, *_split(entry))
        table = path if head else table
        common = _n_common(path, names)
        if common == len(path) and common > best_length:
            best, best_length = Span(*match.span(1 if head else 2)), common
        if entry and common == len(path) == len(names) - 1:
            inside = re.search(rf"""["']?{re.escape(names[-1])}["']?[ \t]*=""", value)
            if inside:
                start = match.start(3) + inside.start()
                best, best_length = Span(start, start + len(inside[0].rstrip("= \t"))), len(names)
    return best


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, names))


def _n_common(path: tuple[str, ...], names: tuple[str, ...]) -> int:
    """How many names both begin with."""
    pairs = zip(path, names, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class SettingsFile(NamedTuple):
    """The text of such a file, what it sets by name, and what is wrong with it."""

    source: SourceText
    values: Mapping[str, Any]
    faults: tuple[Diagnostic, ...]


def read_settings_file(source: SourceText) -> SettingsFile:
    """Read the text; what cannot be understood is left out. A name that nobody knows is a fault:
    here, unlike in a client's configuration, nothing else can be meant by it."""
    from plancore.json_toml import DocumentError, toml_value  # few folders have such a file

    try:
        raw = toml_value(source.text)
    except DocumentError as error:
        fault = _fault(_span(source, error.position), error.message)
        return SettingsFile(source, {}, (fault,))
    values = named_values(raw)
    values.pop(SECTION, None)  # it would be taken for the whole when it is put beside others
    faults = sorted(_faults(source.text, raw), key=lambda fault: fault.span)
    return SettingsFile(source, values, tuple(faults))


def _span(source: SourceText, position: tuple[int, int] | None) -> Span:
    """The character at a line and column, from 1; the start where these are not known."""
    if position is None:
        return Span(0, 0)
    line, column = position
    start = source.offset(Position(line - 1, column - 1))
    return Span(start, min(start + 1, len(source.text)))


def unreadable(reason: str) -> SettingsFile:
    """A file that is there, but cannot be read."""
    return SettingsFile(SourceText(""), {}, (_fault(Span(0, 0), f"cannot be read: {reason}"),))


def _faults(text: str, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    _, faults = parse_settings(raw)
    for names, message in faults:
        yield _fault(_place(text, raw, names), f"{'.'.join(names[:1]) or SECTION}: {message}")
    values = named_values(raw)
    if _is_program(values.get("planner")):
        message = "planner: expected the name of a planner that `planeval planners` lists; set "
        message += "your own in the settings of the editor"
        yield _fault(_place(text, raw, ("planner",)), message)
    for name in values:
        if name not in NAMES and name.removeprefix(f"{SECTION}.") not in NAMES:
            meant = nearest(name, NAMES)
            question = f"; did you mean `{meant}`?" if meant else ""
            yield _fault(_place(text, raw, (name,)), f"unknown setting `{name}`{question}")


def _is_program(planner: object) -> bool:
    """Whether a planner is more than the name of one that we know: whoever wrote the file would
    decide what is run here."""
    if not isinstance(planner, str) or not planner:
        return False
    from planeval.planners.naming import NAMES as KNOWN  # few folders name a planner

    return planner not in KNOWN


def _place(text: str, raw: Mapping[str, Any], names: tuple[str, ...]) -> Span:
    is_inside = isinstance(raw.get(SECTION), Mapping)
    return place_of(text, (SECTION, *names) if is_inside else names)


def _fault(span: Span, message: str) -> Diagnostic:
    return Diagnostic(CODE, Severity.WARNING, span, message)


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """The settings `everywhere` but in the `folders`, by their paths, which have their own.

    `files` are the settings files of folders, by their own paths; `faults` says what could not be
    understood of what the client says.
    """

    everywhere: Settings = field(default_factory=Settings)
    folders: Mapping[str, Settings] = field(default_factory=dict)
    files: Mapping[str, SettingsFile] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    @property
    def check_unopened(self) -> bool:
        """Whether files that are not open are checked anywhere."""
        return any(
            settings.diagnostic_mode is DiagnosticMode.WORKSPACE
            for settings in (self.everywhere, *self.folders.values())
        )

    def at(self, path: str | None) -> Settings:
        """The settings for the file at `path`: those of the innermost folder around it."""
        around = [] if path is None else [root for root in self.folders if is_below(path, root)]
        return self.folders[max(around, key=len)] if around else self.everywhere


class SettingsReader:
    """Puts settings together, and keeps them while nothing that they come from has changed."""

    def __init__(self, disk: DiskReader) -> None:
        self._disk = disk
        self._everywhere: object = None
        self._of_folders: Mapping[str, object] = {}
        self._grounds: tuple[object, ...] = ()
        self._current = FolderSettings()

    def configure(self, everywhere: object, folders: Mapping[str, object]) -> None:
        """Take what the client says: for no folder in particular, where that is None as before, and
        for those at these paths."""
        self._everywhere = self._everywhere if everywhere is None else everywhere
        self._of_folders = folders

    @property
    def said(self) -> tuple[object, Mapping[str, object]]:
        """What the client has said: for no folder in particular, and for folders by their paths."""
        return self._everywhere, self._of_folders

    def current(self, roots: Sequence[str]) -> FolderSettings:
        """The settings now; what is wrong with those of the client is logged, once."""
        paths = {root: os.path.join(root, NAME) for root in roots}
        known = {root: self._disk.read(p) for root, p in paths.items() if os.path.lexists(p)}
        grounds = (self._everywhere, self._of_folders, tuple(roots), list(known.items()))
        if grounds != self._grounds:
            self._grounds = grounds
            files = {root: _read(text) for root, text in known.items()}
            self._current = FolderSettings(
                parse_settings(self._everywhere)[0],
                {root: self._of_folder(root, files.get(root)) for root in roots},
                {paths[root]: file for root, file in files.items()},
                _faults_of_client((self._everywhere, *self._of_folders.values())),
            )
        return self._current

    def _of_folder(self, root: str, file: SettingsFile | None) -> Settings:
        said = self._of_folders.get(root)
        client = self._everywhere if said is None else said
        if file is None:
            return parse_settings(client)[0]
        settings, _ = parse_settings({**named_values(client), **file.values})
        if _is_program(settings.planner):
            settings = replace(settings, planner=parse_settings(client)[0].planner)
        return replace(settings, is_sandboxed="reference" in file.values)


def is_below(path: str, root: str) -> bool:
    """Whether the file at `path` lies in the folder `root`, at any depth."""
    return path.startswith(root.rstrip("/\\") + "/")


def _read(text: SourceText | Unreadable) -> SettingsFile:
    return unreadable(text.reason) if isinstance(text, Unreadable) else read_settings_file(text)


def _faults_of_client(said: Iterable[object]) -> tuple[str, ...]:
    faults = dict.fromkeys(str(fault) for raw in said for fault in parse_settings(raw)[1])
    for fault in faults:
        logger.warning("%s", fault)
    return tuple(faults)

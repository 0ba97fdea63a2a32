"""The settings of workspace folders, from the client and from the file `planlsp.toml` in a folder.

The file has the same names as the client's configuration. All users of the folder share it, with
any editor, so it overrides the client. The user may not trust its author, so it cannot name a
reference outside the workspace, and can only name known planners: it never adds a program to run.
Nor can it have plans overwrite files.

Python's TOML reader does not return positions, so names are located here, line by line::

    line  = "[" names "]" | names "=" value
    names = name ("." name)*      name = bare | '"' … '"' | "'" … "'"

Names in an inline table are searched for after its `=`. A line of a multi-line string may look the
same, so the first match is used.
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
    PlanFile,
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
    """The span of the nested `names`, or of the outer ones that are found; the start of the text if
    there are none."""
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
    """The length of the common prefix."""
    pairs = zip(path, names, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class SettingsFile(NamedTuple):
    """The text of a settings file, its values by name, and its errors."""

    source: SourceText
    values: Mapping[str, Any]
    faults: tuple[Diagnostic, ...]


def read_settings_file(source: SourceText) -> SettingsFile:
    """Read a settings file; invalid values are left out. Unknown names are errors here: unlike the
    client's configuration, the file is only for planlsp."""
    from plancore.json_toml import DocumentError, toml_value  # few folders have such a file

    try:
        raw = toml_value(source.text)
    except DocumentError as error:
        fault = _fault(_span(source, error.position), error.message)
        return SettingsFile(source, {}, (fault,))
    values = named_values(raw)
    values.pop(SECTION, None)  # else, merged with other values, it would be taken for all settings
    faults = sorted(_faults(source.text, raw), key=lambda fault: fault.span)
    return SettingsFile(source, values, tuple(faults))


def _span(source: SourceText, position: tuple[int, int] | None) -> Span:
    """The character at a line and column, from 1; the start if the position is not known."""
    if position is None:
        return Span(0, 0)
    line, column = position
    start = source.offset(Position(line - 1, column - 1))
    return Span(start, min(start + 1, len(source.text)))


def unreadable(reason: str) -> SettingsFile:
    """A file that exists but cannot be read."""
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
    if values.get("planFile") == PlanFile.OVERWRITE:
        message = "planFile: expected new or saved; set overwrite in the settings of the editor"
        yield _fault(_place(text, raw, ("planFile",)), message)
    for name in values:
        if name not in NAMES and name.removeprefix(f"{SECTION}.") not in NAMES:
            meant = nearest(name, NAMES)
            question = f"; did you mean `{meant}`?" if meant else ""
            yield _fault(_place(text, raw, (name,)), f"unknown setting `{name}`{question}")


def _is_program(planner: object) -> bool:
    """Whether a planner is not just a known name: then the file's author would choose a program to
    run on the user's machine."""
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
    """The settings of `folders`, by path, and those `everywhere` else.

    `files` are the settings files by path; `faults` are errors in the client's settings.
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
    """Merges the client's settings and settings files, and caches the result until one changes."""

    def __init__(self, disk: DiskReader) -> None:
        self._disk = disk
        self._everywhere: object = None
        self._of_folders: Mapping[str, object] = {}
        self._grounds: tuple[object, ...] = ()
        self._current = FolderSettings()

    def configure(self, everywhere: object, folders: Mapping[str, object]) -> None:
        """Take the client's settings: general ones (None: as before), and those of folders by
        path."""
        self._everywhere = self._everywhere if everywhere is None else everywhere
        self._of_folders = folders

    @property
    def said(self) -> tuple[object, Mapping[str, object]]:
        """The client's settings: general ones, and those of folders by path."""
        return self._everywhere, self._of_folders

    def current(self, roots: Sequence[str]) -> FolderSettings:
        """The current settings. Errors in the client's are logged once."""
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
        if settings.plan_file is PlanFile.OVERWRITE:
            settings = replace(settings, plan_file=parse_settings(client)[0].plan_file)
        return replace(settings, is_sandboxed="reference" in file.values)


def is_below(path: str, root: str) -> bool:
    """Whether the file at `path` is in the folder `root`, at any depth."""
    return path.startswith(root.rstrip("/\\") + "/")


def _read(text: SourceText | Unreadable) -> SettingsFile:
    return unreadable(text.reason) if isinstance(text, Unreadable) else read_settings_file(text)


def _faults_of_client(said: Iterable[object]) -> tuple[str, ...]:
    faults = dict.fromkeys(str(fault) for raw in said for fault in parse_settings(raw)[1])
    for fault in faults:
        logger.warning("%s", fault)
    return tuple(faults)

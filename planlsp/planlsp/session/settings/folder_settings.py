"""Settings for each workspace folder: what the client says of it, and what its file says.

A folder may have a file `planlsp.toml` with the same names as in the client's configuration. It is
shared by all who work on the folder, with any editor, so what it says counts before what the client
says. As whoever wrote it may not be who opens it, it may not point out of the workspace.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from plancore.source import SourceText
from planlsp.session.settings.settings import (
    DiagnosticMode,
    Settings,
    named_values,
    parse_settings,
)
from planlsp.session.settings.settings_file import (
    NAME,
    SettingsFile,
    read_settings_file,
    unreadable,
)
from planlsp.session.texts.disk import DiskReader, Unreadable

logger = logging.getLogger(__name__)


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
                _faults((self._everywhere, *self._of_folders.values())),
            )
        return self._current

    def _of_folder(self, root: str, file: SettingsFile | None) -> Settings:
        said = self._of_folders.get(root)
        client = self._everywhere if said is None else said
        if file is None:
            return parse_settings(client)[0]
        settings, _ = parse_settings({**named_values(client), **file.values})
        return replace(settings, is_fenced="reference" in file.values)


def is_below(path: str, root: str) -> bool:
    """Whether the file at `path` lies in the folder `root`, at any depth."""
    return path.startswith(root.rstrip("/\\") + "/")


def _read(text: SourceText | Unreadable) -> SettingsFile:
    return unreadable(text.reason) if isinstance(text, Unreadable) else read_settings_file(text)


def _faults(said: Iterable[object]) -> tuple[str, ...]:
    faults = dict.fromkeys(str(fault) for raw in said for fault in parse_settings(raw)[1])
    for fault in faults:
        logger.warning("%s", fault)
    return tuple(faults)

"""The settings under which files are checked: those of the nearest `planlsp.toml`, and options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from plancore.diagnostic import Severity
from plancore.report.findings.checked import PlacedFinding, placed
from planlsp.session.settings.folder_settings import FolderSettings, SettingsReader
from planlsp.session.settings.settings import Settings
from planlsp.session.settings.settings_file import NAME
from planlsp.session.texts.disk import DiskReader


def settings_for(paths: Iterable[str], severities: Mapping[str, Severity | None]) -> FolderSettings:
    """The settings for the files at these paths. Of the files `planlsp.toml` in their folders and
    above, the nearest counts for each, as the one of its workspace folder does in an editor;
    `severities` count before what it says."""
    found = SettingsReader(DiskReader()).current(tuple(_settings_folders(paths)))

    def under(settings: Settings) -> Settings:
        return replace(settings, severities={**settings.severities, **severities})

    folders = {root: under(settings) for root, settings in found.folders.items()}
    return FolderSettings(under(found.everywhere), folders, found.files)


def faults_of(settings: FolderSettings) -> Iterator[PlacedFinding]:
    """What is wrong with the files that settings come from."""
    for path, file in settings.files.items():
        yield from placed(shown(path), file.source, file.faults, {})


def shown(path: str) -> str:
    """An absolute path as it is told: relative to the current folder if it lies there."""
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here)


def _settings_folders(paths: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for path in paths:
        folder = os.path.dirname(os.path.abspath(path))
        while folder not in seen:
            seen.add(folder)
            if os.path.lexists(os.path.join(folder, NAME)):
                yield folder
            folder = os.path.dirname(folder)

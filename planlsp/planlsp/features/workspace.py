"""`workspace/didChangeWatchedFiles`, `didChangeConfiguration`, `didChangeWorkspaceFolders`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from planlsp.session.client import WATCHED_FILES
from planlsp.session.server import PlanServer
from planlsp.session.settings.settings import SECTION
from planlsp.session.uris import key_of


def register(server: PlanServer) -> None:
    """Follow changes of files on disk, settings and workspace folders."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched_files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        server.indexer.touch(key_of(change.uri) for change in params.changes)
        if any(server.project.concerns(change.uri) for change in params.changes):
            server.project.invalidate()
            server.changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configuration_changed(params: types.DidChangeConfigurationParams) -> None:
        if server.client.configuration:
            server.work.spawn(fetch_configuration())
        else:
            configure(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.project.change_folders(params.event)
        server.indexer.start(server.project.roots)
        server.changed()
        if server.client.configuration:
            server.work.spawn(fetch_configuration())

    is_told = False

    def configure(raw: Any, folders: Mapping[str, Any] | None = None) -> None:
        server.project.configure(raw, folders)
        server.changed()

    async def fetch_configuration() -> None:
        """Request the settings of the client and those of each folder, together.

        Until the client sends settings, those in its initialization options remain in effect.
        """
        nonlocal is_told
        folders = server.project.folder_uris
        items = [types.ConfigurationItem(section=SECTION)]
        items += [types.ConfigurationItem(uri, SECTION) for uri in folders.values()]
        answer = await server.workspace_configuration_async(types.ConfigurationParams(items))
        if answer:
            everywhere = {} if answer[0] is None and is_told else answer[0]
            is_told = everywhere is not None
            configure(everywhere, dict(zip(folders, answer[1:], strict=False)))

    def on_start() -> None:
        registrations = []
        if server.client.registers_watchers:
            watchers = [types.FileSystemWatcher(WATCHED_FILES)]
            registrations.append(
                types.Registration(
                    "planlsp-watched-files",
                    types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                    types.DidChangeWatchedFilesRegistrationOptions(watchers),
                )
            )
        if server.client.registers_configuration:
            registrations.append(
                types.Registration(
                    "planlsp-configuration",
                    types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                    types.DidChangeConfigurationRegistrationOptions(section=SECTION),
                )
            )
        if registrations:
            server.work.spawn(register_with_client(registrations))
        if server.client.configuration:
            server.work.spawn(fetch_configuration())

    async def register_with_client(registrations: list[types.Registration]) -> None:
        await server.client_register_capability_async(types.RegistrationParams(registrations))

    server.on_start(on_start)

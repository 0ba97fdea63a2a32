"""Report errors in settings: diagnostics in the files `planlsp.toml` of the workspace folders, and
messages about the client's settings."""

from __future__ import annotations

from lsprotocol import types

from plancore.diagnostic import Diagnostic
from planlsp.convert import SEVERITIES, to_range
from planlsp.session.server import PlanServer
from planlsp.session.settings.folder_settings import SettingsFile
from planlsp.session.uris import key_of, uri_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Publish diagnostics of settings files as they are on disk, which is the version in effect.
    Each error in the client's settings is shown once."""
    told: dict[str, SettingsFile] = {}
    shown: set[str] = set()

    def publish(view: View, path: str, file: SettingsFile | None) -> None:
        items = [] if file is None else [_item(view, file, fault) for fault in file.faults]
        params = types.PublishDiagnosticsParams(view.uri(key_of(uri_of(path))), items)
        server.text_document_publish_diagnostics(params)

    def show(fault: str) -> None:
        if fault not in shown:
            shown.add(fault)
            params = types.ShowMessageParams(types.MessageType.Warning, fault)
            server.window_show_message(params)

    def on_change(view: View) -> None:
        for fault in view.settings.faults:
            show(fault)
        now = {path: file for path, file in view.settings.files.items() if file.faults}
        for path in told.keys() | now.keys():
            if told.get(path) is not now.get(path):
                publish(view, path, now.get(path))
        told.clear()
        told.update(now)

    server.on_change(on_change)


def _item(view: View, file: SettingsFile, fault: Diagnostic) -> types.Diagnostic:
    return types.Diagnostic(
        to_range(file.source, fault.span, view.client.encoding),
        fault.message,
        SEVERITIES[fault.severity],
        fault.code,
        source="planlsp",
    )

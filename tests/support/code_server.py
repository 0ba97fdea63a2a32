"""VS Code as a local web server, with our extension installed, in a home of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.ports import free_port

_SETTINGS = {
    "chat.commandCenter.enabled": False,
    "chat.disableAIFeatures": True,
    "editor.minimap.enabled": False,
    "editor.stickyScroll.enabled": False,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "extensions.ignoreRecommendations": True,
    "files.autoSave": "off",  # on by default in a browser
    "files.hotExit": "off",
    "git.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "window.commandCenter": False,
    "workbench.enableExperiments": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


@dataclass(frozen=True, slots=True)
class Installation:
    """Where the parts are: Node, the folder of node_modules, our packaged extension."""

    node: Path
    modules: Path
    extension: Path


@contextmanager
def running(
    installation: Installation,
    state: Path,
    settings: dict[str, object],
    options: Sequence[str] = (),
    profile: str = "",
    neighbours: Sequence[Path] = (),
    *,
    asks_for_trust: bool = False,
) -> Iterator[int]:
    """Serves VS Code on a free port of this machine, which is yielded, until the block ends.

    ``settings`` go before the quiet ones above. Settings of machine scope are read from a file of
    their own, so both files get all of them. ``profile`` is what the user's login shell reads: VS
    Code takes its environment from there. ``neighbours`` are packages of other extensions. A folder
    is trusted unless VS Code ``asks_for_trust``, as it does by itself.
    """
    asking: dict[str, object] = {"security.workspace.trust.enabled": asks_for_trust}
    if theme := os.environ.get("PLANLSP_THEME"):
        asking["workbench.colorTheme"] = theme
    for scope in ("User", "Machine"):
        folder = state / "data" / scope
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text(json.dumps({**_SETTINGS, **asking, **settings}))
    code_server = [
        str(installation.node),
        str(installation.modules / "node_modules/code-server/out/node/entry.js"),
        f"--user-data-dir={state / 'data'}",
        f"--extensions-dir={state / 'extensions'}",
    ]
    home = state / "home"
    home.mkdir()
    (home / ".profile").write_text(profile)
    own = {
        **os.environ,
        "HOME": str(home),
        "SHELL": "/bin/bash",
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "EXTENSIONS_GALLERY": "{}",
    }
    own.pop("VSCODE_IPC_HOOK_CLI", None)
    subprocess.run(
        [
            *code_server,
            *(f"--install-extension={each}" for each in (*neighbours, installation.extension)),
        ],
        env=own,
        capture_output=True,
        timeout=120,
        check=True,
    )
    port = free_port()
    log = state / "code-server.log"
    with log.open("wb") as sink:
        server = subprocess.Popen(
            [
                *code_server,
                "--auth=none",
                f"--bind-addr=127.0.0.1:{port}",
                "--disable-telemetry",
                "--disable-update-check",
                *([] if asks_for_trust else ["--disable-workspace-trust"]),
                "--disable-getting-started-override",
                "--reconnection-grace-time=5",  # else a closed page keeps its server for hours
                *options,
            ],
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _wait_until_healthy(port, server, log)
            yield port
        finally:
            # The group: extension hosts and language servers go with it.
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _wait_until_healthy(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"code-server does not answer:\n{log.read_text(errors='replace')}")


def packaged(extension: Path, target: Path) -> Path:
    """The extension in a folder as a package that VS Code installs."""
    manifest = json.loads((extension / "package.json").read_text(encoding="utf-8"))
    identity = (
        f'Id="{manifest["name"]}" Publisher="{manifest["publisher"]}" '
        f'Version="{manifest["version"]}" Language="en-US"'
    )
    with zipfile.ZipFile(target, "w") as package:
        package.writestr(
            "extension.vsixmanifest",
            '<PackageManifest Version="2.0.0" '
            'xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">'
            f"<Metadata><Identity {identity}/></Metadata></PackageManifest>",
        )
        for file in sorted(extension.iterdir()):
            package.write(file, f"extension/{file.name}")
    return target

"""`python -m manual release`: check whether a release is possible, and build its files.

The address of the repository is stated in pyproject.toml and repeated in other files, which are
read by themselves. `make address URL=…` changes it in all of them.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from manual import web

ROOT: Final = Path(__file__).parents[1]
PLACEHOLDER: Final = "https://example.org/planlsp"
REPEATED: Final = (
    "pyproject.toml",
    "CITATION.cff",
    "README.md",
    "docs/how-to/ci.md",
    "editors/emacs/README.md",
    "editors/emacs/planlsp.el",
    "editors/nvim/README.md",
    "editors/registries/mason.yaml",
    "editors/registries/melpa",
    "editors/registries/nvim-lspconfig.lua",
    "editors/vscode/package.json",
)
"""The files that state the address."""
STATED: Final = {
    "shared/planfiles/version.py": r'__version__ = "(.+)"',
    "CITATION.cff": r"(?m)^version: (.+)$",
    "editors/vscode/package.json": r'(?m)^  "version": "(.+)"',
    "docs/how-to/ci.md": r"planlsp@v(\S+)",
    "editors/registries/mason.yaml": r"pkg:pypi/planlsp@(\S+)",
}
"""The files that state the version, each with a pattern for it."""


def address() -> str:
    """The address of the repository in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated: str = project["urls"]["Repository"]
    return stated


def faults() -> Iterator[str]:
    """A message for each obstacle to a release."""
    stated = address()
    if stated == PLACEHOLDER:
        yield "the address of the repository is a placeholder; set it: make address URL=https://…"
    for name in REPEATED:
        text = (ROOT / name).read_text(encoding="utf-8")
        if stated not in text:
            yield f"{name}: does not state the address {stated}"
        elif stated != PLACEHOLDER and "placeholder" in text:
            yield f"{name}: still calls the address a placeholder"
    versions = {name: _version_in(name) for name in STATED}
    if len({*versions.values()}) > 1:
        said = ", ".join(f"{name} {version}" for name, version in versions.items())
        yield f"the versions differ: {said}"
    version = versions["shared/planfiles/version.py"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"(?m)^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changes):
        yield f"CHANGELOG.md: no section `## {version} (YYYY-MM-DD)`"
    tag = os.environ.get("GITHUB_REF_NAME", "")
    if os.environ.get("GITHUB_REF_TYPE") == "tag" and tag != f"v{version}":
        yield f"the tag is {tag}, the version {version}"


def _version_in(name: str) -> str:
    found = re.search(STATED[name], (ROOT / name).read_text(encoding="utf-8"))
    return found[1] if found else "none"


def check() -> int:
    """Print the obstacles and return the exit status."""
    found = list(faults())
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return 1 if found else 0


def set_address() -> int:
    """Set the address in all files to the environment variable URL; returns the exit status."""
    url = os.environ.get("URL", "").removesuffix("/").removesuffix(".git")
    if not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+", url):
        sys.stderr.write("usage: make address URL=https://github.com/OWNER/planlsp\n")
        return 2
    old = address()
    for name in REPEATED:
        path = ROOT / name
        text = path.read_text(encoding="utf-8").replace(old, url)
        # GitHub actions are named OWNER/REPOSITORY, without the host.
        text = re.sub(r"(uses: )[\w.-]+/planlsp@", rf"\1{url.split('/', 3)[3]}@", text)
        path.write_text(text, encoding="utf-8")
    return 0


def build() -> int:
    """Build the files of a release in build/release, with their checksums; returns the exit
    status."""
    made = ROOT / "build" / "release"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    _run([sys.executable, "-m", "build", "--outdir", str(made), str(ROOT)], ROOT)
    version = _version_in("shared/planfiles/version.py")
    extension = ROOT / "editors" / "vscode"
    npm = shutil.which("npm")
    if npm is None:
        sys.stderr.write("make release needs Node 22 or newer for the VS Code extension\n")
        return 2
    _run([npm, "install", "--no-audit", "--no-fund", "--no-package-lock"], extension)
    _run([npm, "run", "--silent", "package"], extension)
    if web.build() != 0:
        return 2
    shutil.make_archive(str(made / f"planlsp-page-{version}"), "zip", web.MADE)
    _run([sys.executable, "worker.py"], extension)
    _run([npm, "run", "--silent", "vsix:web"], extension)
    shutil.rmtree(extension / "web")
    for file in extension.glob("*.vsix"):
        shutil.move(file, made / file.name)
    (source,) = made.glob("*.tar.gz")
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    for name, text in recipes(version, digest).items():
        (made / name).write_text(text, encoding="utf-8")
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(made.iterdir())
    ]
    (made / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    sys.stdout.writelines(lines)
    return 0


def commit_neovim_plugin() -> int:
    """Commit the Neovim plugin of HEAD to the branch `neovim`; returns the exit status.

    Plugin managers clone a repository and expect the plugin at its root, where it is on that
    branch. Nothing is checked out, and an unchanged plugin is not committed again.
    """
    with tempfile.TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        _git("read-tree", "HEAD:editors/nvim", **index)
        readme = _git("show", "HEAD:editors/nvim/README.md").replace(
            "](../../", f"]({address()}/blob/main/"
        )
        files = {
            "LICENSE": _git("rev-parse", "HEAD:LICENSE"),
            "README.md": _git("hash-object", "-w", "--stdin", text=readme + "\n"),
        }
        for name, blob in files.items():
            _git("update-index", "--add", "--cacheinfo", f"100644,{blob},{name}", **index)
        tree = _git("write-tree", **index)
    branch = "refs/heads/neovim"
    last = _git("for-each-ref", "--format=%(objectname) %(tree)", branch).split()
    if tree not in last:
        message = f"Plugin for Neovim of {_git('rev-parse', '--short', 'HEAD')}"
        parent = ["-p", last[0]] if last else []
        _git("update-ref", branch, _git("commit-tree", tree, *parent, "-m", message))
    sys.stdout.write("committed to the branch neovim; publish it: git push origin neovim\n")
    return 0


def _git(*arguments: str, text: str = "", **environment: str) -> str:
    return subprocess.run(
        ["git", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=text,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout.strip()


def recipes(version: str, digest: str) -> dict[str, str]:
    """The recipes for packagers, by file name, for a source archive with the SHA-256 `digest`."""
    values = {"@ADDRESS@": address(), "@VERSION@": version, "@SHA256@": digest}
    filled = {}
    for template in sorted((ROOT / "docs" / "development" / "packaging").iterdir()):
        text = template.read_text(encoding="utf-8")
        for mark, value in values.items():
            text = text.replace(mark, value)
        filled[template.name] = text
    return filled


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True)

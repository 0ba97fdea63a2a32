"""The user's config file.

TOML: a key for each option, and a table `keys` with the keys of the viewer. There is one file for
each user: files in compared folders cannot change what runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from planfiles.errors import FileError, UserError

CONFIG_VARIABLE: Final = "PLANDIFF_CONFIG"
_NAME: Final = Path("planlsp", "plandiff.toml")
_KEYS: Final = "keys"


@dataclass(frozen=True, slots=True)
class Config:
    """The contents of the file: `settings` by the keys of options, as in TOML, and `keys` by the
    names of the viewer's bindings. `path` is the path of the file, which need not exist; None: no
    file."""

    path: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)


def read_config(environment: Mapping[str, str], platform: str = sys.platform) -> Config:
    """Read the user's config. Raises UserError for a file that cannot be read or is invalid."""
    path = _config_path(environment, platform)
    if path is None or not (os.path.exists(path) or CONFIG_VARIABLE in environment):
        return Config(path)
    # Imported late: most users have no config file.
    from planfiles.documents import read_toml

    settings = read_toml(path)
    keys = settings.pop(_KEYS, {})
    if not isinstance(keys, dict):
        raise UserError(f"{path}: {_KEYS}: expected a table [keys]")
    for name, wanted in keys.items():
        if not isinstance(wanted, str):
            raise UserError(f"{path}: {_KEYS}.{name}: expected a key, such as 'ctrl+n'")
    return Config(path, settings, keys)


def _config_path(environment: Mapping[str, str], platform: str) -> Path | None:
    """The path of the file; None for no file."""
    if CONFIG_VARIABLE in environment:
        named = environment[CONFIG_VARIABLE]
        return Path(named) if named else None
    home = environment.get("HOME", "")
    if platform == "win32":
        folder = environment.get("APPDATA", "")
    elif platform == "darwin":
        folder = f"{home}/Library/Application Support" if home else ""
    else:
        folder = environment.get("XDG_CONFIG_HOME", "") or (f"{home}/.config" if home else "")
    # The XDG specification requires relative paths to be ignored, so that the current folder has no
    # influence.
    return Path(folder, _NAME) if folder and Path(folder).is_absolute() else None


def remember(path: Path, key: str, value: str) -> None:
    """Set `key` in the config file to the string `value`; the rest is left unchanged.

    Raises FileError if that fails, for example because the file is not TOML.
    """
    # Imported late: not needed to read the config.
    import tomllib

    from planfiles.files import read_text
    from planfiles.writing import make_folder, write_text

    make_folder(path.parent)
    before = read_text(str(path)) if os.path.exists(path) else ""
    after = _with(before, key, value)
    try:
        is_right = tomllib.loads(after) == tomllib.loads(before) | {key: value}
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise FileError("write", str(path), f"no line can be set to {key}")
    write_text(path, after)


def _with(text: str, key: str, value: str) -> str:
    """`text` with a line for `key` above its first table. JSON strings are valid TOML."""
    import json
    import re

    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    end = table.start() if table else len(text)
    written = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=.*$", re.MULTILINE).search(text, 0, end)
    if written:
        return text[: written.start()] + line + text[written.end() :]
    return f"{line}\n{text}"

"""A choice of the user, kept in their config file."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

from planfiles.files import read_text
from planfiles.trouble import FileTrouble
from planfiles.writing import make_folder, write_text


def remember(path: Path, key: str, value: str) -> None:
    """Set `key` in the config file to the text `value`; all else in it stays as it is.

    Raises FileTrouble where that cannot be done, as when the file is no TOML.
    """
    make_folder(path.parent)
    before = read_text(str(path)) if os.path.exists(path) else ""
    after = _with(before, key, value)
    try:
        is_right = tomllib.loads(after) == tomllib.loads(before) | {key: value}
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise FileTrouble("write", str(path), f"no line of it can be set to {key}")
    write_text(path, after)


def _with(text: str, key: str, value: str) -> str:
    """`text` with a line for `key` above its first table. What JSON writes is a text of TOML."""
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    end = table.start() if table else len(text)
    written = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=.*$", re.MULTILINE).search(text, 0, end)
    if written:
        return text[: written.start()] + line + text[written.end() :]
    return f"{line}\n{text}"

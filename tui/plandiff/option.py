"""Options as fields of a dataclass, set by flag, environment variable or the config file.

A field made by one of the functions here completely describes an option. The parser of the command
line, the readers of the environment and the config file, shell completion and tests use it.

The config file is TOML: a key for each option, and a table `keys` with the keys of the viewer.
There is one file for each user: files in compared folders cannot change what runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

from plancore.spelling import hint
from planfiles.errors import FileError, UserError

Value = TypeVar("Value")
Read = Callable[[str], object]

PREFIX: Final = "PLANDIFF_"
_SWITCHES: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class HelpHeading(StrEnum):
    """The headings of `--help`."""

    OUTPUT = "output"
    COMPARISON = "comparison"
    PLANS = "plans"
    DIRECTORIES = "directories"
    STATUS = "exit status"


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option. `dest` is the name of its field; `read` converts a text to a value, and raises
    ArgumentTypeError for an invalid one. A switch takes no value; one that is on by default has a
    negative flag, for example `--no-evidence` for `evidence`. `short` is another name of the flag,
    or empty."""

    dest: str
    key: str
    default: Any
    help: str
    group: HelpHeading
    metavar: str | None = None
    offered: Callable[[], tuple[str, ...]] = tuple
    read: Read = str
    is_switch: bool = False
    is_repeatable: bool = False
    short: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed values; empty if any value is allowed."""
        return self.offered()

    @property
    def flag(self) -> str:
        """The flag on the command line."""
        return f"--no-{self.key}" if self.default is True else f"--{self.key}"

    @property
    def opposite(self) -> str:
        """The flag that undoes a switch set in the environment or the config file."""
        return f"--{self.key}" if self.default is True else f"--no-{self.key}"

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.key.replace("-", "_").upper()

    def from_text(self, text: str, where: str) -> object:
        """The value of `text`. Raises UserError; `where` is the place of the text for messages."""
        value = self._from_text(text, where)
        return (value,) if self.is_repeatable else value

    def from_toml(self, value: object, where: str) -> object:
        """The value of an entry in the config file. Raises UserError."""
        if self.is_switch:
            if not isinstance(value, bool):
                raise UserError(f"{where}: expected true or false")
            return value
        if self.is_repeatable and isinstance(value, list):
            return tuple(self._from_text(_scalar(item, where), where) for item in value)
        return self.from_text(_scalar(value, where), where)

    def _from_text(self, text: str, where: str) -> object:
        if self.is_switch:
            text = text.lower()
        allowed = tuple(_SWITCHES) if self.is_switch else self.choices
        if allowed and text not in allowed:
            raise UserError(f"{where}: {hint(text, allowed)}")
        if self.is_switch:
            return _SWITCHES[text]
        try:
            return self.read(text)
        except argparse.ArgumentTypeError as error:
            raise UserError(f"{where}: {error}") from None


def _scalar(value: object, where: str) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise UserError(f"{where}: expected a string or a number")


def switch(default: Value, group: HelpHeading, help: str, short: str = "") -> Value:
    """An option without a value; `short` is its one-letter flag. With the default None, the files
    decide."""
    return _row(default, group, help, is_switch=True, short=short)


def choice(
    default: Value,
    group: HelpHeading,
    choices: tuple[str, ...] | Callable[[], tuple[str, ...]],
    help: str,
    *,
    key: str = "",
    metavar: str | None = None,
) -> Value:
    """An option with one of `choices` as value. `key` is its name if it differs from the field's;
    `metavar` replaces a long list of choices in the help."""
    offered = choices if callable(choices) else lambda: choices
    return _row(default, group, help, key=key, offered=offered, metavar=metavar)


def value(
    default: Value, group: HelpHeading, metavar: str, help: str, *, key: str = "", read: Read = str
) -> Value:
    """An option with a value, called `metavar` in the help. `key` is its name if it differs from
    the field's. With a tuple as default, the option is repeatable."""
    return _row(default, group, help, key=key, metavar=metavar, read=read)


def _row(default: Value, group: HelpHeading, help: str, *, key: str = "", **more: Any) -> Value:
    more |= {"key": key, "help": help, "group": group}
    return field(default=default, metadata=more)


def rows_of(options: type) -> tuple[OptionRow, ...]:
    """The options of a dataclass, in the order of its fields."""
    return tuple(_row_of(entry) for entry in fields(options) if entry.metadata)


def _row_of(entry: Field[Any]) -> OptionRow:
    settings = dict(entry.metadata)
    settings["key"] = settings["key"] or entry.name.replace("_", "-")
    is_repeatable = isinstance(entry.default, tuple)
    return OptionRow(entry.name, default=entry.default, is_repeatable=is_repeatable, **settings)


# The config file of the user.

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

"""The page of settings: those of the language server, and those of `plandiff`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plandiff.option import OptionRow
from plandiff.options import ROWS
from planlsp.session.settings.settings import SETTINGS

_SERVER: Final = """\
# Settings

## The language server

The section `planlsp` of an editor's configuration, or a file `planlsp.toml` in a workspace folder
with the same names, which takes precedence and is also read by `planlsp check`
([details](../../planlsp/README.md#settings)).

| name | values | default | meaning |
|---|---|---|---|
"""
_VIEWER: Final = """
## plandiff

Options of the command line override environment variables, which override the config file: the one
that `PLANDIFF_CONFIG` names, by default `planlsp/plandiff.toml` in your system's configuration
directory. A switch is `1` or `0` in the environment, `true` or `false` in the file; `--no-NAME`
turns it off.

| option | variable | key of the file | default | meaning |
|---|---|---|---|---|
"""


def pages() -> dict[str, str]:
    """The text of the page, by its path from the top of the repository."""
    server = "".join(
        f"| `{name}` | {_values(values)} | {_code(default)} | {meaning} |\n"
        for name, values, default, meaning in SETTINGS
    )
    viewer = "".join(f"| {' | '.join(_cells(row))} |\n" for row in ROWS)
    return {"docs/reference/settings.md": f"{_SERVER}{server}{_VIEWER}{viewer}"}


def _values(values: tuple[str, ...]) -> str:
    return ", ".join(map(_code, values))


def _code(value: str) -> str:
    """A literal value as code; a description unchanged."""
    is_literal = value[0] in '"{[' or value in ("true", "false")
    return f"`{value}`" if is_literal else value


def _cells(row: OptionRow) -> Iterator[str]:
    value = "" if row.is_switch else f" {row.metavar or 'VALUE'}"
    yield f"`{row.flag}{value}`"
    yield f"`{row.variable}`"
    yield f"`{row.key}`"
    yield _default(row)
    offered = f": {', '.join(f'`{choice}`' for choice in row.choices)}" if row.choices else ""
    yield f"{row.help}{offered}".replace("|", "\\|")


def _default(row: OptionRow) -> str:
    if row.is_switch:
        return "`true`" if row.default else "`false`"
    return f"`{row.default}`" if row.default else "none"

"""JSON and TOML files of users."""

from __future__ import annotations

from typing import Any

from plancore.json_toml import DocumentError, json_value, toml_value
from planfiles.errors import UserError
from planfiles.files import PathLike, read_text


def read_toml(path: PathLike) -> dict[str, Any]:
    """The tables of a TOML file. Raises UserError with the place of an error."""
    text = read_text(path)
    try:
        return toml_value(text)
    except DocumentError as error:
        raise UserError(error.of(str(path))) from None


def json_in(text: str, name: str) -> Any:
    """The JSON value in the text of a file `name`. Raises UserError with the place of an error."""
    try:
        return json_value(text)
    except DocumentError as error:
        raise UserError(error.of(name)) from None

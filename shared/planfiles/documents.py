"""Files of JSON and TOML that users write."""

from __future__ import annotations

from typing import Any

from plancore.json_toml import DocumentError, json_value, toml_value
from planfiles.errors import UserError
from planfiles.files import PathLike, read_text


def read_toml(path: PathLike) -> dict[str, Any]:
    """The tables of a file of TOML. Raises UserError, with the place of what is wrong."""
    text = read_text(path)
    try:
        return toml_value(text)
    except DocumentError as error:
        raise UserError(error.of(str(path))) from None


def json_in(text: str, name: str) -> Any:
    """What the text of a file called `name` holds. Raises UserError, with the place of what is
    wrong."""
    try:
        return json_value(text)
    except DocumentError as error:
        raise UserError(error.of(name)) from None

"""Files of TOML and of JSON that users write."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from plancore.jsonable import why_unreadable
from planfiles.files import PathLike, read_text
from planfiles.trouble import Trouble


def read_toml(path: PathLike) -> dict[str, Any]:
    """The tables of a file of TOML. Raises Trouble, with the place of what is wrong."""
    return toml_in(read_text(path), str(path))


def read_document(path: PathLike) -> Any:
    """What a file holds: TOML where its name ends in `.toml`, else JSON. Raises Trouble."""
    if str(path).endswith(".toml"):
        return read_toml(path)
    return json_in(read_text(path), str(path))


def toml_in(text: str, name: str) -> dict[str, Any]:
    """The tables in the text of a file called `name`. Raises Trouble, with the place of what is
    wrong."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{name}: {why_unreadable(error)}") from None


def json_in(text: str, name: str) -> Any:
    """What the text of a file called `name` holds. Raises Trouble, with the place of what is
    wrong."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = error.msg[:1].lower() + error.msg[1:]
        raise Trouble(f"{name}:{error.lineno}:{error.colno}: not JSON: {why}") from None
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{name}: {why_unreadable(error)}") from None

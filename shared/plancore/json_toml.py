"""Parse JSON and TOML, with error messages for their authors."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")
_KEY: Final = re.compile(r"[\w?-]+")


class DocumentError(ValueError):
    """An error in a document, with its place: the `path` of a key, outermost first, or the line and
    column, from 1, of a syntax error."""

    def __init__(
        self,
        message: str,
        path: tuple[str | int, ...] = (),
        position: tuple[int, int] | None = None,
    ) -> None:
        self.path = path
        self.position = position
        self.message = f"`{_joined(path)}`: {message}" if path else message
        place = " (line {}, column {})".format(*position) if position else ""
        super().__init__(self.message + place)

    def of(self, name: str) -> str:
        """The message with the `name` of the document and the position."""
        place = "".join(f":{number}" for number in self.position or ())
        return f"{name}{place}: {self.message}"


def json_value(text: str, *, is_log: bool = False) -> Any:
    """The value of a JSON text; `NaN` and `Infinity`, which are not JSON, become strings. Raises
    DocumentError, also for a duplicate key, since one value would be lost. Not so in a log, which
    is not edited and may be large."""
    hook = None if is_log else _object
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=hook, parse_constant=str)
    except json.JSONDecodeError as error:
        why = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise DocumentError(why, (), (error.lineno, error.colno)) from None
    except RecursionError:
        raise DocumentError("nested too deeply") from None
    except DocumentError:
        raise
    except ValueError:  # Python refuses numbers of more than 4,300 digits
        raise DocumentError("a number has too many digits") from None


def toml_value(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises DocumentError."""
    import tomllib  # most documents are JSON

    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found, lines = _PLACE.search(message), text.split("\n")
        at = (int(found[1]), int(found[2])) if found and found[1] else None
        why = f"not TOML: {message[:1].lower()}{_PLACE.sub('', message)[1:]}"
        raise DocumentError(why, (), at or (len(lines), len(lines[-1]) + 1)) from None
    except RecursionError:
        raise DocumentError("nested too deeply") from None
    except ValueError:
        raise DocumentError("a number has too many digits") from None


def _object(items: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(items)
    if len(data) < len(items):
        keys = [key for key, _ in items]
        twice = next(key for key in data if keys.count(key) > 1)
        raise DocumentError(f"duplicate key `{twice}`")
    return data


def _joined(path: tuple[str | int, ...]) -> str:
    """A path such as `actions[0].learned`; a key that is not a word is quoted."""
    text = ""
    for key in path:
        if isinstance(key, str) and _KEY.fullmatch(key):
            text += f".{key}" if text else key
        else:
            text += f"[{json.dumps(key, ensure_ascii=False)}]"
    return text

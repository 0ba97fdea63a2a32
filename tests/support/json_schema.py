"""As much of JSON Schema as our schemas use."""

from __future__ import annotations

import re
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


def violations(value: Any, schema: Any, root: Any, at: str = "$") -> list[str]:
    """Where `value` is not as `schema` says; nothing if it is. `root` holds the `$defs`."""
    if "$ref" in schema:
        return violations(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    if "anyOf" in schema:
        found = [violations(value, each, root, at) for each in schema["anyOf"]]
        return [] if [] in found else min(found, key=len)
    if "const" in schema:
        return [] if value == schema["const"] else [f"{at}: not {schema['const']!r}"]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r} is none of the values"]
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return [f"{at}: {value!r} is no {kind}"]
    return [*_limits(value, schema, at), *_inside(value, schema, root, at)]


def _limits(value: Any, schema: Any, at: str) -> list[str]:
    found = []
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{at}: {value} is too small")
    if "maximum" in schema and value > schema["maximum"]:
        found.append(f"{at}: {value} is too large")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{at}: {value!r} is of another form")
    return found


def _inside(value: Any, schema: Any, root: Any, at: str) -> list[str]:
    found = []
    if isinstance(value, list):
        for index, each in enumerate(value):
            found += violations(each, schema["items"], root, f"{at}[{index}]")
    if isinstance(value, dict):
        found += [f"{at}: no {name}" for name in schema.get("required", ()) if name not in value]
        known = schema.get("properties", {})
        extra = schema.get("additionalProperties", True)
        for name, each in value.items():
            if name in known:
                found += violations(each, known[name], root, f"{at}.{name}")
            elif extra is False:
                found.append(f"{at}: {name} is not known")
            elif isinstance(extra, dict):
                found += violations(each, extra, root, f"{at}.{name}")
    return found

"""As much of JSON Schema as our schemas use."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

SCHEMAS = files("plancore").joinpath("report", "schema")

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


@cache
def schema_called(name: str) -> Any:
    """The schema in a file of ours; None where there is none of that name."""
    file = SCHEMAS / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else None


def violations_of(text: str) -> list[str]:
    """Where a JSON document is not as the schema says that is called after its format and version;
    nothing for what is no such document, or has no schema."""
    if not text.startswith('{\n  "format": '):
        return []
    document = json.loads(text)
    schema = schema_called(f"{document['format'].replace(' ', '-')}-{document['version']}")
    return [] if schema is None else violations(document, schema, schema)


def target(reference: str, root: Any) -> tuple[Any, Any]:
    """What a `$ref` names, here or in another file, and the file that it stands in."""
    name, _, path = reference.partition("#")
    found = document = schema_called(name.removesuffix(".json")) if name else root
    for part in path.split("/")[1:]:
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found, document


def violations(value: Any, schema: Any, root: Any, at: str = "$") -> list[str]:
    """Where `value` is not as `schema` says; nothing if it is. `root` is the file that it stands
    in."""
    if "$ref" in schema:
        return violations(value, *target(schema["$ref"], root), at)
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

"""As much of JSON Schema as our schemas use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from support.documents import violations_of as by_records

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
    """Where a JSON document of ours is not as the schema says that is called after its format and
    version, be it one object or a head with lines below it; nothing for what is no such document.
    """
    if text.startswith('{\n  "format": '):
        document = json.loads(text)
        if not (SCHEMAS / f"{name_of(document)}.json").is_file():
            return by_records(text)
        schema = _schema_of(document)
        return _UNKNOWN if schema is None else violations(document, schema, schema)
    if not text.startswith('{"format": '):
        return []
    head, *lines = map(json.loads, text.splitlines())
    if not (SCHEMAS / f"{name_of(head)}.json").is_file():
        return by_records(text)
    schema = _schema_of(head)
    if schema is None:
        return _UNKNOWN
    line = schema["$defs"]["line"]
    found = violations(head, schema["$defs"]["head"], schema)
    for number, each in enumerate(lines, start=2):
        found += violations(each, line, schema, f"line {number}: $")
    return found


_UNKNOWN = ["$: no schema is of that format and version"]


def name_of(document: Any) -> str:
    """What the schema of a document is called, by its format and version."""
    return f"{document['format'].replace(' ', '-')}-{document['version']}"


def _schema_of(document: Any) -> Any:
    return schema_called(name_of(document))


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


def declared_objects(
    value: Any, schema: Any, root: Any
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each object within `value` whose members a schema names, with that schema. `value` is as
    `schema` says."""
    if "$ref" in schema:
        yield from declared_objects(value, *target(schema["$ref"], root))
    for each in schema.get("anyOf", ()):
        if violations(value, each, root) == []:
            yield from declared_objects(value, each, root)
            return
    if isinstance(value, list) and "items" in schema:
        for each in value:
            yield from declared_objects(each, schema["items"], root)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        if known:
            yield value, schema
        others = schema.get("additionalProperties")
        for name, each in value.items():
            if name in known:
                yield from declared_objects(each, known[name], root)
            elif isinstance(others, dict):
                yield from declared_objects(each, others, root)

"""The schemas of our JSON documents; `support.command` holds what commands print against them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from plancore.report.registry import KINDS, PLANDIFF
from support.examples import ROOT
from support.json_schema import SCHEMAS, schema_called, target, violations, violations_of

NAMES = sorted(each.name.removesuffix(".json") for each in SCHEMAS.iterdir())
KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "type", "properties", "required", "items"),
    *("additionalProperties", "anyOf", "const", "enum", "minimum", "maximum", "pattern"),
}


def schemas_in(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and those within."""
    yield schema
    within = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    within += schema.get("anyOf", ())
    within += [schema[key] for key in ("items", "additionalProperties") if key in schema]
    for each in within:
        if isinstance(each, dict):
            yield from schemas_in(each)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_schema_names_is_there_and_is_understood(name: str) -> None:
    whole = schema_called(name)
    for schema in schemas_in(whole):
        assert schema.keys() <= KEYWORDS
        assert set(schema.get("required", ())) <= schema.get("properties", {}).keys()
        if "$ref" in schema:
            found, _ = target(schema["$ref"], whole)
            assert isinstance(found, dict)


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_in_the_documentation(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    assert f"report/schema/{name}.json)" in page


def test_every_schema_is_of_a_document() -> None:
    from importlib import import_module

    documents = {PLANDIFF} | {
        import_module(f"plancore.report.{kind}.data").DOCUMENT for kind in KINDS
    }
    ours = {f"{each.format.replace(' ', '-')}-{each.version}" for each in documents}
    assert set(NAMES) <= ours


def test_what_is_not_as_a_schema_says_is_found() -> None:
    document = {"format": "planeval overview", "version": 1, "files": [], "errors": []}
    assert violations_of(json.dumps(document, indent=2)) == []
    del document["errors"]
    document["files"] = [{"file": 1, "values": {"a": [], "b": None}}]
    assert violations_of(json.dumps(document, indent=2)) == [
        "$: no errors",
        "$.files[0].file: 1 is no string",
        "$.files[0].values.a: [] is no number",
    ]
    schema = schema_called("planeval-domain-1")
    assert "$: no repair" in violations({"format": "planeval domain"}, schema, schema)
    repair = target("#/properties/solving", schema)
    assert violations(None, *repair) == []

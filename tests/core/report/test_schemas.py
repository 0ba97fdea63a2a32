"""The schemas of our JSON documents; `support.command` holds what commands print against them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.examples import ROOT
from support.json_schema import (
    SCHEMAS,
    schema_called,
    target,
    violations_of,
)

NAMES = sorted(each.name.removesuffix(".json") for each in SCHEMAS.iterdir())
KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "type", "properties", "required", "items"),
    *("additionalProperties", "anyOf", "const", "enum", "minimum", "maximum", "pattern"),
}


def placed_in(schema: Any, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A schema and those within, each with its place in the file."""
    yield at, schema
    within = {
        f"{at}/{key}/{name}": each
        for key in ("properties", "$defs")
        for name, each in schema.get(key, {}).items()
    }
    within |= {f"{at}/anyOf/{index}": each for index, each in enumerate(schema.get("anyOf", ()))}
    within |= {f"{at}/{key}": schema.get(key) for key in ("items", "additionalProperties")}
    for place, each in within.items():
        if isinstance(each, dict):
            yield from placed_in(each, place)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_schema_names_is_there_and_is_understood(name: str) -> None:
    whole = schema_called(name)
    for _, schema in placed_in(whole, "#"):
        assert schema.keys() <= KEYWORDS
        assert set(schema.get("required", ())) <= schema.get("properties", {}).keys()
        if "$ref" in schema:
            found, _ = target(schema["$ref"], whole)
            assert isinstance(found, dict)


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_in_the_documentation(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    assert f"](schema/{name}.json)" in page


OPTIONAL = {
    # One of several counterparts of a name says so.
    ("plandiff-1", "#/$defs/symbolPair"): {"cover"},
    ("plandiff-1", "#/$defs/pairs/properties/actions/items"): {"cover"},
    # Only where plans were translated.
    ("plandiff-1", "#/$defs/blame/properties/plans"): {"translated", "untranslated"},
    # Written before there were marks, `--before`, signs, names or options: these are read, too.
    ("plandiff-1", "#/$defs/threeway"): {"reviewed", "limits", "below"},
    # Where figures have limits.
    **{
        ("plandiff-1", f"#/$defs/{kind}"): {"limits", "below"}
        for kind in ("domain", "problem", "plan", "changeReview")
    },
    ("plandiff-batch-1", "#"): {"before", "names", "options"},
    ("plandiff-batch-1", "#/properties/baseline/anyOf/0"): {"names", "options"},
    # With `--before`, limits and a baseline.
    ("plandiff-batch-1", "#/$defs/head"): {"before", "names", "options"},
    # Those that nobody has set.
    ("plandiff-batch-1", "#/$defs/options"): {
        *("domain", "evidence", "modulo-commuting", "name", "plans", "problem")
    },
    ("plandiff-batch-1", "#/$defs/pair"): {"before", "signs", "below", "delta", "worse"},
    # Where an earlier plan was executed elsewhere than the one of now.
    ("plandiff-batch-1", "#/$defs/pair/properties/before/anyOf/0"): {"note"},
    # What a reviewer said of a difference.
    ("plandiff-findings-1", "#/$defs/finding"): {"review"},
    ("plandiff-findings-1", "#/$defs/changedFinding"): {"review"},
    # Kinds of names of which none is called differently.
    ("planeval-domain-1", "#/$defs/correspondence"): {
        *("actions", "constants", "functions", "parameters", "predicates", "types")
    },
    # With a codec.
    ("planeval-domain-1", "#/$defs/predictive"): {"codec_laws", "ambiguous_pairs"},
    # Manifests of runs of other systems and versions.
    ("planeval-solve-1", "#/$defs/enforced"): {
        *("leaves_nothing", "keeper_may_die", "largest_file", "system", "interval", "by")
    },
}
"""What may be left out, and why."""


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_wants_all_that_it_names_and_no_more(name: str) -> None:
    for at, schema in placed_in(schema_called(name), "#"):
        if "properties" in schema:
            left_out = schema["properties"].keys() - set(schema["required"])
            assert left_out == OPTIONAL.get((name, at), set()), at
            assert schema.get("additionalProperties", True) is False, at


def test_lines_are_held_against_head_and_line() -> None:
    head = {"format": "plandiff batch", "version": 1, "learned": "a", "reference": None}
    gone = {"pair": "p", "status": "gone", "worse": ["gone"]}
    assert violations_of("".join(f"{json.dumps(line)}\n" for line in (head, gone, gone))) == []
    assert violations_of("".join(f"{json.dumps(line)}\n" for line in (head, gone, head))) != []
    assert violations_of(json.dumps(head | {"more": 1})) == ["$: more is not known"]
    assert violations_of(json.dumps(head | {"version": 9})) != []


def test_what_is_not_as_a_schema_says_is_found() -> None:
    document = {"format": "planeval overview", "version": 2} | {
        name: [] for name in ("files", "left_out", "errors")
    }
    assert violations_of(json.dumps(document, indent=2)) == []
    document["files"] = [{"file": 1, "values": {"a": {}, "b": None}}]
    assert violations_of(json.dumps(document, indent=2)) == [
        "Expected `str`, got `int` - at `$.files[0].file`"
    ]
    del document["errors"]
    document["files"] = []
    assert violations_of(json.dumps(document, indent=2)) == [
        "Object missing required field `errors`"
    ]

"""The schemas of our JSON documents, which are made of their records; `support.command` holds what
commands print against these."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from planeval.schemas import documents, name_of, schema_of
from support.documents import violations_of
from support.examples import ROOT


@pytest.fixture(scope="module")
def schemas() -> dict[str, dict[str, Any]]:
    return {name_of(document): schema_of(document) for document in documents()}


def references_in(schema: Any) -> Iterator[str]:
    """The names of what a schema refers to."""
    for key, each in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key == "$ref":
            yield each.removeprefix("#/$defs/")
        elif isinstance(each, dict | list):
            yield from references_in(each)


def test_what_a_schema_refers_to_is_there(schemas: dict[str, dict[str, Any]]) -> None:
    for name, schema in schemas.items():
        assert set(references_in(schema)) <= schema["$defs"].keys(), name


def test_every_schema_is_in_the_documentation() -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    names = map(name_of, documents())
    assert [name for name in names if f"schema `{name}.json`" not in page] == []


def test_every_document_and_line_is_described(schemas: dict[str, dict[str, Any]]) -> None:
    for document, shape in documents().items():
        records = schemas[name_of(document)]["$defs"]
        for record in (*shape.whole, *shape.head, *shape.line):
            assert records[record.__name__].get("description"), record.__name__
        texts = [record.get("description", "") for record in records.values()]
        assert [text for text in texts if "\n" in text] == [], name_of(document)


LIMITS = {"limits", "below"}
"""Where figures have limits."""
OPTIONAL = {
    # One of several counterparts of a name says so.
    "SymbolPairRecord": {"cover"},
    "ActionPairRecord": {"cover"},
    "DomainRecord": LIMITS,
    "EvaluationRecord": LIMITS,
    "ProblemRecord": LIMITS,
    "PlanReviewRecord": LIMITS,
    "ThreeWayRecord": LIMITS,
    "ChangeReviewRecord": LIMITS,
    # Saved runs from before there were these are read, too.
    "BatchRecord": {"before", "names", "options", "other_files"},
    "BaselineRecord": {"names", "options"},
    "EarlierRecord": {"note"},
    # With `--before`, limits and a baseline.
    "BatchHeadRecord": {"before", "names", "options"},
    "PairRecord": {"before", "signs", "below", "delta", "worse"},
    # Those that nobody has set.
    "ChosenRecord": {"domain", "evidence", "modulo-commuting", "name", "plans", "problem"},
    # With an earlier file, and what a reviewer said.
    "FindingsHeadRecord": {"before"},
    "FindingRecord": {"outcome", "before", "review"},
    # Kinds of names of which none is called differently.
    "CorrespondenceRecord": {
        *("actions", "constants", "functions", "parameters", "predicates", "types")
    },
    # Summaries have no such lists; the others are there with a codec.
    "ActionPredictionsRecord": {"pairs_applicable_in_both", "notes"},
    "PredictiveRecord": {"codec_laws", "ambiguous_pairs"},
    # With `--trace`.
    "ValidatedPlanRecord": {"trace", "causal_links", "unneeded_steps", "conditions", "goals"},
    # Where no planner was asked.
    "EnforcedRecord": {
        *("leaves_nothing", "keeper_may_die", "largest_file", "system", "interval", "by")
    },
}
"""What may be left out, and why."""


def test_a_schema_wants_all_that_it_names_and_no_more(schemas: dict[str, dict[str, Any]]) -> None:
    records = [item for each in schemas.values() for item in each["$defs"].items()]
    for record, schema in records:
        if "properties" in schema:
            left_out = schema["properties"].keys() - set(schema["required"])
            assert left_out == OPTIONAL.get(record, set()), record
            assert schema["additionalProperties"] is False, record


def test_lines_are_held_against_head_and_line() -> None:
    head = {"format": "plandiff batch", "version": 2, "learned": "a", "reference": None}
    gone = {"pair": "p", "status": "gone", "worse": ["gone"]}
    assert violations_of("".join(f"{json.dumps(line)}\n" for line in (head, gone, gone))) == []
    assert violations_of("".join(f"{json.dumps(line)}\n" for line in (head, gone, head))) != []
    assert violations_of(json.dumps(head | {"more": 1})) == ["Object contains unknown field `more`"]
    assert violations_of(json.dumps(head | {"version": 9})) != []


def test_what_is_not_as_a_record_says_is_found() -> None:
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

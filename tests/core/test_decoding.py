"""JSON and TOML that people write: what is wrong is said with its place; nothing else raises."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from plancore.decoding import decode, decode_partly
from plancore.json_toml import DocumentError, json_value, toml_value


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Part(Struct, forbid_unknown_fields=True):
    name: str
    weight: Annotated[float, Meta(ge=0, le=1)] = 1.0
    count: Annotated[int, Meta(ge=1)] = 1
    colour: Colour | None = None
    files: list[str] | str = ""

    def __post_init__(self) -> None:
        if self.name == self.files:
            raise ValueError("`name` and `files` are the same")


class Whole(Struct):
    parts: tuple[Part, ...] = ()
    places: dict[str, int] = {}
    level: Literal["low", "high"] = "low"
    first: Part | None = None


def error_of(data: object) -> str:
    with pytest.raises(DocumentError) as raised:
        decode(data, Whole)
    return raised.value.of("a.json")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (7, "expected an object, found 7"),
        ({"parts": {}}, "`parts`: expected a list, found an object"),
        ({"parts": [None]}, "`parts[0]`: expected an object, found null"),
        ({"parts": [{"name": "a"}, {}]}, "`parts[1]`: `name` is missing"),
        (
            {"first": {"name": "a", "count": 0}},
            "`first.count`: expected a whole number of at least 1, found 0",
        ),
        ({"parts": [{"name": []}]}, "`parts[0].name`: expected a string, found a list"),
        (
            {"parts": [{"name": "a", "weight": 10**400}]},
            f"`parts[0].weight`: expected a number from 0 to 1, found 1{'0' * 39}…",
        ),
        (
            {"parts": [{"name": "a", "weight": True}]},
            "`parts[0].weight`: expected a number from 0 to 1, found true",
        ),
        (
            {"first": {"name": "a", "wieght": 1}},
            "`first.wieght`: unknown key; did you mean `weight`?",
        ),
        (
            {"first": {"name": "a", "size": 1}},
            "`first.size`: unknown key; expected one of name, weight, count, colour, files",
        ),
        (
            {"first": {"name": "a", "colour": "gren"}},
            '`first.colour`: expected one of red, green, found "gren"; did you mean `green`?',
        ),
        (
            {"first": {"name": "a", "files": ["b", 3]}},
            "`first.files[1]`: expected a string, found 3",
        ),
        (
            {"first": {"name": "a", "files": 3}},
            "`first.files`: expected a list or a string, found 3",
        ),
        ({"first": {"name": "a", "files": "a"}}, "`first`: `name` and `files` are the same"),
        ({"places": {"x y": "1"}}, '`places["x y"]`: expected a whole number, found "1"'),
        ({"places": {"x\x1b": 1.5}}, '`places["x\\u001b"]`: expected a whole number, found 1.5'),
        (json_value('{"places": {"x": NaN}}'), '`places.x`: expected a whole number, found "NaN"'),
        ({"level": "mid"}, '`level`: expected one of low, high, found "mid"'),
    ],
)
def test_what_is_wrong_is_said_with_the_path_of_its_key(data: object, error: str) -> None:
    assert error_of(data) == f"a.json: {error}"


def test_what_is_right_is_left_of_a_document_that_is_partly_wrong() -> None:
    data = {
        "parts": [{"name": "a"}, {"name": 3}, {"name": "b", "wieght": 1}],
        "places": {"x": 1, "y": "2"},
        "level": "mid",
        "frst": {"name": "c"},
        "anything": 3,
    }
    whole, errors = decode_partly(data, Whole)
    assert whole == Whole((Part("a"),), {"x": 1})
    assert [str(error).partition(":")[0] for error in errors] == [
        "`parts[1].name`",
        "`parts[2].wieght`",
        "`places.y`",
        "`level`",
        "`frst`",
    ]
    assert decode_partly([], Whole)[0] == Whole()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "a:1:1: not JSON: expecting value"),
        ('{"x": 1\n2}', "a:2:1: not JSON: expecting ',' delimiter"),
        ('{"x": 1, "x": 2}', "a: duplicate key `x`"),
        ("[" * 500_000, "a: nested too deeply"),
        ("9" * 5_000, "a: a number has too many digits"),
    ],
)
def test_a_text_that_is_no_json_is_said_with_its_place(text: str, error: str) -> None:
    with pytest.raises(DocumentError) as raised:
        json_value(text)
    assert raised.value.of("a") == error


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x = \n", "a:1:5: not TOML: invalid value"),
        ("x = 1\ny = '", 'a:2:6: not TOML: expected "\'"'),
        ("x = 1\nx = 2", "a:2:6: not TOML: cannot overwrite a value"),
        ("x = " + "[" * 50_000, "a: nested too deeply"),
        ("x = " + "9" * 5_000, "a: a number has too many digits"),
    ],
)
def test_a_text_that_is_no_toml_is_said_with_its_place(text: str, error: str) -> None:
    with pytest.raises(DocumentError) as raised:
        toml_value(text)
    assert raised.value.of("a") == error


def test_a_mark_of_the_order_of_bytes_is_no_part_of_a_document() -> None:
    assert json_value("\ufeff{}") == toml_value("\ufeff") == {}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3)
    | st.sampled_from(["red", "low"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["name", "weight", "colour", "files", "parts"]) | st.text(max_size=3),
        inner,
        max_size=4,
    ),
    max_leaves=8,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["parts", "places", "level", "first"]), VALUES))
def test_whatever_stands_in_a_document_is_read_or_said(data: dict[str, Any]) -> None:
    data = json.loads(json.dumps(data))
    _, errors = decode_partly(data, Whole)
    if not errors:
        decode(data, Whole)
    else:
        assert all(error.path and str(error) for error in errors)

"""Codecs as data, of a user or of a learner: what is wrong with one is said, and nothing raises."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plancore.snapshot import FileSnapshot
from planeval.domain.codec_files import codec_in
from planfiles.errors import UserError

DOMAIN = FileSnapshot.of("(define (domain d) (:predicates (p ?x) (q ?x)))").domain


def states(text: object) -> dict[str, Any]:
    return {"kind": "state-predicates", "encode": [text], "decode": []}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (7, "`kind` is one of identity, renaming, proxies, state-predicates"),
        ({}, "`kind` is one of "),
        ({"kind": "state-predicates"}, 'a codec of kind state-predicates needs `"encode"` and '),
        (
            states(7),
            "`encode[0]`: expected a string, found 7; a codec of kind state-predicates needs ",
        ),
        (states("(:derived (p ?x)"), "expected a definition "),
        (states("(:derived (p ?x) (q ?y))"), "unbound variable ?y"),
        (states("(:derived (p ?x) (forall (?y) (not (q ?z))))"), "unbound variable ?z"),
        ({"kind": "proxies", "proxies": 7}, 'a codec of kind proxies needs `"proxies": [{'),
        ({"kind": "proxies", "proxies": [{"learned": "a"}]}, 'needs `"proxies": [{'),
        ({"kind": "state-predicates", "encode": [], "decode": None}, "each a list of texts"),
        ({"kind": "renaming", "actions": 7}, "`actions`: expected an object, found 7"),
    ],
)
def test_what_is_wrong_with_one_is_said(data: Any, why: str) -> None:
    assert DOMAIN is not None
    with pytest.raises(UserError) as raised:
        codec_in(json.dumps(data), "mine.json", DOMAIN, DOMAIN)
    assert raised.value.message.startswith("mine.json: ")
    assert why in raised.value.message


def test_quantified_variables_are_bound() -> None:
    assert DOMAIN is not None
    text = "(:derived (p ?x) (exists (?y) (and (q ?y) (not (q ?x)))))"
    codec = codec_in(json.dumps(states(text)), "mine.json", DOMAIN, DOMAIN)
    assert codec.name == "state-predicates"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", ":1:1: not JSON: expecting value"),
        ('{"kind":\n "renaming",', ":2:13: not JSON: expecting property name enclosed in double"),
        ("[" * 100_000, ": nested too deeply"),
    ],
)
def test_what_is_no_json_is_said_with_its_place_and_what_belongs_there(text: str, why: str) -> None:
    assert DOMAIN is not None
    with pytest.raises(UserError) as raised:
        codec_in(text, "c.json", DOMAIN, DOMAIN)
    assert raised.value.message.startswith(f"c.json{why}")
    assert "; expected a codec: an object whose `kind` is one of identity, " in raised.value.message

"""What people state: texts of mappings read and written, held against models, and searched with."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import Correspondence
from plancore.correspondence.pairs import NOTHING_STATED, ActionPair, Pairs, SymbolPair
from plancore.correspondence.stated.applied import renaming_of
from plancore.correspondence.stated.document import mapping_text, read_mapping
from plancore.correspondence.stated.mapping import coverage, pairs_by_name, pairs_under
from support.kitchen import LEARNED, MAPPING, REFERENCE, domain

OURS, THEIRS = domain(LEARNED), domain(REFERENCE)


def read(text: str) -> Pairs:
    pairs, wrong = read_mapping(text, OURS, THEIRS)
    assert wrong == []
    return pairs


def faults(data: object) -> list[str]:
    return [fault.message for fault in read_mapping(json.dumps(data), OURS, THEIRS)[1]]


def entry(learned: str, reference: str, **more: Any) -> dict[str, Any]:
    return {"learned": learned, "reference": reference, **more}


def test_what_is_stated_is_said_with_that_as_its_evidence() -> None:
    pairs = pairs_under(read(MAPPING), OURS, THEIRS).pairs
    (clean,) = [pair for pair in pairs.predicates if pair.negated]
    assert (clean.learned, clean.reference, clean.arguments) == ("clean", "dirty", (0,))
    assert {pair.evidence for _, pair in pairs.named()} == {("stated",)}
    assert {pair.confidence for _, pair in pairs.named()} == {1.0}
    assert [entry.predicate for entry in pairs.type_predicates] == ["room"]


def test_a_text_says_the_pairs_that_it_is_written_from() -> None:
    found = replace(find_pairs(OURS, THEIRS), candidates=())
    for pairs in (read(MAPPING), found):
        assert read(mapping_text(pairs)) == pairs


def test_every_pair_is_one_line_to_edit() -> None:
    text = mapping_text(read(MAPPING))
    (line,) = [line for line in text.splitlines() if '"pick"' in line]
    assert json.loads(line.strip().rstrip(",")) == {
        "learned": "pick",
        "reference": "take",
        "parameters": {"?r": "?r", "?d": "?d"},
        "confidence": 1.0,
        "evidence": [],
    }


def test_a_saved_mapping_changes_nothing_when_it_is_used() -> None:
    found = pairs_under(NOTHING_STATED, OURS, THEIRS).to_save
    again = pairs_under(read(mapping_text(found)), OURS, THEIRS)
    assert again.to_save == found
    assert again.remarks == ()


def test_refusals_and_pairs_of_strange_names_are_kept() -> None:
    data = {
        "actions": [entry("fly", "walk", parameters={"?c": "?from"})],
        "types_as_predicates": [{"side": "reference", "predicate": "hot", "type": "dish"}],
        "refusals": [{"kind": "actions", **entry("go", "walk")}],
    }
    mapped = pairs_under(read(json.dumps(data)), OURS, THEIRS)
    assert mapped.remarks == (
        "mapping:1:14: no action `fly` in the learned domain",
        "mapping:1:111: no predicate `hot` in the reference domain",
    )
    assert "walk" not in {pair.reference for pair in mapped.pairs.actions if pair.learned == "go"}
    saved = read(mapping_text(mapped.to_save))
    assert ("fly", "walk") in {(pair.learned, pair.reference) for pair in saved.actions}
    assert saved.refusals == (("actions", "go", "walk"),)
    assert saved.type_predicates[-1].predicate == "hot"


def test_arguments_and_parameters_that_no_model_has_are_told_and_left_open() -> None:
    data = {
        "actions": [entry("go", "walk", parameters={"?to": "?there"})],
        "predicates": [
            entry("has-dish", "dish-in", arguments=[1, 2]),
            entry("is-held", "holding", arguments=[0, 1]),
        ],
    }
    mapped = pairs_under(read(json.dumps(data)), OURS, THEIRS)
    assert mapped.remarks == (
        "mapping:1:14: `go` and `walk`: no parameter `?there` in the reference action",
        "mapping:1:103: `has-dish` and `dish-in`: `arguments` must be at most 1",
        "mapping:1:173: `is-held` and `holding`: expected 1 `arguments`, got 2",
    )
    maps = {pair.learned: pair.arguments for pair in mapped.pairs.predicates}
    assert (maps["has-dish"], maps["is-held"]) == ((1, 0), (0,))
    (go,) = [pair for pair in mapped.pairs.actions if pair.learned == "go"]
    assert go.parameters == {"?to": "?to", "?from": "?from"}


@pytest.mark.slow
def test_of_many_names_that_do_not_fit_a_few_are_told() -> None:
    data = {"actions": [entry(f"a{number}", f"b{number}") for number in range(10_000)]}
    mapped = pairs_under(read(json.dumps(data)), OURS, THEIRS)
    assert len(mapped.remarks) == 6
    assert mapped.remarks[-1] == "mapping: 19995 more unknown names"
    assert len(mapped.to_save.actions) == len(mapped.pairs.actions) + 10_000


def test_a_negation_without_arguments_is_one_for_one() -> None:
    mapped = pairs_under(
        read('{"negated": [{"learned": "clean", "reference": "dirty"}]}'), OURS, THEIRS
    )
    assert SymbolPair("clean", "dirty", 1.0, ("stated",), (0,), True) in mapped.pairs.predicates


@pytest.mark.parametrize(
    "text",
    [
        'actions.go = "walk"\nparameters.walk = [2, 1, 0]\n',
        '{"actions": {"go": "walk"}, "parameters": {"walk": [2, 1, 0]}}',
    ],
)
def test_tables_of_names_say_pairs_too(text: str) -> None:
    # The learned cook is past the end of reference parameters.
    assert read(text).actions == (
        ActionPair("go", "walk", parameters={"?to": "?to", "?from": "?from"}),
    )


def test_a_list_of_toml_tables_is_a_document() -> None:
    text = '[[actions]]\nlearned = "Go"\nreference = "WALK"\nparameters = {to = "to"}\n'
    assert read(text).actions == (ActionPair("go", "walk", parameters={"?to": "?to"}),)


def test_names_that_a_mapping_does_not_mention_stand_for_themselves() -> None:
    same = domain(REFERENCE)
    stated = read_mapping("parameters.take = [1, 0]\n", same, same)[0]
    pairs = pairs_by_name(stated, same, same).pairs
    assert renaming_of(pairs, same, same) == Correspondence(parameters={"take": (1, 0)})


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            {"types": [{"learned": ["a"], "reference": "b"}]},
            "`types[0].learned`: expected a name, found a list",
        ),
        ({"actions": "go"}, '`actions`: expected a list, found "go"'),
        ({"predicates": [7]}, "`predicates[0]`: expected an object, found 7"),
        (
            {"predicates": [entry("p", "q", arguments=[10**30, 10**30])]},
            "`predicates[0]`: `arguments` uses a position twice",
        ),
        (
            {"types": [entry("a", "b", confidence=1e308)]},
            "`types[0].confidence`: expected a number from 0 to 1, found 1e+308",
        ),
        (
            {"actions": [entry("go", "walk"), entry("go", "walk")]},
            "`actions[1]`: duplicate match of `go` and `walk`",
        ),
        (
            {"actions": [entry("go", "walk"), entry("go", "take")]},
            "`actions[1]`: `go` or `take` has another match; use `cover`",
        ),
        (
            {"negated": [entry("p", "q")], "refusals": [{"kind": "negated", **entry("p", "q")}]},
            "`negated[0]`: `refusals` excludes `p` and `q`",
        ),
        (
            {"version": 2, "actions": []},
            "expected the format `planeval align` and the version 1",
        ),
        ({"actions": {"go": ["walk"]}}, "`actions.go`: expected a name, found a list"),
        (
            {"actions": [entry("go", "walk", cover="false")]},
            '`actions[0].cover`: expected true or false, found "false"',
        ),
        (
            {"actions": [entry("go", "walk", parametres={})]},
            "`actions[0].parametres`: unknown key; did you mean `parameters`?",
        ),
        (
            {"types": [], "predicate": [entry("p", "q")]},
            "`predicate`: unknown key; did you mean `predicates`?",
        ),
        (
            {"types": [], "symbols": [entry("p", "q")]},
            "`symbols`: unknown key; expected one of actions, predicates, negated, functions, "
            "types, constants, types_as_predicates, refusals",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_entry(data: object, fault: str) -> None:
    assert faults(data) == [fault]


@pytest.mark.parametrize(
    "text", ["[", "{", "[1]", "(define (domain d))", "{" * 100_000, "x = " + "9" * 5000]
)
def test_a_text_that_is_no_mapping_is_one_fault(text: str) -> None:
    pairs, wrong = read_mapping(text, OURS, THEIRS)
    assert (pairs, len(wrong)) == (NOTHING_STATED, 1)


def test_a_list_that_stands_twice_is_told() -> None:
    text = '{"types": [], "types": [{"learned": "dish", "reference": "dish"}]}'
    pairs, (fault,) = read_mapping(text, OURS, THEIRS)
    assert fault.of("mapping") == "mapping:1:15: duplicate key `types`; the last one counts"
    assert [pair.learned for pair in pairs.types] == ["dish"]


def test_remarks_of_one_s_own_may_stand_in_a_mapping() -> None:
    assert not faults({"types": [], "remarks": "checked", "by": {"learned": "me"}})
    assert not faults({"actions": [entry("go", "walk", remark="sure")]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["go", "walk", "clean", "dirty", "dish", "learned", "actions"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["learned", "reference", "parameters", "arguments", "kind"])
                      | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
LISTS = st.sampled_from(
    ["actions", "predicates", "negated", "functions", "types", "constants", "types_as_predicates",
     "refusals", "parameters", "format", "version"]
)  # fmt: skip


@pytest.mark.slow
@given(st.dictionaries(LISTS, st.lists(JSON, max_size=3) | JSON, max_size=5))
def test_whatever_stands_in_a_mapping_is_read_or_told(data: dict[str, Any]) -> None:
    pairs, _ = read_mapping(json.dumps(data), OURS, THEIRS)
    mapped = pairs_under(pairs, OURS, THEIRS)
    saved, wrong = read_mapping(mapping_text(mapped.to_save), OURS, THEIRS)
    if not wrong:
        for field in (f for f in fields(Pairs) if f.name != "candidates"):
            # A file has negations in a list of their own, behind the other predicates.
            ours, theirs = (getattr(pairs, field.name) for pairs in (saved, mapped.to_save))
            if field.compare and field.name != "candidates":
                assert sorted(ours, key=repr) == sorted(theirs, key=repr)


def test_what_is_left_over_is_counted_by_kind() -> None:
    pairs = pairs_under(read(MAPPING), OURS, THEIRS).pairs
    kinds = {entry.kind: entry for entry in coverage(OURS, THEIRS, pairs)}
    assert [(kind, e.n_covered, e.n_reference) for kind, e in kinds.items()] == [
        ("actions", 3, 3),
        ("predicates", 4, 4),
        ("functions", 0, 0),
        ("types", 2, 2),
        ("constants", 0, 0),
    ]
    assert kinds["types"].learned == ("cook", "place")
    assert kinds["predicates"].learned == ()
    nothing = coverage(OURS, THEIRS, NOTHING_STATED)
    assert [len(entry.reference) for entry in nothing] == [3, 4, 0, 2, 0]


def test_a_predicate_can_be_refused_the_type_that_it_plays() -> None:
    data = {"refusals": [{"kind": "types", **entry("room", "room")}]}
    mapped = pairs_under(read(json.dumps(data)), OURS, THEIRS)
    assert (mapped.remarks, mapped.pairs.type_predicates) == ((), ())


def test_a_file_of_nothing_but_brackets_is_told_in_words() -> None:
    pairs, faults = read_mapping('{"actions": ' + "[" * 100_000, OURS, THEIRS)
    assert pairs == Pairs()
    assert [fault.message for fault in faults] == ["nested too deeply", "the text breaks off"]


# What language models answer.

NOISE = st.text(alphabet="ab {}[]\"'`:,#/*\n", max_size=30)


def wrapped(text: str) -> list[str]:
    """A mapping as language models write it."""
    lines = text.splitlines()
    commented = "\n".join(f"{line}  // {number}, sure" for number, line in enumerate(lines))
    return [
        f"Here is the mapping:\n\n```json\n{text}```\nI am {{not}} sure about `holding`.",
        f"~~~\n{commented}\n~~~",
        text.replace("}\n", "},\n").replace("]\n", "],\n"),
        f'{{"mapping": {text}}}',
        text.replace('"', "'"),
        text.replace("\n", "\r\n"),
        f"{{ }} {{x}} {text} {{ y",
    ]


def test_an_answer_is_read_whatever_is_around_it() -> None:
    stated = read(mapping_text(read(MAPPING)))
    for text in wrapped(mapping_text(stated)):
        assert read(text) == stated


@given(before=NOISE, after=NOISE)
def test_nothing_around_a_mapping_changes_it(before: str, after: str) -> None:
    text = mapping_text(read(MAPPING))
    pairs, _ = read_mapping(f"{before}\n{text}\n{after}", OURS, THEIRS)
    assert pairs.actions == read(MAPPING).actions


@given(st.integers(0, len(MAPPING)))
def test_an_answer_that_breaks_off_has_its_complete_entries(end: int) -> None:
    whole, (pairs, wrong) = read(MAPPING), read_mapping(MAPPING[:end], OURS, THEIRS)
    for (_, mine), (_, yours) in zip(pairs.named(), whole.named(), strict=False):
        assert (mine.learned, mine.reference) == (yours.learned, yours.reference)
    assert wrong or end in (0, len(MAPPING), len(MAPPING.rstrip()))


@given(st.text(alphabet="{}[]\"',:=#/*\n au0\\`", max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    for each in (text, f'{{"actions": [{text}', f'{{"actions": {text}}}'):
        read_mapping(each, OURS, THEIRS)


@pytest.mark.parametrize(
    "piece", ["{", '{"a', "{a:", "{a:[", "{\u201c", '{"actions": [}', "/*", "`{"]
)
def test_hostile_texts_take_no_longer_than_their_length(piece: str) -> None:
    read_mapping(piece * 3_000, OURS, THEIRS)


def test_what_is_ignored_is_listed_with_its_place() -> None:
    text = """Sure!
```json
{
  "actions": [
    {"learned": "go", "reference": "walk"},
    {"learned": "go", "reference": "walk"},
    {"learned": "pick"},
    {"learned": "pick, "reference": "take"},
    ...
    {"learned": "fly", "reference": "walk", "cover": true},
    {"learned": "pick", "reference": "take"}
  ],
  "predicates": [{"learned": "is-held", "reference": "holding", "arguments": [0, 1]}]
}
```"""
    pairs, wrong = read_mapping(text, OURS, THEIRS)
    assert [fault.of("mapping") for fault in wrong] == [
        "mapping:8:25: expected a key and `:`",
        "mapping:7:5: `actions[2]`: `reference` is missing",
        'mapping:9:5: `actions[3]`: expected an object, found "..."',
        "mapping:6:5: `actions[1]`: duplicate match of `go` and `walk`",
    ]
    assert pairs_under(pairs, OURS, THEIRS).remarks == (
        "mapping:10:5: no action `fly` in the learned domain",
        "mapping:13:18: `is-held` and `holding`: expected 1 `arguments`, got 2",
    )
    assert [pair.learned for pair in pairs.actions] == ["go", "fly", "pick"]


def test_the_last_of_several_answers_counts() -> None:
    first, last = (
        json.dumps({"actions": [entry("go", reference)]}) for reference in ("take", "walk")
    )
    pairs, (fault,) = read_mapping(f"Draft: {first}\nBetter: {last}", OURS, THEIRS)
    assert [pair.reference for pair in pairs.actions] == ["walk"]
    assert fault.of("mapping") == "mapping:1:9: `actions` is stated again later, which counts"


def test_blocks_of_one_answer_are_read_together() -> None:
    text = """```json
{"actions": [{"learned": "go", "reference": "walk"}]}
```
and
```json
{"types": [{"learned": "dish", "reference": "dish"}]}
```"""
    assert [kind for kind, _ in read(text).named()] == ["actions", "types"]


def test_a_block_of_toml_is_an_answer() -> None:
    assert read('So:\n```toml\n[actions]\ngo = "walk"\n```\n').actions[0].reference == "walk"


def test_a_name_may_have_a_match_and_another_that_is_its_negation() -> None:
    data = {"predicates": [entry("is-held", "holding")], "negated": [entry("is-held", "dirty")]}
    assert [(p.reference, p.is_one_to_many) for p in read(json.dumps(data)).predicates] == [
        ("holding", False),
        ("dirty", True),
    ]

"""Edit distance: by name, optimal, and beside the published program's."""

from __future__ import annotations

import json
import sys
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.metrics.edit_distance import name_aligned_distance, optimal_distance
from plancore.stop import StoppedError
from support.comparison import compare_texts, domain_of, domain_with
from support.domain_texts import domain_texts
from support.material import material
from support.mutations import mutated
from support.renamed_domains import random_names, written_again
from support.stop import spent_at_once, stop_at_once

# Where the recorded optimum is not what we count, and why.
DIFFERENT = {
    "edit-sp-type-change": "the program counts the literals of a changed parameter anew",
    "edit-bw-all-empty": "the program finds no answer for a model without literals",
}


def test_a_change_of_each_kind_is_counted() -> None:
    diff = compare_domains(
        domain_with(
            "(:action a :parameters (?x - t) :precondition (p ?x) :effect (not (q)))",
            "(:action b :effect (q))",
            predicates="(p ?x) (q) (r)",
        ),
        domain_with(
            "(:action a :parameters (?x) :precondition (and (p ?x) (q)) :effect (q))",
            predicates="(p ?x) (q)",
            head="(:constants c)",
        ),
    )
    distance = name_aligned_distance(diff)
    # A precondition, two effects, the action b with one literal, the predicate r.
    assert (distance.edits, distance.type_edits, distance.other_edits) == (6, 1, 1)
    assert distance.exact
    assert distance.to_dict()["edits"] == 6


def test_names_are_free_and_what_they_mean_is_proved() -> None:
    action = "(:action {} :parameters (?x ?y) :precondition (and ({} ?x) (q ?x ?y)) :effect {})"
    learned = domain_with(action.format("go", "free", "()"), predicates="(free ?x) (q ?x ?y)")
    reference = domain_with(action.format("move", "p", "(p ?y)"), predicates="(p ?x) (q ?x ?y)")
    distance = optimal_distance(learned, reference)
    assert (distance.edits, distance.lower_bound, distance.proved_optimal) == (1, 1, True)
    assert distance.correspondence.to_dict() == {
        "actions": {"go": "move"},
        "predicates": {"free": "p"},
    }
    assert [edit.text for edit in distance.script] == ["(free ?y)"]


@settings(max_examples=25, deadline=None)
@given(domain_texts(), st.integers(0, 5), st.integers())
def test_k_literal_edits_are_at_most_k_apart(text: str, k: int, seed: int) -> None:
    domain, random = domain_of(text), Random(seed)
    learned = mutated(domain, k, random)
    by_name = name_aligned_distance(compare_domains(learned, domain))
    assert by_name.lower_bound <= by_name.edits <= k
    names = random_names(domain, random, ("actions", "predicates"))
    renamed = domain_of(written_again(learned, names, random))
    best = optimal_distance(renamed, domain)
    assert best.proved_optimal
    assert best.lower_bound == best.edits <= by_name.edits
    assert sum(edit.counts for edit in best.script) == best.edits


def test_without_time_there_are_bounds() -> None:
    names = range(6)
    learned, reference = (
        domain_with(
            *(
                f"(:action {side}{k} :parameters (?x) :precondition (p{(k * step) % 6} ?x)"
                f" :effect (not (p{(k + 1) % 6} ?x)))"
                for k in names
            ),
            predicates=" ".join(f"(p{k} ?x)" for k in names),
        )
        for side, step in (("a", 1), ("b", 5))
    )
    ticks = count()
    distance = optimal_distance(learned, reference, time_limit=5, clock=lambda: next(ticks))
    assert not distance.proved_optimal
    assert 0 <= distance.lower_bound <= distance.edits
    spent = optimal_distance(learned, reference, checkpoint=spent_at_once)
    assert not spent.proved_optimal
    least = optimal_distance(learned, reference).edits
    assert spent.lower_bound <= least <= spent.edits
    with pytest.raises(StoppedError):
        optimal_distance(learned, reference, checkpoint=stop_at_once)


def test_agreement_with_the_published_program(capsys: pytest.CaptureFixture[str]) -> None:
    agree, differ = [], {}
    for line in material("oracles", "edit_distance.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        texts = record["learned"], record["reference"]
        by_name = name_aligned_distance(compare_texts(*texts))
        assert by_name.edits == record["name_aligned_edits"], record["id"]
        assert by_name.type_edits == record["name_aligned_type_edits"], record["id"]
        distance = optimal_distance(*map(domain_of, texts))
        assert distance.proved_optimal, record["id"]
        cost = record["asp_2023_zero_arity_fixed"]["cost"]
        if cost == [distance.edits, distance.type_edits]:
            agree.append(record["id"])
        else:
            differ[record["id"]] = DIFFERENT.get(record["id"], "not explained")
    lines = [f"optimal edit distance: {len(agree)} records agree"]
    lines += [f"  {name}: {reason}" for name, reason in differ.items()]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
    assert differ == DIFFERENT
    assert len(agree) >= 9

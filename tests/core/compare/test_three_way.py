"""What the last change of a learned domain repaired, what it broke, and what it left wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given

from plancore.compare.changes import Part
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.compare.three_way.items import Item, Outcome, ThreeWay
from plancore.compare.three_way.models import compare_three_way
from plancore.correspondence.names import Correspondence
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Domain
from support.comparison import domain_of
from support.literal_domains import action, domain, domains

PARTS = (Part.PRECONDITION, Part.EFFECT)


def three_way(before: str, learned: str, reference: str) -> ThreeWay:
    theirs = domain_of(reference)
    sides = (compare_domains(domain_of(text), theirs) for text in (learned, before))
    return compare_three_way(*sides)


def told(result: ThreeWay) -> list[str]:
    """The items that are wrong or were: outcome, part, then before > learned (reference)."""
    lines = []
    for item in result.items():
        if item.outcome is not Outcome.UNCHANGED:
            before, learned, reference = (
                said.text if said else "-" for said in (item.before, item.learned, item.reference)
            )
            lines.append(f"{item.outcome}: {item.part} {before} > {learned} ({reference})")
    return lines


def test_a_literal_is_repaired_broken_or_left_wrong() -> None:
    result = three_way(
        domain(action("a", "(p ?a)")),
        domain(action("a", "(q ?a ?b) (not (r))")),
        domain(action("a", "(p ?a) (q ?a ?b) (q ?b ?b)")),
    )
    assert told(result) == [
        "broken: precondition (p ?a) > - ((p ?a))",
        "repaired: precondition - > (q ?a ?b) ((q ?a ?b))",
        "still wrong: precondition - > - ((q ?b ?b))",
        "broken: precondition - > (not (r)) (-)",
    ]


def test_what_was_changed_and_is_wrong_as_before_is_otherwise_wrong() -> None:
    result = three_way(
        domain(action("a", "(q ?b ?b)")),
        domain(action("a", "(q ?a ?a)")),
        domain(action("a", "(q ?a ?b)")),
    )
    assert told(result) == ["otherwise wrong: precondition (q ?b ?b) > (q ?a ?a) ((q ?a ?b))"]


def test_what_stands_there_as_before_is_not_repaired_by_a_new_neighbour() -> None:
    # (q ?a ?a) was extra, and is now what stands in the place of the literal that went.
    result = three_way(
        domain(action("a", "(q ?a ?b) (q ?a ?a)")),
        domain(action("a", "(q ?a ?a)")),
        domain(action("a", "(q ?a ?b)")),
    )
    assert told(result) == [
        "broken: precondition (q ?a ?b) > - ((q ?a ?b))",
        "still wrong: precondition (q ?a ?a) > (q ?a ?a) (-)",
    ]


def test_names_of_parameters_do_not_matter() -> None:
    result = three_way(
        domain(action("a", "(q ?x ?y)", parameters="?x ?y")),
        domain(action("a", "(q ?a ?b)")),
        domain(action("a", "(p ?a)")),
    )
    assert [item.outcome for item in result.items() if item.reference is None] == [
        Outcome.STILL_WRONG
    ]


def test_an_action_that_is_still_missing_is_one_item() -> None:
    both = domain(action("a", "(r)"))
    result = three_way(both, both, domain(action("a", "(r)"), action("b", "(r) (p ?a)")))
    assert told(result) == ["still wrong: action - > - (:action b)"]


def test_an_action_that_went_broke_its_literals_too() -> None:
    reference = domain(action("a", "(r)", "(p ?a)"))
    result = three_way(domain(action("a", "(r)", "(not (r))")), domain(), reference)
    assert told(result) == [
        "broken: action :action a > - (:action a)",
        "broken: precondition (r) > - ((r))",
        "still wrong: effect - > - ((p ?a))",
        "repaired: effect (not (r)) > - (-)",
    ]


def test_parameters_their_order_and_declarations() -> None:
    def learned(parameters: str, predicates: str) -> str:
        return domain(action("a", "(p ?a)", parameters=parameters), predicates=predicates)

    result = three_way(
        learned("?a - t", "(p ?a) (s)"),
        learned("?a - u ?b", "(p ?a) (r) (z)"),
        learned("?a - t ?b", "(p ?x) (r)"),
    )
    assert told(result) == [
        "broken: parameters ?a - t > ?a - u (?a - t)",
        "repaired: parameters - > ?b (?b)",
        "repaired: predicates - > (r) ((r))",
        "repaired: predicates (s) > - (-)",
        "broken: predicates - > (z) (-)",
    ]
    reference = domain(action("a", "(q ?a ?b) (p ?a)", "(not (p ?a))"))
    swapped = domain(action("a", "(q ?a ?b) (p ?a)", "(not (p ?a))", parameters="?b ?a"))
    assert told(three_way(swapped, reference, reference)) == [
        "repaired: parameters (?b ?a) > (?a ?b) ((?a ?b))"
    ]


def test_names_that_stand_for_others() -> None:
    options = CompareOptions(given=Correspondence(actions={"go": "a"}, predicates={"at": "q"}))
    reference = domain_of(domain(action("a", "(q ?a ?b) (r)")))
    before, learned = (
        compare_domains(
            domain_of(domain(action("go", pre), predicates="(at ?a ?b) (r)")), reference, options
        )
        for pre in ("(at ?a ?b)", "(at ?b ?a) (r)")
    )
    assert told(compare_three_way(learned, before))[:2] == [
        "broken: precondition (at ?a ?b) > (at ?b ?a) ((q ?a ?b))",
        "repaired: precondition - > (r) ((r))",
    ]


@given(domains(), domains(), domains())
def test_repaired_and_still_wrong_is_all_that_was_wrong(
    before: str, learned: str, reference: str
) -> None:
    result = three_way(before, learned, reference)
    was = three_way(before, before, reference)
    now = three_way(learned, learned, reference)
    counts = result.counts
    left = counts[Outcome.STILL_WRONG] + counts[Outcome.OTHERWISE_WRONG]
    wrong, was_wrong = ({*_elements(side, domain_of(reference))} for side in (learned, before))
    repaired, broken, still = _by_elements(result)
    assert repaired | still == was_wrong & (repaired | still | broken)
    assert repaired == was_wrong - wrong - _of_whole(result)
    assert broken == wrong - was_wrong - _of_whole(result)
    assert still == (wrong & was_wrong) - _of_whole(result)
    # Nothing changed: all that is wrong is still wrong.
    for same in (was, now):
        assert {*same.counts} <= {Outcome.STILL_WRONG, Outcome.UNCHANGED}
    assert counts[Outcome.REPAIRED] + left == sum(item.outcome.was_wrong for item in result.items())


@given(domains(), domains())
def test_from_the_reference_on_all_that_is_wrong_is_broken(learned: str, reference: str) -> None:
    result = three_way(reference, learned, reference)
    assert {*result.counts} <= {Outcome.BROKEN, Outcome.UNCHANGED}
    back = three_way(learned, reference, reference)
    assert {*back.counts} <= {Outcome.REPAIRED, Outcome.UNCHANGED}
    mirrored = {Outcome.REPAIRED: Outcome.BROKEN, Outcome.UNCHANGED: Outcome.UNCHANGED}
    assert Counter(mirrored[item.outcome] for item in back.items()) == result.counts


_Element = tuple[str, str, str]


def _elements(learned: str, reference: Domain) -> Iterator[_Element]:
    """What is missing or extra, by sets: action, part and literal, for all parameters are ?a ?b."""
    ours = {a.name: canonical_action(a) for a in domain_of(learned).actions}
    theirs = {a.name: canonical_action(a) for a in reference.actions}
    for name in ours.keys() | theirs.keys():
        for part in PARTS:
            sides = [
                {e.text for e in getattr(canonical[name], part.value).values()}
                if name in canonical
                else set()
                for canonical in (ours, theirs)
            ]
            yield from ((name, part.value, text) for text in sides[0] ^ sides[1])


def _by_elements(result: ThreeWay) -> tuple[set[_Element], set[_Element], set[_Element]]:
    """The elements that the items say are repaired, broken and still wrong."""
    was, now = set[_Element](), set[_Element]()
    for shown in result.groups:
        for item in shown.items:
            if item.part in (part.value for part in PARTS):
                was |= {(shown.name, item.part, text) for text in _wrong(item, was=True)}
                now |= {(shown.name, item.part, text) for text in _wrong(item, was=False)}
    return was - now, now - was, was & now


def _wrong(item: Item, *, was: bool) -> set[str]:
    """What is missing or extra in an item, then or now."""
    if not (item.outcome.was_wrong if was else item.outcome.is_wrong):
        return set()
    sides = item.before if was else item.learned, item.reference
    return {said.text for said in sides if said is not None}


def _of_whole(result: ThreeWay) -> set[_Element]:
    """The elements of actions that are one item as a whole."""
    whole = (shown for shown in result.groups if len(shown.items) == 1)
    alone = [
        diff
        for shown in whole
        if shown.items[0].part == "action"
        for diff in (shown.now, shown.before)
        if diff is not None
    ]
    return {
        (diff.name, part.part.value, element.text)
        for diff in alone
        for part in diff.parts
        for element in (*part.missing, *part.extra)
    }

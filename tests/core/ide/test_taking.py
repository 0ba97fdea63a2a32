"""The reference's literal in the learned file, by the fix that the editor offers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.changes import Change
from plancore.compare.difference import Difference
from plancore.compare.differences import differences, single_differences
from plancore.compare.domains import BY_NAME, CompareOptions, DomainDiff, compare_domains
from plancore.correspondence.names import Correspondence
from plancore.diagnostic import Fix, apply_edits
from plancore.ide.review.fixes import Fixes
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of
from support.examples import DELIVERY
from support.literal_domains import action, domain, domains

PROBLEM = "(define (problem x) (:domain d) (:init) (:goal (and)))\n"


def taking(
    learned: str, reference: str, options: CompareOptions = BY_NAME
) -> tuple[Fixes, DomainDiff]:
    files = FileSnapshot.of(learned), FileSnapshot.of(reference)
    ours, theirs = (file.domain for file in files)
    assert ours is not None
    assert theirs is not None
    diff = compare_domains(ours, theirs, options)
    return Fixes(*files, diff), diff


def applied(learned: str, fix: Fix | None) -> str:
    assert fix is not None
    return apply_edits(learned, fix.edits)


def delivery(name: str) -> str:
    return (DELIVERY / name).read_text()


def the(diff: DomainDiff, message: str) -> Difference:
    """The difference with this message."""
    (found,) = (each for each in differences(diff) if each.message == message)
    return found


def test_a_literal_is_taken_into_its_place_and_nothing_else_changes() -> None:
    learned = delivery("learned.pddl")
    fixes, diff = taking(learned, delivery("reference.pddl"))
    (missing,) = (each for each in differences(diff) if each.subject == "move")
    assert missing.message == "missing precondition `(available ?a)`"
    fix = fixes.of(missing)
    assert fix is not None
    assert fix.title == "Add precondition `(available ?a)`"
    assert applied(learned, fix) == learned.replace(
        "(connected ?from ?to))", "(connected ?from ?to)\n      (available ?a))"
    )


def test_declarations_and_whole_actions_are_taken() -> None:
    learned, reference = (
        domain(action("a", "(z) (p ?a)"), predicates="(p ?a) (z)"),
        domain(action("b", "(p ?a)")),
    )
    fixes, diff = taking(learned, reference)
    assert ":action b" in applied(learned, fixes.of(the(diff, "missing action `b`")))
    assert ":action" not in applied(learned, fixes.of(the(diff, "extra action `a`")))
    # A section is taken as a whole, and what the file itself uses of it stays.
    declared = [each for each in differences(diff) if each.action is None]
    assert [fixes.of(each) for each in declared] == [None] * 3


def test_a_predicate_is_declared() -> None:
    learned, reference = domain(predicates="(p ?a)"), domain(predicates="(p ?x) (q ?a ?b)")
    fixes, diff = taking(learned, reference)
    assert "(q ?a ?b)" in applied(learned, fixes.of(the(diff, "missing predicate `(q ?a ?b)`")))


def test_requirements_are_taken_together() -> None:
    learned = delivery("learned.pddl")
    fixes, diff = taking(learned, delivery("reference.pddl"))
    extra = the(diff, "extra requirement `:negative-preconditions`")
    assert "(:requirements :strips :typing)" in applied(learned, fixes.of(extra))


def test_names_of_the_learned_domain_stay() -> None:
    learned = domain(action("go", "(r)"), predicates="(at ?a ?b) (r)")
    reference = domain(action("a", "(q ?a ?b) (r)"))
    names = Correspondence(actions={"go": "a"}, predicates={"at": "q"})
    fixes, diff = taking(learned, reference, CompareOptions(given=names))
    missing = the(diff, "missing precondition `(at ?a ?b)`, in the reference `(q ?a ?b)`")
    assert "(and (r) (at ?a ?b))" in applied(learned, fixes.of(missing))


@given(domains(), domains(), st.sampled_from(["", PROBLEM]))
def test_literals_taken_together_differ_no_more(learned: str, reference: str, before: str) -> None:
    """As if they were taken one by one."""
    fixes, diff = taking(before + learned, reference)
    literals = [each for each in differences(diff) if isinstance(each.change, Change)]
    alone = [each.identity for each in literals if fixes.of(each) is not None]
    fix = fixes.of_several(literals)
    if fix is None:
        assert not alone
        return
    _, now = taking(applied(before + learned, fix), reference)
    assert not {*alone} & {each.identity for each in differences(now)}


@given(domains(), domains(), st.sampled_from(["", PROBLEM]))
def test_what_is_taken_differs_no_more(learned: str, reference: str, before: str) -> None:
    """Also where a problem stands before the reference in its file."""
    fixes, diff = taking(learned, before + reference)
    for find in (differences, single_differences):
        for difference in find(diff):
            fix = fixes.of(difference)
            if fix is not None:
                fixed = compare_domains(domain_of(applied(learned, fix)), domain_of(reference))
                assert difference.identity not in [each.identity for each in find(fixed)]
            else:
                assert difference.action is None

"""The reference's literal in the learned file, by the fix that the editor offers."""

from __future__ import annotations

from hypothesis import given

from plancore.compare.domains import BY_NAME, CompareOptions, DomainDiff, compare_domains
from plancore.correspondence.names import Correspondence
from plancore.diagnostic import Fix, apply_edits
from plancore.ide.review.difference_keys import of_change, of_declaration
from plancore.ide.review.taking import Taking
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of
from support.examples import DELIVERY
from support.literal_domains import action, domain, domains


def taking(
    learned: str, reference: str, options: CompareOptions = BY_NAME
) -> tuple[Taking, DomainDiff]:
    files = FileSnapshot.of(learned), FileSnapshot.of(reference)
    ours, theirs = (file.domain for file in files)
    assert ours is not None
    assert theirs is not None
    diff = compare_domains(ours, theirs, options)
    return Taking(*files, diff), diff


def applied(learned: str, fix: Fix | None) -> str:
    assert fix is not None
    return apply_edits(learned, fix.edits)


def delivery(name: str) -> str:
    return (DELIVERY / name).read_text()


def test_a_literal_is_taken_into_its_place_and_nothing_else_changes() -> None:
    learned = delivery("learned.pddl")
    offers, diff = taking(learned, delivery("reference.pddl"))
    move = diff.action("move")
    assert move is not None
    fix = offers.change(move, move.changes[0])
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
    offers, diff = taking(learned, reference)
    (missing,) = (one for one in diff.actions if one.learned is None)
    assert ":action b" in applied(learned, offers.action(missing))
    (extra,) = (one for one in diff.actions if one.reference is None)
    assert ":action" not in applied(learned, offers.action(extra))
    # A section is taken as a whole, and what the file itself uses of it stays.
    assert [offers.declaration(one) for one in diff.declarations] == [None] * 3


def test_a_predicate_is_declared() -> None:
    learned, reference = domain(predicates="(p ?a)"), domain(predicates="(p ?x) (q ?a ?b)")
    offers, diff = taking(learned, reference)
    fix = offers.declaration(diff.declarations[0])
    assert "(q ?a ?b)" in applied(learned, fix)


def test_requirements_are_taken_together() -> None:
    learned = delivery("learned.pddl")
    offers, diff = taking(learned, delivery("reference.pddl"))
    (change,) = diff.declarations
    assert "(:requirements :strips :typing)" in applied(learned, offers.declaration(change))


def test_names_of_the_learned_domain_stay() -> None:
    learned = domain(action("go", "(r)"), predicates="(at ?a ?b) (r)")
    reference = domain(action("a", "(q ?a ?b) (r)"))
    names = Correspondence(actions={"go": "a"}, predicates={"at": "q"})
    offers, diff = taking(learned, reference, CompareOptions(given=names))
    (change,) = diff.actions[0].changes
    fix = offers.change(diff.actions[0], change)
    assert "(and (r) (at ?a ?b))" in applied(learned, fix)


@given(domains(), domains())
def test_what_is_taken_differs_no_more(learned: str, reference: str) -> None:
    offers, diff = taking(learned, reference)
    for one in diff.actions:
        for change in one.shown.changes:
            fixed = compare_domains(
                domain_of(applied(learned, offers.change(one.shown, change))),
                domain_of(reference),
            )
            left = fixed.action(one.name)
            assert left is not None
            key = of_change(one, change)
            assert key not in [of_change(left, other) for other in left.shown.changes]
    for declaration in diff.declarations:
        fix = offers.declaration(declaration)
        if fix is not None:
            fixed = compare_domains(domain_of(applied(learned, fix)), domain_of(reference))
            keys = [of_declaration(other) for other in fixed.declarations]
            assert of_declaration(declaration) not in keys

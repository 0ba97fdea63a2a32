"""Every count is that of trying every set of differences."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.blame.report import Blame, Consequence
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.names import renaming
from plancore.model.plan import Plan
from plancore.model.problem import Case, Problem
from support.blame_recount import Dice, Figures, Recount, Table
from support.comparison import domain_of


@given(st.integers(0, 2**32))
def test_counts_are_those_of_trying_every_set(seed: int) -> None:
    dice = Dice(seed)
    reference = dice.table()
    learned = dice.damaged(reference)
    plans = [dice.walk(reference, dice.problem()) for _ in range(2)]
    plans += [dice.walk(learned, dice.problem())]
    plans += [(dice.stroll(reference), plans[0][1])]
    check_counts(learned, reference, plans)


@given(st.integers(0, 2**32))
def test_counts_of_plans_with_times_are_those_of_trying_every_set(seed: int) -> None:
    dice = Dice(seed, takes_time=True)
    reference = dice.table()
    learned = dice.damaged(reference)
    walked = (reference, learned)
    check_counts(learned, reference, [dice.walk(table, dice.problem()) for table in walked])


def check_counts(learned: Table, reference: Table, plans: list[tuple[Plan, Problem]]) -> None:
    cases = [Case(f"plan {k}", plan, problem) for k, (plan, problem) in enumerate(plans)]

    blame = attribute(compare_domains(learned.domain, reference.domain), cases, effort=10_000)

    differences = [consequence.difference for consequence in blame.consequences]
    expected = Recount(learned, reference, differences).count(plans)
    assert [_figures(consequence) for consequence in blame.consequences] == expected
    assert all(consequence.is_proved for consequence in blame.consequences)
    _check_plans(blame, cases)


RENAMED = {
    "actions": {"ein": "one", "zwei": "two", "drei": "three"},
    "predicates": {"pp": "p", "qq": "q", "rr": "r", "zz": "z", "dd": "d"},
    "types": {"tt": "t", "uu": "u", "over": "top"},
}
_NEW = {old: new for names in RENAMED.values() for new, old in names.items()}


@given(st.integers(0, 2**32))
def test_counts_are_the_same_under_other_names(seed: int) -> None:
    dice = Dice(seed)
    reference = dice.table()
    learned = dice.damaged(reference)
    plans = [dice.walk(reference, dice.problem()), dice.walk(learned, dice.problem())]
    cases = [
        Case(f"plan {k}", plan, problem)
        for k, (plan, problem) in enumerate(plans)
        if all(action.name != "extra" for action in plan.actions)
    ]
    text = re.sub(r"[a-z]+", lambda word: _NEW.get(word[0], word[0]), learned.text)

    plain = attribute(compare_domains(learned.domain, reference.domain), cases)
    names = CompareOptions(given=renaming(RENAMED))
    renamed = attribute(compare_domains(domain_of(text), reference.domain, names), cases)

    assert [_figures(c) for c in renamed.consequences] == [_figures(c) for c in plain.consequences]
    assert [c.exercised for c in renamed.consequences] == [c.exercised for c in plain.consequences]


def _figures(consequence: Consequence) -> Figures:
    first = consequence.first
    return Figures(
        consequence.stops_alone,
        consequence.stops_together,
        consequence.stops_later,
        consequence.valid_without,
        consequence.lets_through,
        consequence.lets_through_together,
        None if first is None else (first.case, first.step),
    )


def _check_plans(blame: Blame, cases: list[Case]) -> None:
    assert blame.n_plans == len(cases)
    n_judged = blame.n_agreeing + len(blame.stopped) + len(blame.let_through)
    assert n_judged + len(blame.undecided) == len(cases)
    for consequence in blame.consequences:
        name = consequence.difference.action
        if name is not None:
            exercised = [c for c in cases if any(a.name == name for a in c.plan.actions)]
            assert consequence.exercised == len(exercised)

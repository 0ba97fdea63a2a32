"""Every count is that of trying every set of differences."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.blame.report import Blame, Consequence
from plancore.compare.domains import compare_domains
from plancore.simulate.cases import Case
from support.blame_recount import Dice, Figures, Recount


@given(st.integers(0, 2**32))
def test_counts_are_those_of_trying_every_set(seed: int) -> None:
    dice = Dice(seed)
    reference = dice.table()
    learned = dice.damaged(reference)
    plans = [dice.walk(reference, dice.problem()) for _ in range(2)]
    plans += [dice.walk(learned, dice.problem())]
    plans += [(dice.stroll(reference), plans[0][1])]
    cases = [Case(f"plan {k}", plan, problem) for k, (plan, problem) in enumerate(plans)]

    blame = attribute(compare_domains(learned.domain, reference.domain), cases, effort=10_000)

    differences = [consequence.difference for consequence in blame.consequences]
    expected = Recount(learned, reference, differences).count(plans)
    assert [_figures(consequence) for consequence in blame.consequences] == expected
    assert all(consequence.is_proved for consequence in blame.consequences)
    _check_plans(blame, cases)


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

"""Metrics of problem solving: worked by hand, on edges, and counted again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.metrics import (
    plan_cost,
    plan_precision,
    plan_recall,
    planning_time,
    problem_solving,
    unsolvability,
)
from plancore.metrics.attempts import (
    GIVEN,
    Attempt,
    AttemptClass,
    Known,
    PlanCheck,
    Solving,
    SolvingSet,
)
from plancore.metrics.base import measure_all
from plancore.metrics.registry import solving as registry
from plancore.metrics.support.confusion import Mean
from plancore.report.solve.review import figures_of
from plancore.simulate.trace import Verdict

VALID, INVALID = PlanCheck(Verdict.VALID), PlanCheck(Verdict.INVALID, 1, "no")


def attempt(
    of: str,
    problem: str = "p",
    *,
    cpu: float | None = 1.0,
    cost: int | None = None,
    learned: Verdict | None = None,
) -> Attempt:
    attempt_class = AttemptClass(of)
    judged = {AttemptClass.SOLVED: VALID, AttemptClass.FALSE_PLAN: INVALID}.get(attempt_class)
    return Attempt(
        problem=problem,
        planner="planner",
        attempt_class=attempt_class,
        wall=cpu,
        cpu=cpu,
        plan=None if judged is None else ("(a)",),
        cost=None if cost is None else Fraction(cost),
        in_reference=judged,
        in_learned=None if learned is None else PlanCheck(learned),
    )


def case(*solvings: tuple[Attempt | None, Attempt | None], limit: float | None = 10) -> SolvingSet:
    made = tuple(Solving(*pair) for pair in solvings)
    return SolvingSet(made, Known.by(made), limit)


def alone(classes: Iterable[str]) -> SolvingSet:
    return case(*((attempt(of, f"p{n}"), None) for n, of in enumerate(classes)))


def test_classes_are_counted_over_all_problems() -> None:
    result = problem_solving.measure(
        alone(["solved", "solved", "false_plan", "timeout", "unsolvable", "memout", "gave_up"])
    )
    counted = result.to_dict()
    assert counted["n_attempts"] == 7
    assert (counted["solving_ratio"], counted["false_plans_ratio"]) == (2 / 7, 1 / 7)
    assert (counted["unsolvable_ratio"], counted["timeout_ratio"]) == (1 / 7, 1 / 7)
    assert sum(value for name, value in counted.items() if name[:2] == "n_" and name[2] != "a"
               and isinstance(value, int)) == 7  # fmt: skip


def test_precision_leaves_out_problems_without_a_plan() -> None:
    found = plan_precision.measure(alone(["solved", "timeout", "undecided"]))
    assert tuple(found) == (1, 1, 1)
    found = plan_precision.measure(alone(["solved", "false_plan"]))
    assert tuple(found) == (Fraction(1, 2), 1, 2)


def test_recall_asks_of_plans_and_rejection_of_non_plans() -> None:
    result = plan_recall.measure(
        case(
            (None, attempt("solved", learned=Verdict.VALID)),
            (None, attempt("solved", learned=Verdict.INVALID)),
            (None, attempt("solved", learned=Verdict.MALFORMED)),
            (None, attempt("solved", learned=Verdict.UNDECIDED)),
            (None, attempt("false_plan", learned=Verdict.VALID)),
            (None, attempt("false_plan", learned=Verdict.INVALID)),
            (None, attempt("timeout")),
        )
    )
    assert tuple(result.accepted) == (Fraction(1, 3), 1, 3)
    assert tuple(result.rejected) == (Fraction(1, 2), 1, 2)


def test_unsolvable_is_what_was_proved_and_never_what_took_too_long() -> None:
    confusion = unsolvability.measure(
        case(
            (attempt("unsolvable", "tp"), attempt("unsolvable", "tp")),
            (attempt("unsolvable", "fp"), attempt("solved", "fp")),
            (attempt("timeout", "fn"), attempt("unsolvable", "fn")),
            (attempt("false_plan", "fn2"), attempt("unsolvable", "fn2")),
            (attempt("solved", "tn"), attempt("timeout", "tn")),
            (attempt("unsolvable", "unknown"), attempt("timeout", "unknown")),
        )
    )
    assert (confusion.tp, confusion.fp, confusion.fn, confusion.tn) == (1, 1, 2, 1)


def test_a_valid_plan_outweighs_a_proof() -> None:
    solvings = [Solving(attempt("solved"), attempt("unsolvable"))]
    assert Known.by(solvings).solvable == Known.by(reversed(solvings)).solvable == {"p": True}


def test_times_are_compared_where_both_solve_and_penalised_elsewhere() -> None:
    result = planning_time.measure(
        case(
            (attempt("solved", "1", cpu=4), attempt("solved", "1", cpu=1)),
            (attempt("solved", "2", cpu=1), attempt("solved", "2", cpu=1)),
            (attempt("solved", "3", cpu=0.001), attempt("solved", "3", cpu=0.009)),
            (attempt("timeout", "4", cpu=10), attempt("solved", "4", cpu=2)),
            (attempt("unsolvable", "5", cpu=3), attempt("unsolvable", "5", cpu=3)),
            (attempt("unsolvable", "6", cpu=3), attempt("solved", "6", cpu=5)),
        )
    )
    assert (result.n_solved_by_both, result.n_below_both) == (3, 1)
    assert result.median == 1
    assert abs(float(result.geomean or 0) - 4 ** (1 / 3)) < 1e-5
    assert result.par2_learned.value == Fraction("8.001") / 6 + Fraction(20 + 20, 6)
    assert result.par2_reference.value == Fraction("12.009") / 6


def test_par2_is_over_all_problems_but_for_those_that_the_machine_failed_at() -> None:
    """A domain that cannot be read saves no time; a planner that is not there costs none."""
    in_parts = case(
        (attempt("solved", "1", cpu=4), attempt("solved", "1", cpu=2)),
        (attempt("parse_error", "2", cpu=None), attempt("solved", "2", cpu=4)),
        (attempt("planner_error", "3", cpu=0.5), attempt("parse_error", "3", cpu=None)),
        (attempt("planner_error", "4", cpu=None), attempt("planner_error", "4", cpu=None)),
        (attempt("planner_error", "5", cpu=None), attempt("gave_up", "5", cpu=1)),
    )
    result = planning_time.measure(in_parts)
    assert tuple_of(result.par2_learned) == (Fraction(4 + 20 + 20, 3), 3)
    assert tuple_of(result.par2_reference) == (Fraction(2 + 4 + 20 + 20, 4), 4)
    assert (result.n_not_made_learned, result.n_not_made_reference) == (2, 1)


def test_plans_that_were_given_are_in_no_par2() -> None:
    given_plan = replace(attempt("parse_error", "1", cpu=None), planner=GIVEN)
    result = planning_time.measure(case((attempt("solved", "1", cpu=3), None), (given_plan, None)))
    assert tuple_of(result.par2_learned) == (Fraction(3), 1)
    assert result.n_not_made_learned == 0


def tuple_of(par2: Mean) -> tuple[Fraction | None, int]:
    return par2.value, par2.n_defined


def test_costs_are_compared_with_the_least_that_is_known() -> None:
    result = plan_cost.measure(
        case(
            (attempt("solved", "1", cost=6), attempt("solved", "1", cost=3)),
            (attempt("solved", "2", cost=2), attempt("solved", "2", cost=4)),
            (attempt("solved", "3", cost=0), attempt("solved", "3", cost=0)),
            (attempt("false_plan", "4"), attempt("solved", "4", cost=1)),
            (attempt("solved", "5"), attempt("solved", "5")),
        )
    )
    assert result.n_costs == 2
    assert result.geomean == 1
    assert (result.quality.value, result.quality.n_undefined) == (Fraction(1, 2) * 5 / 4, 1)


def test_nothing_is_one_where_nothing_was_done() -> None:
    empty = figures_of(measure_all(registry.METRICS, case(limit=None)))
    assert {name for name, value in empty.items() if value not in (None, 0)} == {"unsolvability"}
    given_plans = case((attempt("solved", cpu=None), None), limit=None)
    figures = figures_of(measure_all(registry.METRICS, given_plans))
    assert figures["solving_ratio"] == figures["plan_precision"] == 1
    for name in ("plan_recall", "cpu_ratio_median", "par2_learned", "unsolvable_precision"):
        assert figures[name] is None


ANY = st.sampled_from([each.value for each in AttemptClass])


@given(
    st.lists(st.tuples(ANY, ANY, st.sampled_from(list(Verdict)), st.floats(0.01, 9)), max_size=9)
)
def test_counted_again(drawn: Sequence[tuple[str, str, Verdict, float]]) -> None:
    made = case(
        *(
            (
                attempt(ours, str(n), cpu=None if ours == "parse_error" else cpu),
                attempt(theirs, str(n), cpu=1, learned=verdict),
            )
            for n, (ours, theirs, verdict, cpu) in enumerate(drawn)
        )
    )
    figures = figures_of(measure_all(registry.METRICS, made))
    assert figures["n_no_result"] == sum(ours == "no_result" for ours, *_ in drawn)
    n_tried = len(drawn) - figures["n_no_result"]
    assert figures["n_attempts"] == n_tried
    n_solved = sum(ours == "solved" for ours, *_ in drawn)
    n_false = sum(ours == "false_plan" for ours, *_ in drawn)
    assert figures["solving_ratio"] == (n_solved / n_tried if n_tried else None)
    judged = n_solved + n_false
    assert figures["plan_precision"] == (n_solved / judged if judged else None)
    asked = [v for _, theirs, v, _ in drawn if theirs == "solved" and v is not Verdict.UNDECIDED]
    accepted = sum(verdict is Verdict.VALID for verdict in asked)
    assert figures["plan_recall"] == (accepted / len(asked) if asked else None)
    both = sorted(cpu for ours, theirs, _, cpu in drawn if ours == theirs == "solved")
    middle = both[len(both) // 2 - (len(both) % 2 == 0) : len(both) // 2 + 1]
    if both:
        assert figures["cpu_ratio_median"] == pytest.approx(
            sum(middle) / len(middle), abs=1e-5, rel=0
        )
    par2 = [
        cpu if ours == "solved" or ours == theirs == "unsolvable" else 20
        for ours, theirs, _, cpu in drawn
        if ours != "no_result"
    ]
    if par2:
        assert figures["par2_learned"] == pytest.approx(sum(par2) / len(par2), abs=1e-5, rel=0)


def test_what_came_to_no_result_changes_no_figure() -> None:
    """A machine without the file of a problem says nothing of the domain that it is solved with."""
    both = [
        (attempt("solved", "1", cpu=1, cost=2), attempt("solved", "1", cpu=2, cost=2)),
        (attempt("timeout", "2"), attempt("unsolvable", "3")),
    ]
    broken = [
        (attempt("no_result", "4"), attempt("no_result", "4")),
        (attempt("no_result", "5"), None),
    ]
    figures, more = (
        figures_of(measure_all(registry.METRICS, case(*some))) for some in (both, both + broken)
    )
    not_made = {"n_not_made_learned": 2, "n_not_made_reference": 1}
    assert more == figures | not_made | {"n_no_result": 2}
    alone = figures_of(measure_all(registry.METRICS, case(*broken)))
    assert alone["solving_ratio"] is alone["par2_learned"] is alone["plan_quality"] is None


def test_an_attempt_comes_back_from_its_data() -> None:
    whole = Attempt(
        problem="p",
        planner="planner",
        attempt_class=AttemptClass.FALSE_PLAN,
        reason="no",
        wall=1.5,
        cpu=1.0,
        memory=10,
        exit_code=0,
        plan=("(a b)",),
        own_plan=("(c)",),
        cost=Fraction(7, 2),
        in_reference=INVALID,
        in_learned=VALID,
        source="p.plan",
        output="…",
    )
    for each in (whole, attempt("timeout")):
        assert Attempt.of(each.data()) == each

"""What the last change of a learned problem, and of a learned plan, repaired, broke and left."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.plans import PlanDiff, compare_plans
from plancore.compare.problems import ProblemDiff, compare_problems
from plancore.compare.three_way.items import Outcome, SideText
from plancore.compare.three_way.models import problem_items
from plancore.compare.three_way.plans import step_items
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import FileSnapshot


def plan(text: str) -> Plan:
    """`a b` for the steps (a) and (b)."""
    return read_plan("\n".join(f"({name})" for name in text.split()))[0]


def plans(learned: str, reference: str) -> PlanDiff:
    return compare_plans(plan(learned), plan(reference))


def steps(before: str, learned: str, reference: str) -> list[str]:
    """The steps that are wrong or were: outcome, before > learned (reference)."""

    def text(said: SideText | None) -> str:
        return "-" if said is None else said.text.strip("()")

    return [
        f"{item.outcome}: {text(item.before)} > {text(item.learned)} ({text(item.reference)})"
        for item in step_items(plans(learned, reference), plans(before, reference))
        if item.outcome is not Outcome.UNCHANGED
    ]


def step_of(said: SideText | None) -> int | None:
    """The number of a step from 0; None for none."""
    return None if said is None else said.step


def problem(domain: str, objects: str, init: str, goal: str) -> str:
    return (
        f"(define (problem p) (:domain {domain}) (:objects {objects})"
        f" (:init {init}) (:goal (and {goal})))"
    )


def problems(learned: str, reference: str) -> ProblemDiff:
    return compare_problems(problem_of(learned), problem_of(reference))


def problem_of(text: str) -> Problem:
    definition = FileSnapshot.of(text, "p.pddl").first("problem")
    assert definition is not None
    return definition.problem


def facts(before: str, learned: str, reference: str) -> list[str]:
    """The items that are wrong or were: outcome, part, before > learned (reference)."""
    lines = []
    for item in problem_items(problems(learned, reference), problems(before, reference)):
        if item.outcome is not Outcome.UNCHANGED:
            was, now, theirs = (
                said.text if said else "-" for said in (item.before, item.learned, item.reference)
            )
            lines.append(f"{item.outcome}: {item.part} {was} > {now} ({theirs})")
    return lines


def test_steps_that_came_and_went() -> None:
    assert steps("a x c", "a b c", "a b c") == ["repaired: x > - (-)", "repaired: - > b (b)"]
    assert steps("a b c", "a c", "a b c") == ["broken: b > - (b)"]
    assert steps("a c", "a c", "a b c") == ["still wrong: - > - (b)"]
    assert steps("a b z", "a b z z", "a b") == [
        "still wrong: z > z (-)",
        "broken: - > z (-)",
    ]


def test_steps_stand_in_the_order_of_the_learned_plan() -> None:
    # What is extra stands where it is, what is missing where it belongs.
    assert steps("a b c d", "a x b d", "a b c d") == ["broken: - > x (-)", "broken: c > - (c)"]
    assert steps("p a b q c r", "a x b c", "a b c") == [
        "repaired: p > - (-)",
        "broken: - > x (-)",
        "repaired: q > - (-)",
        "repaired: r > - (-)",
    ]
    # One that has moved stands where it has moved to.
    assert steps("a b c d", "b c d a", "a b c d") == ["broken: a > a (a)"]
    now = plans("b c d a", "a b c d")
    assert [step_of(item.learned) for item in step_items(now, now)] == [0, 1, 2, 3]


def test_a_step_with_other_arguments_is_one_item() -> None:
    now, was = (
        compare_plans(read_plan(t)[0], read_plan("(a x)\n(b y)")[0])
        for t in ("(a x)\n(b z)", "(a x)\n(b u)")
    )
    (_, item) = step_items(now, was)
    assert (item.outcome, *map(step_of, item.sides)) == (Outcome.OTHERWISE_WRONG, 1, 1, 1)


def test_a_step_that_only_takes_a_place_is_still_there() -> None:
    # z was extra, and is now what stands where b was: it was not repaired.
    assert steps("a b z", "a z", "a b") == ["broken: b > - (b)", "still wrong: z > z (-)"]


def test_objects_facts_goals_and_the_domain() -> None:
    reference = problem("d", "x - t y", "(p x) (= (f) 1)", "(q x)")
    before = problem("e", "x y z", "(= (f) 2)", "(q x) (q y)")
    learned = problem("d", "x - t", "(p x) (= (f) 3)", "(q x) (q y)")
    assert facts(before, learned, reference) == [
        "repaired: domain e > d (d)",
        "repaired: objects x - object > x - t (x - t)",
        "repaired: objects z - object > - (-)",
        "broken: objects y - object > - (y - object)",
        "repaired: init - > (p x) ((p x))",
        "otherwise wrong: init (= (f) 2) > (= (f) 3) ((= (f) 1))",
        "still wrong: goal (q y) > (q y) (-)",
    ]


PLANS = st.lists(st.sampled_from("abc"), max_size=5).map(" ".join)
MIRRORED = {Outcome.REPAIRED: Outcome.BROKEN, Outcome.BROKEN: Outcome.REPAIRED}


@given(PLANS, PLANS, PLANS)
def test_of_plans_what_is_wrong_adds_up_and_time_can_run_backwards(
    before: str, learned: str, reference: str
) -> None:
    now, was = plans(learned, reference), plans(before, reference)
    forth = Counter(item.outcome for item in step_items(now, was))
    back = Counter(item.outcome for item in step_items(was, now))
    assert Counter({MIRRORED.get(o, o): n for o, n in back.items()}) == forth
    n_wrong = sum(n for outcome, n in forth.items() if outcome.is_wrong)
    assert (n_wrong == 0) == now.verdict.identical
    learned_steps = [step_of(item.learned) for item in step_items(now, was)]
    ours = [step for step in learned_steps if step is not None]
    assert ours == sorted(ours)
    same = Counter(item.outcome for item in step_items(now, now))
    assert set(same) <= {Outcome.STILL_WRONG, Outcome.UNCHANGED}
    # Every step of all three plans is in one item: moved ones, of which two rows tell, too.
    for side, text in (("learned", learned), ("reference", reference), ("before", before)):
        told = [step_of(getattr(item, side)) for item in step_items(now, was)]
        assert sorted(n for n in told if n is not None) == list(range(len(text.split())))


FACTS = st.lists(st.sampled_from(["(p x)", "(p y)", "(q x y)"]), unique=True).map(" ".join)
PROBLEMS = st.builds(
    problem, st.sampled_from("de"), st.sampled_from(["x", "x y", "y"]), FACTS, FACTS
)


@given(PROBLEMS, PROBLEMS, PROBLEMS)
def test_of_problems_what_is_wrong_adds_up(before: str, learned: str, reference: str) -> None:
    now, was = problems(learned, reference), problems(before, reference)
    forth = Counter(item.outcome for item in problem_items(now, was))
    back = Counter(item.outcome for item in problem_items(was, now))
    assert Counter({MIRRORED.get(o, o): n for o, n in back.items()}) == forth
    assert (sum(n for o, n in forth.items() if o.is_wrong) == 0) == now.is_same
    assert (sum(n for o, n in forth.items() if o.was_wrong) == 0) == was.is_same

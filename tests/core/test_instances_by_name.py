"""Which files are for one instance, by their names."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.instances import Instances, PlansOf, stem_of


@pytest.mark.parametrize(
    ("plan", "problems", "of"),
    [
        # The same name, whatever else is there.
        ("p01.plan", "p1.pddl p01.pddl p01.plan.pddl", "p01.pddl"),
        ("P01.PLAN.2", "p01.pddl p02.pddl", "p01.pddl"),
        ("gpt-3.5.plan", "gpt-3.pddl gpt-3.5.pddl", "gpt-3.5.pddl"),
        # What it begins with, as whole words, the longest.
        ("p01_gpt3.plan", "p01.pddl p02.pddl p03.pddl", "p01.pddl"),
        ("p01.gpt3.plan", "p01.pddl p03.pddl", "p01.pddl"),
        ("p01-gpt3", "p01.pddl p03.pddl", "p01.pddl"),
        ("p01_2_gpt3.plan", "p01.pddl p01_2.pddl", "p01_2.pddl"),
        ("p012.plan", "p01.pddl p02.pddl", None),
        # The folder, but for one that all problems stand in.
        ("runs/p01/gpt4.plan", "t/p01.pddl t/p04.pddl", "t/p01.pddl"),
        ("runs/p01/gpt4/sas_plan.2", "t/p01.pddl t/p02.pddl", "t/p01.pddl"),
        ("p01/gpt-3.5.plan", "p01/p01.pddl p01/p02.pddl", None),
        ("p02/sas_plan", "p01/problem.pddl p02/problem.pddl", "p02/problem.pddl"),
        ("p02_gpt3.plan", "p01/problem.pddl p02/problem.pddl", "p02/problem.pddl"),
        ("b/p01.plan", "a/p01.pddl b/p01.pddl", "b/p01.pddl"),
        ("p01.plan", "./p01.pddl ./b/p01.pddl", "./p01.pddl"),
        # Among its words.
        ("gpt4_p01.txt", "p01.pddl p04.pddl", "p01.pddl"),
        ("gpt4_p1_v2.txt", "p01.pddl p04.pddl", "p01.pddl"),
        ("p01_and_p02.plan", "x/p02.pddl x/q.pddl x/p01-a.pddl", "x/p02.pddl"),
        ("gpt4_p01_p02.plan", "p01.pddl p02.pddl", None),
        ("take-a-look.plan", "a.pddl b.pddl", None),
        # Among those of the folder.
        ("eval/gripper-prob01-lama/sas_plan", "b/prob01.pddl b/prob02.pddl", "b/prob01.pddl"),
        ("eval/seed-1/sas_plan", "b/p01.pddl b/p02.pddl", None),
        ("eval/prob01-lama/2.plan", "b/prob01.pddl b/prob03.pddl", None),
        # The only number.
        ("m_instance-7.jsonl", "p07.pddl p17.pddl", "p07.pddl"),
        ("7", "instance-7.pddl instance-70.pddl", "instance-7.pddl"),
        ("m_3_instance-7.jsonl", "p03.pddl p07.pddl", None),
        ("p1.plan", "rovers-2-p01.pddl p02.pddl", None),
        ("plan.1", "p01.pddl p02.pddl", None),
        ("3_gpt4.txt", "b/3.pddl b/4.pddl", "b/3.pddl"),
        # The number of the folder.
        ("results/1/plan.txt", "b/p01.pddl b/p02.pddl", "b/p01.pddl"),
        ("results/1/plan.txt", "b/1.pddl b/2.pddl", "b/1.pddl"),
        ("runs/lama/03/out/sas_plan", "p03.pddl p04.pddl", "p03.pddl"),
        ("runs/problem-3/plan.txt", "p03.pddl p04.pddl", "p03.pddl"),
        ("runs/2/1/plan.txt", "p01.pddl p02.pddl", None),
        ("runs/2/1.txt", "b/1.pddl b/2.pddl", None),
        ("runs/2/p1.txt", "b/p01.pddl b/p02.pddl", "b/p01.pddl"),
        ("runs/2/plan.txt", "a/1/p1.pddl a/1/p2.pddl a/2/p1.pddl a/2/p2.pddl", None),
        ("runs/2/plan1.txt", "a/1/p1.pddl a/1/p2.pddl a/2/p1.pddl a/2/p2.pddl", "a/2/p1.pddl"),
        # Several of the same right.
        ("p01.gpt.plan", "a/p01.pddl b/p01.pddl", None),
        ("1", "p01.pddl instance-1.pddl", None),
    ],
)
def test_the_problem_of_a_plan(plan: str, problems: str, of: str | None) -> None:
    found = Instances(problems.split()).file_of(plan)
    assert found.file == of
    assert bool(found.reason) == (of is None)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("q.plan", "no file or directory named q or like its beginning; the name has no number"),
        ("q9.plan", "none with 9 as its only number"),
        ("gpt4_p9.plan", "the name has several numbers: 4, 9"),
        ("p1.gpt.plan", "ambiguous: both a/p1.pddl and b/p1.pddl match"),
    ],
)
def test_why_there_is_none(plan: str, why: str) -> None:
    found = Instances(["a/p1.pddl", "b/p1.pddl", "p2.pddl"]).file_of(plan)
    assert why in found.reason


def test_names_for_reports() -> None:
    names = Instances(["instance-0.pddl", "p1.pddl", "p01.pddl", "a2b3.pddl", "Last.pddl"]).names
    assert names == {
        "instance-0.pddl": "0",
        "p1.pddl": "p1",
        "p01.pddl": "p01",
        "a2b3.pddl": "a2b3",
        "Last.pddl": "last",
    }
    assert Instances(["p01/problem.pddl", "p02/problem.pddl"]).names["p02/problem.pddl"] == "2"


def test_plans_of_problems() -> None:
    problems = ["p01.pddl", "p01_hard.pddl", "p02.pddl"]
    plans = PlansOf(problems, ["p01_gold.plan", "p01_hard_gold.plan", "p02.a.plan", "p02.b.plan"])
    assert [plans.plan_of(problem).file for problem in problems] == [
        "p01_gold.plan",
        "p01_hard_gold.plan",
        None,
    ]
    assert plans.plan_of("p02.pddl").reason == "ambiguous: both p02.a.plan and p02.b.plan match"


def test_a_plan_for_several_samples() -> None:
    plans = PlansOf(["p01_gpt3", "p01_gpt4", "p02"], ["p01.plan", "p02.plan"])
    assert plans.plan_for("p01_gpt3").file == plans.plan_for("p01_gpt4").file == "p01.plan"
    assert plans.plan_of("p01_gpt3").file is None


def test_rivals_are_told_by_their_names() -> None:
    """Whoever reads why there is no gold plan has to find the files that are meant."""
    several = PlansOf(["p01_gpt", "p01_lama"], ["gold/p01_a.plan", "gold/p01_b.plan"])
    for find in (several.plan_of, several.plan_for):
        found = find("p01_gpt")
        assert found.reason == "ambiguous: p01_a.plan and p01_b.plan may also belong to p01_lama"
        assert (found.file, found.rivals) == (None, ["gold/p01_a.plan", "gold/p01_b.plan"])
    one = PlansOf(["a/p01.pddl", "b/p01.pddl"], ["gold/p01.plan"])
    assert one.plan_for("b/p01.pddl").reason == "ambiguous: p01.plan may also belong to a/p01.pddl"


def test_samples_without_a_number_of_their_own_have_the_plan_that_they_are_called_after() -> None:
    plans = PlansOf(["p01_gpt", "p01_lama", "instance-1"], ["p01.plan"])
    assert plans.plan_for("p01_gpt").file == plans.plan_for("p01_lama").file == "p01.plan"
    assert plans.plan_for("instance-1").reason == "ambiguous: p01.plan may also belong to p01_gpt"
    both = PlansOf(["p01_gpt", "p01_lama"], ["p01.plan", "p01.txt"])
    assert both.plan_for("p01_gpt").reason == "ambiguous: both p01.plan and p01.txt match"


_WORD = st.sampled_from(("p", "p1", "p01", "p2", "3", "03", "gpt3", "gpt", "x"))
_STEMS = st.builds(
    lambda words, between: between.join(words),
    st.lists(_WORD, min_size=1, max_size=3),
    st.sampled_from("_-."),
)
_PATHS = st.builds(
    lambda folder, stem: f"{folder}{stem}", st.sampled_from(("", "a/", "p01/", "b/p1/")), _STEMS
)
_PROBLEMS = st.lists(_PATHS.map("{}.pddl".format), min_size=1, max_size=6, unique=True)


@given(_PROBLEMS, _PATHS, st.randoms(use_true_random=False))
def test_the_order_of_files_says_nothing(problems: list[str], plan: str, dice: Random) -> None:
    mixed = dice.sample(problems, len(problems))
    one, other = Instances(problems), Instances(mixed)
    assert one.file_of(f"{plan}.plan") == other.file_of(f"{plan}.plan")
    assert one.names == other.names


@given(_PROBLEMS, st.sampled_from(("", "a/", "p01/", "b/p1/")), st.data())
def test_never_a_problem_of_another_name_where_one_of_the_same_is(
    problems: list[str], folder: str, data: st.DataObject
) -> None:
    name = stem_of(data.draw(st.sampled_from(problems)))
    same = [problem for problem in problems if stem_of(problem) == name]
    found = Instances(problems).file_of(f"{folder}{name}.plan")
    if found.file is None:
        # `2/1.plan` may also be the first plan of `p2`.
        assert len(same) > 1 or (name.isdecimal() and {*same} < {*found.rivals})
    else:
        assert found.file in same


@given(_PROBLEMS, _PATHS)
def test_what_is_found_has_a_ground(problems: list[str], plan: str) -> None:
    """A recount of the rule, looser in what counts as a ground and blind to the order of grounds:
    whoever is found is called as words of the plan, as a folder of it, or has its number."""
    found = Instances(problems).file_of(f"{plan}.plan").file
    if found is None:
        return
    folder, _, own = found.rpartition("/")
    names = {stem_of(found), folder.rpartition("/")[2]}
    *around, stem = plan.split("/")
    whole = "(?<![a-z0-9]){}(?![a-z0-9])"
    is_among = any(name and re.search(whole.format(re.escape(name)), stem) for name in names)
    numbered = stem if re.search(r"\d", stem) else plan
    numbers = [set(map(int, re.findall(r"\d+", text))) for text in (numbered, own, folder)]
    assert is_among or names & set(around) or numbers[0] & (numbers[1] | numbers[2])


@given(_PROBLEMS)
def test_no_two_files_of_different_names_are_called_the_same(problems: list[str]) -> None:
    names = Instances(problems).names
    for one in problems:
        for other in problems:
            if stem_of(one) != stem_of(other):
                assert names[one] != names[other]


def test_a_name_longer_than_that_of_a_file_has_no_words() -> None:
    """A log may have whole sentences as names; all sequences of their words are too many."""
    files = Instances(["kitchen.pddl", "garden.pddl"])
    for count, file in ((10, "kitchen.pddl"), (1_600, None)):
        assert files.file_of("a kind of " * count + "kitchen").file == file

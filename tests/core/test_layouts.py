"""Which files belong together in the folders that people have, and under the names that they give.

The listings are as in `support.layouts`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.kinship import SharedVocabulary, overlap
from plancore.links import Links
from support.layouts import LAYOUTS


class Definition(NamedTuple):
    """As much of a definition as the rule looks at."""

    kind: str
    name: str
    domain_name: str
    words: frozenset[str]


def shared(problem: Definition, domain: Definition) -> SharedVocabulary:
    return overlap(problem.words, domain.words)


class Listing(NamedTuple):
    """Files with what they hold, and what belongs to them."""

    files: Mapping[str, tuple[Definition, ...]]
    wanted: Mapping[str, str | None]

    def found(self) -> dict[str, str | None]:
        """What the rule says of the files that something belongs to."""
        links = Links(self.files, lambda *_: None, shared)
        found: dict[str, str | None] = {}
        for file in self.wanted:
            problems = [each for each in self.files[file] if each.kind == "problem"]
            if problems:
                choice = links.domain_choice(file, problems[0])
                found[file] = choice.link.file if choice.link else None
            else:
                problem = links.problem_of(file)
                found[file] = problem.file if problem else None
        return found


def listing(text: str) -> Listing:
    files: dict[str, tuple[Definition, ...]] = {}
    wanted: dict[str, str | None] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        what, _, of = line.partition("->")
        head, _, words = what.partition(":")
        kind, path, *names = head.split()
        name, uses = f"/w/{path}", frozenset(words.split())
        called = names[0] if names else "x"
        if kind == "D":
            files[name] = (*files.get(name, ()), Definition("domain", called, "", uses))
        else:
            definitions = (Definition("problem", path, called, uses),) if kind == "P" else ()
            files[name] = (*files.get(name, ()), *definitions)
            wanted[name] = None if of.strip() == "?" else f"/w/{of.strip()}"
    return Listing(files, wanted)


PAIRS = """
domain problem
domain p01
domain task
d-x1 p-x1
d1 p1
d1 prob1
d01 p1
d2 problem2
d_10_2 p_10_2
domain1 problem1
domain2 problem2
domain01 problem01
domain1 problem01
domain-1 problem-1
domain_2 problem_2
domain.2 problem.2
domain3 p3
domain3 prob3
domain4 instance4
domain4 instance-4
dom1 prob1
dom2 inst2
domain5 pfile5
domain5 task5
p02-domain p02
domain_p02 p02
domain-p02 problem-p02
p3_domain p3_problem
1-domain 1-problem
1domain 1problem
2_domain 2_task
domainA problemA
domain-a problem-a
blocks-domain blocks-problem
blocks_domain blocks_problem2
BlocksDomain BlocksProblem
blocksdomain blocksprob3
blocks blocks-p01
blocks-4ops blocks-4ops-7
logistics problem-logistics-2
domain-hard problem-hard-3
dsliding-doors-9 psliding-doors-9
homework-domain2 homework-problem2a
task2-domain task2-problem1
exercise3_domain exercise3_problem1
logistics2 problem2
hospital2 surgery2
dominio2 problema2
domaene2 aufgabe2
week2-logistics week2-task
week2-logistics week2-task3
dominio-blocks problema-blocks
kitchen2 hard-kitchen-2
"""


def test_usual_names_of_domains_and_problems() -> None:
    """Beside each pair stand others of the same kind, whose domains have the same name."""
    others = ("9x-domain", "domain77", "d78", "domain-zebra", "dyak-1", "zulu")
    assert len(PAIRS.split()) >= 2 * 40
    for domain, problem in map(str.split, PAIRS.strip().splitlines()):
        lines = [f"D {name}.pddl" for name in (domain, *others)]
        read = listing("\n".join((*lines, f"P {problem}.pddl -> {domain}.pddl")))
        assert read.found() == read.wanted


PLANS = """
p01.plan p01
p01.pddl.soln p01
p01.plan.3 p01
p01.txt p01
p01_plan.txt p01
p01-plan.txt p01
p01.pddl.plan p01
plan1.txt problem1
plan_1.txt problem1
plan-01.txt p01
plan-p01.txt p01
plan_problem1.txt problem1
plan-problem1.plan problem1
sol1.plan prob1
solution-3.txt instance-3
solution_p03.plan p03
output1.txt problem1
out-p02.txt p02
p01.ff.plan p01
p01_lama.plan p01
blocks1.plan blocks1
blocks-1-lama.plan blocks-1
problem1_solution.plan problem1
problem-1.sol problem-1
problemA.plan problemA
planEasy.txt problemEasy
easyPlan.txt problem-easy
plan-a.txt problem-a
instance-12.plan instance-12
P02.PLAN p02
"""


def test_usual_names_of_plans() -> None:
    """Beside the problem, and in a folder for plans beside one for problems."""
    for plan, problem in map(str.split, PLANS.strip().splitlines()):
        names = (problem, "p77", "problem78", "instance-79", "blocks-80", "zebra-p81")
        beside = [f"P {name}.pddl -> domain.pddl" for name in names]
        read = listing("\n".join(("D domain.pddl", *beside, f"S {plan} -> {problem}.pddl")))
        assert read.found() == read.wanted
        apart = [f"P problems/{name}.pddl -> domain.pddl" for name in names]
        last = f"S plans/{plan} -> problems/{problem}.pddl"
        read = listing("\n".join(("D domain.pddl", *apart, last)))
        assert read.found() == read.wanted


def test_there_are_enough_layouts() -> None:
    assert len(LAYOUTS) >= 30


@pytest.mark.parametrize("layout", LAYOUTS)
def test_usual_layouts(layout: str) -> None:
    read = listing(LAYOUTS[layout])
    assert read.found() == read.wanted


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_name_of_a_folder_around_all_says_nothing(layout: str) -> None:
    for name in ("week1", "homework-1", "p01", "domain", "2024"):
        around = [
            " ".join(
                f"{name}/{word}" if "." in word or "/" in word or word == "sas_plan" else word
                for word in line.split()
            )
            for line in LAYOUTS[layout].splitlines()
        ]
        read = listing("\n".join(around))
        assert read.found() == read.wanted


@given(st.sampled_from(sorted(LAYOUTS)), st.randoms(use_true_random=False))
def test_the_order_of_files_says_nothing(layout: str, dice: random.Random) -> None:
    read = listing(LAYOUTS[layout])
    mixed = dict(dice.sample(sorted(read.files.items()), len(read.files)))
    assert read._replace(files=mixed).found() == read.wanted


_OF_DOMAINS = (
    "domain{}",
    "d{}",
    "domain-{}",
    "domain.{}",
    "p{}-domain",
    "hospital{}",
    "dominio_{}",
)
_OF_PROBLEMS = ("problem{:02}", "p{}", "surgery-{}", "{}_aufgabe", "problema{}")


@given(st.integers(1, 30), st.sampled_from(_OF_DOMAINS), st.sampled_from(_OF_PROBLEMS))
def test_numbered_pairs_belong_together(most: int, domain: str, problem: str) -> None:
    lines = [f"D {domain.format(n)}.pddl" for n in range(1, most + 1)]
    lines += [f"P {problem.format(n)}.pddl -> {domain.format(n)}.pddl" for n in range(1, most + 1)]
    read = listing("\n".join(lines))
    assert read.found() == read.wanted


@given(
    st.lists(st.sampled_from(("easy", "night", "depot", "maze", "Ann")), min_size=2, unique=True),
    st.sampled_from(("problem_{}", "{}-problem", "problem{Cap}", "instance.{}")),
    st.sampled_from(
        ("plan-{}", "plan{Cap}", "{}", "gpt4_{}_2nd", "{}/plan", "runs/{}-lama/sas_plan")
    ),
)
def test_plans_are_for_the_problem_of_their_word(words: list[str], problem: str, plan: str) -> None:
    lines = ["D domain.pddl"]
    for word in words:
        named, planned = (each.format(word, Cap=word.capitalize()) for each in (problem, plan))
        ending = "" if plan.endswith("sas_plan") else ".txt"
        lines += [f"P {named}.pddl -> domain.pddl", f"S {planned}{ending} -> {named}.pddl"]
    read = listing("\n".join(lines))
    assert read.found() == read.wanted

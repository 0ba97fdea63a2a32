"""Which files belong together in the folders that people have, and under the names that they give.

A layout is a listing. `D` is a domain, `P` a problem and `S` a plan (a solution); the word behind
the name of a file is the name of the domain, `x` where there is none, and `->` says what a person
would say that the file belongs to; `-> ?` that nobody can know. Words after `:` are what a problem
uses and a domain declares.
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
            files[name] = (Definition("domain", called, "", uses),)
        else:
            is_problem = kind == "P"
            files[name] = (Definition("problem", path, called, uses),) if is_problem else ()
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


LAYOUTS = {
    "one folder": """
        D domain.pddl
        P problem.pddl -> domain.pddl
        S sas_plan -> problem.pddl
        S sas_plan.2 -> problem.pddl
    """,
    "IPC: a domain, its instances, plans beside them": """
        D domain.pddl
        P instances/instance-1.pddl -> domain.pddl
        P instances/instance-10.pddl -> domain.pddl
        S instances/instance-1.plan -> instances/instance-1.pddl
        S instances/instance-10.soln.2 -> instances/instance-10.pddl
    """,
    "IPC: a domain for each problem": """
        D domains/domain-1.pddl
        D domains/domain-2.pddl
        D domains/domain-12.pddl
        P instances/instance-1.pddl -> domains/domain-1.pddl
        P instances/instance-2.pddl -> domains/domain-2.pddl
        P instances/instance-12.pddl -> domains/domain-12.pddl
    """,
    "IPC: p01-domain beside p01": """
        D airport/p01-domain.pddl
        D airport/p02-domain.pddl
        P airport/p01.pddl -> airport/p01-domain.pddl
        P airport/p02.pddl -> airport/p02-domain.pddl
        S airport/p02.soln -> airport/p02.pddl
    """,
    "IPC: domains of one name for several tracks": """
        D satellite/strips/domain.pddl
        D satellite/time/domain.pddl
        D satellite/numeric/domain.pddl
        P satellite/strips/p01.pddl -> satellite/strips/domain.pddl
        P satellite/time/p01.pddl -> satellite/time/domain.pddl
        P satellite/numeric/p01.pddl -> satellite/numeric/domain.pddl
    """,
    "IPC 2023, learning track": """
        D blocks/domain.pddl blocks
        D rovers/domain.pddl rovers
        P blocks/training/easy/p01.pddl blocks -> blocks/domain.pddl
        P blocks/training/easy/p02.pddl blocks -> blocks/domain.pddl
        P blocks/testing/easy/p01.pddl blocks -> blocks/domain.pddl
        P blocks/testing/hard/p01.pddl blocks -> blocks/domain.pddl
        P rovers/training/easy/p01.pddl rovers -> rovers/domain.pddl
        P rovers/testing/easy/p01.pddl rovers -> rovers/domain.pddl
        S solutions/blocks/training/easy/p01.plan -> blocks/training/easy/p01.pddl
        S solutions/blocks/testing/easy/p01.plan -> blocks/testing/easy/p01.pddl
        S solutions/blocks/testing/hard/p01.plan -> blocks/testing/hard/p01.pddl
        S solutions/rovers/training/easy/p01.plan -> rovers/training/easy/p01.pddl
        S solutions/rovers/testing/easy/p01.plan -> rovers/testing/easy/p01.pddl
        S solutions/rovers/training/easy/p02.plan -> ?
    """,
    "a course, a folder a week": """
        D week1/domain.pddl
        D week2/domain.pddl
        P week1/problem.pddl -> week1/domain.pddl
        P week2/problem.pddl -> week2/domain.pddl
        P week2/problem2.pddl -> week2/domain.pddl
        S week1/plan.txt -> week1/problem.pddl
        S week2/problem2.plan -> week2/problem2.pddl
    """,
    "a course, several numbered domains a week": """
        D homework-1/homework-domain1.pddl
        D homework-1/homework-domain2.pddl
        D homework-1/homework-domain3.pddl
        P homework-1/homework-problem1a.pddl -> homework-1/homework-domain1.pddl
        P homework-1/homework-problem2a.pddl -> homework-1/homework-domain2.pddl
        P homework-1/homework-problem2b.pddl -> homework-1/homework-domain2.pddl
        P homework-1/homework-problem3a.pddl -> homework-1/homework-domain3.pddl
    """,
    "a course, numbered pairs in one folder": """
        D domain.1.pddl
        D domain.2.pddl
        D domain.10.pddl
        P problem.1.pddl -> domain.1.pddl
        P problem.2.pddl -> domain.2.pddl
        P problem.10.pddl -> domain.10.pddl
        S plan.1.txt -> problem.1.pddl
        S plan.10.txt -> problem.10.pddl
    """,
    "a course, numbered folders and files": """
        D ex1/d1.pddl
        D ex2/d2.pddl
        P ex1/p1.pddl -> ex1/d1.pddl
        P ex1/p2.pddl -> ex1/d1.pddl
        P ex2/p1.pddl -> ex2/d2.pddl
        P ex2/p2.pddl -> ex2/d2.pddl
    """,
    "a folder called as one of its domains": """
        D p01/p01-domain.pddl
        D p01/p02-domain.pddl
        P p01/p01.pddl -> p01/p01-domain.pddl
        P p01/p02.pddl -> p01/p02-domain.pddl
    """,
    "a submission of a student": """
        D 4711_smith/src/domain.pddl
        P 4711_smith/src/problem.pddl -> 4711_smith/src/domain.pddl
        S 4711_smith/output_plan.txt -> 4711_smith/src/problem.pddl
        D 4712_jones/src/domain.pddl
        P 4712_jones/src/problem.pddl -> 4712_jones/src/domain.pddl
        S 4712_jones/output_plan.txt -> 4712_jones/src/problem.pddl
    """,
    "domains and problems in folders of their own": """
        D domain/domain.pddl
        P problem/p01.pddl -> domain/domain.pddl
        P problem/p02.pddl -> domain/domain.pddl
        S plan/p01.plan -> problem/p01.pddl
        S plan/p02.plan -> problem/p02.pddl
    """,
    "mirrored folders": """
        D domains/gripper/domain.pddl
        D domains/ferry/domain.pddl
        P problems/gripper/p1.pddl -> domains/gripper/domain.pddl
        P problems/ferry/p1.pddl -> domains/ferry/domain.pddl
        S plans/gripper/p1.plan -> problems/gripper/p1.pddl
        S plans/ferry/p1.plan -> problems/ferry/p1.pddl
    """,
    "results of several planners": """
        D blocks/domain.pddl blocks
        D ferry/domain.pddl ferry
        P blocks/p01.pddl blocks -> blocks/domain.pddl
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S results/lama/blocks/p01.plan -> blocks/p01.pddl
        S results/lama/ferry/p01.plan -> ferry/p01.pddl
        S results/ff/blocks/p01.plan -> blocks/p01.pddl
        S blocks/lama/p01.plan -> blocks/p01.pddl
    """,
    "a folder a problem": """
        D domain.pddl
        P p01/problem.pddl -> domain.pddl
        P p02/problem.pddl -> domain.pddl
        S p01/sas_plan -> p01/problem.pddl
        S p02/sas_plan.1 -> p02/problem.pddl
        S plans/p02/plan.txt -> p02/problem.pddl
    """,
    "problems with a folder of plans each": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        S p01/sas_plan.1 -> p01.pddl
        S p02/sas_plan.1 -> p02.pddl
        S plans/p02/lama.plan -> p02.pddl
    """,
    "a ROS package": """
        D pddl/domain_turtlebot.pddl
        P pddl/problem_turtlebot.pddl -> pddl/domain_turtlebot.pddl
        S plans/plan.pddl -> pddl/problem_turtlebot.pddl
        S pddl/plan.pddl -> pddl/problem_turtlebot.pddl
    """,
    "a ROS workspace of several packages": """
        D src/kitchen/pddl/domain.pddl kitchen
        D src/patrol/pddl/domain.pddl patrol
        P src/kitchen/pddl/problem.pddl kitchen -> src/kitchen/pddl/domain.pddl
        P src/patrol/pddl/problem.pddl patrol -> src/patrol/pddl/domain.pddl
        S src/patrol/plan.pddl -> src/patrol/pddl/problem.pddl
    """,
    "planning.domains": """
        D classical/depot/domain.pddl
        P classical/depot/p01.pddl -> classical/depot/domain.pddl
        D classical/depots-agl/domain.pddl
        P classical/depots-agl/p01.pddl -> classical/depots-agl/domain.pddl
        D classical/airport/p01-domain.pddl
        P classical/airport/p01-airport1-p1.pddl -> classical/airport/p01-domain.pddl
    """,
    "a repository of a planner": """
        D test/cases/blocks/domain.pddl blocksworld
        D test/cases/hanoi/domain.pddl hanoi
        P test/cases/blocks/problem.pddl blocksworld -> test/cases/blocks/domain.pddl
        P test/cases/hanoi/problem.pddl hanoi -> test/cases/hanoi/domain.pddl
        P examples/b1.pddl blocksworld -> test/cases/blocks/domain.pddl
        S test/cases/hanoi/expected.plan -> test/cases/hanoi/problem.pddl
    """,
    "a domain of another name beside its problems": """
        D hanoi.pddl hanoi-typed : on clear
        P p1.pddl hanoi : on clear -> hanoi.pddl
        P p2.pddl hanoi : on clear -> hanoi.pddl
    """,
    "several domains in one folder, by name": """
        D gripper.pddl gripper
        D ferry.pddl ferry
        P gripper-1.pddl gripper -> gripper.pddl
        P ferry-1.pddl ferry -> ferry.pddl
        S gripper-1.plan -> gripper-1.pddl
    """,
    "variants of a domain in one folder": """
        D blocks-strips.pddl
        D blocks-adl.pddl
        P blocks-strips-p01.pddl -> blocks-strips.pddl
        P blocks-adl-p01.pddl -> blocks-adl.pddl
    """,
    "variants that a problem tells apart by what it uses": """
        D first.pddl : on clear
        D second.pddl : on clear holding
        P p01.pddl : on holding -> second.pddl
        P p02.pddl : on clear holding -> second.pddl
    """,
    "a domain for most problems and one for a special one": """
        D domain.pddl
        D domain3.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        P p03.pddl -> domain3.pddl
    """,
    "numbered domains that end before the problems do": """
        D p01-domain.pddl : at-1 path-1
        D p02-domain.pddl : at-2 path-2
        P p01.pddl : at-1 path-1 -> p01-domain.pddl
        P p03.pddl : at-3 path-3 -> ?
    """,
    "problems of one domain in folders by size": """
        D domain.pddl
        P easy/p01.pddl -> domain.pddl
        P hard/p01.pddl -> domain.pddl
        S easy/p01.plan -> easy/p01.pddl
        S hard/p01.plan -> hard/p01.pddl
        S plans/hard/p01.plan -> hard/p01.pddl
        S p01.plan -> ?
    """,
    "several projects, each with plans beside its problems": """
        D first/domain.pddl
        D second/domain.pddl
        D third/domain.pddl
        P first/problems/p01.pddl -> first/domain.pddl
        P first/problems/p02.pddl -> first/domain.pddl
        P second/p01.pddl -> second/domain.pddl
        P third/easy/p01.pddl -> third/domain.pddl
        P third/hard/p01.pddl -> third/domain.pddl
        S first/plans/p01.plan -> first/problems/p01.pddl
        S first/plans/p02.plan -> first/problems/p02.pddl
        S second/plans/p01.plan -> second/p01.pddl
        S third/plans/p01.plan -> ?
        S plans/p01.plan -> ?
    """,
    "plans that no name tells apart": """
        D domain.pddl
        P a.pddl -> domain.pddl
        P b.pddl -> domain.pddl
        S best.plan -> ?
        S plans/best.plan -> ?
    """,
    "a plan beside a domain whose problem is not there": """
        D blocks/domain.pddl blocks
        D ferry/domain.pddl ferry
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S blocks/p01.plan -> ?
    """,
    "domains named like the folders of problems": """
        D logistics.pddl
        D rovers.pddl
        P logistics/p01.pddl -> logistics.pddl
        P rovers/p01.pddl -> rovers.pddl
        S logistics/p01.plan -> logistics/p01.pddl
    """,
    "an old version below": """
        D domain.pddl
        D old/domain.pddl
        P p01.pddl -> domain.pddl
        P old/p01.pddl -> old/domain.pddl
        P new/p01.pddl -> domain.pddl
    """,
    "hierarchical domains": """
        D Rover/domain.hddl rover
        P Rover/pfile01.hddl rover -> Rover/domain.hddl
        P Rover/pfile12.hddl rover -> Rover/domain.hddl
        S Rover/pfile12.plan -> Rover/pfile12.hddl
    """,
    "answers of language models": """
        D pddl/domain.pddl
        P pddl/instance-3.pddl -> pddl/domain.pddl
        P pddl/instance-30.pddl -> pddl/domain.pddl
        S answers/gpt-4/instance-3.txt -> pddl/instance-3.pddl
        S answers/gpt-4/instance-30.txt -> pddl/instance-30.pddl
        S answers/llama-3/instance-3.txt -> pddl/instance-3.pddl
    """,
}


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


@given(
    st.integers(1, 30), st.sampled_from(["domain{}", "d{}", "domain-{}", "domain.{}", "p{}-domain"])
)
def test_numbered_pairs_belong_together(most: int, pattern: str) -> None:
    lines = [f"D {pattern.format(n)}.pddl" for n in range(1, most + 1)]
    lines += [f"P problem{n:02}.pddl -> {pattern.format(n)}.pddl" for n in range(1, most + 1)]
    read = listing("\n".join(lines))
    assert read.found() == read.wanted

"""Verdicts beside those of kairos, a validator written by others, on random and mutated plans.

Walks through the states of a task are judged, and the same with one thing changed: two steps
swapped, one left out or repeated, an argument, a time or a duration changed. The goals are drawn
from where walks end, so that many plans are valid.

The long runs judge 6,000 plans for small tasks, some thousands over each corpus, and plans that
kairos prints for temporal, numeric and PDDL+ problems. `KAIROS_TIMES=4` makes it four times more.

kairos reports a condition over all of an action that numbers break between two happenings at the
second one; ours is the time at which it breaks. It does not check a condition over all of a
conditional effect (`tests/core/simulate/test_spanning.py` has those). It calls a plan invalid in
which an object of a wrong type is an argument, as some mutants have it; here such a step is
malformed, as in VAL. It has verdicts on continuous change that is not linear and on a global
`:constraint`, which are undecided here.
"""

from __future__ import annotations

import math
import os
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.state import State
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import PlanVerdict, validate_text
from plancore.snapshot import FileSnapshot
from support.corpus import LARGE_CORPORA, corpus_index, decoded
from support.material import CORPUS
from support.oracle_tasks import ONLY_EXECUTED, TASKS
from support.random_plans import Line, Walker, mutated, same_failure, text_of

kairos: Any = pytest.importorskip("kairos", reason="kairos-planner has wheels for Linux only")

TIMES = int(os.environ.get("KAIROS_TIMES", "1"))
MUTANTS = 7
LONGEST = 10
LARGEST = 16_000
"""Characters of a problem: walks copy the state at each step."""


@dataclass
class Tally:
    """How often which verdicts met, and the plans on which they differ."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)
    kinds: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Of plans that were printed or changed: what both say, for each kind of domain."""

    @property
    def judged(self) -> int:
        """Plans on which both have a verdict."""
        return sum(
            count
            for (ours, theirs), count in self.verdicts.items()
            if ours != Verdict.UNDECIDED and theirs != "unsupported"
        )


@dataclass(frozen=True)
class Case:
    """A domain and a problem as texts."""

    name: str
    domain: str
    problem: str

    def task(self) -> Task | None:
        domain, problem = FileSnapshot.of(self.domain).domain, FileSnapshot.of(self.problem).problem
        return Task(domain, problem) if domain and problem else None


def compare(case: Case, rounds: int, tally: Tally) -> None:
    """In each round draw a goal, and judge a walk that reaches it, another and mutants of both."""
    dice = random.Random(case.name)
    task = case.task()
    if task is None:
        return
    try:
        walker = Walker(task, dice)
        for _ in range(rounds):
            walks = [walker.walk(dice.randint(1, LONGEST)) for _ in range(2)]
            plans = [lines for lines, _ in walks]
            plans += [mutated(dice.choice(plans), task, dice) for _ in range(2 * MUTANTS)]
            goal = goal_of(task, walks[0][1], dice)
            judge(replace(case, problem=with_goal(case.problem, goal)), plans, tally)
    except (UndecidedError, kairos.PddlError) as error:
        tally.verdicts[Verdict.UNDECIDED, type(error).__name__] += 1


def judge(case: Case, plans: list[list[Line]], tally: Tally) -> None:
    """Both verdicts on each plan."""
    task = case.task()
    assert task is not None
    problem = kairos.parse_problem(case.problem, kairos.parse_domain(case.domain))
    for lines in plans:
        text = text_of(lines)
        ours = validate_text(task, text, "")
        report = kairos.validate(problem, kairos.parse_plan(text))
        theirs = report.status.name.lower()
        tally.verdicts[ours.verdict.value, theirs] += 1
        if ours.verdict is Verdict.UNDECIDED or theirs == "unsupported":
            continue
        if _agree(ours, report):
            continue
        tally.disagreements.append(
            f"{case.name}\n{text}{task.problem.goal}\nours: {ours.verdict} {ours.reason}\n"
            f"theirs: {theirs} {'; '.join(map(str, report.diagnostics))}"
        )


def _agree(ours: PlanVerdict, report: Any) -> bool:
    """Whether the verdicts are the same, the failing steps of plans without times, and the values
    of the metric. (kairos counts steps from zero.)"""
    if ours.verdict is Verdict.VALID:
        same = report.metric is None or math.isclose(float(ours.cost or 0), report.metric)
        return bool(report.valid) and same
    timed = ours.failing_time is not None or ours.verdict is Verdict.MALFORMED
    theirs = None if report.failed_step is None else report.failed_step + 1
    return not report.valid and (timed or theirs == ours.failing_step)


def goal_of(task: Task, state: State, dice: random.Random) -> str:
    """A conjunction that holds in `state`."""
    start = task.initial
    atoms = sorted(state.dynamic - start.dynamic) or sorted(state.dynamic)
    parts = [show(atom) for atom in dice.sample(atoms, min(len(atoms), dice.randint(1, 2)))]
    gone = sorted(start.dynamic - state.dynamic)
    if gone and {":negative-preconditions", ":adl"} & set(task.domain.requirements):
        parts.append(f"(not {show(dice.choice(gone))})")
    return f"(and {' '.join(parts)})"


_GOAL = re.compile(r"\(\s*:goal\b", re.IGNORECASE)
_PARENTHESIS = re.compile(r"[()]|;[^\r\n]*")


def with_goal(problem: str, goal: str) -> str:
    """The problem with another goal, unless its metric counts preferences of the goal it has."""
    if "is-violated" in problem.lower():
        return problem
    opening = _GOAL.search(problem)
    assert opening is not None
    depth = 0
    for match in _PARENTHESIS.finditer(problem, opening.start()):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return f"{problem[: opening.start()]}(:goal {goal}){problem[match.end() :]}"
    raise AssertionError("the goal is not closed")


def corpus_cases(corpus: Path) -> Iterator[Case]:
    """The first problem of each domain that kairos reads without an error."""
    seen: set[str] = set()
    for row in corpus_index(corpus):
        domain = row["domain_file"]
        if row["kind"] == "problem" and domain and domain not in seen:
            case = Case(row["path"], decoded(corpus / domain), decoded(corpus / row["path"]))
            if len(case.problem) <= LARGEST and _readable(case):
                seen.add(domain)
                yield case


def _readable(case: Case) -> bool:
    try:
        kairos.parse_problem(case.problem, kairos.parse_domain(case.domain))
    except kairos.PddlError:
        return False
    return _GOAL.search(case.problem) is not None


def test_timed_literals_after_the_plan_happen() -> None:
    domain, problem = TASKS["timed facts"]
    early = with_goal(problem.replace("(at 11 (tide))", ""), "(and (in s1) (not (tide)))")
    tally = Tally()
    judge(Case("", domain, early), [[Line(("enter", "s1"), Fraction(1), Fraction(3))]], tally)
    assert tally == Tally(Counter({("valid", "valid"): 1}), [])


def assert_all_agree(tally: Tally, plans: int) -> None:
    print(f"{tally.judged} judged: {dict(tally.verdicts)}")  # noqa: T201 - the counts are asked for
    assert tally.disagreements == []
    assert tally.judged >= plans
    share = tally.verdicts["valid", "valid"] / tally.judged
    assert 0.25 < share < 0.75


EXECUTED = {**TASKS, **ONLY_EXECUTED}


@pytest.mark.parametrize("name", EXECUTED)
def test_verdicts_of_small_tasks(name: str) -> None:
    tally = Tally()
    compare(Case(name, *EXECUTED[name]), 3, tally)
    assert tally.disagreements == []
    assert tally.judged >= 3 * 2 * MUTANTS


@pytest.mark.long
def test_verdicts_of_small_tasks_again_and_again() -> None:
    tally = Tally()
    for name, texts in EXECUTED.items():
        compare(Case(name, *texts), 60 * TIMES, tally)
    assert_all_agree(tally, 6_000 * TIMES)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_verdicts_over_the_domains_of_a_corpus(corpus: Path) -> None:
    tally = Tally()
    for case in corpus_cases(corpus):
        compare(case, 10 * TIMES, tally)
    assert_all_agree(tally, 1_000 * TIMES)


_WITH_NUMBERS = re.compile(
    r"\((?:increase|decrease|assign|scale-up|scale-down)\s*\(", re.IGNORECASE
)
_WITH_TIME = re.compile(r"\(:(?:process|event|durative-action)\b", re.IGNORECASE)
_WITH_PROCESSES = re.compile(r"\(:(?:process|event)\b", re.IGNORECASE)


def kind_of(domain: str) -> str:
    """Which of the three kinds a domain with times or numbers is."""
    if _WITH_PROCESSES.search(domain):
        return "PDDL+"
    return "temporal" if _WITH_TIME.search(domain) else "numeric"


def outcome(ours: PlanVerdict, theirs: str) -> str:
    """Both verdicts in words, with the reason where there is no verdict here."""
    if ours.verdict is Verdict.UNDECIDED:
        return f"undecided here, {theirs} there: {ours.reason}"
    if ours.verdict.value == theirs:
        return f"both {theirs}"
    return f"{ours.verdict} here, {theirs} there"


def printed_plans(corpus: Path, most: int, seconds: float) -> Iterator[tuple[Case, str]]:
    """What kairos prints for problems with times or numbers."""
    found = 0
    for case in corpus_cases(corpus):
        if not (_WITH_TIME.search(case.domain) or _WITH_NUMBERS.search(case.domain)):
            continue
        result = kairos.solve(case.domain, case.problem, timeout=seconds, threads=1, seed=0)
        if result.plan is not None and 0 < len(result.plan.steps) < 2 * LONGEST:
            yield case, result.plan.to_string()
            found += 1
            if found == most:
                return


def with_mutants(task: Task, text: str, count: int, dice: random.Random) -> list[str]:
    """A printed plan, and the same with one thing changed or two."""
    plan, _ = read_plan(text)
    lines = [Line(step.action.key, step.start, step.duration) for step in plan.steps]
    end = "" if plan.end is None else f"{float(plan.end):.3f}: @PlanEND\n"
    texts = [text]
    for _ in range(count):
        changed = mutated(lines, task, dice)
        if dice.random() < 0.3:
            changed = mutated(changed, task, dice)
        if plan.steps[0].start is not None:
            times = [max(line.start or Fraction(0), Fraction(0)) for line in changed]
            changed = [replace(line, start=at) for line, at in zip(changed, times, strict=True)]
            changed.sort(key=lambda line: line.start or Fraction(0))
        texts.append(text_of(changed) + end)
    return texts


_OF_WRONG_TYPE = re.compile(r" is of type .+, but .+ must be of type ")
"""Why mutants of printed plans are malformed, and no other reason."""


def judge_printed(corpus: Path, most: int, mutants: int, seconds: float, tally: Tally) -> None:
    """Verdicts and failures of printed plans and of their mutants."""
    for case, printed in printed_plans(corpus, most, seconds):
        task = case.task()
        assert task is not None
        problem = kairos.parse_problem(case.problem, kairos.parse_domain(case.domain))
        for text in with_mutants(task, printed, mutants, random.Random(case.name)):
            ours = validate_text(task, text, "")
            report = kairos.validate(problem, kairos.parse_plan(text))
            theirs = report.status.name.lower()
            tally.verdicts[ours.verdict.value, theirs] += 1
            tally.kinds[kind_of(case.domain)][outcome(ours, theirs)] += 1
            if ours.verdict is Verdict.UNDECIDED:
                is_same = any(word in (ours.reason or "") for word in ("not linear", ":constraint"))
            elif ours.verdict is Verdict.INVALID:
                is_same = not report.valid and same_failure(ours, report)
            elif ours.verdict is Verdict.MALFORMED:
                is_same = not report.valid and bool(_OF_WRONG_TYPE.search(ours.reason or ""))
            else:
                is_same = (ours.verdict is Verdict.VALID) == bool(report.valid)
            if not is_same:
                told = "; ".join(map(str, report.diagnostics))
                tally.disagreements.append(
                    f"{case.name}\n{text}ours: {ours.verdict} {ours.failing_time} {ours.reason}\n"
                    f"theirs: {told}"
                )


def show_kinds(tally: Tally) -> None:
    """Print for each kind of domain how many plans have which verdicts; seen with `pytest -s`."""
    for kind, counts in sorted(tally.kinds.items()):
        sys.stdout.write(f"{kind}: {counts.total()} plans\n")
        sys.stdout.writelines(f"  {count:5} {what}\n" for what, count in counts.most_common())


def test_plans_that_kairos_prints() -> None:
    tally = Tally()
    judge_printed(CORPUS / "dialects", 4, 4, 5.0, tally)
    show_kinds(tally)
    assert tally.disagreements == []
    assert tally.judged >= 10


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_plans_that_kairos_prints_for_the_domains_of_a_corpus(corpus: Path) -> None:
    tally = Tally()
    mutants = 10 * TIMES
    judge_printed(corpus, 60, mutants, 2.0, tally)
    show_kinds(tally)
    assert tally.disagreements == []
    n_mutants = tally.judged * mutants // (mutants + 1)
    assert n_mutants >= (50 if corpus.is_relative_to(CORPUS) else 300)

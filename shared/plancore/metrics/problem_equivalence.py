"""Problem equivalence: whether two problems ask for the same, whatever their objects are called.

**Input**: a problem and its reference; for goals that differ as written also their domain.

**Formula**: there is a renaming of objects under which types, initial state, goal, metric and
constraints are the same sets. Two goals also agree if every state that can be reached in the
reference satisfies both or neither of them, so facts that others imply may be left out.

**Range**: yes, with the renaming as witness; no; or undecided.

**Edge cases**: goals that differ as written are undecided without a domain, with numeric conditions
or times, and if there are too many reachable states. So are problems above 5,000 facts that are not
the same by name, and parts with syntax errors. Both problems empty: yes.

**Source**: M. Zuo, F. Piedrahita Velez, X. Li, M. L. Littman, S. H. Bach, Planetarium: a rigorous
benchmark for translating text to structured planning languages, NAACL 2025. It adds all implied
facts to goals by rules of three domains; here reachable states decide, for every domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from plancore.compare.problems import (
    ProblemDiff,
    ProblemEquivalence,
    compare_problems,
    problem_equivalence,
    stated_facts,
)
from plancore.correspondence.names import SAME_NAMES, Correspondence, names_of
from plancore.correspondence.objects import match_objects
from plancore.formula.translating import NameTranslator, UntranslatableError
from plancore.jsonable import Json
from plancore.metrics.base import Figure, Metric, Need
from plancore.model.formula import AtomicFormula, Comparison, FunctionTerm, walk
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.model.domain import Domain

_MOST_FACTS: Final = 5_000
"""Larger problems are not tested for equivalence up to renaming of objects."""


@dataclass(frozen=True, kw_only=True)
class ProblemPair:
    """Two problems as compared, a learned one and its reference.

    `diff` lists their differences under `names`, which are those of aligned domains; `domain` is
    that of the reference. Without `renames`, objects have the same names on both sides or are
    mapped already.
    """

    diff: ProblemDiff
    names: Correspondence = SAME_NAMES
    domain: Domain | None = None
    renames: bool = True
    checkpoint: Checkpoint = NEVER

    @property
    def given(self) -> frozenset[Need]:
        """Nothing that another metric needs."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class ProblemAnswer:
    """Whether two problems are equivalent. `diff` are the differences that are left where objects
    match under another name, which `renamed` has; `goals_agree` is the answer for goals that differ
    as written."""

    equivalence: ProblemEquivalence
    diff: ProblemDiff
    renamed: Mapping[str, str]
    goals_agree: bool | None = None


def answer(pair: ProblemPair) -> ProblemAnswer:
    """Compare two problems up to the names of objects. Raises the exceptions of its checkpoint."""
    diff, names = pair.diff, pair.names
    learned, reference = diff.learned, diff.reference
    is_aligned = not names.is_identity
    equivalence = _up_to_renaming(diff, names)
    renamed = equivalence.objects or {}
    if not equivalence.holds and pair.renames:
        renamed = match_objects(learned, reference, pair.checkpoint, names.to_reference).constants
    both = replace(names, constants={**names.constants, **renamed})
    if renamed:
        diff = compare_problems(learned, reference, both, domains_match=is_aligned)
        if is_aligned and equivalence.holds is None and diff.is_same and is_exact(names):
            equivalence = ProblemEquivalence(True, renamed)
    agree = None
    if (
        pair.domain is not None
        and not equivalence.holds
        and _only_goals_differ(diff)
        and is_exact(names)
    ):
        agree = _agree(pair.domain, learned, reference, both, pair.checkpoint)
        holds = ProblemEquivalence(agree, renamed if agree else None)
        equivalence = holds if agree is not None else ProblemEquivalence(None)
    return ProblemAnswer(equivalence, diff, renamed, agree)


def is_exact(names: Correspondence) -> bool:
    """Whether every argument has a counterpart, so that no information is lost under `names`."""
    return all(s.is_exact for s in (*names.shapes.values(), *names.function_shapes.values()))


def used_names(problem: Problem) -> set[str]:
    """The predicates and functions in the facts and the goal of a problem."""
    used = set()
    for part in (part for each in (*problem.init, problem.goal) for part in walk(each)):
        if type(part) is AtomicFormula:
            used.add(part.predicate)
        elif type(part) is Comparison and type(part.left) is FunctionTerm:
            used.add(part.left.name)
    return used


def _only_goals_differ(diff: ProblemDiff) -> bool:
    if diff.objects or diff.is_other_domain or not diff.goal.changes:
        return False
    return not any(part.changes for part in diff.parts if part is not diff.goal)


def _agree(
    domain: Domain,
    learned: Problem,
    reference: Problem,
    names: Correspondence,
    checkpoint: Checkpoint,
) -> bool | None:
    """Whether both goals hold in the same reachable states; None if undecided."""
    # Imported late: only if nothing but the goals differs.
    from plancore.simulate.atoms import UndecidedError
    from plancore.simulate.successor import goals_agree
    from plancore.simulate.task import Task

    declared = {*names_of(domain, "predicates"), *names_of(domain, "functions")}
    try:
        goal = NameTranslator(names.to_reference).formula(learned.goal)
        if not declared.issuperset(
            used_names(reference) | used_names(replace(reference, goal=goal))
        ):
            return None  # it is another domain
        return goals_agree(Task(domain, reference), goal, checkpoint)
    except (UntranslatableError, UndecidedError):
        return None


def _up_to_renaming(diff: ProblemDiff, names: Correspondence) -> ProblemEquivalence:
    if diff.is_same:
        return ProblemEquivalence(True if is_exact(names) else None, {})
    ours, theirs = diff.learned, diff.reference
    if len(ours.objects) != len(theirs.objects):
        return ProblemEquivalence(False)
    if len(stated_facts(ours.init)[0]) != len(stated_facts(theirs.init)[0]):
        return ProblemEquivalence(False)
    if len(ours.init) > _MOST_FACTS:
        return ProblemEquivalence(None)
    if not names.is_renaming:
        return ProblemEquivalence(None)
    return problem_equivalence(ours, theirs, names)


def _data(found: ProblemAnswer) -> Json:
    objects = found.equivalence.objects
    return {
        "holds": found.equivalence.holds,
        "objects": None if objects is None else dict(objects),
        "goals_agree": found.goals_agree,
    }


METRIC: Final = Metric(
    "problem-equivalence",
    __doc__,
    answer,
    (
        Figure[ProblemAnswer](
            "problem_equivalent", "equivalent", lambda found: found.equivalence.holds
        ),
    ),
    data=_data,
)

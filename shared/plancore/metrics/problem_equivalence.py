"""Problem equivalence: whether two problems ask for the same, whatever their objects are called.

**Input**: a problem and its reference; for goals that differ as written also their domain.

**Formula**: there is a renaming of objects under which types, initial state, goal, metric and
constraints are the same sets. Two goals also agree if every state that can be reached in the
reference satisfies both or neither of them, so facts that others imply may be left out.

**Range**: yes, with the renaming as witness; no; or undecided.

**Edge cases**: without a domain, goals that differ as written are different. With it they are
undecided for numeric conditions or times, for very many reachable states, and for more than 720
renamings of objects that look alike. Problems above 5,000 facts that are not the same by name are
undecided, as are parts with syntax errors. Both problems empty: yes.

**Source**: M. Zuo, F. Piedrahita Velez, X. Li, M. L. Littman, S. H. Bach, Planetarium: a rigorous
benchmark for translating text to structured planning languages, NAACL 2025. It adds all implied
facts to goals by rules of three domains; here reachable states decide, for every domain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations, product
from math import factorial, prod
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
from plancore.model.formula import TRUE, AtomicFormula, Comparison, FunctionTerm, walk
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.model.domain import Domain

_MOST_FACTS: Final = 5_000
"""Larger problems are not tested for equivalence up to renaming of objects."""
_MOST_RENAMINGS: Final = 720
"""Renamings of objects that look alike initially that are tried for goals."""


@dataclass(frozen=True, kw_only=True)
class ProblemPair:
    """Two problems as compared, a learned one and its reference. `diff` lists their differences
    under `names`, which are those of aligned domains; `domain` is that of the reference. Without
    `renames`, objects have the same names on both sides or are mapped already."""

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
    found = ProblemAnswer(equivalence, diff, renamed)
    if pair.domain is None or equivalence.holds or not is_exact(names):
        return found
    return _with_goals(pair, pair.domain, found, both)


def _with_goals(
    pair: ProblemPair, domain: Domain, found: ProblemAnswer, names: Correspondence
) -> ProblemAnswer:
    """The answer if nothing but the goals differs under a renaming: first under `names`, then under
    all others, for objects that look alike initially may match otherwise."""
    learned, reference = found.diff.learned, found.diff.reference
    tried = [names] if _only_goals_differ(found.diff) else []
    agreeing = _agreeing(domain, learned, reference, tried, pair.checkpoint) if tried else []
    if not tried and (found.equivalence.holds is None or not _differ_in_goals(pair)):
        return found
    if agreeing == [] and pair.renames:
        others = _renamings(learned, reference, pair.names, pair.checkpoint)
        if others is None:
            return replace(found, equivalence=ProblemEquivalence(None))
        tried += others
        if others:
            agreeing = _agreeing(domain, learned, reference, tried, pair.checkpoint)
    if not tried:
        return found
    if agreeing is None:
        return replace(found, equivalence=ProblemEquivalence(None))
    if not agreeing:
        return replace(found, equivalence=ProblemEquivalence(False), goals_agree=False)
    both = tried[agreeing[0]]
    objects = {each.name for each in learned.objects}
    renamed = {
        one: other for one, other in both.constants.items() if one in objects and one != other
    }
    diff = compare_problems(learned, reference, both, domains_match=not pair.names.is_identity)
    return ProblemAnswer(ProblemEquivalence(True, renamed), diff, renamed, True)


def _differ_in_goals(pair: ProblemPair) -> bool:
    bare, aim = (replace(each, goal=TRUE) for each in (pair.diff.learned, pair.diff.reference))
    if not pair.names.is_renaming:
        return False
    return problem_equivalence(bare, aim, pair.names, checkpoint=pair.checkpoint).holds is not False


def _renamings(
    learned: Problem, reference: Problem, names: Correspondence, checkpoint: Checkpoint
) -> list[Correspondence] | None:
    """All renamings of objects under which only goals may differ; None if there are too many."""
    ours, theirs = (
        _alike(problem, translated)
        for problem, translated in ((learned, names), (reference, SAME_NAMES))
    )
    if {key: len(each) for key, each in ours.items()} != {
        key: len(each) for key, each in theirs.items()
    }:
        return []
    if prod(factorial(len(each)) for each in ours.values()) > _MOST_RENAMINGS:
        return None
    bare, aim = (replace(problem, goal=TRUE) for problem in (learned, reference))
    found: list[Correspondence] = []
    for number, orders in enumerate(product(*(permutations(theirs[key]) for key in ours))):
        checkpoint(number, "renamings")
        paired = zip(chain(*ours.values()), chain(*orders), strict=True)
        both = replace(names, constants={**names.constants, **dict(paired)})
        if compare_problems(bare, aim, both, domains_match=not names.is_identity).is_same:
            found.append(both)
    return found


def _alike(problem: Problem, names: Correspondence) -> dict[Hashable, list[str]]:
    """The objects by their types and the symbols of their initial facts, under `names`."""
    uses: dict[str, Counter[str]] = {each.name: Counter() for each in problem.objects}
    for part in (part for each in problem.init for part in walk(each)):
        name, args = "", tuple[object, ...]()
        if isinstance(part, AtomicFormula):
            name, args = names.predicates.get(part.predicate, part.predicate), part.args
        elif isinstance(part, Comparison) and isinstance(part.left, FunctionTerm):
            name, args = names.functions.get(part.left.name, part.left.name), part.left.args
        for each in args:
            if isinstance(each, str) and each in uses:
                uses[each][name] += 1
    groups: dict[Hashable, list[str]] = {}
    for typed in problem.objects:
        types = frozenset(names.types.get(each, each) for each in typed.types)
        groups.setdefault((types, frozenset(uses[typed.name].items())), []).append(typed.name)
    return groups


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


def _agreeing(
    domain: Domain,
    learned: Problem,
    reference: Problem,
    tried: Sequence[Correspondence],
    checkpoint: Checkpoint,
) -> list[int] | None:
    """The indices of `tried` under which both goals hold in the same states; None if undecided."""
    # Imported late: only if nothing but the goals differs.
    from plancore.simulate.atoms import UndecidedError
    from plancore.simulate.successor import goals_agreeing
    from plancore.simulate.task import Task

    declared = {*names_of(domain, "predicates"), *names_of(domain, "functions")}
    try:
        goals = [NameTranslator(names.to_reference).formula(learned.goal) for names in tried]
        used = used_names(reference).union(*(used_names(replace(reference, goal=g)) for g in goals))
        if not declared.issuperset(used):
            return None  # it is another domain
        return goals_agreeing(Task(domain, reference), goals, checkpoint)
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

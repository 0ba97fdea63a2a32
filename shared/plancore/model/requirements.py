"""Requirements: their meanings, and which others they include.

Sources: PDDL 1.2 (McDermott et al. 1998), 2.1 (Fox and Long 2003), 2.2 (Edelkamp and Hoffmann
2004), 3.0 (Gerevini and Long 2006), 3.1 (Helmert 2008), PDDL+ (Fox and Long 2006), PPDDL (Younes
and Littman 2004), HDDL (Höller et al. 2020), multi-agent PDDL (Kovacs 2012), and the manuals of the
planners that read the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from plancore.spelling import nearest

MEANING: Final[dict[str, str]] = {
    ":strips": "add and delete effects",
    ":typing": "types of objects and parameters",
    ":negative-preconditions": "`not` in conditions",
    ":disjunctive-preconditions": "`or` and `imply` in conditions",
    ":equality": "`=` between objects",
    ":existential-preconditions": "`exists` in conditions",
    ":universal-preconditions": "`forall` in conditions",
    ":quantified-preconditions": "`exists` and `forall` in conditions",
    ":conditional-effects": "`when` and `forall` in effects",
    ":fluents": "numeric functions, and in PDDL 3.1 object functions",
    ":numeric-fluents": "functions with numeric values",
    ":object-fluents": "functions whose values are objects",
    ":adl": "typing, negation, disjunction, equality, quantifiers and conditional effects",
    ":durative-actions": "actions that take time",
    ":duration-inequalities": "durations between bounds",
    ":continuous-effects": "continuous effects",
    ":derived-predicates": "axioms, `(:derived …)`",
    ":domain-axioms": "axioms of PDDL 1.2, `(:axiom …)`",
    ":timed-initial-literals": "facts that become true at a given time",
    ":timed-initial-fluents": "numeric fluents that change at a given time",
    ":timed-initial-effects": "fluents that change at a given time, as unified-planning writes it",
    ":preferences": "goals and constraints that may be violated at a cost",
    ":constraints": "constraints on the states that a plan passes through",
    ":action-costs": "costs of actions, added up in `(total-cost)`",
    ":goal-utilities": "utilities of goals",
    ":time": "processes and events",
    ":processes": "processes",
    ":events": "events",
    ":non-deterministic": "`oneof` in effects",
    ":probabilistic-effects": "`probabilistic` in effects",
    ":rewards": "the fluent `(reward)`",
    ":mdp": "probabilistic effects and rewards",
    ":hierarchy": "tasks and methods",
    ":hierachie": "tasks and methods, as PANDA spells it",
    ":method-preconditions": "conditions of methods",
    ":htn-method-prec": "conditions of methods",
    ":method-constraints": "constraints between the tasks of a method",
    ":partial-ordered-htn": "methods with partly ordered subtasks",
    ":htn": "tasks and methods",
    ":htn-expansion": "tasks and methods",
    ":multi-agent": "actions of several agents",
    ":unfactored-privacy": "private facts of agents, in one file",
    ":factored-privacy": "private facts of agents, in a file for each",
    ":contingent": "sensing actions and unknown facts",
    ":conformant": "unknown facts",
    ":partial-observability": "sensing actions",
    ":observability": "sensing actions",
    ":action-expansions": "actions made of others, of PDDL 1.2",
    ":foreach-expansions": "loops in such actions",
    ":dag-expansions": "networks of such actions",
    ":subgoal-through-axioms": "goals reached by axioms, of PDDL 1.2",
    ":safety-constraints": "constraints that always hold, of PDDL 1.2",
    ":expression-evaluation": "evaluated expressions, of PDDL 1.2",
    ":open-world": "unknown facts",
    ":true-negation": "negative facts in the initial state",
    ":ucpop": "adl, axioms and safety constraints, of PDDL 1.2",
    ":job-scheduling": "actions that occupy resources, of unified-planning",
    ":fallible-actions": "actions that may fail, of pddlsim",
    ":revealables": "facts that appear later, of pddlsim",
    ":multiple-goals": "several goals, of pddlsim",
    ":disjunctive-goals": "`or` in goals",
    ":quantified-goals": "quantifiers in goals",
    ":supply-demand": "resources, of ANML",
    ":arrays": "arrays, of PDDL.jl",
    ":sets": "sets, of PDDL.jl",
    ":number-fluents": "an old name of :numeric-fluents",
}
"""The requirements of all published dialects, with their meanings."""

_CONDITIONS: Final = (
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
)

INCLUDES: Final[dict[str, tuple[str, ...]]] = {
    ":quantified-preconditions": (":existential-preconditions", ":universal-preconditions"),
    ":adl": (
        ":strips",
        ":typing",
        ":equality",
        ":quantified-preconditions",
        ":conditional-effects",
        *_CONDITIONS,
    ),
    ":ucpop": (":adl", ":domain-axioms", ":derived-predicates", ":safety-constraints"),
    ":fluents": (":numeric-fluents", ":object-fluents"),
    ":number-fluents": (":numeric-fluents",),
    ":timed-initial-literals": (":durative-actions",),
    ":timed-initial-fluents": (":timed-initial-literals",),
    ":timed-initial-effects": (":timed-initial-fluents",),
    ":time": (":continuous-effects",),
    ":duration-inequalities": (":durative-actions",),
    ":domain-axioms": (":derived-predicates",),
    ":derived-predicates": (":domain-axioms",),
    ":preferences": (),
    ":processes": (":time",),
    ":events": (":time",),
    ":mdp": (":probabilistic-effects", ":rewards", ":numeric-fluents"),
    ":rewards": (":numeric-fluents",),
    ":hierachie": (":hierarchy",),
    ":htn": (":hierarchy",),
    ":htn-expansion": (":hierarchy",),
    ":disjunctive-preconditions": (),
    ":partial-observability": (":contingent",),
    ":observability": (":contingent",),
    ":conformant": (":contingent",),
    ":non-deterministic": (":contingent",),
    ":goal-utilities": (":numeric-fluents",),
}
"""The requirements that a requirement includes, by its definition or by what every planner
accepts."""

_MEANT: Final = {
    **dict.fromkeys((":typed", ":type", ":types"), ":typing"),
    **dict.fromkeys((":numeric", ":numbers", ":functions"), ":numeric-fluents"),
    **dict.fromkeys((":temporal", ":durative", ":duration"), ":durative-actions"),
    **dict.fromkeys((":negative", ":not"), ":negative-preconditions"),
}
"""Words for requirements that are spelled otherwise."""


def meant_by(name: str) -> str | None:
    """The requirement that an unknown one is a misspelling of."""
    return f":{name}" if f":{name}" in MEANING else _MEANT.get(name) or nearest(name, MEANING)


def closure(requirements: Iterable[str]) -> frozenset[str]:
    """The closure of `requirements` under `INCLUDES`; misspelled ones count as the ones meant."""
    included: set[str] = set()
    stack = list(requirements)
    while stack:
        name = stack.pop()
        if name not in included:
            included.add(name)
            meant = None if name in MEANING else meant_by(name)
            stack += INCLUDES.get(name, ()) if meant is None else (meant,)
    return frozenset(included)


def has_extension(requirements: Iterable[str]) -> bool:
    """Whether the requirements name a dialect with types and functions of its own.

    A misspelt requirement does not count.
    """
    return any(
        name in (":arrays", ":sets")
        or (name not in MEANING and name[0] == ":" and nearest(name, MEANING) is None)
        for name in requirements
    )


# The dialect of a definition, by what it declares and uses

_MARKS: Final[dict[str, set[str]]] = {
    "hddl": {":hierarchy", ":method-preconditions", ":htn-method-prec", ":partial-ordered-htn"},
    "ppddl": {":probabilistic-effects", ":rewards"},
    "fond": {":non-deterministic"},
    "contingent": {":contingent"},
    "ma-pddl": {":multi-agent", ":unfactored-privacy", ":factored-privacy"},
    "pddl+": {":time"},
    "pddl3.1": {":object-fluents", ":action-costs"},
    "pddl3.0": {":preferences", ":constraints", ":goal-utilities"},
    "pddl2.2": {":timed-initial-literals", ":derived-predicates"},
    "pddl2.1": {":numeric-fluents", ":durative-actions"},
}


def dialect_of(asked: Iterable[str]) -> str:
    """The earliest dialect with all requirements that are declared or used.

    One of `pddl1.2`, `pddl2.1`, `pddl2.2`, `pddl3.0`, `pddl3.1`, `pddl+`, or a related language,
    which takes precedence: `hddl`, `ppddl`, `fond`, `contingent`, `ma-pddl`.
    """
    # `:fluents` meant numeric fluents long before it also meant object fluents.
    required = closure(":numeric-fluents" if name == ":fluents" else name for name in asked)
    return next((name for name, marks in _MARKS.items() if marks & required), "pddl1.2")

"""The keywords of PDDL: their meanings and dialects.

Sources: as in `requirements`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Keyword(NamedTuple):
    """A keyword; `meaning` is a sentence without full stop, `since` the first dialect with it."""

    meaning: str
    since: str


_12: Final = "PDDL 1.2"
_21: Final = "PDDL 2.1"
_22: Final = "PDDL 2.2"
_30: Final = "PDDL 3.0"
_PLUS: Final = "PDDL+"
_PPDDL: Final = "PPDDL"
_HDDL: Final = "HDDL"
_FOND: Final = "NDPDDL"
_MA: Final = "MA-PDDL"

KEYWORDS: Final[dict[str, Keyword]] = {
    # Definitions and their sections
    "define": Keyword("defines a domain or a problem", _12),
    "domain": Keyword("names the domain", _12),
    "problem": Keyword("names the problem", _12),
    ":domain": Keyword("names the domain of the problem", _12),
    ":requirements": Keyword("lists the PDDL features in use", _12),
    ":types": Keyword("declares types; the type after `-` is their supertype", _12),
    ":constants": Keyword("declares objects shared by all problems of the domain", _12),
    ":objects": Keyword("declares the objects of the problem", _12),
    ":predicates": Keyword("declares predicates with the types of their arguments", _12),
    ":functions": Keyword("declares functions; numeric unless a type follows `-`", _21),
    ":action": Keyword("declares an instantaneous action", _12),
    ":durative-action": Keyword("declares an action with a duration", _21),
    ":process": Keyword(
        "declares a process, which changes numbers while its condition holds", _PLUS
    ),
    ":event": Keyword("declares an event, which happens as soon as its condition holds", _PLUS),
    ":derived": Keyword("derives a predicate from a condition, in every state", _22),
    ":axiom": Keyword("derives a predicate from a condition, in every state", _12),
    ":init": Keyword("states the initial state; atoms not listed are false", _12),
    ":goal": Keyword("states the goal, which must hold at the end of a plan", _12),
    ":metric": Keyword("states the value that plans minimise or maximise", _21),
    ":constraints": Keyword("constrains the states that a plan passes through", _30),
    ":length": Keyword("states the length of plans", _12),
    ":task": Keyword("declares a task; in a method, names the task to decompose", _HDDL),
    ":method": Keyword("declares a method, which decomposes a task into subtasks", _HDDL),
    ":htn": Keyword("states the tasks that a plan must accomplish", _HDDL),
    # Parts of operators
    ":parameters": Keyword("declares the parameters", _12),
    ":vars": Keyword("declares further variables, bound by the condition", _12),
    ":precondition": Keyword("the condition that must hold before", _12),
    ":effect": Keyword("the changes: atoms that become true or false, and new values", _12),
    ":duration": Keyword("constrains the duration of the action, `?duration`", _21),
    ":condition": Keyword(
        "the conditions at the start, at the end and over all of the action", _21
    ),
    ":context": Keyword("the condition of the axiom", _12),
    ":implies": Keyword("the atom that the axiom derives", _12),
    ":observe": Keyword("the facts that become known after the action", "contingent PDDL"),
    ":agent": Keyword("the agent that performs the action", _MA),
    ":private": Keyword("declares names private to one agent", _MA),
    ":subtasks": Keyword("the subtasks of a method", _HDDL),
    ":tasks": Keyword("the subtasks of a method", _HDDL),
    ":ordered-subtasks": Keyword("the subtasks of a method, in this order", _HDDL),
    ":ordered-tasks": Keyword("the subtasks of a method, in this order", _HDDL),
    ":ordering": Keyword("the order of the subtasks", _HDDL),
    ":order": Keyword("the order of the subtasks", _HDDL),
    # Conditions and effects
    "and": Keyword("all parts hold; in an effect, all parts happen", _12),
    "or": Keyword("at least one part holds", _12),
    "not": Keyword("the part does not hold; in an effect, it becomes false", _12),
    "imply": Keyword("the second part holds wherever the first does", _12),
    "forall": Keyword("the part holds, or happens, for every choice of objects", _12),
    "exists": Keyword("the part holds for at least one choice of objects", _12),
    "when": Keyword("the effect happens only if the condition held before", _12),
    "either": Keyword("of one of these types", _12),
    "=": Keyword("both sides are the same object, or the same number", _12),
    "<": Keyword("the first number is less than the second", _21),
    ">": Keyword("the first number is greater than the second", _21),
    "<=": Keyword("the first number is at most the second", _21),
    ">=": Keyword("the first number is at least the second", _21),
    "+": Keyword("the sum", _21),
    "-": Keyword("the difference; behind names, a type follows", _12),
    "*": Keyword("the product", _21),
    "/": Keyword("the quotient", _21),
    "#t": Keyword("the time for which the action has been running", _21),
    "?duration": Keyword("how long the action takes", _21),
    "assign": Keyword("gives the function this value", _21),
    "increase": Keyword("adds to the function's value", _21),
    "decrease": Keyword("subtracts from the function's value", _21),
    "scale-up": Keyword("multiplies the function's value", _21),
    "scale-down": Keyword("divides the function's value", _21),
    "change": Keyword("gives the function a value", _12),
    "at start": Keyword("when the action starts", _21),
    "at end": Keyword("when the action ends", _21),
    "over all": Keyword("during the action, excluding its start and end", _21),
    "at": Keyword("at a given time", _22),
    "oneof": Keyword("exactly one of the parts happens, chosen nondeterministically", _FOND),
    "unknown": Keyword("it is unknown whether this holds", "contingent PDDL"),
    "probabilistic": Keyword("each effect happens with the probability before it", _PPDDL),
    # Preferences, constraints and metrics
    "preference": Keyword("names a condition that may be violated at a cost", _30),
    "is-violated": Keyword("how often a preference is violated", _30),
    "always": Keyword("holds in every state", _30),
    "sometime": Keyword("holds in some state", _30),
    "within": Keyword("holds in some state no later than the given time", _30),
    "at-most-once": Keyword("holds in at most one interval of states", _30),
    "sometime-after": Keyword("whenever the first holds, the second holds then or later", _30),
    "sometime-before": Keyword("whenever the first holds, the second has held earlier", _30),
    "always-within": Keyword(
        "whenever the first formula holds, the second holds within the given time", _30
    ),
    "hold-during": Keyword("holds in every state between two times", _30),
    "hold-after": Keyword("holds in every state after the given time", _30),
    "minimize": Keyword("prefers plans with a smaller value", _21),
    "maximize": Keyword("prefers plans with a larger value", _21),
    "total-time": Keyword("how long the plan takes", _21),
    # Predefined types
    "number": Keyword("a numeric value", _21),
    "object": Keyword("the type of every object", _12),
}
"""Maps keywords, operators and phrases of two words to their meanings."""

WORDS: Final = frozenset(word for phrase in KEYWORDS for word in phrase.split())
"""Every single word of them."""

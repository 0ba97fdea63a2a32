"""The words that PDDL itself brings: what each one means, and which PDDL brought it.

Sources: as in `requirements`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Keyword(NamedTuple):
    """`meaning` is a sentence without a full stop; `since` the dialect that has the word first."""

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
    "domain": Keyword("names the domain that is defined here", _12),
    "problem": Keyword("names the problem that is defined here", _12),
    ":domain": Keyword("names the domain that the problem belongs to", _12),
    ":requirements": Keyword("lists the parts of PDDL that are used here", _12),
    ":types": Keyword("declares types, each below the type behind its `-`", _12),
    ":constants": Keyword("declares objects that every problem of the domain has", _12),
    ":objects": Keyword("declares the objects of the problem", _12),
    ":predicates": Keyword("declares predicates with the types of their arguments", _12),
    ":functions": Keyword("declares functions, numeric unless a type follows `-`", _21),
    ":action": Keyword("declares an action, which happens at one moment", _12),
    ":durative-action": Keyword("declares an action that takes time", _21),
    ":process": Keyword("declares what changes numbers all the while its condition holds", _PLUS),
    ":event": Keyword("declares what happens as soon as its condition holds", _PLUS),
    ":derived": Keyword("derives a predicate in every state from a condition", _22),
    ":axiom": Keyword("derives a predicate in every state from a condition", _12),
    ":init": Keyword("states what holds at the start; other atoms are false", _12),
    ":goal": Keyword("states what must hold at the end", _12),
    ":metric": Keyword("says which number a plan should make small or large", _21),
    ":constraints": Keyword("restricts the states that a plan passes through", _30),
    ":length": Keyword("states how long plans are", _12),
    ":task": Keyword("declares a task; in a method, names the task that it is for", _HDDL),
    ":method": Keyword("declares a way to do a task by subtasks", _HDDL),
    ":htn": Keyword("states the tasks that a plan has to do", _HDDL),
    # What operators consist of
    ":parameters": Keyword("declares the variables, each standing for one object", _12),
    ":vars": Keyword("declares further variables, which the condition binds", _12),
    ":precondition": Keyword("what must hold before, for this to happen", _12),
    ":effect": Keyword("what becomes true or false, or changes, by this", _12),
    ":duration": Keyword("restricts how long the action takes, `?duration`", _21),
    ":condition": Keyword("what must hold at the start, at the end, or all the while", _21),
    ":context": Keyword("what must hold for the axiom to apply", _12),
    ":implies": Keyword("what the axiom derives", _12),
    ":observe": Keyword("what is known once the action has been done", "contingent PDDL"),
    ":agent": Keyword("the agent that the action belongs to", _MA),
    ":private": Keyword("declares what only one agent knows", _MA),
    ":subtasks": Keyword("the tasks that a method consists of", _HDDL),
    ":tasks": Keyword("the tasks that a method consists of", _HDDL),
    ":ordered-subtasks": Keyword("the tasks that a method consists of, in this order", _HDDL),
    ":ordered-tasks": Keyword("the tasks that a method consists of, in this order", _HDDL),
    ":ordering": Keyword("which subtasks come before which others", _HDDL),
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
    "over all": Keyword("all the while the action runs, without its start and its end", _21),
    "at": Keyword("at a given time", _22),
    "oneof": Keyword("exactly one of the parts happens, and nobody chooses which", _FOND),
    "unknown": Keyword("nobody knows whether this holds", "contingent PDDL"),
    "probabilistic": Keyword("each effect happens with the probability before it", _PPDDL),
    # Preferences, constraints and metrics
    "preference": Keyword("names a condition that may be violated at a price", _30),
    "is-violated": Keyword("how often a preference is violated", _30),
    "always": Keyword("holds in every state", _30),
    "sometime": Keyword("holds in some state", _30),
    "within": Keyword("holds in some state no later than the given time", _30),
    "at-most-once": Keyword("holds in one run of states at most", _30),
    "sometime-after": Keyword("the second holds then or later whenever the first holds", _30),
    "sometime-before": Keyword("the second has held earlier whenever the first holds", _30),
    "always-within": Keyword("the last holds soon enough whenever the one before holds", _30),
    "hold-during": Keyword("holds in every state between two times", _30),
    "hold-after": Keyword("holds in every state after the given time", _30),
    "minimize": Keyword("a plan is the better the smaller this is", _21),
    "maximize": Keyword("a plan is the better the larger this is", _21),
    "total-time": Keyword("how long the plan takes", _21),
    # Types that nobody declares
    "number": Keyword("a numeric value", _21),
    "object": Keyword("the type of every object", _12),
}
"""Keyword, operator, or two words that belong together, to what it means."""

WORDS: Final = frozenset(word for phrase in KEYWORDS for word in phrase.split())
"""Every word of them by itself."""

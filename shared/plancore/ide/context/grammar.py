"""The kinds of operands of lists: the grammar of `lower`, as a cursor needs it.

::

    list = "(" head operand* ")"

The head determines the operands. A head that is not an operator is a predicate, function, action or
task, and its operands are terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from plancore.syntax.builder import SYNONYMS


class Expected(StrEnum):
    """What is expected at a place; the value is the word for it in a signature."""

    NOTHING = "nothing"
    NAME = "name"
    """A new name, which cannot be completed."""
    NUMBER = "number"
    SECTION = "section"
    SLOT = "keyword"
    REQUIREMENT = "requirement"
    DOMAIN_NAME = "domain"
    TYPE = "type"
    SUPERTYPE = "supertype"
    VALUE_TYPE = "type of the value"
    VARIABLES = "variables"
    SIGNATURE = "signature"
    HEAD = "atom"
    """The predicate that `:derived` derives, with its parameters."""
    CONDITION = "condition"
    DURATION = "duration"
    EFFECT = "effect"
    ATOM = "fact"
    """The atom that an effect deletes."""
    FACT = "initial fact"
    FLUENT = "fluent"
    EXPRESSION = "value"
    DIRECTION = "direction"
    TIME = "time"
    TASK = "task"
    TERM = "term"


TYPES: Final = frozenset((Expected.TYPE, Expected.SUPERTYPE, Expected.VALUE_TYPE))
"""Expected after a dash."""


class OperatorSyntax(NamedTuple):
    """An operator with its operands; the last of them may be repeated if it `repeats`.

    `requirement` is what it needs. A `special` one belongs to a dialect and is offered only if its
    requirement is listed.
    """

    operands: tuple[Expected, ...]
    requirement: str = ""
    repeats: bool = False
    special: bool = False

    def operand(self, index: int) -> Expected:
        """The kind of the operand with this index, from 0."""
        if index < len(self.operands):
            return self.operands[index]
        return self.operands[-1] if self.repeats else Expected.NOTHING


_CONDITION, _EFFECT, _VALUE = Expected.CONDITION, Expected.EFFECT, Expected.EXPRESSION
_COMPARISON: Final = OperatorSyntax((_VALUE, _VALUE), ":numeric-fluents")
_ASSIGNMENT: Final = OperatorSyntax((Expected.FLUENT, _VALUE), ":numeric-fluents")
_ARITHMETIC: Final = OperatorSyntax((_VALUE, _VALUE), repeats=True)


def _constraint(*operands: Expected) -> OperatorSyntax:
    return OperatorSyntax(operands, ":constraints", special=True)


_CONDITIONS: Final[dict[str, OperatorSyntax]] = {
    "and": OperatorSyntax((_CONDITION,), repeats=True),
    "not": OperatorSyntax((_CONDITION,), ":negative-preconditions"),
    "or": OperatorSyntax((_CONDITION,), ":disjunctive-preconditions", repeats=True),
    "imply": OperatorSyntax((_CONDITION, _CONDITION), ":disjunctive-preconditions"),
    "forall": OperatorSyntax((Expected.VARIABLES, _CONDITION), ":universal-preconditions"),
    "exists": OperatorSyntax((Expected.VARIABLES, _CONDITION), ":existential-preconditions"),
    "=": OperatorSyntax((_VALUE, _VALUE), ":equality"),
    **dict.fromkeys(("<", "<=", ">", ">="), _COMPARISON),
    "at": OperatorSyntax((Expected.TIME, _CONDITION)),
    "over": OperatorSyntax((Expected.TIME, _CONDITION)),
    "preference": OperatorSyntax((Expected.NAME, _CONDITION), ":preferences", special=True),
    **dict.fromkeys(("always", "sometime", "at-most-once"), _constraint(_CONDITION)),
    **dict.fromkeys(("sometime-after", "sometime-before"), _constraint(_CONDITION, _CONDITION)),
    **dict.fromkeys(("within", "hold-after"), _constraint(Expected.NUMBER, _CONDITION)),
    "always-within": _constraint(Expected.NUMBER, _CONDITION, _CONDITION),
    "hold-during": _constraint(Expected.NUMBER, Expected.NUMBER, _CONDITION),
}
_EFFECTS: Final[dict[str, OperatorSyntax]] = {
    "and": OperatorSyntax((_EFFECT,), repeats=True),
    "not": OperatorSyntax((Expected.ATOM,)),
    "when": OperatorSyntax((_CONDITION, _EFFECT), ":conditional-effects"),
    "forall": OperatorSyntax((Expected.VARIABLES, _EFFECT), ":conditional-effects"),
    "at": OperatorSyntax((Expected.TIME, _EFFECT)),
    **dict.fromkeys(("increase", "decrease", "assign", "scale-up", "scale-down"), _ASSIGNMENT),
    "change": _ASSIGNMENT._replace(requirement=":continuous-effects", special=True),
    "oneof": OperatorSyntax((_EFFECT,), ":non-deterministic", repeats=True, special=True),
    "probabilistic": OperatorSyntax(
        (Expected.NUMBER, _EFFECT), ":probabilistic-effects", repeats=True, special=True
    ),
}
_FACTS: Final[dict[str, OperatorSyntax]] = {
    "=": OperatorSyntax((Expected.FLUENT, Expected.NUMBER)),
    "not": OperatorSyntax((Expected.ATOM,), special=True),
    "at": OperatorSyntax((Expected.NUMBER, Expected.FACT), ":timed-initial-literals", special=True),
    "probabilistic": OperatorSyntax(
        (Expected.NUMBER, Expected.FACT), ":probabilistic-effects", repeats=True, special=True
    ),
    **dict.fromkeys(
        ("and", "or", "oneof", "unknown"),
        OperatorSyntax((Expected.FACT,), ":contingent", repeats=True, special=True),
    ),
}

OPERATORS: Final[Mapping[Expected, Mapping[str, OperatorSyntax]]] = {
    Expected.CONDITION: _CONDITIONS,
    Expected.DURATION: {
        "=": OperatorSyntax((_VALUE, _VALUE)),
        **dict.fromkeys(("<=", ">="), OperatorSyntax((_VALUE, _VALUE), ":duration-inequalities")),
        "and": OperatorSyntax((Expected.DURATION,), repeats=True),
        "at": OperatorSyntax((Expected.TIME, Expected.DURATION), special=True),
    },
    Expected.EFFECT: _EFFECTS,
    Expected.FACT: _FACTS,
    Expected.EXPRESSION: dict.fromkeys("+-*/", _ARITHMETIC),
    Expected.TASK: {"and": OperatorSyntax((Expected.TASK,), repeats=True)},
}
"""The operators of each kind of list; a list with another head is an application to terms."""

TIMES: Final[Mapping[str, tuple[str, ...]]] = {"at": ("start", "end"), "over": ("all",)}
"""The time specifiers after `at` and `over` in durative actions."""

SLOT_VALUES: Final[Mapping[str, Expected]] = {
    ":parameters": Expected.VARIABLES,
    ":vars": Expected.VARIABLES,
    ":precondition": Expected.CONDITION,
    ":condition": Expected.CONDITION,
    ":context": Expected.CONDITION,
    ":observe": Expected.CONDITION,
    ":constraints": Expected.CONDITION,
    ":duration": Expected.DURATION,
    ":effect": Expected.EFFECT,
    ":implies": Expected.ATOM,
    ":task": Expected.TASK,
    ":subtasks": Expected.TASK,
    ":ordered-subtasks": Expected.TASK,
}
"""The kind of the value of each slot."""

SLOT_SYNONYMS: Final[Mapping[str, str]] = {
    **SYNONYMS,
    ":preconditions": ":precondition",
    ":effects": ":effect",
}

_OPERATOR_SLOTS: Final = (":parameters", ":precondition", ":effect")
_METHOD_SLOTS: Final = (":parameters", ":task", ":precondition", ":subtasks", ":ordered-subtasks")
SLOTS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    ":action": _OPERATOR_SLOTS,
    ":process": _OPERATOR_SLOTS,
    ":event": _OPERATOR_SLOTS,
    ":durative-action": (":parameters", ":duration", ":condition", ":effect"),
    ":task": (":parameters",),
    ":method": _METHOD_SLOTS,
    ":htn": (":parameters", ":subtasks", ":ordered-subtasks"),
    ":axiom": (":vars", ":context", ":implies"),
}
"""The slots of sections that have some, in the usual order."""

VALUES: Final[Mapping[str, tuple[Expected, ...]]] = {
    ":domain": (Expected.DOMAIN_NAME,),
    "domain": (Expected.NAME,),
    "problem": (Expected.NAME,),
    ":derived": (Expected.HEAD, Expected.CONDITION),
    ":goal": (Expected.CONDITION,),
    ":constraints": (Expected.CONDITION,),
    ":metric": (Expected.DIRECTION, Expected.EXPRESSION),
}
"""The items of sections with a fixed number of them."""

ITEMS: Final[Mapping[str, Expected]] = {
    ":requirements": Expected.REQUIREMENT,
    ":init": Expected.FACT,
    ":predicates": Expected.SIGNATURE,
    ":functions": Expected.SIGNATURE,
}
"""The items of sections with any number of one kind."""

TYPED_LISTS: Final[Mapping[str, Expected]] = {
    ":types": Expected.SUPERTYPE,
    ":constants": Expected.TYPE,
    ":objects": Expected.TYPE,
    ":functions": Expected.VALUE_TYPE,
}
"""The kind expected after a dash in sections that are typed lists."""

"""Whether a domain is written in a dialect whose additions need no declaration."""

from __future__ import annotations

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.model.requirements import has_extension

_NUMBER = ("number",)


def undeclared_severity(environment: Environment) -> Severity:
    """How bad an undeclared name is: a warning where types and functions come from outside.

    That is so with a requirement that is not PDDL, such as `:arrays`, and where a function
    returns values of a type that nobody declares, such as `- integer` (PDDL.jl).
    """
    if has_extension(environment.requirements):
        return Severity.WARNING
    declared = environment.hierarchy.names
    for function in environment.functions.values():
        if function.returns != _NUMBER and not declared.issuperset(function.returns):
            return Severity.WARNING
    return Severity.ERROR

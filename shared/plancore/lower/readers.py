"""Which section is read how: one line for each kind of section."""

from __future__ import annotations

from typing import Final

from plancore.lower import declarations, operators, problems
from plancore.lower.section import Reader

DOMAIN_SECTIONS: Final[dict[str, Reader]] = {
    "domain": declarations.name,
    ":requirements": declarations.requirements,
    ":types": declarations.types,
    ":constants": declarations.constants,
    ":objects": declarations.constants,
    ":predicates": declarations.predicates,
    ":functions": declarations.functions,
    ":action": operators.action,
    ":durative-action": operators.action,
    ":process": operators.action,
    ":event": operators.action,
    ":derived": operators.axiom,
    ":axiom": operators.axiom,
    ":constraints": problems.constraints,
    ":task": operators.task,
    ":method": operators.method,
}

PROBLEM_SECTIONS: Final[dict[str, Reader]] = {
    "problem": declarations.name,
    ":domain": declarations.name,
    ":requirements": declarations.requirements,
    ":objects": declarations.constants,
    ":goal": problems.goal,
    ":metric": problems.metric,
    ":constraints": problems.constraints,
    ":htn": operators.network,
}

"""A task is unused: no method calls or decomposes it.

## What it does
Reports a `(:task …)` that no method decomposes and no method calls (HDDL).

## Why it matters
It may be a leftover, or its method may be missing.

## Example
```pddl
(define (domain d)
  (:requirements :hierarchy)
  (:predicates (p))
  (:task deliver :parameters ())
  (:action a :parameters () :effect (p)))
```

## Use instead
Remove it, or write a `(:method … :task (deliver) …)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import fix_unused, unused
from plancore.syntax.nodes import Atom

CODE: Final = "unused-task"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each task that no method uses, and each that no method decomposes."""
    used = context.mentions.tasks
    methods = [method for model in context.definition.models for method in model.methods]
    decomposed = {method.task.name for method in methods if method.task}
    tasks = context.environment.tasks
    # A method of an undeclared task is probably the method of a task without one.
    strays = sum(method.task is None or method.task.name not in tasks for method in methods)
    lacking = len(tasks.keys() - decomposed) > strays
    for task in tasks.values():
        name = task.name_node
        if type(name) is not Atom or task.node is None:
            continue
        if task.name in context.environment.actions:  # reported as declared twice
            continue
        is_unused = task.name not in used
        if task.name not in decomposed and context.alone and lacking:
            message = f"task `{name.text}` has no method: no plan can accomplish it"
            fixes = fix_unused(context, task.node) if is_unused else ()
            yield Finding(CODE, SEVERITY, name.place, message, (), fixes)
        elif is_unused:
            yield unused(CODE, name, "task", fix_unused(context, task.node))

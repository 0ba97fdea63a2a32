"""A task is undeclared.

## What it does
Reports a subtask that is neither a `(:task …)` nor an action of the domain (HDDL), a method of
anything other than a task, and a label in `:ordering` that no subtask has. The fix of a label
without parentheses around its task, `(s1 drive ?v)`, inserts them.

## Why it matters
Planners reject the file or can never decompose the task.

## Example
```pddl
(define (domain delivery)
  (:requirements :hierarchy)
  (:task deliver :parameters ())
  (:action drive :parameters ())
  (:method m
    :parameters ()
    :task (deliver)
    :ordered-subtasks (and (drvie))))
```

## Use instead
`(drive)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.domain import AbstractTask, Action
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.rules.analysis import fits
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import Suggestions, change_to
from plancore.syntax.nodes import Atom, List, Place

CODE: Final = "undeclared-task"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared task, and each method of an action."""
    environment = context.environment
    for form in context.forms if environment.tasks or environment.actions else ():
        for method in form.model.methods:
            of = method.task
            is_action = of and of.name in environment.actions and of.name not in environment.tasks
            if of is not None and is_action and type(of.node) is List:
                message = f"`{of.name}` is an action; a method decomposes a task"
                yield Finding(CODE, SEVERITY, of.node.place, message, mistake=f"method {of.name}")
    if "tasks" not in context.unresolved:
        return
    callable_tasks: dict[str, AbstractTask | Action] = {
        **context.environment.tasks,
        **context.environment.actions,
    }
    suggest = Suggestions(callable_tasks)
    for form in context.faulty:
        if not form.resolution.tasks:
            continue
        undeclared = {id(name) for name in form.resolution.tasks}
        for task, scope in form.model.uses.tasks:
            node = task.node
            name = node.items[0] if type(node) is List and node.items else None
            if type(name) is not Atom or id(name) not in undeclared:
                continue
            assert type(node) is List
            is_subtask = all(method.task is not task for method in form.model.methods)
            first = task.args[0] if task.args else ""
            calls = first in callable_tasks and first not in context.environment.objects
            if is_subtask and not task.label and calls:
                yield _label(name, node, node.items[1].text)
                continue
            if name.key in context.environment.predicates:
                message = f"`{name.text}` is a predicate, not a task"
                yield Finding(CODE, SEVERITY, name.place, message, mistake=name.key)
                continue
            message = f"undeclared task `{name.text}`"
            fixes: tuple[PlaceFix, ...] = ()
            meant = suggest(name.key)
            is_name = first[:1] not in ("", "?") and first not in context.environment.objects
            if meant is None and is_name and is_subtask and not task.label:
                called = suggest(first)
                args = task.args[1:]
                if called and fits(args, scope, callable_tasks[called], context.environment):
                    yield _label(name, node, suggest.spelling(called))
                    continue
            if meant is not None:
                message += f"; did you mean `{suggest.spelling(meant)}`?"
                if fits(task.args, scope, callable_tasks[meant], context.environment):
                    fixes = (change_to(name, suggest.spelling(meant)),)
            yield Finding(CODE, SEVERITY, name.place, message, (), fixes, mistake=name.key)


def _label(name: Atom, node: List, task: str) -> Finding:
    """Report a label before a subtask that lacks its parentheses, as in `(s1 drive ?v)`; `task` is
    the name of the task, which may be misspelt there."""
    form, start, end = node.place
    word = node.items[1].place
    text = f"({name.text} ({task}{form.text[word.end : end]})"
    edits = PlaceEdit(word, f"({task}"), PlaceEdit(Place(form, end, end), ")")
    message = f"`{name.text}` is a label; write `{text}`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    mistake = f"{CAUSE}label {start}"
    return Finding(CODE, SEVERITY, name.place, message, (), (fix,), mistake=mistake)

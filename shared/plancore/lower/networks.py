"""The subtasks of an HDDL method or problem, with their labels, ordering and constraints.

::

    tasks    = "(" "and" use* ")" | use | "(" ")"
    use      = "(" name term* ")" | "(" label "(" name term* ")" ")"
    ordering = "(" "and" before* ")" | before | "(" ")"      before = "(" "<" label label ")"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from plancore.lower.enclosure import missing_and, without_calls, without_types
from plancore.lower.formulas import FormulaReader
from plancore.lower.section import Scope, Uses
from plancore.lower.terms import CONNECTIVES, DEEPEST
from plancore.lower.variables import variables
from plancore.model.domain import AbstractTask, TaskUse
from plancore.model.finding import CAUSE, PlaceEdit, PlaceFix
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, List, Node, Place

_ORDERS: Final = {"<=": "<", "before": "<", "precedes": "<", "after": ">", ">": ">", ">=": ">"}
"""Other spellings of `<`, each with whether it means that or the reverse."""
_MOST_STEPS: Final = 1_000_000
"""The maximum number of labels visited to find cycles; a larger network is reported partially."""


def subtasks_of(slots: dict[str, Node], scope: Scope, read: FormulaReader) -> tuple[TaskUse, ...]:
    """The subtasks of a method or of a problem's task network, in textual order."""
    uses = read.uses
    subtasks: list[TaskUse] = []
    if ":subtasks" in slots and ":ordered-subtasks" in slots:
        place = slots[":ordered-subtasks"].place
        uses.report("duplicate-slot", place, "both `:subtasks` and `:ordered-subtasks`")
    for slot in (":subtasks", ":ordered-subtasks"):
        node = slots.get(slot)
        if type(node) is not List:
            if node is not None:
                message = f"expected tasks in parentheses, found `{node.text}`"
                uses.report("malformed-formula", node.place, message)
            continue
        parts = node.items[1:] if node.head == "and" else [node] if node.items else []
        if node.items and not node.head:
            parts = node.items
            missing_and(node, uses, "tasks")
        for part in without_calls(parts, uses):
            if type(part) is not List or not part.items:
                continue
            if part.head in CONNECTIVES and type(part.items[-1]) is List:
                message = f"`{part.head}` is not allowed around tasks"
                uses.report("misplaced-operator", part.word_place(0), message)
                continue
            first, second = part.items[0], part.items[1] if len(part.items) > 1 else None
            if type(first) is Atom and type(second) is List and second.head:
                subtasks.append(task_use(second, first.key, scope, uses))
            elif type(first) is Atom:
                subtasks.append(task_use(part, "", scope, uses))
    _check_order(slots, uses)
    constraints = slots.get(":constraints")
    if constraints is not None:
        read.condition(_without_types(constraints, scope, uses), scope)
    return tuple(subtasks)


def task_use(node: List, label: str, scope: Scope, uses: Uses) -> TaskUse:
    args: list[str] = []
    if any(type(item) is Atom and item.key == "-" for item in node.items[2:]):
        node = without_types(node, uses)
    for item in node.items[1:]:
        if type(item) is not Atom:
            uses.report(
                "malformed-formula",
                item.place,
                "expected a variable or constant as argument of a task",
            )
            continue
        args.append(item.key)
        bound = scope.get(item.key)
        if bound is not None:
            uses.used.add(id(bound))
        elif item.key[0] == "?":
            uses.unbound.append((item, scope))
        else:
            uses.constants.append(item)
    use = TaskUse(node.head, tuple(args), label, node)
    uses.tasks.append((use, scope))
    return use


def listed_tasks(root: List, uses: Uses) -> tuple[AbstractTask, ...]:
    """The tasks of `(:tasks (t1 ?x) (t2 ?y - t))`, which is reported; empty for any other list."""
    parts = [part for part in root.items[1:] if type(part) is List and part.head]
    if not parts or len(parts) + 1 != len(root.items):
        return ()
    texts = [f"(:task {p.items[0].text} :parameters ({_words_after_head(p)}))" for p in parts]
    fix = PlaceFix("Write one section for each task", (PlaceEdit(root.place, " ".join(texts)),))
    message = f"expected one section for each task; write `{texts[0]}`"
    # The keyword is part of the mistake.
    uses.findings = [found for found in uses.findings if found.code != "unknown-section"]
    uses.report("unknown-section", root.items[0].place, message, fix, mistake=f"{CAUSE}tasks")
    tasks = []
    for part in parts:
        parameters = variables(part, uses, "a parameter", 1)
        uses.lists.append(parameters)
        (name, *_) = part.items
        assert type(name) is Atom, "it has a head"
        tasks.append(AbstractTask(name.key, parameters, part, name))
    return tuple(tasks)


def _words_after_head(node: List) -> str:
    return " ".join(item.text for item in node.items[1:])


def _check_order(slots: Mapping[str, Node], uses: Uses) -> None:
    """Report duplicate and undeclared labels, malformed orders, and cyclic orders."""
    labels: dict[str, Atom] = {}
    has_twins = False
    for slot in (":subtasks", ":ordered-subtasks"):
        for part in _conjuncts(slots.get(slot)):
            label = part.items[0] if len(part.items) > 1 else None
            if type(label) is not Atom or type(part.items[1]) is not List:
                continue
            if label.key in labels:
                message = f"duplicate label `{label.text}`"
                uses.report("malformed-formula", label.place, message)
                has_twins = True
            labels.setdefault(label.key, label)
    without_label: dict[str, list[List]] = {}
    for slot in (":subtasks", ":ordered-subtasks"):
        for part in _conjuncts(slots.get(slot)):
            if part.words or (part.items and type(part.items[-1]) is Atom):
                without_label.setdefault(part.head, []).append(part)
    in_turn = [
        part.items[0]
        for part in _conjuncts(slots.get(":ordered-subtasks"))
        if len(part.items) > 1 and type(part.items[1]) is List
    ]
    in_turn = in_turn if len(in_turn) == len(labels) else []  # otherwise one is a duplicate
    pairs: list[tuple[str, str, List]] = [
        (first.key, second.key, List(second.form, second.start, second.end))
        for first, second in pairwise(in_turn)
        if type(first) is Atom and type(second) is Atom
    ]
    orders = slots.get(":ordering")
    if type(orders) is List and orders.items and not orders.head:
        missing_and(orders, uses, "orders")
    for order in _conjuncts(orders):
        pair = _pair(order, uses)
        if pair is None:
            continue
        unknown = [label for label in pair if label.key not in labels]
        # A duplicate label may be a misspelling of the undeclared one.
        for label in () if has_twins else unknown:
            if _report_task(label, without_label.get(label.key, ()), uses):
                continue
            meant = nearest(label.key, labels)
            message = f"undeclared label `{label.text}`"
            fixes: tuple[PlaceFix, ...] = ()
            if meant is not None:
                message += f"; did you mean `{labels[meant].text}`?"
                edit = PlaceEdit(label.place, labels[meant].text)
                fixes = (PlaceFix(f"Change to `{labels[meant].text}`", (edit,)),)
            uses.report("undeclared-task", label.place, message, *fixes, mistake=label.key)
        if not unknown:
            pairs.append((pair[0].key, pair[1].key, order))
    _check_cycles(pairs, uses)


def _report_task(label: Atom, named: Sequence[List], uses: Uses) -> bool:
    """Report a word in an order that names one subtask without a label; return whether it does."""
    if len(named) != 1:
        return False
    (part,) = named
    form, start, end = part.place
    text = f"({label.text} {part.text})"
    message = f"`{label.text}` is a task without a label; write `{text}`"
    edits = (
        PlaceEdit(Place(form, start, start), f"({label.text} "),
        PlaceEdit(Place(form, end, end), ")"),
    )
    # A word after it may be the task, and the first one the label.
    is_safe = all(item.text[0] == "?" for item in part.items[1:2])
    fix = PlaceFix("Write labels before the tasks", edits, safe=is_safe)
    uses.report("undeclared-task", label.place, message, fix, mistake="tasks as labels")
    return True


def _check_cycles(pairs: Sequence[tuple[str, str, List]], uses: Uses) -> None:
    """Report each order that contradicts the earlier ones."""
    after: dict[str, list[str]] = {}
    for first, second, _ in pairs:
        after.setdefault(first, []).append(second)
    cyclic = _in_cycles(after)
    after = {}
    budget = _MOST_STEPS
    for first, second, order in pairs if cyclic else ():
        if first not in cyclic or second not in cyclic:
            continue
        seen = _reached(second, after)
        budget -= len(seen)
        if first in seen:
            message = f"cyclic order: `{second}` is before `{first}` already"
            if first == second:
                message = f"cyclic order: `{first}` before itself"
            uses.report("malformed-formula", order.place, message)
        if budget < 0:
            return
        after.setdefault(first, []).append(second)


def _in_cycles(after: Mapping[str, Sequence[str]]) -> set[str]:
    """The labels that cannot be sorted topologically: those in cycles and those after a cycle."""
    n_before = Counter(label for labels in after.values() for label in labels)
    left = {*after, *n_before}
    ready = [label for label in left if not n_before[label]]
    while ready:
        label = ready.pop()
        left.discard(label)
        for behind in after.get(label, ()):
            n_before[behind] -= 1
            if not n_before[behind]:
                ready.append(behind)
    return left


def _conjuncts(node: Node | None) -> list[List]:
    if type(node) is not List:
        return []
    is_list = node.head == "and" or (not node.head and node.items)
    parts = node.items if is_list else [node] if node.items else []
    return [part for part in parts if type(part) is List]


def _pair(order: List, uses: Uses) -> tuple[Atom, Atom] | None:
    """The labels of an order, the earlier first; None, with a finding, if it is malformed."""
    words = [item for item in order.items if type(item) is Atom]
    infix = len(words) == 3 and (words[1].key == "<" or words[1].key in _ORDERS)
    signs = words[1:2] if infix else words[:1]
    named = [word for word in words if word not in signs]
    sign = signs[0].key if signs else ""
    if len(order.items) != 3 or len(named) != 2 or sign not in {"<", *_ORDERS}:
        uses.report("malformed-formula", order.place, "expected an order such as `(< s1 s2)`")
        return None
    first, second = named
    pair = (second, first) if _ORDERS.get(sign) == ">" else (first, second)
    if sign != "<" or infix:
        text = f"(< {pair[0].text} {pair[1].text})"
        fix = PlaceFix(f"Write `{text}`", (PlaceEdit(order.place, text),))
        message = f"expected an order such as `(< s1 s2)`; write `{text}`"
        uses.report("malformed-formula", order.place, message, fix)
    return pair


def _reached(start: str, after: Mapping[str, Sequence[str]]) -> set[str]:
    """`start` and all labels after it."""
    seen, stack = {start}, [start]
    while stack:
        for label in after.get(stack.pop(), ()):
            if label not in seen:
                seen.add(label)
                stack.append(label)
    return seen


def _without_types(node: Node, scope: Scope, uses: Uses, depth: int = 0) -> Node:
    """Constraints of a method without those on types, `(sortof ?v - type)` and their negations,
    whose names are recorded. Formulas nested too deeply are left to the reader of conditions, which
    reports them."""
    if type(node) is not List or depth > DEEPEST:
        return node
    if node.head in ("and", "not"):
        kept = [_without_types(item, scope, uses, depth + 1) for item in node.items[1:]]
        # `(not ())` has no meaning either.
        if node.head == "not" and any(type(item) is List and not item.items for item in kept):
            return List(node.form, node.start, node.end)
        whole = List(node.form, node.start, node.end)
        whole.items.extend((node.items[0], *kept))
        return whole
    words = node.words
    if len(words) != 4 or words[0] != "sortof" or words[2] != "-":
        return node
    variable, named = node.items[1], node.items[3]
    assert type(variable) is Atom
    assert type(named) is Atom
    uses.mentioned_types.append(named)
    bound = scope.get(variable.key)
    if bound is not None:
        uses.used.add(id(bound))
    elif variable.key[0] == "?":
        uses.unbound.append((variable, scope))
    return List(node.form, node.start, node.end)

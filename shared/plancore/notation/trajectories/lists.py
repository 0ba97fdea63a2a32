"""Trajectories as nested lists: AMLGym's, FAMA's and those of pddl-plus-parser.

::

    text       = trajectory*
    trajectory = "(" (":trajectory" | "trajectory")? (objects | ignored | state | action)* ")"
    objects    = "(" ":objects" typed-list ")"
    ignored    = "(" (":domain" | ":problem" | ":goal" | ":metric" | ":trajectory") any* ")"
    state      = "(" (":state" | ":init" | "state" | "init") fact* ")"
    fact       = atom | "(" "and" fact* ")" | "(" "=" atom NUMBER ")"
               | "(" ("=" | "not") any* ")", which is passed over
    action     = "(" ACTION (atom | name+) ")"
    ACTION     = ":action" | "action:" | ":operator" | "operator:" | ":joint-action"
    atom       = "(" name+ ")"

States and actions take turns and a state comes first; an action behind the last state is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from plancore.diagnostic import Diagnostic, Severity
from plancore.lower.section import Uses
from plancore.lower.typed_list import typed_list
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom
from plancore.model.trajectory import Observation, Trajectory, TrajectoryFormat
from plancore.notation.plans.items import number
from plancore.source import Span
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node, lower

_STATES = frozenset((":state", ":init", "state", "init"))
_ACTIONS = frozenset((":action", "operator:", ":operator", "action:", ":joint-action"))
_NAMED = frozenset((":trajectory", "trajectory"))
"""What AMLGym's notation begins with, and FAMA's."""
_IGNORED = frozenset((":domain", ":problem", ":goal", ":metric", *_NAMED))


def read_lists(text: str) -> tuple[tuple[Trajectory, ...], tuple[Diagnostic, ...]]:
    """The trajectories of a text of nested lists."""
    reader = _Reader(text)
    for node in reader.nodes:
        if type(node) is List:
            reader.trajectory(node)
        else:
            reader.report("stray-text", node, f"expected a trajectory, found `{node.text}`")
    return tuple(reader.trajectories), tuple(reader.findings)


class _Reader:
    def __init__(self, text: str) -> None:
        self.findings: list[Diagnostic] = []
        self.trajectories: list[Trajectory] = []
        self.form = Form(FormRole.SECTION, "trajectory", text=text)
        self.nodes = self._nodes(lower(text))

    def report(self, code: str, node: Node | Span, message: str) -> None:
        span = node if isinstance(node, Span) else Span(node.start, node.end)
        self.findings.append(Diagnostic(code, Severity.ERROR, span, message))

    def trajectory(self, root: List) -> None:
        """One list of states and actions."""
        kind = TrajectoryFormat.PDDL_PLUS
        if root.head in _NAMED:
            kind = TrajectoryFormat.AMLGYM
        observations: list[Observation] = []
        actions: list[GroundAtom] = []
        objects: tuple[TypedName, ...] = ()
        for node in root.items:
            if type(node) is not List:
                if node is not root.items[0] or root.head not in _IGNORED:
                    self.report("stray-text", node, "expected a state or an action")
                continue
            head = node.head
            if head == ":objects":
                objects = typed_list(node.items[1:], Uses(), "an object")
            elif head in _STATES:
                if len(observations) > len(actions):
                    self.report("missing-action", node, "missing action between two states")
                    break
                observations.append(self._state(node))
            elif head in _ACTIONS:
                action = self._action(node)
                if action is None:
                    break
                if len(observations) <= len(actions):
                    self.report("missing-state", node, "missing state before this action")
                    break
                actions.append(action)
            elif head not in _IGNORED:
                self.report("stray-text", node, f"expected a state or an action, found `({head} …`")
        if not observations:
            self.report("empty-trajectory", root, "trajectory without states")
            return
        actions = actions[: len(observations) - 1]
        self.trajectories.append(Trajectory(tuple(observations), tuple(actions), objects, kind))

    def _state(self, node: List) -> Observation:
        true: set[GroundAtom] = set()
        values: dict[GroundAtom, int | Fraction] = {}
        for item in node.items[1:]:
            if type(item) is List and item.head == "and":
                inner = self._state(item)
                true |= inner.true
                values.update(inner.values)
                continue
            if type(item) is List and item.head in ("=", "not"):
                # Values of numeric fluents, and what does not hold: neither is a true atom.
                values.update(_value(item))
                continue
            atom = self._atom(item)
            if atom:
                true.add(atom)
        span = Span(node.start, node.end)
        return Observation(frozenset(true), span=span, values=tuple(values.items()))

    def _action(self, node: List) -> GroundAtom | None:
        if len(node.items) == 2 and type(node.items[1]) is List:
            return self._atom(node.items[1])
        names = tuple(item.key for item in node.items[1:] if type(item) is Atom)
        if names and len(names) == len(node.items) - 1:
            return names
        self.report("malformed-action", node, "expected one action, `(a x …)`")
        return None

    def _atom(self, node: Node) -> GroundAtom | None:
        if type(node) is List and node.items:
            names = tuple(item.key for item in node.items if type(item) is Atom)
            if len(names) == len(node.items):
                return names
        self.report("malformed-atom", node, "expected an atom of names, `(p x …)`")
        return None

    def _nodes(self, low: str) -> list[Node]:
        """All nodes; parentheses that do not match are reported."""
        top: list[Node] = []
        stack: list[List] = []
        items = top
        for match in TOKEN.finditer(low):
            token, start = match.group(), match.start()
            if token == "(":
                node = List(self.form, start)
                items.append(node)
                stack.append(node)
                items = node.items
            elif token == ")":
                if not stack:
                    self.report("surplus-parenthesis", Span(start, start + 1), "unmatched `)`")
                    continue
                stack.pop().end = match.end()
                items = stack[-1].items if stack else top
            elif token[0] != ";":
                items.append(Atom(self.form, start, token))
        for node in stack:
            node.end = len(low)
        if stack:
            start = stack[-1].start
            self.report(
                "missing-parenthesis",
                Span(start, start + 1),
                "missing `)`: this list is not closed",
            )
        return top


def _value(item: List) -> Iterator[tuple[GroundAtom, int | Fraction]]:
    """What `(= (fuel t) 5)` states; nothing of anything else."""
    if item.head != "=" or len(item.items) != 3:
        return
    fluent, value = item.items[1:]
    if type(value) is not Atom or not (type(fluent) is List and fluent.items):
        return
    exact = number(value.text)
    names = tuple(each.key for each in fluent.items if type(each) is Atom)
    if exact is not None and len(names) == len(fluent.items):
        yield names, exact

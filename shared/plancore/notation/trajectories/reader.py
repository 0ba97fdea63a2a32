"""Read and write trajectories in all their notations. Reading never raises; errors are findings.

A text whose first character after blanks is `[` or `{` is JSON (`json_reader`), any other consists
of nested lists, as in AMLGym, FAMA and pddl-plus-parser. The grammar of nested lists::

    text       = trajectory*
    trajectory = "(" (":trajectory" | "trajectory")? (objects | ignored | state | action)* ")"
    objects    = "(" ":objects" typed-list ")"
    ignored    = "(" (":domain" | ":problem" | ":goal" | ":metric" | ":trajectory") any* ")"
    state      = "(" (":state" | ":init" | "state" | "init") fact* ")"
    fact       = atom | "(" "and" fact* ")" | "(" "=" atom NUMBER ")"
               | "(" ("=" | "not") any* ")", which is ignored
    action     = "(" ACTION (atom | name+) ")"
    ACTION     = ":action" | "action:" | ":operator" | "operator:" | ":joint-action"
    atom       = "(" name+ ")"

States and actions alternate, beginning with a state; an action after the last state is ignored.

Atoms are written in alphabetical order, and after them the values of numeric fluents, so that equal
states have equal texts. Objects are not written, nor unknown atoms in the notations of AMLGym and
pddl-plus-parser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.lower.section import Uses
from plancore.lower.typed_list import typed_list
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom
from plancore.model.trajectory import Observation, Trajectory, TrajectoryFormat
from plancore.notation.plans.writer import decimal
from plancore.notation.trajectories.json_reader import MOST_DIGITS, number_in, read_json
from plancore.source import Span
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.signs import lower


def read_trajectories(text: str) -> tuple[tuple[Trajectory, ...], tuple[Diagnostic, ...]]:
    """The trajectories in `text` and the findings about it.

    A file may have several. A faulty step ends its trajectory, because later states do not follow
    from earlier ones.
    """
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    if start == len(text):
        finding = Diagnostic(
            "empty-trajectory", Severity.ERROR, Span(0, 0), "no trajectory in this file"
        )
        return (), (finding,)
    return read_json(text) if text[start] in "[{" else read_lists(text)


_BEGINNING: Final = re.compile(r"[\s\ufeff]*(?:;[^\n]*(?:\n\s*|\Z))*")
_LISTS: Final = re.compile(
    r"\(\s*(?::?trajectory|:objects|\(\s*(?::objects|:state|:init|state|init|:domain|:problem))"
    r"(?=[\s()]|\Z)",
    re.IGNORECASE,
)
_STATE: Final = re.compile(r'"state"\s*:\s*[\[{]')


def looks_like_trajectories(text: str) -> bool:
    """Whether `text` begins like nested lists of states and actions, or is JSON with a `state`
    member. The rest may have errors."""
    beginning = _BEGINNING.match(text)
    at = beginning.end() if beginning else 0
    if text[at : at + 1] in ("[", "{"):
        return _STATE.search(text, at) is not None
    return _LISTS.match(text, at) is not None


def write_trajectory(trajectory: Trajectory, format: TrajectoryFormat | None = None) -> str:
    """The text of `trajectory`, in its own notation unless `format` is given."""
    match format or trajectory.format:
        case TrajectoryFormat.JSON:
            return _json(trajectory)
        case TrajectoryFormat.AMLGYM:
            return (
                "\n\n".join(["(:trajectory", *_turns(trajectory, ":state", ":action"), ")"]) + "\n"
            )
        case TrajectoryFormat.PDDL_PLUS:
            return "(" + "\n".join(_turns(trajectory, ":init", "operator:")) + "\n)\n"


def _turns(trajectory: Trajectory, first: str, action: str) -> Iterator[str]:
    """The alternating states and actions; `first` is the keyword of the first state."""
    for index, observation in enumerate(trajectory.observations):
        facts = [_text(atom) for atom in sorted(observation.true)]
        facts += [f"(= {_text(name)} {decimal(value)})" for name, value in _values(observation)]
        yield f"({':state' if index else first} {' '.join(facts)})"
        if index < len(trajectory.actions):
            yield f"({action} {_text(trajectory.actions[index])})"


def _json(trajectory: Trajectory) -> str:
    steps = []
    for index, observation in enumerate(trajectory.observations):
        state: dict[str, bool | float | str | None] = {
            _text(atom): True for atom in sorted(observation.true)
        }
        state |= {_text(atom): None for atom in sorted(observation.unknown)}
        state |= {_text(name): _json_number(value) for name, value in _values(observation)}
        action = trajectory.actions[index] if index < len(trajectory.actions) else None
        steps.append({"state": state, "action": _text(action) if action else None})
    return json.dumps(steps, indent=1, ensure_ascii=False) + "\n"


def _json_number(value: Fraction) -> float | str:
    """The value as a number of JSON, or as a text if that would round it."""
    if value.denominator == 1:
        return value.numerator
    is_exact = abs(value) < 2**53 and number_in(repr(float(value))) == value
    return float(value) if is_exact else decimal(value)


def _values(observation: Observation) -> list[tuple[GroundAtom, Fraction]]:
    """The values of numeric fluents, sorted, without those that cannot be read back."""
    exact = [(name, Fraction(value)) for name, value in sorted(observation.values)]
    most = 10**MOST_DIGITS
    return [
        (name, value)
        for name, value in exact
        if max(abs(value.numerator), value.denominator) < most
        and number_in(decimal(value)) is not None
    ]


def _text(atom: GroundAtom) -> str:
    return f"({' '.join(atom)})"


_STATES = frozenset((":state", ":init", "state", "init"))
_ACTIONS = frozenset((":action", "operator:", ":operator", "action:", ":joint-action"))
_NAMED = frozenset((":trajectory", "trajectory"))
"""The first words in the notations of AMLGym and FAMA."""
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
        """Read one list of states and actions."""
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
                # Values of numeric fluents, and false atoms: neither are true atoms.
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
        """All nodes; unmatched parentheses are reported."""
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
    """The value that `(= (fuel t) 5)` assigns; nothing for another list."""
    if item.head != "=" or len(item.items) != 3:
        return
    fluent, value = item.items[1:]
    if type(value) is not Atom or not (type(fluent) is List and fluent.items):
        return
    exact = number_in(value.text)
    names = tuple(each.key for each in fluent.items if type(each) is Atom)
    if exact is not None and len(names) == len(fluent.items):
        yield names, exact

"""Random plans of any task: walks through its states, and walks with something changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from plancore.model.plan import GroundAction, GroundAtom, Plan, Step
from plancore.notation.plans.writer import decimal
from plancore.simulate.conditions import NumberTest
from plancore.simulate.effects import Template
from plancore.simulate.execute import execute
from plancore.simulate.expressions import DURATION, Read, evaluate
from plancore.simulate.ground import GroundOperator, Schema
from plancore.simulate.state import Facts, State
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from plancore.simulate.validate import PlanVerdict

_TRIES = 24
_GAPS = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
_SHIFTS = (Fraction(-3), Fraction(-1), Fraction(-1, 4), Fraction(1, 4), Fraction(1), Fraction(3))


@dataclass(frozen=True)
class Line:
    """A step as it is written."""

    words: tuple[str, ...]
    start: Fraction | None = None
    duration: Fraction | None = None

    @property
    def step(self) -> Step:
        """The step that this is."""
        action = GroundAction(self.words)
        return Step((action,), start=self.start, duration=self.duration)

    def __str__(self) -> str:
        start = "" if self.start is None else f"{decimal(self.start)}: "
        duration = "" if self.duration is None else f" [{decimal(self.duration)}]"
        return f"{start}({' '.join(self.words)}){duration}"


def text_of(lines: list[Line]) -> str:
    """The plan as text."""
    return "".join(f"{line}\n" for line in lines)


class Walker:
    """Draws plans that can be executed, with or without times as the domain asks for."""

    def __init__(self, task: Task, dice: random.Random) -> None:
        self._task = task
        self._dice = dice
        self._schemas = [task.schema(action.name) for action in task.domain.actions]
        self.timed = bool(task.timed) or any(schema.durative for schema in self._schemas)

    def walk(self, length: int) -> tuple[list[Line], State]:
        """At most `length` steps that can be executed, and the state that they lead to."""
        lines: list[Line] = []
        trace = self._run(lines)
        for _ in range(length):
            facts = Facts(trace.states.final.facts)
            for line in self._candidates(lines, facts, trace):
                longer = self._run([*lines, line])
                if longer.executable:
                    lines, trace = [*lines, line], longer
                    break
            else:
                break
        return lines, trace.states.final

    def _run(self, lines: list[Line]) -> Trace:
        return execute(self._task, Plan(tuple(line.step for line in lines)))

    def _candidates(self, lines: list[Line], facts: Facts, trace: Trace) -> Iterator[Line]:
        for _ in range(_TRIES):
            schema = self._dice.choice(self._schemas)
            args = self._arguments(schema, facts)
            if args is None:
                continue
            line = Line((schema.action.name, *args))
            if not self.timed:
                yield line
                continue
            operator = self._task.bind(line.step.action)
            if isinstance(operator, GroundOperator):
                duration = self._duration(operator, trace) if schema.durative else None
                yield replace(line, start=self._start(lines), duration=duration)

    def _start(self, lines: list[Line]) -> Fraction:
        """While the last step goes on, or after the end of all."""
        begun = lines[-1].start if lines else None
        ends = [(line.start or 0) + (line.duration or 0) for line in lines]
        base = begun if begun is not None and self._dice.random() < 0.4 else max(ends, default=0)
        return base + self._dice.choice(_GAPS) + Fraction(1, 100)

    def _duration(self, operator: GroundOperator, trace: Trace) -> Fraction:
        bounds = [
            evaluate(node.right, operator.env, trace.states.final.values)
            for parts in operator.schema.durations.values()
            for node, _ in parts
            if isinstance(node, NumberTest) and node.left == (Read(DURATION, ()),)
        ]
        known = [bound for bound in bounds if bound is not None]
        return Fraction(self._dice.choice(known) if known else 1)

    def _arguments(self, schema: Schema, facts: Facts) -> tuple[str, ...] | None:
        """Objects that make the positive literals of the condition at the start true."""
        part = schema.parts.get("start") or schema.parts[""]
        slots: dict[int, str] = {}
        for template in part.positive:
            atoms = sorted(facts.extension(template.name))
            self._dice.shuffle(atoms)
            bound = next(filter(None, (_matched(template, atom, slots) for atom in atoms)), None)
            if bound is None:
                return None
            slots = bound
        for slot, parameter in enumerate(schema.action.parameters):
            choices = self._task.objects.of(parameter.types)
            if slot not in slots:
                if not choices:
                    return None
                slots[slot] = self._dice.choice(choices)
        return tuple(slots[slot] for slot in range(len(schema.action.parameters)))


def _matched(template: Template, atom: GroundAtom, slots: dict[int, str]) -> dict[int, str] | None:
    """`slots` with those that make `template` the atom; None where that cannot be."""
    if len(atom) != len(template.terms) + 1:
        return None
    bound = dict(slots)
    for term, name in zip(template.terms, atom[1:], strict=True):
        if (bound.setdefault(term, name) if isinstance(term, int) else term) != name:
            return None
    return bound


def mutated(lines: list[Line], task: Task, dice: random.Random) -> list[Line]:
    """The plan with one thing changed; it may still be valid."""
    lines = list(lines)
    if not lines:
        return lines
    at = dice.randrange(len(lines))
    line = lines[at]
    match dice.choice(("swap", "drop", "repeat", "argument", "argument", "shift", "last")):
        case "swap":
            other = dice.randrange(len(lines))
            lines[at] = replace(line, words=lines[other].words, duration=lines[other].duration)
            lines[other] = replace(lines[other], words=line.words, duration=line.duration)
        case "drop":
            del lines[at]
        case "repeat":
            lines.insert(at, line)
        case "argument" if len(line.words) > 1:
            place = dice.randrange(1, len(line.words))
            parameter = task.schema(line.words[0]).action.parameters[place - 1]
            fitting = task.objects.of(parameter.types)
            name = dice.choice(fitting if dice.random() < 0.8 else tuple(task.objects.types))
            words = (*line.words[:place], name, *line.words[place + 1 :])
            lines[at] = replace(line, words=words)
        case "shift" if line.start is not None:
            lines[at] = replace(line, start=max(Fraction(0), line.start + dice.choice(_SHIFTS)))
        case "last" if line.duration is not None:
            duration = max(Fraction(0), line.duration + dice.choice(_SHIFTS))
            lines[at] = replace(line, duration=duration)
    return lines


# What kairos says of a plan.

_BROKEN = re.compile(r"broken (before|after|at) (?:the happening at )?([\d.]+)")
_BEGUN = re.compile(r"error: (?:the start of )?step \d+ \(.*?\) at ([\d.]+)")


def same_failure(ours: PlanVerdict, report: Any) -> bool:
    """Whether both name the same step or time, or the goal."""
    told = " ".join(map(str, report.diagnostics))
    if ours.failing_step is None:
        return report.failed_step is None
    if report.failed_step is None:
        return False
    if ours.failing_time is None:
        return bool(report.failed_step == ours.failing_step - 1)
    broken, begun = _BROKEN.search(told), _BEGUN.search(told)
    assert begun is not None, told
    theirs = Fraction(broken[2] if broken else begun[1])
    if "at end condition" in told:  # told with the start of the step
        return report.failed_step == ours.failing_step - 1 and ours.failing_time > theirs
    is_earlier = broken is not None and broken[1] == "before" and ours.failing_time < theirs
    return is_earlier or abs(ours.failing_time - theirs) < Fraction(1, 500)

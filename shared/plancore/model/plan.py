"""Plans: steps of ground actions with their places in the text.

A plan may have 100,000 steps and more, so the positions of an action are one offset and a layout
that all actions of the same shape share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from plancore.memo import lazy
from plancore.model.record import record
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched

StepKey: TypeAlias = tuple[str, ...]


class PlanFormat(StrEnum):
    """The notation that a plan was written in."""

    SEQUENTIAL = "sequential"
    """`(a b)` per line, as in IPC, VAL and Fast Downward's `sas_plan`."""
    TIMED = "timed"
    """`0.000: (a b) [1.5]`: start, action and, except for instantaneous actions, duration."""
    INDEXED = "indexed"
    """`step 0: a b`, followed by FF's `1: A B`."""
    LOG = "log"
    """`a b (1)`: an action and its cost, as Fast Downward prints it."""
    UNIFIED_PLANNING = "unified-planning"
    """`SequentialPlan:` or `TimeTriggeredPlan:` and `a(b, c)` lines."""
    PDDL4J = "pddl4j"
    """`00: (a b) [0]`: index, action and duration."""
    JSON = "json"
    """An array of strings, of arrays or of objects."""
    COMMA = "comma"
    """`a(b), {c, d}, e`: commas between steps, braces around concurrent actions."""
    PROSE = "prose"
    """Steps inside other text: a list, a Markdown fence, `[PLAN] … [PLAN END]`."""


def plain_layout(words: Sequence[str]) -> tuple[int, ...]:
    """The offsets of these words in `(a b c)`; see `GroundAction.layout`."""
    places: list[int] = []
    at = 1
    for word in words:
        places += (at, at + len(word))
        at += len(word) + 1
    return at, *places


@record
class GroundAction:
    """An action name and its arguments, in lower case. Two are equal if name and arguments are;
    place and spelling are ignored."""

    key: tuple[str, ...]
    """Name and arguments in one tuple: equal for equal actions, and orderable."""
    at: int = field(default=0, compare=False, repr=False)
    """The offset of the action in its text."""
    layout: tuple[int, ...] | None = field(default=(), compare=False, repr=False)
    """Relative to `at`: the end of the action, then start and end of its name and of each argument.
    Empty for an action that was not read from text; None for the usual form `(a b c)`, with single
    blanks."""
    spelling: str | None = field(default=None, compare=False, repr=False)
    """Name and arguments as written, separated by blanks; None if they were in lower case."""

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.key[0]

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments."""
        return self.key[1:]

    @property
    def original(self) -> str:
        """The action in PDDL notation, spelled as in the text."""
        return f"({self.spelling or ' '.join(self.key)})"

    @property
    def span(self) -> Span:
        """The whole action, including parentheses."""
        layout = self._layout
        return Span(self.at, self.at + (layout[0] if layout else 0))

    @property
    def name_span(self) -> Span:
        """The place of the name."""
        return self._word(0)

    @property
    def arg_spans(self) -> tuple[Span, ...]:
        """The place of each argument."""
        return tuple(self._word(index) for index in range(1, len(self.key)))

    def _word(self, index: int) -> Span:
        layout = self._layout
        if not layout:
            return Span(self.at, self.at)
        start, end = layout[1 + 2 * index : 3 + 2 * index]
        return Span(self.at + start, self.at + end)

    @property
    def _layout(self) -> tuple[int, ...]:
        if self.layout is not None:
            return self.layout
        # The spelling as written, since the lower case of a letter may be two letters.
        return plain_layout(self.spelling.split(" ") if self.spelling else self.key)

    def __str__(self) -> str:
        return f"({' '.join(self.key)})"


@record
class Step:
    """One action, or several concurrent actions. `concurrent` distinguishes the set `{a}` from the
    action `a`, which are different steps. `start` and `duration` are in the plan's unit of time;
    `index` is the number before a step in formats without times."""

    actions: tuple[GroundAction, ...]
    concurrent: bool = False
    start: Fraction | None = None
    duration: Fraction | None = None
    index: int | None = field(default=None, compare=False)
    at: int = field(default=0, compare=False, repr=False)
    length: int = field(default=0, compare=False, repr=False)
    decimals: int = field(default=0, compare=False, repr=False)
    """Number of decimals of the duration; 0 for a whole number or a ratio."""

    @property
    def action(self) -> GroundAction:
        """The action of a step with one; raises ValueError for other steps."""
        (action,) = self.actions
        return action

    @property
    def key(self) -> StepKey:
        """The key that identifies equal steps: the action, or the set of actions, without times."""
        if self.concurrent:
            return ("{}", *sorted({" ".join(action.key) for action in self.actions}))
        return self.actions[0].key

    @property
    def span(self) -> Span:
        """The step, including its time, number and duration."""
        return Span(self.at, self.at + self.length)

    def __str__(self) -> str:
        text = " ".join(map(str, self.actions))
        return f"{{{text}}}" if self.concurrent else text


class Tolerances(NamedTuple):
    """Tolerances of times, in the plan's unit of time. Two happenings less than `separation` apart
    are simultaneous. A duration may deviate by `duration` from its constraint; None means half a
    unit of its last printed decimal, but at least VAL's 0.0001."""

    separation: float = 0.0001
    duration: float | None = None

    @classmethod
    def of(cls, separation: float | None, duration: float | None) -> Tolerances:
        """Tolerances with defaults for None."""
        return cls(cls().separation if separation is None else separation, duration)


DEFAULT_TOLERANCES: Final = Tolerances()


class Skipped(NamedTuple):
    """A part of the text that is not a step, and the reason."""

    span: Span
    reason: str


@dataclass(frozen=True)
class Plan:
    """Steps in text order. `cost` is the cost that the text states, which is not checked. `skipped`
    lists skipped parts: prose, headings, malformed steps."""

    steps: tuple[Step, ...] = ()
    format: PlanFormat = PlanFormat.SEQUENTIAL
    cost: Fraction | None = None
    skipped: tuple[Skipped, ...] = ()
    end: Fraction | None = None
    """The end of the plan, if it is stated: planners for processes may wait."""
    added: tuple[tuple[int, Step], ...] = ()
    """Steps that planners add to a plan, such as FF's `(reach-goal)`, each with its index among all
    steps: they only count for a domain that declares their actions."""

    @property
    def timed(self) -> bool:
        """Whether every step has a start time; false for the empty plan."""
        return bool(self.steps) and all(step.start is not None for step in self.steps)

    @property
    def is_missing(self) -> bool:
        """Whether the text has no step although it is neither empty nor an empty list. A refusal in
        words is not an empty plan: metrics treat it as one step that matches none."""
        return not self.steps and bool(self.skipped)

    @property
    def actions(self) -> Iterator[GroundAction]:
        """Every action, step by step."""
        for step in self.steps:
            yield from step.actions

    def steps_at(self, offset: int) -> tuple[Step, ...]:
        """The last two steps that begin at or before `offset`, since two may touch there."""
        last = bisect_right(self.steps, offset, key=lambda step: step.at)
        return self.steps[max(last - 2, 0) : last]

    @lazy
    def step_keys(self) -> tuple[StepKey, ...]:
        """The key of each step."""
        return self._keys(NEVER)

    def _keys(self, checkpoint: Checkpoint) -> tuple[StepKey, ...]:
        return tuple([step.key for step in watched(self.steps, checkpoint)])

    def prepare(self, checkpoint: Checkpoint) -> None:
        """Compute `step_keys` and `action_counts`, if necessary. For a million steps that takes
        seconds; `checkpoint` may end it."""
        if "step_keys" not in self.__dict__:
            self.__dict__["step_keys"] = self._keys(checkpoint)
        if "action_counts" not in self.__dict__:
            self.__dict__["action_counts"] = self._counted(checkpoint)

    @lazy
    def action_counts(self) -> Counter[StepKey]:
        """The number of occurrences of each action, by its key. Must not be modified."""
        return self._counted(NEVER)

    def _counted(self, checkpoint: Checkpoint) -> Counter[StepKey]:
        if any(step.concurrent for step in self.steps):
            return Counter(action.key for action in watched(self.actions, checkpoint))
        return Counter(watched(self.step_keys, checkpoint))

    def __len__(self) -> int:
        return len(self.steps)


# Ground atoms and states

GroundAtom: TypeAlias = tuple[str, ...]
"""A predicate or action with its arguments, in lower case: `("on", "a", "b")`."""

StateAtoms: TypeAlias = frozenset[GroundAtom]
"""A state as the set of its true atoms."""

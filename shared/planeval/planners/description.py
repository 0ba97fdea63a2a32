"""What is known of a planner: how it is asked, and how its answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from plancore.jsonable import Json, as_json
from planeval.planners.finding import Environment, Found
from planeval.programs.places import escaped


class Response(StrEnum):
    """What a planner says when it ends. Whether it is right about a plan is for others to say."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """It has proved that there is no plan. Only for an answer that is never given otherwise."""
    GAVE_UP = "gave_up"
    """It has no plan, and no proof that there is none."""
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    FAILED = "failed"
    """It could not read the task, does not support it, or broke down."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A planner that can be run here: plain data, to be sent to another process.

    In `command` stand the places (`planeval.programs.places`) `{domain}`, `{problem}` and `{plan}`
    for paths, `{time}` for whole seconds, `{memory}` for MiB. `codes` says what an exit status
    means, `output` what a text in its output means; the latter is looked at first, and a status
    that is in neither means that it gave up, if it is 0, and that it failed otherwise. `plans` are
    patterns of file names, of which the last one that matches, by name, has the plan; `-` is
    standard output. `files` are those of the user's that the command names: what is in them decides
    what the planner does, as its version does for one that is installed. `asks_version` is a
    command of the user's that says the version. Neither is in `data`.
    """

    name: str
    version: str
    command: tuple[str, ...]
    codes: Mapping[int, Response] = field(default_factory=dict)
    output: tuple[tuple[str, Response], ...] = ()
    plans: tuple[str, ...] = ("plan",)
    files: tuple[str, ...] = ()
    asks_version: tuple[str, ...] = ()

    def data(self) -> Json:
        """As JSON, whose keys are texts."""
        codes = {str(code): response.value for code, response in self.codes.items()}
        return {
            "name": self.name,
            "version": self.version,
            "command": list(self.command),
            "codes": codes,
            "output": as_json(self.output),
            "plans": list(self.plans),
        }

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Ready:
        """The planner that `data` gave."""
        from msgspec import convert

        return convert(data, cls, str_keys=True)


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner that may be here. `command` is a line of words with blanks between them that has,
    besides what `Ready` has, holes for what `find` finds; a word that is empty then goes.
    `supports` is what it plans with, `package` what pip installs it from, `caution` what one should
    know before."""

    name: str
    command: str
    find: Callable[[Environment], Found | None]
    supports: str
    package: str
    codes: Mapping[int, Response] = field(default_factory=dict)
    output: tuple[tuple[str, Response], ...] = ()
    plans: tuple[str, ...] = ("plan",)
    caution: str = ""

    def ready(self, environment: Environment) -> Ready | None:
        """The planner as it is in `environment`, or on the PATH; None if it is not."""
        found = self.find(environment)
        if found is None:
            return None
        command = []
        for word in self.command.split():
            for name, value in found.words.items():
                word = word.replace(f"{{{name}}}", escaped(value))
            if word:
                command.append(word)
        return Ready(self.name, found.version, tuple(command), self.codes, self.output, self.plans)

"""Find planners by name: known ones and the user's own.

The user's own are command lines or are described in TOML files (`planeval.programs`), which have
more settings. The meaning of an exit status or a text in the output is one of `solved`,
`unsolvable`, `gave_up`, `timeout`, `memout`, `failed`::

    [mine]
    command = "./plan --seconds {time} {domain} {problem} {plan}"   # or a list of words
    version = "2.1"              # or version_command = "./plan --version"
    plans = ["plan", "plan.*"]   # so by default; "-" is standard output
    finds_several = true         # each of these files is a plan, the first by its number the best
    codes = { 11 = "unsolvable" }
    output = { "search space exhausted" = "unsolvable" }
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

from msgspec import Meta, field

from plancore.stop import NEVER, Checkpoint
from planeval.planners.catalogue import enhsp, fast_downward, kairos, kstar, lpg, pyperplan, symk
from planeval.planners.description import Planner, PlannerResponse, PythonEnvironment, Ready
from planeval.programs.bounds import PLANNER
from planeval.programs.command import (
    Places,
    blocks,
    command_in_words,
    files_of,
    limits_in_words,
    named_command,
    places_in,
    refuse_taken,
    runnable,
    unknown,
)
from planeval.programs.tables import Program, ProgramTable, programs_in, reported_version
from planfiles.errors import UserError
from planfiles.extras import installer, quoted

# The listing of `planeval planners`.


def listing(names: Sequence[str]) -> str:
    """The known planners, with the versions of those installed; or with `names`, all details of
    these planners. Raises UserError for one that cannot be run."""
    if not names:
        return "".join(_known())
    programs = [(planner.name, _listing_described(planner)) for planner in planners_of(names)]
    return blocks(programs, limits_in_words("each attempt", PLANNER, "planeval solve"))


def _known() -> list[str]:
    lines = []
    for planner, ready in here(PythonEnvironment.ours()):
        supports = planner.supports
        if ready is None:
            # The command is last on its line, so that it can be copied.
            what = f"not installed: {installer()} {planner.package}"
            supports += f" ({planner.caution})" if planner.caution else ""
        else:
            what = ready.version or "here"
        lines.append(f"{planner.name:14} {what}\n{'':14} {supports}\n")
        others = ((name, each) for name, each in planner.names.items() if name != planner.name)
        lines += (f"{'':14} {name}: {each.purpose}\n" for name, each in others if each)
    return lines


def _listing_described(planner: Ready) -> list[tuple[str, str]]:
    output = ", ".join(f"{text!r} {response.value}" for text, response in planner.output)
    plans = ", ".join("standard output" if name == "-" else name for name in planner.plans)
    return [
        ("version", planner.version or "unknown"),
        ("command", command_in_words(planner.command)),
        ("files", ", ".join(planner.files)),
        ("plans", plans),
        (
            "exit status",
            ", ".join(f"{code} {response.value}" for code, response in planner.codes.items()),
        ),
        ("output", output),
    ]


# The known planners: a file of `catalogue` and a line here for each.

PLANNERS: Final[tuple[Planner, ...]] = (
    kairos.PLANNER,
    pyperplan.PLANNER,
    fast_downward.PLANNER,
    symk.PLANNER,
    kstar.PLANNER,
    enhsp.PLANNER,
    lpg.PLANNER,
)

DEFAULT: Final = kairos.PLANNER if sys.platform == "linux" else fast_downward.PLANNER
"""The default planner: kairos has wheels for Linux only."""


_PLACES: Final = Places(
    ("domain", "problem", "plan", "time", "memory"), needed=("domain", "problem")
)

ExitStatus: TypeAlias = Annotated[str, Meta(pattern="^[0-9]{1,9}$", description="an exit status")]


class PlannerTable(ProgramTable, kw_only=True):
    """The table of a planner in a TOML file."""

    plans: list[str] | str | None = None
    finds_several: bool = False
    codes: dict[ExitStatus, PlannerResponse] = field(default_factory=dict)
    output: dict[str, PlannerResponse] = field(default_factory=dict)


def from_line(text: str) -> Ready | None:
    """The planner in `name: command`; None for another form. Raises UserError for a bad command."""
    named = named_command(text, _PLACES)
    if named is None:
        return None
    name, words = named
    return Ready(name, "", words, plans=_plans(words), files=files_of(words))


def from_file(path: str) -> list[Ready]:
    """The planners described in a TOML file. Raises UserError."""
    return list(map(_described, programs_in(path, "planners", PlannerTable, _PLACES)))


def _described(program: Program[PlannerTable]) -> Ready:
    table, words = program.table, program.command
    plans = _plans(words) if table.plans is None else table.plans
    return Ready(
        program.name,
        program.version,
        words,
        {int(code): response for code, response in table.codes.items()},
        tuple(table.output.items()),
        (plans,) if isinstance(plans, str) else tuple(plans),
        table.finds_several,
        files_of(words),
        program.asks_version,
    )


def _plans(words: Sequence[str]) -> tuple[str, ...]:
    """The default of `plans`: standard output if the command has no `{plan}`; else that file and
    numbered ones next to it, as anytime planners write them."""
    has_place = any("plan" in places_in(word) for word in words)
    return ("plan", "plan.*") if has_place else ("-",)


NAMES: Final = tuple(name for planner in PLANNERS for name in planner.names)
"""The names of the known planners, with their variants."""


def planners_of(names: Sequence[str], tell: Callable[[str], None] | None = None) -> list[Ready]:
    """The planners for `names`, each once; by default `DEFAULT`.

    A name is one of `NAMES`, `all` for the known planners that are installed, `NAME@FOLDER` for
    one in another virtual environment, `NAME: COMMAND`, or a TOML file. Raises UserError for
    one that is not found. With `tell`, for work on other machines, a missing program of the user's
    is passed to `tell` instead.
    """
    found: dict[str, Ready] = {}
    for name in names or (DEFAULT.name,):
        for planner in _planners(name, tell):
            known = found.setdefault(planner.name, planner)
            if known != planner:
                raise UserError(f"duplicate planner name {planner.name!r}")
    return list(found.values())


def here(environment: PythonEnvironment) -> Iterator[tuple[Planner, Ready | None]]:
    """The known planners, each as found in `environment`, or None."""
    for planner in PLANNERS:
        yield planner, planner.ready(environment)


class Choice(NamedTuple):
    """A planner that can be chosen by `name`. `version` is empty if it is not known, and None if
    the planner is not installed: then `install` is the command that installs it. `is_setting`:
    whether it is used if none is chosen."""

    name: str
    supports: str
    version: str | None
    install: str | None
    is_setting: bool


def choices(setting: str, checkpoint: Checkpoint = NEVER) -> Iterator[Choice]:
    """The planners to choose from, with their variants: those that a `setting` describes, if it is
    valid, then the known ones, of which those installed and the default come first."""
    own = _of_setting(setting, checkpoint)
    for name, ready in own.items():
        yield Choice(name, "as the settings describe it", ready.version, None, len(own) == 1)
    found = []
    for each in here(PythonEnvironment.ours()):
        checkpoint()
        found.append(each)
    found.sort(key=lambda each: (not each[1], each[0] != DEFAULT))
    installed = [planner.name for planner, ready in found if ready]
    is_used = not setting or (setting == "all" and len(installed) == 1)
    used = installed[0] if installed and is_used else setting
    for planner, here_ready in found:
        for name, variant in planner.names.items():
            if name in own:
                continue
            purpose = "" if variant is None else variant.purpose
            is_default = name == planner.name
            supports = "; ".join(filter(None, (purpose, planner.supports if is_default else "")))
            if here_ready is not None:
                yield Choice(name, supports, here_ready.version, None, name == used)
            else:
                size = f" ({planner.caution})" if planner.caution else ""
                install = f"{installer()} {planner.package}"
                yield Choice(name, f"{supports}{size}", None, install, is_setting=False)


def _of_setting(setting: str, checkpoint: Checkpoint) -> dict[str, Ready]:
    """The planners that a setting describes; empty for an invalid one, which solving reports."""
    own = []
    try:
        for planner, folder in _described_in(setting):
            checkpoint()
            own.append(_own(planner, folder, checkpoint=checkpoint))
        if not own and "@" in setting:
            own = planners_of([setting])
    except UserError:
        return {}
    return {ready.name: ready for ready in own}


def planner_or_default(
    name: str | None, setting: str = "", checkpoint: Checkpoint = NEVER
) -> Ready:
    """The planner for `name`, which may be that of a planner of the `setting`, else as in
    `planners_of`. Without a name it is that of the setting, else the default, else the first known
    planner that is installed. Raises UserError, also if none is, and what `checkpoint` raises."""
    if name and setting.startswith(f"{name}@"):
        name = setting
    elif name and name not in NAMES:
        for planner, folder in _described_in(setting):
            if planner.name == name:
                return _own(planner, folder, checkpoint=checkpoint)
    name = name or setting
    if name:
        found = _planners(name, None, checkpoint)
        if len(found) > 1:
            names = ", ".join(planner.name for planner in found)
            raise UserError(f"{name} describes several planners ({names}); choose one")
        return found[0]
    ours = PythonEnvironment.ours()
    in_order = sorted(PLANNERS, key=lambda planner: planner is not DEFAULT)
    ready = next(filter(None, (planner.ready(ours) for planner in in_order)), None)
    if ready is None:
        raise _none_installed()
    return ready


def _none_installed() -> UserError:
    return UserError(f"no planner is installed; to install one: {installer()} {DEFAULT.package}")


def _planners(
    name: str, tell: Callable[[str], None] | None, checkpoint: Checkpoint = NEVER
) -> list[Ready]:
    described = _described_in(name)
    if described:
        return [_own(planner, folder, tell, checkpoint) for planner, folder in described]
    ours = PythonEnvironment.ours()
    if name == "all":
        found = [ready for _, ready in here(ours) if ready is not None]
        if not found:
            raise _none_installed()
        return found
    known, at, folder = name.partition("@")
    planner = next((each for each in PLANNERS if known in each.names), None)
    if planner is None:
        raise unknown("planner", known, NAMES)
    environment = PythonEnvironment.at(Path(folder)) if at else ours
    if environment is None:
        raise UserError(f"{folder}: not a virtual environment")
    ready = planner.ready(environment, known)
    if ready is None:
        others = ", ".join(each.name for each, ready in here(ours) if ready is not None)
        also = f" (installed: {others})" if others else ""
        pip = f"{quoted(environment.python)} -m pip install" if at else installer()
        caution = f" ({planner.caution})" if planner.caution else ""
        raise UserError(
            f"{known} is not installed{also}; to install it{caution}: {pip} {planner.package}"
        )
    return [ready]


def _described_in(name: str) -> list[tuple[Ready, Path]]:
    """The planners that a command line or a TOML file describes, with the folder of their files;
    they are not checked. Empty for a name. Raises UserError."""
    line = from_line(name)
    if line is not None:
        return [(line, Path())]
    if name.endswith(".toml"):
        return [(planner, Path(name).parent) for planner in from_file(name)]
    return []


def _own(
    planner: Ready,
    folder: Path,
    tell: Callable[[str], None] | None = None,
    checkpoint: Checkpoint = NEVER,
) -> Ready:
    """Check that a planner of the user's starts, and set its version. Raises UserError."""
    refuse_taken("planner", planner.name, (*NAMES, "all"))
    command = runnable(planner.name, planner.command, folder, tell)
    version = planner.version
    if planner.asks_version:
        version = reported_version(planner.name, planner.asks_version, checkpoint)
    return replace(planner, command=command, version=version, asks_version=())

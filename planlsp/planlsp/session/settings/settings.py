"""The settings: parsing of the values that a client sends, and their documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from plancore.diagnostic import SEVERITY_NAMES, Severity
from plancore.ide.information.hints import HintKind
from plancore.ide.review.terms import Align, ComparisonMode
from plancore.model.plan import DEFAULT_TOLERANCES, Tolerances
from plancore.rules.settings import RuleSettings


def matches(pattern: str, path: str) -> bool:
    """Whether the relative `path`, with `/` as separator, matches the glob `pattern`.

    A pattern without `/` matches the file name in any folder, as in `.gitignore`.
    """
    return bool(_compiled(pattern).fullmatch(path))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    pattern = pattern.removeprefix("./").removeprefix("/")
    parts: list[str] = []
    depth = 0
    at = 0
    while at < len(pattern):
        rest = pattern[at:]
        if rest.startswith("**/"):
            parts.append("(?:[^/]+/)*")
            at += 3
        elif rest.startswith("**"):
            parts.append(".*")
            at += 2
        elif brackets := re.match(r"\[(!?)([^\[\]/\\^]+)\]", rest):
            parts.append(f"[{'^' if brackets[1] else ''}{brackets[2]}]")
            at += brackets.end()
        else:
            depth += _append(parts, rest[0], depth)
            at += 1
    try:
        return re.compile("".join(parts))
    except re.error:  # an open brace, a range such as [z-a]
        return re.compile(re.escape(pattern))


def _append(parts: list[str], character: str, depth: int) -> int:
    """Translate one character. Returns the change of the brace depth."""
    if character == "{":
        parts.append("(?:")
        return 1
    if character == "}" and depth:
        parts.append(")")
        return -1
    if character == "," and depth:
        parts.append("|")
    else:
        parts.append({"*": "[^/]*", "?": "[^/]"}.get(character, re.escape(character)))
    return 0


SECTION = "planlsp"
Choice = TypeVar("Choice", bound=StrEnum)


class DiagnosticMode(StrEnum):
    """The files that diagnostics are reported for."""

    OPEN = "openFilesOnly"
    WORKSPACE = "workspace"


class PlanFile(StrEnum):
    """Where editors put a plan that was found."""

    NEW = "new"
    SAVED = "saved"
    OVERWRITE = "overwrite"


@dataclass(frozen=True, slots=True)
class Settings:
    """The section `planlsp` of the client's configuration.

    `references` pairs glob patterns, relative to the workspace folder, with paths of references;
    the first match is used. `severities` overrides severities by code; None switches a code off.
    `align`: when to match names of a domain and its reference by structure. `evidence`: use
    problems next to the two as evidence for matches. `comparison`: report all differences, or only
    those that change the meaning. `consequences`: execute plans of the workspace, to report effects
    of differences and to offer repairs. `identical_lenses`: show lenses above actions that are the
    same as in the reference. `predicate_lenses`: show lenses with the uses of predicates.
    `inlay_hints`: the kinds to show. `diagnostic_mode`: which files to
    check. `tolerances`: for the times of plans. `is_sandboxed`: refuse references outside the
    workspace. `planner`: as for `planlsp solve`, empty for the default. `planner_time`: its time
    limit in seconds. `plan_file`: where editors put the plan.
    """

    references: tuple[tuple[str, str], ...] = ()
    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    align: Align = Align.AUTO
    evidence: bool = True
    comparison: ComparisonMode = ComparisonMode.SYNTACTIC
    consequences: bool = True
    identical_lenses: bool = False
    predicate_lenses: bool = False
    inlay_hints: frozenset[HintKind] = frozenset((HintKind.RESULT, HintKind.TYPES))
    diagnostic_mode: DiagnosticMode = DiagnosticMode.OPEN
    tolerances: Tolerances = DEFAULT_TOLERANCES
    is_sandboxed: bool = False
    planner: str = ""
    planner_time: float = 60.0
    plan_file: PlanFile = PlanFile.NEW

    @property
    def rules(self) -> RuleSettings:
        """The settings of rules."""
        return RuleSettings(self.severities, self.tolerances)

    def reference_for(self, path: str) -> str | None:
        """The reference for the file at `path`, relative to its workspace folder; None without a
        match."""
        for pattern, reference in self.references:
            if matches(pattern, path):
                return reference
        return None


class SettingError(NamedTuple):
    """An invalid setting: its nested names, and a message."""

    names: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        return f"{'.'.join((SECTION, *self.names[:1]))}: {self.message}"


def parse_settings(raw: object) -> tuple[Settings, tuple[SettingError, ...]]:
    """The settings in `raw`, and the errors.

    Accepts the section itself, or an object with the section under its name. Invalid values keep
    their default. Unknown names are ignored: they may be for another version.
    """
    section = raw.get(SECTION, raw) if isinstance(raw, Mapping) else raw
    if section is not None and not isinstance(section, Mapping):
        return Settings(), (SettingError((), f"expected an object, found {_kind(section)}"),)
    values = named_values(raw)
    problems: list[SettingError] = []
    return Settings(
        references=_references(values.get("reference"), problems),
        severities=_severities(values.get("severities"), problems),
        align=_one_of(values, "align", Align.AUTO, problems),
        evidence=_is_on(values, "evidence", problems),
        comparison=_one_of(values, "comparison", ComparisonMode.SYNTACTIC, problems),
        consequences=_is_on(values, "consequences", problems),
        identical_lenses=_is_on(values, "identicalLenses", problems, default=False),
        predicate_lenses=_is_on(values, "predicateLenses", problems, default=False),
        inlay_hints=_inlay_hints(values.get("inlayHints"), problems),
        diagnostic_mode=_one_of(values, "diagnosticMode", DiagnosticMode.OPEN, problems),
        tolerances=Tolerances.of(
            _tolerance(values, "tolerance", problems),
            _tolerance(values, "durationTolerance", problems),
        ),
        planner=_text(values, "planner", problems),
        planner_time=_seconds(values, "plannerTime", problems),
        plan_file=_one_of(values, "planFile", PlanFile.NEW, problems),
    ), tuple(problems)


def named_values(raw: object) -> dict[str, Any]:
    """The values in `raw` by name. Editors send `{"planlsp.x": …}`, `{"planlsp": {"x": …}}` or
    `{"x": …}`; a name without prefix takes precedence."""
    section = raw.get(SECTION, raw) if isinstance(raw, Mapping) else None
    values = section if isinstance(section, Mapping) else {}
    prefixed = {
        name.removeprefix(f"{SECTION}."): value
        for name, value in values.items()
        if isinstance(name, str)
    }
    return {**prefixed, **values}


def _references(value: object, problems: list[SettingError]) -> tuple[tuple[str, str], ...]:
    if value is None or value == "":
        return ()
    if isinstance(value, str):
        return (("**", value),)
    if isinstance(value, Mapping):
        wrong = [str(pattern) for pattern, path in value.items() if not isinstance(path, str)]
        problems += (
            SettingError(("reference", name), f"expected a file for {name}") for name in wrong
        )
        return tuple((str(p), path) for p, path in value.items() if isinstance(path, str) and path)
    message = f"expected a file, or an object from pattern to file, found {_kind(value)}"
    problems.append(SettingError(("reference",), message))
    return ()


def _one_of(
    values: Mapping[str, Any], name: str, default: Choice, problems: list[SettingError]
) -> Choice:
    """The member of the enumeration of `default` with this value, ignoring case."""
    value = values.get(name)
    by_spelling = {choice.lower(): choice for choice in type(default)}
    if isinstance(value, str) and value.lower() in by_spelling:
        return by_spelling[value.lower()]
    if value is not None:
        problems.append(
            SettingError((name,), f"expected {', '.join(type(default))}, found {value!r}")
        )
    return default


def _is_on(
    values: Mapping[str, Any], name: str, problems: list[SettingError], *, default: bool = True
) -> bool:
    """The value of a switch, or its default."""
    value = values.get(name)
    if value is not None and not isinstance(value, bool):
        problems.append(SettingError((name,), f"expected true or false, found {value!r}"))
    return value if isinstance(value, bool) else default


def _tolerance(values: Mapping[str, Any], name: str, problems: list[SettingError]) -> float | None:
    """A tolerance from 0 to 1; None for the default."""
    value = values.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    if value is not None:
        problems.append(SettingError((name,), f"expected a number from 0 to 1, found {value!r}"))
    return None


def _text(values: Mapping[str, Any], name: str, problems: list[SettingError]) -> str:
    value = values.get(name)
    if value is not None and not isinstance(value, str):
        problems.append(SettingError((name,), f"expected a string, found {_kind(value)}"))
    return value if isinstance(value, str) else ""


def _seconds(values: Mapping[str, Any], name: str, problems: list[SettingError]) -> float:
    value = values.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 86_400:
        return float(value)
    if value is not None:
        message = f"expected a number of seconds above 0, up to a day, found {value!r}"
        problems.append(SettingError((name,), message))
    return Settings().planner_time


def _inlay_hints(value: object, problems: list[SettingError]) -> frozenset[HintKind]:
    """`{"steps": true, "result": false}`; kinds that are not named keep their default."""
    kinds = set(Settings().inlay_hints)
    if isinstance(value, Mapping):
        for kind in HintKind:
            shown = value.get(kind.value)
            if isinstance(shown, bool):
                (kinds.add if shown else kinds.discard)(kind)
            elif shown is not None:
                message = f"expected true or false for {kind}, found {shown!r}"
                problems.append(SettingError(("inlayHints", kind.value), message))
    elif value is not None:
        problems.append(SettingError(("inlayHints",), f"expected an object, found {_kind(value)}"))
    return frozenset(kinds)


def _severities(value: object, problems: list[SettingError]) -> Mapping[str, Severity | None]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        problems.append(SettingError(("severities",), f"expected an object, found {_kind(value)}"))
        return {}
    from planlsp.session.settings.codes import question  # few settings name a code

    severities: dict[str, Severity | None] = {}
    for code, name in value.items():
        if isinstance(name, str) and name.lower() in SEVERITY_NAMES:
            severities[str(code)] = SEVERITY_NAMES[name.lower()]
            doubt = question(str(code))
            if doubt is not None:
                problems.append(SettingError(("severities", str(code)), doubt))
        else:
            choices = ", ".join(SEVERITY_NAMES)
            message = f"expected {choices} for {code}, found {name!r}"
            problems.append(SettingError(("severities", str(code)), message))
    return severities


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", int: "a number"}
    return names.get(type(value), "another type")


class DocumentedSetting(NamedTuple):
    """The documentation of a setting in the section `planlsp`: its `values` and `default` as in
    TOML or JSON, and its `meaning` in Markdown."""

    name: str
    values: tuple[str, ...]
    default: str
    meaning: str


SETTINGS: Final = (
    DocumentedSetting(
        "reference",
        ("a file", "an object from pattern to file"),
        "none",
        "the file to compare domains, problems and plans with; paths and patterns are relative to "
        "the workspace folder, and the first matching pattern is used",
    ),
    DocumentedSetting(
        "align",
        ('"off"', '"auto"', '"on"'),
        '"auto"',
        "when to match names automatically; `auto`: if the domains share almost no names",
    ),
    DocumentedSetting(
        "evidence",
        ("true", "false"),
        "true",
        "use problem files next to both domains as evidence when matching names",
    ),
    DocumentedSetting(
        "comparison",
        ('"syntactic"', '"semantic"'),
        '"syntactic"',
        "which differences from the reference to report: all, or those that change the meaning",
    ),
    DocumentedSetting(
        "consequences",
        ("true", "false"),
        "true",
        "execute plans, to report which differences affect them and to offer repairs of domains",
    ),
    DocumentedSetting(
        "identicalLenses",
        ("true", "false"),
        "false",
        "show a lens above actions that are the same as in the reference",
    ),
    DocumentedSetting(
        "predicateLenses",
        ("true", "false"),
        "false",
        "show a lens above each predicate: how often conditions need it, and effects add or "
        "delete it",
    ),
    DocumentedSetting(
        "inlayHints",
        ("an object from kind to true or false",),
        '{"result": true, "types": true, "steps": false, "parameters": false}',
        "which inlay hints to show; kinds not listed keep their default",
    ),
    DocumentedSetting(
        "diagnosticMode",
        ('"openFilesOnly"', '"workspace"'),
        '"openFilesOnly"',
        "which files to report problems for",
    ),
    DocumentedSetting(
        "tolerance",
        ("a number from 0 to 1",),
        "0.0001",
        "the difference below which two times of a plan are equal",
    ),
    DocumentedSetting(
        "durationTolerance",
        ("a number from 0 to 1",),
        "half a unit of the last printed decimal, at least 0.0001",
        "the allowed deviation of a duration from its constraint",
    ),
    DocumentedSetting(
        "planner",
        ("a planner, as for `planlsp solve --planner`",),
        '""',
        "the planner that solves problems; if empty, kairos or the first one that is installed. A "
        "`planlsp.toml` can only name one that `planeval planners` lists",
    ),
    DocumentedSetting(
        "plannerTime",
        ("a number of seconds up to 86400",),
        "60",
        "the time limit for solving a problem, in seconds",
    ),
    DocumentedSetting(
        "planFile",
        ('"new"', '"saved"', '"overwrite"'),
        '"new"',
        "where editors put a plan: a new file next to the problem, not saved; the same, saved; or "
        "the file `NAME.plan` of the problem `NAME.pddl`, saved, unless it is a link, read-only or "
        "has unsaved changes. A `planlsp.toml` cannot set the last one",
    ),
    DocumentedSetting(
        "severities",
        ('an object from code to "error", "warning", "information", "hint" or "off"',),
        "{}",
        "the severity of each rule; listing a rule that is off by default turns it on",
    ),
)

NAMES: Final = tuple(setting.name for setting in SETTINGS)

"""The command line, and the environment variable that every flag has."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from plancore.report.registry import formats_of
from planfiles.parser import Parser
from planfiles.trouble import Trouble

PREFIX: Final = "PLANDIFF_"
_FLAG_WORDS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}

_DESCRIPTION = """\
Compare a learned or generated PDDL domain, problem or plan with its reference.

Opens a viewer on a terminal and prints text anywhere else. LEARNED and REFERENCE are files,
`-` for standard input, or /dev/null for nothing at all. What they hold is recognised by
content."""

_EPILOG = """\
exit status: 0 no difference, 1 differences, 2 trouble.

also: `plandiff canon FILE` prints a file in one fixed form; `plandiff git-setup` makes git show
differences of that form. Every option can be set by an environment variable, for example
PLANDIFF_COLOR=never."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for. `format` is None when a terminal decides."""

    files: tuple[str, ...]
    format: str | None
    color: str
    width: int | None
    exit_zero: bool
    strict: bool
    labels: tuple[str, ...]
    name: str | None
    align: bool
    no_evidence: bool
    mapping: str | None
    save_mapping: str | None
    plans: tuple[str, ...]
    domain: str | None
    problem: str | None
    modulo_commuting: bool
    theme: str | None


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options in `arguments`, else in `environment`.

    Raises Trouble for what is wrong with either; `--help` and `--version` print and raise
    SystemExit.
    """
    parser = _parser(environment)
    values = parser.parse_args(list(arguments))
    return Options(
        files=tuple(values.files),
        format=values.format,
        color=values.color,
        width=values.width,
        exit_zero=values.exit_zero,
        strict=values.strict,
        labels=tuple(values.label or getattr(values, "label_fallback", ())),
        name=values.name,
        align=values.align,
        no_evidence=values.no_evidence,
        mapping=values.mapping,
        save_mapping=values.save_mapping,
        plans=tuple(values.plans or getattr(values, "plans_fallback", ())),
        domain=values.domain,
        problem=values.problem,
        modulo_commuting=values.modulo_commuting,
        theme=values.theme,
    )


def _parser(environment: Mapping[str, str]) -> Parser:
    parser = Parser(
        prog="plandiff",
        usage="plandiff [options] LEARNED REFERENCE",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="*", help=argparse.SUPPRESS)
    option = partial(_add_option, parser, environment)
    option(
        "--format",
        choices=formats_of("domain", "problem", "plan"),
        help="print in this format, never open a viewer",
    )
    option(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours of text; auto: on a terminal unless NO_COLOR is set",
    )
    option("--width", type=_width, metavar="N", help="columns of the text report")
    option("--exit-zero", action="store_true", help="exit with 0 when there are differences, too")
    option("--strict", action="store_true", help="exit with 2 when a file has errors")
    option(
        "--label",
        action="append",
        metavar="LABEL",
        help="call the first file so, given twice also the second; given once, a/LABEL and b/LABEL",
    )
    option("--name", help="the definition to compare in files that have several")
    option("--align", action="store_true", help="find what domains call or write differently")
    option("--no-evidence", action="store_true", help="let no problems beside domains speak")
    option("--mapping", metavar="FILE", help="what stands for what in two domains or problems")
    option("--save-mapping", metavar="FILE", help="write what stands for what in two domains")
    option(
        "--plans",
        action="append",
        metavar="PLANS",
        help="say what differences of two domains do to a plan, a folder of plans, or a list of "
        "cases as planeval validate reads it; may be given more than once",
    )
    option("--domain", metavar="FILE", help="execute two plans with this domain")
    option("--problem", metavar="FILE", help="execute plans in this problem")
    option(
        "--modulo-commuting",
        action="store_true",
        help="align two plans whatever the order of their independent steps",
    )
    option("--theme", help="colours of the viewer")
    parser.add_version()
    return parser


def _add_option(parser: Parser, environment: Mapping[str, str], flag: str, **settings: Any) -> None:
    """Add `flag`; its default comes from the environment."""
    variable = PREFIX + flag.removeprefix("--").replace("-", "_").upper()
    settings["help"] += f" [{variable}]"
    value = environment.get(variable)
    if value and settings.get("action") == "append":
        # argparse would add to a default list what stands on the command line should replace.
        parser.set_defaults(**{f"{flag.removeprefix('--')}_fallback": [value]})
    elif value:
        settings["default"] = _converted(variable, value, settings)
    parser.add_argument(flag, **settings)


def _converted(variable: str, value: str, settings: Mapping[str, Any]) -> object:
    """What `value` means for an option with `settings`; raises Trouble."""
    if settings.get("action") == "store_true":
        if value.lower() not in _FLAG_WORDS:
            raise Trouble(f"{variable}={value!r}: choose from {', '.join(_FLAG_WORDS)}")
        return _FLAG_WORDS[value.lower()]
    choices = settings.get("choices")
    if choices and value not in choices:
        raise Trouble(f"{variable}={value!r}: choose from {', '.join(choices)}")
    if "type" in settings:
        try:
            return settings["type"](value)
        except argparse.ArgumentTypeError as error:
            raise Trouble(f"{variable}: {error}") from None
    return value


def _width(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 20 <= value <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 20 to 10000")
    return value

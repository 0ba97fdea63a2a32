"""The options of `plandiff`: from the command line, else the environment, else a config file.

`Options` is the table of them. A field of it is all that there is to write of an option: its flag,
`PLANDIFF_` variable, key in the config file, line of help and completion are made from it.

What an option is: a field of a dataclass that knows its flag, its variable and its key.

A field made by one of the functions here is all that there is to write of an option. What it may
be is read from it by the parser of the command line, by the readers of the environment and of the
config file, by shell completion and by the tests.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, TypeVar

from plancore.report.registry import REVIEWS, formats_of
from plandiff.config import Config, read_config
from planfiles.errors import UserError
from planfiles.parser import Parser, job_count

Value = TypeVar("Value")
Read = Callable[[str], object]

PREFIX: Final = "PLANDIFF_"
_SWITCHES: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class HelpHeading(StrEnum):
    """The headings of `--help`."""

    OUTPUT = "output"
    COMPARISON = "comparison"
    PLANS = "plans"
    FOLDERS = "folders"
    STATUS = "exit status"


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option. `dest` is its field; `read` makes a value of a text, and raises ArgumentTypeError
    for one that is none. A switch takes no value; it is named after what it changes, so that
    `evidence`, which is on by default, is the flag `--no-evidence`."""

    dest: str
    key: str
    default: Any
    help: str
    group: HelpHeading
    metavar: str | None = None
    offered: Callable[[], tuple[str, ...]] = tuple
    read: Read = str
    is_switch: bool = False
    is_repeatable: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that there are; none where any may be."""
        return self.offered()

    @property
    def flag(self) -> str:
        """What stands on the command line."""
        return f"--no-{self.key}" if self.default is True else f"--{self.key}"

    @property
    def opposite(self) -> str:
        """The flag that takes a switch back which the environment or the config file has set."""
        return f"--{self.key}" if self.default is True else f"--no-{self.key}"

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.key.replace("-", "_").upper()

    def from_text(self, text: str, where: str) -> object:
        """The value that `text` means. Raises UserError, with `where` the text stands."""
        value = self._from_text(text, where)
        return (value,) if self.is_repeatable else value

    def from_toml(self, value: object, where: str) -> object:
        """The value that one in a config file means. Raises UserError."""
        if self.is_switch:
            if not isinstance(value, bool):
                raise UserError(f"{where}: choose from true, false")
            return value
        if self.is_repeatable and isinstance(value, list):
            return tuple(self._from_text(_scalar(item, where), where) for item in value)
        return self.from_text(_scalar(value, where), where)

    def _from_text(self, text: str, where: str) -> object:
        if self.is_switch:
            text = text.lower()
        allowed = tuple(_SWITCHES) if self.is_switch else self.choices
        if allowed and text not in allowed:
            raise UserError(f"{where}: choose from {', '.join(allowed)}")
        if self.is_switch:
            return _SWITCHES[text]
        try:
            return self.read(text)
        except argparse.ArgumentTypeError as error:
            raise UserError(f"{where}: {error}") from None


def _scalar(value: object, where: str) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise UserError(f"{where}: a text or a number is expected")


def switch(default: bool, group: HelpHeading, help: str) -> bool:
    """An option without a value."""
    return _row(default, group, help, is_switch=True)


def choice(
    default: Value,
    group: HelpHeading,
    choices: tuple[str, ...] | Callable[[], tuple[str, ...]],
    help: str,
    *,
    key: str = "",
    metavar: str | None = None,
) -> Value:
    """An option with one of `choices`, or with `default`; `key` where the field has another name.
    A `metavar` stands for them in the help where they are many."""
    offered = choices if callable(choices) else lambda: choices
    return _row(default, group, help, key=key, offered=offered, metavar=metavar)


def value(
    default: Value, group: HelpHeading, metavar: str, help: str, *, key: str = "", read: Read = str
) -> Value:
    """An option with a value, called `metavar` in the help; `key` where the field has another
    name. A tuple as default makes it one that may be given more than once."""
    return _row(default, group, help, key=key, metavar=metavar, read=read)


def _row(default: Value, group: HelpHeading, help: str, *, key: str = "", **more: Any) -> Value:
    more |= {"key": key, "help": help, "group": group}
    return field(default=default, metadata=more)


def rows_of(options: type) -> tuple[OptionRow, ...]:
    """The options among the fields of a dataclass, in their order."""
    return tuple(_row_of(entry) for entry in fields(options) if entry.metadata)


def _row_of(entry: Field[Any]) -> OptionRow:
    settings = dict(entry.metadata)
    settings["key"] = settings["key"] or entry.name.replace("_", "-")
    is_repeatable = isinstance(entry.default, tuple)
    return OptionRow(entry.name, default=entry.default, is_repeatable=is_repeatable, **settings)


def _formats() -> tuple[str, ...]:
    return formats_of(*REVIEWS)


OWN: Final = ("plandiff-dark", "plandiff-light", "plandiff-plain")
OF_TEXTUAL: Final = (
    *("ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light"),
    *("catppuccin-frappe", "catppuccin-latte", "catppuccin-macchiato", "catppuccin-mocha"),
    *("dracula", "flexoki", "gruvbox", "monokai", "nord"),
    *("rose-pine", "rose-pine-dawn", "rose-pine-moon", "solarized-dark", "solarized-light"),
    *("textual-dark", "textual-light", "tokyo-night"),
)
THEME_NAMES: Final = OWN + OF_TEXTUAL
"""The viewer's themes, for whoever does not load its library. A test compares."""

_SHORT: Final = ("brief", "stat")
"""The formats that have an option of their own."""


def _width(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 20 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 20 to 10000")
    return number


def _link_format(text: str) -> str:
    # Most people write no address.
    from plandiff.links import link_format

    return link_format(text)


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for. `format` is None when a terminal decides. `origins` says of what the
    environment or the config file set where that stands, with the value."""

    files: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    format: str | None = choice(
        None, HelpHeading.OUTPUT, _formats, "print in this format, never open a viewer"
    )
    color: str = choice(
        "auto",
        HelpHeading.OUTPUT,
        ("auto", "always", "never"),
        "colours; auto: on a terminal unless NO_COLOR is set",
    )
    brief: bool = switch(
        False, HelpHeading.OUTPUT, "one line: same or different, and the worst figure"
    )
    stat: bool = switch(False, HelpHeading.OUTPUT, "a line for each action, with counts and a bar")
    explain: bool = switch(
        False, HelpHeading.OUTPUT, "also say what differences mean, and states of plans"
    )
    metrics: bool = switch(False, HelpHeading.OUTPUT, "print all scores")
    links: str = choice(
        "auto",
        HelpHeading.OUTPUT,
        ("auto", "always", "never"),
        "places as links (OSC 8); auto: with colours, where the terminal knows links",
    )
    link_format: str | None = value(
        None,
        HelpHeading.OUTPUT,
        "URL",
        "what links open, such as vscode://file{path}:{line}; also {column} and {host}",
        read=_link_format,
    )
    width: int | None = value(None, HelpHeading.OUTPUT, "N", "columns of text", read=_width)
    theme: str | None = choice(
        None, HelpHeading.OUTPUT, THEME_NAMES, "colours of the viewer", metavar="NAME"
    )
    watch: bool = switch(
        False, HelpHeading.OUTPUT, "in the viewer, compare anew whenever a file changes"
    )
    serve: bool = switch(
        False, HelpHeading.OUTPUT, "show the viewer in a browser of this machine, until Ctrl+C"
    )
    writable: bool = switch(
        False,
        HelpHeading.OUTPUT,
        "with --serve, let the browser write files: marks, edits, reports",
    )

    labels: tuple[str, ...] = value(
        (),
        HelpHeading.COMPARISON,
        "LABEL",
        "call the first file so, given twice also the second; given once, b/LABEL and a/LABEL",
        key="label",
    )
    held: str | None = choice(
        None,
        HelpHeading.COMPARISON,
        ("pddl", "plan"),
        "what both files hold, whatever they are called",
        key="as",
    )
    name: str | None = value(
        None, HelpHeading.COMPARISON, "NAME", "the definition to compare in files that have several"
    )
    align: bool = switch(
        False, HelpHeading.COMPARISON, "find what domains call or write differently"
    )
    evidence: bool = switch(True, HelpHeading.COMPARISON, "let no problems beside domains speak")
    marks: bool = switch(True, HelpHeading.COMPARISON, "leave review marks alone")
    before: str | None = value(
        None,
        HelpHeading.COMPARISON,
        "OLD",
        "the learned file as it was before its last change; of folders, the folder",
    )
    mapping: str | None = value(
        None, HelpHeading.COMPARISON, "FILE", "what stands for what in two domains or problems"
    )
    save_mapping: str | None = value(
        None, HelpHeading.COMPARISON, "FILE", "write what stands for what in two domains"
    )

    plans: tuple[str, ...] = value(
        (),
        HelpHeading.PLANS,
        "PLANS",
        "say what differences of two domains do to a plan, a folder of plans, or a list of cases "
        "as planeval validate reads it; may be given more than once",
    )
    domain: str | None = value(
        None, HelpHeading.PLANS, "FILE", "execute two plans with this domain"
    )
    problem: str | None = value(None, HelpHeading.PLANS, "FILE", "execute plans in this problem")
    modulo_commuting: bool = switch(
        False, HelpHeading.PLANS, "align two plans whatever the order of their independent steps"
    )

    save: str | None = value(
        None, HelpHeading.FOLDERS, "RUN", "write all that was found out about folders, as JSON"
    )
    baseline: str | None = value(
        None, HelpHeading.FOLDERS, "RUN", "say what is better and worse than in a saved run"
    )
    sort: str | None = value(
        None, HelpHeading.FOLDERS, "COLUMN", "pairs by a figure; -COLUMN from high to low"
    )
    filter: str | None = value(
        None, HelpHeading.FOLDERS, "TERMS", "pairs by words of names and statuses: 'rovers invalid'"
    )
    jobs: int | None = value(
        None, HelpHeading.FOLDERS, "N", "how many processes compare pairs", read=job_count
    )

    fail_under: tuple[str, ...] = value(
        (),
        HelpHeading.STATUS,
        "FIGURE=N",
        "exit with 1 when a figure is lower, and for no other difference; may be given more than "
        "once",
    )
    exit_zero: bool = switch(
        False, HelpHeading.STATUS, "exit with 0 when there are differences, too"
    )
    strict: bool = switch(False, HelpHeading.STATUS, "exit with 2 when a file has errors")

    def where(self, dest: str) -> str:
        """How to name the option with this field to whoever set it: where its value stands."""
        return self.origins.get(dest) or next(row.flag for row in ROWS if row.dest == dest)

    def is_given(self, dest: str) -> bool:
        """Whether the command line sets the option with this field to something else than it is
        without."""
        return dest not in self.origins and any(
            row.dest == dest and getattr(self, dest) != row.default for row in ROWS
        )


ROWS: Final = rows_of(Options)

_DESCRIPTION = """\
Compare a learned or generated PDDL domain, problem or plan with its reference.

Opens a viewer on a terminal and prints text anywhere else. LEARNED and REFERENCE are files,
`-` for standard input, or /dev/null for nothing at all; or they are folders, of which each file is
compared. Names say what files hold, else their texts. FOLDER alone has folders with a learned.pddl
and a reference.pddl; RUN.json is what --save has written."""

_EPILOG = """\
exit status: 0 no difference, 1 differences, 2 trouble.

also: `plandiff canon FILE` prints a file in one fixed form; `plandiff git-setup` makes git show
differences of that form; `plandiff completion SHELL` prints tab completion for bash, zsh or fish.

Every option is an environment variable, too (PLANDIFF_EXIT_ZERO=1), and a key of the file that
PLANDIFF_CONFIG names, by default planlsp/plandiff.toml where your system keeps settings
(exit-zero = true). --no-NAME takes back what is set there."""


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options in `arguments`, else in `environment`, else in the config file of the user.

    Raises UserError for what is wrong with any; `--help` and `--version` print and raise
    SystemExit.
    """
    given = vars(option_parser().parse_args(list(arguments)))
    given |= {name: tuple(entry) for name, entry in given.items() if isinstance(entry, list)}
    settings: dict[str, Any] = {}
    origins: dict[str, str] = {}
    config = read_config(environment)
    for layer, places in (
        (_from_config(config), _places_in(config)),
        (_from_environment(environment), _variables(environment)),
        (given, {}),
    ):
        settings |= _with_format(layer, settings.get("format"))
        origins = {dest: at for dest, at in origins.items() if dest not in layer} | places
    return Options(**settings, origins=origins)


def _with_format(layer: dict[str, Any], before: str | None) -> dict[str, Any]:
    """`--brief` and `--stat` are formats; one that is named beside them goes before. What was
    chosen `before` is taken back by `--no-brief`."""
    short = next((name for name in _SHORT if layer.get(name)), None)
    if short is None and before in _SHORT and layer.get(before) is False:
        return {"format": None} | layer
    return layer if short is None else {"format": short} | layer


def option_parser(add_subcommands: Callable[[Parser], None] | None = None) -> Parser:
    """The parser of the command line. What is not given there it leaves out. Tab completion wants
    the subcommands before the files, too; who compares has none."""
    parser = Parser(
        prog="plandiff",
        usage="plandiff [options] LEARNED REFERENCE\n       plandiff [options] FOLDER | RUN.json",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
    )
    if add_subcommands is not None:
        add_subcommands(parser)
    parser.add_argument("files", nargs="*", default=[], metavar="FILE", help=argparse.SUPPRESS)
    groups = {group: parser.add_argument_group(group.value) for group in HelpHeading}
    for row in ROWS:
        _add(groups[row.group], row)
    parser.add_version()
    return parser


def _add(group: argparse._ArgumentGroup, row: OptionRow) -> None:
    settings: dict[str, Any] = {"dest": row.dest}
    if row.is_switch:
        turned, back = (
            ("store_false", "store_true") if row.default else ("store_true", "store_false")
        )
        group.add_argument(row.flag, action=turned, help=row.help, **settings)
        group.add_argument(row.opposite, action=back, help=argparse.SUPPRESS, **settings)
        return
    if row.is_repeatable:
        settings["action"] = "append"
    group.add_argument(
        row.flag,
        metavar=row.metavar,
        choices=row.choices or None,
        type=row.read,
        help=row.help,
        **settings,
    )


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The options that variables set; an empty one sets none."""
    places = _variables(environment)
    return {
        row.dest: row.from_text(environment[row.variable], places[row.dest])
        for row in ROWS
        if row.dest in places
    }


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that set options, with their values, by the fields that they set."""
    return {
        row.dest: f"{row.variable}={text!r}"
        for row in ROWS
        if (text := environment.get(row.variable))
    }


def _from_config(config: Config) -> dict[str, Any]:
    """The options that the config file sets. Raises UserError for keys that there are not, too."""
    rows = {row.key: row for row in ROWS}
    for key in config.settings:
        if key not in rows:
            from plancore.spelling import nearest

            near = nearest(key, rows)
            meant = f"did you mean {near}?" if near else f"there are: {', '.join(sorted(rows))}"
            raise UserError(f"{config.path}: no option is called {key!r}; {meant}")
    places = _places_in(config)
    return {
        rows[key].dest: rows[key].from_toml(entry, places[rows[key].dest])
        for key, entry in config.settings.items()
    }


def _places_in(config: Config) -> dict[str, str]:
    """The keys of the config file, with their values, by the fields that they set."""
    return {
        row.dest: f"{config.path}: {row.key} = {config.settings[row.key]!r}"
        for row in ROWS
        if row.key in config.settings
    }

"""The options of `plandiff`, from the command line, else the environment, else the config file.

Each field of `Options` completely describes an option: its flag, `PLANDIFF_` variable, key in the
config file, help and completion are derived from it. Options also decide the exit status.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from plancore.report.registry import REVIEWS, formats_of
from plancore.spelling import hint
from plandiff.option import (
    Config,
    HelpHeading,
    OptionRow,
    choice,
    read_config,
    rows_of,
    switch,
    value,
)
from planfiles import parser as shared
from planfiles.command import Exit
from planfiles.errors import UserError
from planfiles.parser import Parser, job_count

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.limit import Limit
    from plancore.report.review import Review


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
"""The names of the viewer's themes, without importing Textual; a test compares them."""

_SHORT: Final = ("side_by_side", "brief", "stat")
"""The formats with a switch of their own."""


def _width(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 20 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 20 to 10000")
    return number


def _link_format(text: str) -> str:
    # Imported late: rarely used.
    from plandiff.links import link_format

    return link_format(text)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a run. `format` None: a viewer on a terminal, else text. `origins` maps fields
    set by the environment or the config file to the place and value, for messages."""

    files: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    format: str | None = choice(
        None,
        HelpHeading.OUTPUT,
        _formats,
        "print in this format instead of opening the viewer (default: text if piped)",
    )
    side_by_side: bool = switch(
        False, HelpHeading.OUTPUT, "print two columns: --format side-by-side", "-y"
    )
    brief: bool = switch(
        False, HelpHeading.OUTPUT, "print one line with the worst score: --format brief"
    )
    stat: bool = switch(
        False, HelpHeading.OUTPUT, "print counts and a bar for each action: --format stat"
    )
    quiet: bool = switch(False, HelpHeading.OUTPUT, shared.QUIET, "-q")
    explain: bool = switch(
        False,
        HelpHeading.OUTPUT,
        "also explain each difference and show the states in which plans fail",
    )
    metrics: bool = switch(False, HelpHeading.OUTPUT, shared.METRICS)
    color: str = choice("auto", HelpHeading.OUTPUT, shared.COLORS, shared.COLOR)
    links: str = choice(
        "auto",
        HelpHeading.OUTPUT,
        shared.COLORS,
        "print places as links (default: auto, with colours if the terminal supports OSC 8)",
    )
    link_format: str | None = value(
        None,
        HelpHeading.OUTPUT,
        "URL",
        "target of links, with {path}, {line}, {column} and {host} (default: file://{host}{path})",
        read=_link_format,
    )
    width: int | None = value(
        None,
        HelpHeading.OUTPUT,
        "N",
        "maximum width of lines (default: that of the terminal)",
        read=_width,
    )
    theme: str | None = choice(
        None,
        HelpHeading.OUTPUT,
        THEME_NAMES,
        "colour theme of the viewer (default: one that suits the terminal)",
        metavar="NAME",
    )
    watch: bool = switch(
        False, HelpHeading.OUTPUT, "in the viewer, compare again when a file changes"
    )
    serve: bool = switch(
        False, HelpHeading.OUTPUT, "open the viewer in a browser on this machine, until Ctrl+C"
    )
    writable: bool = switch(
        False,
        HelpHeading.OUTPUT,
        "with --serve, allow the browser to write files: marks, edits, reports",
    )

    labels: tuple[str, ...] = value(
        (),
        HelpHeading.COMPARISON,
        "LABEL",
        "label of LEARNED; repeat for REFERENCE. A single LABEL gives b/LABEL and a/LABEL, as in "
        "git",
        key="label",
    )
    held: str | None = choice(
        None,
        HelpHeading.COMPARISON,
        ("pddl", "plan"),
        "type of both files (default: detected from the extension, then the content)",
        key="as",
    )
    name: str | None = value(
        None,
        HelpHeading.COMPARISON,
        "NAME",
        "definition to compare in files with several (default: the first)",
    )
    align: bool | None = switch(None, HelpHeading.COMPARISON, shared.ALIGN_BY_DEFAULT)
    """None: align domains that share almost no names."""
    evidence: bool = switch(True, HelpHeading.COMPARISON, shared.NO_EVIDENCE)
    marks: bool = switch(True, HelpHeading.COMPARISON, "ignore the review marks of LEARNED")
    before: str | None = value(
        None,
        HelpHeading.COMPARISON,
        "OLD",
        "earlier version of LEARNED: also report what its last change repaired and broke",
    )
    mapping: str | None = value(None, HelpHeading.COMPARISON, "FILE", shared.MAPPING)
    save_mapping: str | None = value(None, HelpHeading.COMPARISON, "FILE", shared.SAVE_MAPPING)

    plans: tuple[str, ...] = value(
        (),
        HelpHeading.PLANS,
        "PLANS",
        "execute PLANS in both domains and report which differences affect them; a plan, a "
        "directory or a case list; repeatable",
    )
    domain: str | None = value(
        None,
        HelpHeading.PLANS,
        "FILE",
        "domain to execute two plans in (default: the one that belongs to them)",
    )
    problem: str | None = value(
        None,
        HelpHeading.PLANS,
        "FILE",
        "problem to execute plans in (default: the one that belongs to them)",
    )
    modulo_commuting: bool = switch(
        False, HelpHeading.PLANS, "align two plans regardless of the order of independent steps"
    )

    save: str | None = value(
        None,
        HelpHeading.DIRECTORIES,
        "RUN",
        "save the results of a directory comparison to RUN, as JSON",
    )
    baseline: str | None = value(None, HelpHeading.DIRECTORIES, "RUN", "compare with saved results")
    sort: str | None = value(
        None,
        HelpHeading.DIRECTORIES,
        "COLUMN",
        "sort pairs by a column; -COLUMN for descending order",
    )
    filter: str | None = value(
        None,
        HelpHeading.DIRECTORIES,
        "TERMS",
        "show only pairs with these words in their names or these statuses: 'rovers invalid'",
    )
    jobs: int | None = value(None, HelpHeading.DIRECTORIES, "N", shared.JOBS, read=job_count)

    fail_under: tuple[str, ...] = value(
        (), HelpHeading.STATUS, "METRIC=N", "exit 1 only if METRIC is below N; repeatable"
    )
    exit_zero: bool = switch(False, HelpHeading.STATUS, "exit 0 even if there are differences")
    strict: bool = switch(False, HelpHeading.STATUS, shared.STRICT)

    @property
    def is_printed(self) -> bool:
        """Whether the options exclude the viewer."""
        return self.quiet or self.format is not None

    def where(self, dest: str) -> str:
        """The name of an option in messages: the place where its value was set, else its flag."""
        return self.origins.get(dest) or next(row.flag for row in ROWS if row.dest == dest)

    def is_given(self, dest: str) -> bool:
        """Whether the command line sets the option to a value other than its default."""
        return dest not in self.origins and any(
            row.dest == dest and getattr(self, dest) != row.default for row in ROWS
        )


ROWS: Final = rows_of(Options)

_DESCRIPTION: Final = """\
Compare a learned or generated PDDL domain, problem or plan with its reference.

LEARNED and REFERENCE are files, - for standard input, /dev/null for an empty file, or directories
whose files are compared in pairs. Without REFERENCE, LEARNED names it in a line ;;!reference: FILE.
DIRECTORY has subdirectories, each with a learned.pddl and a reference.pddl. RUN.json contains
results that --save wrote.

The file type is detected from the extension, then from the content. On a terminal a viewer opens;
otherwise text is printed."""

_EPILOG: Final = f"""\
{shared.COMPARED}

other commands: plandiff canon FILE prints a file in canonical form. plandiff git-setup makes git
diff PDDL in that form. plandiff completion bash, zsh or fish prints tab completion.

Every option is also an environment variable (PLANDIFF_EXIT_ZERO=1) and a key of the config file
(exit-zero = true). PLANDIFF_CONFIG names that file; by default it is planlsp/plandiff.toml in your
configuration directory. --no-NAME turns off a switch that is set there."""


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options in `arguments`, else in `environment`, else in the user's config file.

    Raises UserError for an invalid one; `--help` and `--version` print and raise SystemExit.
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
    """Convert switches such as `--brief` to formats; `--format` in the same layer takes precedence.
    `--no-brief` undoes `--brief` of an earlier layer, whose format is `before`."""
    names = {dest: dest.replace("_", "-") for dest in _SHORT}
    short = next((name for dest, name in names.items() if layer.get(dest)), None)
    if short is None and any(before == names[dest] and layer.get(dest) is False for dest in names):
        return {"format": None} | layer
    return layer if short is None else {"format": short} | layer


def option_parser(add_subcommands: Callable[[Parser], None] | None = None) -> Parser:
    """The parser of the command line. Its result has only options that are given. For tab
    completion, `add_subcommands` adds the subcommands before the files."""
    parser = Parser(
        prog="plandiff",
        usage="plandiff [options] LEARNED [REFERENCE]\n"
        "       plandiff [options] DIRECTORY | RUN.json",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
    )
    if add_subcommands is not None:
        add_subcommands(parser)
    parser.add_argument("files", nargs="*", default=[], metavar="FILE", help=argparse.SUPPRESS)
    shared.add_no_color(parser)
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
        flags = filter(None, (row.short, row.flag))
        group.add_argument(*flags, action=turned, help=row.help, **settings)
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
    """The options set by environment variables; empty variables are ignored."""
    places = _variables(environment)
    return {
        row.dest: row.from_text(environment[row.variable], places[row.dest])
        for row in ROWS
        if row.dest in places
    }


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that set options, with their values, by field."""
    return {
        row.dest: f"{row.variable}={text!r}"
        for row in ROWS
        if (text := environment.get(row.variable))
    }


def _from_config(config: Config) -> dict[str, Any]:
    """The options set by the config file. Raises UserError, also for unknown keys."""
    rows = {row.key: row for row in ROWS}
    for key in config.settings:
        if key not in rows:
            raise UserError(f"{config.path}: unknown option `{key}`; {hint(key, sorted(rows))}")
    places = _places_in(config)
    return {
        rows[key].dest: rows[key].from_toml(entry, places[rows[key].dest])
        for key, entry in config.settings.items()
    }


def _places_in(config: Config) -> dict[str, str]:
    """The keys of the config file, with their values, by field."""
    return {
        row.dest: f"{config.path}: {row.key} = {config.settings[row.key]!r}"
        for row in ROWS
        if row.key in config.settings
    }


def status(review: Review, options: Options) -> Exit:
    """The exit status of a review.

    Files with errors that seem the same, or within the limits, are TROUBLE: they may differ in the
    parts with errors. With `--strict`, errors are always TROUBLE. If there are limits, they decide
    between SAME and DIFFERENT. `--exit-zero` hides differences, but not TROUBLE.
    """
    if options.strict and review.has_errors:
        return Exit.TROUBLE
    try:
        differs = bool(missed_by(review, options)) if options.fail_under else not review.is_same
    except UserError:  # a limit for an unknown score; text mode has reported it
        return Exit.TROUBLE
    if differs:
        return _for_differences(options)
    return Exit.TROUBLE if review.has_errors else Exit.SAME


def batch_status(batch: Batch, options: Options) -> Exit:
    """The exit status of a directory comparison. A pair that failed is TROUBLE. If there are limits
    or a baseline, they decide between SAME and DIFFERENT."""
    if batch.is_trouble or (options.strict and batch.has_errors):
        return Exit.TROUBLE
    return _for_differences(options) if batch.fails else Exit.SAME


def _for_differences(options: Options) -> Exit:
    return Exit.SAME if options.exit_zero else Exit.DIFFERENT


def read_limits(options: Options) -> tuple[Limit, ...]:
    """The limits in the options. Raises UserError for invalid ones."""
    if not options.fail_under:
        return ()
    # Imported late: it imports the metrics, and few runs have limits.
    from plancore.report.limits import read_limit

    try:
        return tuple(map(read_limit, options.fail_under))
    except ValueError as error:
        raise UserError(f"{options.where('fail_under')}: {error}") from None


def missed_by(review: Review, options: Options) -> list[str]:
    """Messages about the limits that a review misses; with an earlier version, limits are for the
    current one. Raises UserError for limits on scores that a review of this kind does not have."""
    limits = read_limits(options)
    if not limits:
        return []
    if review.kind == "threeway" or review.kind == "change":
        review = review.now
    from plancore.report.headline import OF_PLANS, headline_names, plain_headlines
    from plancore.report.limits import missed
    from plancore.spelling import hint

    names, where = headline_names(review.kind), options.where("fail_under")
    if not names:
        what = "no scores for files that are neither PDDL nor plans"
        raise UserError(f"{where}: {what} (--as plan reads them as plans)")
    for limit in limits:
        if limit.figure not in names:
            why = f"a {review.kind} has no score `{limit.figure}`; {hint(limit.figure, names)}"
            raise UserError(f"{where}: {why}")
    below = list(missed(limits, review.kind, plain_headlines(review)))
    said = [text for _, text in below]
    if review.kind == "domain" and review.blame is None:
        of_plans = [limit.figure for limit, _ in below if limit.figure in OF_PLANS]
        if of_plans:
            said.append(f"{', '.join(of_plans)}: not known without --plans")
    return said

"""Options: one table, three places to set them, and what is wrong in one line."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from plandiff.app import PlandiffApp
from plandiff.inputs import read_inputs
from plandiff.option import OptionRow, read_config, remember
from plandiff.options import ROWS, THEME_NAMES, Options, parse
from plandiff.screens.pair import PairScreen
from plandiff.session.session import Session
from plandiff.themes import THEMES
from planfiles.errors import UserError
from support.examples import DELIVERY
from support.plandiff_run import plandiff

FILES = ("learned.pddl", "reference.pddl")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "plandiff.toml"


def samples(row: OptionRow) -> tuple[str, str, str]:
    """Three values of an option: words, of those that it takes, or numbers."""
    words = row.choices or ("one", "two", "three")
    if row.key == "format":
        words = ("text", "json", "markdown")
    if row.key == "link-format":
        words = ("a:{path}", "b:{path}", "c:{path}:{line}")
    try:
        row.from_text(words[0], "")
    except UserError:
        words = ("60", "70", "80")
    return (words * 3)[0], (words * 3)[1], (words * 3)[2]


@pytest.mark.viewer_behaviour(8, "the table of options, each of them tried in all three places")
@pytest.mark.parametrize("row", [row for row in ROWS if not row.is_switch], ids=lambda row: row.key)
def test_the_command_line_comes_before_the_environment_and_that_before_the_file(
    row: OptionRow, config: Path
) -> None:
    first, second, third = samples(row)

    def read(text: str) -> object:
        return row.from_text(text, "")

    config.write_text(f"{row.key} = {first!r}\n")
    environment = {"PLANDIFF_CONFIG": str(config)}
    assert getattr(parse([], {}), row.dest) == row.default
    assert getattr(parse([], environment), row.dest) == read(first)
    environment[row.variable] = second
    assert getattr(parse([], environment), row.dest) == read(second)
    assert getattr(parse([row.flag, third], environment), row.dest) == read(third)
    assert getattr(parse([row.flag, third], {}), row.dest) == read(third)


@pytest.mark.parametrize("row", [row for row in ROWS if row.is_switch], ids=lambda row: row.key)
def test_a_switch_can_be_taken_back(row: OptionRow, config: Path) -> None:
    other = "false" if row.default else "true"
    config.write_text(f"{row.key} = {other}\n")
    environment = {"PLANDIFF_CONFIG": str(config)}
    assert getattr(parse([], {}), row.dest) is row.default
    assert getattr(parse([row.flag], {}), row.dest) is not row.default
    assert getattr(parse([], environment), row.dest) is not row.default
    # What is left to the files is taken back as switched off.
    assert getattr(parse([row.opposite], environment), row.dest) is bool(row.default)
    environment[row.variable] = "yes" if row.default else "no"
    assert getattr(parse([], environment), row.dest) is bool(row.default)


def test_every_field_but_the_files_is_an_option() -> None:
    assert {entry.name for entry in fields(Options)} == {row.dest for row in ROWS} | {
        *("files", "origins")
    }
    assert len({row.flag for row in ROWS}) == len({row.variable for row in ROWS}) == len(ROWS)


def test_what_may_be_given_more_than_once_is_a_list_in_the_file(config: Path) -> None:
    config.write_text('label = ["a", "b"]\nplans = "one.plan"\nwidth = 60\n')
    options = parse([], {"PLANDIFF_CONFIG": str(config)})
    assert (options.labels, options.plans, options.width) == (("a", "b"), ("one.plan",), 60)


@pytest.mark.viewer_behaviour(8)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('color = "red"', "color = 'red': expected one of auto, always, never"),
        ('colour = "never"', "unknown option `colour`; did you mean `color`?"),
        ("telescope = 1", "unknown option `telescope`; expected one of align, "),
        ("width = 3", "width = 3: '3' is not a number from 20 to 10000"),
        ("width = true", "width = True: expected a string or a number"),
        ("strict = 1", "strict = 1: expected true or false"),
        ("label = [[]]", "label = [[]]: expected a string or a number"),
        ("exit-zero = ", "1:13: not TOML: invalid value"),
        ("keys = 3", "keys: expected a table [keys]"),
        ("[keys]\nquit = 3", "keys.quit: expected a key, such as 'ctrl+n'"),
        ('theme = "nothing"', "theme = 'nothing': expected one of plandiff-dark"),
    ],
)
def test_what_is_wrong_in_the_file_is_one_line(config: Path, text: str, message: str) -> None:
    config.write_text(f"{text}\n")
    run = plandiff(*FILES, env={"PLANDIFF_CONFIG": str(config)})
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"plandiff: error: {config}:")
    assert message in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("key", "value", "files", "message"),
    [
        ("fail-under", "fi=1", FILES, "unknown score `fi`"),
        ("fail-under", "lcs=1", FILES, "a domain has no score `lcs`"),
        ("sort", "fi", (".", "."), "unknown score `fi`"),
        ("filter", "f1<0.9", (".", "."), "'f1<0.9' is neither a word"),
    ],
)
def test_a_wrong_value_that_is_read_later_is_named_with_its_place(
    config: Path, key: str, value: str, files: tuple[str, str], message: str
) -> None:
    config.write_text(f"{key} = {value!r}\n")
    settings = {"PLANDIFF_CONFIG": str(config)}
    run = plandiff(*files, env=settings)
    assert run.status == 2
    assert run.err.startswith(f"plandiff: error: {config}: {key} = {value!r}: {message}")
    variable = f"PLANDIFF_{key.replace('-', '_').upper()}"
    run = plandiff(*files, env={variable: value})
    assert run.err.startswith(f"plandiff: error: {variable}={value!r}: {message}")
    run = plandiff(*files, f"--{key}", value, env=settings)
    assert run.err.startswith(f"plandiff: error: --{key}: {message}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*FILES, "--domain", "x", "--problem", "y"), "two domains: --domain, --problem"),
        (("learned.plan", "reference.plan", "--plans", "x"), "two plans: --plans"),
        (("learned.plan", "reference.plan", "--mapping", "x"), "two plans: --mapping"),
        (("p01.pddl", "p01.pddl", "--sort", "f1", "--align"), "two problems: --align, --sort"),
        (("p01.pddl", "p01.pddl", "--explain"), "two problems: --explain"),
        ((*FILES, "--before", "learned.pddl", "--domain", "x"), "two domains: --domain"),
    ],
)
def test_options_that_change_nothing_are_named_and_no_trouble(
    arguments: tuple[str, ...], said: str
) -> None:
    run = plandiff(*arguments, "--brief")
    assert run.status in (0, 1)
    assert run.err == f"plandiff: no effect on {said}\n"


@pytest.mark.parametrize(
    ("name", "is_used"), [("text", True), ("markdown", True), ("html", True), ("csv", False)]
)
def test_explanations_are_for_formats_that_people_read(name: str, is_used: bool) -> None:
    run = plandiff(*FILES, "--format", name, "--explain")
    assert run.err == ("" if is_used else "plandiff: no effect on --format csv: --explain\n")


def test_what_is_set_elsewhere_may_be_for_other_files(config: Path) -> None:
    config.write_text('domain = "x"\nsort = "f1"\nsave = "run.json"\nbaseline = "main.json"\n')
    settings = {"PLANDIFF_CONFIG": str(config), "PLANDIFF_MODULO_COMMUTING": "1"}
    assert plandiff(*FILES, env=settings).err == ""
    assert plandiff(*FILES, "--plans", ".", "--problem", "p01.pddl").err == ""


def test_a_format_goes_before_a_short_one_of_the_same_place(config: Path) -> None:
    config.write_text("brief = true\n")
    environment = {"PLANDIFF_CONFIG": str(config)}
    assert parse([], environment).format == "brief"
    assert parse(["--stat"], environment).format == "stat"
    assert parse(["--format", "json"], environment).format == "json"
    assert parse([], environment | {"PLANDIFF_FORMAT": "text"}).format == "text"
    assert parse(["--stat", "--format", "csv"], {}).format == "csv"


def test_a_file_that_is_named_and_missing_is_trouble(config: Path) -> None:
    run = plandiff(*FILES, env={"PLANDIFF_CONFIG": str(config)})
    assert run.err == f"plandiff: error: cannot read {config}: no such file\n"


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"XDG_CONFIG_HOME": "{}/xdg", "HOME": "{}"}, "xdg/planlsp"),
        ("linux", {"XDG_CONFIG_HOME": "", "HOME": "{}"}, ".config/planlsp"),
        ("darwin", {"HOME": "{}"}, "Library/Application Support/planlsp"),
        ("win32", {"APPDATA": "{}/Roaming", "HOME": "{}/elsewhere"}, "Roaming/planlsp"),
    ],
)
def test_the_file_is_where_the_platform_keeps_settings(
    tmp_path: Path, platform: str, environment: dict[str, str], place: str
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (folder / "plandiff.toml").write_text('theme = "nord"\n[keys]\n"app.leave" = "ctrl+x"\n')
    config = read_config({k: v.format(tmp_path) for k, v in environment.items()}, platform)
    assert config.path == folder / "plandiff.toml"
    assert config.settings == {"theme": "nord"}
    assert config.keys == {"app.leave": "ctrl+x"}
    # An empty variable: no file at all.
    assert read_config({"PLANDIFF_CONFIG": "", "HOME": str(tmp_path)}, platform).path is None


def test_no_file_of_the_current_folder_has_a_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, tmp_path / ".config/planlsp", tmp_path / "planlsp"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plandiff.toml").write_text("exit-zero = true\n")
    monkeypatch.chdir(tmp_path)
    for environment in (
        {},
        {"XDG_CONFIG_HOME": "."},
        {"HOME": "."},
        {"XDG_CONFIG_HOME": ".config"},
    ):
        assert not parse([], environment).exit_zero


def test_a_choice_is_kept_and_all_else_stays(config: Path) -> None:
    remember(config, "theme", "nord")
    assert tomllib.loads(config.read_text()) == {"theme": "nord"}
    text = '# mine\nwidth = 90\ntheme = "nord"  # dark\n\n[keys]\ntheme = "f2"\n'
    config.write_text(text)
    remember(config, "theme", "dracula")
    assert config.read_text() == text.replace('theme = "nord"  # dark', 'theme = "dracula"')
    for odd in ('label = """\ntheme = 1"""\n', "[keys\n"):
        config.write_text(odd)
        with pytest.raises(UserError, match="no line can be set to theme"):
            remember(config, "theme", "nord")
        assert config.read_text() == odd


def test_themes_are_known_by_name_without_the_library_of_the_viewer() -> None:
    files = (str(DELIVERY / FILES[0]), str(DELIVERY / FILES[1]))
    app = PlandiffApp(PairScreen(Session(read_inputs(files, ()), Options())))
    assert sorted(app.available_themes) == sorted(THEME_NAMES)
    assert {theme.name for theme in THEMES} <= {*THEME_NAMES}
    assert plandiff(*FILES, "--theme", "nope").status == 2

"""Programs of the user's: planners and learners are described alike, and told alike."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import planeval.learners.naming
import planeval.planners.naming
from planeval.learners.naming import learners_named
from planeval.planners.naming import planners_of
from planeval.programs.command import files_of, filled
from planfiles.errors import UserError


class Sort(NamedTuple):
    """What is described; `places` are those that its command needs."""

    name: str
    places: str
    from_line: Callable[[str], Any]
    from_file: Callable[[str], Sequence[Any]]
    by_name: Callable[..., Sequence[Any]]

    def named(self, text: str, told: list[str] | None = None) -> Sequence[Any]:
        """What a text on the command line names."""
        return self.by_name([text], None if told is None else told.append)


SORTS: Final = (
    Sort(
        "planner",
        "{domain} {problem}",
        planeval.planners.naming.from_line,
        planeval.planners.naming.from_file,
        planners_of,
    ),
    Sort(
        "learner",
        "{trajectories} {output}",
        planeval.learners.naming.from_line,
        planeval.learners.naming.from_file,
        learners_named,
    ),
)

pytestmark = pytest.mark.parametrize("sort", SORTS, ids=[sort.name for sort in SORTS])


def described(sort: Sort, folder: Path, text: str) -> Sequence[Any]:
    file = folder / "mine.toml"
    file.write_text(text.replace("PLACES", sort.places))
    return sort.from_file(str(file))


def test_a_script_is_found_without_a_slash(
    sort: Sort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the file of TOML, or in the working folder; the program itself is on the PATH."""
    monkeypatch.chdir(tmp_path)
    below = tmp_path / "files"
    below.mkdir()
    for name in ("run.py", "python", "python3.11"):
        (below / name).touch()
        (tmp_path / name).touch()
    for program in ("python", "python3.11"):
        own = sort.from_line(f"mine: {program} run.py --seed=7 no.py {sort.places}")
        words = (program, str(tmp_path / "run.py"), "--seed=7", "no.py", *sort.places.split())
        assert own.command == words
    (own,) = described(sort, below, "[mine]\ncommand = './python run.py PLACES'")
    assert own.command[:2] == (str(below / "python"), str(below / "run.py"))
    monkeypatch.chdir(below)
    (own,) = sort.from_file("mine.toml")
    assert own.command[:2] == (str(below / "python"), str(below / "run.py"))


@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("nets/small.json", "nets/small.json"),
        ("learn", "learn"),
        ("./learn", "learn"),
        ("--model=./nets/small.json", "--model=|nets/small.json"),
        ("--model=x.json", "--model=|x.json"),
        ("--model=learn", "--model=|learn"),
        ("model=x.json=", None),
        ("--model=none.json", None),
        ("--model=nets", None),
        ("nets", None),
        ("--model={seed}/x.json", None),
        ("x" * 5000, None),
        ("=", None),
    ],
)
def test_a_name_of_a_file_stands_for_that_file_also_behind_an_equals_sign(
    sort: Sort, word: str, path: str | None, tmp_path: Path
) -> None:
    """And what is in it decides whether work is done again."""
    (tmp_path / "nets").mkdir()
    for name in ("nets/small.json", "learn", "x.json"):
        (tmp_path / name).write_text("{}")
    known = sort.places + (" {seed}" if sort.name == "learner" else "")
    word = word if sort.name == "learner" else word.replace("{seed}", "{time}")
    (own,) = described(sort, tmp_path, f"[m]\ncommand = ['p', {word!r}, 'PLACES']")
    option, _, name = (path or "").rpartition("|")
    file = str(tmp_path / name)
    assert own.command[1] == (option + file if path else word), known
    assert files_of(own.command) == ((file,) if path else ())


def test_braces_are_written_twice(sort: Sort, tmp_path: Path) -> None:
    """As for `str.format`; also where they are in the name of a file or of its folder."""
    folder = tmp_path / "{x}"
    folder.mkdir()
    script = folder / "{{}"
    script.touch()
    words = ["python", "{{{{}}", "awk", "{{print $1}}", "{{domain}}", "{{{seed}}}", sort.places]
    words = [word.replace("{seed}", sort.places.split()[0]) for word in words]
    (own,) = described(sort, folder, f"[m]\ncommand = {json.dumps(words)}")
    values = {"domain": "D", "trajectories": "D", "problem": "P", "output": "P"}
    was = ["python", str(script), "awk", "{print $1}", "{domain}", "{D}", "D P"]
    assert [filled(word, values) for word in own.command] == was
    assert files_of(own.command) == (str(script),)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("{", "unmatched { in '{'; write {{"),
        ("a}b", "unmatched } in 'a}b'; write }}"),
        ("{print $1}", "unmatched { in '{print $1}'; write {{"),
        ("{}", "; write {{}} for literal braces"),
        ("{sead}", "; write {{sead}} for literal braces"),
    ],
)
def test_a_brace_that_is_no_place_is_told(sort: Sort, word: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        described(sort, tmp_path, f"[m]\ncommand = ['p', {word!r}, 'PLACES']")
    assert why in raised.value.message


@pytest.mark.parametrize(
    ("line", "name", "first"),
    [
        ("mine:./p PLACES", "mine", "p"),
        ("mine:p PLACES", "mine", "p"),
        ("my own one: p PLACES", "my own one", "p"),
        ("  my \n own:p PLACES", "my own", "p"),
        ("é (2): p PLACES x.toml", "é (2)", "p"),
        ("C: p PLACES", "C", "p"),
    ],
)
def test_a_line_without_a_blank_and_names_with_some(
    sort: Sort, line: str, name: str, first: str
) -> None:
    own = sort.from_line(line.replace("PLACES", sort.places))
    assert (own.name, Path(own.command[0]).name) == (name, first)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("./p PLACES", "'./p PLACES' has no name; write 'NAME: ./p PLACES'"),
        (": p PLACES", "'p PLACES' has no name before the colon; write 'NAME: p PLACES'"),
        ("mine:p", "mine: the command lacks "),
    ],
)
def test_a_line_that_lacks_something_is_told_what(sort: Sort, line: str, why: str) -> None:
    with pytest.raises(UserError) as raised:
        sort.from_line(line.replace("PLACES", sort.places))
    assert raised.value.message.startswith(why.replace("PLACES", sort.places))


@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_a_version_is_a_text_or_what_a_command_says(sort: Sort, tmp_path: Path) -> None:
    start = "[m]\ncommand = 'sh PLACES'\n"
    for version, text in (("'1.2'", "1.2"), ("1.2", "1.2"), ("'sh, 3rd of its name'", "sh, 3rd")):
        (own,) = described(sort, tmp_path, f"{start}version = {version}")
        assert own.version.startswith(text)
    file = tmp_path / "mine.toml"
    file.write_text(f"{start}version_command = 'echo {{{{7}}}}'".replace("PLACES", sort.places))
    (named,) = sort.named(str(file))
    assert named.version == "{7}"
    (tmp_path / "tell").touch()
    command = re.escape("`version`: expected a string (use `version_command` for a command)")
    for version in ("['sh', '-c', 'x']", "'sh --version'", "'sh tell'", "'./tell'", "true"):
        with pytest.raises(UserError, match=f"m: {command}"):
            described(sort, tmp_path, f"{start}version = {version}")
    with pytest.raises(UserError, match="use either"):
        described(sort, tmp_path, f"{start}version = '1'\nversion_command = 'p'")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("pythn9 PLACES", "no such program: pythn9; did you mean `python9`?"),
        ("zzzzzzzz PLACES", "no such program: zzzzzzzz"),
        ("learn.py PLACES", "no such program: learn.py; did you mean `./learn.py`?"),
        ("./lern.py PLACES", "no such file: HERE/lern.py; did you mean `learn.py`?"),
        ("./learn.py PLACES", "HERE/learn.py is not executable: "),
        ("./nets PLACES", "HERE/nets is a directory"),
        ("sh lern.py PLACES", "no such file: HERE/lern.py; did you mean `learn.py`?"),
        ("sh -eu nets/lern.py PLACES", "no such file: HERE/nets/lern.py"),
        ("env A=1 sh lern PLACES", "no such file: HERE/lern; did you mean `learn`?"),
        ("nice sh lern PLACES", None),
        ("sh nets PLACES", None),
        ("sh learn PLACES", None),
        ("sh -c 'cat lern' PLACES", None),
        ("sh --rcfile lern PLACES", None),
        ("python9 -m lern PLACES", None),
        ("python9 learn lern PLACES", None),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_what_is_not_there_is_told_before_anything_runs(
    sort: Sort,
    command: str,
    why: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where other machines do the work it may be there."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "python9").write_text("#!/bin/sh\n")
    (programs / "python9").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(programs), os.environ["PATH"]]))
    (tmp_path / "nets").mkdir()
    for name in ("learn", "learn.py"):
        (tmp_path / name).touch()
    file = tmp_path / "mine.toml"
    file.write_text(f"[m]\ncommand = {command!r}".replace("PLACES", sort.places))
    if why is None:
        assert [each.name for each in sort.named(str(file))] == ["m"]
        return
    why = f"m: {why}".replace("HERE", str(tmp_path))
    with pytest.raises(UserError) as raised:
        sort.named(str(file))
    assert raised.value.message.startswith(why)
    told: list[str] = []
    assert [each.name for each in sort.named(str(file), told)] == ["m"]
    assert [text.startswith(why) for text in told] == [True]
    assert told[0].endswith("(on this machine; tasks given to a worker without it are lost)")


def test_none_is_called_like_one_of_ours(sort: Sort, tmp_path: Path) -> None:
    ours = {"planner": "kairos", "learner": "sam"}[sort.name]
    file = tmp_path / "mine.toml"
    file.write_text(f"[{ours}]\ncommand = 'sh PLACES'".replace("PLACES", sort.places))
    for text in (str(file), f"{ours}: sh {sort.places}"):
        with pytest.raises(UserError) as raised:
            sort.named(text)
        why = f"{ours}: planeval already has a {sort.name} of this name; choose another name"
        assert raised.value.message == why


def test_a_name_that_nobody_has(sort: Sort) -> None:
    ours = {"planner": "kairos", "learner": "sam"}[sort.name]
    own = "To add your own, write 'NAME: COMMAND …' or name a .toml file"
    with pytest.raises(UserError) as raised:
        sort.named(f"{ours}m")
    near = f"unknown {sort.name} '{ours}m'; did you mean `{ours}`? {own}"
    assert raised.value.message == near
    with pytest.raises(UserError, match=r"'xyzxyz'; expected one of .*[a-z]\. To add your own"):
        sort.named("xyzxyz")


def test_tables_stand_at_the_top_or_below_what_they_are(sort: Sort, tmp_path: Path) -> None:
    """So one file may describe both."""
    text = "[a]\ncommand = 'p PLACES'\n[b]\ncommand = 'q PLACES'"
    top = described(sort, tmp_path, text)
    assert [each.name for each in top] == ["a", "b"]
    both = (
        "[planners.kay]\ncommand = 'p {domain} {problem}'\n"
        "[learners.ell]\ncommand = 'l {trajectories} {output}'\n"
    )
    (only,) = described(sort, tmp_path, both)
    assert only.name == {"planner": "kay", "learner": "ell"}[sort.name]
    other = {"planner": "[learners.x]", "learner": "[planners.x]"}[sort.name]
    for group in (other, f"[{sort.name}s.x]"):
        beside = f"[mine]\ncommand = 'p PLACES'\n{group}\ncommand = 'y PLACES'\n"
        with pytest.raises(UserError) as raised:
            described(sort, tmp_path, beside)
        told = f"[mine] next to {group[:-2]}…]: write [learners.mine] or [planners.mine]"
        assert told in raised.value.message
    called = f"[{sort.name}s]\ncommand = 'p PLACES'\n"
    assert [each.name for each in described(sort, tmp_path, called)] == [f"{sort.name}s"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", " defines no {sort}"),
        ("[m]\nversion = '1'", ": m: `command` is missing"),
        ("[m]\ncommand = 7", ": m: `command`: expected a string or a list of strings, found 7"),
        ("[m]\ncommand = ['p', 7]", ": m: `command[1]`: expected a string, found 7"),
        ("[m]\ncommand = ''", ": m: the command is empty"),
        ("[m]\ncommand = []", ": m: the command is empty"),
        ('[m]\ncommand = "p \'q"', ": m: no closing quotation"),
        ("[m]\ncommand = 'p'", ": m: the command lacks "),
        ("[m]\ncommand = 'p PLACES {plam}'", ": m: {plam} is unknown; expected one of {domain}, "),
        (
            "[m]\ncommand = 'p PLACES'\ncomand = 'q'",
            ": m: `comand`: unknown key; did you mean `command`?",
        ),
        ("m = 7", ": m: expected an object, found 7"),
        ("{sort}s = 7", ": {sort}s: expected an object, found 7"),
        ("[m", ":1:3: not TOML: expected ']'"),
    ],
)
def test_the_same_mistake_is_told_in_the_same_words(
    sort: Sort, text: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError) as raised:
        described(sort, tmp_path, text.replace("{sort}", sort.name))
    told = raised.value.message
    assert told.startswith(str(tmp_path / "mine.toml") + why.replace("{sort}", sort.name))


@pytest.mark.parametrize(
    "text", ["sam", "C:\\learn.exe", "C:/x.toml", "x:y.toml", "kairos@C:\\venv", ""]
)
def test_what_is_no_line(sort: Sort, text: str) -> None:
    assert sort.from_line(text) is None

"""Programs of the user's: planners and learners are described alike, and told alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import planeval.learners.own
import planeval.planners.own
from planfiles.trouble import Trouble


class Sort(NamedTuple):
    """What is described; `places` are those that its command needs."""

    name: str
    places: str
    from_line: Callable[[str], Any]
    from_file: Callable[[str], Sequence[Any]]


SORTS: Final = (
    Sort(
        "planner",
        "{domain} {problem}",
        planeval.planners.own.from_line,
        planeval.planners.own.from_file,
    ),
    Sort(
        "learner",
        "{trajectories} {output}",
        planeval.learners.own.from_line,
        planeval.learners.own.from_file,
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
    beside = f"[mine]\ncommand = 'p PLACES'\n{other}\ncommand = 'y'\n"
    assert [each.name for each in described(sort, tmp_path, beside)] == ["mine"]
    called = f"[{sort.name}s]\ncommand = 'p PLACES'\n"
    assert [each.name for each in described(sort, tmp_path, called)] == [f"{sort.name}s"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", " describes no {sort}"),
        ("[m]\nversion = '1'", ": m has no `command`"),
        ("[m]\ncommand = 7", ": m: a command is a line, or a list of words"),
        ("[m]\ncommand = ['p', 7]", ": m: a command is a line, or a list of words"),
        ("[m]\ncommand = ''", ": m: the command is empty"),
        ("[m]\ncommand = []", ": m: the command is empty"),
        ('[m]\ncommand = "p \'q"', ": m: no closing quotation"),
        ("[m]\ncommand = 'p'", ": m: the command does not say where "),
        ("[m]\ncommand = 'p PLACES {plam}'", ": m: {plam} is none of {domain}, "),
        ("[m]\ncommand = 'p PLACES'\ncomand = 'q'", ": m: 'comand' is none of "),
        ("m = 7", ": m has no `command`"),
        ("{sort}s = 7", ": {sort}s has no `command`"),
        ("[m", ": Expected ']'"),
    ],
)
def test_the_same_mistake_is_told_in_the_same_words(
    sort: Sort, text: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(Trouble) as raised:
        described(sort, tmp_path, text.replace("{sort}", sort.name))
    told = raised.value.message
    assert told.startswith(str(tmp_path / "mine.toml") + why.replace("{sort}", sort.name))


@pytest.mark.parametrize("text", ["sam", "mine:p {domain}", "C:\\learn.exe", ": p", ""])
def test_what_is_no_line(sort: Sort, text: str) -> None:
    assert sort.from_line(text) is None

"""The planner that is used, by its name and the setting, and those to choose from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plancore.stop import StoppedError
from planeval.planners import naming
from planeval.planners.description import FoundPlanner, Planner, PythonEnvironment
from planeval.planners.naming import choices, planner_or_default
from planfiles.errors import UserError


class Asked(list[str]):
    """The names of the known planners in the order in which their versions were asked for."""

    def known(self, name: str, *, is_installed: bool = True) -> Planner:
        def find(_: PythonEnvironment) -> FoundPlanner | None:
            self.append(name)
            return FoundPlanner({}, f"{name} 1") if is_installed else None

        return Planner(name, "true {domain} {problem}", find, "STRIPS", name)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Three known planners: the default one is the second, the third is not installed."""
    asked = Asked()
    planners = (asked.known("a"), asked.known("b"), asked.known("c", is_installed=False))
    monkeypatch.setattr(naming, "PLANNERS", planners)
    monkeypatch.setattr(naming, "DEFAULT", planners[1])
    monkeypatch.setattr(naming, "NAMES", ("a", "b", "c"))
    return asked


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A file of two planners, whose version commands note that they run."""
    table = '[{0}]\ncommand = "true {{domain}} {{problem}}"\nversion_command = {1}\n'
    code = f"open({str(tmp_path / 'ran')!r}, 'a').write('{{0}} '); print('{{0}} 1')"
    path = tmp_path / "own.toml"
    texts = []
    for name in ("first", "other"):
        words = ", ".join(repr(word) for word in (sys.executable, "-c"))
        texts.append(table.format(name, f'[{words}, """{code.format(name)}"""]'))
    path.write_text("".join(texts))
    return str(path)


def ran(own: str) -> list[str]:
    path = Path(own).with_name("ran")
    return path.read_text().split() if path.exists() else []


@pytest.mark.usefixtures("asked")
def test_a_command_that_is_asked_for_its_version_ends_when_cancelled(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    code = f"open({str(begun)!r}, 'w').close(); import time; time.sleep(600)"
    words = ", ".join(repr(word) for word in (sys.executable, "-c"))
    own = tmp_path / "own.toml"
    own.write_text(
        f'[slow]\ncommand = "true {{domain}} {{problem}}"\n'
        f'version_command = [{words}, """{code}"""]\n'
    )

    def checkpoint(*_: object) -> None:
        if begun.exists():
            raise StoppedError

    for ask in (
        lambda: list(choices(str(own), checkpoint)),
        lambda: planner_or_default(str(own), "", checkpoint),
        lambda: planner_or_default("slow", str(own), checkpoint),
    ):
        begun.unlink(missing_ok=True)
        with pytest.raises(StoppedError):
            ask()
        assert begun.exists()


@pytest.mark.parametrize(
    ("setting", "used"), [("", ["b"]), ("a", ["a"]), ("c", []), ("all", []), ("none.toml", [])]
)
def test_names_in_the_settings_describe_no_planner(
    asked: Asked, setting: str, used: list[str]
) -> None:
    found = [*choices(setting)]
    assert [each.name for each in found] == ["b", "a", "c"]
    assert {each.supports for each in found} == {"STRIPS"}
    assert [each.name for each in found if each.is_setting] == used
    assert sorted(asked) == ["a", "b", "c"]


def test_planners_of_a_file_are_offered_first_and_asked_for_their_versions_once(
    asked: Asked, own: str
) -> None:
    found = [*choices(own)]
    assert [each.name for each in found] == ["first", "other", "b", "a", "c"]
    assert not any(each.is_setting for each in found)
    assert (ran(own), sorted(asked)) == (["first", "other"], ["a", "b", "c"])


def test_the_one_planner_of_the_settings_is_the_one_that_is_used(asked: Asked) -> None:
    found = [*choices("mine: true {domain} {problem}")]
    assert [each.name for each in found if each.is_setting] == ["mine"]
    assert found[0].supports == "as the settings describe it"
    assert sorted(asked) == ["a", "b", "c"]


@pytest.mark.parametrize(("name", "runs"), [("a", []), ("other", ["other"])])
def test_only_the_planner_that_is_used_is_asked_for_its_version(
    asked: Asked, own: str, name: str, runs: list[str]
) -> None:
    planner = planner_or_default(name, own)
    assert (planner.name, planner.version) == (name, f"{name} 1")
    assert ran(own) == runs
    assert asked == ([name] if name == "a" else [])


def test_asking_for_versions_ends_at_the_next_checkpoint(asked: Asked, own: str) -> None:
    calls = iter(range(1))

    def checkpoint(*_: object) -> None:
        if next(calls, None) is None:
            raise StoppedError

    with pytest.raises(StoppedError):
        list(choices(own, checkpoint))
    assert (ran(own), asked) == (["first"], [])


@pytest.mark.usefixtures("asked")
def test_the_error_of_the_setting_is_reported_for_a_planner_that_it_may_describe(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[mine]\ncommand = "no-such-program {domain} {problem}"\n')
    for name in ("mine", None):
        with pytest.raises(UserError, match=r"^mine: .*no-such-program"):
            planner_or_default(name, str(path))
    path.write_text("[mine\n")
    with pytest.raises(UserError, match=r"bad\.toml"):
        planner_or_default("mine", str(path))
    assert planner_or_default("a", str(path)).name == "a"
    with pytest.raises(UserError, match="unknown planner 'mine'"):
        planner_or_default("mine", "a")

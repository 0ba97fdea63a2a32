"""Manners of the viewer: help, palette, the user's keys and themes, editor, clipboard, quitting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual import events
from textual.keys import _character_to_key

from plancore.report.registry import render
from plancore.stop import Checkpoint
from plandiff.app import PlandiffApp
from plandiff.option import Config
from plandiff.screens.pair import PairScreen
from plandiff.screens.viewer import HelpScreen, PageScroll
from plandiff.themes import THEMES
from plandiff.widgets.prompt import Prompt
from planfiles.command import Exit
from support.examples import DELIVERY
from support.plans import write_plans
from support.viewer import Viewer, in_the_order_of_the_file, open_app, opened, viewer

LEARNED, REFERENCE = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"


@contextmanager
def _no_terminal(_app: PlandiffApp) -> Iterator[None]:
    yield


@pytest.mark.slow
@pytest.mark.viewer_behaviour(35)
async def test_y_copies_the_row_and_capital_y_writes_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with viewer(LEARNED, REFERENCE) as view:
        await in_the_order_of_the_file(view)
        await view.press("y")
        assert view.app.clipboard == "(not (has ?a ?p))"
        await view.press("Y", "enter")
        assert (tmp_path / "review.txt").read_text() == render(view.review)


@pytest.mark.viewer_behaviour(36)
async def test_help_lists_every_key(tmp_path: Path) -> None:
    files = write_plans(tmp_path, ["a"], ["b"])
    async with viewer(*files, size=(118, 60)) as view:
        await view.press("question_mark")
        assert isinstance(view.app.screen, HelpScreen)
        for key in PairScreen.KEYS:
            assert (key.what in view.text) is bool(key.keys)
        await view.press("escape")
        assert not isinstance(view.app.screen, HelpScreen)


@pytest.mark.slow
async def test_the_end_of_help_is_in_reach_of_a_small_window() -> None:
    async with viewer(LEARNED, REFERENCE, size=(80, 24)) as view:
        await view.press("question_mark")
        assert "folded: identical rows" not in view.text
        await view.press("j", "G")
        await view.until(lambda: "folded: identical rows" in view.text)
        await view.press("g")
        await view.until(lambda: "next change" in view.text)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(28)
@pytest.mark.parametrize("typed", ["/buy", "/unload", "/trans ", "/ru.q\r", "/x\x7f(a"])
async def test_what_is_typed_in_one_go_is_typed_into_the_prompt(typed: str) -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        names = {"/": "slash", "\r": "enter", "\x7f": "backspace"}
        before, text = view.screen.aligned.base_index, LEARNED.read_text()
        for character in typed:
            key = names.get(character) or _character_to_key(character)
            view.app.post_message(events.Key(key, character))
        await view.pilot.pause()
        await view.until(lambda: len(view.app.screen_stack) == 2)
        prompt = view.screen.query_one(Prompt)
        if typed.endswith("\r"):
            await view.until(lambda: not prompt.is_open)
            assert "no match" in view.text or "ru.q" in view.text
        else:
            expected = "(a" if "x" in typed else typed.removeprefix("/")
            await view.until(lambda: prompt.text == expected)
            assert prompt.is_open
        assert view.screen.aligned.base_index == before
        assert LEARNED.read_text() == text


@pytest.mark.slow
@pytest.mark.parametrize("key", ["question_mark", "i"])
async def test_a_page_is_broken_anew_for_another_size(key: str) -> None:
    async with viewer(
        DELIVERY / "learned.plan", DELIVERY / "reference.plan", size=(118, 15)
    ) as view:
        await view.press(key)
        page = view.app.screen.query_one(PageScroll)
        assert page.virtual_size.width <= page.size.width
        await view.pilot.resize_terminal(60, 15)
        await view.until(lambda: page.size.width < 60)
        assert page.virtual_size.width <= page.size.width


@pytest.mark.viewer_behaviour(36)
async def test_every_key_and_what_has_none_is_a_command_of_the_palette() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        commands = [command.title for command in view.app.get_system_commands(view.screen)]
        assert commands[: len(PairScreen.KEYS)] == [key.what for key in PairScreen.KEYS]


@pytest.mark.slow
@pytest.mark.viewer_behaviour(37)
async def test_q_ends_with_the_status_of_text_mode() -> None:
    for files, arguments, status in (
        ((LEARNED, REFERENCE), (), 1),
        ((LEARNED, REFERENCE), ("--exit-zero",), 0),
        ((LEARNED, LEARNED), (), 0),
    ):
        async with viewer(*files, *arguments) as view:
            await view.press("q")
        assert view.app.return_value == status


async def test_what_cannot_be_compared_ends_the_viewer_with_its_message(tmp_path: Path) -> None:
    (tmp_path / "a.plan").write_text("(a)\n")
    async with viewer(LEARNED, tmp_path / "a.plan") as view:
        pass
    assert view.app.return_value == 2
    assert view.app.trouble is not None
    assert "cannot compare" in view.app.trouble


@pytest.mark.viewer_behaviour(35)
async def test_editing_opens_the_line_and_compares_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_plans(tmp_path, ["a", "b x y"], ["a", "b x z"])
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\necho "$1" > "$2.args"\nprintf "(a)\\n(b x z)\\n" > "$2"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    # There is no terminal to give to the editor here.
    monkeypatch.setattr(PlandiffApp, "suspend", _no_terminal)
    async with viewer(*files) as view:
        await view.press("e")
        await view.until(
            lambda: "2 steps, reference 2" in view.text and "changed" not in view.lines()[0]
        )
        assert (tmp_path / "learned.plan.args").read_text() == "+2\n"
        await view.press("q")
    assert view.app.return_value == 0


async def test_an_editor_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr(PlandiffApp, "suspend", _no_terminal)
    async with viewer(LEARNED, REFERENCE) as view:
        await view.press("E")
        assert "cannot start no-such-editor" in view.text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(33)
async def test_every_theme_can_be_chosen() -> None:
    first, *others = [theme.name for theme in THEMES] + ["ansi-dark", "ansi-light"]
    async with viewer(LEARNED, REFERENCE, "--theme", first) as view:
        assert view.app.theme == first
        for theme in others:
            view.app.theme = theme
            await view.pilot.pause()
            assert "rejects 1 of 1" in view.text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(33)
@pytest.mark.parametrize(
    ("told", "options", "theme"),
    [
        ("0;15", (), "plandiff-light"),
        ("0;default;7", (), "plandiff-light"),
        ("15;0", (), "plandiff-dark"),
        ("12;8", (), "plandiff-dark"),
        ("0;default", (), "plandiff-dark"),
        ("", (), "plandiff-dark"),
        ("0;15", ("--theme", "nord"), "nord"),
    ],
)
async def test_on_a_light_terminal_the_viewer_is_light_unless_one_chose(
    told: str, options: tuple[str, ...], theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", told)
    async with viewer(LEARNED, REFERENCE, *options) as view:
        assert view.app.theme == theme


@pytest.mark.slow
@pytest.mark.viewer_behaviour(33)
async def test_the_theme_that_is_chosen_is_kept(tmp_path: Path) -> None:
    config = tmp_path / "kept" / "plandiff.toml"
    app = open_app(LEARNED, REFERENCE, config=Config(config))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not config.exists()
        app.theme = "nord"
        await pilot.pause()
    assert config.read_text() == 'theme = "nord"\n'


@pytest.mark.slow
@pytest.mark.viewer_behaviour(36)
async def test_keys_of_the_user_take_the_place_of_ours() -> None:
    app = open_app(LEARNED, REFERENCE, config=Config(keys={"diff.next": "ctrl+n,f8"}))
    async with opened(app, (118, 60)) as view:
        await view.press("ctrl+n")
        assert "change 2/6" in view.text
        await view.press("f8")
        assert "change 3/6" in view.text
        await view.press("n")
        assert "change 3/6" in view.text
        await view.press("question_mark")
        assert re.search(r"ctrl\+n f8 +next change", view.text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("diff.nxt", "did you mean diff.next?"),
        pytest.param("line.dwn", "did you mean line.down?", marks=pytest.mark.slow),
        pytest.param(
            "something else", "the command palette lists the names", marks=pytest.mark.slow
        ),
    ],
)
async def test_keys_for_something_that_there_is_not_are_trouble(name: str, meant: str) -> None:
    keys = {"app.quit": "ctrl+q", "repair.next": "j", name: "ctrl+n"}
    app = open_app(LEARNED, REFERENCE, config=Config(keys=keys, path=Path("mine.toml")))
    async with opened(app, (118, 60)) as view:
        await view.until(lambda: app.trouble is not None)
    assert app.trouble == f"mine.toml: unknown action {name!r} in [keys]; {meant}"
    assert app.return_value == Exit.TROUBLE


@pytest.mark.slow
@pytest.mark.viewer_behaviour(36)
@pytest.mark.parametrize("size", [(60, 15), (80, 24)])
async def test_all_of_help_is_in_reach_by_paging(size: tuple[int, int]) -> None:
    async with viewer(LEARNED, REFERENCE, size=size) as view:
        await view.press("question_mark")
        seen = view.text
        for _ in range(20):
            await view.press("pagedown")
            seen += view.text
        for what in (
            "next change",
            "page down",
            "click to select",
            "back, or quit",
            "folded",
        ):
            assert what in seen


@pytest.mark.slow
@pytest.mark.viewer_behaviour(36)
async def test_the_palette_has_of_others_what_has_a_use_and_quits_with_our_status() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        titles = [command.title for command in view.app.get_system_commands(view.screen)]
        assert titles[len(PairScreen.KEYS) :] == [
            *("page down", "page up", "first line", "last line"),
            "choose a theme",
            "quit the viewer",
            "save a screenshot",
        ]
        await view.app.run_action("quit")
    assert view.app.return_value == 1


@pytest.mark.slow
async def test_what_is_stopped_before_there_is_a_review_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_end(_inputs: object, _options: object, checkpoint: Checkpoint, *_: object) -> None:
        while True:
            checkpoint()

    app = open_app(LEARNED, REFERENCE)
    assert isinstance(app.first, PairScreen)
    with monkeypatch.context() as patched:
        patched.setattr("plandiff.session.session.compare", without_end)
        async with app.run_test(size=(80, 24)) as pilot:
            view = Viewer(app, pilot)
            await view.until(lambda: view.screen.session.is_working)
            comparing = " comparing reference.pddl ▸ learned.pddl …"
            await view.until(lambda: view.lines()[0] == comparing)
            await view.press("escape")
            stopped = " not compared: reference.pddl ▸ learned.pddl   R to compare"
            await view.until(lambda: view.lines()[0] == stopped)
            await view.until(lambda: not view.screen.session.is_working)
            patched.undo()
            await view.press("R")
            await view.until(lambda: "F1 0.848" in view.text)

"""The keys at the bottom of the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from plandiff.screens.keys import hint
from plandiff.widgets.prompt import fitting
from support.examples import DELIVERY
from support.viewer import Viewer, viewer

DOMAINS = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
PLANS = DELIVERY / "learned.plan", DELIVERY / "reference.plan"


def test_keys_are_told_whole_and_help_and_the_way_out_last_of_all() -> None:
    keys = hint(can_align=False)
    for width in range(70):
        told = fitting(keys, width)
        assert len(told) <= width
        shown = told.split("  ") if told else []
        assert [key for key in keys if key in shown] == shown
        assert shown[-2:] == ["? help", "q quit"][-len(shown) :] if shown else width < len("q quit")
        assert shown[:-2] == [*keys[: max(len(shown) - 2, 0)]]


@pytest.mark.viewer_behaviour(30)
async def test_a_small_window_says_how_to_get_help_and_out() -> None:
    async with viewer(*PLANS, size=(60, 15)) as view:
        last = view.lines()[-1]
        assert last.split("  ")[0].strip() == "n/N change"
        assert "? help  q quit" in last
        assert "…" not in last


def arrangement(view: Viewer) -> tuple[object, ...]:
    """What keys change of the meaning."""
    screen = view.screen
    return screen.outline, screen.session.model, screen.model, screen.query_one("#states").classes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "keys"),
    [(DOMAINS, ["b", "i", "r", "a", "M", "u"]), (PLANS, ["v", "m", "f"])],
)
async def test_beside_the_texts_keys_of_the_meaning_say_so_and_change_nothing(
    files: tuple[Path, Path], keys: list[str]
) -> None:
    async with viewer(*files) as view:
        await view.press("t")
        assert "t structure  ? help  q quit" in view.lines()[-1]
        for unnamed in ("b order", "Enter plan", "r repair", "i scores"):
            assert unnamed not in view.lines()[-1]
        before = arrangement(view)
        for key in keys:
            view.app.clear_notifications()
            await view.press_and_wait(key)
            assert [told.message for told in view.app._notifications] == [
                "not available in text view; press t to leave it"
            ]
            assert arrangement(view) == before
        await view.press("t")
        assert "t meaning" not in view.lines()[-1]


@pytest.mark.slow
async def test_a_key_pressed_again_and_again_tells_once_what_it_tells() -> None:
    async with viewer(*DOMAINS) as view:
        await view.press("N", "N", "N")
        await view.press("z")
        told = [notification.message for notification in view.app._notifications]
        assert told == ["no earlier change", "nothing to fold"]
        view.app.clear_notifications()
        await view.press("N")
        assert len(view.app._notifications) == 1


async def test_a_key_that_is_clicked_is_pressed() -> None:
    async with viewer(*DOMAINS, size=(120, 40)) as view:
        at = view.lines()[-1].index("? help")
        await view.pilot.click(offset=(at, 39))
        assert "Keys of this screen" in view.text
        await view.press("escape")
        at = view.lines()[-1].index("b order")
        assert "by plans" in view.lines()[2]
        await view.pilot.click(offset=(at, 39))
        await view.until(lambda: "by plans" not in view.lines()[2])


async def test_heads_and_lines_react_to_clicks() -> None:
    async with viewer(*DOMAINS, size=(120, 40)) as view:
        assert "by plans" in view.lines()[2]
        await view.pilot.click(offset=(4, 2))
        await view.until(lambda: "by plans" not in view.lines()[2])
        row = next(at for at, line in enumerate(view.lines()) if "· 3 parameters" in line)
        await view.pilot.click(offset=(50, row), times=2)
        await view.until(lambda: ":parameters (" in view.text)


async def test_keys_of_pagers_turn_pages_and_write_nothing(tmp_path: Path) -> None:
    for file in DOMAINS:
        (tmp_path / file.name).write_text(file.read_text())
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    async with viewer(*files, size=(80, 14)) as view:
        await view.press("g")
        rows = []
        for key in ("space", "ctrl+f", "ctrl+b", "ctrl+d", "ctrl+u"):
            await view.press(key)
            rows.append(view.screen.aligned.cursor)
        assert 0 < rows[0] < rows[1]
        assert rows[2] == rows[0]
        assert rows[0] < rows[3] < rows[1]
        assert rows[4] == rows[0]
        assert sorted(tmp_path.iterdir()) == sorted(files)


async def test_the_first_mark_says_where_marks_are_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in DOMAINS:
        (tmp_path / file.name).write_text(file.read_text())
    marks = tmp_path / "learned.pddl.review.json"
    monkeypatch.chdir(tmp_path)  # so that where the message is broken is known
    async with viewer(Path("learned.pddl"), Path("reference.pddl")) as view:
        await view.press("M")
        await view.until(lambda: "again to save" in view.text)
        assert not marks.exists()
        await view.press("M")
        await view.until(lambda: "1 left as is" in view.text)
        await view.until(marks.exists)


async def test_help_begins_with_the_keys_of_the_screen_and_is_searched() -> None:
    async with viewer(*DOMAINS, size=(100, 40)) as view:
        await view.press("question_mark")
        assert view.text.index("Keys of this screen") < view.text.index("order of changes")
        assert view.text.index("order of changes") < view.text.index("half a page")
        await view.press("slash", *"repair")
        await view.until(lambda: "half a page" not in view.text)
        assert "suggest a minimum repair" in view.text
        await view.press("escape")
        await view.until(lambda: "half a page" in view.text)
        await view.press("escape")
        await view.until(lambda: "Keys of this screen" not in view.text)

"""A domain of very many actions in the viewer: what a page costs does not depend on how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.large import edited
from bench.texts import plain_domain
from plancore.report.domain.rows import DomainRows
from plandiff.viewmodel.outline import Order
from plandiff.widgets.action_list import ActionList
from plandiff.widgets.aligned_view import AlignedView
from support.viewer import unfold_all, viewer

FEW = 168
COUNTED = (
    (DomainRows, "row"),
    (AlignedView, "line_rows"),
    (ActionList, "line_segments"),
)
"""What makes rows, lays them out, and makes lines of the list."""


async def work_of_paging(
    count: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, int]:
    """How often each was called for pages of the rows and of the list, of so many actions."""
    text = plain_domain(count)
    files = folder / f"learned-{count}.pddl", folder / f"reference-{count}.pddl"
    for file, content in zip(files, (edited(text), text), strict=True):
        file.write_text(content)
    calls: Counter[str] = Counter()

    def counting(kind: type, name: str) -> Callable[..., Any]:
        function = getattr(kind, name)

        def called(*arguments: Any) -> Any:
            calls[f"{kind.__name__}.{name}"] += 1
            return function(*arguments)

        return called

    async with viewer(*files, size=(120, 40)) as view:
        assert f"{count} actions" in view.lines()[0]
        await unfold_all(view)
        for kind, name in COUNTED:
            monkeypatch.setattr(kind, name, counting(kind, name))
        for focus in (view.screen.aligned, view.screen.actions):
            assert focus is not None
            focus.focus()
            for _ in range(9):  # all of them in the list
                if view.screen.outline is not None and view.screen.outline.order is not Order.ALL:
                    await view.press("b")
            await view.press("g")
            seen = set()
            for key in ("pagedown",) * 5 + ("pageup",) * 2 + ("G", "pageup", "g"):
                await view.press(key)
                seen.add(focus.cursor)
            assert len(seen) > 5
            assert focus.line_count >= count
        monkeypatch.undo()
    return dict(calls)


@pytest.mark.viewer_behaviour(17, "16,830 actions, with the mark `long`; 1,683 with `slow`")
@pytest.mark.parametrize(
    "many",
    [pytest.param(1_683, marks=pytest.mark.slow), pytest.param(16_830, marks=pytest.mark.long)],
)
async def test_a_page_is_no_more_work_in_a_large_domain(
    many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = await work_of_paging(FEW, tmp_path, monkeypatch)
    much = await work_of_paging(many, tmp_path, monkeypatch)
    assert few.keys() == much.keys() == {f"{kind.__name__}.{name}" for kind, name in COUNTED}
    for name, n_calls in much.items():
        assert n_calls < 2 * few[name], (name, few, much)

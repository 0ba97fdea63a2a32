"""What is offered in lines of a plan where a step would not be read as that step."""

from __future__ import annotations

import pytest

from plancore.ide.completion.complete import complete
from support.cursor import at_cursor
from support.ferry import DOMAIN, PROBLEM


def _offered(marked: str) -> list[str]:
    project, here, offset = at_cursor(marked, **{"domain.pddl": DOMAIN, "problem.pddl": PROBLEM})
    return sorted(item.text for item in complete(project, here, offset).items)


@pytest.mark.parametrize(
    "marked",
    [
        "($0(leave red south)\n",  # it would be closed before the step that stands there
        "board $0(red south)\n",  # `red(red south)` is a call
        "$0 [2.5] red) (\n",
        "$0 [2.5] and so on\n",
        "($0 ) )\n",
        "(board $0 north\n main red)\n",  # has its arguments in the next line
    ],
)
def test_nothing_where_it_would_become_part_of_something_else(marked: str) -> None:
    assert _offered(marked) == []


@pytest.mark.parametrize(
    "marked",
    ["(board red main)\n$0 ; then\n", "$0 (leave red south)\n", "$0\n(leave red south)\n"],
)
def test_steps_before_what_may_follow_one(marked: str) -> None:
    assert [text for text in _offered(marked) if text.startswith("(board")] != []


@pytest.mark.parametrize(
    "marked", ["(board $0 south)", "(board $0\n  south)", "(board $0 south) (leave red south)"]
)
def test_objects_where_one_is_missing(marked: str) -> None:
    assert _offered(marked) != []

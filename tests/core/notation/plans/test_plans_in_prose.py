"""Plans in answers of language models: the text around them has no steps."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import read_plan
from support.prose import prose

STEPS = st.lists(
    st.builds(
        lambda name, arguments: (name, *arguments),
        st.sampled_from(("go", "pick-up", "drop")),
        st.lists(st.sampled_from(("a", "b", "room1", "box2")), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=6,
)
STYLES = ("({})", "{n}: ({})", "{n}. ({})", "- ({})", "{n}.000: ({}) [1.000]", "{n}. `({})`")


@given(STEPS, st.sampled_from(STYLES), prose, prose, st.booleans())
@example([("drop", "box2")], "- ({})", "", "Problem predicates, here it", False)
@example([("go", "b")], "{n}. `({})`", "", "Must action to, the actions", False)
def test_text_around_a_plan_has_no_steps(
    steps: list[tuple[str, ...]], style: str, before: str, behind: str, is_fenced: bool
) -> None:
    lines = [style.format(" ".join(step), n=n) for n, step in enumerate(steps, 1)]
    plan_text = "\n".join(("```", *lines, "```") if is_fenced else lines)
    plan, found = read_plan(f"{before}\n\n{plan_text}\n\n{behind}\n")
    assert [(a.name, *a.args) for step in plan.steps for a in step.actions] == steps
    assert not [each for each in found if each.severity is Severity.ERROR]

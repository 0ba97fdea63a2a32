"""What planners there are, and what those are that a user names."""

from __future__ import annotations

from collections.abc import Sequence

from planeval.planners.description import Ready
from planeval.planners.finding import Environment
from planeval.planners.naming import here, planners_of
from planeval.programs.bounds import PLANNER
from planeval.programs.listing import blocks, command_in_words, limits_in_words
from planfiles.extras import installer


def listing(names: Sequence[str]) -> str:
    """The planners that we know with what is here of them; or those of these names with all that
    is known of them. Raises Trouble for one that cannot be asked."""
    if not names:
        return "".join(_known())
    programs = [(planner.name, _described(planner)) for planner in planners_of(names)]
    return blocks(programs, limits_in_words("each attempt", PLANNER, "planeval solve"))


def _known() -> list[str]:
    lines = []
    for planner, ready in here(Environment.ours()):
        supports = planner.supports
        if ready is None:
            # Nothing behind the command: it is there to be copied.
            what = f"not here: {installer()} {planner.package}"
            supports += f" ({planner.caution})" if planner.caution else ""
        else:
            what = ready.version or "here"
        lines.append(f"{planner.name:14} {what}\n{'':14} {supports}\n")
    return lines


def _described(planner: Ready) -> list[tuple[str, str]]:
    output = ", ".join(f"{text!r} {response.value}" for text, response in planner.output)
    plans = ", ".join("standard output" if name == "-" else name for name in planner.plans)
    return [
        ("version", planner.version or "not known"),
        ("command", command_in_words(planner.command)),
        ("files", ", ".join(planner.files)),
        ("plans", plans),
        (
            "exit status",
            ", ".join(f"{code} {response.value}" for code, response in planner.codes.items()),
        ),
        ("output", output),
    ]

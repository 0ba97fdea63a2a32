"""ENHSP: numeric planning, in Java."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import FoundPlanner, Planner, PythonEnvironment


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    package = environment.package("up_enhsp")
    archive = package / "ENHSP" / "enhsp.jar" if package else None
    java = environment.program("java")
    if java is None or archive is None or not archive.is_file():
        return None
    return FoundPlanner({"java": java, "archive": str(archive)}, environment.version("up-enhsp"))


PLANNER: Final = Planner(
    "enhsp",
    "{java} -Xmx{memory}m -jar {archive} -o {domain} -f {problem} -sp {plan} -npm -timeout {time}",
    _find,
    "numbers, processes, events",
    "up-enhsp",
    caution="70 MB, needs a Java",
    # It prints "Unsolvable Problem" also for files that it cannot read, so no message is a proof.
)

"""A learner for tests: `python tiny_learner.py MANNER ARGUMENTS…`, in all manners of learners.

`learn` gives each action, as its precondition, the atoms that held before all of its steps, and as
its effect what changed in any; only what its arguments name, and lifted to its parameters.
`undeclared` declares no predicate that it uses. `coded` calls each action `my-NAME`, as its codec
says, `miscoded` writes a codec that is none, and `silent` one that carries nothing. `misreporting`
writes a broken report on itself.
`learn-then-fail` does one after the other.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

Atom = tuple[str, ...]


def main(manner: str, domain: str, trajectories: str, output: str) -> None:
    """Behave as `manner` says."""
    match manner:
        case "learn":
            Path(output).write_text(learned(Path(domain).read_text(), _steps(trajectories)))
        case "undeclared":
            text = learned(Path(domain).read_text(), _steps(trajectories))
            Path(output).write_text(re.sub(r"\(:predicates\n(.*\n)*? \)", "", text))
        case "coded" | "miscoded":
            told = Path(domain).read_text()
            text = learned(told, _steps(trajectories))
            Path(output).write_text(text.replace("(:action ", "(:action my-"))
            names = re.findall(r"\(:action (\S+)", told)
            actions = {f"my-{name}": name for name in names}
            codec = {"kind": "renaming", "actions": actions if manner == "coded" else 7}
            Path(f"{output}.codec.json").write_text(json.dumps(codec))
        case "misreporting":
            main("learn", domain, trajectories, output)
            Path(f"{output}.json").write_text('{"wall": "fast", "cpu": 0.5')
        case "silent":
            main("learn", domain, trajectories, output)
            nothing = '{"kind": "state-predicates", "encode": [], "decode": []}'
            Path(f"{output}.codec.json").write_text(nothing)
        case "fail":
            sys.exit("this learner does not like its input")
        case "nothing":
            sys.stdout.write("all is well")
        case "prose":
            Path(output).write_text("I have learned a lot")
        case "torn":
            Path(output).write_text("(define (domain d) (:action go :parameters (")
        case "wait":
            time.sleep(20)
        case "eat":
            eaten = bytearray(300_000_000)
            time.sleep(20)
            eaten.clear()
        case "write":
            with open("much", "wb") as file:
                for _ in range(400):
                    file.write(bytes(1_000_000))


def _steps(folder: str) -> list[tuple[set[Atom], Atom, set[Atom]]]:
    steps = []
    for path in sorted(Path(folder).iterdir()):
        text = path.read_text()
        states = [_atoms(found) for found in re.findall(r"\(:state ((?:\([^()]*\) ?)*)\)", text)]
        actions = [tuple(found.split()) for found in re.findall(r"\(:action \(([^()]*)\)\)", text)]
        steps += list(zip(states[:-1], actions, states[1:], strict=True))
    return steps


def _atoms(text: str) -> set[Atom]:
    return {tuple(found.split()) for found in re.findall(r"\(([^()]*)\)", text)}


def learned(domain: str, steps: list[tuple[set[Atom], Atom, set[Atom]]]) -> str:
    """The domain with the preconditions and effects that the steps show."""
    head, *actions = re.split(r"(?= \(:action )", domain.rstrip().removesuffix(")"))
    written = [head]
    for action in actions:
        name = action.split()[1]
        parameters = re.findall(r"\?\w+", action.partition(":parameters")[2].partition(")")[0])
        before: set[Atom] | None = None
        effects: set[tuple[bool, Atom]] = set()
        for state, (done, *args), after in steps:
            if done == name:
                place = dict(zip(args, parameters, strict=True))
                held = {_lifted(atom, place) for atom in state if set(atom[1:]) <= set(args)}
                before = held if before is None else before & held
                effects |= {(True, _lifted(atom, place)) for atom in after - state}
                effects |= {(False, _lifted(atom, place)) for atom in state - after}
        condition = " ".join(_text(atom) for atom in sorted(before or ()))
        effect = " ".join(
            _text(atom) if adds else f"(not {_text(atom)})" for adds, atom in sorted(effects)
        )
        written.append(
            action.replace(":precondition (and )", f":precondition (and {condition})").replace(
                ":effect (and )", f":effect (and {effect})"
            )
        )
    return "".join(written) + ")\n"


def _lifted(atom: Atom, place: dict[str, str]) -> Atom:
    return (atom[0], *(place.get(arg, arg) for arg in atom[1:]))


def _text(atom: Atom) -> str:
    return f"({' '.join(atom)})"


if __name__ == "__main__":
    for part in sys.argv[1].split("-then-"):
        main(part, *sys.argv[2:])

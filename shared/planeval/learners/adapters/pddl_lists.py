"""Read PDDL as nested lists, as far as the adapters need.

The input was written by `planeval`: it has no comments, and all brackets match.
"""

import re
from typing import Any

_TOKEN = re.compile(r"[()]|[^\s()]+")


def nested(text: str) -> list[Any]:
    """The first list of a text, as lists of lists."""
    stack: list[list[Any]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    first: list[Any] = stack[0][0]
    return first


def typed(words: list[Any]) -> list[tuple[str, str]]:
    """The names of a typed list, each with its type; `(either a b)` is the type `a-or-b`."""
    names: list[tuple[str, str]] = []
    waiting: list[str] = []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "-":
            either = words.pop(0)
            kind = either if isinstance(either, str) else "-or-".join(either[1:])
            names += [(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return names + [(name, "object") for name in waiting]


def constants(domain: list[Any]) -> list[tuple[str, str]]:
    """The constants of a domain, each with its type."""
    return [name for part in domain if part[0] == ":constants" for name in typed(part[1:])]


def objects(problem: list[Any]) -> list[tuple[str, str]]:
    """The objects of a problem, each with its type."""
    return [name for part in problem if part[0] == ":objects" for name in typed(part[1:])]


def parameters(domain: list[Any]) -> dict[str, list[str]]:
    """The names of the parameters of each action of a domain."""
    actions = {part[1]: part for part in domain[1:] if part[0] == ":action"}
    return {
        name: [parameter for parameter, _ in typed(part[part.index(":parameters") + 1])]
        for name, part in actions.items()
    }

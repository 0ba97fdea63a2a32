"""In whatever way two sides change a domain, a comment stays by what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from plancore.merge.choice import Versions
from plancore.merge.texts import merge_texts

Domain = dict[str, dict[str, list[str]]]
"""The literals of precondition and effect of each action, by names."""

SLOTS = (":precondition", ":effect")


def _literal(dice: Random) -> str:
    atom = f"({dice.choice('pqst')} {dice.choice(('?x', '?y'))})"
    return f"(not {atom})" if dice.random() < 0.3 else atom


def _base(dice: Random) -> Domain:
    return {
        name: {slot: sorted({_literal(dice) for _ in range(3)}) for slot in SLOTS} for name in "abc"
    }


def _changed(base: Domain, dice: Random) -> Domain:
    domain = {name: {slot: [*part] for slot, part in base[name].items()} for name in base}
    for _ in range(dice.randint(1, 4)):
        part = dice.choice([part for action in domain.values() for part in action.values()])
        kind = dice.random()
        if kind < 0.55:
            literal = _literal(dice)
            if literal not in part:
                part.insert(dice.randint(0, len(part)), literal)
        elif kind < 0.9:
            if part:
                part.remove(dice.choice(part))
        elif kind < 0.95:
            domain[f"new-{dice.randint(1, 3)}"] = {slot: [_literal(dice)] for slot in SLOTS}
        elif len(domain) > 1:
            del domain[dice.choice([*domain])]
    if dice.random() < 0.3:
        for part in (part for action in domain.values() for part in action.values()):
            dice.shuffle(part)
    return domain


def _text(domain: Domain, base: Domain, mark: str, dice: Random) -> str:
    """The domain with comments at what the base has not; they tell what they are about."""
    names = {"?x": "?u", "?y": "?v"} if dice.random() < 0.3 else {}

    def renamed(code: str) -> str:
        return re.sub(r"\?\w", lambda found: names.get(found[0], found[0]), code)

    lines = ["(define (domain d)", "  (:predicates (p ?x) (q ?x) (s ?x) (t ?x))"]
    for name, action in domain.items():
        is_new = bool(mark) and name not in base
        lines += [f"  ; {mark} before {name}"] * is_new
        lines += [f"  (:action {name}", renamed("    :parameters (?x ?y)")]
        for slot, part in action.items():
            lines.append(f"    {slot} (and")
            for literal in part:
                noted = bool(mark) and (is_new or literal not in base[name][slot])
                note = f" ; {mark} at {name} {slot} {literal}" if noted else ""
                lines.append(f"      {renamed(literal)}{note}")
            lines.append("    )")
        lines.append("  )" + f" ; {mark} behind {name}" * is_new)
    return "\n".join([*lines, ")\n"])


def _commented(text: str) -> Iterator[tuple[str, str]]:
    """Each comment with what it stands at: a comment alone in the column of one at the end of a
    line goes on with that."""
    lines = text.splitlines()
    action = slot = at = ""
    column = -1
    for number, line in enumerate(lines):
        code, semicolon, comment = line.partition(";")
        if found := re.search(r"\(:action (\S+)", code):
            action, slot = found[1], ""
        if found := re.search(r"(:precondition|:effect)(?: \(and\b)?", code):
            slot, code = found[1], " " * found.end() + code[found.end() :]
        if code.strip():
            literal = code.strip().replace("?u", "?x").replace("?v", "?y")
            at, column = f"at {action} {slot} {literal}", len(code)
            if literal == ")" and code.startswith("  )"):
                at = f"behind {action}"
        if not semicolon:
            continue
        if len(code) == column:
            yield comment.strip(), at
        else:
            following = (match[1] for match in map(_ACTION.search, lines[number:]) if match)
            yield comment.strip(), f"before {next(following, '')}"


_ACTION = re.compile(r"\(:action (\S+)")


@given(st.integers(0, 1_000_000))
def test_a_comment_stays_by_what_it_is_about(seed: int) -> None:
    dice = Random(seed)
    base = _base(dice)
    ours, theirs = _changed(base, dice), _changed(base, dice)
    versions = Versions(
        _text(base, base, "", dice),
        _text(ours, base, "ours", dice),
        _text(theirs, base, "theirs", dice),
    )
    merged = merge_texts(versions).text
    if merged is None:
        return  # in conflict
    found = [*_commented(merged)]
    for comment, at in found:
        assert comment.partition(" ")[2] == at, merged
    wanted = [comment for text in versions[1:] for comment, _ in _commented(text)]
    assert sorted(comment for comment, _ in found) == sorted(wanted)

"""Every fix that is offered, applied, removes its finding and adds no error."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from plancore.diagnostic import Diagnostic, Fix, Severity, apply_edits
from support.findings import findings, split

FOLDER = Path(__file__).parents[2] / "corpus" / "broken"
FILES = sorted(FOLDER.glob("*.pddl"))
TEXTS = {path.stem: split(path.read_text("utf-8"))[0] for path in FILES}


class Offer(NamedTuple):
    """A finding with one of its fixes."""

    finding: Diagnostic
    fix: Fix


def offers(text: str) -> list[Offer]:
    return [
        Offer(diagnostic, fix)
        for diagnostic in findings(text)
        for fix in diagnostic.fixes
        if fix.file is None
    ]


def names(found: tuple[Diagnostic, ...]) -> Counter[tuple[str, str]]:
    return Counter((d.code, d.message.partition(", did you mean")[0]) for d in found)


def complaint(text: str, offer: Offer) -> str:
    """What is wrong with the text after the fix; empty when it keeps its promise."""
    changed = apply_edits(text, offer.fix.edits)
    before, after = findings(text), findings(changed)
    (key,) = names((offer.finding,))
    title = f"{offer.finding.code}: {offer.fix.title}"
    if names(after)[key] >= names(before)[key]:
        return f"{title}: the finding is still there in\n{changed}"
    errors_before = names(tuple(d for d in before if d.severity is Severity.ERROR))
    errors_after = names(tuple(d for d in after if d.severity is Severity.ERROR))
    added = errors_after - errors_before
    if errors_after.total() < errors_before.total():
        # Where a name is declared, uses of it that stay wrong are wrong in another way.
        added -= Counter(dict.fromkeys(added, errors_before.total() - errors_after.total()))
    return f"{title}: adds {dict(added)} in\n{changed}" if added else ""


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_fixes_of_a_broken_file(name: str) -> None:
    text = TEXTS[name]
    assert [c for c in (complaint(text, offer) for offer in offers(text)) if c] == []


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few names deleted, doubled, exchanged or misspelt."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(words))
        other = rng.randrange(len(words))
        match rng.randrange(4):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words[at], words[other] = words[other], words[at]
            case _:
                words[at] = words[at].replace("a", "o", 1)
    return " ".join(words)


@pytest.mark.parametrize("seed", range(60))
def test_fixes_of_mutated_files(seed: int) -> None:
    rng = random.Random(seed)
    text = mutated(TEXTS[rng.choice(sorted(TEXTS))], rng)
    chosen = offers(text)
    rng.shuffle(chosen)
    assert [c for c in (complaint(text, offer) for offer in chosen[:8]) if c] == []


def test_every_kind_of_fix_is_offered_somewhere() -> None:
    titles = {
        offer.fix.title.split("`")[0].strip() for text in TEXTS.values() for offer in offers(text)
    }
    assert titles >= {
        "Add",
        "Add parameter",
        "Change to",
        "Declare constant",
        "Declare function",
        "Declare object",
        "Declare predicate",
        "Declare type",
        "Exchange",
        "Insert",
        "Remove",
        "Remove everything that is not PDDL",
        "Remove it",
        "Remove the second declaration",
        "Write",
    }

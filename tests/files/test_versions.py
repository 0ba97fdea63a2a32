"""Which file of a new version of a tree goes with which of the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from planfiles.pairs import pairs_of_versions


def versions(folder: Path, new: dict[str, str], old: dict[str, str]) -> list[str]:
    """Names of the pairs of two versions of a tree: `-` before what is gone, `+` what is new."""
    for side, texts in (("new", new), ("old", old)):
        (folder / side).mkdir()
        for name, text in texts.items():
            (folder / side / name).parent.mkdir(exist_ok=True)
            (folder / side / name).write_text(text)
    pairs = pairs_of_versions(str(folder / "new"), str(folder / "old")).pairs
    signs = ["-" if pair.learned is None else "+" * (pair.reference is None) for pair in pairs]
    return [sign + pair.name for sign, pair in zip(signs, pairs, strict=True)]


def described(name: str) -> str:
    """A domain that shares no line but the last with one of another name."""
    return (
        f"(define (domain {name})\n(:predicates ({name}))\n(:action {name}\n:effect ({name}))\n)\n"
    )


@pytest.mark.viewer_behaviour(4)
def test_a_new_file_is_no_version_of_another_one(tmp_path: Path) -> None:
    new = {"domain.pddl": described("a"), "sub/domain.pddl": described("b")}
    old = {"domain.pddl": described("c"), "gone.pddl": described("d")}
    assert versions(tmp_path, new, old) == ["domain.pddl", "-gone.pddl", "+sub/domain.pddl"]


@pytest.mark.viewer_behaviour(4)
def test_a_renamed_file_is_compared_with_what_it_was(tmp_path: Path) -> None:
    text = described("a")
    new = {"new.pddl": text.replace(":effect (a)", ":effect (not (a))"), "sub/same.pddl": text}
    old = {"old.pddl": text, "away.pddl": text.replace(")\n)", ")\n; as it was\n)")}
    assert versions(tmp_path, new, {**old, "steps.plan": text}) == [
        "new.pddl ⇐ away.pddl",
        "-steps.plan",
        "sub/same.pddl ⇐ old.pddl",
    ]


@pytest.mark.viewer_behaviour(4)
def test_what_a_file_is_its_text_says_where_its_name_does_not(tmp_path: Path) -> None:
    quoted = f"The domain:\n{described('a')}"
    old = {
        "domain": f"\ufeff; mine\n{described('a')}",
        "notes.md": quoted,
        "steps": "(a)\n",
        ".hidden/model": described("b").upper(),
        ".hidden/y.pddl": described("y"),
    }
    new = {
        **old,
        "domain": described("a"),
        "notes.md": "",
        "late.txt": "",
        "x.pddl": described("x"),
    }
    pairs = ["+x.pddl", ".hidden/model", ".hidden/y.pddl", "domain"]
    assert sorted(versions(tmp_path, new, old)) == pairs
    found = pairs_of_versions(str(tmp_path / "new"), str(tmp_path / "old"))
    assert found.n_others == len({"notes.md", "steps", "late.txt"})

"""Of several copies of a folder, each is linked by itself: students hand in the same files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from plancore.kinship import SharedVocabulary
from plancore.links import Links
from planfiles.starts import Defined
from support.listing import LAYOUTS, Listed, listed

HOMES = st.from_regex(r"/w/(?:src/)?[a-z]{3}[0-9]?(?:/sub)?", fullmatch=True)


def linked(lines: Iterable[Listed]) -> Mapping[str, str | None]:
    """The file of the problem of each plan, and of the domain of each problem."""
    files: dict[str, list[Defined]] = {}
    for kind, name, called, *_ in lines:
        definition = Defined("domain", called, "")
        if kind == "P":
            definition = Defined("problem", "p", called)
        files.setdefault(name, []).extend([] if kind == "S" else [definition])
    links = Links(files, lambda *_: None, lambda *_: SharedVocabulary(1, 1))
    found = {
        name: links.problem_of(name)
        if kind == "S"
        else links.domain_choice(name, files[name][-1]).link
        for kind, name, *_ in lines
        if kind != "D"
    }
    return {name: link.file if link else None for name, link in found.items()}


def below(home: str, lines: Sequence[Listed]) -> list[Listed]:
    return [line._replace(name=f"{home}/{line.name}") for line in lines]


def apart(layout: str, homes: Sequence[str]) -> list[tuple[str, str | None]]:
    """The files of copies of a layout that are linked otherwise than in the only copy."""
    lines = listed(layout)
    among = linked([line for home in homes for line in below(home, lines)])
    alone = {name: of for home in homes for name, of in linked(below(home, lines)).items()}
    return [(name, among[name]) for name in alone if among[name] != alone[name]]


def test_each_copy_of_a_folder_is_linked_by_itself() -> None:
    homes = ["/w/ann", "/w/bob"]
    assert {name: wrong for name in LAYOUTS if (wrong := apart(LAYOUTS[name], homes))} == {}


@given(st.sampled_from([*LAYOUTS]), st.lists(HOMES, min_size=2, max_size=3, unique=True))
def test_the_names_of_copies_are_irrelevant(layout: str, homes: list[str]) -> None:
    assume(not any(f"{one}/".startswith(f"{two}/") for one, two in permutations(homes, 2)))
    assert apart(LAYOUTS[layout], homes) == []

"""One key per document, however it is spelled."""

from __future__ import annotations

import pytest

from planlsp.session.uris import key_of, name_of, path_of, uri_of


@pytest.mark.server_behaviour(45)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///home/a/d.pddl", "FILE:///home/a/d.pddl"),
        ("file:///home/a%20b/d.pddl", "file:///home/a b/d.pddl"),
        ("file:///C%3A/x/d.pddl", "file:///c:/x/d.pddl"),
        ("file://localhost/x/d.pddl", "file:///x/d.pddl"),
        ("file:///x/./y/../d.pddl", "file:///x/d.pddl"),
        ("file:///x//d.pddl", "file:/x/d.pddl"),
        ("file:///caf%C3%A9.pddl", "file:///café.pddl"),
        ("untitled:Untitled%201", "untitled:Untitled 1"),
    ],
)
def test_spellings_of_one_document(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)
    assert key_of(key_of(one)) == key_of(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///x/D.pddl", "file:///x/d.pddl"),
        ("file://server/x/d.pddl", "file:///x/d.pddl"),
        ("git:/x/d.pddl?HEAD", "file:///x/d.pddl"),
        ("untitled:1", "untitled:2"),
    ],
)
def test_different_documents(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def test_paths() -> None:
    assert path_of("file:///home/a%20b/d%23.pddl") == "/home/a b/d#.pddl"
    assert path_of("file:///C%3A/x/d.pddl") == "C:/x/d.pddl"
    assert path_of("file://server/share/d.pddl") == "//server/share/d.pddl"
    assert path_of("untitled:Untitled-1") is None
    assert path_of("file:///x%00y") is None


@pytest.mark.parametrize("path", ["/home/a b/d#1?.pddl", "/tmp/café/🚚.pddl", "/x/\udce9.pddl"])
def test_a_path_survives_the_way_through_its_uri(path: str) -> None:
    assert path_of(uri_of(path)) == path
    assert key_of(uri_of(path)) == uri_of(path)


def test_a_windows_path_becomes_a_uri() -> None:
    assert uri_of("C:\\My Plans\\d.pddl") == "file:///c:/My%20Plans/d.pddl"


def test_names_for_people() -> None:
    assert name_of("file:///a/caf%C3%A9.pddl") == "café.pddl"
    assert name_of("untitled:Untitled-1") == "untitled:Untitled-1"

"""An edited session answers like a fresh one: whatever was open, typed, undone, saved, renamed,
moved and asked for before, each kind of answer depends on the files and settings as they are now.

`FUZZ_SESSION=3600` goes on for an hour instead of seconds, over our own files of all dialects and
those of the material, with a process for each server; `FUZZ_SEED=117` begins with that seed, which
a failure names. `--log-cli-level INFO` shows what has been done.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from plancore.diagnostic import apply_edits
from support.corpus import corpus_index, decoded
from support.edit_model import column_of, lines_of, offset_of
from support.lsp_client import LIMIT, LspClient, Message
from support.lsp_memory import LspMemory
from support.lsp_process import LspProcess
from support.material import CORPUS, find_material
from support.random_plans import Walker, text_of
from support.random_session import FILES, PULLS, SETTINGS, Session, write
from support.tasks import task_of
from support.token_damage import mutation

SECONDS = float(os.environ.get("FUZZ_SESSION", "20"))
FIRST_SEED = int(os.environ.get("FUZZ_SEED", "100"))
LARGEST: Final = 20_000
"""Bytes of a real file: every burst reads all of them again."""

CLIENT: Final[Message] = {
    **PULLS,
    "workspace": {
        **PULLS["workspace"],
        "fileOperations": {"willRename": True, "didRename": True},
    },
}
LATER: Final = frozenset(("textDocument/codeLens", "textDocument/semanticTokens/full/delta"))
"""What depends on earlier answers, or on the verdicts of before."""


class EditedSession(Session):
    """A person at work. Its state can be handed to a session with a fresh server."""

    def __init__(
        self,
        server: LspClient,
        folder: Path,
        rng: random.Random,
        originals: dict[str, str] | None = None,
        before: EditedSession | None = None,
    ) -> None:
        """Begins with `originals`, or where another session is."""
        self.before = before
        self.is_open = dict.fromkeys(FILES, True)
        self.undone: list[tuple[str, str]] = []
        self.settings: Message = {}
        self.references: dict[str, str | None] = {}
        self.done = Counter[str]()
        super().__init__(server, folder, rng, CLIENT, originals)

    def begin(self) -> None:
        """Nothing is written where another session has done so."""
        if self.before is None:
            super().begin()

    def open_all(self) -> None:
        before = self.before
        if before is None:
            super().open_all()
            return
        self.uris = dict(before.uris)
        self.texts = dict(before.texts)
        for name, is_open in before.is_open.items():
            if is_open:
                self.open(name, before.texts[name])
        self.configure(before.settings)
        for name, reference in before.references.items():
            self.refer(name, reference)

    def work(self) -> None:
        """Something that a person does."""
        acts = (self.edit, self.undo, self.save, self.rename, self.move, self.close_or_open)
        also = (self.set_reference, self.set_settings, self.write_another_file, self.ask)
        (act,) = self.rng.choices((*acts, *also), (40, 10, 8, 8, 3, 4, 4, 3, 4, 10))
        self.done[act.__name__] += 1
        act()

    def edit(self) -> None:
        name = self.rng.choice(FILES)
        if self.is_open[name]:
            before = self.texts[name]
            is_mended = self.rng.random() < 0.1
            text = apply_edits(before, (mutation(self.rng, before),))
            self.replace(name, self.originals[name] if is_mended else text)

    def replace(self, name: str, text: str) -> None:
        """Send what changed, as editors do, or now and then the whole text."""
        before = self.texts[name]
        self.undone.append((name, before))
        start = _in_common(before, text)
        end = _in_common(before[start:][::-1], text[start:][::-1])
        positions = [_position(before, at) for at in (start, len(before) - end)]
        if None in positions or self.rng.random() < 0.1:
            super().replace(name, text)
            return
        self._shows(name, text)
        range_ = dict(zip(("start", "end"), positions, strict=True))
        change = {"range": range_, "text": text[start : len(text) - end]}
        self.server.change(self.uris[name], self.version, change)

    def undo(self) -> None:
        """Some of the last edits, as long as nothing else came between."""
        for _ in range(self.rng.randrange(1, 4)):
            if self.undone and self.is_open[self.undone[-1][0]]:
                name, text = self.undone.pop()
                self.replace(name, text)
                self.undone.pop()

    def save(self) -> None:
        name = self.rng.choice(FILES)
        if self.is_open[name]:
            write(self._path(name), self.texts[name])
            self.server.notify("textDocument/didSave", {"textDocument": {"uri": self.uris[name]}})
            self._watched((self.uris[name], 2))

    def close_or_open(self) -> None:
        """What was not saved is lost."""
        name = self.rng.choice(FILES)
        self.undone = [each for each in self.undone if each[0] != name]
        if self.is_open[name]:
            self.server.close(self.uris[name])
            self.texts[name] = decoded(self._path(name))
        else:
            self.open(name, self.texts[name])
        self.is_open[name] = not self.is_open[name]

    def rename(self) -> None:
        """Rename what stands somewhere, in all files that the server names."""
        name = self.rng.choice(FILES)
        place = {"textDocument": {"uri": self.uris[name]}, "position": self._place(name)}
        new = f"n{self.rng.randrange(99)}"
        message = self.server.answer(
            self.server.start_request("textDocument/rename", {**place, "newName": new})
        )
        self._apply(message.get("result"))

    def move(self) -> None:
        """A file has another name; lines that name it follow."""
        name = self.rng.choice(FILES)
        old, path = self.uris[name], self._path(name)
        target = path.with_name(name if path.name != name else f"moved-{name}")
        renamed = {"files": [{"oldUri": old, "newUri": target.as_uri()}]}
        self._apply(self.server.request("workspace/willRenameFiles", renamed))
        path.rename(target)
        if self.is_open[name]:
            self.server.close(old)
        self.uris[name] = target.as_uri()
        self.server.notify("workspace/didRenameFiles", renamed)
        self._watched((old, 3), (self.uris[name], 1))
        if self.is_open[name]:
            self.open(name, self.texts[name])

    def set_reference(self) -> None:
        """Compare a file with another one from now on, or no longer."""
        name, reference = self.rng.choice(FILES), self.rng.choice((None, *FILES))
        self.references.pop(name, None)
        self.references[name] = reference
        self.refer(name, reference)

    def refer(self, name: str, reference: str | None) -> None:
        """Name the reference of a file."""
        arguments = [self.uris[name], None if reference is None else self.uris[reference]]
        asked = {"command": "planlsp.setReference", "arguments": arguments}
        self.server.request("workspace/executeCommand", asked)

    def set_settings(self) -> None:
        """Other settings."""
        self.configure(self.rng.choice(SETTINGS))

    def configure(self, settings: Message) -> None:
        """Settings as they are from now on."""
        self.settings = settings
        self.server.notify("workspace/didChangeConfiguration", {"settings": settings})

    def _path(self, name: str) -> Path:
        return self.folder / self.uris[name].rpartition("/")[2]

    def _watched(self, *events: tuple[str, int]) -> None:
        changes = [{"uri": uri, "type": kind} for uri, kind in events]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _apply(self, edit: Message | None) -> None:
        """Make an edit of the server in what is open, and on the disk where nothing is."""
        for change in (edit or {}).get("documentChanges", ()):
            uri = change["textDocument"]["uri"]
            name = next((each for each, of in self.uris.items() if of == uri), None)
            path = self.folder / uri.rpartition("/")[2]
            text = self.texts[name] if name else decoded(path)
            for each in sorted(change["edits"], key=_start_of, reverse=True):
                start, end = (_offset(text, each["range"][which]) for which in ("start", "end"))
                text = text[:start] + each["newText"] + text[end:]
            if name and self.is_open[name]:
                self.replace(name, text)
                continue
            write(path, text)
            self._watched((uri, 2))
            if name:
                self.texts[name] = text


def _start_of(edit: Message) -> tuple[int, int]:
    start = edit["range"]["start"]
    return start["line"], start["character"]


def _offset(text: str, position: Message) -> int:
    return offset_of(text, lines_of(text)[position["line"]], position["character"], "utf-16")


def _in_common(one: str, other: str) -> int:
    """The length of the common prefix."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _position(text: str, offset: int) -> Message | None:
    """The position of an offset; None within a line break, where there is none."""
    for number, (start, end) in enumerate(lines_of(text)):
        if start <= offset <= end:
            return {"line": number, "character": column_of(text, start, offset, "utf-16")}
    return None


def outcome(server: LspClient, method: str, params: Message) -> object:
    """The answer without what counts answers and texts, and what is told once only."""
    message = server.answer(server.start_request(method, params))
    if "error" in message:
        return message["error"]["code"], message["error"]["message"]
    return without(message["result"], {"resultId", "version", "relatedDocuments"})


def without(value: Any, keys: set[str]) -> Any:
    """An answer without some keys, at any depth."""
    if isinstance(value, list):
        return [without(item, keys) for item in value]
    if isinstance(value, dict):
        return {name: without(item, keys) for name, item in value.items() if name not in keys}
    return value


def compare(session: EditedSession, fresh: LspClient, places: int = 2) -> None:
    """Ask both for everything, at some places of each file. What is computed in the background may
    come later in one of them."""
    again = EditedSession(fresh, session.folder, session.rng, session.originals, session)
    session.look_at_what_was_told()
    questions = [each for name in FILES for _ in range(places) for each in session.questions(name)]
    asked = list[tuple[str, Message]]()
    for method, params in questions:
        if method in LATER or (method, params) in asked:
            continue
        asked.append((method, params))
        until = time.monotonic() + LIMIT
        while (one := outcome(session.server, method, params)) != (
            other := outcome(fresh, method, params)
        ):
            assert time.monotonic() < until, (method, params, session.texts, one, other)
            for each in (session, again):
                each.look_at_what_was_told()
                each.server.request("workspace/symbol", {"query": "zz"})
    again.end()
    for server in (session.server, fresh):
        assert "Traceback" not in server.log, server.log[-3000:]


def burst(session: EditedSession) -> None:
    """A few things that a person does."""
    for _ in range(session.rng.randrange(1, 16)):
        session.work()
        session.look_at_what_was_told()


@pytest.mark.server_behaviour(43, "an edited session answers like a new one")
@pytest.mark.parametrize(
    ("seed", "rounds"), [(0, 1), *(pytest.param(n, 3, marks=pytest.mark.slow) for n in (1, 2, 3))]
)
def test_an_edited_session_answers_like_a_fresh_one(seed: int, rounds: int, tmp_path: Path) -> None:
    with LspMemory() as edited:
        session = EditedSession(edited, tmp_path, random.Random(seed))
        for _ in range(rounds):
            burst(session)
            with LspMemory() as fresh:
                compare(session, fresh, rounds)
        session.end()


@pytest.mark.server_behaviour(43, "an edited session answers like a new one")
@pytest.mark.long
@pytest.mark.timeout(SECONDS + 600)
def test_edited_sessions_over_real_files_with_processes(tmp_path: Path) -> None:
    until, seed, done = time.monotonic() + SECONDS, FIRST_SEED, Counter[str]()
    instances = [*_instances()]
    while time.monotonic() < until:
        rng = random.Random(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        originals = _learned(rng, *rng.choice(instances))
        with LspProcess() as edited:
            try:
                session = EditedSession(edited, folder, rng, originals)
                for _ in range(4):
                    burst(session)
                    with LspProcess() as fresh:
                        compare(session, fresh)
                    done["burst"] += 1
                session.end()
            except BaseException as error:
                error.add_note(f"FUZZ_SEED={seed}")
                raise
        done += session.done
        seed += 1
        logging.getLogger(__name__).info("seed %d: %s", seed, dict(done))


def _instances() -> Iterator[tuple[Path, Path]]:
    """Domain and problem of real files."""
    for root in filter(None, (CORPUS / "dialects", find_material("corpus", "dev"))):
        for row in corpus_index(root, LARGEST):
            if row["kind"] == "problem" and row["domain_file"]:
                domain = root / row["domain_file"]
                if domain.is_file() and domain.stat().st_size <= LARGEST:
                    yield domain, root / row["path"]


def _learned(rng: random.Random, domain: Path, problem: Path) -> dict[str, str]:
    """The files of a session: the domain with two mistakes, itself as its reference, the problem,
    and a walk as its plan."""
    reference, task = decoded(domain), decoded(problem)
    learned = reference
    for _ in range(2):
        learned = apply_edits(learned, (mutation(rng, learned),))
    try:
        walk, _ = Walker(task_of(reference, task), rng).walk(5)
    except Exception:  # not every dialect is executed
        walk = []
    return {
        "learned.pddl": f";;!reference: reference.pddl\n{learned}",
        "reference.pddl": reference,
        "p01.pddl": rng.choice(("", ";;!domain: learned.pddl\n")) + task,
        "learned.plan": f";;!problem: p01.pddl\n{text_of(walk)}",
    }

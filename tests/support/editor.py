"""An editor as far as the server can tell: it holds texts, types into them and applies edits.

It counts columns in the encoding that the session agreed on and converts positions by
itself, sharing no code with the server.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from support.edit_model import column_of, lines_of, offset_of
from support.lsp_client import LspClient, Message


class Editor:
    """The documents that a client shows."""

    def __init__(self, server: LspClient, initialized: Message) -> None:
        self.server = server
        capabilities = initialized["capabilities"]
        self.encoding: str = capabilities.get("positionEncoding", "utf-16")
        self.pulls = "diagnosticProvider" in capabilities
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}

    def open(self, uri: str, text: str) -> None:
        """Show a document."""
        self.texts[uri], self.versions[uri] = text, 1
        self.server.open(uri, text)

    def close(self, uri: str) -> None:
        """Show a document no longer."""
        del self.texts[uri], self.versions[uri]
        self.server.close(uri)

    def replace(self, uri: str, old: str, new: str) -> None:
        """Replace the only occurrence of `old`."""
        assert self.texts[uri].count(old) == 1, old
        start = self.texts[uri].index(old)
        self._edit(uri, [(start, start + len(old), new)])

    def type(self, uri: str, before: str, typed: str) -> None:
        """Type `typed` behind the only occurrence of `before`, one character at a time."""
        assert self.texts[uri].count(before) == 1, before
        at = self.texts[uri].index(before) + len(before)
        for number, character in enumerate(typed):
            self._edit(uri, [(at + number, at + number, character)])

    def apply(self, edit: Message) -> None:
        """Apply a workspace edit, checking that it is one that an editor accepts.

        A file that no document shows is edited on disk.
        """
        for change in edit.get("documentChanges", ()):
            if change.get("kind") == "create":
                _path_of(change["uri"]).open("x").close()
                continue
            document = change["textDocument"]
            assert document["version"] == self.versions.get(document["uri"])
            self._apply(document["uri"], change["edits"])
        for uri, edits in edit.get("changes", {}).items():
            self._apply(uri, edits)

    def _apply(self, uri: str, edits: list[Message]) -> None:
        is_shown = uri in self.texts
        if not is_shown:
            self.texts[uri] = _path_of(uri).read_text(encoding="utf-8")
        spans = [(*self.span(uri, each["range"]), each["newText"]) for each in edits]
        if is_shown:
            self._edit(uri, spans)
            return
        text = self.texts.pop(uri)
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        _path_of(uri).write_text(text, encoding="utf-8")

    def diagnostics(self, uri: str) -> list[Message]:
        """What the server says of the text as it is now."""
        if self.pulls:
            report = self.server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            assert report["kind"] == "full"
            found: list[Message] = report["items"]
        else:
            found = self._published(uri)
        for diagnostic in found:
            start, end = self.span(uri, diagnostic["range"])
            assert 0 <= start <= end <= len(self.texts[uri])
        return found

    def _published(self, uri: str) -> list[Message]:
        """The last findings pushed for the version of the text that is shown."""

        def is_current(message: Message) -> bool:
            if message.get("method") != "textDocument/publishDiagnostics":
                return False
            params = message["params"]
            return bool(params["uri"] == uri and params.get("version") == self.versions[uri])

        self.server.wait_for(is_current)
        current = [each for each in list(self.server.messages) if is_current(each)]
        found: list[Message] = current[-1]["params"]["diagnostics"]
        return found

    def actions(self, uri: str, diagnostic: Message, *only: str) -> list[Message]:
        """The code actions where `diagnostic` is."""
        context: dict[str, Any] = {"diagnostics": [diagnostic]}
        if only:
            context["only"] = list(only)
        found: list[Message] = self.server.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": context},
        )
        return found

    def lenses(self, uri: str) -> list[str]:
        """The titles of the code lenses."""
        found = self.server.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        return [lens["command"]["title"] for lens in found]

    def marked(self, uri: str, range_: Message) -> str:
        """The text at a range that the server sent."""
        start, end = self.span(uri, range_)
        return self.texts[uri][start:end]

    def span(self, uri: str, range_: Message) -> tuple[int, int]:
        """Offsets of a range that the server sent; fails when it lies outside of the text."""
        return self._offset(uri, range_["start"]), self._offset(uri, range_["end"])

    def position(self, uri: str, offset: int) -> Message:
        """The position of an offset, as it is sent."""
        text = self.texts[uri]
        starts = [start for start, _ in lines_of(text)]
        line = max(number for number, start in enumerate(starts) if start <= offset)
        return {"line": line, "character": column_of(text, starts[line], offset, self.encoding)}

    def _offset(self, uri: str, position: Message) -> int:
        text = self.texts[uri]
        line = lines_of(text)[position["line"]]
        return offset_of(text, line, position["character"], self.encoding)

    def _edit(self, uri: str, edits: list[tuple[int, int, str]]) -> None:
        """Apply edits of one state of the text, as an editor does: from the end backwards."""
        done = len(self.texts[uri])
        ordered = sorted(enumerate(edits), key=lambda item: (item[1][:2], item[0]))
        changes = []
        for _, (start, end, new) in reversed(ordered):
            assert start <= end <= done, "edits overlap"
            done = start
            range_ = {"start": self.position(uri, start), "end": self.position(uri, end)}
            changes.append({"range": range_, "text": new})
            self.texts[uri] = self.texts[uri][:start] + new + self.texts[uri][end:]
        self.versions[uri] += 1
        self.server.change(uri, self.versions[uri], *changes)


def _path_of(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))

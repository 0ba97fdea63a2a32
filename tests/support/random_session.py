"""A client that damages a domain, its reference, a problem and a plan, and asks for anything that
the server offers.

Which method takes what is read from the server's own capabilities, so new features are part of it
by themselves.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from plancore.diagnostic import apply_edits
from support.edit_model import column_of, lines_of
from support.examples import DELIVERY
from support.lsp_client import LspClient, Message
from support.token_damage import mutation

FILES = ("learned.pddl", "reference.pddl", "p01.pddl", "learned.plan")
REFUSED: Final = frozenset((-32602, -32800, -32801, -32803))
"""What a request may be refused with: its parameters, its time, or that it cannot be done."""

REPLIES: Final[dict[str, Any]] = {
    "workspace/configuration": [None],
    "window/showDocument": {"success": True},
    "workspace/applyEdit": {"applied": False},
}

AT_PLACE: Final = {
    "hoverProvider": "hover",
    "definitionProvider": "definition",
    "declarationProvider": "declaration",
    "typeDefinitionProvider": "typeDefinition",
    "implementationProvider": "implementation",
    "completionProvider": "completion",
    "signatureHelpProvider": "signatureHelp",
    "documentHighlightProvider": "documentHighlight",
    "linkedEditingRangeProvider": "linkedEditingRange",
    "typeHierarchyProvider": "prepareTypeHierarchy",
    "callHierarchyProvider": "prepareCallHierarchy",
}
OF_DOCUMENT: Final = {
    "documentSymbolProvider": "documentSymbol",
    "codeLensProvider": "codeLens",
    "documentLinkProvider": "documentLink",
    "foldingRangeProvider": "foldingRange",
    "diagnosticProvider": "diagnostic",
}
IN_RANGE: Final = {"inlayHintProvider": "inlayHint"}
FORMATS: Final = {"tabSize": 2, "insertSpaces": True}
COMMANDS: Final = {
    "planlsp.compareDomains": (None, "text"),
    "planlsp.comparePlans": (None, "json"),
    "planlsp.validatePlan": ("text",),
    "planlsp.showReview": ("html",),
    "planlsp.compareFiles": (None, "html"),
    "planlsp.showModel": ("html",),
    "planlsp.repairs": (),
}
SETTINGS: Final[tuple[Message, ...]] = (
    {},
    {"diagnosticMode": "workspace"},
    {"diagnosticMode": "workspace", "align": "on", "reference": {"p*.pddl": "reference.pddl"}},
    {"reference": "reference.pddl", "severities": {"unused-parameter": "off", "x": 3}},
    {
        "inlayHints": {"steps": True, "parameters": True},
        "identicalLenses": True,
        "predicateLenses": True,
    },
)


class Session:
    """What the client shows, and what it may ask for."""

    def __init__(
        self,
        server: LspClient,
        folder: Path,
        rng: random.Random,
        capabilities: Message | None = None,
        originals: dict[str, str] | None = None,
    ) -> None:
        """A client with random capabilities and settings, or those given, which opens `originals`,
        the example if there are none."""
        self.server, self.rng = server, rng
        self.originals = originals or {name: (DELIVERY / name).read_text() for name in FILES}
        self.uris = {name: (folder / name).as_uri() for name in FILES}
        self.texts: dict[str, str] = {}
        self.shown: dict[tuple[str, int], str] = {}
        self.folder = folder
        self.looked_at = 0
        self.held: list[int] = []
        self.version = 1
        self.begin()
        folders = [{"uri": folder.as_uri(), "name": "delivery"}]
        options: Message = {}
        if capabilities is None:
            capabilities, options = rng.choice((EVERYTHING, PULLS, {})), rng.choice(SETTINGS)
        answer = server.initialize(capabilities, options, workspaceFolders=folders)
        self.offered: Message = answer["capabilities"]
        self.open_all()

    def begin(self) -> None:
        """Write the files, before the server starts."""
        for name, text in self.originals.items():
            write(self.folder / name, text)

    def open_all(self) -> None:
        """Open the files."""
        for name, text in self.originals.items():
            self.open(name, text)

    def edit(self) -> None:
        """Damage a text a little, mend it, or close it and open it again."""
        name = self.rng.choice(FILES)
        if self.rng.random() < 0.05:
            self.server.close(self.uris[name])
            self.open(name, self.texts[name])
            return
        is_mended = self.rng.random() < 0.1
        before = self.texts[name]
        change = mutation(self.rng, before)
        text = self.originals[name] if is_mended else apply_edits(before, (change,))
        self.replace(name, text)

    def replace(self, name: str, text: str) -> None:
        """A document has another text."""
        self._shows(name, text)
        self.server.change(self.uris[name], self.version, {"text": text})

    def disturb(self) -> None:
        """Something happens beside the documents."""
        match self.rng.randrange(8):
            case 0:
                params = {"settings": self.rng.choice(SETTINGS)}
                self.server.notify("workspace/didChangeConfiguration", params)
            case 1:
                self.write_another_file()
            case 2 if self.offered.get("diagnosticProvider"):
                known = [{"uri": uri, "value": "?"} for uri in self.uris.values()]
                asked: Message = {"previousResultIds": known[:1], "partialResultToken": "parts"}
                self.held.append(self.server.start_request("workspace/diagnostic", asked))
            case 3:
                name = self.rng.choice(FILES)
                request = self.server.start_request(*self.rng.choice([*self.questions(name)]))
                self.server.notify("$/cancelRequest", {"id": request})
                self.server.answer(request)
            case _:
                pass

    def write_another_file(self) -> None:
        """A file that is not open comes, changes or goes."""
        path = self.folder / self.rng.choice(("other.pddl", "other.plan", "planlsp.toml"))
        kind = 2 if path.exists() else 1
        if path.exists() and self.rng.random() < 0.3:
            path.unlink()
            kind = 3
        else:
            text = self.texts[self.rng.choice(FILES)]
            write(path, text.partition("\n")[2])
        events = [{"uri": path.as_uri(), "type": kind}]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def look_at_what_was_told(self) -> None:
        """What the server has sent without being asked."""
        messages = self.server.messages[self.looked_at :]
        self.looked_at += len(messages)
        for message in messages:
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                text = self.shown.get((params["uri"], params.get("version") or 0))
                for diagnostic in params["diagnostics"]:
                    range_ = diagnostic["range"]
                    assert text is None or is_inside(range_, text), params
            elif "id" in message and "method" in message:
                self.server.reply(message, REPLIES.get(message["method"]))

    def end(self) -> None:
        """Every request has one answer when the session ends, those held back among them."""
        self.server.request("workspace/symbol", {"query": "zz"})  # by now they are
        assert self.server.end() == 0
        answered = Counter(m["id"] for m in self.server.messages if "method" not in m)
        assert set(answered.values()) == {1}
        assert set(self.held) <= answered.keys()

    def ask(self) -> None:
        """Ask for something that is offered, and look at the answer."""
        name = self.rng.choice(FILES)
        method, params = self.rng.choice([*self.questions(name)])
        message = self.server.answer(self.server.start_request(method, params))
        if "error" in message:
            assert message["error"]["code"] in REFUSED, (method, params, message)
            return
        for line, end in token_ends(message["result"]):
            start, stop = lines_of(self.texts[name])[line]
            assert end <= column_of(self.texts[name], start, stop, "utf-16"), (method, line)
        for uri, range_ in ranges(message["result"], self.uris[name]):
            text = next((self.texts[n] for n, of in self.uris.items() if of == uri), None)
            assert text is None or is_inside(range_, text), (method, uri, range_)

    def _shows(self, name: str, text: str) -> None:
        self.version += 1
        self.texts[name] = text
        self.shown[self.uris[name], self.version] = text

    def open(self, name: str, text: str) -> None:
        """Show a file."""
        self._shows(name, text)
        language = "plan" if name.endswith(".plan") else "pddl"
        item = {"uri": self.uris[name], "languageId": language, "version": self.version}
        self.server.notify("textDocument/didOpen", {"textDocument": {**item, "text": text}})

    def _place(self, name: str) -> Message:
        """Anywhere in the text, and now and then past the end of a line."""
        lines = lines_of(self.texts[name])
        line = self.rng.randrange(len(lines))
        start, end = lines[line]
        return {"line": line, "character": self.rng.randint(0, end - start + 1)}

    def questions(self, name: str) -> Iterator[tuple[str, Message]]:
        document: Message = {"textDocument": {"uri": self.uris[name]}}
        place = {**document, "position": self._place(name)}
        range_ = {"start": self._place(name), "end": self._place(name)}
        within = {**document, "range": range_}
        for provider, method in AT_PLACE.items():
            if self.offered.get(provider):
                yield f"textDocument/{method}", place
        for provider, method in OF_DOCUMENT.items():
            if self.offered.get(provider):
                yield f"textDocument/{method}", document
        for provider, method in IN_RANGE.items():
            if self.offered.get(provider):
                yield f"textDocument/{method}", within
        if self.offered.get("referencesProvider"):
            yield "textDocument/references", {**place, "context": {"includeDeclaration": True}}
        if self.offered.get("renameProvider"):
            new = self.rng.choice(("fresh", "at", "?x", "move", "", "(", "a b"))
            yield "textDocument/rename", {**place, "newName": new}
        if "prepareProvider" in str(self.offered.get("renameProvider")):
            yield "textDocument/prepareRename", place
        if self.offered.get("selectionRangeProvider"):
            positions = [self._place(name), self._place(name)]
            yield "textDocument/selectionRange", {**document, "positions": positions}
        if self.offered.get("codeActionProvider"):
            yield "textDocument/codeAction", {**within, "context": {"diagnostics": []}}
            only = {"diagnostics": [], "only": ["source"]}
            yield "textDocument/codeAction", {**within, "context": only}
        if self.offered.get("documentFormattingProvider"):
            yield "textDocument/formatting", {**document, "options": FORMATS}
            yield "textDocument/rangeFormatting", {**within, "options": FORMATS}
        if self.offered.get("semanticTokensProvider"):
            yield "textDocument/semanticTokens/full", document
            yield "textDocument/semanticTokens/full/delta", {**document, "previousResultId": "1"}
            yield "textDocument/semanticTokens/range", within
        for command, arguments in COMMANDS.items():
            if command in self.offered.get("executeCommandProvider", {}).get("commands", ()):
                asked = {"command": command, "arguments": [self.uris[name], *arguments]}
                yield "workspace/executeCommand", asked
        if self.offered.get("workspaceSymbolProvider"):
            yield "workspace/symbol", {"query": self.rng.choice(("", "a", "pick"))}


def write(path: Path, text: str) -> None:
    """Write a file with the line ends that it has."""
    path.write_text(text, "utf-8", "surrogateescape", newline="")


def ranges(value: Any, uri: str) -> Iterator[tuple[str, Message]]:
    """Every range in an answer with the document that it is in; `uri` where none is named."""
    if isinstance(value, list):
        for item in value:
            yield from ranges(item, uri)
    elif isinstance(value, dict):
        home = value.get("targetUri") or value.get("uri") or uri
        document = value.get("textDocument")
        home = document["uri"] if isinstance(document, dict) and "uri" in document else home
        for key, item in value.items():
            if isinstance(item, dict) and item.keys() == {"start", "end"}:
                yield (uri if key == "originSelectionRange" else home), item
            elif key in ("changes", "relatedDocuments") and isinstance(item, dict):
                for other, of_other in item.items():
                    yield from ranges(of_other, other)
            else:
                yield from ranges(item, home)


def token_ends(answer: Any) -> Iterator[tuple[int, int]]:
    """The line of each semantic token in an answer, and the column of its end."""
    data = answer.get("data", []) if isinstance(answer, dict) else []
    line = column = 0
    for at in range(0, len(data), 5):
        lines, columns, length = data[at : at + 3]
        line, column = line + lines, columns if lines else column + columns
        yield line, column + length


def is_inside(range_: Message, text: str) -> bool:
    """Whether both ends of a range are in the text, in order. Columns count in UTF-16."""
    lines = lines_of(text)
    ends = [(range_[end]["line"], range_[end]["character"]) for end in ("start", "end")]
    return ends == sorted(ends) and all(
        line < len(lines) and column <= column_of(text, lines[line][0], lines[line][1], "utf-16")
        for line, column in ends
    )


EVERYTHING: Final[Message] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True, "insertReplaceSupport": True}},
        "signatureHelp": {},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "definition": {"linkSupport": True},
        "rename": {"prepareSupport": True},
        "semanticTokens": {
            "requests": {"full": {"delta": True}, "range": True},
            "tokenTypes": ["type", "variable", "function", "keyword"],
            "tokenModifiers": ["declaration"],
            "formats": ["relative"],
        },
        "foldingRange": {},
        "selectionRange": {},
        "inlayHint": {},
        "callHierarchy": {},
        "typeHierarchy": {},
        "linkedEditingRange": {},
        "documentLink": {},
        "documentHighlight": {},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}, "symbol": {}},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
}
PULLS: Final[Message] = {
    **EVERYTHING,
    "textDocument": {**EVERYTHING["textDocument"], "diagnostic": {"relatedDocumentSupport": True}},
    "workspace": {**EVERYTHING["workspace"], "diagnostics": {"refreshSupport": True}},
}

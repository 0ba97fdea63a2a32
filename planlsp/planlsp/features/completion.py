"""`textDocument/completion` and `completionItem/resolve`."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types

from plancore.ide.completion.complete import about, complete
from plancore.ide.completion.items import Completion, Completions, ItemKind
from plancore.project import PlanSnapshot
from plancore.source import SourceText
from planlsp.convert import from_position, to_markup, to_range, to_text_edits
from planlsp.session.client import ClientProfile
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View

_SPACE: Final = " "
_TRIGGERS: Final = ("(", ":", "?", "-", "!", _SPACE)
# Kinds that every client knows.
_KINDS: Final = {
    ItemKind.SECTION: types.CompletionItemKind.Keyword,
    ItemKind.SLOT: types.CompletionItemKind.Keyword,
    ItemKind.REQUIREMENT: types.CompletionItemKind.Property,
    ItemKind.OPERATOR: types.CompletionItemKind.Keyword,
    ItemKind.PREDICATE: types.CompletionItemKind.Function,
    ItemKind.FUNCTION: types.CompletionItemKind.Field,
    ItemKind.ACTION: types.CompletionItemKind.Method,
    ItemKind.TASK: types.CompletionItemKind.Method,
    ItemKind.VARIABLE: types.CompletionItemKind.Variable,
    ItemKind.OBJECT: types.CompletionItemKind.Value,
    ItemKind.TYPE: types.CompletionItemKind.Class,
    ItemKind.DOMAIN: types.CompletionItemKind.Module,
    ItemKind.FILE: types.CompletionItemKind.File,
}


def register(server: PlanServer) -> None:
    """Complete names, keywords and whole constructs at the cursor."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True),
    )
    @server.with_view
    async def on_completion(view: View, params: types.CompletionParams) -> types.CompletionList:
        uri = params.text_document.uri
        file = view.files.file(key_of(uri))
        if file is None:
            return types.CompletionList(is_incomplete=False, items=[])
        offset = from_position(file.source, params.position, view.client.encoding)
        # Spaces are typed all the time, mostly before a list: there, nothing must pop up.
        by_space = params.context is not None and params.context.trigger_character == _SPACE
        indexed = view.known.on_disk.files
        offered = await server.work.compute(
            lambda checkpoint: complete(
                view.files,
                file,
                offset,
                names_only=by_space,
                indexed_domains=lambda: view.index(checkpoint).domain_names(file.name),
                indexed_files=((key, summary.kind) for key, summary in indexed.items()),
                checkpoint=checkpoint,
            ),
            view.size_of(file),
            f"Executing {name_of(file.name)}"
            if isinstance(file, PlanSnapshot)
            else f"Reading {name_of(file.name)}",
        )
        return types.CompletionList(
            offered.is_incomplete,
            [
                _item(index, completion, offered, uri, file.source, view.client)
                for index, completion in enumerate(offered.items)
            ],
        )

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    @server.with_view
    async def on_resolve(view: View, item: types.CompletionItem) -> types.CompletionItem:
        asked = _data(item.data)
        file = view.files.file(key_of(asked[0])) if asked else None
        if asked is None or file is None:
            return item
        answer = about(view.files, file, asked[1], asked[2])
        if answer is not None:
            markdown = view.client.markdown_completion
            item.documentation = to_markup(answer, markdown=markdown)
        return item


def _item(
    index: int,
    completion: Completion,
    offered: Completions,
    uri: str,
    source: SourceText,
    client: ClientProfile,
) -> types.CompletionItem:
    is_snippet = client.snippets and completion.has_holes
    text = completion.snippet if is_snippet else completion.text
    has_lines = "\n" in text and client.insert_text_modes
    return types.CompletionItem(
        completion.label,
        label_details=types.CompletionItemLabelDetails(detail=completion.detail)
        if client.label_details and completion.detail
        else None,
        kind=_KINDS[completion.kind],
        tags=[types.CompletionItemTag.Deprecated]
        if completion.is_old and client.deprecated_items
        else None,
        detail=None if client.label_details else completion.detail.strip() or None,
        sort_text=f"{index:04}",
        filter_text=completion.filter if completion.filter != completion.label else None,
        insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
        insert_text_mode=types.InsertTextMode.AdjustIndentation if has_lines else None,
        text_edit=_edit(text, offered, source, client),
        additional_text_edits=to_text_edits(source, completion.edits, client.encoding) or None,
        data={"uri": uri, "kind": completion.kind.value, "name": completion.label},
    )


def _edit(
    text: str, offered: Completions, source: SourceText, client: ClientProfile
) -> types.TextEdit | types.InsertReplaceEdit:
    whole = to_range(source, offered.replace, client.encoding)
    if not client.insert_replace:
        return types.TextEdit(whole, text)
    insert = to_range(source, offered.insert, client.encoding)
    return types.InsertReplaceEdit(text, insert, whole)


def _data(data: Any) -> tuple[str, ItemKind, str] | None:
    """URI, kind and name of an item that this server has sent; None for any other."""
    if not isinstance(data, dict) or data.get("kind") not in list(ItemKind):
        return None
    uri, name = data.get("uri"), data.get("name")
    if not isinstance(uri, str) or not isinstance(name, str):
        return None
    return uri, ItemKind(data["kind"]), name

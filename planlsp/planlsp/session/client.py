"""The client's capabilities. The server only sends what the client declared to support."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types

from plancore.source import Encoding

WATCHED_FILES: Final = "**/*"
"""The pattern of files whose changes the client reports: a file with any name may be a plan, and no
pattern describes names without an ending. `planfiles.folders.is_listed` selects among them."""


@dataclass(frozen=True, slots=True)
class ClientProfile:
    """The client's capabilities that the server uses.

    The defaults are those of a client that declares nothing.
    """

    encoding: Encoding = Encoding.UTF16
    pulls_diagnostics: bool = False
    related_information: bool = False
    diagnostic_tags: bool = False
    code_descriptions: bool = False
    related_documents: bool = False
    code_action_literals: bool = False
    preferred_code_actions: bool = False
    resolved_code_actions: bool = False
    document_changes: bool = False
    annotated_changes: bool = False
    prepares_rename: bool = False
    type_hierarchy: bool = False
    call_hierarchy: bool = False
    creates_files: bool = False
    applies_edits: bool = False
    markdown_hover: bool = False
    snippets: bool = False
    insert_replace: bool = False
    insert_text_modes: bool = False
    label_details: bool = False
    deprecated_items: bool = False
    markdown_completion: bool = False
    label_offsets: bool = False
    definition_links: bool = False
    link_tooltips: bool = False
    declaration_links: bool = False
    type_definition_links: bool = False
    implementation_links: bool = False
    symbol_tree: bool = False
    refresh_code_lenses: bool = False
    inlay_hints: bool = False
    refresh_inlay_hints: bool = False
    registers_watchers: bool = False
    registers_configuration: bool = False
    configuration: bool = False
    progress: bool = False
    show_document: bool = False
    asks_for_documents: bool = False
    file_operations: frozenset[str] = frozenset()
    formats_ranges: bool = False
    folds_lines_only: bool = False
    most_folds: int | None = None
    links_edits: bool = False
    token_types: tuple[str, ...] = ()
    token_modifiers: tuple[str, ...] = ()
    full_tokens: bool = False
    token_deltas: bool = False
    range_tokens: bool = False
    refresh_tokens: bool = False
    follows_status: bool = False

    @classmethod
    def of(
        cls, declared: types.ClientCapabilities, client: types.ClientInfo | None
    ) -> ClientProfile:
        """The profile of a client from its `initialize` request."""

        def has(path: str) -> bool:
            return bool(_value_at(declared, path))

        def values(path: str) -> Any:
            return _value_at(declared, path) or ()

        def shows(name: str) -> bool:
            """Whether diagnostics may have this field; a client that only pulls declares it for
            pulling."""
            areas = ("publish_diagnostics", "diagnostic")
            return any(has(f"text_document.{area}.{name}") for area in areas)

        item = "text_document.completion.completion_item"
        return cls(
            encoding=_first_known(_value_at(declared, "general.position_encodings")),
            # A client that pulls but cannot be asked to pull again would show outdated diagnostics
            # after a change in another file: pushing is better.
            pulls_diagnostics=has("workspace.diagnostics.refresh_support")
            and has_value(declared, "text_document.diagnostic")
            and not _pulls_no_open_documents_again(client),
            related_information=shows("related_information"),
            diagnostic_tags=shows("tag_support"),
            code_descriptions=shows("code_description_support"),
            related_documents=has("text_document.diagnostic.related_document_support"),
            code_action_literals=has_value(
                declared, "text_document.code_action.code_action_literal_support"
            ),
            preferred_code_actions=has("text_document.code_action.is_preferred_support"),
            resolved_code_actions=has("text_document.code_action.data_support")
            and has_value(declared, "text_document.code_action.code_action_literal_support")
            and "edit" in values("text_document.code_action.resolve_support.properties"),
            document_changes=has("workspace.workspace_edit.document_changes"),
            annotated_changes=has("workspace.workspace_edit.document_changes")
            and has_value(declared, "workspace.workspace_edit.change_annotation_support"),
            prepares_rename=has("text_document.rename.prepare_support"),
            type_hierarchy=has_value(declared, "text_document.type_hierarchy"),
            call_hierarchy=has_value(declared, "text_document.call_hierarchy"),
            creates_files=has("workspace.workspace_edit.document_changes")
            and types.ResourceOperationKind.Create
            in (_value_at(declared, "workspace.workspace_edit.resource_operations") or ()),
            applies_edits=has("workspace.apply_edit"),
            markdown_hover=_prefers_markdown(
                _value_at(declared, "text_document.hover.content_format")
            ),
            snippets=has(f"{item}.snippet_support"),
            insert_replace=has(f"{item}.insert_replace_support"),
            insert_text_modes=types.InsertTextMode.AdjustIndentation
            in values(f"{item}.insert_text_mode_support.value_set"),
            label_details=has(f"{item}.label_details_support"),
            deprecated_items=types.CompletionItemTag.Deprecated
            in values(f"{item}.tag_support.value_set"),
            markdown_completion=_prefers_markdown(values(f"{item}.documentation_format")),
            label_offsets=has(
                "text_document.signature_help.signature_information"
                ".parameter_information.label_offset_support"
            ),
            definition_links=has("text_document.definition.link_support"),
            link_tooltips=has("text_document.document_link.tooltip_support"),
            declaration_links=has("text_document.declaration.link_support"),
            type_definition_links=has("text_document.type_definition.link_support"),
            implementation_links=has("text_document.implementation.link_support"),
            symbol_tree=has("text_document.document_symbol.hierarchical_document_symbol_support"),
            refresh_code_lenses=has("workspace.code_lens.refresh_support"),
            inlay_hints=has_value(declared, "text_document.inlay_hint"),
            refresh_inlay_hints=has("workspace.inlay_hint.refresh_support"),
            registers_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
            registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
            configuration=has("workspace.configuration"),
            progress=has("window.work_done_progress"),
            show_document=has("window.show_document.support"),
            asks_for_documents=has("workspace.text_document_content.dynamic_registration"),
            file_operations=frozenset(
                name
                for name in ("will_rename", "did_rename", "did_delete")
                if has(f"workspace.file_operations.{name}")
            ),
            formats_ranges=has("text_document.range_formatting.ranges_support"),
            folds_lines_only=has("text_document.folding_range.line_folding_only"),
            most_folds=_value_at(declared, "text_document.folding_range.range_limit"),
            links_edits=has_value(declared, "text_document.linked_editing_range"),
            token_types=_texts(declared, "text_document.semantic_tokens.token_types"),
            token_modifiers=_texts(declared, "text_document.semantic_tokens.token_modifiers"),
            full_tokens=has("text_document.semantic_tokens.requests.full"),
            token_deltas=has("text_document.semantic_tokens.requests.full.delta"),
            range_tokens=has("text_document.semantic_tokens.requests.range"),
            refresh_tokens=has("workspace.semantic_tokens.refresh_support"),
            follows_status=_declares_own(declared, "statusChanged"),
        )


def has_value(declared: types.ClientCapabilities, path: str) -> bool:
    """Whether there is a value at the dotted `path`, even an empty object."""
    return _value_at(declared, path) is not None


def _value_at(declared: Any, path: str) -> Any:
    for name in path.split("."):
        declared = getattr(declared, name, None)
    return declared


def _pulls_no_open_documents_again(client: types.ClientInfo | None) -> bool:
    """Whether a refresh makes the client pull only files that are not open, as in Neovim 0.12
    before <https://github.com/neovim/neovim/pull/40623>. Its patch version is not known here."""
    return client is not None and f"{client.name} {client.version}".startswith("Neovim 0.12.")


def _declares_own(declared: types.ClientCapabilities, name: str) -> bool:
    """Whether the client supports a message of planlsp, as declared by
    `{"experimental": {"planlsp": {name: true}}}`."""
    own = declared.experimental
    for step in ("planlsp", name):
        own = own.get(step) if isinstance(own, Mapping) else None
    return own is True


def _texts(declared: types.ClientCapabilities, path: str) -> tuple[str, ...]:
    return tuple(_value_at(declared, path) or ())


def _first_known(offered: Any) -> Encoding:
    """The client's first choice among supported encodings; UTF-16 is LSP's default."""
    names = {encoding.value: encoding for encoding in Encoding}
    for offer in offered or ():
        encoding = names.get(str(getattr(offer, "value", offer)))
        if encoding:
            return encoding
    return Encoding.UTF16


def _prefers_markdown(formats: Any) -> bool:
    return bool(formats) and formats[0] == types.MarkupKind.Markdown

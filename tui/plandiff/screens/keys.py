"""The keys of the screens: tables for bindings, the help page and the command palette."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from plancore.phrases import SIDES

_SHOWN: Final = {
    **{"slash": "/", "question_mark": "?", "enter": "Enter", "tab": "Tab", "space": "Space"},
    **{"left_square_bracket": "[", "right_square_bracket": "]", "escape": "Esc"},
}


class KeyBinding(NamedTuple):
    """An action with its keys; without keys, it is only in the command palette."""

    keys: str
    """Textual's names of the keys, separated by commas, or empty."""
    action: str
    does: str
    """The description, a format string for the names of the sides (`{0.learned}`)."""
    name: str = ""
    """The name of the binding in the config file."""

    @property
    def what(self) -> str:
        """The description."""
        return self.does.format(SIDES)

    @property
    def shown(self) -> str:
        """The keys as displayed."""
        return shown_keys(self.keys.split(","))


def shown_keys(keys: Iterable[str]) -> str:
    """Textual's names of keys as displayed."""
    return " ".join(_SHOWN.get(name, name) for name in keys)


REVIEW_KEYS: Final = (
    KeyBinding("n", "change(1)", "next change, or next search match", "diff.next"),
    KeyBinding("N", "change(-1)", "previous change, or previous search match", "diff.previous"),
    KeyBinding(
        "right_square_bracket", "bracket(1)", "next step of the {0.learned} plan", "step.next"
    ),
    KeyBinding(
        "left_square_bracket",
        "bracket(-1)",
        "previous step of the {0.learned} plan",
        "step.previous",
    ),
    KeyBinding("tab", "other", "switch between list and rows", "view.other"),
    KeyBinding("slash", "search", "search; Esc to end", "view.search"),
    KeyBinding("z", "fold", "fold or unfold equal rows at the cursor", "view.fold"),
    KeyBinding("s", "split", "toggle one or two columns", "view.split"),
    KeyBinding("t", "text", "toggle text view", "view.text"),
    KeyBinding("w", "wrap", "toggle wrapping of long rows (else scroll with h and l)", "view.wrap"),
    KeyBinding(
        "b", "order", "order of changes: file, plans, cause, worst first, all", "list.order"
    ),
    KeyBinding("i", "figures", "toggle scores with formulas and counts", "view.figures"),
    KeyBinding("f", "failure", "go to the failing step of an executed plan", "plan.failure"),
    KeyBinding("v", "states", "toggle states of executed plans", "plan.states"),
    KeyBinding("", "whole_states", "show all facts true at this row"),
    KeyBinding("y", "copy", "copy the literal or step", "row.copy"),
    KeyBinding("question_mark", "help", "show this help", "help.open"),
)
"""Actions of all reviews."""

PAIR_KEYS: Final = (
    KeyBinding("a", "align", "toggle matching by name or by structure", "domain.align"),
    KeyBinding("A", "pairs", "name mapping: confirm, refuse, save", "domain.pairs"),
    KeyBinding("enter", "enter", "open a plan affected by this difference", "plan.open"),
    KeyBinding("r", "repair", "suggest a minimum repair", "domain.repair"),
    KeyBinding("m", "modulo", "toggle alignment modulo commuting steps", "plan.modulo"),
    KeyBinding("e", "edit('learned')", "edit the {0.learned} file at this place", "file.edit"),
    KeyBinding(
        "E", "edit('reference')", "edit {0.the_reference} at this place", "file.edit-reference"
    ),
    KeyBinding(
        "u",
        "take",
        "apply {0.the_reference}'s text to the {0.learned} file; in the list: all of the entry",
        "file.take",
    ),
    KeyBinding("U", "undo", "undo the last u or r", "file.undo"),
    KeyBinding(
        "M",
        "mark",
        "mark the difference: left as is, reported, open; in the list: all of the entry",
        "review.mark",
    ),
    KeyBinding("", "note", "add a note to the difference"),
    KeyBinding("", "open_only", "skip marked differences with n"),
    KeyBinding("R", "reload", "reload the files", "file.reload"),
    KeyBinding("W", "watch", "toggle reloading when a file changes on disk", "file.watch"),
    KeyBinding("Y", "write", "write the report to a file", "file.write"),
    KeyBinding("q", "leave", "back, or quit", "app.leave"),
)
"""Actions of the review of two files."""


BATCH_KEYS: Final = (
    KeyBinding("enter", "open", "open the pair; Esc to return", "batch.open"),
    KeyBinding("slash", "filter", "filter pairs, e.g. rovers invalid", "batch.filter"),
    KeyBinding("", "unsorted", "sort by name"),
    KeyBinding("n", "worse(1)", "next failing, worse or below-limit pair", "batch.next"),
    KeyBinding("N", "worse(-1)", "previous failing, worse or below-limit pair", "batch.previous"),
    KeyBinding("space", "mark", "mark or unmark the pair", "batch.mark"),
    KeyBinding(
        "c", "compare", "compare the {0.learned} files of the marked pairs", "batch.compare"
    ),
    KeyBinding("a", "align", "toggle matching by name or by structure", "batch.align"),
    KeyBinding("E", "export", "export the marked or shown pairs to a file", "batch.export"),
    KeyBinding("S", "save", "save the results", "batch.save"),
    KeyBinding("b", "baseline", "compare with saved results", "batch.baseline"),
    KeyBinding("r", "rerun", "compare failed pairs again", "batch.rerun"),
    KeyBinding("R", "rerun_here", "compare this pair again", "batch.rerun-here"),
    KeyBinding("y", "copy", "copy the row", "batch.copy"),
    KeyBinding("question_mark", "help", "show this help", "help.open"),
    KeyBinding("q", "leave", "quit", "app.leave"),
)
"""Actions of a directory comparison; the screen adds the columns to sort by."""


def bindings(keys: Iterable[KeyBinding]) -> list[BindingType]:
    """Textual's bindings of the keys."""
    return [Binding(key.keys, key.action, key.what, id=key.name) for key in keys if key.keys]


def hint(
    *,
    can_align: bool,
    has_plans: bool = False,
    has_orders: bool = False,
    has_failures: bool = False,
    is_text: bool = False,
) -> tuple[str, ...]:
    """The keys at the bottom of a review, its special features first; fewer for texts."""
    own: tuple[str, ...]
    if is_text:
        own = "/ search", "z fold", "t structure"
    elif has_failures:
        own = "f failure", "v states", "i scores", "/ search", "t text"
    elif has_plans:
        own = "b order", "Enter plan", "r repair", "i scores", "a align"
    elif can_align:
        own = "b order", "i scores", "a align", "t text"
    elif has_orders:
        own = "b order", "/ search", "i scores", "t text"
    else:
        own = "/ search", "z fold", "i scores", "t text"
    return "n/N change", *own, "? help", "q quit"


def batch_hint(*, n_marked: int, can_rerun: bool) -> tuple[str, ...]:
    """The keys at the bottom of a directory comparison, those available now first."""
    return (
        "Enter open",
        *(("c compare",) if n_marked > 1 else ()),
        *(("r rerun failed",) if can_rerun else ()),
        *("/ filter", "Space mark", "a align", "E export", "S save", "b baseline"),
        *("? help", "q quit"),
    )


class KeyGroup(NamedTuple):
    """Keys with descriptions, under a title."""

    title: str
    keys: Sequence[tuple[str, str]]


_GROUPS: Final = {
    "Move": ("diff", "step"),
    "View": ("view", "list", "plan"),
    "Names and repair": ("domain",),
    "Files and marks": ("file", "review", "row"),
    "Pairs": ("batch",),
    "Viewer": ("help", "app"),
}
"""The prefixes of binding names by title of their group."""


def help_groups(
    keys: Sequence[KeyBinding], bound: Mapping[str, list[str]], hint: Sequence[str]
) -> list[KeyGroup]:
    """All keys with descriptions in groups, including those of lists; keys in the `hint` at the
    bottom are the first group. `bound` has the user's keys by name of the binding."""
    here = {key for told in hint for key in told.partition(" ")[0].split("/") if key} | {
        "/" for told in hint if told.startswith("/ ")
    }
    own: list[tuple[str, str]] = []
    groups: dict[str, list[tuple[str, str]]] = {title: [] for title in _GROUPS}
    for key in keys:
        if not key.keys:
            continue
        told = shown_keys(bound.get(key.name, key.keys.split(","))), key.what
        kind = key.name.partition(".")[0]
        title = next((title for title, kinds in _GROUPS.items() if kind in kinds), "Viewer")
        (own if here.intersection(key.shown.split()) else groups[title]).append(told)
    has_rows = any(key.name == "diff.next" for key in keys)
    groups["Move"] += [
        *([("]c [c", "next and previous change")] if has_rows else ()),
        ("j k ↓ ↑", "down, up"),
        ("Space PgDn ctrl+f", "page down"),
        ("PgUp ctrl+b", "page up"),
        ("ctrl+d ctrl+u", "half a page down, up"),
        ("g G Home End", "first and last line"),
        *([("h l ← →", "scroll long lines")] if has_rows else ()),
        ("mouse", "click to select, on a key to press it; double click to open; wheel to scroll"),
    ]
    groups["Viewer"] += [
        ("ctrl+p", "command palette: all commands, themes"),
        ("ctrl+z", "suspend"),
        ("Q ctrl+c", "quit; in git difftool, for all files"),
    ]
    found = [KeyGroup("Keys of this screen", own), *(KeyGroup(*each) for each in groups.items())]
    return [group for group in found if group.keys]


MOVES: Final = (
    KeyBinding("", "focused.page(1)", "page down"),
    KeyBinding("", "focused.page(-1)", "page up"),
    KeyBinding("", "focused.edge(0)", "first line"),
    KeyBinding("", "focused.edge(1)", "last line"),
)
"""Actions of lists, which bind their own keys, for the command palette."""


_SCREENS: Final = ("batch", "name_pairs", "pair")
"""Modules that together import all widgets with bindings."""


def binding_names() -> set[str]:
    """The names of all bindings, on all screens."""
    for name in _SCREENS:
        import_module(f"plandiff.screens.{name}")
    return {
        binding.id
        for node in _descendants(DOMNode)
        if node.__module__.startswith("plandiff.")
        for binding in node.__dict__.get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id
    }


def _descendants(node: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for each in node.__subclasses__():
        yield each
        yield from _descendants(each)

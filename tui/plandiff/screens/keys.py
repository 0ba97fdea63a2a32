"""The keys of a review: one table for bindings, the page of help and the command palette."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.dom import DOMNode

_SHOWN: Final = {
    **{"slash": "/", "question_mark": "?", "enter": "Enter"},
}


class KeyBinding(NamedTuple):
    """One or more keys that do the same, or what only the command palette has."""

    keys: str
    """As Textual calls them, with commas between; empty where none does it."""
    action: str
    what: str
    """What it does."""
    name: str = ""
    """What to bind it anew by."""

    @property
    def shown(self) -> str:
        """The keys as one reads them."""
        return shown_keys(self.keys.split(","))


def shown_keys(keys: Iterable[str]) -> str:
    """Names of keys as one reads them."""
    return " ".join(_SHOWN.get(name, name) for name in keys)


REVIEW_KEYS: Final = (
    KeyBinding("n", "change(1)", "next change, or next match of a search", "diff.next"),
    KeyBinding("N", "change(-1)", "previous change, or previous match", "diff.previous"),
    KeyBinding("tab", "other", "between the list and the rows", "view.other"),
    KeyBinding("slash", "search", "search; Esc ends it", "view.search"),
    KeyBinding("z", "fold", "fold or unfold equal rows at the cursor", "view.fold"),
    KeyBinding("s", "split", "one column or two", "view.split"),
    KeyBinding("t", "text", "the difference of the texts, or of the meaning", "view.text"),
    KeyBinding("w", "wrap", "wrap long rows, or move them sideways by h and l", "view.wrap"),
    KeyBinding(
        "b",
        "order",
        "the list and n: as in the file, by plans, by cause, worst first",
        "list.order",
    ),
    KeyBinding("i", "figures", "figures with their formulas and counts, or not", "view.figures"),
    KeyBinding("f", "failure", "the step that fails, of executed plans", "plan.failure"),
    KeyBinding("v", "states", "the states beside executed plans, or a page of them", "plan.states"),
    KeyBinding("", "whole_states", "all that is true at a row of executed plans"),
    KeyBinding("y", "copy", "copy the literal, or the step", "row.copy"),
    KeyBinding("question_mark", "help", "this page", "help.open"),
)
"""What can be done with any review that is shown."""

PAIR_KEYS: Final = (
    KeyBinding("a", "align", "what corresponds, by name or by its use", "domain.align"),
    KeyBinding("A", "pairs", "what stands for what: confirm, refuse, save", "domain.pairs"),
    KeyBinding("enter", "enter", "open a plan that the difference here stops", "plan.open"),
    KeyBinding(
        "r", "repair", "the smallest repair, so that plans are as they must be", "domain.repair"
    ),
    KeyBinding("m", "modulo", "with or without the order of steps that commute", "plan.modulo"),
    KeyBinding("e", "edit('learned')", "edit the learned file here", "file.edit"),
    KeyBinding("E", "edit('reference')", "edit the reference here", "file.edit-reference"),
    KeyBinding("u", "take", "use the reference's literal here in the learned file", "file.take"),
    KeyBinding("U", "undo", "undo what u or r wrote", "file.undo"),
    KeyBinding("space", "mark", "mark the difference: accepted, reported, open", "review.mark"),
    KeyBinding("", "note", "write a note to the difference"),
    KeyBinding("", "open_only", "n leaves out what is accepted or reported"),
    KeyBinding("R", "reload", "read the files again", "file.reload"),
    KeyBinding("W", "watch", "compare anew whenever a file changes on disk, or not", "file.watch"),
    KeyBinding("Y", "write", "write the report to a file", "file.write"),
    KeyBinding("q", "leave", "quit, or back to where one came from", "app.leave"),
)
"""What can be done, besides, with files that are compared."""


BATCH_KEYS: Final = (
    KeyBinding("enter", "open", "open the pair; Esc comes back here", "batch.open"),
    KeyBinding("slash", "filter", "show the pairs that match: rovers invalid", "batch.filter"),
    KeyBinding("", "unsorted", "in the order of names"),
    KeyBinding("n", "worse(1)", "next pair that fails, is worse or below a limit", "batch.next"),
    KeyBinding("N", "worse(-1)", "previous one", "batch.previous"),
    KeyBinding("space", "mark", "mark the pair, or not", "batch.mark"),
    KeyBinding(
        "c", "compare", "compare the marked pairs' learned files with each other", "batch.compare"
    ),
    KeyBinding("a", "align", "compare what corresponds, by name or by its use", "batch.align"),
    KeyBinding("E", "export", "write the marked pairs, or those shown, to a file", "batch.export"),
    KeyBinding("S", "save", "save the run, to open it again", "batch.save"),
    KeyBinding("b", "baseline", "hold the run against a saved one", "batch.baseline"),
    KeyBinding("r", "rerun", "compare again what failed", "batch.rerun"),
    KeyBinding("R", "rerun_here", "compare the pair here again", "batch.rerun-here"),
    KeyBinding("y", "copy", "copy the row", "batch.copy"),
    KeyBinding("question_mark", "help", "this page", "help.open"),
    KeyBinding("q", "leave", "quit", "app.leave"),
)
"""What can be done with many pairs; by which columns they can be sorted, their screen says."""


def bindings(keys: Iterable[KeyBinding]) -> list[BindingType]:
    """What the keys do on a screen."""
    return [Binding(key.keys, key.action, key.what, id=key.name) for key in keys if key.keys]


def hint(
    *, can_align: bool, has_plans: bool = False, has_orders: bool = False, is_text: bool = False
) -> tuple[str, ...]:
    """The keys at the bottom; what all reviews have gives way to what only some have. Of the texts
    of files less can be asked than of what they mean."""
    own: tuple[str, ...]
    if is_text:
        own = "/ search", "z fold", "t meaning"
    elif has_plans:
        own = "b order", "Enter plan", "r repair", "i figures", "a align"
    elif can_align:
        own = "b order", "i figures", "a align", "t text"
    elif has_orders:
        own = "b order", "/ search", "i figures", "t text"
    else:
        own = "/ search", "z fold", "i figures", "t text"
    return "n/N change", *own, "? help", "q quit"


def batch_hint(*, n_marked: int, can_rerun: bool) -> tuple[str, ...]:
    """The keys at the bottom of many pairs, what can be done now first."""
    return (
        "Enter open",
        *(("c compare",) if n_marked > 1 else ()),
        *(("r rerun failed",) if can_rerun else ()),
        *("/ filter", "Space mark", "a align", "E export", "S save", "b baseline"),
        *("? help", "q quit"),
    )


def listed_keys(
    keys: tuple[KeyBinding, ...], bound: Mapping[str, list[str]]
) -> list[tuple[str, str]]:
    """Every key with what it does, those of the lists included; `bound` are the keys that the user
    has for some, by what they are bound by."""
    listed = [
        (shown_keys(bound.get(key.name, key.keys.split(","))), key.what) for key in keys if key.keys
    ]
    has_rows = any(key.name == "diff.next" for key in keys)
    return [
        *listed[:2],
        *([("]c [c", "next and previous change")] if has_rows else ()),
        *([("] [", "next and previous step of the learned plan")] if has_rows else ()),
        ("j k ↓ ↑", "line down, line up"),
        ("PgDn PgUp", "page down, page up"),
        ("g G Home End", "first and last line"),
        *([("h l ← →", "long lines sideways")] if has_rows else ()),
        ("mouse", "a click puts the cursor there, the wheel scrolls"),
        *listed[2:],
        ("ctrl+p", "command palette: what has no key, the themes"),
        ("ctrl+z ctrl+c", "suspend, quit"),
    ]


_SCREENS: Final = ("batch", "name_pairs", "pair")
"""Those that between them use every widget."""


def binding_names() -> set[str]:
    """All of them, on whatever screen."""
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

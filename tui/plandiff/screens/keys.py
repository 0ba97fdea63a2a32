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


class Key(NamedTuple):
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
    Key("n", "change(1)", "next change, or next match of a search", "diff.next"),
    Key("N", "change(-1)", "previous change, or previous match", "diff.previous"),
    Key("tab", "other", "between the list and the rows", "view.other"),
    Key("slash", "search", "search; Esc ends it", "view.search"),
    Key("z", "fold", "fold or unfold equal rows at the cursor", "view.fold"),
    Key("s", "split", "one column or two", "view.split"),
    Key("t", "text", "the difference of the texts, or of the meaning", "view.text"),
    Key("w", "wrap", "wrap long rows, or move them sideways by h and l", "view.wrap"),
    Key(
        "b",
        "order",
        "the list and n: as in the file, by plans, by cause, worst first",
        "list.order",
    ),
    Key("i", "figures", "figures with their formulas and counts, or not", "view.figures"),
    Key("f", "failure", "the step that fails, of executed plans", "plan.failure"),
    Key("v", "states", "the states beside executed plans, or a page of them", "plan.states"),
    Key("", "whole_states", "all that is true at a row of executed plans"),
    Key("y", "copy", "copy the literal, or the step", "row.copy"),
    Key("question_mark", "help", "this page", "help.open"),
)
"""What can be done with any review that is shown."""

PAIR_KEYS: Final = (
    Key("a", "align", "what corresponds, by name or by its use", "domain.align"),
    Key("A", "pairs", "what stands for what: confirm, refuse, save", "domain.pairs"),
    Key("enter", "enter", "open a plan that the difference here stops", "plan.open"),
    Key("r", "repair", "the smallest repair, so that plans are as they must be", "domain.repair"),
    Key("m", "modulo", "with or without the order of steps that commute", "plan.modulo"),
    Key("e", "edit('learned')", "edit the learned file here", "file.edit"),
    Key("E", "edit('reference')", "edit the reference here", "file.edit-reference"),
    Key("u", "take", "use the reference's literal here in the learned file", "file.take"),
    Key("U", "undo", "undo what u or r wrote", "file.undo"),
    Key("space", "mark", "mark the difference: accepted, reported, open", "review.mark"),
    Key("", "note", "write a note to the difference"),
    Key("", "open_only", "n leaves out what is accepted or reported"),
    Key("R", "reload", "read the files again", "file.reload"),
    Key("W", "watch", "compare anew whenever a file changes on disk, or not", "file.watch"),
    Key("Y", "write", "write the report to a file", "file.write"),
    Key("q", "leave", "quit, or back to where one came from", "app.leave"),
)
"""What can be done, besides, with files that are compared."""


BATCH_KEYS: Final = (
    Key("enter", "open", "open the pair; Esc comes back here", "batch.open"),
    Key("slash", "filter", "show the pairs that match: rovers invalid", "batch.filter"),
    Key("", "unsorted", "in the order of names"),
    Key("n", "worse(1)", "next pair that fails, is worse or below a limit", "batch.next"),
    Key("N", "worse(-1)", "previous one", "batch.previous"),
    Key("space", "mark", "mark the pair, or not", "batch.mark"),
    Key("c", "compare", "compare the marked pairs' learned files with each other", "batch.compare"),
    Key("a", "align", "compare what corresponds, by name or by its use", "batch.align"),
    Key("E", "export", "write the marked pairs, or those shown, to a file", "batch.export"),
    Key("S", "save", "save the run, to open it again", "batch.save"),
    Key("b", "baseline", "hold the run against a saved one", "batch.baseline"),
    Key("r", "rerun", "compare again what failed", "batch.rerun"),
    Key("R", "rerun_here", "compare the pair here again", "batch.rerun-here"),
    Key("y", "copy", "copy the row", "batch.copy"),
    Key("question_mark", "help", "this page", "help.open"),
    Key("q", "leave", "quit", "app.leave"),
)
"""What can be done with many pairs; by which columns they can be sorted, their screen says."""


def bindings(keys: Iterable[Key]) -> list[BindingType]:
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


def listed_keys(keys: tuple[Key, ...], bound: Mapping[str, list[str]]) -> list[tuple[str, str]]:
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

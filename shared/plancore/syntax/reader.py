"""Cut a text into forms, either completely or only where an edit changed it.

The reader's state between two forms is a word: `TOP` outside all definitions, `DEFINE` inside one,
or the keyword of a bulk section. How the text after a form boundary is read depends only on that
state and on that text. A form needs at most one token of look-ahead, so an edit can change the form
it touches, the one before it, and those after it up to the first old boundary with the same state.

Forms, in the order in which they are tried in each state; everything else is `STRAY`::

    text    = (gap form)*                       gap     = (blank | ";" ... end of line)*
    TOP     = define | section | lost | prose   define  = "(" "define" | "(" word gap &("(" kind)
    DEFINE  = ")" | bare | words | define | header | list | fence, which ends the definition
    INIT    = ")" | fact{1,256} | list | word* (name fact){1,256} | words
    OBJECTS = ")" | (word | list){1,512} | list | words
    BARE    = fact{1,256} | list | words        a bulk section without its parentheses
    header  = "(" (":init" | ":objects"), also without `(` or `:`
    section = list that begins with a keyword
    lost    = "(" kind word ")"                 kind    = "domain" | "problem"
    bare    = ":predicates" (word | list)*, or another section that lacks its parentheses
    list    = "(" (list | word | string)* ")"   string  = '"' [^"] on one line '"'
    prose   = all up to the next definition, or the next section that begins its line

A section ends an unclosed list before it, and a slot keyword such as `:effect` ends all open lists
except its own section (see `builder`). Keywords are matched in lower case.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final

from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.builder import (
    BLANK,
    BULK_SECTIONS,
    BulkForm,
    SectionForm,
    build_list,
    opens_section,
    slot_follows,
)
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node, SyntaxProblem
from plancore.syntax.signs import END_OF_LINE, MEANT, is_plain, lower
from plancore.syntax.tree import SyntaxTree

TOP: Final = "top"
DEFINE: Final = "define"

_GAP: Final = rf"[{BLANK}]*+(?:;[^\n\r]*+[{BLANK}]*+)*"
_TRIVIA: Final = re.compile(_GAP)
_INSIDE_WORD: Final = re.compile(rf"[^{BLANK}();]{{2}}")
_DEFINE: Final = re.compile(rf"\([{BLANK}]*+define(?=[{BLANK}()]|$)")
_MISSPELT_DEFINE: Final = re.compile(
    rf"\([{BLANK}]*+[^{BLANK}();:]++(?={_GAP}\([{BLANK}]*+(?:domain|problem)[{BLANK})])"
)
_LOST_DEFINE: Final = re.compile(rf"\([{BLANK}]*+(?:domain|problem)[{BLANK}]++[^{BLANK}();]++\)")
_OPENING: Final = re.compile(
    rf"\([{BLANK}]*+:[^{BLANK}();]++[{BLANK}]*+(?:\([{BLANK}]*+)?[^{BLANK}();]*+"
)
_SECTION: Final = re.compile(rf"\([{BLANK}]*+(:?[a-z][\w-]*+)?")
_BULK_NAMES: Final = frozenset([keyword[1:] for keyword in BULK_SECTIONS])
_BULK_WITHOUT_COLON: Final = re.compile(rf"\([{BLANK}]*+((?:init|objects):?)(?=[{BLANK}();]|$)")
_WITHOUT_COLON: Final = re.compile(
    rf"\([{BLANK}]*+(?:(?:init|goal):?[{BLANK}]*+\("
    rf"|(?:objects|domain|metric|requirements|constraints):?[{BLANK}])"
)
_ALONE: Final = re.compile(rf"^[ \t]*+\([{BLANK}]*+:[a-z]", re.MULTILINE)
# Text may mention `(define …)`: there only `(define (` begins a definition.
_TOP_ANCHOR: Final = re.compile(
    rf";[^\n\r]*+|^[ \t]*+{_DEFINE.pattern}|{_DEFINE.pattern}(?={_GAP}(?:\(|\Z))|{_ALONE.pattern}",
    re.MULTILINE,
)
_BARE_KEYWORD: Final = (
    r"(?::constants|:domain|:functions?|:goal|:init|:metric|:objects|:predicates?|:requirements?"
    rf"|:types)(?=[{BLANK}(;]|$)"
)
_BARE_SECTION: Final = re.compile(_BARE_KEYWORD)
_BARE: Final = " without parentheses"
"""The end of the state in a bulk section whose keyword lacks its parenthesis."""
_BARE_WORDS: Final = re.compile(
    rf"[^{BLANK}();]++(?:[{BLANK}]++(?!```|{_BARE_KEYWORD})[^{BLANK}();]++)*"
)
_REQUIREMENTS: Final = re.compile(rf"(?:{_GAP}(?!{_BARE_KEYWORD}):[^{BLANK}();]++)+")
_FENCE: Final = "```"
_QUOTES: Final = ('"', *(sign for sign, meant in MEANT.items() if meant == '"'))
_BETWEEN: Final = 256
"""Forms between two calls of the checkpoint: some ten milliseconds."""

# A fact whose parentheses match and contain at most one level of lists, and runs of such facts.
# Possessive, so a run is one pass over the text without backtracking.
_FLAT: Final = r"[^();\"]*+"
_OPEN: Final = rf"\((?![{BLANK}]*+(?::|define[{BLANK}()]))"
_FACT: Final = rf"{_OPEN}{_FLAT}(?:{_OPEN}{_FLAT}\){_FLAT})*\)"
_CALL: Final = rf"[a-z_!~-][^{BLANK}();:?\"]*+[{BLANK}]*+{_FACT}"
_VALUE: Final = rf"(?:[{BLANK}]*+[:=]?=[{BLANK}]*+(?:[-+.]?\d|true|false)[^{BLANK}();]*+)?"
"""The sign and the value of `(f a) = 5`, which is no PDDL but one fact."""
_NAME_OR_TYPE: Final = rf"(?:[^{BLANK}();\"]++|{_OPEN}{_FLAT}\))"


def _run(item: str, most: int) -> re.Pattern[str]:
    # Not between a name and its type, so that what is said of a name does not depend on pieces.
    return re.compile(rf"{item}(?:{_GAP}{item}){{0,{most - 1}}}(?<![-:])(?!{_GAP}[-:])")


_RUN: Final = {":init": _run(_FACT + _VALUE, 256), ":objects": _run(_NAME_OR_TYPE, 512)}
_CALLS: Final = _run(_CALL + _VALUE, 256)
# Typing may grow a piece to three times its first size before it is split.
_LONG_RUN: Final = {":init": _run(_FACT + _VALUE, 768), ":objects": _run(_NAME_OR_TYPE, 1536)}


def read(text: str, like: SyntaxTree | None = None, checkpoint: Checkpoint = NEVER) -> SyntaxTree:
    """The tree of `text`, in time linear in its length; `checkpoint` may stop it.

    `like` is the tree of a similar text. Sections that begin with the same two words, usually
    keyword and name, and are otherwise identical, are the same form objects in both trees.
    """
    forms: list[Form] = []
    starts: list[int] = []
    plain = is_plain(text)
    known = _openings(like) if like else {}
    reader = _Reader(text, known=known, checkpoint=checkpoint, is_plain=plain)
    for start, form in reader.pieces(0, TOP):
        forms.append(form)
        starts.append(start)
        if not len(forms) % _BETWEEN:
            checkpoint(len(forms), "sections read")
    return SyntaxTree(SourceText(text), forms, starts, is_plain=plain)


def reread(
    tree: SyntaxTree, span: Span, replacement: str, checkpoint: Checkpoint = NEVER
) -> SyntaxTree:
    """The tree after the characters at `span` were replaced by `replacement`.

    Forms that the edit does not affect are the same objects in both trees. Raises ValueError if
    `span` is outside the text, and what `checkpoint` raises.
    """
    old = tree.source.text
    if not 0 <= span.start <= span.end <= len(old):
        raise ValueError(f"{span} lies outside a text of {len(old)} characters")
    source = tree.source.edited(span, replacement)
    by = len(replacement) - (span.end - span.start)
    # Two forms back: a `)` looks at the next two tokens, and a lone `(` among them may be one form.
    first = max(bisect_right(tree.starts, _reach(tree.source, span.start)) - 3, 0)
    at, state = (tree.starts[first], tree.forms[first].state) if first else (0, TOP)
    forms, starts = tree.forms[:first], tree.starts[:first]
    behind = bisect_right(tree.starts, span.end)
    # Forms after the edit may be reused as they are; no form may occur twice in a text.
    before = {tree.starts[i]: tree.forms[i] for i in range(first, min(first + 3, behind))}
    replaced, reused = tree.forms[first:], set[int]()

    def next_boundary(offset: int) -> int | None:
        index = bisect_right(tree.starts, offset)
        if index < len(tree.starts) and tree.starts[index] < span.start:
            return tree.starts[index]
        index = max(bisect_right(tree.starts, offset - by), behind)
        return tree.starts[index] + by if index < len(tree.starts) else None

    plain = _stays_plain(tree, span, source.text, by)
    reader = _Reader(source.text, next_boundary, checkpoint=checkpoint, is_plain=plain)
    for start, form in reader.pieces(at, state):
        if not len(forms) % _BETWEEN:
            checkpoint(len(forms), "sections read")
        index = bisect_right(tree.starts, start - by) - 1
        met = index >= behind and tree.starts[index] + by == start
        if met and tree.forms[index].state == form.state:
            forms += tree.forms[index:]
            starts += [old_start + by for old_start in tree.starts[index:]]
            replaced = tree.forms[first:index]
            form.release()
            break
        same = before.get(start)
        if same is not None and same.reads_like(form):
            form.release()
            form = same
            reused.add(id(same))
        forms.append(form)
        starts.append(start)
    replaced = [form for form in replaced if id(form) not in reused]
    return SyntaxTree(source, forms, starts, replaced, is_plain=plain)


def _stays_plain(tree: SyntaxTree, span: Span, text: str, by: int) -> bool:
    """Whether `text` is plain, which is that of `tree` with `by` more characters at `span`."""
    if tree.is_plain:
        return is_plain(_lines(text, span.start, span.end + by))
    # Otherwise a foreign sign of another line is still there.
    return not is_plain(_lines(tree.source.text, span.start, span.end)) and is_plain(text)


def _lines(text: str, start: int, end: int) -> str:
    """The whole lines of some characters, with the end of the last."""
    first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    last = END_OF_LINE.search(text, end)
    return text[first : len(text) if last is None else last.end()]


def _reach(source: SourceText, offset: int) -> int:
    """Where an edit at `offset` starts to matter: earlier if its line opens a string or C
    comment."""
    line_start = source.line_starts[source.line_of(offset)]
    openings = (source.text.find(sign, line_start, offset) for sign in (*_QUOTES, "/*"))
    return min((at for at in openings if at >= 0), default=offset)


def _openings(tree: SyntaxTree) -> dict[str, Form]:
    """The undamaged sections of `tree` by their first words, up to a name."""
    openings: dict[str, Form] = {}
    for form in tree.forms:
        if form.role is FormRole.SECTION and not form.problems:
            opening = _OPENING.match(form.text)
            if opening:
                openings.setdefault(opening.group(), form)
    return openings


class _Reader:
    """One pass over one text.

    `next_boundary` gives the preferred end of a run of items: the next form boundary of the text
    before an edit, if there is one. `known` are sections of another text by their first words; each
    is used once, as no form may occur twice in a text.
    """

    def __init__(
        self,
        text: str,
        next_boundary: Callable[[int], int | None] = lambda _: None,
        known: dict[str, Form] | None = None,
        checkpoint: Checkpoint = NEVER,
        *,
        is_plain: bool = False,
    ) -> None:
        self.text = text
        self.low = lower(text, is_plain=is_plain)
        self.next_boundary = next_boundary
        self.known = known or {}
        self.checkpoint = checkpoint

    def pieces(self, at: int, state: str) -> Iterator[tuple[int, Form]]:
        """The forms from offset `at` on, each with its start."""
        low = self.low
        while True:
            at = self._skip(at)
            if at == len(low):
                return
            if state == TOP:
                form, end, state = self._at_top(at)
            elif state == DEFINE:
                if low.startswith(_FENCE, at):
                    state = TOP
                    continue
                form, end, state = self._in_define(at)
            else:
                if low[at] == "(" and opens_section(low, at):
                    state = DEFINE
                    continue
                if state.endswith(_BARE):
                    if low[at] == ")" or _BARE_SECTION.match(low, at):
                        state = DEFINE
                        continue
                    form, end = self._in_bare_bulk(at, state)
                else:
                    form, end, state = self._in_bulk(at, state)
            form.text = form.text or self.text[at:end]
            if form.role is FormRole.ITEMS:
                form.is_cut_off = self._is_cut_off(end)
            yield at, form
            at = end

    def _is_cut_off(self, at: int) -> bool:
        """Whether a section ends after the items before `at` without its `)`."""
        after = self._skip(at)
        return after == len(self.low) or (self.low[after] == "(" and opens_section(self.low, after))

    def _in_word(self, at: int) -> bool:
        return bool(_INSIDE_WORD.match(self.low, at - 1))

    def _skip(self, at: int) -> int:
        match = _TRIVIA.match(self.low, at)
        return match.end() if match else at

    def _at_top(self, at: int) -> tuple[Form, int, str]:
        low = self.low
        define = _DEFINE.match(low, at) or _MISSPELT_DEFINE.match(low, at)
        if define:
            return Form(FormRole.DEFINE, TOP), define.end(), DEFINE
        if (low[at] == "(" and opens_section(low, at)) or _LOST_DEFINE.match(low, at):
            form, end = self._section(at, TOP)
            return form, end, TOP
        end = next(
            (m.start() for m in _TOP_ANCHOR.finditer(low, at + 1) if m.group()[0] != ";"), len(low)
        )
        text = low[at:end].rstrip()
        if text.strip("() \t\r\n"):
            # Punctuation at the end, which is a blank in PDDL, belongs to it.
            return Form(FormRole.PROSE, TOP), at + len(self.text[at:end].rstrip()), TOP
        form = Form(FormRole.STRAY, TOP)
        message = "parentheses outside all definitions" if "(" in text else "unmatched `)`"
        form.problems.append(_surplus(form, len(text), message))
        return form, at + len(text), TOP

    def _in_define(self, at: int) -> tuple[Form, int, str]:
        low = self.low
        if low[at] == ")":
            after = self._skip(at + 1)
            if low[after : after + 1] == "(" and _opens_member(low, after):
                form = Form(FormRole.STRAY, DEFINE)
                form.problems.append(_surplus(form, 1, "unmatched `)`"))
                return form, at + 1, DEFINE
            return Form(FormRole.CLOSE, DEFINE), at + 1, TOP
        if low[at] != "(":
            bare = _BARE_SECTION.match(low, at)
            if bare and bare.group() in BULK_SECTIONS:
                return self._header(at, at, bare.end()), bare.end(), f"{bare.group()}{_BARE}"
            if bare:
                return *self._bare_section(at, bare.end()), DEFINE
            words = _BARE_WORDS.match(low, at)
            end = words.end() if words else at + 1
            return Form(FormRole.STRAY, DEFINE), end, DEFINE
        head = _SECTION.match(low, at)
        keyword = head.group(1) if head else ""
        define = _DEFINE.match(low, at) if keyword == "define" else None
        if define:
            return Form(FormRole.DEFINE, DEFINE), define.end(), DEFINE
        if keyword and keyword.strip(":") in _BULK_NAMES:
            if keyword in _BULK_NAMES:
                head = _BULK_WITHOUT_COLON.match(low, at)
            if head:
                form = self._header(at, head.start(1), head.end())
                return form, head.end(), form.keyword
        form, end = self._section(at, DEFINE)
        return form, end, DEFINE

    def _header(self, at: int, start: int, end: int) -> Form:
        """The beginning of a bulk section up to its keyword, which is at `start`."""
        name = self.low[start:end]
        form = Form(FormRole.HEADER, DEFINE, f":{name.strip(':')}")
        root = List(form, 0)
        root.end = end - at
        root.items.append(Atom(form, start - at, name))
        form.nodes = [root]
        return form

    def _section(self, at: int, state: str) -> tuple[Form, int]:
        known = self._known(at, state)
        if known is not None:
            return known, at + len(known.text)
        form = SectionForm(FormRole.SECTION, state)
        end = build_list(form, self.low, at, slots=True, checkpoint=self.checkpoint)
        root = form.root
        form.keyword = root.head if root else ""
        return form, end

    def _bare_section(self, at: int, end: int) -> tuple[Form, int]:
        """The section whose keyword at `at` lacks its parenthesis, up to the next section."""
        low = self.low
        if low.startswith(":req", at) and (stated := _REQUIREMENTS.match(low, end)):
            end = stated.end()
        while (after := self._skip(end)) < len(low) and low[after] not in "):":
            if low[after] != "(":
                words = _BARE_WORDS.match(low, after)
                end = words.end() if words else after + 1
            elif opens_section(low, after):
                break
            else:
                end = build_list(Form(FormRole.STRAY, DEFINE), low, after, slots=False)
        form = Form(FormRole.SECTION, DEFINE)
        build_list(form, f"({low[at:end]})", 0, slots=False)
        root = form.root
        assert root is not None, "it has been built"
        _moved(root, -1)
        root.start, root.end = 0, end - at
        form.keyword = root.head
        message = f"`{form.keyword}` is not in parentheses; write `({form.keyword} …)`"
        place = form.place(0, len(form.keyword))
        form.problems = [SyntaxProblem("missing-parenthesis", place, message, missing=0)]
        return form, end

    def _known(self, at: int, state: str) -> Form | None:
        """The known section with the same text at `at`, if it is read there in the same way."""
        opening = _OPENING.match(self.text, at) if self.known else None
        if opening is None:
            return None
        form = self.known.get(opening.group())
        if form is None or form.state != state or not self.text.startswith(form.text, at):
            return None
        if slot_follows(self.low, at + len(form.text)):  # the section goes on here
            return None
        return self.known.pop(opening.group())

    def _in_bare_bulk(self, at: int, state: str) -> tuple[Form, int]:
        """Items of a bulk section whose keyword lacks its parenthesis, up to the next section."""
        low, keyword = self.low, state.removesuffix(_BARE)
        form = BulkForm(FormRole.ITEMS, state, keyword)
        facts = _RUN[keyword].match(low, at) if keyword == ":init" else None
        if facts is None and low[at] == "(":
            return form, build_list(form, low, at, slots=False)
        items = facts or _BARE_WORDS.match(low, at)
        return form, items.end() if items else at + 1

    def _in_bulk(self, at: int, keyword: str) -> tuple[Form, int, str]:
        low = self.low
        if low[at] == ")":
            after = self._skip(at + 1)
            if (after < len(low) and low[after] not in ")(;`:") or _opens_fact(low, after):
                form = Form(FormRole.STRAY, keyword)
                form.problems.append(_surplus(form, 1, "unmatched `)`"))
                return form, at + 1, keyword
            return Form(FormRole.END, keyword), at + 1, DEFINE
        form = BulkForm(FormRole.ITEMS, keyword, keyword)
        boundary = self.next_boundary(at)
        if boundary is not None:
            match = _LONG_RUN[keyword].match(low, at, boundary)
            # A boundary of the old text may now be inside a word, or before a type or a value.
            is_inside = self._in_word(boundary) or low.startswith(("-", ":", "="), boundary)
            if match and self._skip(match.end()) == boundary and not is_inside:
                return form, match.end(), keyword
        match = _RUN[keyword].match(low, at)
        if match:
            return form, match.end(), keyword
        if low[at] == "(":
            return form, build_list(form, low, at, slots=False), keyword
        if keyword == ":init" and (calls := _CALLS.match(low, at)):
            return form, calls.end(), keyword
        words = _BARE_WORDS.match(low, at)
        end = words.end() if words else at + 1
        if keyword == ":init":
            # The last word may begin a call on its line, or end an atom without its parentheses.
            last = max(low.rfind(blank, at, end) for blank in " \t\r\n")
            is_on_line = last > at and not {*"\r\n"} & {*low[end : self._skip(end)]}
            calls = _CALLS.match(low, last + 1) if is_on_line else None
            end = calls.end() if calls else end
        return form, end, keyword


def _moved(root: List, by: int) -> None:
    nodes: list[Node] = [root]
    while nodes:
        node = nodes.pop()
        node.start += by
        if type(node) is List:
            node.end += by
            if not node.words:  # words have no positions of their own yet
                nodes += node.items


def _opens_member(low: str, paren: int) -> bool:
    """Whether the `(` at `paren` opens a section of a definition, not a new definition."""
    return opens_section(low, paren) and _DEFINE.match(low, paren) is None


def _opens_fact(low: str, at: int) -> bool:
    head = _SECTION.match(low, at)
    if not head or not head.group(1) or _WITHOUT_COLON.match(low, at):
        return False
    return not opens_section(low, at)


def _surplus(form: Form, length: int, message: str) -> SyntaxProblem:
    return SyntaxProblem("surplus-parenthesis", form.place(0, length), message)

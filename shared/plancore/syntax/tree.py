"""The syntax tree of a text: its forms in order with their offsets, assembled to sections and
definitions.

White space and comments are the gaps between forms and between nodes, so with the text nothing is
lost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from plancore.memo import lazy
from plancore.source import SourceText, Span
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node, Place, SyntaxProblem
from plancore.syntax.signs import foreign_signs, is_commentary

_PROBLEM_SECTIONS = frozenset((":domain", ":objects", ":init", ":goal", ":metric", ":htn"))
_DOMAIN_SECTIONS = frozenset(
    (":action", ":durative-action", ":predicates", ":types", ":functions", ":derived", ":axiom")
)
NOT_FACTS = frozenset(
    """
    < > <= >= imply exists forall when increase decrease assign scale-up scale-down preference
    over always sometime + - * / == != => := += -= && || ! ~
    """.split()  # noqa: SIM905 - a list of 31 quoted words reads worse
)
"""Operators of conditions and effects, and of programming languages; they do not state facts."""
NOT_FACTS_OF_LISTS = frozenset(("set", "let", "minimize", "maximize", "always-within", "within"))
"""Words that may be predicates, but not before a list."""
_FACTS_OF_FACTS = NOT_FACTS | {
    "=",
    "not",
    "and",
    "or",
    "oneof",
    "unknown",
    "invariant",
    "probabilistic",
}
"""Heads of facts that may contain lists, and of operators misused as facts."""


class Section:
    """One section of a definition, either a single form or read in pieces."""

    __slots__ = ("closed", "forms", "head", "keyword")

    def __init__(self, head: Form) -> None:
        self.head = head
        self.keyword = head.keyword
        self.forms: list[Form] = [head]
        self.closed = head.role is FormRole.SECTION

    @property
    def item_forms(self) -> list[Form]:
        """The pieces that contain its items, without header and closing parenthesis."""
        return [form for form in self.forms if form.role is FormRole.ITEMS]

    def items(self) -> Iterator[Node]:
        """Its items in order, without the keyword."""
        if self.head.role is FormRole.SECTION:
            root = self.head.root
            if root is not None:
                yield from root.items[1:]
            return
        for form in self.item_forms:
            yield from form.nodes

    @property
    def keyword_place(self) -> Place:
        """The place of its keyword; its `(` if it has none."""
        root = self.head.root
        if root is not None and root.items and type(root.items[0]) is Atom:
            return root.items[0].place
        return self.head.place(0, 1)


class Definition:
    """One `(define …)` with its sections; `define` is None for sections outside of one."""

    __slots__ = ("close", "define", "problems", "sections", "strays")

    def __init__(self, define: Form | None) -> None:
        self.define = define
        self.close: Form | None = None
        self.sections: list[Section] = []
        self.strays: list[Form] = []
        self.problems: list[SyntaxProblem] = []

    @property
    def kind(self) -> str:
        """`domain` or `problem`, by its name section or its other sections; otherwise empty."""
        keywords = {section.keyword: None for section in self.sections}.keys()
        # The first one decides: `(problem p) (domain d)` has lost a colon.
        named = next((word for word in keywords if word in ("domain", "problem")), None)
        if named is not None:
            return named
        if keywords & _PROBLEM_SECTIONS:
            return "problem"
        return "domain" if keywords & _DOMAIN_SECTIONS else ""

    @property
    def name(self) -> Atom | None:
        """The atom with its name."""
        for section in self.sections:
            if section.keyword in ("domain", "problem"):
                for node in section.items():
                    return node if type(node) is Atom else None
        return None

    def forms(self) -> Iterator[Form]:
        """All forms of the definition, strays after sections."""
        if self.define is not None:
            yield self.define
        for section in self.sections:
            yield from section.forms
        yield from self.strays
        if self.close is not None:
            yield self.close


def assemble(forms: list[Form]) -> list[Definition]:
    """The definitions that consist of `forms`, in order."""
    definitions: list[Definition] = []
    current: Definition | None = None
    section: Section | None = None
    last: Form | None = None
    for form in forms:
        role = form.role
        if section is not None and role not in (FormRole.ITEMS, FormRole.END, FormRole.STRAY):
            _close_section(current, section)
            section = None
        if role is FormRole.DEFINE:
            _close_definition(current, last)
            current = Definition(form)
            definitions.append(current)
        elif role is FormRole.PROSE:
            _close_definition(current, last)
            current = None
        elif role is FormRole.CLOSE:
            if current is not None:
                current.close = form
            current = None
        elif role is FormRole.STRAY and current is None:
            continue
        else:
            if current is None:
                current = Definition(None)
                definitions.append(current)
            if role is FormRole.STRAY:
                current.strays.append(form)
            elif role in (FormRole.SECTION, FormRole.HEADER):
                section = Section(form)
                current.sections.append(section)
                section = section if role is FormRole.HEADER else None
            elif section is not None:
                section.forms.append(form)
                if role is FormRole.END:
                    section.closed = True
                    section = None
        last = form
    if section is not None:
        _close_section(current, section)
    _close_definition(current, last)
    return definitions


def _close_section(definition: Definition | None, section: Section) -> None:
    last, head = section.forms[-1], section.head
    if definition is not None and head.text[0] != "(":
        message = f"`{head.text}` is not in parentheses; write `({head.text} …)`"
        place, end = head.place(0, len(head.text)), last.place(len(last.text), len(last.text))
        definition.problems.append(
            SyntaxProblem("missing-parenthesis", place, message, end, missing=0)
        )
        return
    if definition is None or last.problems or section.closed or has_swallowed(last):
        return
    definition.problems.append(
        _missing(last, section.head.place(0, len(section.keyword) + 1), f"`({section.keyword}`")
    )


def has_swallowed(form: Form) -> bool:
    """Whether the last item of a bulk section has swallowed the items after it.

    Such an item is reported separately.
    """
    if form.role is not FormRole.ITEMS or not form.nodes:
        return False
    node = form.nodes[-1]
    return type(node) is List and swallows(node)


def swallows(fact: List) -> bool:
    """Whether a fact has lost its `)`: it contains lists although its head takes none."""
    if fact.words:  # the usual case
        return False
    head, items = fact.head, fact.items
    if head == "=":
        return past_value(fact) > 0
    if not head or head in _FACTS_OF_FACTS or not any(type(item) is List for item in items):
        return False
    first = items[1]
    if type(first) is not Atom:
        return head != "at" and head not in NOT_FACTS_OF_LISTS
    # `(at 5 (open shop))` is a timed initial literal.
    return head != "at" or (first.key[0] not in "0123456789+-." and first.key not in _TIMES)


_TIMES = ("start", "end", "time")


def past_value(fact: List) -> int:
    """The position of the first item after the value in `(= (f) 5 (p) …)` and `(= (f 5) (p) …)`,
    which have lost a `)`; 0 for any other list."""
    items = fact.items
    if len(items) < 3:
        return 0
    function, value = items[1], items[2]
    if type(value) is Atom:
        is_value = value.key not in _ARITHMETIC
        return 3 if is_value and len(items) > 3 and type(items[3]) is List else 0
    last = function.items[-1] if type(function) is List and len(function.items) > 1 else None
    if type(last) is not Atom or type(value) is not List or value.head in _ARITHMETIC:
        return 0
    return 2 if last.key.lstrip("+-").replace(".", "", 1).isdecimal() else 0


_ARITHMETIC = frozenset("+-*/")


def _close_definition(definition: Definition | None, last: Form | None) -> None:
    if definition is None or definition.define is None or definition.close is not None:
        return
    if last is None or any(problem.code == "missing-parenthesis" for problem in last.problems):
        return
    if any(problem.place.form is last for problem in definition.problems) or has_swallowed(last):
        return
    lost = _lost_by_last_section(definition, last)
    if lost is None:
        lost = _missing(last, definition.define.place(), "`(define`")
    definition.problems.append(lost)


def _lost_by_last_section(definition: Definition, last: Form) -> SyntaxProblem | None:
    """The missing `)` of a last section that has taken the `)` of the definition as its own, if the
    layout shows it.

    That `)` is at the start of a line, and no other section of the definition ends so.
    """
    root = last.root
    if last.role is not FormRole.SECTION or root is None or not _ends_at_margin(last):
        return None
    if any(s.head is not last and _ends_at_margin(s.forms[-1]) for s in definition.sections):
        return None
    opener = last.place(0, len(last.keyword) + 1)
    end = root.items[-1].end if root.items else 1
    return SyntaxProblem(
        "missing-parenthesis",
        Place(last, end - 1, end),
        f"missing `)`: `({last.keyword}` is not closed",
        opener,
    )


def _ends_at_margin(form: Form) -> bool:
    return form.text.endswith(("\n)", "\r)"))


def _missing(last: Form, opener: Place, name: str) -> SyntaxProblem:
    end = len(last.text)
    return SyntaxProblem(
        "missing-parenthesis",
        Place(last, max(end - 1, 0), end),
        f"missing `)`: {name} is not closed",
        opener,
    )


class SyntaxTree:
    """A text with its forms. Immutable."""

    def __init__(
        self,
        source: SourceText,
        forms: list[Form],
        starts: list[int],
        replaced: list[Form] | None = None,
        *,
        is_plain: bool = False,
    ) -> None:
        self.source = source
        self.is_plain = is_plain
        """Whether nothing outside comments may be a foreign sign, if that is known."""
        self.forms = forms
        self.starts = starts
        self.replaced = replaced
        """The forms that only the text before an edit has; None if there was no edit."""

    @lazy
    def _start_of(self) -> dict[int, int]:
        return {id(form): start for form, start in zip(self.forms, self.starts, strict=True)}

    def start(self, form: Form) -> int:
        """The offset of `form`; raises KeyError for a form of another text."""
        return self._start_of[id(form)]

    def holds(self, form: Form) -> bool:
        """Whether `form` is part of this text."""
        return id(form) in self._start_of

    def span(self, place: Place) -> Span:
        """The range of `place` in the file."""
        base = self._start_of[id(place.form)]
        return Span(base + place.start, base + place.end)

    def section_span(self, section: Section) -> Span:
        """The range of a whole section, from its `(` on."""
        last = section.forms[-1]
        return Span(self.start(section.head), self.start(last) + len(last.text))

    def definition_span(self, definition: Definition) -> Span:
        """The range of a whole definition."""
        spans = [
            Span(self.start(form), self.start(form) + len(form.text)) for form in definition.forms()
        ]
        return Span(min(span.start for span in spans), max(span.end for span in spans))

    def form_at(self, offset: int) -> tuple[Form, int] | None:
        """The form that a cursor at `offset` touches, and the offset inside it.

        Between two adjacent forms it is the later one.
        """
        index = bisect_right(self.starts, offset) - 1
        if index < 0:
            return None
        form, start = self.forms[index], self.starts[index]
        if offset > start + len(form.text):
            return None
        return form, offset - start

    @lazy
    def foreign_signs(self) -> list[tuple[Place, str]]:
        """The characters that PDDL does not have, outside comments and prose; `#` and `--` also in
        prose that is only comments of other languages."""
        signs = foreign_signs(self.source.text) if self.forms and not self.is_plain else ()
        prose = self.prose if signs else ()
        comments = frozenset(id(form) for form in prose if is_commentary(form.text))
        placed: list[tuple[Place, str]] = []
        for sign in signs:
            within = comments if sign[0][0] in "#-" else frozenset[int]()
            place = self.place_outside_prose(*sign.span(), within)
            if place is not None:
                placed.append((place, sign[0]))
        return placed

    def place_outside_prose(
        self, start: int, end: int, within: frozenset[int] = frozenset()
    ) -> Place | None:
        """The place of some characters, which may be before or after their form; None in prose,
        except in the forms whose ids are in `within`."""
        number = max(bisect_right(self.starts, start) - 1, 0)
        form, at = self.forms[number], self.starts[number]
        is_prose = form.role is FormRole.PROSE and 0 <= start - at < len(form.text)
        return None if is_prose and id(form) not in within else Place(form, start - at, end - at)

    @lazy
    def definitions(self) -> list[Definition]:
        """The definitions of the file in order."""
        return assemble(self.forms)

    @lazy
    def problems(self) -> list[SyntaxProblem]:
        """All errors in the parentheses, in no particular order."""
        problems = [problem for form in self.forms if form.problems for problem in form.problems]
        for definition in self.definitions:
            problems += definition.problems
        return problems

    @property
    def prose(self) -> list[Form]:
        """The pieces of the file that are not PDDL."""
        return [form for form in self.forms if form.role is FormRole.PROSE]

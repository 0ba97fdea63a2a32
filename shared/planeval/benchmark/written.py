"""What a learner has written for a fold, read: the domain, what is wrong with it, its codec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.model.domain import Domain
from plancore.report.notes import errors_in
from plancore.snapshot import FileSnapshot
from planeval.domain.codec_files import codec_in
from planeval.learners.taught import Taught
from planfiles.trouble import Trouble

_CODEC: Final = "its codec, OUTPUT.codec.json"
_SHOWN: Final = 3
"""So many errors of a domain are told, with how many there are."""


@dataclass(frozen=True, slots=True)
class Written:
    """A domain that can be measured. `errors` says with their lines what the rules call errors:
    undeclared names, wrong numbers of arguments and the like. Figures are of what is there all the
    same. Of all `n_errors` at most three are told, each message once. A `codec` that changes
    nothing is none."""

    learned: FileSnapshot
    errors: tuple[str, ...]
    n_errors: int
    codec: Codec | None


def written_by(taught: Taught, reference: Domain) -> Written | str:
    """What a learner has written; or why it cannot be read."""
    learned = FileSnapshot.of(taught.text or "", "learned")
    if learned.domain is None:
        return "what it wrote is no domain"
    if learned.tree.problems:
        problem = learned.tree.problems[0]
        return f"what it wrote is no PDDL: {problem.message}"
    try:
        codec = codec_written(taught.codec, learned.domain, reference)
    except Trouble as trouble:
        return trouble.message
    errors = errors_in(learned)
    # A name that is not declared is an error wherever it stands; told is where it is first.
    first = {error.message: error for error in reversed(errors)}
    shown = tuple(
        f"line {learned.source.line_of(error.span.start) + 1}: {error.message}"
        for error in errors
        if first[error.message] is error
    )
    return Written(learned, shown[:_SHOWN], len(errors), codec)


def codec_written(text: str | None, learned: Domain, reference: Domain) -> Codec | None:
    """The codec in the text of the file that a learner wrote for it; None without one, and for one
    that changes nothing. Raises Trouble."""
    if text is None:
        return None
    codec = codec_in(text, _CODEC, learned, reference)
    return None if isinstance(codec, Identity) else codec

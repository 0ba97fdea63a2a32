"""What a learner has written for a fold, read: the domain, what is wrong with it, its codec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.model.domain import Domain
from plancore.report.notes import errors_in
from plancore.snapshot import FileSnapshot
from planeval.domain.codecs import codec_from
from planeval.learners.taught import Taught
from planfiles.documents import json_in
from planfiles.trouble import Trouble

_TOLD: Final = 3
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
    codec: Codec | None = None
    if taught.codec is not None:
        try:
            data = json_in(taught.codec, "its codec")
            codec = codec_from("its codec", data, learned.domain, reference)
        except Trouble as trouble:
            return trouble.message
    errors = errors_in(learned)
    # A name that is not declared is an error wherever it stands; told is where it is first.
    first = {error.message: error for error in reversed(errors)}
    told = tuple(
        f"line {learned.source.line_of(error.span.start) + 1}: {error.message}"
        for error in errors
        if first[error.message] is error
    )
    codec = None if isinstance(codec, Identity) else codec
    return Written(learned, told[:_TOLD], len(errors), codec)

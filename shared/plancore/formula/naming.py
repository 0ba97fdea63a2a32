"""Names of one model put in place of another's: variables, constants, predicates, types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from plancore.model.record import record


@record
class Naming:
    """What each name becomes; a name that is not listed stays as it is.

    `terms` holds variables (with their `?`) and constants.
    """

    terms: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)

    def with_terms(self, terms: Mapping[str, str]) -> Naming:
        """The same naming with `terms` besides its own, which they override."""
        return Naming({**self.terms, **terms}, self.predicates, self.functions, self.types)

    def type_names(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """`types` renamed and in alphabetical order; `object` when there is none."""
        return tuple(sorted({self.types.get(name, name) for name in types})) or ("object",)


AS_WRITTEN = Naming()

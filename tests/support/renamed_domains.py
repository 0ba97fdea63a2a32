"""A domain written down again: under other names, in another order, with other variables."""

from __future__ import annotations

from random import Random

from plancore.compare.declarations import axiom_text, function_text, predicate_text
from plancore.correspondence.names import KINDS, Correspondence, names_of, renaming
from plancore.formula.canonical import kept_text
from plancore.formula.printing import Naming, formula_text, typed_list
from plancore.model.domain import Action, Domain, UnparsedKind, UnparsedSection
from plancore.model.formula import And, Formula, TypedName, conjuncts


def random_names(
    domain: Domain, random: Random, kinds: tuple[str, ...] = KINDS, share: float = 1.0
) -> Correspondence:
    """New names for `share` of all that `domain` declares, in no order that tells anything."""
    found: dict[str, dict[str, str]] = {}
    for kind in kinds:
        names = [name for name in names_of(domain, kind) if name != "object"]
        chosen = random.sample(names, round(share * len(names)))
        numbers = random.sample(range(len(chosen)), len(chosen))
        found[kind] = {
            name: f"new-{kind[0]}{number}" for name, number in zip(chosen, numbers, strict=True)
        }
    return renaming(found)


def written_again(
    domain: Domain,
    names: Correspondence | None = None,
    random: Random | None = None,
    *,
    permute_parameters: bool = False,
) -> str:
    """`domain` as text under `names`; with `random` in another order, with other variables."""
    names = names or Correspondence()
    naming = names.to_reference
    actions = [_action(a, names, naming, random, permute_parameters) for a in domain.actions]
    predicates = [predicate_text(predicate, naming) for predicate in domain.predicates]
    if random is not None:
        random.shuffle(actions)
        random.shuffle(predicates)
    types = [TypedName(naming.types.get(t.name, t.name), t.types) for t in domain.types]
    sections = [
        f"(define (domain {domain.name})",
        f"(:requirements {' '.join(domain.requirements or (':strips',))})",
        f"(:types {typed_list(types, Naming(types=naming.types))})",
        f"(:constants {typed_list(domain.constants, naming)})",
        f"(:predicates {' '.join(predicates)})",
        f"(:functions {' '.join(function_text(f, naming) for f in domain.functions)})",
        *([f"(:constraints {formula_text(rule, naming)})"] if (rule := domain.constraints) else []),
        *(axiom_text(axiom, naming) for axiom in domain.axioms),
        *actions,
        *(_kept(kept, names) for kept in domain.kept if kept.kind is not UnparsedKind.SLOT),
    ]
    return "\n".join(sections) + ")"


def _action(
    action: Action,
    names: Correspondence,
    naming: Naming,
    random: Random | None,
    permute_parameters: bool,
) -> str:
    parameters = list(action.parameters)
    if random is not None:
        fresh = random.sample(range(100, 999), len(parameters))
        naming = naming.with_terms(
            {p.name: f"?v{number}" for p, number in zip(parameters, fresh, strict=True)}
        )
        if permute_parameters:
            random.shuffle(parameters)
    slots = [f":parameters ({typed_list(parameters, naming)})"]
    if action.duration is not None:
        slots.append(f":duration {formula_text(action.duration, naming)}")
    condition = ":precondition" if action.kind == "action" else ":condition"
    slots.append(f"{condition} {_formula(action.precondition, naming, random)}")
    slots.append(f":effect {_formula(action.effect, naming, random)}")
    name = names.actions.get(action.name, action.name)
    return f"(:{action.kind.value} {name} {' '.join(slots)})"


def _kept(kept: UnparsedSection, names: Correspondence) -> str:
    keyword = kept.name if kept.kind is UnparsedKind.SECTION else f":{kept.kind.value}"
    return f"({keyword} {kept_text(kept, names.to_reference, names.actions)})"


def _formula(formula: Formula, naming: Naming, random: Random | None) -> str:
    if type(formula) is not And or random is None:
        return formula_text(formula, naming)
    parts = [formula_text(part, naming) for part in conjuncts(formula)]
    random.shuffle(parts)
    if len(parts) == 1 and random.random() < 0.5:
        return parts[0]
    body = " ; why (\n".join(part.upper() for part in parts)
    return f"( AND {body}\n)"

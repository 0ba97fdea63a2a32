"""Generated PDDL texts of any size for measurements, which anyone can reproduce."""

from __future__ import annotations

import random

ACTION = """
  (:action move-{n}
    ; Trucks of fleet {n} have their own roads.
    :parameters (?t - truck ?from ?to - place ?k - parcel)
    :precondition (and
      (at ?t ?from)
      (road-{n} ?from ?to)
      (not (blocked ?to))
      (or (light ?k) (in ?k ?t)))
    :effect (and
      (not (at ?t ?from))
      (at ?t ?to)
      (forall (?x - parcel)
        (when (in ?x ?t) (seen ?x ?to)))
      (increase (total-cost) (distance ?from ?to))))
"""


def domain(actions: int) -> str:
    """A domain with `actions` actions of 16 lines and some 550 bytes each."""
    roads = "\n".join(f"    (road-{n} ?from ?to - place)" for n in range(actions))
    return f"""(define (domain fleet)
  (:requirements :adl :typing :action-costs)

  (:types
    truck parcel - thing
    thing place - object)

  (:predicates
    (at ?x - thing ?p - place)
    (in ?k - parcel ?t - truck)
    (seen ?k - parcel ?p - place)
    (light ?k - parcel)
    (blocked ?p - place)
{roads})

  (:functions
    (total-cost) - number
    (distance ?from ?to - place) - number)
{"".join(ACTION.format(n=n) for n in range(actions))})
"""


def problem(size: int) -> str:
    """A problem of some `size` bytes for `domain(1)`: objects, facts and distances."""
    dice = random.Random(1)
    places = max(size // 300, 2)
    names = [f"place-{n}" for n in range(places)]
    objects = "\n".join(f"    {name} - place" for name in names)
    facts: list[str] = []
    known: set[tuple[str, str]] = set()
    length = 0
    while length < size - len(objects) and len(known) < places**2:
        one, other = dice.choice(names), dice.choice(names)
        if (one, other) in known:
            continue
        known.add((one, other))
        fact = f"    (road-0 {one} {other})\n    (= (distance {one} {other}) {dice.randint(1, 99)})"
        facts.append(fact)
        length += len(fact) + 1
    return f"""(define (problem delivery)
  (:domain fleet)

  (:objects
    t - truck
    k - parcel
{objects})

  (:init
    (= (total-cost) 0)
    (light k)
    (at t place-0)
{chr(10).join(facts)})

  (:goal (and
    (at t place-1)
    (seen k place-1)))

  (:metric minimize (total-cost)))
"""


PLAIN_ACTION = """
  (:action move-{n}
    :parameters (?t - truck ?from ?to - place)
    :precondition (and
      (at ?t ?from)
      (road-{n} ?from ?to)
      (not (blocked ?to)))
    :effect (and
      (not (at ?t ?from))
      (at ?t ?to)
      (seen ?t ?to)))
"""


def plain_domain(actions: int) -> str:
    """A domain with features that every parser supports; some 280 bytes per action."""
    roads = "\n".join(f"    (road-{n} ?from ?to - place)" for n in range(actions))
    return f"""(define (domain fleet)
  (:requirements :strips :typing :negative-preconditions)
  (:types truck place)
  (:predicates
    (at ?t - truck ?p - place)
    (seen ?t - truck ?p - place)
    (blocked ?p - place)
{roads})
{"".join(PLAIN_ACTION.format(n=n) for n in range(actions))})
"""


def plain_problem(size: int) -> str:
    """A problem of some `size` bytes for `plain_domain(1)`: places and the roads between them."""
    dice = random.Random(1)
    names = [f"place-{n}" for n in range(max(size // 300, 2))]
    roads: dict[str, None] = {}
    length = 0
    while length < size - 20 * len(names):
        road = f"    (road-0 {dice.choice(names)} {dice.choice(names)})"
        length += 0 if road in roads else len(road) + 1
        roads[road] = None
    return f"""(define (problem delivery)
  (:domain fleet)
  (:objects
    t - truck
    {" ".join(names)} - place)
  (:init
    (at t place-0)
{chr(10).join(roads)})
  (:goal (and (at t place-1) (seen t place-1))))
"""


def learned_plain_domain(actions: int) -> str:
    """As `plain_domain`, with a difference in each of the first four actions: an extra condition, a
    missing effect, an extra effect, a missing condition."""
    differences = (
        ("(not (blocked ?to)))", "(not (blocked ?to)) (not (seen ?t ?to)))"),
        ("(seen ?t ?to)))", ")) "),
        ("(seen ?t ?to)))", "(seen ?t ?to) (blocked ?to)))"),
        ("(road-3 ?from ?to)", ""),
    )
    text = plain_domain(actions)
    for number, (old, new) in enumerate(differences):
        start = text.index(f"(:action move-{number}\n")
        text = text[:start] + text[start:].replace(old, new, 1)
    return text


def ring_problem(actions: int, places: int = 30) -> str:
    """A problem with places in a ring, connected by the roads of `plain_domain(actions)`."""
    names = [f"place-{n}" for n in range(places)]
    pairs = [*zip(names, [*names[1:], names[0]], strict=True)]
    roads = " ".join(f"(road-{n} {one} {other})" for n in range(actions) for one, other in pairs)
    return f"""(define (problem ring)
  (:domain fleet)
  (:objects t - truck {" ".join(names)} - place)
  (:init (at t place-0) {roads})
  (:goal (seen t place-1)))
"""


def ring_plan(number: int, steps: int, actions: int, places: int = 30) -> str:
    """A plan of `steps` steps round the ring, with random actions that depend on `number`."""
    dice = random.Random(number)
    return "".join(
        f"(move-{dice.randrange(actions)} t place-{n % places} place-{(n + 1) % places})\n"
        for n in range(steps)
    )


def fleet_problem(trucks: int, places: int) -> str:
    """A problem for `plain_domain(1)` with trucks, and places with three roads each."""
    roads = {
        f"(road-0 place-{one} place-{other})"
        for one in range(places)
        for other in _neighbours(one, places)
    }
    facts = [*sorted(roads), *(f"(at t{n} place-{n % places})" for n in range(trucks))]
    return f"""(define (problem fleet-of-{trucks})
  (:domain fleet)
  (:objects
    {" ".join(f"t{n}" for n in range(trucks))} - truck
    {" ".join(f"place-{n}" for n in range(places))} - place)
  (:init
    {(chr(10) + "    ").join(facts)})
  (:goal (seen t0 place-1)))
"""


def fleet_plans(steps: int, trucks: int, places: int) -> tuple[list[str], list[str]]:
    """An executable plan of `steps` steps for `fleet_problem`, and a copy with edits at a fifth of
    its steps: deleted, replaced or inserted."""
    dice = random.Random(steps + trucks)
    at = [n % places for n in range(trucks)]

    def move(truck: int, place: int) -> str:
        to = dice.choice(_neighbours(place, places))
        if at[truck] == place:
            at[truck] = to
        return f"(move-0 t{truck} place-{place} place-{to})"

    plan = [move(truck, at[truck]) for truck in (dice.randrange(trucks) for _ in range(steps))]
    edited: list[str] = []
    for step in plan:
        edit = dice.choice(("lose", "replace", "join")) if dice.random() < 0.2 else ""
        if edit in ("replace", "join"):
            edited.append(move(dice.randrange(trucks), dice.randrange(places)))
        if edit in ("", "join"):
            edited.append(step)
    return plan, edited


def _neighbours(place: int, places: int) -> tuple[int, int, int]:
    return (place + 1) % places, (place - 1) % places, (7 * place + 3) % places


_TYPES = ["truck", "crane", "depot", "parcel", "driver", "road", "bridge", "ship", "sailor"]
_VERBS = ["load", "lift", "move", "check", "mend", "paint", "open", "close", "sort", "weigh"]
_STATES = ["near", "held", "open", "ready", "full", "clean", "heavy", "known", "sealed", "booked"]


def varied_domain(actions: int, predicates: int) -> str:
    """A domain with `actions` different actions of four to eight literals each."""
    dice = random.Random(actions)
    declared: list[tuple[str, list[str]]] = []
    for n in range(predicates):
        types = [dice.choice(_TYPES) for _ in range(dice.choice((1, 1, 2, 2, 3)))]
        declared.append((f"{dice.choice(_STATES)}-{types[-1]}-{n}", types))
    schemas = (_varied_action(n, declared, dice) for n in range(actions))
    return f"""(define (domain yard)
  (:requirements :strips :typing :negative-preconditions)
  (:types {" ".join(_TYPES)})
  (:predicates
{chr(10).join(f"    ({name} {_typed(types)})" for name, types in declared)})
{"".join(schemas)})
"""


def _typed(types: list[str]) -> str:
    return " ".join(f"?x{number} - {name}" for number, name in enumerate(types))


def _varied_action(number: int, declared: list[tuple[str, list[str]]], dice: random.Random) -> str:
    parameters: list[str] = []

    def literal() -> str:
        name, types = dice.choice(declared)
        args = []
        for wanted in types:
            fitting = [k for k, own in enumerate(parameters) if own == wanted and k not in args]
            if not fitting or dice.random() < 0.2:
                parameters.append(wanted)
                fitting = [len(parameters) - 1]
            args.append(dice.choice(fitting))
        atom = f"({' '.join((name, *(f'?x{k}' for k in args)))})"
        return atom if dice.random() < 0.7 else f"(not {atom})"

    condition = [literal() for _ in range(dice.randint(2, 4))]
    effect = [literal() for _ in range(dice.randint(2, 4))]
    name = f"{dice.choice(_VERBS)}-{parameters[0]}-{number}"
    return f"""
  (:action {name}
    :parameters ({_typed(parameters)})
    :precondition (and {" ".join(condition)})
    :effect (and {" ".join(effect)}))
"""


def walk_domain() -> str:
    """A domain with one action, walking from place to place."""
    return """(define (domain walk)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (road ?from ?to - place) (seen ?p - place))
  (:action go
    :parameters (?from ?to - place)
    :precondition (and (at ?from) (road ?from ?to))
    :effect (and (not (at ?from)) (at ?to) (seen ?to))))
"""


def walk_problem(places: int = 30) -> str:
    """A problem for `walk_domain` with places in a ring."""
    names = [f"place-{n}" for n in range(places)]
    roads = zip(names, [*names[1:], names[0]], strict=True)
    facts = " ".join(f"(road {one} {other})" for one, other in roads)
    return f"""(define (problem ring)
  (:domain walk)
  (:objects {" ".join(names)} - place)
  (:init (at place-0) {facts})
  (:goal (seen place-{places - 1})))
"""


def walk_plan(steps: int, places: int = 30) -> str:
    """A plan of `steps` applicable steps round the ring."""
    return "".join(f"(go place-{n % places} place-{(n + 1) % places})\n" for n in range(steps))

; Boats carry crates between quays while the tide is high; a crane lifts one crate at a time.
(define (domain harbour)
  (:requirements :strips :typing :negative-preconditions)
  (:types boat crate - movable quay movable - object)
  (:predicates
    (at ?m - movable ?q - quay)
    (aboard ?c - crate ?b - boat)
    (lifted ?c - crate)
    (crane-free)
    (high-tide)
    (route ?a ?b - quay))

  (:action lift
    :parameters (?c - crate ?q - quay)
    :precondition (and (at ?c ?q) (crane-free))
    :effect (and (lifted ?c) (not (at ?c ?q)) (not (crane-free))))

  (:action stow
    :parameters (?c - crate ?b - boat ?q - quay)
    :precondition (and (lifted ?c) (at ?b ?q) (not (high-tide)))
    :effect (and (aboard ?c ?b) (crane-free) (not (lifted ?c))))

  (:action land
    :parameters (?c - crate ?b - boat ?q - quay)
    :precondition (and (aboard ?c ?b) (at ?b ?q) (crane-free))
    :effect (and (at ?c ?q) (not (aboard ?c ?b))))

  (:action sail
    :parameters (?b - boat ?from ?to - quay)
    :precondition (and (at ?b ?from) (route ?from ?to) (high-tide))
    :effect (and (at ?b ?to) (not (at ?b ?from))))

  (:action wait-for-flood
    :parameters ()
    :precondition (not (high-tide))
    :effect (high-tide))

  (:action wait-for-ebb
    :parameters ()
    :precondition (high-tide)
    :effect (not (high-tide))))

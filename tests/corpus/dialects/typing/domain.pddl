; Types in a tree, a constant, and a parameter of one of two types.
(define (domain nursery)
  (:requirements :strips :typing)
  (:types
    plant tool place - object
    tree shrub - plant
    bed greenhouse - place)
  (:constants shed - place watering-can - tool)
  (:predicates
    (stands ?p - plant ?l - place)
    (holds ?t - tool)
    (lies ?t - tool ?l - place)
    (gardener ?l - place)
    (watered ?p - plant)
    (pruned ?p - (either tree shrub)))

  (:action walk
    :parameters (?from ?to - place)
    :precondition (gardener ?from)
    :effect (and (gardener ?to) (not (gardener ?from))))

  (:action fetch
    :parameters (?t - tool)
    :precondition (and (gardener shed) (lies ?t shed))
    :effect (and (holds ?t) (not (lies ?t shed))))

  (:action water
    :parameters (?p - plant ?l - place)
    :precondition (and (gardener ?l) (stands ?p ?l) (holds watering-can))
    :effect (watered ?p))

  (:action prune
    :parameters (?p - (either tree shrub) ?l - (either bed greenhouse) ?t - tool)
    :precondition (and (gardener ?l) (stands ?p ?l) (holds ?t))
    :effect (pruned ?p)))

;; A bakery with ovens that hold one loaf each.
(define (domain bakery)
  (:requirements :strips :typing)
  (:types loaf oven)
  (:predicates
    (raw ?l - loaf)
    (baked ?l - loaf)
    (packed ?l - loaf)
    (inside ?l - loaf ?o - oven)
    (outside ?l - loaf)
    (hot ?o - oven)
    (free ?o - oven)
    (clean ?o - oven))

  (:action heat
    :parameters (?o - oven)
    :effect (hot ?o))

  (:action put-in
    :parameters (?l - loaf ?o - oven)
    :precondition (and (outside ?l) (free ?o) (clean ?o))
    :effect (and (inside ?l ?o) (not (outside ?l)) (not (free ?o)) (not (clean ?o))))

  (:action bake
    :parameters (?l - loaf ?o - oven)
    :precondition (and (inside ?l ?o) (hot ?o) (raw ?l))
    :effect (and (baked ?l) (not (raw ?l))))

  (:action take-out
    :parameters (?l - loaf ?o - oven)
    :precondition (and (inside ?l ?o) (baked ?l))
    :effect (and (outside ?l) (free ?o) (not (inside ?l ?o))))

  (:action sweep
    :parameters (?o - oven)
    :precondition (free ?o)
    :effect (clean ?o))

  (:action pack
    :parameters (?l - loaf)
    :precondition (and (baked ?l) (outside ?l))
    :effect (and (packed ?l) (not (outside ?l)))))

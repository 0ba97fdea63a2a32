;;!reference: reference.pddl
;; The same bakery, as somebody wrote it down after watching a few mornings.
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
    :precondition (and (outside ?l) (free ?o))  ; a dirty oven never came up
    :effect (and (inside ?l ?o) (not (outside ?l)) (not (free ?o)) (not (clean ?o))))

  (:action bake
    :parameters (?l - loaf ?o - oven)
    :precondition (inside ?l ?o)                ; it was hot every time
    :effect (and (baked ?l) (not (raw ?l))
                 (not (hot ?o))))               ; and cold at the end of the morning

  (:action take-out
    :parameters (?l - loaf ?o - oven)
    :precondition (and (inside ?l ?o) (baked ?l) (hot ?o))
    :effect (and (outside ?l) (not (inside ?l ?o))))

  (:action sweep
    :parameters (?o - oven)
    :precondition (free ?o)
    :effect (clean ?o))

  (:action pack
    :parameters (?l - loaf)
    :precondition (baked ?l)
    :effect (packed ?l)))

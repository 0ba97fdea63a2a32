; Derived predicates, one of them recursive, one under a negation.
(define (domain canals)
  (:requirements :strips :typing :derived-predicates :disjunctive-preconditions
    :existential-preconditions :negative-preconditions)
  (:types basin)
  (:predicates (lock ?a ?b - basin) (open ?a ?b - basin) (barge ?b - basin)
    (reaches ?a ?b - basin) (cut-off ?b - basin))

  (:derived (reaches ?a ?b - basin)
    (or (open ?a ?b) (exists (?m - basin) (and (open ?a ?m) (reaches ?m ?b)))))

  (:derived (cut-off ?b - basin)
    (not (exists (?a - basin) (open ?a ?b))))

  (:action open-lock
    :parameters (?a ?b - basin)
    :precondition (and (lock ?a ?b) (cut-off ?b))
    :effect (open ?a ?b))

  (:action pass
    :parameters (?a ?b - basin)
    :precondition (and (barge ?a) (reaches ?a ?b))
    :effect (and (barge ?b) (not (barge ?a)))))

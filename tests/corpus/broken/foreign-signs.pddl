(define (domain pasted)
  (:requirements :strips :typing)
  (:types place, thing)
  ;            ^ foreign-sign
  (:predicates (at ?x – thing ?p − place) /* where it is */ (open ?p - place)) // of doors
  ;                   ^          ^        ^^^^^^^^^^^^^^^^^                    ^^ foreign-sign foreign-sign foreign-sign foreign-sign
  (:action “go”
  ;        ^  ^ foreign-sign foreign-sign
    :parameters (?x - thing, ?p - place)
    ;                      ^ foreign-sign
    :precondition （open ?p)
    ;             ^ foreign-sign
    :effect (at ?x ?p)))

; Actions that cost, some of them more than others.
(define (domain ferries)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types port)
  (:predicates (docked ?p - port) (closed ?p - port) (line ?a ?b - port))
  (:functions (fare ?a ?b - port) - number (total-cost) - number)

  (:action sail
    :parameters (?a ?b - port)
    :precondition (and (docked ?a) (line ?a ?b) (not (closed ?b)))
    :effect (and (docked ?b) (not (docked ?a)) (increase (total-cost) (fare ?a ?b))))

  (:action reopen
    :parameters (?p - port)
    :precondition (closed ?p)
    :effect (and (not (closed ?p)) (increase (total-cost) 7))))

; Functions whose values are objects.
(define (domain lockers)
  (:requirements :typing :object-fluents :equality :negative-preconditions)
  (:types guest locker - object)
  (:predicates (open ?l - locker))
  (:functions (locker-of ?g - guest) - locker (owner ?l - locker) - guest)

  (:action swap
    :parameters (?a ?b - guest ?x ?y - locker)
    :precondition (and (= (locker-of ?a) ?x) (= (locker-of ?b) ?y) (not (open ?x)))
    :effect (and (assign (locker-of ?a) ?y) (assign (locker-of ?b) ?x)
      (assign (owner ?y) ?a) (assign (owner ?x) ?b)))

  (:action unlock
    :parameters (?g - guest ?l - locker)
    :precondition (and (= (owner ?l) ?g) (not (open ?l)))
    :effect (open ?l)))

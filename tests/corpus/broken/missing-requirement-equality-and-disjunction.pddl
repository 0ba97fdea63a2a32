; Equality, disjunction and quantifiers are not announced.
(define (domain logic)
  (:requirements :strips)
  (:predicates (p ?x) (q))
  (:action a
    :parameters (?x ?y)
    :precondition (and (= ?x ?y) (or (p ?x) (p ?y))
    ;                   ^         ^^ missing-requirement missing-requirement
                       (exists (?z) (p ?z))
                       ;^^^^^^ missing-requirement
                       (forall (?z) (p ?z)))
                       ;^^^^^^ missing-requirement
    :effect (q)))

; Quantifiers, disjunctions, equality, conditional effects.
(define (domain theatre)
  (:requirements :adl)
  (:types actor role - object)
  (:predicates (knows ?a - actor ?r - role) (plays ?a - actor ?r - role) (cast ?r - role)
    (ill ?a - actor) (understudy ?a ?b - actor) (curtain-up) (applause))

  (:action engage
    :parameters (?a - actor ?r - role)
    :precondition (and (knows ?a ?r) (not (cast ?r))
      (forall (?other - role) (or (= ?other ?r) (not (plays ?a ?other)))))
    :effect (and (plays ?a ?r) (cast ?r)))

  (:action replace
    :parameters (?a ?b - actor ?r - role)
    :precondition (and (plays ?a ?r) (ill ?a) (not (= ?a ?b))
      (or (understudy ?a ?b) (knows ?b ?r)))
    :effect (and (plays ?b ?r) (not (plays ?a ?r))
      (when (not (knows ?b ?r)) (knows ?b ?r))))

  (:action raise-curtain
    :precondition (and (not (curtain-up))
      (forall (?r - role) (exists (?a - actor) (and (plays ?a ?r) (not (ill ?a))))))
    :effect (curtain-up))

  (:action bow
    :precondition (and (curtain-up)
      (imply (applause) (exists (?r - role) (cast ?r))))
    :effect (and (applause) (not (curtain-up))
      (forall (?a - actor ?r - role)
        (when (plays ?a ?r) (and (knows ?a ?r) (not (plays ?a ?r))))))))

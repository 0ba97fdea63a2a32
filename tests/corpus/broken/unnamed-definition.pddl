; A definition that does not say of what.
  (define
 ;^^^^^^^ unnamed-definition
  (:predicates (p))
  (:action a :parameters () :effect (p)))

; A task that no method does.
(define (domain errands)
  (:requirements :hierarchy)
  (:predicates (done))
  (:task deliver :parameters ())
  ;      ^^^^^^^ unused-task
  (:action walk :parameters () :effect (done)))

; A method calls a task that is not declared.
(define (domain errands)
  (:requirements :hierarchy)
  (:predicates (done))
  (:task deliver :parameters ())
  (:action walk :parameters () :effect (done))
  (:method by-foot
    :parameters ()
    :task (deliver)
    :ordered-subtasks (and (wlak))))
    ;                       ^^^^ undeclared-task

; Tasks, methods with and without order, and primitive actions.
(define (domain laundry)
  (:requirements :typing :hierarchy :negative-preconditions :method-preconditions)
  (:types shirt line - object)
  (:predicates (dirty ?s - shirt) (wet ?s - shirt) (hung ?s - shirt ?l - line) (full ?l - line))

  (:task clean :parameters (?s - shirt))
  (:task dry :parameters (?s - shirt))

  (:method clean-dirty
    :parameters (?s - shirt)
    :task (clean ?s)
    :precondition (dirty ?s)
    :ordered-subtasks (and (wash ?s) (dry ?s)))

  (:method clean-already
    :parameters (?s - shirt)
    :task (clean ?s)
    :precondition (not (dirty ?s))
    :subtasks ())

  (:method dry-on-line
    :parameters (?s - shirt ?l - line)
    :task (dry ?s)
    :subtasks (and (first (hang ?s ?l)) (then (take-down ?s ?l)))
    :ordering (< first then))

  (:action wash
    :parameters (?s - shirt)
    :precondition (dirty ?s)
    :effect (and (wet ?s) (not (dirty ?s))))

  (:action hang
    :parameters (?s - shirt ?l - line)
    :precondition (and (wet ?s) (not (full ?l)))
    :effect (and (hung ?s ?l) (full ?l)))

  (:action take-down
    :parameters (?s - shirt ?l - line)
    :precondition (hung ?s ?l)
    :effect (and (not (hung ?s ?l)) (not (wet ?s)) (not (full ?l)))))

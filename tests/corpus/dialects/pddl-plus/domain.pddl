; Processes and events: nature acts as soon as it can.
(define (domain kettle)
  (:requirements :typing :fluents :time :negative-preconditions)
  (:types kettle)
  (:predicates (plugged ?k - kettle) (boiling ?k - kettle) (poured ?k - kettle))
  (:functions (temperature ?k - kettle) (water ?k - kettle) (watts ?k - kettle))

  (:action plug-in
    :parameters (?k - kettle)
    :precondition (not (plugged ?k))
    :effect (plugged ?k))

  (:process warm
    :parameters (?k - kettle)
    :precondition (and (plugged ?k) (not (boiling ?k)))
    :effect (increase (temperature ?k) (* #t (/ (watts ?k) (water ?k)))))

  (:event boil
    :parameters (?k - kettle)
    :precondition (and (not (boiling ?k)) (>= (temperature ?k) 100))
    :effect (and (boiling ?k) (not (plugged ?k)) (assign (temperature ?k) 100)))

  (:action pour
    :parameters (?k - kettle)
    :precondition (boiling ?k)
    :effect (and (poured ?k) (not (boiling ?k)))))

(define (domain keys)
  (:requirements :strips :typing)
  (:types room key)
  (:predicates (me ?r - room) (lies ?k - key ?r - room) (have ?k - key)
    (opens ?k - key ?r - room) (locked ?r - room))
  (:action enter
    :parameters (?from - room ?to - room)
    :precondition (and (me ?from))
    :effect (me ?to))
  (:action pick-up
    :parameters (?k - key ?r - room)
    :precondition (and (lies ?k ?r) (locked ?r))
    :effect (and (have ?k) (not (lies ?k ?r))))
  (:action unlock
    :parameters (?k - key ?r - room)
    :precondition (and (opens ?k ?r) (have ?k) (locked ?r))
    :effect (and (not (locked ?r)))))

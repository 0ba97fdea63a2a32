(define (domain marbles) (:predicates (in-bag ?m) (rolled ?m) (ready))
(:action shake :effect (ready))
(:action draw :parameters (?m) :precondition () :effect (and (rolled ?m) (not (in-bag ?m))))
(:action rest :parameters () :precondition (and) :effect ()))

(define (domain carts)
  (:requirements :strips :typing)
  (:types cart crate place)
  (:predicates (cart-at ?c - cart ?p - place) (crate-at ?k - crate ?p - place)
    (loaded ?k - crate ?c - cart) (full ?c - cart) (track ?a - place ?b - place))
  (:action move
    :parameters (?c - cart ?a - place ?b - place)
    :precondition (and )
    :effect (and ))
  (:action load
    :parameters (?k - crate ?c - cart ?p - place)
    :precondition (and )
    :effect (and ))
  (:action unload
    :parameters (?k - crate ?c - cart ?p - place)
    :precondition (and )
    :effect (and )))

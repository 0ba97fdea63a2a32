(define (domain carts)
  (:requirements :strips :typing :negative-preconditions)
  (:types cart crate place)
  (:predicates (cart-at ?c - cart ?p - place) (crate-at ?k - crate ?p - place)
    (loaded ?k - crate ?c - cart) (full ?c - cart) (track ?a - place ?b - place))
  (:action move
    :parameters (?c - cart ?a - place ?b - place)
    :precondition (and (cart-at ?c ?a) (track ?a ?b))
    :effect (and (cart-at ?c ?b) (not (cart-at ?c ?a))))
  (:action load
    :parameters (?k - crate ?c - cart ?p - place)
    :precondition (and (crate-at ?k ?p) (cart-at ?c ?p) (not (full ?c)))
    :effect (and (loaded ?k ?c) (full ?c) (not (crate-at ?k ?p))))
  (:action unload
    :parameters (?k - crate ?c - cart ?p - place)
    :precondition (and (loaded ?k ?c) (cart-at ?c ?p))
    :effect (and (crate-at ?k ?p) (not (loaded ?k ?c)) (not (full ?c)))))

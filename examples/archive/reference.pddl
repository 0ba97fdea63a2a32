; The archive as its keepers wrote it down: one cart, which is never mentioned.
(define (domain archive-cart)
  (:requirements :strips :typing)
  (:types folder shelf)
  (:predicates
    (room ?x)
    (corridor ?from ?to)
    (cart-in ?room)
    (cart-free)
    (shelf-in ?shelf - shelf ?room)
    (stored ?folder - folder ?shelf - shelf)
    (on-cart ?folder - folder)
    (unsealed ?folder - folder))

  (:action drive
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (corridor ?from ?to) (cart-in ?from))
    :effect (and (cart-in ?to) (not (cart-in ?from))))

  (:action collect
    :parameters (?folder - folder ?shelf - shelf ?room)
    :precondition (and (room ?room) (cart-in ?room) (shelf-in ?shelf ?room)
      (stored ?folder ?shelf) (cart-free))
    :effect (and (on-cart ?folder) (not (stored ?folder ?shelf)) (not (cart-free))))

  (:action file-away
    :parameters (?folder - folder ?shelf - shelf ?room)
    :precondition (and (room ?room) (cart-in ?room) (shelf-in ?shelf ?room) (on-cart ?folder))
    :effect (and (stored ?folder ?shelf) (cart-free) (not (on-cart ?folder))))

  (:action seal
    :parameters (?folder - folder)
    :precondition (and (on-cart ?folder) (unsealed ?folder))
    :effect (not (unsealed ?folder))))

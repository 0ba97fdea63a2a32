(define (problem two-books)
  (:domain lending)
  (:objects
    ann - reader
    dune emma - book)
  (:init
    (on-shelf dune)
    (on-shelf emma)
    (hands-free ann))
  (:goal (has ann emma)))

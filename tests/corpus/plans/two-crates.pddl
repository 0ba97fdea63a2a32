(define (problem two-crates) (:domain carts)
  (:objects c1 c2 - cart k1 k2 - crate dock yard mill - place)
  (:init (cart-at c1 dock) (cart-at c2 mill) (crate-at k1 dock) (crate-at k2 yard) (track dock yard) (track yard mill) (track mill dock) (track yard dock))
  (:goal (crate-at k1 mill)))
